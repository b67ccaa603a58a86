// A message in several parts, and the parts of one piece of it. Used by BasicFabric.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "transport/link.hpp"

namespace triad::transport {

inline constexpr std::size_t kPartsMax = 3;

inline std::size_t size_of(std::span<const Bytes> parts) {
  std::size_t size = 0;
  for (const Bytes part : parts) size += part.size();
  return size;
}

// The parts of `bytes` bytes of a message, from `begin` on.
class PieceParts {
 public:
  PieceParts(std::span<const Bytes> message, std::size_t begin, std::size_t bytes) {
    for (const Bytes part : message.first(std::min(message.size(), kPartsMax))) {
      const std::size_t skipped = std::min(begin, part.size());
      const std::size_t taken = std::min(bytes, part.size() - skipped);
      parts_[count_++] = part.subspan(skipped, taken);
      begin -= skipped;
      bytes -= taken;
    }
  }
  std::span<const Bytes> parts() const { return std::span(parts_).first(count_); }

 private:
  std::array<Bytes, kPartsMax> parts_;
  std::size_t count_ = 0;
};

}  // namespace triad::transport
