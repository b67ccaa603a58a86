// Records that a member has sent and keeps until they are acknowledged (wire::Ack), so that it can
// send them again after the loss of a link. Requests and data are apart, because a recovery sends
// them at different times. Private to rtia/.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

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
    requests_.clear();
    data_.clear();
  }
  bool is_enabled() const { return is_enabled_; }
  bool is_full() const { return is_enabled_ && bytes() >= bytes_max_; }
  std::size_t bytes() const { return requests_.bytes() + data_.bytes(); }
  std::size_t size() const { return requests_.size() + data_.size(); }

  // Keeps a record, given in consecutive parts, if its class is kept.
  void keep(const wire::RecordHeader& header, std::span<const wire::Bytes> parts) {
    switch (records::recovery_class_upwards(header)) {
      case records::RecoveryClass::data:
        return data_.push(parts);
      case records::RecoveryClass::request:
        return requests_.push(parts);
      default:
        return;
    }
  }
  // Drops the records up to this position, which all receivers have received.
  void release(wire::Position position) {
    release(requests_, position);
    release(data_, position);
  }
  const queues::RecordQueue& requests() const { return requests_; }
  const queues::RecordQueue& data() const { return data_; }

 private:
  static void release(queues::RecordQueue& queue, wire::Position position) {
    while (!queue.empty()) {
      wire::RecordHeader header;
      std::memcpy(&header, queue.front().data(), sizeof header);
      if (header.position > position) return;
      queue.pop();
    }
  }

  bool is_enabled_ = false;
  std::size_t bytes_max_ = 0;
  queues::RecordQueue requests_;
  queues::RecordQueue data_;
};

}  // namespace triad::rtia
