// MessageMemory: memory for the message of a participant that arrives piece by piece, reused for
// later messages. Used by BasicFabric.
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "transport/link.hpp"

namespace triad::transport {

class MessageMemory {
 public:
  static constexpr std::size_t kInitialBytes = 4096;
  // Bytes above this are released after a much shorter message.
  static constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

  // Returns room for the first `bytes` of a message; earlier bytes stay in place. Empty if memory
  // has run out.
  std::span<std::byte> room_for(std::size_t bytes) {
    if (bytes_.size() < bytes && !resize(bytes)) return {};
    return std::span(bytes_).first(bytes);
  }
  // Ends the use of a message of `bytes` bytes.
  void finish_message(std::size_t bytes) {
    if (bytes_.size() > kKeptBytes && bytes < bytes_.size() / 4)
      static_cast<void>(resize(kKeptBytes));
  }
  // Exchanges the memory for that of `other`, which may have any size.
  void exchange(std::vector<std::byte>& other) { bytes_.swap(other); }

  [[nodiscard]] Bytes first(std::size_t bytes) const { return Bytes(bytes_).first(bytes); }
  [[nodiscard]] const std::byte* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  bool resize(std::size_t bytes) {
    try {
      const bool shrinks = bytes < bytes_.size();
      bytes_.resize(bytes);
      if (shrinks) bytes_.shrink_to_fit();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  std::vector<std::byte> bytes_;
};

}  // namespace triad::transport
