// The receiving half of the framing that all byte streams share (a TCP connection, a ring): a frame
// is its length, four bytes little-endian, and as many bytes. Bytes go in as they come, frames come
// out as views into the buffer. Used by StreamLink; knows no socket. The peer is hostile: a length
// is read once, checked against the limit, and memory grows with what has arrived, not with what a
// length claims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "transport/link.hpp"
#include "transport/stream/memory_share.hpp"

namespace triad::transport {

inline constexpr std::size_t kFrameHeaderBytes = 4;

class FrameBuffer {
 public:
  explicit FrameBuffer(std::size_t frame_bytes_max, std::shared_ptr<std::size_t> memory = nullptr)
      : frame_bytes_max_(frame_bytes_max), share_(std::move(memory)) {}

  // Counts from the next frame on that has not been taken out.
  void limit_frames(std::size_t bytes_max) { frame_bytes_max_ = bytes_max; }

  // Where the next bytes may be put: not empty, unless memory has run out. Ends the views given
  // out. To be called when next() has said `incomplete`.
  [[nodiscard]] std::span<std::byte> space();
  // So many bytes have been put there.
  void commit(std::size_t bytes);

  enum class Next { frame, incomplete, too_large };
  // Takes the next frame out. The view holds until space() is called.
  [[nodiscard]] Next next(Bytes& frame);
  // What next() would say.
  [[nodiscard]] Next peek() const;

  // All that has come and is not taken out, which is not framed as the rest. The view holds as one
  // of next() does.
  [[nodiscard]] Bytes take_rest() {
    const Bytes rest{memory_.get() + begin_, end_ - begin_};
    begin_ = end_;
    return rest;
  }

  // Bytes that have come and are not taken out.
  [[nodiscard]] std::size_t bytes() const { return end_ - begin_; }
  // A frame has begun and is not complete.
  [[nodiscard]] bool in_a_frame() const { return begin_ != end_; }
  // What has come and has not been taken out.
  [[nodiscard]] std::size_t pending_bytes() const { return end_ - begin_; }
  // The memory it takes.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }
  // The length that the header at the front claims; only after too_large.
  [[nodiscard]] std::size_t claimed_bytes() const { return length_at_front(); }

 private:
  [[nodiscard]] std::size_t length_at_front() const;
  void make_room();
  bool resize(std::size_t capacity);

  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  std::size_t frame_bytes_max_;
  MemoryShare share_;  // of capacity_

  std::unique_ptr<std::byte, Free> memory_;  // malloc, because realloc moves pages, not bytes
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t last_frame_bytes_ = 0;
  bool filled_up_ = false;
};

}  // namespace triad::transport
