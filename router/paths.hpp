// The way to each member: a link of its own, or the fabric, on which members on one machine read
// each other's records and the Router's stream (docs/shm-fabric.md). The Router's stream also
// contains records of members at links, written once for all readers, after the records that their
// senders may have received. Reads only the headers of records.
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>

#include "records/defect.hpp"
#include "records/stream_positions.hpp"
#include "router/member_routers.hpp"
#include "router/outlets.hpp"
#include "wire/message_list.hpp"
#include "wire/pieces.hpp"
#include "wire/record.hpp"

namespace triad::router {

using wire::FederateHandle;
using wire::Record;

class Paths {
 public:
  // `records_copies`: as in RouterOptions.
  explicit Paths(Outlets& outlets, bool records_copies = false)
      : outlets_(outlets), records_copies_(records_copies) {}

  // --- Members
  // Adds a member. `position`: its last record from before a restore. `via`: the router
  // below with its link, if any.
  void add(FederateHandle member, LinkId link, bool on_fabric, wire::Position position,
           LinkId via = {});
  void remove(FederateHandle member);
  // Changes the way to a member. The positions of its handled records stay.
  void move(FederateHandle member, LinkId link, LinkId via);
  // Removes all members. Returns the link of each.
  std::map<FederateHandle, LinkId> remove_all();

  struct Path {
    LinkId link;
    LinkId via = {};
    bool on_fabric = false;
    bool leaves = false;  // its router knows that it is no member any more
  };
  // Returns null if it is not a member.
  const Path* find(FederateHandle member) const {
    const auto at = members_.find(member);
    return at == members_.end() ? nullptr : &at->second;
  }
  bool contains(FederateHandle member) const { return members_.contains(member); }
  LinkId link(FederateHandle member) const { return members_.at(member).link; }
  bool is_on_fabric(FederateHandle member) const {
    return !is_fabric_empty() && members_.at(member).on_fabric;
  }
  bool is_fabric_empty() const { return streams_.on_fabric_count() == 0; }
  bool all_on_fabric() const { return streams_.on_fabric_count() == members_.size(); }
  bool has_members_behind_routers() const { return !routers_.empty(); }
  // Records that the member's router knows that it is no longer a member. Afterwards take_copy()
  // requests no copy for it by a lower router, except of a record that the host cuts.
  void begin_leaving(FederateHandle member) { members_.at(member).leaves = true; }
  // Returns true if some members are on the fabric and others are not.
  bool is_mixed() const { return streams_.is_mixed(); }
  // Returns true if both are on the fabric, where `to` reads the records of `by` itself.
  bool reads_directly(FederateHandle by, FederateHandle to) const;
  const records::StreamPositions& streams() const { return streams_; }
  template <class Visit>
  void for_each_member(Visit&& visit) const {
    for (const auto& [member, path] : members_) visit(member);
  }

  // --- Reading
  // Records that a record on the fabric was read. The other members read it there as well.
  void record_read(const wire::RecordHeader& header) { streams_.record_read_on_fabric(header); }
  // Returns the position up to which all members have been sent the log.
  wire::Position log_position() const { return log_position_; }
  void set_log_position(wire::Position position) { log_position_ = position; }

  // --- Records of which each router chooses the receivers (RecordRules::is_chosen_at_each_hop).
  // take_copy() says whether the record of begin_hops() must be sent by this path: to a member
  // without a router between, or to a router for the first time. Records that the host cuts are
  // sent to each member, because no router on the way joins the pieces.
  struct Copy {
    bool is_needed = true;
    bool is_last = false;  // the path's router needs no copy for any other member
  };
  void begin_hops(wire::Bytes frame) {
    routers_.begin_record();
    is_cut_ = wire::must_be_cut(frame);
  }
  [[nodiscard]] Copy take_copy(const Path& path) {
    if (path.via == LinkId{} || is_cut_) return {};
    if (path.leaves && !TRIAD_DEFECT(leaver_stands_for_its_router)) return {.is_needed = false};
    return {routers_.begin_router(path.via), true};
  }

  // Frame the return of members in a restore. Their routers know all of them, but a record of the
  // log is only for those that have returned. Until end_restore() such a record goes to each of
  // these.
  void begin_restore() { addresses_each_ = true; }
  void end_restore() { addresses_each_ = false; }
  // Frame a recovery, in which each member receives records that others do not.
  void begin_recovery() { addresses_each_ = true; }
  void end_recovery() { addresses_each_ = false; }
  // Sends the record of the log that begin_hops() began by the link of this path, if that needs a
  // copy. `is_urgent`: false for Outlets::send_later(). Returns Copy::is_last.
  bool send_log(FederateHandle member, const Path& path, wire::Bytes frame, bool is_urgent = true);
  // Sends the record to this member alone. An addressee keeps routers on the way from giving it to
  // all members behind them.
  void send_addressed(FederateHandle member, const Path& path, wire::Bytes frame);

  // --- Sending complete records: a record of the log to all members, a record to one member, by a
  // link, and to members on the fabric. On the fabric one member is woken, or all.
  void send_to_all(wire::Bytes frame);
  // Sends a record that is urgent only for `waiting`, if set (Outlets::send_later).
  void send_to_all_later(wire::Bytes frame, FederateHandle waiting);
  void send_to(FederateHandle member, wire::Bytes frame);
  void send_by_path(const Path& path, wire::Bytes frame) { outlets_.send_record(path.link, frame); }
  void publish_frame(FederateHandle wakes, wire::Bytes frame);
  // Publishes a record of a member that is not on the fabric.
  void publish_for_member(FederateHandle wakes, const Record& record);
  void wake(FederateHandle member) { outlets_.wake(member); }
  bool send_to_router(LinkId router, wire::Bytes word) {
    return outlets_.send_to_router(router, word);
  }
  std::uint64_t new_number() { return outlets_.new_number(); }
  std::string_view federation() const { return outlets_.federation(); }
  void wake_to_read_all(FederateHandle member) { outlets_.wake_to_read_all(member); }

  // --- The Router's own messages: to one member, or to the members on the fabric. Wakes all of
  // these, or those in `woken`. `cause`: the record that the message answers.
  template <class Message>
  void send_message(FederateHandle member, const Message& message,
                    const wire::RecordHeader& cause = {}) {
    encode(member, message, cause);
    send_to(member, out_);
  }
  // Sends a message to each of these members. Encodes it once.
  template <class Message>
  void send_message_to_each(std::span<const FederateHandle> members, const Message& message) {
    encode(members.front(), message, {});
    for (const FederateHandle member : members) {
      wire::set_addressee(out_, member);
      send_to(member, out_);
    }
  }
  template <class Message>
  void publish(const Message& message, std::span<const FederateHandle> woken = {}) {
    encode({}, message, {});
    publish_frame(woken.empty() ? FederateHandle() : woken.front(), out_);
    for (const FederateHandle member : woken) wake(member);
  }

 private:
  template <class Message>
  void encode(FederateHandle member, const Message& message, const wire::RecordHeader& cause) {
    wire::RecordHeader header;
    header.position = log_position_;
    header.addressee = member.value;
    header.set_cause(cause);
    out_.clear();
    wire::encode_record(header, message, out_);
  }
  // Publishes the positions of streams that the next published record may depend on.
  void publish_causal_dependencies(FederateHandle wakes);

  Outlets& outlets_;
  boost::container::flat_map<FederateHandle, Path> members_;
  MemberRouters routers_;
  bool is_cut_ = false;  // the record of begin_hops()
  const bool records_copies_;
  bool addresses_each_ = false;  // in a restore or a recovery
  wire::Buffer addressed_;       // scratch of send_addressed()
  records::StreamPositions streams_;
  wire::Position log_position_ = 0;
  wire::Buffer out_;
  wire::Buffer dependencies_out_;
};

}  // namespace triad::router
