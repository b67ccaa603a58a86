// DroppableFrames: which frames of an OutputQueue may be dropped, and where dropped frames have
// left holes. It keeps the frames of each priority in order. Always the oldest frame of a priority
// is dropped, so the dropped ones come first. Therefore it neither searches nor allocates memory
// for a frame.
//
// Positions count the bytes appended to the queue since it was made, holes included.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "queues/fifo.hpp"
#include "transport/priority.hpp"

namespace triad::transport {

class DroppableFrames {
 public:
  struct Frame {
    std::uint64_t begin = 0;
    std::size_t bytes = 0;
    std::chrono::milliseconds queued_at{0};  // time at which it was queued
  };

  // Adds a frame that begins after all others.
  void add(Priority priority, const Frame& frame) {
    waiting_bytes_ += frame.bytes;
    lanes_[priority].frames.push_back(frame);
    ++count_;
  }

  // Returns whether there is no hole and no droppable frame.
  [[nodiscard]] bool empty() const { return count_ == 0; }
  // Return the bytes of droppable frames, and the bytes of holes.
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  [[nodiscard]] std::size_t hole_bytes() const { return hole_bytes_; }

  struct Dropped {
    Priority priority = 0;
    std::size_t bytes = 0;
  };
  // Makes a hole of the oldest frame of the lowest priority. Returns nullopt if there is no frame.
  std::optional<Dropped> drop_lowest();
  // Does the same for a frame that was queued before `queued_before`.
  std::optional<Dropped> drop_older(std::chrono::milliseconds queued_before);

  // Forgets the frames that begin before the position, because their bytes have begun to leave the
  // queue.
  void remove_before(std::uint64_t position);
  void clear();

  // Iterates over the holes from the front of the queue.
  class Holes {
   public:
    explicit Holes(const DroppableFrames& of) : frames_(of) {}
    // Returns the next hole, or null. Valid until the frames change.
    [[nodiscard]] const Frame* next();

   private:
    const DroppableFrames& frames_;
    std::array<std::size_t, kPriorities> passed_{};
  };

  // Removes the holes, after the queue has moved the later bytes forward.
  void close_holes();

 private:
  struct Lane {
    queues::Fifo<Frame> frames;  // frames of one priority
    std::size_t holes = 0;       // number of frames at the front that have been dropped
    [[nodiscard]] const Frame* oldest() const {
      return holes < frames.size() ? &frames[holes] : nullptr;
    }
  };
  Dropped drop(Priority priority);

  std::array<Lane, kPriorities> lanes_;
  std::size_t count_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::size_t hole_bytes_ = 0;
};

}  // namespace triad::transport
