// One federate's logical time (HLA 1.3 clause 8): whether it regulates and is constrained, its
// pending advance, what it has promised to others and what it may be granted. Pure rules; what is
// queued, sent and called back is TimeManagement's, which asks decide() whenever something may have
// changed.
//
// The rules are those of HLA 1.3 clause 8.
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

// An advance that has been asked for.
struct PendingAdvance {
  wire::Advance kind = wire::Advance::time_advance_request;
  core::Time time;
  bool decided = false;  // the grant is queued
  core::Time granted;
  bool reacts = false;    // the federate has received a message earlier than it asked for
  bool promised = false;  // what the grant will be, which is what was asked for
};
TRIAD_SAVED_BUT(PendingAdvance, (kind, time, decided, granted, reacts), (promised));

// An advance that begins when regulation and constraint have been enabled.
struct WaitingAdvance {
  wire::Advance kind = wire::Advance::time_advance_request;
  core::Time time;
};
TRIAD_SAVED(WaitingAdvance, (kind, time));

// What a federate's time is and has come to.
struct TimeState {
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  // chosen: the time is, and others have been promised it; announced: the callback is queued.
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
  bool strictly_after = false;  // with zero lookahead, stamps are later than time
  // Nothing earlier comes any more in time-stamp order: told by the last grant.
  TimeBound guaranteed;

  Regulation regulation = Regulation::off;
  Time lookahead;
  Time regulation_time;  // asked for, then chosen
  std::set<FederateHandle> asked;
  bool regulation_logged = false;
  // What others count on while an advance is pending is its lookahead at the request: a smaller one
  // waits for the grant.
  std::optional<Time> next_lookahead;
  // A lookahead that was made smaller takes effect only as the time advances past this.
  std::optional<TimeBound> lookahead_floor;
  std::optional<TimeBound> promised;  // to the others

  Constrained constrained = Constrained::off;
  bool constrained_logged = false;

  std::optional<Pending> advance;
  std::optional<WaitingAdvance> waiting;  // only while there is no `advance`
  std::optional<Time> save_at;
  std::uint64_t state_number = 1;

  std::optional<Report> last_report;
  wire::Position last_report_position = 0;
  bool again = false;
  bool covered = false;  // a consistent snapshot contains the last report

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
// The last report is not: whoever regulates says it anew, to all.
TRIAD_SAVED_BUT(TimeState,
                (time, strictly_after, guaranteed, regulation, lookahead, regulation_time, asked,
                 regulation_logged, next_lookahead, lookahead_floor, promised, constrained,
                 constrained_logged, advance, waiting, state_number),
                (save_at, last_report, last_report_position, again, covered));

class FederateTime {
 public:
  using Bytes = wire::Bytes;
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;
  using Report = TimeState::Report;

  explicit FederateTime(const core::TimeType& type, TimeLeniency leniency = {})
      : type_(type), leniency_(leniency), others_(type) {
    now_.time = now_.lookahead = now_.guaranteed.time = type.zero();
  }

  const core::TimeType& type() const { return type_; }
  // Bytes that are a time.
  bool fits(Bytes encoded) const {
    return encoded.size() <= wire::kTimeBytesMax && type_.valid(encoded);
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

  bool regulates() const { return now_.regulation == Regulation::on; }
  // The time stamp to send a message with, or an error that explains why the given time is refused.
  wire::Result<Time> stamp(Bytes encoded) const;
  // The least stamp that may be sent now. It may fall when an advance to an event is granted early.
  TimeBound send_bound() const;
  // The least stamp that may ever be sent again.
  TimeBound promised() const { return now_.promised.value_or(TimeBound{now_.time, false}); }

  // --- Becoming regulating: every constrained federate says how far it may have been promised that
  // nothing will come, and the time is chosen so that nothing does.

  // The log carries the request; these federates were constrained at that point.
  void regulation_logged(std::set<FederateHandle> constrained);
  void ask_also(FederateHandle constrained);
  void floor_told(FederateHandle by, const TimeBound& floor);
  void no_longer_asked(FederateHandle federate);
  // What this federate tells others that become regulating.
  TimeBound floor(const std::optional<Time>& first_queued) const;

  void constrained_logged() { now_.constrained_logged = true; }

  // Time-stamp-ordered messages are queued here, not delivered as they come.
  bool queues_messages() const { return now_.constrained >= Constrained::announced; }
  // A message with this stamp can be delivered in order; others come from a broken peer.
  bool expects(Bytes stamp) const;
  // Messages in receive order may be delivered although the federate is constrained.
  bool receives_between() const { return now_.advance && !now_.advance->decided; }
  bool waits_to_flush() const;
  bool constrained() const { return now_.constrained == Constrained::on; }
  bool advancing() const { return now_.advance.has_value(); }
  // Returns the federate's present time if `time` misses it by a tolerated rounding error,
  // otherwise `time`.
  Time raised_to_now(const Time& time) const { return raised(time, now_.time); }
  // For a refusal: names the setting that would let the time count as the federate's time.
  std::string rounding_hint_now(const Time& time) const { return rounding_hint(time, now_.time); }
  // Returns whether the next tick can answer enableTimeRegulation or enableTimeConstrained: the
  // answer is queued, or it depends on the RTIG and the other RTIAs but on no federate.
  bool answers_enabling_soon() const;
  bool constrained_or_about_to() const { return now_.constrained != Constrained::off; }

  // --- Decisions: what the federate is to be told next, once all that has come is taken into
  // account. Messages up to and at `time` go before a regulation or a grant, all of them if `all`.

  struct Decision {
    enum class What { regulation_enabled, constrained_enabled, grant };
    What what = What::grant;
    Time time;
    bool delivers = false;  // queued messages, before the callback
    bool all = false;
  };
  std::optional<Decision> decide(const std::optional<Time>& first_queued);

  // --- Saves (saved_state.cpp).

  // No grant goes beyond this time until the federate has been told to save; empty: no save is
  // planned.
  void hold_at(const std::optional<Time>& save_at) { now_.save_at = save_at; }
  // The federate is to be told now: its next grant would be beyond, or it is there, and no message
  // up to it can come any more (HLA 1.3 clause 4.11).
  bool save_due(const std::optional<Time>& first_queued) const;
  // The RTIG is told so: nothing up to that time may come any more.
  void save_reached();
  // It asked to be constrained when it was past that time already, and may wait for that until
  // others go on who are held: not for it.
  bool beyond_save() const;
  const std::optional<Time>& save_at() const { return now_.save_at; }
  // Where its time goes next as far as is known; empty: nowhere.
  std::optional<Time> next_time(const std::optional<Time>& first_queued) const;

  void save(wire::Encoder& out) const;
  // False: there are no such times, and the state is of no use.
  bool load(wire::Decoder& in);

  // The callback is being delivered.
  void regulation_enabled();
  void constrained_enabled();
  void granted();
  // A message in time-stamp order is being delivered.
  void message_delivered(Bytes stamp) {
    if (now_.advance && type_.less(Time(stamp), now_.advance->time)) now_.advance->reacts = true;
  }

  // --- Reports to the others.

  // What is to be reported now, if anything is; `received`: time-stamp-ordered messages so far, as
  // a count, or as the fingerprint that a note has of them. `noted`: the report is a note.
  std::optional<Report> report_due(const std::optional<Time>& first_queued, std::uint64_t received,
                                   bool noted);
  void reported(const Report& report, wire::Position position);
  // Somebody has to hear it who has not heard it, or that more has been received.
  void report_again() { now_.again = now_.last_report && now_.last_report->conditional; }
  // Nobody has heard one; what has been promised stands.
  void forget_report() {
    now_.last_report.reset();
    now_.last_report_position = 0;
    now_.again = now_.covered = false;
    if (now_.advance) now_.advance->promised = false;
  }
  wire::Position last_report() const { return now_.last_report_position; }
  const std::optional<Report>& reported() const { return now_.last_report; }
  // What the others have to promise for anything to happen to this federate; empty: something else
  // may.
  std::optional<TimeBound> waits_for(const std::optional<Time>& first_queued) const;
  // Reports of others who wait may say more than their promises alone.
  bool may_jump() const { return constrained_or_about_to(); }
  bool reported_waiting() const { return now_.last_report && now_.last_report->conditional; }
  // Nothing has come since the last report that it does not count; one is due of whoever regulates,
  // or is about to.
  bool report_counts(std::uint64_t received) const {
    if (!now_.last_report && TRIAD_DEFECT(unreported_regulator_left_out)) return true;
    if (!now_.last_report) return now_.regulation == Regulation::off;
    return !now_.last_report->conditional || now_.last_report->received == received;
  }
  // The least bound of all reports that hold together; empty: they do not. `own_report`: position
  // of the report of this federate that it contains.
  void on_together(const std::optional<TimeBound>& least, wire::Position own_report);

  // What is to be known of the LBTS before anything can be decided or promised, beyond what is
  // known; where the RTIG tells it.
  struct LbtsWait {
    std::optional<TimeBound> bound;  // whether it has reached this, or what is known
    bool each_rise = false;          // above the bound
  };
  LbtsWait waits_for_lbts(const std::optional<Time>& first_queued) const;
  bool same(const LbtsWait& a, const LbtsWait& b) const;

  // --- For people (time_status.cpp).

  // Another number with each request, and with each of the callbacks that answer one: tells two
  // waits for the same from each other.
  std::uint64_t state_number() const { return now_.state_number; }
  // "granted", "TAR to 5", "NER to 7", "enableTimeRegulation".
  std::string state_text() const;
  // Something is asked for and cannot be granted yet.
  bool waits() const;
  // A callback that answers what was asked for waits for the federate's tick.
  bool has_undelivered_answer() const;
  // What it waits for is not its own tick.
  bool waits_for_others() const { return waits() && !has_undelivered_answer(); }
  // If it waits: for whom, as far as is known.
  std::vector<FederateHandle> held_by() const;
  std::string time_text() const { return type_.text(now_.time); }
  std::string lookahead_text() const;  // empty if it does not regulate
  std::string lbts_text() const;       // empty if it has none, or does not know it yet

 private:
  using Regulation = TimeState::Regulation;
  using Constrained = TimeState::Constrained;
  using Pending = TimeState::Pending;

  wire::Result<Time> checked(Bytes encoded, wire::ErrorCode code, std::string_view what) const;
  wire::Result<Time> checked_lookahead(Bytes encoded) const;
  std::optional<wire::Error> refuse_while_advancing() const;
  wire::Error refuse_while_enabling() const;
  // Whether `time` is below `bound` by one unit in the last place; never so of a foreign
  // libFedTime.
  bool misses_by_rounding(const Time& time, const Time& bound) const;
  // Returns `bound` if `time` misses it by a tolerated rounding error, otherwise `time`.
  Time raised(const Time& time, const Time& bound) const;
  // Returns the end of a refusal's text; empty if rounding is not the cause.
  std::string rounding_hint(const Time& time, const Time& bound) const;

  // As waits_for(), also for an event that others' promises may not reach.
  std::optional<TimeBound> wanted(const std::optional<Time>& first_queued) const;
  bool promises() const { return now_.regulation >= Regulation::chosen; }
  // The others' promises count, as far as they have come.
  bool knows_regulators() const {
    return queues_messages() ||
           (now_.constrained == Constrained::requested && now_.constrained_logged);
  }
  bool waits_for_event() const;
  bool says_too_much(const std::optional<TimeBound>& told,
                     const std::optional<TimeBound>& now) const;
  // `base` and what may be sent from there on.
  TimeBound ahead(const Time& base, bool strictly) const;
  TimeBound not_below_promises(const TimeBound& bound) const;
  TimeBound bound_from(const Time& advance_time) const;
  TimeBound next_event(const std::optional<Time>& first_queued) const;
  Time event_wanted(const std::optional<Time>& first_queued) const;
  TimeBound promise(const std::optional<Time>& first_queued) const;
  void choose_regulation_time();
  void lower_lookahead(const Time& lookahead);
  bool can_reach(const Time& time, bool beyond) const;
  bool held_before(const Time& time) const;
  std::optional<Decision> decide_regulation();
  std::optional<Decision> decide_constraint();
  std::optional<Decision> decide_grant(const std::optional<Time>& first_queued);
  Time flush_time(const std::optional<Time>& first_queued) const;
  std::optional<Time> grantable(const std::optional<Time>& first_queued) const;

  const core::TimeType& type_;
  const TimeLeniency leniency_;
  core::Regulators others_;

  TimeState now_;
};

}  // namespace triad::rtia
