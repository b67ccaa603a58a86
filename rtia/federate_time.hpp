// One federate's logical time (HLA 1.3 clause 8): whether it regulates and is constrained, its
// pending advance, what it has promised to others and what it may be granted. Pure rules; what is
// queued, sent and called back is Membership's (time.cpp), which asks decide() whenever something
// may have changed.
//
// The rules are those of HLA 1.3 clause 8.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/defect.hpp"
#include "core/regulators.hpp"
#include "core/time_type.hpp"
#include "rtia/saved_state.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

class FederateTime {
 public:
  using Bytes = wire::Bytes;
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  explicit FederateTime(const core::TimeType& type) : type_(type), others_(type) {}

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
  wire::Result<void> modify_lookahead(Bytes lookahead);
  wire::Result<Time> query(wire::TimeQuery which, const std::optional<Time>& first_queued) const;

  // --- Sending in time-stamp order (5.4).

  bool regulates() const { return regulation_ == Regulation::on; }
  // The time of a message, or what is wrong with it.
  wire::Result<Time> stamp(Bytes encoded) const;
  // The least stamp that may be sent now. It may fall when an advance to an event is granted early.
  TimeBound send_bound() const;
  // The least stamp that may ever be sent again.
  TimeBound promised() const { return promised_.value_or(TimeBound{time_, false}); }

  // --- Becoming regulating: every constrained federate says how far it may have been promised that
  // nothing will come, and the time is chosen so that nothing does (5.1).

  // The log carries the request; these federates were constrained at that point.
  void regulation_logged(std::set<FederateHandle> constrained);
  void ask_also(FederateHandle constrained);
  void floor_told(FederateHandle by, const TimeBound& floor);
  void no_longer_asked(FederateHandle federate);
  // What this federate tells others that become regulating.
  TimeBound floor(const std::optional<Time>& first_queued) const;

  void constrained_logged() { constrained_logged_ = true; }

  // Time-stamp-ordered messages are queued here, not delivered as they come.
  bool queues_messages() const { return constrained_ >= Constrained::announced; }
  // A message with this stamp can be delivered in order; others come from a broken peer.
  bool expects(Bytes stamp) const;
  // Messages in receive order may be delivered although the federate is constrained (5.6).
  bool receives_between() const { return advance_ && !advance_->decided; }
  bool waits_to_flush() const;
  bool constrained() const { return constrained_ == Constrained::on; }
  bool advancing() const { return advance_.has_value(); }
  bool constrained_or_about_to() const { return constrained_ != Constrained::off; }

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
  void hold_at(const std::optional<Time>& save_at) { save_at_ = save_at; }
  // The federate is to be told now: its next grant would be beyond, or it is there, and no message
  // up to it can come any more (HLA 1.3 clause 4.11).
  bool save_due(const std::optional<Time>& first_queued) const;
  // The RTIG is told so: nothing up to that time may come any more.
  void save_reached();
  // It asked to be constrained when it was past that time already, and may wait for that until
  // others go on who are held: not for it.
  bool beyond_save() const;
  const std::optional<Time>& save_at() const { return save_at_; }
  // Where its time goes next as far as is known; empty: nowhere.
  std::optional<Time> next_time(const std::optional<Time>& first_queued) const;

  SavedTime to_save() const;
  // False: there are no such times, and the state is of no use.
  bool restore(const SavedTime& taken);

  // The callback is being delivered.
  void regulation_enabled();
  void constrained_enabled();
  void granted();
  // A message in time-stamp order is being delivered.
  void message_delivered(Bytes stamp) {
    if (advance_ && type_.less(Time(stamp), advance_->time)) advance_->reacts = true;
  }

  // --- Reports to the others.

  struct Report {
    TimeBound promise;
    std::optional<TimeBound> conditional;
    std::uint64_t received = 0;
    std::optional<TimeBound> waits_for;
  };
  // What is to be reported now, if anything is; `received`: time-stamp-ordered messages so far.
  std::optional<Report> report_due(const std::optional<Time>& first_queued, std::uint64_t received);
  void reported(const Report& report, wire::Position position);
  // Somebody has to hear it who has not heard it, or that more has been received.
  void report_again() { again_ = last_report_ && last_report_->conditional; }
  wire::Position last_report() const { return last_report_position_; }
  const std::optional<Report>& reported() const { return last_report_; }
  // Reports of others who wait may say more than their promises alone.
  bool may_jump() const { return constrained_or_about_to(); }
  bool reported_waiting() const { return last_report_ && last_report_->conditional; }
  // Nothing has come since the last report that it does not count; one is due of whoever regulates,
  // or is about to.
  bool report_counts(std::uint64_t received) const {
    if (!last_report_ && TRIAD_DEFECT(unreported_regulator_left_out)) return true;
    if (!last_report_) return regulation_ == Regulation::off;
    return !last_report_->conditional || last_report_->received == received;
  }
  // How the reports fit together.
  void on_snapshot(const wire::TimeSnapshot& snapshot);

  // --- For people (time_status.cpp).

  // Another number with each request, and with each of the callbacks that answer one: tells two
  // waits for the same from each other.
  std::uint64_t state_number() const { return state_number_; }
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
  std::string time_text() const { return type_.text(time_); }
  std::string lookahead_text() const;  // empty if it does not regulate
  std::string lbts_text() const;       // empty if it has none, or does not know it yet

 private:
  // chosen: the time is, and others have been promised it; announced: the callback is queued.
  enum class Regulation { off, requested, chosen, announced, on };
  enum class Constrained { off, requested, announced, on };

  struct Pending {
    wire::Advance kind = wire::Advance::time_advance_request;
    Time time;
    bool decided = false;  // the grant is queued
    Time granted;
    bool reacts = false;  // the federate has received a message earlier than it asked for
  };

  wire::Result<Time> checked(Bytes encoded, wire::ErrorCode code, std::string_view what) const;
  wire::Result<Time> checked_lookahead(Bytes encoded) const;
  std::optional<wire::Error> refuse_while_advancing() const;

  bool promises() const { return regulation_ >= Regulation::chosen; }
  // The others' promises count, as far as they have come.
  bool knows_regulators() const {
    return queues_messages() || (constrained_ == Constrained::requested && constrained_logged_);
  }
  bool waits_for_event() const;
  std::optional<TimeBound> waits_for() const;
  bool says_too_much(const std::optional<TimeBound>& told,
                     const std::optional<TimeBound>& now) const;
  // `base` and what may be sent from there on.
  TimeBound ahead(const TimeBound& base, bool strictly) const;
  TimeBound not_below_promises(TimeBound bound) const;
  TimeBound bound_from(const Time& advance_time) const;
  TimeBound next_event(const std::optional<Time>& first_queued) const;
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
  core::Regulators others_;

  Time time_ = type_.zero();
  bool strictly_after_ = false;  // with zero lookahead, stamps are later than time_
  // Nothing earlier comes any more in time-stamp order: told by the last grant.
  TimeBound guaranteed_{time_, false};

  Regulation regulation_ = Regulation::off;
  Time lookahead_ = type_.zero();
  Time regulation_time_;  // asked for, then chosen
  std::set<FederateHandle> asked_;
  bool regulation_logged_ = false;
  // What others count on while an advance is pending is its lookahead at the request: a smaller one
  // waits for the grant.
  std::optional<Time> next_lookahead_;
  // A lookahead that was made smaller takes effect only as the time advances past this.
  std::optional<TimeBound> lookahead_floor_;
  std::optional<TimeBound> promised_;  // to the others

  Constrained constrained_ = Constrained::off;
  bool constrained_logged_ = false;

  std::optional<Pending> advance_;
  std::optional<Time> save_at_;
  std::uint64_t state_number_ = 1;

  std::optional<Report> last_report_;
  wire::Position last_report_position_ = 0;
  bool again_ = false;
  bool covered_ = false;  // a consistent snapshot contains the last report
};

}  // namespace triad::rtia
