#include "queues/record_queue.hpp"

#include <utility>

namespace triad::queues {

namespace {
constexpr std::size_t kLongSpareBytesMax = std::size_t{4} << 20;
}  // namespace

void RecordQueue::push(std::vector<std::byte> memory, std::size_t bytes) {
  // Otherwise the empty chunk of an empty queue would stay in front of the record.
  if (empty()) retire_front();
  chunks_.push_back({nullptr, std::move(memory), bytes});
  ++records_;
  bytes_ += bytes;
}

std::byte* RecordQueue::append_long(std::size_t bytes) {
  std::vector<std::byte> memory = take_spare();
  if (memory.size() < bytes) memory.resize(bytes);
  push(std::move(memory), bytes);
  return chunks_.back().long_record.data();
}

void RecordQueue::add_chunk() {
  if (empty()) retire_front();
  if (spare_.empty()) {
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(kChunkBytes), {}, 0});
  } else {
    chunks_.push_back({std::move(spare_.back()), {}, 0});
    spare_.pop_back();
  }
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

// Called when all of the first chunk has been popped.
void RecordQueue::leave_front() {
  read_ = 0;
  if (chunks_.size() == 1 && !chunks_.front().is_record()) {
    chunks_.front().used = 0;
  } else {
    retire_front();
  }
}

void RecordQueue::retire_front() {
  if (chunks_.empty()) return;
  Chunk done = std::move(chunks_.front());
  chunks_.pop_front();
  if (done.is_record()) {
    keep_spare(std::move(done.long_record));
  } else if (spare_.size() < spare_chunks_max_) {
    spare_.push_back(std::move(done.memory));
  }
}

void RecordQueue::clear() {
  chunks_.clear();
  read_ = 0;
  records_ = 0;
  bytes_ = 0;
}

}  // namespace triad::queues
