// OutputQueue: bytes that wait until the peer's socket or ring takes them. It is a list of chunks,
// so it grows without moving bytes, and one writev sends it. Dropped frames leave holes, which are
// closed when they are larger than the rest. Used by the links. May throw std::bad_alloc, after
// which the link closes.
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

  // Returns the queued bytes, without holes.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_ == 0; }
  // Returns the bytes of memory that it takes.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }

  // Fills `vectors` with the front of the queue, as far as they suffice, and returns the number
  // filled.
  std::size_t gather(std::span<iovec> vectors) const;
  [[nodiscard]] Bytes front() const;

  // Removes the first `bytes`, which have been sent.
  void consume(std::size_t bytes);
  void clear();

  // --- Frames that may be dropped
  // Returns the position of the next byte that will be appended.
  [[nodiscard]] std::uint64_t end_position() const {
    return front_position_ + bytes_ + frames_.hole_bytes();
  }
  // Marks the bytes appended since `begin` as a droppable frame, provided that they are exactly
  // `bytes` and that none has left.
  void mark_droppable(std::uint64_t begin, std::size_t bytes, Priority priority,
                      std::chrono::milliseconds now);
  [[nodiscard]] std::size_t droppable_bytes() const { return frames_.waiting_bytes(); }
  // Drop one frame (DroppableFrames). They return its priority, or nullopt if there was none.
  std::optional<Priority> drop_lowest() { return account_hole(frames_.drop_lowest()); }
  std::optional<Priority> drop_older(std::chrono::milliseconds queued_before) {
    return account_hole(frames_.drop_older(queued_before));
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
  std::optional<Priority> account_hole(std::optional<DroppableFrames::Dropped> dropped);
  void close_holes();

  // The last chunk stays when it is empty, because most flushes empty the queue.
  std::deque<Chunk> chunks_;
  Chunk spare_;  // most recently emptied chunk
  std::size_t bytes_ = 0;
  std::uint64_t front_position_ = 0;  // position of the front, which is never in a hole
  DroppableFrames frames_;
  MemoryShare share_;  // counts all chunks
};

}  // namespace triad::transport
