// See frame_buffer.hpp.
#include "transport/stream/frame_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace triad::transport {

namespace {

constexpr std::size_t kCapacityFirst = std::size_t{16} << 10;
// Bytes that one read of the socket or ring can fill; enough to make the cost of a call negligible.
constexpr std::size_t kCapacityOfReads = std::size_t{256} << 10;
// Largest buffer that is kept after large frames.
constexpr std::size_t kCapacityKept = std::size_t{1} << 20;

}  // namespace

std::span<std::byte> FrameBuffer::space() {
  make_room();
  return {memory_.get() + end_, capacity_ - end_};
}

void FrameBuffer::commit(std::size_t bytes) {
  end_ += bytes;
  was_filled_ = end_ == capacity_;
}

FrameBuffer::Next FrameBuffer::next(Bytes& frame) {
  const Next state = peek();
  if (state != Next::frame) return state;
  const std::size_t length = length_at_front();
  frame = {memory_.get() + begin_ + kFrameHeaderBytes, length};
  begin_ += kFrameHeaderBytes + length;
  last_frame_bytes_ = length;
  return Next::frame;
}

FrameBuffer::Next FrameBuffer::peek() const {
  if (end_ - begin_ < kFrameHeaderBytes) return Next::incomplete;
  const std::size_t length = length_at_front();
  if (length > frame_bytes_max_) return Next::too_large;
  return end_ - begin_ - kFrameHeaderBytes < length ? Next::incomplete : Next::frame;
}

std::size_t FrameBuffer::length_at_front() const {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
    length |= std::to_integer<std::uint32_t>(memory_.get()[begin_ + i]) << (8 * i);
  }
  return length;
}

// Moves the incomplete frame to the front, and enlarges the buffer if the last read has filled it.
void FrameBuffer::make_room() {
  const std::size_t pending = end_ - begin_;
  if (pending == 0 && capacity_ > kCapacityKept && last_frame_bytes_ < capacity_ / 4) {
    memory_.reset();
    capacity_ = 0;
    share_.set(0);
  }
  if (begin_ > 0) {
    if (pending > 0) std::memmove(memory_.get(), memory_.get() + begin_, pending);
    begin_ = 0;
  }
  end_ = pending;
  if (capacity_ == 0) {
    resize(kCapacityFirst);
  } else if (end_ == capacity_ || (was_filled_ && capacity_ < kCapacityOfReads)) {
    resize(2 * capacity_);
  }
  was_filled_ = false;
}

bool FrameBuffer::resize(std::size_t capacity) {
  void* const larger = std::realloc(memory_.get(), capacity);
  if (larger == nullptr) return false;
  static_cast<void>(memory_.release());  // realloc has freed or moved it
  memory_.reset(static_cast<std::byte*>(larger));
  capacity_ = capacity;
  share_.set(capacity);
  return true;
}

}  // namespace triad::transport
