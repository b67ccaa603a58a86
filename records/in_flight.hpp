// Time-stamp-ordered messages in transit between members that read each other's records directly.
// Finds out whether the promises of members that wait for events hold together, so that all of them
// can jump (docs/architecture.md, "The jump"). For members at links the RTIG speaks, which counts
// the messages in transit to them. Used by the Router where it reduces promises
// (router/promise_reduction.hpp).
#pragma once

#include <boost/container/flat_map.hpp>
#include <optional>
#include <span>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::records {

class InFlight {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  // Begins with the federation as of `log_position`. `streams` has the last positions that members
  // had sent by then. Waiting members must state again which messages they have received.
  void begin(Position log_position, std::span<const wire::StreamPosition> streams);

  // Records a time-stamp-ordered message that was read in the stream of `from` or sent by this
  // participant. Until the sender's next report the message obeys its last report. After that
  // report, waiting members must have received the message.
  void sent_tso(FederateHandle from, Position position);
  // Records causal dependencies of `from` that precede its record at position `at`.
  void note_dependencies(FederateHandle from, Position at,
                         std::span<const wire::StreamPosition> handled);
  // Records a promise of `from`. `waits`: it waits for an event. `log_position`: log position that
  // it had applied. `at`: position of the report's record, which may be read late.
  void reported(FederateHandle from, bool waits, Position log_position, Position at);
  // Records that all other regulating members have promised and none waits for an event. Individual
  // promises are not given.
  void all_reported();
  // Records a promise of a member for which the RTIG speaks.
  void reported_by_rtig(FederateHandle of, bool waits);
  // Records a promise of this participant.
  void reported_self(FederateHandle self) { count_sent(self, members_[self]); }
  // Records a statement of the RTIG: the members for which it speaks have received all messages
  // that it named as causes, or have not.
  void links_hold_together(bool hold, Position log_position);
  // Removes a member. Waiting members must state again that they have received all messages that it
  // sent.
  void left(FederateHandle federate, Position log_position);
  // The member's promises no longer cover the messages that it has sent. If the RTIG speaks for the
  // member, only the RTIG knows which of them are in transit on links.
  void regulates_no_more(FederateHandle federate);

  // Returns the number of statements of dependencies that are kept until their sender's next
  // report.
  std::size_t told() const;
  // Returns the number of stored stream positions, for tests.
  std::size_t kept() const;

  // Returns true if another member waits for an event.
  bool anybody_waits() const { return waiting_ != 0; }
  // Returns true if each waiting regulator has received all messages that were sent before, as far
  // as this participant has read. Otherwise sets `laggard` to a member that has yet to state it, or
  // to kRtig for members at links.
  template <class Regulators>  // contains(federate)
  bool none(const Regulators& regulators, std::optional<FederateHandle>& laggard) const {
    for (const auto& [federate, member] : members_) {
      if (!member.waits || !regulators.contains(federate)) continue;
      if (member.spoken_for) {
        if (links_hold_ && received_all(wire::kRtig, links_)) continue;
      } else if (received_all(federate, member)) {
        continue;
      }
      laggard = member.spoken_for ? wire::kRtig : federate;
      return false;
    }
    return true;
  }
  // Returns true if the member has stated that it has received all messages of others.
  bool received_all(FederateHandle federate) const;

 private:
  using Positions = boost::container::flat_map<FederateHandle, Position>;
  struct Dependencies {
    Position at = 0;
    std::vector<wire::StreamPosition> handled;
  };
  struct Member {
    Position last_tso = 0;
    bool waits = false;
    bool spoken_for = false;    // the RTIG speaks for it
    Position log_position = 0;  // log position of its last report
    Positions handled;          // positions stated with its last report
    std::vector<Dependencies> told_since;
  };

  void count_sent(FederateHandle of, const Member& member) {
    if (member.last_tso != 0) to_be_received_[of] = member.last_tso;
  }
  void set_waits(Member& member, bool waits);
  Member& member(FederateHandle federate);
  static void forget(Member& member, FederateHandle leaver);
  static void report(Member& member, Position log_position, Position at);
  bool received_all(FederateHandle federate, const Member& member) const;

  boost::container::flat_map<FederateHandle, Member> members_;
  std::ptrdiff_t waiting_ = 0;  // number of waiting members
  bool uncounted_ = false;      // messages have been sent since all_reported()
  std::size_t next_ = 0;        // index after the member that reported last
  // For each sender the last message before its last promise. The promise does not cover it, so
  // waiting members must have received it.
  Positions to_be_received_;
  Member links_;  // all members for which the RTIG speaks, as one
  bool links_hold_ = false;
  Position told_anew_since_ = 0;  // log position; earlier reports do not count
};

}  // namespace triad::records
