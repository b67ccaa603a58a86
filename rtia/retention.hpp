// Records that a member has sent and keeps until they are acknowledged (wire::Ack), so that it can
// send them again after the loss of a link. Requests and data are apart, because a recovery sends
// them at different times. Private to rtia/.
#pragma once

#include <cstddef>
#include <span>

#include "queues/record_queue.hpp"
#include "records/kept_records.hpp"
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
  std::size_t bytes() const { return requests().bytes() + data().bytes(); }
  std::size_t size() const { return requests().size() + data().size(); }

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
  // Drops the records up to this position, which all receivers have received. Some may go with a
  // later call (KeptRecords). Receivers drop records that come again.
  void release(wire::Position position) {
    requests_.release(position);
    data_.release(position);
  }
  const queues::RecordQueue& requests() const { return requests_.records(); }
  const queues::RecordQueue& data() const { return data_.records(); }

 private:
  bool is_enabled_ = false;
  std::size_t bytes_max_ = 0;
  records::KeptRecords requests_;
  records::KeptRecords data_;
};

}  // namespace triad::rtia
