// Logical times and bounds on them as values: bytes that nobody here looks into (core/time_type.hpp
// does, and libFedTime).
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

// An encoded time. Two are equal in value if their TimeType says so, whatever their bytes.
class Time {
 public:
  Time() = default;
  // At most wire::kTimeBytesMax bytes.
  explicit Time(Bytes encoded) : size_(static_cast<std::uint8_t>(encoded.size())) {
    RTI_ASSERT(encoded.size() <= wire::kTimeBytesMax);
    if (encoded.size() == kUsual) {
      std::memcpy(bytes_.data(), encoded.data(), kUsual);
    } else {
      std::ranges::copy(encoded, bytes_.begin());
    }
  }
  Bytes bytes() const { return Bytes(bytes_).first(size_); }

 private:
  static constexpr std::size_t kUsual = 8;  // a length that the compiler copies at once

  std::uint8_t size_ = 0;
  std::array<std::byte, wire::kTimeBytesMax> bytes_{};
};

// A lower bound on time stamps: nothing below `time`, nor, if it is exclusive, at it. With zero
// lookahead the difference is what keeps two federates from waiting for each other for ever
// (HLA 1.3 clause 8.1).
struct TimeBound {
  Time time;
  bool exclusive = false;

  static TimeBound from(const wire::TimeBound& bound) {
    return {Time(bound.time), bound.exclusive};
  }
  // For who does not know what a time is: not the same may still be equal.
  bool same_bytes(const TimeBound& other) const {
    return exclusive == other.exclusive && std::ranges::equal(time.bytes(), other.time.bytes());
  }
  // A view of this.
  wire::TimeBound to_wire() const {
    return {time.bytes(), exclusive && !TRIAD_DEFECT(exclusive_flag_lost)};
  }
};

}  // namespace triad::records
