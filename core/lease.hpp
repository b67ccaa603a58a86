// Object handles that a federate has leased (wire::LeaseObjectHandles). The RTIG, and neighbours in
// shared memory, use this to check that the federate registers with no other handles.
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

// Marks a handle as used and removes it from the federate's leases, none of which is empty. Returns
// false if the federate may not use the handle. Handles of a lease are used in ascending order and
// never again, because other members may still know the deleted instance that had one.
inline bool use_handle(std::vector<Lease>& leases, wire::ObjectHandle object) {
  const auto lease = std::ranges::find_if(
      leases, [&](const Lease& l) { return object.value >= l.first && object.value < l.end; });
  if (lease == leases.end()) return false;
  lease->first = object.value + 1;
  if (lease->first == lease->end) leases.erase(lease);
  return true;
}

}  // namespace triad::core
