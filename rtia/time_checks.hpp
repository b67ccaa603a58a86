// TimeChecks: checks of times that a federate or a peer gives, and the tolerance for rounding
// errors. Constant after construction.
#pragma once

#include <string>
#include <string_view>

#include "core/time_type.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

class TimeChecks {
 public:
  using Time = core::Time;

  // Keeps a reference to `type`. `tolerates_ulp`: a time one unit in the last place below its bound
  // counts as the bound. Only for core::DoubleTime.
  TimeChecks(const core::TimeType& type, bool tolerates_ulp)
      : type_(type), tolerates_ulp_(tolerates_ulp) {}

  // Returns whether the bytes are a time of the federation's type.
  bool is_valid(wire::Bytes encoded) const {
    return encoded.size() <= wire::kTimeBytesMax && type_.is_valid(encoded);
  }
  // Decodes the time. Returns an error with this code, which names the `subject`, if the bytes are
  // no time.
  wire::Result<Time> decode(wire::Bytes encoded, wire::ErrorCode code,
                            std::string_view subject) const;
  // Decodes a lookahead. Returns an error if it is no time, negative or infinite.
  wire::Result<Time> decode_lookahead(wire::Bytes encoded) const;
  // Returns `bound` if `time` misses it by a tolerated rounding error, otherwise `time`.
  Time raised(const Time& time, const Time& bound) const {
    return tolerates_ulp_ && misses_by_rounding(time, bound) ? bound : time;
  }
  // Returns the end of a refusal's text, which names the setting by which `time` would count as
  // `bound`. Empty if rounding is not the cause.
  std::string rounding_hint(const Time& time, const Time& bound) const;

 private:
  // Returns whether `time` is below `bound` by one unit in the last place; always false for a
  // foreign libFedTime.
  bool misses_by_rounding(const Time& time, const Time& bound) const;

  const core::TimeType& type_;
  const bool tolerates_ulp_;
};

}  // namespace triad::rtia
