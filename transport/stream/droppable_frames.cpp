// See droppable_frames.hpp.
#include "transport/stream/droppable_frames.hpp"

namespace triad::transport {

DroppableFrames::Dropped DroppableFrames::drop(Priority priority) {
  Lane& lane = lanes_[priority];
  const std::size_t bytes = lane.oldest()->bytes;
  ++lane.holes;
  waiting_bytes_ -= bytes;
  hole_bytes_ += bytes;
  return {priority, bytes};
}

std::optional<DroppableFrames::Dropped> DroppableFrames::drop_lowest() {
  for (Priority priority = 0; priority < kPriorities; ++priority) {
    if (lanes_[priority].oldest() != nullptr) return drop(priority);
  }
  return std::nullopt;
}

std::optional<DroppableFrames::Dropped> DroppableFrames::drop_older(
    std::chrono::milliseconds queued_before) {
  for (Priority priority = 0; priority < kPriorities; ++priority) {
    const Frame* const oldest = lanes_[priority].oldest();
    if (oldest != nullptr && oldest->queued_at < queued_before) return drop(priority);
  }
  return std::nullopt;
}

void DroppableFrames::remove_before(std::uint64_t position) {
  if (empty()) return;
  for (Lane& lane : lanes_) {
    while (!lane.frames.empty() && lane.frames.front().begin < position) {
      const bool was_hole = lane.holes > 0;
      (was_hole ? hole_bytes_ : waiting_bytes_) -= lane.frames.front().bytes;
      if (was_hole) --lane.holes;
      lane.frames.pop_front();
      --count_;
    }
  }
}

void DroppableFrames::clear() {
  lanes_ = {};
  count_ = waiting_bytes_ = hole_bytes_ = 0;
}

const DroppableFrames::Frame* DroppableFrames::Holes::next() {
  const Frame* first = nullptr;
  std::size_t first_priority = 0;
  for (std::size_t i = 0; i < kPriorities; ++i) {
    const Lane& lane = frames_.lanes_[i];
    if (passed_[i] == lane.holes) continue;
    const Frame& hole = lane.frames[passed_[i]];
    if (first != nullptr && first->begin < hole.begin) continue;
    first = &hole;
    first_priority = i;
  }
  if (first != nullptr) ++passed_[first_priority];
  return first;
}

// Moves each remaining frame forward by the holes before it. Visits frames and holes in the order
// of the queue.
void DroppableFrames::close_holes() {
  Holes holes(*this);
  const Frame* hole = holes.next();
  std::uint64_t closed = 0;
  std::array<std::size_t, kPriorities> moved{};
  for (std::size_t i = 0; i < kPriorities; ++i) moved[i] = lanes_[i].holes;
  while (true) {
    Lane* first = nullptr;
    std::size_t first_priority = 0;
    for (std::size_t i = 0; i < kPriorities; ++i) {
      Lane& lane = lanes_[i];
      if (moved[i] == lane.frames.size()) continue;
      const std::uint64_t begin = lane.frames[moved[i]].begin;
      if (first != nullptr && first->frames[moved[first_priority]].begin < begin) continue;
      first = &lane;
      first_priority = i;
    }
    if (first == nullptr) break;
    Frame& frame = first->frames[moved[first_priority]++];
    for (; hole != nullptr && hole->begin < frame.begin; hole = holes.next()) closed += hole->bytes;
    frame.begin -= closed;
  }
  for (Lane& lane : lanes_) {
    for (; lane.holes > 0; --lane.holes, --count_) lane.frames.pop_front();
  }
  hole_bytes_ = 0;
}

}  // namespace triad::transport
