// Time management in the RTIA (HLA 1.3 clause 8): the federate's calls and callbacks, and the log
// records of regulating and constrained members. FederateTime decides; promises travel in notes
// (TimeNotes) or through the RTIG (LbtsExchange). The other groups do not depend on how they
// travel. A promise is a lower bound on the time stamps that a member may still send; a conditional
// one holds unless the member receives an earlier message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtia/federate_time.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/lbts_exchange.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/retraction.hpp"
#include "rtia/time_notes.hpp"

namespace triad::rtia {

class TimeManagement : private ServiceGroup {
 public:
  TimeManagement(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                 Retraction& retraction, InstanceLifecycle& lifecycle,
                 const TimeStatusReport& status)
      : ServiceGroup(context),
        time_(time),
        delivery_(delivery),
        retraction_(retraction),
        lifecycle_(lifecycle),
        lbts_(context, time, delivery),
        notes_(context, time, delivery, status) {}

  // Return the two ways in which promises travel. One of them is in use.
  LbtsExchange& lbts() { return lbts_; }
  TimeNotes& notes() { return notes_; }

  Result<void> perform_call(const wire::EnableTimeRegulation&);
  Result<void> perform_call(const wire::DisableTimeRegulation&);
  Result<void> perform_call(const wire::EnableTimeConstrained&);
  Result<void> perform_call(const wire::DisableTimeConstrained&);
  Result<void> perform_call(const wire::AdvanceTime&);
  Result<void> perform_call(const wire::SetAsynchronousDelivery&);
  Result<void> perform_call(const wire::ModifyLookahead&);
  Result<std::string> perform_call(const wire::QueryTime&);

  Fault receive_record(const Record&, const wire::EnableTimeRegulation&);
  Fault receive_record(const Record&, const wire::DisableTimeRegulation&);
  Fault receive_record(const Record&, const wire::EnableTimeConstrained&);
  Fault receive_record(const Record&, const wire::DisableTimeConstrained&);
  // Handle records about time. RegulationFloor: bound below which this new regulator must not send.
  // CausalDependencies: only checked here.
  Fault receive_record(const Record&, const wire::RegulationFloor&);
  Fault receive_record(const Record&, const wire::CausalDependencies&);
  Fault receive_record(const Record&, const wire::PromisesReduced&);

  // Make the queued callback the current one. Return true.
  bool make_callback(const Record&, const wire::TimeRegulationEnabled&);
  bool make_callback(const Record&, const wire::TimeConstrainedEnabled&);
  bool make_callback(const Record&, const wire::TimeAdvanceGrant&);

  // --- Members.

  // Begins after a join or a restore.
  void begin();
  void remove_federate(FederateHandle federate, wire::Position log_position);
  // Begins again at another router, which has no state of this member, or after a recovery: reports
  // everything again and counts from zero.
  void begin_elsewhere();

  // Counts a received message in time-stamp order, even if it is not delivered.
  void count_received_tso(const wire::RecordHeader& header) {
    ++tso_received_;
    if (!header.to()) notes_.count_received(header.from(), header.position);
  }

  // --- Decisions.

  // Decides grants, unless `held` is set, and reports promises, once everything that has arrived is
  // handled.
  void settle(bool held);
  bool has_pending_flush() const { return time_.state().waits_to_flush(); }

  // Returns the LBTS that decides grants of a constrained federate; empty if unknown.
  std::optional<core::Time> known_lbts() const;

  // --- Saves.

  void save(wire::Encoder& out) const { out.put(regulation_logged_at_); }
  bool load(wire::Decoder& in) {
    in.get(regulation_logged_at_);
    return in.ok();
  }

 private:
  // Returns whether members read each other's promises. Otherwise the RTIG tells the least of them.
  bool reads_promises_directly() const { return context_.streams().reads_promises_directly(); }
  // Delivers the messages that precede a decision, and queues its callback.
  void carry_out(const FederateTime::Decision& decision);
  // Returns whether a report was due and has been made.
  bool report_promise();
  // Returns the number or fingerprint of the messages in time-stamp order so far, as a report
  // states it.
  std::uint64_t messages_known() const;
  // Prepares for the federate's request to advance.
  void begin_advance();
  // Begins the requested advance, if any, that waited until regulation and constraint are enabled.
  void begin_waiting_advance() {
    if (time_.begin_waiting_advance()) begin_advance();
  }
  // Sends the report to the Router.
  void send_report(const PromiseReport& report);

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  InstanceLifecycle& lifecycle_;

  LbtsExchange lbts_;
  TimeNotes notes_;
  wire::Position regulation_logged_at_ = 0;  // position of the federate's last request
  std::uint64_t tso_received_ = 0;
};

}  // namespace triad::rtia
