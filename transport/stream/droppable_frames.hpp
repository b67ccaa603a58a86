// Which frames of an OutputQueue may be dropped, and where it has holes because some have been. Of
// each priority it keeps them in their order, the dropped ones first: it is always the oldest of a
// priority that is dropped. So nothing is searched, and nothing is allocated for a frame.
//
// Positions count the bytes of the queue since it was made, holes included.
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
    std::chrono::milliseconds since{0};  // when it was queued
  };

  // Behind all that are here.
  void add(Priority priority, const Frame& frame) {
    waiting_bytes_ += frame.bytes;
    lanes_[priority].frames.push_back(frame);
    ++count_;
  }

  // None: a hole, or a frame that may be dropped.
  [[nodiscard]] bool empty() const { return count_ == 0; }
  // Of frames that may be dropped.
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  [[nodiscard]] std::size_t hole_bytes() const { return hole_bytes_; }

  struct Dropped {
    Priority priority = 0;
    std::size_t bytes = 0;
  };
  // The oldest of the lowest priority becomes a hole; none: there is none.
  std::optional<Dropped> drop_lowest();
  // The same of one that was queued before then.
  std::optional<Dropped> drop_older(std::chrono::milliseconds then);

  // All before the position has left the queue: who begins there cannot be dropped any more.
  void leave(std::uint64_t position);
  void clear();

  // The holes, from the front on.
  class Holes {
   public:
    explicit Holes(const DroppableFrames& of) : of_(of) {}
    // Null: there is no further one. Valid until the frames change.
    [[nodiscard]] const Frame* next();

   private:
    const DroppableFrames& of_;
    std::array<std::size_t, kPriorities> passed_{};
  };

  // The queue has closed its holes: what is behind them has moved.
  void close_holes();

 private:
  struct Lane {
    queues::Fifo<Frame> frames;  // of one priority
    std::size_t holes = 0;       // so many of them, the first ones, have been dropped
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
