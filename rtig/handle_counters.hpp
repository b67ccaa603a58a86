// Next handles of one federation. No handle of a federate or object is used twice.
#pragma once

#include <cstdint>

#include "core/lease.hpp"

namespace triad::rtig {

struct HandleCounters {
  std::uint32_t last_federate = 0;
  std::uint64_t next_object = 1;

  // Returns that many new object handles, for one member's registrations.
  core::Lease lease_objects(std::uint32_t count) {
    const core::Lease leased{next_object, next_object + count};
    next_object = leased.end;
    return leased;
  }
};

}  // namespace triad::rtig
