// Values of logical times and of bounds on them. Their bytes are opaque here; core/time_type.hpp
// and libFedTime interpret them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "records/assert.hpp"
#include "records/defect.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::records {

using wire::Bytes;

// Encoded time. TimeType decides whether two times are equal in value; their bytes may differ.
class Time {
 public:
  Time() = default;
  // Copies `encoded`, which has at most wire::kTimeBytesMax bytes; decoders have checked it.
  explicit Time(Bytes encoded) : size_(static_cast<std::uint8_t>(encoded.size())) {
    RTI_ASSERT(encoded.size() <= wire::kTimeBytesMax);
    if (encoded.size() == kUsualBytes) {
      std::memcpy(bytes_.data(), encoded.data(), kUsualBytes);
    } else {
      std::ranges::copy(encoded, bytes_.begin());
    }
  }
  Bytes bytes() const { return Bytes(bytes_).first(size_); }

 private:
  static constexpr std::size_t kUsualBytes = 8;  // fixed length, copied without a call

  std::uint8_t size_ = 0;
  std::array<std::byte, wire::kTimeBytesMax> bytes_{};
};

// Lower bound on time stamps: no message is earlier than `time` or, if the bound is exclusive, at
// `time`. With zero lookahead this difference keeps two federates from waiting for each other
// forever (HLA 1.3 clause 8.1).
struct TimeBound {
  Time time;
  bool exclusive = false;

  static TimeBound from(const wire::TimeBound& bound) {
    return {Time(bound.time), bound.exclusive};
  }
  // Compares for callers that cannot interpret times. Returns false for some equal bounds: they may
  // have different bytes.
  bool has_same_bytes(const TimeBound& other) const {
    return exclusive == other.exclusive && std::ranges::equal(time.bytes(), other.time.bytes());
  }
  // Returns a view into this object.
  wire::TimeBound to_wire() const {
    return {time.bytes(), exclusive && !TRIAD_DEFECT(exclusive_flag_lost)};
  }
};

}  // namespace triad::records
