// Records of one sender that are kept until their receivers have acknowledged them (wire::Ack), in
// ascending order of their positions. Members keep records that they send; the RTIG keeps records
// that it passes on from members that share memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "queues/fifo.hpp"
#include "queues/record_queue.hpp"
#include "wire/record.hpp"

namespace triad::records {

class KeptRecords {
 public:
  // Keeps a record, given in consecutive parts.
  void push(std::span<const wire::Bytes> parts, wire::Position position) {
    records_.push(parts);
    if (chunk_ends_.size() < records_.chunk_count()) chunk_ends_.push_back({});
    chunk_ends_.back() = position;
  }
  // Drops the records up to this position. With several chunks in the queue, drops whole chunks
  // only; a later call drops the rest. So no record is read that has left the processor's cache.
  void release(wire::Position position) {
    for (; records_.chunk_count() > 1 && chunk_ends_.front() <= position; chunk_ends_.pop_front()) {
      records_.pop_chunk();
    }
    while (records_.chunk_count() == 1) {
      wire::RecordHeader header;
      std::memcpy(&header, records_.front().data(), sizeof header);
      if (header.position > position) return;
      records_.pop();
      if (records_.empty()) chunk_ends_.clear();
    }
  }
  const queues::RecordQueue& records() const { return records_; }

 private:
  // Chunks that are kept for reuse: four megabytes.
  static constexpr std::size_t kSpareChunksMax = 64;

  queues::RecordQueue records_{kSpareChunksMax};
  queues::Fifo<wire::Position> chunk_ends_ = {};  // position of the last record of each chunk
};

}  // namespace triad::records
