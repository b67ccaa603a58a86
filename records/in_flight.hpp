// What is under way in time-stamp order between members that read each other's records directly:
// whether the promises of those who wait for events hold together, so that all of them can jump
// there (docs/architecture.md, "The jump"). Each member decides that for itself, from what it has
// read of all others' streams. For members that are reached over links the RTIG speaks, which
// counts what is under way to them; it decides for them in the same way. The argument is in
// docs/architecture.md.
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

  // This participant has joined at `log_position`; what the others had sent by then ends at
  // `streams`, and whoever waits has to say anew what it has received.
  void begin(Position log_position, std::span<const wire::StreamPosition> streams);

  // Read in the stream of `from`, or sent by this participant itself: a message in time-stamp
  // order. Those who wait need to have received it from its sender's next report on: until then it
  // obeys the last one.
  void sent_tso(FederateHandle from, Position position);
  // What stands in its stream before its own record at that position.
  void note_dependencies(FederateHandle from, Position at,
                         std::span<const wire::StreamPosition> handled);
  // A promise, of one who waits for an event or not, that had applied the log up to `log_position`:
  // its record at `at`, which may be read late.
  void reported(FederateHandle from, bool waits, Position log_position, Position at);
  // Promises of all others who regulate, none of whom waits for an event; each for itself is not
  // told.
  void all_reported();
  // A promise of a member for which the RTIG speaks.
  void reported_by_rtig(FederateHandle of, bool waits);
  // A promise of this participant itself.
  void reported_self(FederateHandle self) { count_sent(self, members_[self]); }
  // The RTIG's word: those for whom it speaks have received all that it named as causes, or not.
  void links_hold_together(bool hold, Position log_position);
  // Whoever waits has to say that it has received all that the leaver sent.
  void left(FederateHandle federate, Position log_position);
  // Its promises do not speak for what it has sent any more. What of it is under way at links the
  // RTIG alone knows, if it is one for whom the RTIG speaks.
  void regulates_no_more(FederateHandle federate);

  // How many words of causes are kept until their sender's next report.
  std::size_t told() const;
  // Positions of streams that are kept, for tests.
  std::size_t kept() const;

  // Some other waits for an event.
  bool anybody_waits() const { return waiting_ != 0; }
  // Whoever of the regulators waits has received all that was sent before, as far as has been read
  // here. If not, `laggard` is one who has yet to say so.
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
  // This member has said that it has received all that was sent by others.
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
    bool spoken_for = false;    // by the RTIG
    Position log_position = 0;  // of its last report
    Positions handled;          // when it reported last
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
  std::ptrdiff_t waiting_ = 0;  // of them
  bool uncounted_ = false;      // some have sent something since all_reported()
  std::size_t next_ = 0;        // behind whoever reported last
  // Of those who have sent any: the last message that the sender's last promise does not speak for.
  Positions to_be_received_;
  Member links_;  // all those for whom the RTIG speaks, in one
  bool links_hold_ = false;
  Position told_anew_since_ = 0;  // reports from before do not count
};

}  // namespace triad::records
