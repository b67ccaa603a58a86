// Bounded ring of bytes between one producer and one consumer, without locks. The producer appends
// bytes and then publishes them together. The consumer takes everything that is published.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "recording/byte_io.hpp"

namespace triad::recording {

class ByteRing {
 public:
  // Rounds the capacity up to a power of two.
  explicit ByteRing(std::size_t capacity)
      : capacity_(std::bit_ceil(capacity)), bytes_(std::make_unique<std::byte[]>(capacity_)) {}

  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // --- Producer.

  // Returns the free bytes, at least up to `wanted`. Reads the consumer's position only if the last
  // known one does not suffice.
  [[nodiscard]] std::size_t room(std::size_t wanted) {
    if (capacity_ - (tail_ - known_head_) < wanted) {
      known_head_ = head_.load(std::memory_order_acquire);
    }
    return capacity_ - (tail_ - known_head_);
  }
  // Appends bytes for which there is room.
  void append(Bytes bytes) {
    const std::size_t at = tail_ & (capacity_ - 1);
    const std::size_t first = std::min(bytes.size(), capacity_ - at);
    if (first > 0) std::memcpy(bytes_.get() + at, bytes.data(), first);
    if (first < bytes.size()) {
      std::memcpy(bytes_.get(), bytes.data() + first, bytes.size() - first);
    }
    tail_ += bytes.size();
  }
  void publish() { published_.store(tail_, std::memory_order_release); }
  // Returns an upper bound on the bytes that the consumer has not taken.
  [[nodiscard]] std::size_t backlog() const { return tail_ - known_head_; }

  // --- Consumer.

  [[nodiscard]] std::size_t readable() const {
    return published_.load(std::memory_order_acquire) - head_.load(std::memory_order_relaxed);
  }
  // Moves everything published to the end of `out`. Returns the number of bytes.
  std::size_t drain(Buffer& out) {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    const std::size_t count = readable();
    const std::size_t at = head & (capacity_ - 1);
    const std::size_t first = std::min(count, capacity_ - at);
    out.insert(out.end(), bytes_.get() + at, bytes_.get() + at + first);
    out.insert(out.end(), bytes_.get(), bytes_.get() + (count - first));
    head_.store(head + count, std::memory_order_release);
    return count;
  }

 private:
  static constexpr std::size_t kLine = 64;

  const std::size_t capacity_;
  const std::unique_ptr<std::byte[]> bytes_;
  // The producer's.
  alignas(kLine) std::uint64_t tail_ = 0;
  std::uint64_t known_head_ = 0;
  alignas(kLine) std::atomic<std::uint64_t> published_{0};
  // The consumer's.
  alignas(kLine) std::atomic<std::uint64_t> head_{0};
};

}  // namespace triad::recording
