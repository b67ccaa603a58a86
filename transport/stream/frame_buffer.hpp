// FrameBuffer: the receiving half of the framing of byte streams (TCP connections, rings). A frame
// is its length, as four bytes little-endian, and that many bytes. The caller puts in bytes as they
// arrive and takes out frames as views into the buffer. Used by StreamLink. The peer may be
// hostile. A length is read once and checked against the limit, and memory grows with the arrived
// bytes, not with the claimed length.
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

  // Sets the limit for all frames that have not been taken out.
  void limit_frames(std::size_t bytes_max) { frame_bytes_max_ = bytes_max; }

  // Returns the memory for the next received bytes; empty only if memory has run out. Invalidates
  // all views. Call when next() returns `incomplete`.
  [[nodiscard]] std::span<std::byte> space();
  // Records that `bytes` have been written to space().
  void commit(std::size_t bytes);

  enum class Next { frame, incomplete, too_large };
  // Takes out the next frame. The view is valid until space() is called.
  [[nodiscard]] Next next(Bytes& frame);
  // Returns the result that next() would return.
  [[nodiscard]] Next peek() const;

  // Takes out all received bytes, for a caller to which they are not frames. The view is valid
  // until space() is called.
  [[nodiscard]] Bytes take_rest() {
    const Bytes rest{memory_.get() + begin_, end_ - begin_};
    begin_ = end_;
    return rest;
  }

  // Returns the received bytes that have not been taken out. The view is valid until space() is
  // called.
  [[nodiscard]] Bytes pending() const { return {memory_.get() + begin_, end_ - begin_}; }
  // Returns whether a frame has begun and is not complete.
  [[nodiscard]] bool has_partial_frame() const { return begin_ != end_; }
  // Returns the received bytes that have not been taken out.
  [[nodiscard]] std::size_t pending_bytes() const { return end_ - begin_; }
  // Returns the bytes of memory that it takes.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }
  // Returns the length claimed by the header at the front. Call only after too_large.
  [[nodiscard]] std::size_t claimed_bytes() const { return length_at_front(); }

 private:
  [[nodiscard]] std::size_t length_at_front() const;
  void make_room();
  bool resize(std::size_t capacity);

  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  std::size_t frame_bytes_max_;
  MemoryShare share_;  // counts capacity_

  // From malloc, because realloc can move pages instead of copying.
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t last_frame_bytes_ = 0;
  bool was_filled_ = false;
};

}  // namespace triad::transport
