// Time management in the RTIA (HLA 1.3 clause 8). What the federate may be told is FederateTime's
// to decide; here are the federate's calls, and the notes and records that promises travel in. The
// other groups see nothing of how promises travel.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/wake_ups.hpp"
#include "records/heard_messages.hpp"
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

  Result<void> on(const wire::EnableTimeRegulation&);
  Result<void> on(const wire::DisableTimeRegulation&);
  Result<void> on(const wire::EnableTimeConstrained&);
  Result<void> on(const wire::DisableTimeConstrained&);
  Result<void> on(const wire::AdvanceTime&);
  Result<void> on(const wire::SetAsynchronousDelivery&);
  Result<void> on(const wire::ModifyLookahead&);
  Result<std::string> on(const wire::QueryTime&);

  Fault handle(const Record&, const wire::EnableTimeRegulation&);
  Fault handle(const Record&, const wire::DisableTimeRegulation&);
  Fault handle(const Record&, const wire::EnableTimeConstrained&);
  Fault handle(const Record&, const wire::DisableTimeConstrained&);
  Fault handle(const Record&, const wire::RegulationFloor&);
  Fault handle(const Record&, const wire::CausalDependencies&);
  Fault handle(const Record&, const wire::LbtsTold&);
  Fault handle(const Record&, const wire::PromisesReduced&);
  Fault handle(const Record&, const wire::TimeStatusRequest&);
  Fault handle(const Record&, const wire::HoldsUpOthers&);

  bool make(const Record&, const wire::TimeRegulationEnabled&);
  bool make(const Record&, const wire::TimeConstrainedEnabled&);
  bool make(const Record&, const wire::TimeAdvanceGrant&);

  // What another has noted in place of a TimeReport.
  void on_note(FederateHandle from, const records::TimeNote& report);

  // --- The same of all notes at once (records::PromiseScan).

  // What this federate waits for, if nothing but others' notes can let it go on.
  std::optional<core::TimeBound> waits_for_notes() const;
  // No more is known of that one than what it has noted, which is less than what is waited for.
  bool is_held_back_by(FederateHandle federate, const core::TimeBound& wanted) const {
    return time_.others().falls_short(federate, wanted);
  }
  // All notes, as they are. False: each has to be taken by itself.
  [[nodiscard]] bool on_notes(const records::PromiseScan& scan);
  // What this federate has noted, if whom that wakes is to be found out.
  const records::TimeNote* note_to_wake_by() const;
  // Returns the fingerprint of all messages in time-stamp order that were sent by now. To be called
  // after the notes that it is compared with were read.
  std::uint64_t sum_of_sent();
  // By all notes and its own: whether they tell whom it wakes. Who is constrained and does not say
  // what it waits for is woken by every promise.
  bool tells_whom_to_wake(const records::PromiseScan& scan) const {
    return scan.makes_sense(context_.streams().log_position());
  }
  bool is_constrained(FederateHandle federate) {
    return std::ranges::binary_search(constrained_others(), federate);
  }
  bool has_noted() const { return has_noted_; }
  bool others_promise() const { return !time_.others().promises().empty(); }
  // What it promised when it woke others last.
  std::optional<core::TimeBound> told() const { return wake_ups_.told(); }
  void woken_by_notes() { wake_ups_.woken(); }

  // --- Members.

  // This federate has become a member, by a join or by a restore.
  void begin();
  // Another has come, who has not heard what this one has received.
  void joined();
  void left(FederateHandle federate, wire::Position log_position);
  // This one goes on behind another router, which knows nothing of it: it says all anew, and counts
  // from zero.
  void begin_elsewhere();

  // --- Messages in time-stamp order.

  // One has come, whatever becomes of it.
  void received_tso(const wire::RecordHeader& header) {
    ++tso_received_;
    heard_.add(header.from(), header.position);
  }
  // One was sent last.
  void sent_tso() {
    heard_.add(self_, context_.position());
    context_.sent_in_order();
  }

  // --- Decisions.

  // All that has come is taken into account: grants are decided, unless they are held, and promises
  // reported.
  void settle(bool held);
  bool about_to_flush() const { return time_.waits_to_flush(); }

  // --- The LBTS, where the RTIG tells it.

  // Asks for it if need be; where the question was sent. Empty: there is nothing to ask.
  std::optional<wire::Position> ask_for_lbts();
  // What was asked at that position has been answered.
  void accepted(wire::Position position);
  // The answer to the question of the call in progress is there.
  void lbts_answered();

  // --- As Ambassador has it.

  std::optional<core::Time> known_lbts() const;

  // All can read the last note.
  void note_published();
  bool must_recompute_wake_ups() const { return wake_ups_.must_recompute(); }
  void recompute_wake_ups(bool all_read);

  std::uint64_t state_number() const;
  bool status_asked() const { return status_asked_ != 0; }
  void tell_status(const FederateAges& ages, const wire::FederateTraffic& traffic);

  // --- Saves.

  void save(wire::Encoder& out) const { out.put(regulation_logged_at_); }
  bool load(wire::Decoder& in) {
    in.get(regulation_logged_at_);
    return in.ok();
  }

 private:
  // Members read each other's promises; otherwise the RTIG tells the least of them.
  bool promises_come_directly() const { return context_.streams().promises_come_directly(); }
  bool other_regulates(FederateHandle but = {}) const;
  // All others in one, and nothing but this of them.
  void know_of_others(const std::optional<core::TimeBound>& bound);
  bool must_ask_for_lbts();
  std::optional<core::TimeBound> least_of(const std::optional<wire::TimeBound>& first,
                                          std::span<const wire::TimeBound> others) const;
  void carry_out(const FederateTime::Decision& decision);
  bool report_promise();
  // Messages in time-stamp order so far, as a report says it.
  std::uint64_t messages_known() const {
    return promises_come_directly() ? heard_.sum() : tso_received_;
  }
  void take_note_back();
  void begin_advance();
  void begin_waiting_advance() {
    if (time_.begin_waiting_advance()) begin_advance();
  }
  void note(const FederateTime::Report& report);
  void send(const FederateTime::Report& report);
  void tell_wait();
  void ask_for_flush();
  void look_for_jump();
  bool heard_all(FederateHandle federate, std::uint64_t sent) const;
  // Another federate waits for an event.
  bool anybody_waits() const { return !conditions_.empty(); }
  // Where the RTIG reduces the promises, what it needs for that is no other's to read.
  static Audience to_reduction() {
    Audience audience;
    audience.beside_others = true;
    return audience;
  }
  bool wakes_all(const FederateTime::Report& report) const;
  const std::vector<FederateHandle>& constrained_others();

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  InstanceLifecycle& lifecycle_;

  struct Condition {
    std::uint64_t heard = 0;
    wire::Position log_position = 0;
  };

  records::HeardMessages heard_;
  // Of each member whose last note is conditional.
  boost::container::flat_map<FederateHandle, Condition> conditions_;
  wire::Position left_at_ = 0;  // Last leave in the log. Conditions from before do not count.
  core::WakeUps wake_ups_;
  bool has_noted_ = false;                         // its last report
  records::TimeNote noted_ = {};                   // the last note
  wire::Position regulation_logged_at_ = 0;        // the federate's last request
  FederateTime::LbtsWait told_wait_;               // to the RTIG
  std::optional<wire::Position> flush_waits_for_;  // where the LBTS for it was asked
  bool flush_knows_lbts_ = false;
  bool asking_for_lbts_ = false;    // the call in progress
  bool lbts_fresh_ = false;         // for the call made again
  std::uint64_t status_asked_ = 0;  // the question that is to be answered; 0: none
  std::uint64_t tso_received_ = 0;
  bool knows_constrained_ = false;
  std::vector<FederateHandle> constrained_;  // besides this one, if it knows
  std::vector<FederateHandle> concerned_;    // of the audience made last
};

}  // namespace triad::rtia
