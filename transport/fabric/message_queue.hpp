// Messages that wait for room in an outbox, one behind the other in one piece of memory that is
// used again: waiting costs a copy, but no allocation once it is large enough.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "transport/fabric/message_parts.hpp"
#include "transport/link.hpp"

namespace triad::transport {

class MessageQueue {
 public:
  [[nodiscard]] bool empty() const { return begin_ == bytes_.size(); }
  void push(std::span<const Bytes> parts) {
    if (begin_ > bytes_.size() / 2) compact();
    const std::size_t size = size_of(parts);
    const auto* const size_bytes = reinterpret_cast<const std::byte*>(&size);
    bytes_.insert(bytes_.end(), size_bytes, size_bytes + sizeof size);
    for (const Bytes part : parts) bytes_.insert(bytes_.end(), part.begin(), part.end());
  }
  // Valid until the next push() or pop().
  [[nodiscard]] Bytes front() const {
    std::size_t size = 0;
    std::memcpy(&size, bytes_.data() + begin_, sizeof size);
    return Bytes(bytes_).subspan(begin_ + sizeof size, size);
  }
  void pop() {
    begin_ += sizeof(std::size_t) + front().size();
    if (!empty()) return;
    begin_ = 0;
    bytes_.clear();
    if (bytes_.capacity() > kBytesKept) bytes_ = {};
  }

 private:
  static constexpr std::size_t kBytesKept = std::size_t{4} << 20;

  void compact() {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }

  std::vector<std::byte> bytes_;  // each message behind its size
  std::size_t begin_ = 0;
};

}  // namespace triad::transport
