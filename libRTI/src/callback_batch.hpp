// CallbackBatch: callbacks that the rtia process has passed and the federate has not received yet,
// as encoded records. Keeps the memory of its records. Used by ProcessRtiaHost.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "rtia/hosting/process_protocol.hpp"
#include "wire/record.hpp"

namespace triad::api {

class CallbackBatch {
 public:
  // Appends a record. Returns false if there are as many as a batch may have.
  [[nodiscard]] bool push(wire::Bytes record) {
    if (size() == rtia::kBatchCallbacksMax) return false;
    if (begin_ == end_) begin_ = end_ = 0;
    if (end_ == records_.size()) records_.emplace_back();
    records_[end_++].assign(record.begin(), record.end());
    return true;
  }
  // Swaps the oldest record with `record`. The batch must not be empty.
  void take_record(wire::Buffer& record) { std::swap(records_[begin_++], record); }
  [[nodiscard]] wire::Bytes oldest() const { return records_[begin_]; }
  void drop_oldest() { ++begin_; }

  [[nodiscard]] std::size_t size() const { return end_ - begin_; }
  [[nodiscard]] bool empty() const { return begin_ == end_; }
  void clear() { begin_ = end_ = 0; }

 private:
  std::vector<wire::Buffer> records_;
  std::size_t begin_ = 0;  // of the records in use
  std::size_t end_ = 0;
};

}  // namespace triad::api
