#include "rtia/time_checks.hpp"

#include "core/double_time.hpp"

namespace triad::rtia {

using wire::ErrorCode;

wire::Result<core::Time> TimeChecks::decode(wire::Bytes encoded, ErrorCode code,
                                            std::string_view subject) const {
  if (!is_valid(encoded)) {
    return wire::error(
        code, std::string(subject) + " is no " + std::string(type_.name()) + " (or not a number)");
  }
  return Time(encoded);
}

wire::Result<core::Time> TimeChecks::decode_lookahead(wire::Bytes encoded) const {
  auto lookahead = decode(encoded, ErrorCode::InvalidLookahead, "the lookahead");
  if (!lookahead) return lookahead;
  if (type_.less(*lookahead, type_.zero()) || type_.is_infinite(*lookahead)) {
    return wire::error(
        ErrorCode::InvalidLookahead,
        "a lookahead must be neither negative nor infinite: " + type_.text(*lookahead));
  }
  return lookahead;
}

bool TimeChecks::misses_by_rounding(const Time& time, const Time& bound) const {
  return type_.are_doubles() && core::DoubleTime::is_last_before(time, bound);
}

std::string TimeChecks::rounding_hint(const Time& time, const Time& bound) const {
  if (!misses_by_rounding(time, bound)) return {};
  return "; they differ by one unit in the last place: with time.tolerance = ulp "
         "(RTI_TIME_TOLERANCE) the time would count as " +
         type_.text(bound);
}

}  // namespace triad::rtia
