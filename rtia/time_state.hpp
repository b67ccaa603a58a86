// Time state of a federate (HLA 1.3 clause 8), a value: whether it regulates and is constrained,
// its pending advance, and its promises. The predicates need nothing but this state. FederateTime
// changes it; TimeOutlook and SendBounds draw conclusions from it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "core/saved.hpp"
#include "core/time_type.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

// Advance requested by the federate.
struct PendingAdvance {
  wire::Advance kind = wire::Advance::time_advance_request;
  core::Time time;
  bool decided = false;  // the grant is queued
  core::Time granted;
  bool received_earlier = false;  // a message earlier than the requested time has been delivered
  bool promised = false;  // the promise of the grant has been reported already, because the grant
                          // can only be as requested

  // Returns whether no message at the time of the grant may come after it.
  bool is_strict() const {
    return kind == wire::Advance::time_advance_request || kind == wire::Advance::next_event_request;
  }
  // Returns whether the advance, if granted, is granted to the requested time.
  bool is_granted_as_asked() const {
    return kind == wire::Advance::time_advance_request ||
           kind == wire::Advance::time_advance_request_available;
  }
  bool is_next_event() const {
    return kind == wire::Advance::next_event_request ||
           kind == wire::Advance::next_event_request_available;
  }
  bool is_flush() const { return kind == wire::Advance::flush_queue_request; }
};
TRIAD_SAVED_BUT(PendingAdvance, (kind, time, decided, granted, received_earlier), (promised));

// Advance that begins when regulation and constraint have been enabled.
struct WaitingAdvance {
  wire::Advance kind = wire::Advance::time_advance_request;
  core::Time time;
};
TRIAD_SAVED(WaitingAdvance, (kind, time));

struct TimeState {
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  // chosen: the time is chosen, and promised to others; announced: the callback is queued.
  enum class Regulation { off, requested, chosen, announced, on };
  enum class Constrained { off, requested, announced, on };

  Time time;
  // With zero lookahead, stamps are later than `time`, or than the time at which regulation begins.
  bool strictly_after = false;
  // Bound told by the last grant: no message earlier than this will come in time-stamp order.
  TimeBound guaranteed;

  Regulation regulation = Regulation::off;
  Time lookahead;
  Time regulation_time;  // requested at first, then the chosen one
  std::set<FederateHandle> pending_floors;
  bool regulation_logged = false;
  // Smaller lookahead requested while an advance is pending. It takes effect with the grant,
  // because others count on the lookahead at the request.
  std::optional<Time> next_lookahead;
  // Lower bound of stamps after a reduction of the lookahead. The reduction takes effect as the
  // time advances past this bound.
  std::optional<TimeBound> lookahead_floor;
  std::optional<TimeBound> promised;  // highest promise made to others

  Constrained constrained = Constrained::off;
  bool constrained_logged = false;

  std::optional<PendingAdvance> advance;
  std::optional<WaitingAdvance> waiting;  // only while there is no `advance`
  std::optional<Time> save_at;            // grants are held at this time for a save; empty: no save
  // Number that changes with each request and with each callback that answers one. It distinguishes
  // two waits for the same time.
  std::uint64_t state_number = 1;

  // --- Regulation: sending in time-stamp order, and promises to others.

  bool regulates() const { return regulation == Regulation::on; }
  bool makes_promises() const { return regulation >= Regulation::chosen; }
  bool is_enabling_regulation() const { return regulation != Regulation::off && !regulates(); }
  // Returns the lower bound of all stamps that may still be sent.
  TimeBound promised_bound() const { return promised.value_or(TimeBound{time, false}); }

  // --- Constraint: receipt in time-stamp order.

  bool is_constrained() const { return constrained == Constrained::on; }
  bool is_constrained_or_enabling() const { return constrained != Constrained::off; }
  bool is_enabling_constrained() const { return is_constrained_or_enabling() && !is_constrained(); }
  // Returns whether time-stamp-ordered messages are queued instead of delivered as they come.
  bool queues_messages() const { return constrained >= Constrained::announced; }
  // Returns whether messages in receive order may be delivered although the federate is
  // constrained.
  bool delivers_receive_order_now() const { return advance && !advance->decided; }
  // Returns whether the log contains a request to be constrained that is not answered yet.
  bool awaits_constraint() const {
    return constrained == Constrained::requested && constrained_logged;
  }
  // Returns whether the others' promises count, as far as they have come.
  bool knows_regulators() const { return queues_messages() || awaits_constraint(); }

  // --- Requests.

  bool is_enabling() const { return is_enabling_regulation() || is_enabling_constrained(); }
  bool is_advancing() const { return advance.has_value(); }
  // Returns whether regulation begins at a later time than the present.
  bool is_moved_by_regulation(const core::TimeType& type) const {
    return regulation == Regulation::chosen && type.less(time, regulation_time);
  }
  // Returns whether a nextEventRequest(Available) is pending that is not decided.
  bool waits_for_event() const {
    return queues_messages() && delivers_receive_order_now() && advance->is_next_event();
  }
  // Returns whether a flush is held for a save. Otherwise it is granted at once.
  bool waits_to_flush() const {
    return queues_messages() && delivers_receive_order_now() && advance->is_flush();
  }
  // Returns whether a request is pending that cannot be granted yet.
  bool waits() const {
    if (advance) return !advance->decided;
    return regulation == Regulation::requested || regulation == Regulation::chosen ||
           constrained == Constrained::requested;
  }
  // Returns whether a callback that answers a request waits for the federate's tick.
  bool has_undelivered_answer() const {
    return (advance && advance->decided) || regulation == Regulation::announced ||
           constrained == Constrained::announced;
  }
  // Returns whether the federate waits for something other than its own tick.
  bool waits_for_others() const { return waits() && !has_undelivered_answer(); }
};
BOOST_DESCRIBE_ENUM(TimeState::Regulation, off, requested, chosen, announced, on)
BOOST_DESCRIBE_ENUM(TimeState::Constrained, off, requested, announced, on)
TRIAD_SAVED_BUT(TimeState,
                (time, strictly_after, guaranteed, regulation, lookahead, regulation_time,
                 pending_floors, regulation_logged, next_lookahead, lookahead_floor, promised,
                 constrained, constrained_logged, advance, waiting, state_number),
                (save_at));

}  // namespace triad::rtia
