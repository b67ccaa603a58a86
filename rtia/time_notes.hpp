// TimeNotes: promises in notes, where members share memory and read each other's promises
// (docs/shm-fabric.md, "Notes"): the note of this federate, conclusions from the others' notes, and
// the members that the own note wakes. Counts the messages in time-stamp order, on which a
// conditional promise rests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/container/flat_map.hpp>

#include "core/wake_ups.hpp"
#include "records/handled_messages.hpp"
#include "records/promise_scan.hpp"
#include "records/time_note.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/time_status.hpp"

namespace triad::rtia {

class TimeNotes : private ServiceGroup {
 public:
  TimeNotes(MemberContext& context, FederateTime& time, const MessageDelivery& delivery,
            const TimeStatusReport& status)
      : ServiceGroup(context),
        time_(time),
        delivery_(delivery),
        status_(status),
        wake_ups_(time.type(), time.others()) {}

  // --- Messages in time-stamp order.

  // Counts a received message, even if it is not delivered.
  void count_received(FederateHandle sender, wire::Position position) {
    messages_.add(sender, position);
  }
  // Counts the message that was sent last.
  void count_sent() {
    messages_.add(self_, context_.position());
    context_.publish_tso_position();
  }
  // Returns the messages handled or sent so far.
  const records::HandledMessages& messages() const { return messages_; }
  // Returns the fingerprint of all messages that have been sent so far. Must be called after the
  // notes with which it is compared were read.
  std::uint64_t sent_fingerprint();

  // --- The others' notes.

  // Handles another member's note, which takes the place of a TimeReport.
  void receive(FederateHandle from, const records::TimeNote& report);
  // Handles all notes together. Returns false if each must be handled by itself.
  [[nodiscard]] bool receive_all(const records::PromiseScan& scan);
  // Returns the promise that this federate waits for, if only others' notes can end its wait;
  // otherwise empty.
  std::optional<core::TimeBound> waits_for_notes() const;
  // Returns whether the known promise of that federate is its last note, and is below `wanted`.
  bool is_held_back_by(FederateHandle federate, const core::TimeBound& wanted) const {
    return time_.others().may_send_below(federate, wanted);
  }
  // Returns whether another federate is time-regulating, or about to be.
  bool has_other_promises() const { return !time_.others().promises().empty(); }
  // Returns whether conditional promises, of this federate or of others, may raise its LBTS.
  bool may_jump() const {
    return time_.state().is_constrained_or_enabling() &&
           (time_.reported().has_condition() || has_conditions());
  }
  // Applies the conditional promises if this member has received every message sent. Members that
  // wait for events then advance to the earliest event at once.
  void evaluate_jump();

  // --- The own note.

  // Returns true if the report must not be published yet, because messages are on their way.
  bool must_defer(const PromiseReport& report);
  // Publishes the report as the note of this federate.
  void publish(const PromiseReport& report);
  // Withdraws the note, if the last report was one.
  void withdraw();
  // Withdraws the note and forgets the others' notes, because the RTIG tells the LBTS from now on.
  void stop();

  // --- Members that the own note wakes.

  // Records that all members can read the last note.
  void record_published();
  // Returns the note of this federate, if the members that it wakes must be computed; otherwise
  // null.
  const records::TimeNote* own_note_for_wakes() const;
  // Returns whether all notes together tell which members this federate's note wakes. Constrained
  // members that do not state their wait are woken by every promise.
  bool can_compute_wakes(const records::PromiseScan& scan) const {
    return scan.is_valid_at(context_.streams().log_position());
  }
  // Returns whether this federate, one of the others, is constrained.
  bool is_constrained(FederateHandle federate) {
    return std::ranges::binary_search(constrained_others(), federate);
  }
  // Returns the promise at the time when this federate last woke others.
  std::optional<core::TimeBound> last_wake_promise() const { return wake_ups_.last_wake_promise(); }
  // Records that the host has woken the members by all notes at once.
  void record_wakes_by_notes() { wake_ups_.record_wakes_by_notes(); }
  bool must_recompute_wake_ups() const { return wake_ups_.must_recompute(); }
  // Wakes the members that the last note lets advance. `all_read`: no more notes have arrived;
  // otherwise all constrained members are woken.
  void recompute_wake_ups(bool all_read);

  // --- Members.

  // Records that the log has changed which members there are, or which are constrained.
  void forget_constrained_members() { knows_constrained_ = false; }
  // Handles a federate that has ceased to regulate.
  void remove_regulator(FederateHandle federate);
  // Handles a member that has left. `log_position`: of its resignation.
  void remove_member(FederateHandle federate, wire::Position log_position);

 private:
  // Condition of a member's last promise.
  struct Condition {
    std::uint64_t received_fingerprint = 0;
    wire::Position log_position = 0;
  };

  // Returns whether another federate waits for an event.
  bool has_conditions() const { return !conditions_.empty(); }
  // Returns whether that federate had received all messages when it stated its condition. `sent`:
  // sent_fingerprint().
  bool has_received_all(FederateHandle federate, std::uint64_t sent) const;
  // Returns true if the report wakes all members, because some may jump.
  bool wakes_all(const PromiseReport& report) const;
  // Returns the other constrained members, in ascending order.
  const std::vector<FederateHandle>& constrained_others();

  FederateTime& time_;
  const MessageDelivery& delivery_;
  const TimeStatusReport& status_;

  records::HandledMessages messages_;
  // Conditions of the members that have noted a conditional promise last.
  boost::container::flat_map<FederateHandle, Condition> conditions_;
  wire::Position left_at_ = 0;  // Last resignation in the log. Earlier conditions do not count.
  core::WakeUps wake_ups_;
  bool is_published_ = false;  // the last report was a note
  records::TimeNote last_note_ = {};
  bool knows_constrained_ = false;
  std::vector<FederateHandle> constrained_;  // without this federate; valid if `knows_constrained_`
  std::vector<FederateHandle> concerned_;    // of the last audience
};

}  // namespace triad::rtia
