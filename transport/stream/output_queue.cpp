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

std::size_t OutputQueue::gather(std::span<iovec> vectors) const {
  if (empty()) return 0;
  const std::size_t count = std::min(vectors.size(), chunks_.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Chunk& chunk = chunks_[i];
    vectors[i] = {chunk.memory.get() + chunk.begin, chunk.end - chunk.begin};
  }
  return count;
}

Bytes OutputQueue::front() const {
  if (empty()) return {};
  const Chunk& chunk = chunks_.front();
  return {chunk.memory.get() + chunk.begin, chunk.end - chunk.begin};
}

void OutputQueue::consume(std::size_t bytes) {
  bytes_ -= bytes;
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
  bytes_ = 0;
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
