#include "queues/record_queue.hpp"

#include <utility>

namespace triad::queues {

namespace {
constexpr std::size_t kSpareMemoryBytesMax = std::size_t{4} << 20;
}  // namespace

void RecordQueue::push(std::vector<std::byte> memory, std::size_t bytes) {
  // Otherwise the empty chunk of an empty queue would stay in front of the record.
  if (empty()) release_front();
  chunks_.push_back({nullptr, std::move(memory), bytes, 1});
  ++record_count_;
  bytes_ += bytes;
}

std::byte* RecordQueue::append_long(std::size_t bytes) {
  std::vector<std::byte> memory = take_spare();
  if (memory.size() < bytes) memory.resize(bytes);
  push(std::move(memory), bytes);
  return chunks_.back().long_record.data();
}

void RecordQueue::add_chunk() {
  if (empty()) release_front();
  if (spare_chunks_.empty()) {
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(kChunkBytes), {}, 0, 0});
  } else {
    chunks_.push_back({std::move(spare_chunks_.back()), {}, 0, 0});
    spare_chunks_.pop_back();
  }
}

std::vector<std::byte> RecordQueue::take_spare() {
  if (spare_memory_.empty()) return {};
  std::vector<std::byte> memory = std::move(spare_memory_.back());
  spare_memory_.pop_back();
  spare_memory_bytes_ -= memory.size();
  return memory;
}

void RecordQueue::keep_spare(std::vector<std::byte> memory) {
  if (memory.empty() || spare_memory_bytes_ + memory.size() > kSpareMemoryBytesMax) return;
  spare_memory_bytes_ += memory.size();
  spare_memory_.push_back(std::move(memory));
}

// Called when all of the first chunk has been popped.
void RecordQueue::finish_front() {
  read_offset_ = 0;
  if (chunks_.size() == 1 && !chunks_.front().is_record()) {
    chunks_.front().used = 0;
  } else {
    release_front();
  }
}

void RecordQueue::pop_chunk() {
  const Chunk& first = chunks_.front();
  const std::size_t lengths = first.is_record() ? 0 : first.record_count * kLengthBytes;
  bytes_ -= first.used - read_offset_ - lengths;
  record_count_ -= first.record_count;
  read_offset_ = 0;
  release_front();
}

void RecordQueue::release_front() {
  if (chunks_.empty()) return;
  Chunk done = std::move(chunks_.front());
  chunks_.pop_front();
  if (done.is_record()) {
    keep_spare(std::move(done.long_record));
  } else if (spare_chunks_.size() < spare_chunks_max_) {
    spare_chunks_.push_back(std::move(done.memory));
  }
}

void RecordQueue::clear() {
  chunks_.clear();
  read_offset_ = 0;
  record_count_ = 0;
  bytes_ = 0;
}

}  // namespace triad::queues
