// Bytes that wait until the peer's socket or ring takes them: a list of chunks, so that nothing is
// moved when it grows and one writev gathers it. Frames that may be dropped leave a hole behind;
// when the holes are more than the rest they are closed. Used by the links; may throw
// std::bad_alloc, which they turn into a closed link.
#pragma once

#include <sys/uio.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>

#include "transport/link.hpp"
#include "transport/stream/droppable_frames.hpp"
#include "transport/stream/memory_share.hpp"

namespace triad::transport {

class OutputQueue {
 public:
  explicit OutputQueue(std::shared_ptr<std::size_t> memory = nullptr) : share_(std::move(memory)) {}

  void append(Bytes bytes);

  // Without those of holes.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_ == 0; }
  // The memory it takes.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }

  // The front of the queue as it lies in memory; fills at most all of `vectors`, returns how many.
  std::size_t gather(std::span<iovec> vectors) const;
  [[nodiscard]] Bytes front() const;

  // The first `bytes` have been taken.
  void consume(std::size_t bytes);
  void clear();

  // --- Frames that may be dropped.
  // Where what is appended next begins.
  [[nodiscard]] std::uint64_t end_position() const {
    return passed_ + bytes_ + frames_.hole_bytes();
  }
  // What was appended since then is such a frame, if it is so long and nothing of it has left.
  void may_drop(std::uint64_t begin, std::size_t bytes, Priority priority,
                std::chrono::milliseconds now);
  [[nodiscard]] std::size_t droppable_bytes() const { return frames_.waiting_bytes(); }
  // As DroppableFrames has it.
  std::optional<Priority> drop_lowest() { return leave_hole(frames_.drop_lowest()); }
  std::optional<Priority> drop_older(std::chrono::milliseconds then) {
    return leave_hole(frames_.drop_older(then));
  }

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    std::size_t capacity = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  template <class Visit>
  void for_each_piece(Visit&& visit) const;
  void add_chunk(std::size_t bytes);
  void drop_front();
  void advance(std::size_t bytes);
  void skip_holes_in_front();
  std::optional<Priority> leave_hole(std::optional<DroppableFrames::Dropped> dropped);
  void close_holes();

  std::deque<Chunk> chunks_;  // the last one stays when it is empty: most flushes empty the queue
  Chunk spare_;               // the last one emptied of several
  std::size_t bytes_ = 0;
  std::uint64_t passed_ = 0;  // the position of the front, which is no hole
  DroppableFrames frames_;
  MemoryShare share_;  // of all chunks
};

}  // namespace triad::transport
