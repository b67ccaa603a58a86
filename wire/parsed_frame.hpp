// A frame, with its record. The record is parsed once, when it is first needed: several layers look
// at the header of a record in shared memory.
#pragma once

#include <optional>

#include "wire/record.hpp"

namespace triad::wire {

class ParsedFrame {
 public:
  ParsedFrame() = default;
  // The bytes must outlive this object. Implicit, because most callers have only the bytes.
  ParsedFrame(Bytes bytes) : bytes_(bytes) {}

  Bytes bytes() const { return bytes_; }
  // Returns parse_record() of the bytes.
  const std::optional<Record>& record() const {
    if (!is_parsed_) {
      parse_record(bytes_, record_);
      is_parsed_ = true;
    }
    return record_;
  }
  // Continues with the whole frame, of which the bytes so far are the beginning. They may have
  // moved.
  void extend(Bytes whole) {
    is_parsed_ = record_.has_value();
    if (record_) record_->view(whole);
    bytes_ = whole;
  }

 private:
  Bytes bytes_;
  mutable bool is_parsed_ = false;
  mutable std::optional<Record> record_;
};

}  // namespace triad::wire
