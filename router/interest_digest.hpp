// A number for what is wanted, the same however it came to be: the two ends of a link between
// routers compare what they have by it (docs/internals.md, "Routers"). It is a sum over what there
// is, so that whatever begins to be wanted is added and whatever ends is taken away. Of keys it
// counts what a router keeps track of that knows no object model (router/local_data.hpp).
//
// Who looks for another interest with the same number finds one, and deceives about his own members
// alone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "router/local_data.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::router {

using InterestDigest = std::uint64_t;

namespace digests {

// Each bit of the result hangs on each bit of both (the finalizer of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t so_far, std::uint64_t value) {
  std::uint64_t bits = so_far + value + 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

}  // namespace digests

// One cell of a set, each time that it is there.
inline InterestDigest digest_of(wire::InterestKey set, wire::Cell cell) {
  if (set >= kLocalKeysEnd) return 0;
  return digests::mixed(digests::mixed(1, set), cell);
}

// All that is wanted of a key.
inline InterestDigest digest_of(const wire::InterestEntry& entry) {
  if (entry.key >= kLocalKeysEnd || entry.mask == 0) return 0;
  const auto is_beyond = [](wire::InterestKey set) { return set >= kLocalKeysEnd; };
  const bool everywhere = std::ranges::any_of(entry.cell_sets, is_beyond);
  const std::uint64_t key = digests::mixed(2, entry.key);
  InterestDigest digest = digests::mixed(digests::mixed(key, entry.mask),
                                         everywhere ? entry.mask : entry.mask_without_region);
  for (const wire::InterestKey set : entry.cell_sets) {
    if (!is_beyond(set)) digest += digests::mixed(key, set);
  }
  return digest;
}

}  // namespace triad::router
