#include "rtia/send_bounds.hpp"

#include "records/defect.hpp"

namespace triad::rtia {

using core::greatest;
using core::TimeBound;

TimeBound SendBounds::from_lookahead(const Time& base, bool strictly) const {
  const Time time = type_.sum(base, state_.lookahead);
  // A lookahead that does not change the sum counts as zero.
  return {time, strictly && type_.equal(time, base)};
}

// The promise made with the request holds until the grant, or until an earlier message has been
// delivered.
TimeBound SendBounds::now() const {
  const bool early = state_.advance && state_.advance->decided && state_.advance->received_earlier;
  return after_grant(early            ? state_.advance->granted
                     : state_.advance ? state_.advance->time
                                      : state_.time);
}

TimeBound SendBounds::after_grant(const Time& granted) const {
  const Time* base = &state_.time;
  bool strictly = state_.strictly_after;
  if (!state_.regulates()) {
    base = &state_.regulation_time;  // about to be enabled
  } else if (state_.advance) {
    base = &granted;
    strictly = state_.advance->is_strict();
  }
  return not_below_promises(from_lookahead(*base, strictly));
}

TimeBound SendBounds::not_below_promises(const TimeBound& bound) const {
  if (TRIAD_DEFECT(lookahead_lowered_at_once)) return bound;
  const TimeBound* highest = &bound;
  if (state_.lookahead_floor) highest = &greatest(type_, *highest, *state_.lookahead_floor);
  if (state_.promised) highest = &greatest(type_, *highest, *state_.promised);
  return *highest;
}

core::Time SendBounds::lookahead() const {
  if (!state_.regulates()) return type_.zero();
  if (!state_.lookahead_floor || !type_.less(state_.time, state_.lookahead_floor->time))
    return state_.lookahead;
  const Time actual = type_.difference(state_.lookahead_floor->time, state_.time);
  return type_.less(state_.lookahead, actual) ? actual : state_.lookahead;
}

}  // namespace triad::rtia
