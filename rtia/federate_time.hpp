// Logical time of one federate (HLA 1.3 clause 8): whether it regulates and is constrained, its
// pending advance, its promises to others, and the grants it may have. Pure rules, without I/O.
// TimeManagement does the queueing, sending and callbacks, and calls decide() whenever something
// may have changed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/regulators.hpp"
#include "core/saved.hpp"
#include "core/time_type.hpp"
#include "records/defect.hpp"
#include "rtia/ambassador_options.hpp"
#include "wire/error.hpp"

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
};
TRIAD_SAVED_BUT(PendingAdvance, (kind, time, decided, granted, received_earlier), (promised));

// Advance that begins when regulation and constraint have been enabled.
struct WaitingAdvance {
  wire::Advance kind = wire::Advance::time_advance_request;
  core::Time time;
};
TRIAD_SAVED(WaitingAdvance, (kind, time));

// Time state of a federate.
struct TimeState {
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  // chosen: the time is chosen, and promised to others; announced: the callback is queued.
  enum class Regulation { off, requested, chosen, announced, on };
  enum class Constrained { off, requested, announced, on };

  using Pending = PendingAdvance;

  struct Report {
    TimeBound promise;
    std::optional<TimeBound> conditional;
    std::uint64_t received = 0;
    std::optional<TimeBound> waits_for;
  };

  Time time;
  bool strictly_after = false;  // with zero lookahead, stamps are later than `time`
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

  std::optional<Pending> advance;
  std::optional<WaitingAdvance> waiting;  // only while there is no `advance`
  std::optional<Time> save_at;
  std::uint64_t state_number = 1;

  std::optional<Report> last_report;
  wire::Position last_report_position = 0;
  bool must_report_again = false;
  bool in_snapshot = false;  // a consistent snapshot contains the last report

  bool is_enabling_regulation() const {
    return regulation != Regulation::off && regulation != Regulation::on;
  }
  bool is_enabling_constrained() const {
    return constrained != Constrained::off && constrained != Constrained::on;
  }
  bool is_enabling() const { return is_enabling_regulation() || is_enabling_constrained(); }
};
BOOST_DESCRIBE_ENUM(TimeState::Regulation, off, requested, chosen, announced, on)
BOOST_DESCRIBE_ENUM(TimeState::Constrained, off, requested, announced, on)
// The last report is not saved: after a restore each regulating federate reports again, to all.
TRIAD_SAVED_BUT(TimeState,
                (time, strictly_after, guaranteed, regulation, lookahead, regulation_time,
                 pending_floors, regulation_logged, next_lookahead, lookahead_floor, promised,
                 constrained, constrained_logged, advance, waiting, state_number),
                (save_at, last_report, last_report_position, must_report_again, in_snapshot));

class FederateTime {
 public:
  using Bytes = wire::Bytes;
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;
  using Report = TimeState::Report;

  explicit FederateTime(const core::TimeType& type, TimeLeniency leniency = {})
      : type_(type), leniency_(leniency), others_(type) {
    state_.time = state_.lookahead = state_.guaranteed.time = type.zero();
  }

  const core::TimeType& type() const { return type_; }
  // Returns whether the bytes are a valid time.
  bool is_valid_time(Bytes encoded) const {
    return encoded.size() <= wire::kTimeBytesMax && type_.is_valid(encoded);
  }
  core::Regulators& others() { return others_; }
  const core::Regulators& others() const { return others_; }

  // --- The federate's calls. An error changes nothing.

  wire::Result<void> enable_regulation(Bytes time, Bytes lookahead);
  wire::Result<void> disable_regulation();
  wire::Result<void> enable_constrained();
  wire::Result<void> disable_constrained();
  wire::Result<void> request(wire::Advance kind, Bytes time);
  // Begins the waiting advance if regulation and constraint are enabled. Returns whether an advance
  // begins.
  bool begin_waiting_advance();
  wire::Result<void> modify_lookahead(Bytes lookahead);
  wire::Result<Time> query(wire::TimeQuery which, const std::optional<Time>& first_queued) const;

  // --- Sending in time-stamp order.

  bool regulates() const { return state_.regulation == Regulation::on; }
  // Returns the time stamp for a message, or an error that explains why the given time is refused.
  wire::Result<Time> checked_stamp(Bytes encoded) const;
  // Lower bound of the stamps that may be sent now. It may fall when an advance to an event is
  // granted early.
  TimeBound send_bound() const;
  // Lower bound of all stamps that may still be sent.
  TimeBound promised() const { return state_.promised.value_or(TimeBound{state_.time, false}); }

  // --- Becoming regulating: every constrained federate states its floor, a time below which it may
  // have been promised that no message comes. The regulation time is chosen so that no message
  // undercuts a floor.

  // Handles the log record with the request. The given federates were constrained at that point.
  void record_regulation_logged(std::set<FederateHandle> constrained);
  void request_floor_from(FederateHandle constrained);
  void receive_floor(FederateHandle by, const TimeBound& floor);
  void remove_floor_request(FederateHandle federate);
  // Floor that this federate states to a federate that becomes regulating.
  TimeBound floor(const std::optional<Time>& first_queued) const;

  void record_constrained_logged() { state_.constrained_logged = true; }

  // Returns whether time-stamp-ordered messages are queued instead of delivered as they come.
  bool queues_messages() const { return state_.constrained >= Constrained::announced; }
  // Returns whether a message with this stamp can be delivered in order. If not, its sender is
  // faulty.
  bool can_deliver_in_order(Bytes stamp) const;
  // Returns whether messages in receive order may be delivered although the federate is
  // constrained.
  bool delivers_receive_order_now() const { return state_.advance && !state_.advance->decided; }
  bool waits_to_flush() const;
  bool is_constrained() const { return state_.constrained == Constrained::on; }
  bool is_advancing() const { return state_.advance.has_value(); }
  // Returns the federate's present time if `time` misses it by a tolerated rounding error,
  // otherwise `time`.
  Time raised_to_now(const Time& time) const { return raised(time, state_.time); }
  // Text for a refusal that names the setting by which `time` would count as the federate's time.
  std::string rounding_hint_now(const Time& time) const { return rounding_hint(time, state_.time); }
  // Returns whether the next tick can answer enableTimeRegulation or enableTimeConstrained: the
  // answer is queued, or it depends on the RTIG and the other RTIAs but on no federate.
  bool answers_enabling_soon() const;
  bool is_constrained_or_enabling() const { return state_.constrained != Constrained::off; }

  // --- Decisions: the next callback due, once everything that has arrived is taken into account.

  // Callback to queue. If `delivers` is set, queued messages with stamps up to and including
  // `time`, or all if `all` is set, go before it.
  struct Decision {
    enum class Kind { regulation_enabled, constrained_enabled, grant };
    Kind kind = Kind::grant;
    Time time;
    bool delivers = false;  // queued messages are delivered before the callback
    bool all = false;
  };
  std::optional<Decision> decide(const std::optional<Time>& first_queued);

  // --- Saves (saved_state.cpp).

  // Holds grants at this time until the federate has been told to save; empty: no save is planned.
  void hold_grants_at(const std::optional<Time>& save_at) { state_.save_at = save_at; }
  // Returns whether the federate must be told to save now: its next grant would be later than the
  // save, or it is at that time, and no message up to that time can come any more (HLA 1.3 clause
  // 4.11).
  bool is_save_due(const std::optional<Time>& first_queued) const;
  // Handles the report to the RTIG that the save time is reached: no message up to that time may
  // come any more.
  void record_save_reached();
  // Returns whether the federate asked to be constrained when its time was already past the save.
  // The answer may wait for others that are held at the save, so the save must not wait for this
  // federate.
  bool is_beyond_save() const;
  const std::optional<Time>& save_at() const { return state_.save_at; }
  // Time of the next grant as far as it is known; empty: none.
  std::optional<Time> next_time(const std::optional<Time>& first_queued) const;

  void save(wire::Encoder& out) const;
  // Returns false if the state is malformed and must not be used.
  bool load(wire::Decoder& in);

  // Handle the delivery of the callback.
  void record_regulation_enabled();
  void record_constrained_enabled();
  void record_grant();
  // Handles the delivery of a message in time-stamp order.
  void record_delivery(Bytes stamp) {
    if (state_.advance && type_.less(Time(stamp), state_.advance->time))
      state_.advance->received_earlier = true;
  }

  // --- Reports to the others.

  // Returns the report that is due, if any. `received` is the count of time-stamp-ordered messages
  // received, or in a note their fingerprint. `noted`: the report is a note in shared memory.
  std::optional<Report> report_due(const std::optional<Time>& first_queued, std::uint64_t received,
                                   bool noted);
  void record_report(const Report& report, wire::Position position);
  // Lets a conditional promise be reported again, because a new member has not received it or
  // because more messages have been received.
  void report_again() {
    state_.must_report_again = state_.last_report && state_.last_report->conditional;
  }
  // Forgets the last report, because no receiver has it. The promises made still hold.
  void forget_report() {
    state_.last_report.reset();
    state_.last_report_position = 0;
    state_.must_report_again = state_.in_snapshot = false;
    if (state_.advance) state_.advance->promised = false;
  }
  wire::Position last_reported_position() const { return state_.last_report_position; }
  const std::optional<Report>& latest_report() const { return state_.last_report; }
  // Promise that the others must reach before anything can happen to this federate; empty if
  // something else may end its wait.
  std::optional<TimeBound> waits_for(const std::optional<Time>& first_queued) const;
  // Returns whether conditional promises of others may raise this federate's LBTS beyond their
  // promises.
  bool may_jump() const { return is_constrained_or_enabling(); }
  bool has_reported_condition() const {
    return state_.last_report && state_.last_report->conditional;
  }
  // Returns whether the last report counts all messages received so far. A federate that regulates,
  // or is about to, must have made one.
  bool is_report_current(std::uint64_t received) const {
    if (!state_.last_report && TRIAD_DEFECT(unreported_regulator_left_out)) return true;
    if (!state_.last_report) return state_.regulation == Regulation::off;
    return !state_.last_report->conditional || state_.last_report->received == received;
  }
  // Handles the result of a consistent snapshot. `least` is the least bound of all reports if they
  // hold together, otherwise empty. `own_report` is the position of this federate's report in the
  // snapshot.
  void apply_consistent_snapshot(const std::optional<TimeBound>& least, wire::Position own_report);

  // LBTS that this federate must learn, beyond the known one, before anything can be decided or
  // promised. Used where the RTIG sends the LBTS.
  struct LbtsWait {
    std::optional<TimeBound> bound;  // LBTS to wait for; empty: any above the known one
    bool each_rise = false;          // each rise above the bound must be told
  };
  LbtsWait waits_for_lbts(const std::optional<Time>& first_queued) const;
  bool are_equal(const LbtsWait& a, const LbtsWait& b) const;

  // --- For status output (time_status.cpp).

  // Number that changes with each request and with each callback that answers one. It distinguishes
  // two waits for the same time.
  std::uint64_t state_number() const { return state_.state_number; }
  // For example "granted", "TAR to 5", "NER to 7", "enableTimeRegulation".
  std::string state_text() const;
  // Returns whether a request is pending that cannot be granted yet.
  bool waits() const;
  // Returns whether a callback that answers a request waits for the federate's tick.
  bool has_undelivered_answer() const;
  // Returns whether the federate waits for something other than its own tick.
  bool waits_for_others() const { return waits() && !has_undelivered_answer(); }
  // Federates that hold up this one's wait, as far as known.
  std::vector<FederateHandle> held_by() const;
  std::string time_text() const { return type_.text(state_.time); }
  std::string lookahead_text() const;  // empty if it does not regulate
  std::string lbts_text() const;       // empty if there is none, or it is not known yet

 private:
  using Regulation = TimeState::Regulation;
  using Constrained = TimeState::Constrained;
  using Pending = TimeState::Pending;

  // Return the decoded time or lookahead, or the error of an invalid one.
  wire::Result<Time> checked(Bytes encoded, wire::ErrorCode code, std::string_view what) const;
  wire::Result<Time> checked_lookahead(Bytes encoded) const;
  // Return the error of a service that is not allowed now.
  std::optional<wire::Error> refuse_while_advancing() const;
  wire::Error refuse_while_enabling() const;
  // Returns whether `time` is below `bound` by one unit in the last place; always false for a
  // foreign libFedTime.
  bool misses_by_rounding(const Time& time, const Time& bound) const;
  // Returns `bound` if `time` misses it by a tolerated rounding error, otherwise `time`.
  Time raised(const Time& time, const Time& bound) const;
  // Returns the end of a refusal's text; empty if rounding is not the cause.
  std::string rounding_hint(const Time& time, const Time& bound) const;

  // As waits_for(), but also for an event that others' promises may not reach.
  std::optional<TimeBound> required_bound(const std::optional<Time>& first_queued) const;
  bool makes_promises() const { return state_.regulation >= Regulation::chosen; }
  // Returns whether the others' promises count, as far as they have come.
  bool knows_regulators() const {
    return queues_messages() ||
           (state_.constrained == Constrained::requested && state_.constrained_logged);
  }
  bool waits_for_event() const;
  // Returns true if others count on a wait that is over or ends earlier.
  bool is_wait_outdated(const std::optional<TimeBound>& stated,
                        const std::optional<TimeBound>& current) const;
  // Lower bound of the stamps that may be sent at time `base` and later.
  TimeBound send_bound_at(const Time& base, bool strictly) const;
  // Returns the bound, raised to promises already made.
  TimeBound not_below_promises(const TimeBound& bound) const;
  // Returns the bound on time stamps sent after a grant of this time.
  TimeBound bound_from(const Time& advance_time) const;
  // Returns the lower bound of the next grant of a federate that waits for an event.
  // `first_queued`: the stamp of its first queued message, in all functions here.
  TimeBound next_event(const std::optional<Time>& first_queued) const;
  // Returns the time of the grant if no earlier message arrives.
  Time target_event_time(const std::optional<Time>& first_queued) const;
  // Returns the promise of the federate in its present state.
  TimeBound promise(const std::optional<Time>& first_queued) const;
  // Sets the time at which regulation begins, at least the present time.
  void choose_regulation_time();
  // Lowers the lookahead; promises made before still hold.
  void lower_lookahead(const Time& lookahead);
  // Returns true if no message can come any more before the time or, if `beyond`, at it.
  bool can_reach(const Time& time, bool beyond) const;
  // Returns true if a planned save forbids a grant of this time.
  bool is_held_before(const Time& time) const;
  // Return the decision that is possible now, if there is one.
  std::optional<Decision> decide_regulation();
  std::optional<Decision> decide_constraint();
  std::optional<Decision> decide_grant(const std::optional<Time>& first_queued);
  // Returns the time of the grant of a flushQueueRequest.
  Time flush_time(const std::optional<Time>& first_queued) const;
  // Returns the time that may be granted now.
  std::optional<Time> grantable(const std::optional<Time>& first_queued) const;

  const core::TimeType& type_;
  const TimeLeniency leniency_;
  core::Regulators others_;

  TimeState state_;
};

}  // namespace triad::rtia
