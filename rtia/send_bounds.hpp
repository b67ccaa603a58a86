// SendBounds: lower bounds of the time stamps that a federate sends, from its time, its lookahead
// and the promises that it has made. A view of the state, made for one use.
#pragma once

#include "core/time_type.hpp"
#include "rtia/time_state.hpp"

namespace triad::rtia {

class SendBounds {
 public:
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  // Keeps references to the arguments, which must outlive the view.
  SendBounds(const core::TimeType& type, const TimeState& state) : type_(type), state_(state) {}

  // Returns the lower bound of the stamps that may be sent now. It may fall when an advance to an
  // event is granted early.
  TimeBound now() const;
  // Returns the lower bound of the stamps after a grant of this time. Without a pending advance the
  // bound is that of the present time.
  TimeBound after_grant(const Time& granted) const;
  // Returns the lower bound of the stamps at time `base` and later, from the lookahead alone.
  // `strictly`: with zero lookahead, stamps are later than `base`.
  TimeBound from_lookahead(const Time& base, bool strictly) const;
  // Returns the bound, raised to promises already made.
  TimeBound not_below_promises(const TimeBound& bound) const;
  // Returns the lookahead in effect. It exceeds a lookahead that was lowered until the time has
  // advanced by the difference.
  Time lookahead() const;

 private:
  const core::TimeType& type_;
  const TimeState& state_;
};

}  // namespace triad::rtia
