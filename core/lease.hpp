// Object handles that a federate has leased (wire::LeaseObjectHandles), as those keep them who see
// to it that it registers with no others: the RTIG, and in shared memory its neighbours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wire/handles.hpp"

namespace triad::core {

struct Lease {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

// What is left of a federate's leases; none is empty. False: the handle is not its own to use.
// Handles of a lease are used in ascending order and never again: others may still know the
// instance that had one, though it is deleted.
inline bool use_handle(std::vector<Lease>& leases, wire::ObjectHandle object) {
  const auto lease = std::ranges::find_if(
      leases, [&](const Lease& l) { return object.value >= l.first && object.value < l.end; });
  if (lease == leases.end()) return false;
  lease->first = object.value + 1;
  if (lease->first == lease->end) leases.erase(lease);
  return true;
}

}  // namespace triad::core
