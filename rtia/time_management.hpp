// Time management in the RTIA (HLA 1.3 clause 8). FederateTime decides; this class has the
// federate's calls and callbacks, and the notes and records that carry promises. The other groups
// do not depend on how promises travel. A promise is a lower bound on the time stamps that a member
// may still send; a conditional one holds unless the member receives an earlier message.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/wake_ups.hpp"
#include "records/handled_messages.hpp"
#include "records/promise_scan.hpp"
#include "records/time_note.hpp"
#include "rtia/federate_ages.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/retraction.hpp"

namespace triad::rtia {

class TimeManagement : private ServiceGroup {
 public:
  TimeManagement(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                 Retraction& retraction, InstanceLifecycle& lifecycle)
      : ServiceGroup(context),
        time_(time),
        delivery_(delivery),
        retraction_(retraction),
        lifecycle_(lifecycle),
        wake_ups_(time.type(), time.others()) {}

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
  // RegulationFloor: bound below which this new regulator must not send. CausalDependencies: only
  // checked here. HoldsUpOthers: logs that others wait because this federate does not tick.
  Fault receive_record(const Record&, const wire::RegulationFloor&);
  Fault receive_record(const Record&, const wire::CausalDependencies&);
  Fault receive_record(const Record&, const wire::LbtsTold&);
  Fault receive_record(const Record&, const wire::PromisesReduced&);
  Fault receive_record(const Record&, const wire::TimeStatusRequest&);
  Fault receive_record(const Record&, const wire::HoldsUpOthers&);

  bool make_callback(const Record&, const wire::TimeRegulationEnabled&);
  bool make_callback(const Record&, const wire::TimeConstrainedEnabled&);
  bool make_callback(const Record&, const wire::TimeAdvanceGrant&);

  // Handles another member's note, which takes the place of a TimeReport.
  void receive_note(FederateHandle from, const records::TimeNote& report);

  // --- Decisions from all notes at once (records::PromiseScan).

  // Promise that this federate waits for, if only others' notes can end its wait; otherwise empty.
  std::optional<core::TimeBound> waits_for_notes() const;
  // Returns whether the known promise of that federate is its last note, and is below `wanted`.
  bool is_held_back_by(FederateHandle federate, const core::TimeBound& wanted) const {
    return time_.others().may_send_below(federate, wanted);
  }
  // Handles all notes together. Returns false if each must be handled by itself.
  [[nodiscard]] bool receive_notes(const records::PromiseScan& scan);
  // Note of this federate, if the members that it wakes must be computed; otherwise null.
  const records::TimeNote* own_note_for_wakes() const;
  // Returns the fingerprint of all messages in time-stamp order that have been sent so far. Must be
  // called after the notes with which it is compared were read.
  std::uint64_t sent_fingerprint();
  // Returns whether all notes together tell which members this federate's note wakes. Constrained
  // members that do not state their wait are woken by every promise.
  bool can_compute_wakes(const records::PromiseScan& scan) const {
    return scan.is_valid_at(context_.streams().log_position());
  }
  bool is_constrained(FederateHandle federate) {
    return std::ranges::binary_search(constrained_others(), federate);
  }
  bool has_reported_by_note() const { return has_reported_by_note_; }
  bool has_other_promises() const { return !time_.others().promises().empty(); }
  // Promise at the time when this federate last woke others.
  std::optional<core::TimeBound> last_wake_promise() const { return wake_ups_.last_wake_promise(); }
  void record_wakes_by_notes() { wake_ups_.record_wakes_by_notes(); }

  // --- Members.

  // Begins after a join or a restore.
  void begin();
  // Handles a new member, which has not received any records that this one has.
  void after_member_joined();
  void remove_federate(FederateHandle federate, wire::Position log_position);
  // Begins again at another router, which has no state of this member: reports everything again and
  // counts from zero.
  void begin_elsewhere();

  // --- Messages in time-stamp order.

  // Counts a received message, even if it is not delivered.
  void count_received_tso(const wire::RecordHeader& header) {
    ++tso_received_;
    received_messages_.add(header.from(), header.position);
  }
  // Counts the message that was sent last.
  void count_sent_tso() {
    received_messages_.add(self_, context_.position());
    context_.publish_tso_position();
  }

  // --- Decisions.

  // Decides grants, unless `held` is set, and reports promises, once everything that has arrived is
  // handled.
  void settle(bool held);
  bool has_pending_flush() const { return time_.state().waits_to_flush(); }

  // --- The LBTS, where the RTIG tells it.

  // Requests the LBTS if needed. Returns the position of the request; empty: no request is needed.
  std::optional<wire::Position> request_lbts();
  // Handles the acknowledgement of the record at that position.
  void receive_acceptance(wire::Position position);
  // Handles the answer to the request of the call in progress.
  void receive_lbts_answer();

  // --- For the Ambassador.

  // Returns the LBTS that decides grants of a constrained federate; empty if unknown.
  std::optional<core::Time> known_lbts() const;

  // Called when all members can read the last note.
  void record_note_published();
  bool must_recompute_wake_ups() const { return wake_ups_.must_recompute(); }
  // Wakes the members that the last note lets advance. `all_read`: no more notes have arrived;
  // otherwise all constrained members are woken.
  void recompute_wake_ups(bool all_read);

  // Returns a number that changes when the federate is granted a time or begins to wait.
  std::uint64_t state_number() const;
  bool is_status_requested() const { return requested_status_epoch_ != 0; }
  void send_status_to_rtig(const FederateAges& ages, const wire::FederateTraffic& traffic);

  // --- Saves.

  void save(wire::Encoder& out) const { out.put(regulation_logged_at_); }
  bool load(wire::Decoder& in) {
    in.get(regulation_logged_at_);
    return in.ok();
  }

 private:
  // Members read each other's promises. Otherwise the RTIG tells the least of them.
  bool reads_promises_directly() const { return context_.streams().reads_promises_directly(); }
  // Returns true if another member regulates, not counting `except`.
  bool other_regulates(FederateHandle except = {}) const;
  // Replaces all others' promises by this one bound.
  void set_others_bound(const std::optional<core::TimeBound>& bound);
  // Requests the LBTS for the call in progress if needed. Returns true if the call must wait.
  bool must_request_lbts();
  // Returns empty if there is no bound, or if one is malformed.
  std::optional<core::TimeBound> least_of(const std::optional<wire::TimeBound>& first,
                                          std::span<const wire::TimeBound> others) const;
  // Delivers the messages that precede a decision, and queues its callback.
  void carry_out(const FederateTime::Decision& decision);
  // Returns whether a report was due and has been made.
  bool report_promise();
  // Number or fingerprint of the messages in time-stamp order so far, as a report states it.
  std::uint64_t messages_known() const;
  void withdraw_note();
  // Prepares for the federate's request to advance.
  void begin_advance();
  // Begins the requested advance, if any, that waited until regulation and constraint are enabled.
  void begin_waiting_advance() {
    if (time_.begin_waiting_advance()) begin_advance();
  }
  // Publish the report as a note in shared memory, or send it to the Router.
  void publish_note(const PromiseReport& report);
  void send_report(const PromiseReport& report);
  // Sends the wait for an LBTS to the Router, if no report has stated it.
  void send_wait_to_rtig();
  // Requests the LBTS that a flush needs.
  void request_flush_lbts();
  // Applies the conditional promises if this member has received every message sent. Members that
  // wait for events then advance to the earliest event at once.
  void evaluate_jump();
  // Returns whether that federate had received all messages when it stated its condition. `sent`:
  // sent_fingerprint().
  bool has_received_all(FederateHandle federate, std::uint64_t sent) const;
  // Another federate waits for an event.
  bool has_conditions() const { return !conditions_.empty(); }
  // Audience for a report that only the RTIG's Router needs, which computes others' LBTS from it.
  static Audience to_reduction() {
    Audience audience;
    audience.is_outside_stream = true;
    return audience;
  }
  // Returns true if the report wakes all members, because some may jump.
  bool wakes_all(const PromiseReport& report) const;
  // Returns the other constrained members, in ascending order.
  const std::vector<FederateHandle>& constrained_others();

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  InstanceLifecycle& lifecycle_;

  struct Condition {
    std::uint64_t received_fingerprint = 0;
    wire::Position log_position = 0;
  };

  records::HandledMessages received_messages_;
  // Conditions of the members that have noted a conditional promise last.
  boost::container::flat_map<FederateHandle, Condition> conditions_;
  wire::Position left_at_ = 0;  // Last resignation in the log. Earlier conditions do not count.
  core::WakeUps wake_ups_;
  bool has_reported_by_note_ = false;  // the last report was a note
  records::TimeNote last_note_ = {};
  wire::Position regulation_logged_at_ = 0;        // position of the federate's last request
  LbtsWait sent_wait_;                             // as told to the RTIG
  std::optional<wire::Position> flush_waits_for_;  // position of the request for the flush's LBTS
  bool flush_knows_lbts_ = false;
  bool is_requesting_lbts_ = false;           // for the call in progress
  bool lbts_fresh_ = false;                   // the answer has come; the call is made again
  std::uint64_t requested_status_epoch_ = 0;  // epoch of the question to be answered; 0: none
  std::uint64_t tso_received_ = 0;
  bool knows_constrained_ = false;
  std::vector<FederateHandle> constrained_;  // without this federate; valid if `knows_constrained_`
  std::vector<FederateHandle> concerned_;    // of the last audience
};

}  // namespace triad::rtia
