// SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash of eight bytes. A holder of the key can
// check that another holder made a short message. Seals multicast datagrams
// (multicast_datagram.hpp).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace triad::transport {

struct SealKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool operator==(const SealKey&) const = default;
};

namespace siphash_detail {

struct State {
  std::uint64_t v0, v1, v2, v3;
  constexpr void round() {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = std::rotl(v1, 17) ^ v2;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 = std::rotl(v2, 32);
  }
  constexpr void add_word(std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

constexpr std::uint64_t word_at(std::span<const std::byte> bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return word;
}

}  // namespace siphash_detail

constexpr std::uint64_t siphash(const SealKey& key, std::span<const std::byte> message) {
  using siphash_detail::word_at;
  siphash_detail::State state{key.low ^ 0x736f6d6570736575, key.high ^ 0x646f72616e646f6d,
                              key.low ^ 0x6c7967656e657261, key.high ^ 0x7465646279746573};
  const std::uint64_t length = message.size();
  while (message.size() >= 8) {
    state.add_word(word_at(message.first<8>()));
    message = message.subspan(8);
  }
  state.add_word(word_at(message) | length << 56);
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace triad::transport
