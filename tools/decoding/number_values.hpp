// Numbers in the bytes of a value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tools/decoding/value_type.hpp"

namespace triad::decoding {

// Returns the bits of a number of at most eight bytes.
inline std::uint64_t bits_of(std::span<const std::byte> bytes, bool is_big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::byte next = bytes[is_big_endian ? i : bytes.size() - 1 - i];
    bits = bits << 8 | std::to_integer<std::uint64_t>(next);
  }
  return bits;
}

// Returns the signed number of the lowest `bytes` bytes.
inline std::int64_t sign_extended(std::uint64_t bits, std::size_t bytes) {
  const auto unused = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

// Returns the real number with these bits; `bytes` is 4 or 8.
inline double real_of(std::uint64_t bits, std::size_t bytes) {
  if (bytes == sizeof(float)) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

}  // namespace triad::decoding
