// Records that a member has sent and keeps until they are acknowledged (wire::Ack), so that it can
// send them again after the loss of a link. Requests and data are apart, because a recovery sends
// them at different times. Private to rtia/.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "queues/fifo.hpp"
#include "queues/record_queue.hpp"
#include "records/recovery_class.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Retention {
 public:
  // Begins to keep records. Above `bytes_max` the federate waits before it sends data.
  void begin(std::size_t bytes_max) {
    end();
    is_enabled_ = true;
    bytes_max_ = bytes_max;
  }
  void end() {
    is_enabled_ = false;
    requests_ = {};
    data_ = {};
  }
  bool is_enabled() const { return is_enabled_; }
  bool is_full() const { return is_enabled_ && bytes() >= bytes_max_; }
  std::size_t bytes() const { return requests_.records.bytes() + data_.records.bytes(); }
  std::size_t size() const { return requests_.records.size() + data_.records.size(); }

  // Keeps a record, given in consecutive parts, if its class is kept.
  void keep(const wire::RecordHeader& header, std::span<const wire::Bytes> parts) {
    switch (records::recovery_class_upwards(header)) {
      case records::RecoveryClass::data:
        return data_.push(parts, header.position);
      case records::RecoveryClass::request:
        return requests_.push(parts, header.position);
      default:
        return;
    }
  }
  // Drops the records up to this position, which all receivers have received. If there are many,
  // the last of them, up to a chunk of the queue, go with a later call. Receivers drop records that
  // come again.
  void release(wire::Position position) {
    requests_.release(position);
    data_.release(position);
  }
  const queues::RecordQueue& requests() const { return requests_.records; }
  const queues::RecordQueue& data() const { return data_.records; }

 private:
  // Chunks that are kept for reuse: four megabytes.
  static constexpr std::size_t kSpareChunksMax = 64;

  struct Kept {
    void push(std::span<const wire::Bytes> parts, wire::Position position) {
      records.push(parts);
      if (chunk_ends.size() < records.chunk_count()) chunk_ends.push_back({});
      chunk_ends.back() = position;
    }
    // Whole chunks go without a look at their records, which are no longer in the processor's
    // cache.
    void release(wire::Position position) {
      for (; records.chunk_count() > 1 && chunk_ends.front() <= position; chunk_ends.pop_front()) {
        records.pop_chunk();
      }
      while (records.chunk_count() == 1) {
        wire::RecordHeader header;
        std::memcpy(&header, records.front().data(), sizeof header);
        if (header.position > position) return;
        records.pop();
        if (records.empty()) chunk_ends.clear();
      }
    }

    queues::RecordQueue records{kSpareChunksMax};
    queues::Fifo<wire::Position> chunk_ends = {};  // position of the last record of each chunk
  };

  bool is_enabled_ = false;
  std::size_t bytes_max_ = 0;
  Kept requests_;
  Kept data_;
};

}  // namespace triad::rtia
