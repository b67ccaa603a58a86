// What a Membership keeps for registrations: the handles leased to it, and a name that is asked
// for. Private to rtia/.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "core/saved.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

// The next handle and the end of the block.
struct Lease {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
};

TRIAD_SAVED(Lease, (next, end));

struct Registering {
  std::deque<Lease> leases;
  wire::Position lease_request = 0;  // 0: none under way
  std::string reserving;             // the name asked for
  std::string reserved;              // the name granted, for the call made again
};

TRIAD_SAVED_BUT(Registering, (leases), (lease_request, reserving, reserved));

}  // namespace triad::rtia
