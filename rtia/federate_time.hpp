// Logical time of one federate (HLA 1.3 clause 8): its requests, the decisions about them, and its
// promises to others. Pure rules, without I/O. FederateTime changes the TimeState; TimeOutlook and
// SendBounds answer questions about it. TimeManagement does the queueing, sending and callbacks,
// and calls decide() whenever something may have changed.
#pragma once

#include <optional>
#include <set>

#include "core/regulators.hpp"
#include "core/time_type.hpp"
#include "rtia/ambassador_options.hpp"
#include "rtia/reported_promise.hpp"
#include "rtia/send_bounds.hpp"
#include "rtia/time_checks.hpp"
#include "rtia/time_outlook.hpp"
#include "rtia/time_state.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

class FederateTime {
 public:
  using Bytes = wire::Bytes;
  using FederateHandle = wire::FederateHandle;
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  explicit FederateTime(const core::TimeType& type, TimeLeniency leniency = {})
      : type_(type),
        advances_wait_(leniency.advances_wait),
        checks_(type, leniency.tolerates_ulp),
        others_(type) {
    state_.time = state_.lookahead = state_.guaranteed.time = type.zero();
  }

  const core::TimeType& type() const { return type_; }
  const TimeChecks& checks() const { return checks_; }
  // Returns the promises of the other regulating federates.
  core::Regulators& others() { return others_; }
  const core::Regulators& others() const { return others_; }
  const TimeState& state() const { return state_; }
  // Returns a view that must not outlive this object. `first_queued`: stamp of the federate's first
  // queued message, in all functions here.
  TimeOutlook outlook(const std::optional<Time>& first_queued) const {
    return {type_, state_, others_, first_queued};
  }

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

  // --- Messages in time-stamp order.

  // Returns the time stamp for a message, or an error that explains why the given time is refused.
  wire::Result<Time> checked_stamp(Bytes encoded) const;
  // Returns the lower bound of the stamps that may be sent now.
  TimeBound send_bound() const { return SendBounds(type_, state_).now(); }
  // Returns whether a message with this stamp can be delivered in order. If not, its sender is
  // faulty.
  bool can_deliver_in_order(Bytes stamp) const;
  // Handles the delivery of a message.
  void record_delivery(Bytes stamp) {
    if (state_.advance && type_.less(Time(stamp), state_.advance->time))
      state_.advance->received_earlier = true;
  }

  // --- Becoming regulating: every constrained federate states its floor, a time below which it may
  // have been promised that no message comes. The regulation time is chosen so that no message
  // undercuts a floor.

  // Handles the log record with the request. The given federates were constrained at that point.
  void record_regulation_logged(std::set<FederateHandle> constrained);
  void request_floor_from(FederateHandle constrained);
  void receive_floor(FederateHandle by, const TimeBound& floor);
  void remove_floor_request(FederateHandle federate);

  // Handles the log record with the request to be constrained.
  void record_constrained_logged() { state_.constrained_logged = true; }

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

  // Handle the delivery of the callback.
  void record_regulation_enabled();
  void record_constrained_enabled();
  void record_grant();

  // --- Saves (saved_state.cpp).

  // Holds grants at this time until the federate has been told to save; empty: no save is planned.
  void hold_grants_at(const std::optional<Time>& save_at) { state_.save_at = save_at; }
  // Handles the report to the RTIG that the save time is reached: no message up to that time may
  // come any more.
  void record_save_reached();

  void save(wire::Encoder& out) const;
  // Returns false if the state is malformed and must not be used.
  bool load(wire::Decoder& in);

  // --- Reports to the others.

  const ReportedPromise& reported() const { return reported_; }
  // Returns the report that is due, if any. `received` and `noted` as in TimeOutlook::report().
  std::optional<PromiseReport> report_due(const std::optional<Time>& first_queued,
                                          std::uint64_t received, bool noted);
  void record_report(const PromiseReport& report, wire::Position position);
  // Calls ReportedPromise::repeat_condition().
  void repeat_condition() { reported_.repeat_condition(); }
  // Forgets the last report, because no receiver has it. The promises made still hold.
  void forget_report();
  // Handles the result of a consistent snapshot. `least` is the least bound of all reports if they
  // hold together, otherwise empty. `own_report` is the position of this federate's report in the
  // snapshot.
  void apply_consistent_snapshot(const std::optional<TimeBound>& least, wire::Position own_report);

 private:
  using Regulation = TimeState::Regulation;
  using Constrained = TimeState::Constrained;

  // Return the error of a service that is not allowed now.
  std::optional<wire::Error> refuse_while_advancing() const;
  wire::Error refuse_while_enabling() const;
  // Sets the time at which regulation begins, at least the present time.
  void choose_regulation_time();
  void raise_regulation_time(const Time& time);
  // Lowers the lookahead; promises made before still hold.
  void lower_lookahead(const Time& lookahead);
  // Return the decision that is possible now, if there is one.
  std::optional<Decision> decide_regulation(const TimeOutlook& outlook);
  std::optional<Decision> decide_constraint();
  std::optional<Decision> decide_grant(const TimeOutlook& outlook);

  const core::TimeType& type_;
  const bool advances_wait_;  // TimeLeniency::advances_wait
  const TimeChecks checks_;
  core::Regulators others_;

  TimeState state_;
  ReportedPromise reported_;
};

}  // namespace triad::rtia
