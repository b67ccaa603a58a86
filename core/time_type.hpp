// Logical time as the RTI stores it: bytes encoded by FedTime, and the arithmetic on them. A
// federation may bring its own FedTime (its own libFedTime), so only a TimeType interprets the
// bytes. Processes with federates have the TimeType of their libFedTime; the RTIG has only
// DoubleTime.
//
// A TimeBound is a time and a flag `exclusive`: an exclusive bound is later than an inclusive one
// at the same time, because no message at that very time may come.
//
// Implementations: core::DoubleTime (RTIfedTime of Triad's own libFedTime), and one in libRTI that
// calls the libFedTime with which the federate is linked.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "records/time_bound.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::core {

using wire::Bytes;

using records::Time;
using records::TimeBound;

class TimeType {
 public:
  virtual ~TimeType() = default;

  // Returns a name on which all members of a federation must agree, e.g. "RTIfedTime (double)".
  // Also shown to users.
  virtual std::string_view name() const = 0;
  // Returns true if the bytes are a time that can be compared: of the right length and not NaN. All
  // functions below accept only such times.
  virtual bool is_valid(Bytes encoded) const = 0;
  // Returns a number below, at or above zero if `a` is earlier than, equal to or later than `b`.
  // Doubles are compared without a virtual call.
  int compare(const Time& a, const Time& b) const {
    if (!are_doubles_) return compare_times(a, b);
    const double left = double_of(a.bytes());
    const double right = double_of(b.bytes());
    return static_cast<int>(left > right) - static_cast<int>(left < right);
  }
  virtual Time sum(const Time& a, const Time& b) const = 0;
  virtual Time difference(const Time& a, const Time& b) const = 0;
  virtual Time zero() const = 0;
  virtual Time infinity() const = 0;
  virtual std::string text(const Time& time) const = 0;
  // Returns the time for which text() returns this text. Empty: there is none, or this type cannot
  // read texts (FedTime has no service for it).
  virtual std::optional<Time> parse(std::string_view) const { return std::nullopt; }

  // Returns true if times are encoded as by DoubleTime.
  bool are_doubles() const { return are_doubles_; }
  // Decodes a big-endian double of 8 bytes.
  static double double_of(Bytes bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof bits);
    return std::bit_cast<double>(big_endian(bits));
  }
  static std::uint64_t big_endian(std::uint64_t bits) {
    return std::endian::native == std::endian::big ? bits : __builtin_bswap64(bits);
  }

  bool less(const Time& a, const Time& b) const { return compare(a, b) < 0; }
  bool equal(const Time& a, const Time& b) const { return compare(a, b) == 0; }
  bool is_infinite(const Time& a) const { return compare(a, infinity()) >= 0; }

 protected:
  explicit TimeType(bool are_doubles = false) : are_doubles_(are_doubles) {}

 private:
  virtual int compare_times(const Time& a, const Time& b) const = 0;

  const bool are_doubles_;
};

inline int compare(const TimeType& type, const TimeBound& a, const TimeBound& b) {
  const int order = type.compare(a.time, b.time);
  return order != 0 ? order : static_cast<int>(a.exclusive) - static_cast<int>(b.exclusive);
}
inline const TimeBound& least(const TimeType& type, const TimeBound& a, const TimeBound& b) {
  return compare(type, b, a) < 0 ? b : a;
}
inline const TimeBound& greatest(const TimeType& type, const TimeBound& a, const TimeBound& b) {
  return compare(type, a, b) < 0 ? b : a;
}
// Returns true if a message with this time stamp may still come when nothing below `bound` can.
inline bool may_still_arrive(const TimeType& type, const TimeBound& bound, const Time& stamp) {
  const int order = type.compare(stamp, bound.time);
  return order > 0 || (order == 0 && !bound.exclusive);
}

}  // namespace triad::core
