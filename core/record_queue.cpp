#include "core/record_queue.hpp"

#include <cstring>
#include <utility>

namespace triad::core {

namespace {
constexpr std::size_t kChunkBytes = 64 * 1024;
constexpr std::size_t kSpareChunksMax = 4;
constexpr std::size_t kLongSpareBytesMax = std::size_t{4} << 20;
constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);
static_assert(kLengthBytes + RecordQueue::kLongBytes <= kChunkBytes);
}  // namespace

void RecordQueue::push(Bytes record) {
  if (record.size() >= kLongBytes) return push(copy(record), record.size());
  const std::size_t needed = kLengthBytes + record.size();
  if (chunks_.empty() || chunks_.back().is_record ||
      chunks_.back().memory.size() - chunks_.back().used < needed) {
    // The chunk that an empty queue keeps must not stay in front of the record.
    if (empty()) retire_front();
    chunks_.push_back(fresh_chunk());
  }
  Chunk& chunk = chunks_.back();
  const auto length = static_cast<std::uint32_t>(record.size());
  std::memcpy(chunk.memory.data() + chunk.used, &length, kLengthBytes);
  if (!record.empty()) {
    std::memcpy(chunk.memory.data() + chunk.used + kLengthBytes, record.data(), record.size());
  }
  chunk.used += needed;
  ++records_;
  bytes_ += record.size();
}

void RecordQueue::push(std::vector<std::byte> memory, std::size_t bytes) {
  if (empty()) retire_front();
  chunks_.push_back({std::move(memory), bytes, true});
  ++records_;
  bytes_ += bytes;
}

std::vector<std::byte> RecordQueue::copy(Bytes record) {
  std::vector<std::byte> memory = take_spare();
  if (memory.size() < record.size()) memory.resize(record.size());
  std::memcpy(memory.data(), record.data(), record.size());
  return memory;
}

std::vector<std::byte> RecordQueue::take_spare() {
  if (long_spare_.empty()) return {};
  std::vector<std::byte> memory = std::move(long_spare_.back());
  long_spare_.pop_back();
  long_spare_bytes_ -= memory.size();
  return memory;
}

void RecordQueue::keep_spare(std::vector<std::byte> memory) {
  if (memory.empty() || long_spare_bytes_ + memory.size() > kLongSpareBytesMax) return;
  long_spare_bytes_ += memory.size();
  long_spare_.push_back(std::move(memory));
}

RecordQueue::Bytes RecordQueue::front() const {
  const Chunk& chunk = chunks_.front();
  if (chunk.is_record) return Bytes(chunk.memory).first(chunk.used);
  const std::byte* at = chunk.memory.data() + read_;
  std::uint32_t length;
  std::memcpy(&length, at, kLengthBytes);
  return {at + kLengthBytes, length};
}

void RecordQueue::pop() {
  const Chunk& first = chunks_.front();
  const std::size_t length = front().size();
  read_ += first.is_record ? first.used : kLengthBytes + length;
  --records_;
  bytes_ -= length;
  if (read_ < first.used) return;
  read_ = 0;
  if (chunks_.size() == 1 && !first.is_record) {
    chunks_.front().used = 0;
    return;
  }
  retire_front();
}

void RecordQueue::retire_front() {
  if (chunks_.empty()) return;
  Chunk done = std::move(chunks_.front());
  chunks_.pop_front();
  if (done.is_record) return keep_spare(std::move(done.memory));
  if (spare_.size() < kSpareChunksMax) {
    done.used = 0;
    spare_.push_back(std::move(done));
  }
}

void RecordQueue::clear() {
  chunks_.clear();
  read_ = 0;
  records_ = 0;
  bytes_ = 0;
}

RecordQueue::Chunk RecordQueue::fresh_chunk() {
  if (!spare_.empty()) {
    Chunk chunk = std::move(spare_.back());
    spare_.pop_back();
    return chunk;
  }
  Chunk chunk;
  chunk.memory.resize(kChunkBytes);
  return chunk;
}

}  // namespace triad::core
