// See ring.hpp. Each word that the other end writes is loaded once, into a local variable, and
// checked there.
#include "transport/shm/ring.hpp"

#include <algorithm>
#include <cstring>

namespace triad::transport {

namespace {

// Free bytes at which a waiting writer is woken. A larger number means fewer wake-ups and larger
// writes.
std::size_t writer_wake_threshold(const Ring& ring) {
  return ring.capacity / 4;
}

Wake take_wake_request(std::atomic<std::uint32_t>& flag) {
  // A plain load keeps the cache line shared while the other end is awake.
  if (flag.load(std::memory_order_seq_cst) == 0) return Wake::no;
  return flag.exchange(0, std::memory_order_seq_cst) != 0 ? Wake::yes : Wake::no;
}

}  // namespace

std::size_t RingWriter::write(Bytes bytes) {
  if (room() < bytes.size()) load_head();
  const std::size_t count = std::min(bytes.size(), room());
  const std::size_t at = static_cast<std::size_t>(tail_) & (ring_.capacity - 1);
  const std::size_t before_wrap = std::min(count, ring_.capacity - at);
  if (before_wrap > 0) std::memcpy(ring_.data + at, bytes.data(), before_wrap);
  if (count > before_wrap) {
    std::memcpy(ring_.data, bytes.data() + before_wrap, count - before_wrap);
  }
  tail_ += count;
  return count;
}

Wake RingWriter::publish() {
  if (published_ == tail_) return Wake::no;
  ring_.control->tail.store(tail_, std::memory_order_seq_cst);
  published_ = tail_;
  return take_wake_request(ring_.control->reader_asleep);
}

bool RingWriter::wait_for_room() {
  is_waiting_ = true;
  ring_.control->writer_waiting.store(1, std::memory_order_seq_cst);
  load_head();
  return !is_broken_ && room() < writer_wake_threshold(ring_);
}

void RingWriter::stop_waiting() {
  if (!is_waiting_) return;
  is_waiting_ = false;
  ring_.control->writer_waiting.store(0, std::memory_order_seq_cst);
}

Wake RingWriter::close() {
  const Wake wake = publish();
  ring_.control->writer_closed.store(1, std::memory_order_seq_cst);
  return take_wake_request(ring_.control->reader_asleep) == Wake::yes ? Wake::yes : wake;
}

std::size_t RingWriter::room() const {
  return is_broken_ ? 0 : ring_.capacity - static_cast<std::size_t>(tail_ - head_);
}

void RingWriter::load_head() {
  const std::uint64_t head = ring_.control->head.load(std::memory_order_seq_cst);
  // The head moves forward, and never past the published bytes.
  if (head - head_ > published_ - head_) {
    is_broken_ = true;
    return;
  }
  head_ = head;
}

std::size_t RingReader::available() {
  if (is_broken_) return 0;
  const std::uint64_t tail = ring_.control->tail.load(std::memory_order_seq_cst);
  // The tail moves forward, and never past the room that the reader has released.
  if (tail - tail_ > ring_.capacity - (tail_ - head_)) {
    is_broken_ = true;
    return 0;
  }
  tail_ = tail;
  return static_cast<std::size_t>(tail_ - head_);
}

std::size_t RingReader::read(std::span<std::byte> space) {
  const std::size_t count = std::min(space.size(), static_cast<std::size_t>(tail_ - head_));
  const std::size_t at = static_cast<std::size_t>(head_) & (ring_.capacity - 1);
  const std::size_t before_wrap = std::min(count, ring_.capacity - at);
  if (before_wrap > 0) std::memcpy(space.data(), ring_.data + at, before_wrap);
  if (count > before_wrap) {
    std::memcpy(space.data() + before_wrap, ring_.data, count - before_wrap);
  }
  head_ += count;
  return count;
}

Wake RingReader::release() {
  ring_.control->head.store(head_, std::memory_order_seq_cst);
  // If less is free, most of a full ring is still unread, so a later release wakes the writer.
  const std::size_t free = ring_.capacity - static_cast<std::size_t>(tail_ - head_);
  if (free < writer_wake_threshold(ring_)) return Wake::no;
  return take_wake_request(ring_.control->writer_waiting);
}

bool RingReader::fall_asleep() {
  is_asleep_ = true;
  ring_.control->reader_asleep.store(1, std::memory_order_seq_cst);
  return available() == 0 && !is_broken_ && !writer_has_closed();
}

void RingReader::wake_up() {
  if (!is_asleep_) return;
  is_asleep_ = false;
  ring_.control->reader_asleep.store(0, std::memory_order_seq_cst);
}

bool RingReader::writer_has_closed() const {
  return ring_.control->writer_closed.load(std::memory_order_seq_cst) != 0;
}

}  // namespace triad::transport
