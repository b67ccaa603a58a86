// Encoded handle-value pairs of an update or interaction: u32 handle, u32 length, bytes, packed, in
// the order in which the federate added them. libRTI's pair sets have the same layout, so that
// sending copies the pairs once and reflecting copies nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace triad::wire {

using Bytes = std::span<const std::byte>;

inline std::uint32_t load_u32(const std::byte* from) {
  std::uint32_t value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// View of encoded pairs. `count` pairs fill `pairs` exactly: the decoder has checked it, or
// libRTI's sets guarantee it. So for_each needs no checks.
struct ValueList {
  std::uint32_t count = 0;
  Bytes pairs;

  static constexpr std::size_t kPairHeaderBytes = 8;

  // Returns true if `count` well-formed pairs fill `pairs` exactly. Call it for bytes from a peer.
  bool well_formed() const {
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (pairs.size() - at < kPairHeaderBytes) return false;
      const std::size_t length = load_u32(pairs.data() + at + 4);
      at += kPairHeaderBytes;
      if (pairs.size() - at < length) return false;
      at += length;
    }
    return at == pairs.size();
  }

  // Calls visit(handle number, value bytes, encoded pair) for each pair in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::byte* at = pairs.data();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t handle = load_u32(at);
      const std::size_t length = load_u32(at + 4);
      visit(handle, Bytes(at + kPairHeaderBytes, length), Bytes(at, kPairHeaderBytes + length));
      at += kPairHeaderBytes + length;
    }
  }
};

}  // namespace triad::wire
