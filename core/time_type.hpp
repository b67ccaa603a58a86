// Logical time as the RTI keeps it: bytes that FedTime encoded, and the arithmetic on them. A
// federation may bring its own FedTime (its own libFedTime), so nothing here knows what a time is;
// TimeType does. It lives where the federates are; the RTIG has DoubleTime alone.
//
// Two implementations: core::DoubleTime (RTIfedTime of Triad's own libFedTime) and libRTI's, which
// asks whatever libFedTime the federate is linked with.
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

  // What all members of a federation must agree on, for people too: "RTIfedTime (double)".
  virtual std::string_view name() const = 0;
  // Whether the bytes are a time that can be compared: of the right length, no NaN. Everything
  // below is asked about such times only.
  virtual bool valid(Bytes encoded) const = 0;
  // Below, at or above zero as `a` is earlier than, at or later than `b`. Triad's own times, which
  // are doubles, are compared without a call.
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
  // The time that text() writes so; empty: there is none, or this type can read no texts (FedTime
  // has no service for it).
  virtual std::optional<Time> read(std::string_view) const { return std::nullopt; }

  // They are encoded as DoubleTime does it.
  bool are_doubles() const { return are_doubles_; }
  // Of 8 bytes, big-endian.
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
  bool infinite(const Time& a) const { return compare(a, infinity()) >= 0; }

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
// Whether a message with this stamp may still come.
inline bool admits(const TimeType& type, const TimeBound& bound, const Time& stamp) {
  const int order = type.compare(stamp, bound.time);
  return order > 0 || (order == 0 && !bound.exclusive);
}

}  // namespace triad::core
