// The members of one federation execution that have their links at the same router and share memory
// there (docs/shm-fabric.md, "Segments"). Updates and interactions in receive order each writes
// once, and the others and the router read them; all else goes by links, as without. Pure, part of
// a Relay; knows how far each stream has been read, and who may write.
//
// What is written directly and what goes by links keep their order by this:
//   - before the router takes a record from a member's link, it reads all that members have
//   written;
//   - before it sends a record by a member's link that may follow from what it has read, or is of a
//     member that writes there, it names what it has read, and the member reads that first;
//   - a member writes only when all that it had sent by its link has been passed on, others have
//     been sent the log as far as the writer has applied it, and nothing of that waits in a queue;
//     and before a member handles what another wrote, it takes all that has come by its link.
//
// A member that has written may do so again as soon as these conditions hold, without asking: when
// the log goes on, and when the records of the member's link have been passed on. So members go on
// hearing each other while their router is stopped.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class MemberSegment {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  class Host {
   public:
    virtual ~Host() = default;
    // A complete record for one member, by its link, or for all, in the router's own log there;
    // valid during the call.
    virtual void send_by_link(LinkId client, wire::Bytes record) = 0;
    virtual void publish(wire::Bytes record) = 0;
    // All that the member has sent by its link has been passed on, and the log as far as it had
    // applied it: the position of its last record. None: not yet.
    virtual std::optional<Position> passed_on(LinkId client) const = 0;
    // All members here have been sent the log up to there.
    virtual Position log_passed() const = 0;
    // Something waits for the member in a queue.
    virtual bool is_behind(LinkId client) const = 0;
  };

  // It outlives this.
  explicit MemberSegment(Host& host) : host_(host) {}

  // --- Members.
  // It can read what the others write, and they have what they need to read it.
  void enter(LinkId client, FederateHandle member);
  // Its link has ended; what it had written has been read.
  void leave(LinkId client);
  // It is a member no more; the log says so next.
  void forget(LinkId client);
  void clear();
  bool empty() const { return members_.empty(); }
  bool contains(LinkId client) const {
    const auto at = members_.find(client);
    return at != members_.end() && !at->second.has_left;
  }
  std::optional<LinkId> find(FederateHandle member) const;

  // --- Records.
  // One that a member wrote has been read.
  void note_read(LinkId client, Position position);
  // One came by its link after which it may write only when all has been passed on: one that it
  // would have written, had it been let (`is_data`), or another one.
  void note_sent_by_link(LinkId client, bool is_data);
  // What is wrong with it, if something is.
  Fault on_read(LinkId client, const wire::SegmentRead& read);
  // A record goes to it by its link next.
  void before_sending(LinkId client);

  // What was sent before has gone out, but for what is_behind() knows of. To be called after each
  // turn, and once more while it is due.
  bool turn_is_due() const { return is_due_; }
  void after_flush();
  // A queue has become empty.
  void queue_is_empty() { is_due_ = is_due_ || stage_ != Stage::none; }

 private:
  struct Member {
    FederateHandle federate;
    bool has_left = false;
    bool wishes_to_write = false;
    bool has_written = false;  // it was let once, and is told each time that it may again
    std::optional<Position> may_write = {};  // once all have been told of the log
    Position read = 0;
    std::vector<FederateHandle> to_be_read_by = {};
    std::uint64_t told_at = 0;  // as reads_, when it was told what was read
    std::map<FederateHandle, Position> told = {};
  };
  // Members no more, of whom some have yet to be told how far they were read.
  struct Leaver {
    FederateHandle federate;
    Position read = 0;
  };
  enum class Stage { none, chosen, log_told };

  void name_read(Member& to, FederateHandle of, Position read, wire::CausalDependencies& named);
  void forget_leavers();

  bool choose_writers();
  void tell_log();
  void tell_writers();
  bool anybody_is_behind() const;
  template <class Message>
  void tell(LinkId client, const Message& message);
  void publish(const wire::SegmentMember& message);

  Host& host_;
  std::map<LinkId, Member> members_;
  std::vector<Leaver> leavers_;
  std::uint64_t reads_ = 0;
  Stage stage_ = Stage::none;
  Position log_reached_ = 0;
  Position log_told_ = 0;
  bool is_due_ = false;
  wire::Buffer out_;
};

}  // namespace triad::router
