// See output_queue.hpp.
#include "transport/stream/output_queue.hpp"

#include <algorithm>
#include <cstring>

namespace triad::transport {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

}  // namespace

void OutputQueue::append(Bytes bytes) {
  while (!bytes.empty()) {
    if (chunks_.empty() || chunks_.back().end == chunks_.back().capacity) add_chunk(bytes.size());
    Chunk& chunk = chunks_.back();
    const std::size_t count = std::min(bytes.size(), chunk.capacity - chunk.end);
    std::memcpy(chunk.memory.get() + chunk.end, bytes.data(), count);
    chunk.end += count;
    bytes_ += count;
    bytes = bytes.subspan(count);
  }
}

// Visits each contiguous piece of the queue between the ends of chunks and holes. `visit` returns
// whether it wants more.
template <class Visit>
void OutputQueue::for_each_piece(Visit&& visit) const {
  DroppableFrames::Holes holes(frames_);
  const DroppableFrames::Frame* hole = holes.next();
  std::uint64_t position = front_position_;
  for (const Chunk& chunk : chunks_) {
    for (std::size_t at = chunk.begin; at != chunk.end;) {
      const bool in_hole = hole != nullptr && hole->begin <= position;
      const std::uint64_t until =
          hole == nullptr ? UINT64_MAX : hole->begin + (in_hole ? hole->bytes : 0);
      const auto bytes =
          static_cast<std::size_t>(std::min<std::uint64_t>(chunk.end - at, until - position));
      if (!in_hole && !visit(std::span(chunk.memory.get() + at, bytes))) return;
      at += bytes;
      position += bytes;
      if (in_hole && position == until) hole = holes.next();
    }
  }
}

std::size_t OutputQueue::gather(std::span<iovec> vectors) const {
  std::size_t count = 0;
  if (vectors.empty()) return count;
  for_each_piece([&](std::span<std::byte> piece) {
    vectors[count++] = {piece.data(), piece.size()};
    return count < vectors.size();
  });
  return count;
}

Bytes OutputQueue::front() const {
  if (empty()) return {};
  iovec first{};
  gather({&first, 1});
  return {static_cast<const std::byte*>(first.iov_base), first.iov_len};
}

void OutputQueue::consume(std::size_t bytes) {
  bytes_ -= bytes;
  while (frames_.hole_bytes() > 0 && bytes > 0) {
    const DroppableFrames::Frame& hole = *DroppableFrames::Holes(frames_).next();
    const auto step =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes, hole.begin - front_position_));
    advance(step);
    bytes -= step;
    skip_holes_in_front();
  }
  advance(bytes);
}

void OutputQueue::advance(std::size_t bytes) {
  front_position_ += bytes;
  frames_.remove_before(front_position_);
  while (!chunks_.empty()) {
    Chunk& chunk = chunks_.front();
    const std::size_t count = std::min(bytes, chunk.end - chunk.begin);
    chunk.begin += count;
    bytes -= count;
    if (chunk.begin != chunk.end) return;
    if (chunks_.size() == 1 && chunk.capacity == kChunkBytes) {
      chunk.begin = chunk.end = 0;
      return;
    }
    drop_front();
  }
}

// --- Frames that may be dropped

void OutputQueue::mark_droppable(std::uint64_t begin, std::size_t bytes, Priority priority,
                                 std::chrono::milliseconds now) {
  if (begin < front_position_ || end_position() - begin != bytes) return;
  frames_.add(priority, {begin, bytes, now});
}

std::optional<Priority> OutputQueue::account_hole(std::optional<DroppableFrames::Dropped> dropped) {
  if (!dropped) return std::nullopt;
  bytes_ -= dropped->bytes;
  skip_holes_in_front();
  if (frames_.hole_bytes() > bytes_ + kChunkBytes) close_holes();
  return dropped->priority;
}

void OutputQueue::skip_holes_in_front() {
  while (frames_.hole_bytes() > 0) {
    const DroppableFrames::Frame hole = *DroppableFrames::Holes(frames_).next();
    if (hole.begin != front_position_) return;
    advance(hole.bytes);
  }
}

// Closes the holes within the existing chunks. Bytes move only toward the front.
void OutputQueue::close_holes() {
  std::size_t into = 0;
  std::size_t end = chunks_.front().begin;  // end of the moved bytes in that chunk
  for_each_piece([&](std::span<std::byte> piece) {
    while (!piece.empty()) {
      if (end == chunks_[into].capacity) {
        ++into;
        end = 0;
      }
      const std::size_t count = std::min(piece.size(), chunks_[into].capacity - end);
      std::memmove(chunks_[into].memory.get() + end, piece.data(), count);
      end += count;
      piece = piece.subspan(count);
    }
    return true;
  });
  frames_.close_holes();
  for (std::size_t i = 1; i < chunks_.size(); ++i) chunks_[i].begin = 0;
  for (std::size_t i = 0; i < into; ++i) chunks_[i].end = chunks_[i].capacity;
  chunks_[into].end = end;
  while (chunks_.size() > into + 1) {
    share_.set(share_.bytes() - chunks_.back().capacity);
    chunks_.pop_back();
  }
}

void OutputQueue::drop_front() {
  Chunk& chunk = chunks_.front();
  if (chunk.capacity == kChunkBytes && spare_.memory == nullptr) {
    spare_ = std::move(chunk);
  } else {
    share_.set(share_.bytes() - chunk.capacity);
  }
  chunks_.pop_front();
}

void OutputQueue::clear() {
  chunks_.clear();
  spare_ = {};
  front_position_ = end_position();
  bytes_ = 0;
  frames_.clear();
  share_.set(0);
}

void OutputQueue::add_chunk(std::size_t bytes) {
  Chunk chunk;
  if (bytes <= kChunkBytes && spare_.memory != nullptr) {
    chunk = std::move(spare_);
    chunk.begin = chunk.end = 0;
  } else {
    chunk.capacity = std::max(bytes, kChunkBytes);
    chunk.memory = std::make_unique_for_overwrite<std::byte[]>(chunk.capacity);
    share_.set(share_.bytes() + chunk.capacity);
  }
  chunks_.push_back(std::move(chunk));
}

}  // namespace triad::transport
