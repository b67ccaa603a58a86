// Digest of interest. It is equal for equal interests, however they came about. The two ends of a
// link between routers compare their states by it (docs/internals.md, "Routers"). It is a sum
// over all parts, so a part is added when it begins and subtracted when it ends. Includes only
// keys that routers without an object model track (records/record_class.hpp).
//
// A router can search for another interest with the same digest. It then misleads only about its
// own members.
#pragma once

#include <algorithm>
#include <cstdint>

#include "records/record_class.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::router {

using InterestDigest = std::uint64_t;

namespace digests {

// Mixes two values. Each bit of the result depends on each bit of both (the finalizer of
// splitmix64).
constexpr std::uint64_t mix(std::uint64_t so_far, std::uint64_t value) {
  std::uint64_t bits = so_far + value + 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

}  // namespace digests

// Returns the digest of one cell of a set. Added once for each time that the set contains the
// cell.
inline InterestDigest digest_of(wire::InterestKey set, wire::Cell cell) {
  if (set >= records::kLocalKeysEnd) return 0;
  return digests::mix(digests::mix(1, set), cell);
}

// Returns the digest of all interest in one key.
inline InterestDigest digest_of(const wire::InterestEntry& entry) {
  if (entry.key >= records::kLocalKeysEnd || entry.mask == 0) return 0;
  const auto is_beyond = [](wire::InterestKey set) { return set >= records::kLocalKeysEnd; };
  const bool everywhere = std::ranges::any_of(entry.cell_sets, is_beyond);
  const std::uint64_t key = digests::mix(2, entry.key);
  InterestDigest digest = digests::mix(digests::mix(key, entry.mask),
                                       everywhere ? entry.mask : entry.mask_without_region);
  for (const wire::InterestKey set : entry.cell_sets) {
    if (!is_beyond(set)) digest += digests::mix(key, set);
  }
  return digest;
}

}  // namespace triad::router
