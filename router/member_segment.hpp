// The members of one federation that have links to the same router and share memory there
// (docs/shm-fabric.md, "Segments"). Each writes updates and interactions in receive order once, and
// the other members and the router read them. All other records go by links. Tracks how far each
// stream has been read, and decides which members may write. Pure, part of a Relay.
//
// These rules keep records in memory and records on links in order:
// - Before the router handles a record from a member's link, it reads all that members have
//   written.
// - Before the router sends a record by a member's link that may follow from records that it has
//   read, or that is from a member that writes in the segment, it names the records that it has
//   read. The receiver reads those first.
// - A member writes only if all that it sent by its link has been forwarded, other members have
//   been sent the log as far as the writer has applied it, and none of that is queued.
// - Before a member handles a record that another member wrote, it handles all that has come by its
//   link.
//
// A member that has written may write again as soon as these conditions hold, without a request:
// after the log has advanced, and after records of its link have been forwarded. So members still
// receive each other's data while their router is stopped.
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
    // Send a complete record, valid during the call: to one member by its link, or to all in the
    // router's own log of the segment.
    virtual void send_by_link(LinkId client, wire::Bytes record) = 0;
    virtual void publish(wire::Bytes record) = 0;
    // Returns the position of the member's last record, if all that it sent by its link and the log
    // that it had applied have been forwarded. Empty: not yet.
    virtual std::optional<Position> fully_forwarded_position(LinkId client) const = 0;
    // Returns the log position up to which all members here have been sent the log.
    virtual Position forwarded_log_position() const = 0;
  };

  // Keeps a reference to the host, which must outlive it.
  explicit MemberSegment(Host& host) : host_(host) {}

  // --- Members
  // Adds a member. It can read the others' memory, and they have the descriptors of its memory.
  // `has_queue`: output for it is queued.
  void add_member(LinkId client, FederateHandle member, bool has_queue = false);
  // Records that the member's link has ended, and all that it had written has been read.
  void mark_left(LinkId client);
  // Removes a former member. The log's next record says that it has left.
  void remove_former_member(LinkId client);
  void clear();
  bool empty() const { return members_.empty(); }
  bool contains(LinkId client) const {
    const auto at = members_.find(client);
    return at != members_.end() && !at->second.has_left;
  }
  std::optional<LinkId> find(FederateHandle member) const;

  // --- Records
  // A record that the member wrote has been read.
  void record_read(LinkId client, Position position);
  // Records that a record came by the member's link. The member may write again only after it has
  // been forwarded. `is_data`: the member would have written it if permitted.
  void record_link_record(LinkId client, bool is_data);
  // Handles a member's statement that it reads the streams of others.
  Fault receive_read_statement(LinkId client, const wire::SegmentRead& read);
  // Tells the member how far the others' streams have been read. Called before each record that
  // goes to it by its link.
  void send_read_positions(LinkId client);

  // Permit members to write, in steps. after_flush() is called after each turn's flush, and again
  // while turn_is_due(). All records sent before must have left, except those that record_queue()
  // has reported.
  bool turn_is_due() const { return is_due_; }
  void after_flush();
  // Records whether output for the client is queued.
  void record_queue(LinkId client, bool has_queue);

 private:
  struct Member {
    FederateHandle federate;
    bool has_left = false;
    bool has_queue = false;
    bool wants_to_write = false;
    bool has_written = false;  // was permitted once, and is permitted again without a request
    std::optional<Position> permitted_position =
        {};  // position to permit, after all have received the log
    Position read = 0;
    std::vector<FederateHandle> to_be_read_by = {};
    std::uint64_t reads_when_sent = 0;  // reads_ when send_read_positions() told it last
    std::map<FederateHandle, Position> sent_read_positions = {};
  };
  // A former member. Some members have yet to be told how far its stream was read.
  struct FormerMember {
    FederateHandle federate;
    Position read = 0;
  };
  enum class Stage { none, chosen, log_sent };

  // Adds the read position of a stream to `named`, if `to` has not been sent it yet.
  void add_read_position(Member& to, FederateHandle of, Position read,
                         wire::CausalDependencies& named);
  // Forgets former members once all members know how far their streams were read.
  void erase_former_members();

  // Chooses the members that may write in the segment now. Returns true if there are any.
  bool choose_writers();
  // Sends the members the position up to which the log has been forwarded.
  void send_log_position();
  // Permits the chosen members to write, after all members have received the log.
  void permit_writers();
  bool any_member_has_queue() const;
  template <class Message>
  void send_message(LinkId client, const Message& message);
  void publish(const wire::SegmentMember& message);

  Host& host_;
  std::map<LinkId, Member> members_;
  std::vector<FormerMember> former_members_;
  std::uint64_t reads_ = 0;
  Stage stage_ = Stage::none;
  Position log_reached_ = 0;
  Position log_sent_ = 0;
  bool is_due_ = false;
  wire::Buffer out_;
};

}  // namespace triad::router
