// When what waits in a link's queue goes out, where frames may wait for others so that several take
// one packet: as soon as it is so much, or the first has waited so long, or one is there that may
// not wait. Pure: the caller brings frames and the time. Used by LongStream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transport/link_options.hpp"

namespace triad::transport {

class Bundling {
 public:
  Bundling(std::size_t bytes, Duration time) : bytes_(bytes), time_(time) {}

  // A frame is in the queue.
  void queued(bool may_wait) {
    ++frames_;
    goes_ = goes_ || !may_wait;
  }
  // What is in the queue may not wait any more, nor what comes before it is empty.
  void let_go() { goes_ = true; }

  // Whether the queue, of so many bytes, stays where it is for now.
  [[nodiscard]] bool holds(std::size_t bytes, Clock::time_point now) {
    if (goes_ || bytes == 0) return false;
    if (!is_waiting_) {
      is_waiting_ = true;
      due_ = now + time_;
    }
    goes_ = bytes >= bytes_ || now >= due_;
    return !goes_;
  }
  // While it holds: no longer than until then.
  [[nodiscard]] Clock::time_point due() const { return due_; }

  // The queue is empty.
  void emptied() {
    if (frames_ > 1) {
      ++bundles_;
      frames_bundled_ += frames_;
    }
    frames_ = 0;
    goes_ = is_waiting_ = false;
  }

  // Of several frames each, and how many frames in all.
  [[nodiscard]] std::uint64_t bundles() const { return bundles_; }
  [[nodiscard]] std::uint64_t frames_bundled() const { return frames_bundled_; }

 private:
  const std::size_t bytes_;
  const Duration time_;
  std::uint64_t frames_ = 0;
  bool goes_ = false;
  bool is_waiting_ = false;
  Clock::time_point due_{};
  std::uint64_t bundles_ = 0;
  std::uint64_t frames_bundled_ = 0;
};

}  // namespace triad::transport
