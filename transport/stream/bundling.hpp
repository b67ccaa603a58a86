// Bundling: decides when the queue of a link is sent if frames may wait for others, so that several
// share one packet. The queue is sent when it is long enough, when its first frame has waited long
// enough, or when a frame may not wait. The caller passes the frames and the time. Used by
// LongStream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transport/link_options.hpp"

namespace triad::transport {

class Bundling {
 public:
  Bundling(std::size_t bytes, Duration time) : bytes_(bytes), time_(time) {}

  // Records a frame that entered the queue.
  void record_queued_frame(bool may_wait) {
    ++frames_;
    may_send_ = may_send_ || !may_wait;
  }
  // Ends the waiting: must_hold() returns false until the queue has become empty.
  void release() { may_send_ = true; }

  // Returns whether the queue, of `bytes` bytes, is not to be sent yet.
  [[nodiscard]] bool must_hold(std::size_t bytes, Clock::time_point now) {
    if (may_send_ || bytes == 0) return false;
    if (!is_waiting_) {
      is_waiting_ = true;
      due_ = now + time_;
    }
    may_send_ = bytes >= bytes_ || now >= due_;
    return !may_send_;
  }
  // Returns the time until which the queue is held at most. Valid after must_hold() returned true.
  [[nodiscard]] Clock::time_point due() const { return due_; }

  // Records that the queue has become empty.
  void record_empty_queue() {
    if (frames_ > 1) {
      ++bundles_;
      frames_bundled_ += frames_;
    }
    frames_ = 0;
    may_send_ = is_waiting_ = false;
  }

  // Bundles of several frames sent, and the frames in them.
  [[nodiscard]] std::uint64_t bundles() const { return bundles_; }
  [[nodiscard]] std::uint64_t frames_bundled() const { return frames_bundled_; }

 private:
  const std::size_t bytes_;
  const Duration time_;
  std::uint64_t frames_ = 0;
  bool may_send_ = false;
  bool is_waiting_ = false;
  Clock::time_point due_{};
  std::uint64_t bundles_ = 0;
  std::uint64_t frames_bundled_ = 0;
};

}  // namespace triad::transport
