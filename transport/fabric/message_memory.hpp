// The memory of a participant's message as it comes, piece by piece, and of those after it. Used by
// BasicFabric, which knows which message it is.
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "transport/link.hpp"

namespace triad::transport {

class MessageMemory {
 public:
  static constexpr std::size_t kAtFirst = 4096;
  // What a long message has taken beyond this is given back after one that is much shorter.
  static constexpr std::size_t kKept = std::size_t{1} << 20;

  // Room for the first `bytes` of a message, what is there of it in its place. Empty where memory
  // has run out.
  std::span<std::byte> room_for(std::size_t bytes) {
    if (bytes_.size() < bytes && !resize(bytes)) return {};
    return std::span(bytes_).first(bytes);
  }
  // A message of so many bytes is done with.
  void done_with(std::size_t bytes) {
    if (bytes_.size() > kKept && bytes < bytes_.size() / 4) static_cast<void>(resize(kKept));
  }
  // What comes in exchange may be of any size.
  void exchange(std::vector<std::byte>& other) { bytes_.swap(other); }

  [[nodiscard]] Bytes first(std::size_t bytes) const { return Bytes(bytes_).first(bytes); }
  [[nodiscard]] const std::byte* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  bool resize(std::size_t bytes) {
    try {
      const bool less = bytes < bytes_.size();
      bytes_.resize(bytes);
      if (less) bytes_.shrink_to_fit();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  std::vector<std::byte> bytes_;
};

}  // namespace triad::transport
