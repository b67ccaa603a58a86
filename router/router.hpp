// Forwards the records of a federation's members to the members that need them, and reduces their
// promises. A pure state machine: inputs are records, joins and departures; outputs go to the host,
// the code that runs it (Outlets). It reads the headers of records. It interprets the bodies of
// only a few kinds, of which it is the receiver: interest, promises, flow control and causal
// dependencies.
//
// The authority is part of the same program. It decides on membership and regulation, advances
// the log, and receives all records that are not only for members. An application combines a
// Router with an authority of its own:
//
//   Router router(outlets, order, {});
//   router.attach(member, {.link = link});
//   const Router::ReceiveResult result =
//       router.receive_from_member(member, *wire::parse_record(frame));
//   if (result.fault) ...               // it sent a forbidden record: end its link
//   if (result.for_authority) ...       // the application's own
//   router.end_turn();                  // when no more input is pending
//   router.paths().send_to_all(log_record);
//
// The Router trusts a header as far as errors harm only its sender. It checks everything that
// could harm others: the sender, that the causes exist, the order, and that the kind is not
// reserved for the authority or the Router. The authority and each receiver check the body.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/interest_exchange.hpp"
#include "router/paths.hpp"
#include "router/sender_holds.hpp"
#include "router/time_exchange.hpp"

namespace triad::router {

struct RouterOptions {
  QueueLimits queue = {};
  InterestLimits interest = {};
  // Kinds besides data that a member may send to one other member.
  std::vector<wire::Kind> between_members = {};
  // Records are kept for members behind routers, too. Outlets::record_copy() is called for records
  // of the log, and each member receives a copy of other records that are not data.
  bool records_copies = false;
};

class Router : private InterestExchange::Host, private TimeExchange::Host {
 public:
  // Keeps references to the first two arguments, which must outlive it.
  Router(Outlets& outlets, const BoundOrder& order, const RouterOptions& options);

  // --- From the authority
  struct Newcomer {
    LinkId link;
    bool on_fabric = false;
    bool regulates = false;
    // For a member that continues after a restore: its last record before it, and the log
    // position of the restore. Records that it sent before it had applied that position are
    // ignored.
    wire::Position position = 0;
    wire::Position since = 0;
    // Router below with the member's link, or none. That router forwards local data between the
    // members behind it (RecordClass::local_data).
    LinkId via = {};
    // Replaces QueueLimits::expel for this member.
    std::optional<std::size_t> expel = {};
  };
  void attach(FederateHandle newcomer, const Newcomer& as);
  // Sends the sum of the interest of members at links to a newcomer that shares memory.
  void send_interest_to_newcomer(FederateHandle newcomer);
  // Removes a member. Called when the log records the departure. No other member waits for it
  // afterwards.
  void detach(FederateHandle leaver);
  // Changes the link and the router of a member. If the member regulates, it must promise again.
  // Its position and interest stay. Its queued bytes count as zero. The caller must not pass
  // records of the previous link.
  void move(FederateHandle member, LinkId link, LinkId via, bool regulates);
  // Replaces the link of a member that continues by another one (router/recovery.hpp). Its last
  // promise still holds, so that it holds back the others as before.
  void change_link(FederateHandle member, LinkId link);
  // Removes all members. Returns the link of each.
  std::map<FederateHandle, LinkId> detach_all();
  // Frame a recovery, in which members send kept records again, so positions do not ascend
  // (router/recovery.hpp). begin_recovery() forgets holds of senders; members state them again.
  // end_recovery() is called when all records have been sent to their receivers.
  void begin_recovery() {
    checks_order_ = false;
    paths_.begin_recovery();
    holds_.restate_all();
  }
  void end_recovery() {
    checks_order_ = true;
    paths_.end_recovery();
    time_.begin_again();
  }
  // Makes the authority also receive data with this key.
  void add_authority_interest(wire::InterestKey key) {
    if (key >= authority_interest_.size()) authority_interest_.resize(key + 1);
    authority_interest_[key] = true;
    interest_.send_up_always(key);
  }

  // --- Records of members
  struct ReceiveResult {
    Fault fault;
    bool for_authority = false;
  };
  // `is_known_in_memory`: members that share memory have read the record before, and do not receive
  // it.
  ReceiveResult receive_from_member(FederateHandle by, const Record& record,
                                    bool is_known_in_memory = false);
  // Sends data of a member that shares memory, or has left, again to receivers at links.
  void send_data_again(const Record& record);
  // Returns true if the Router needs the whole record on the fabric, judged by its header.
  // Otherwise all its receivers read it there, and receive_header() is enough.
  bool needs_record(FederateHandle by, const Record& beginning) const;
  Fault receive_header(FederateHandle by, const Record& beginning);
  // Returns the position of the member's last record.
  wire::Position position(FederateHandle member) const { return members_.at(member).last_position; }

  // Returns true if end_turn() has work to do. Call end_turn() soon after the last pending record,
  // because members may wait for its output.
  bool turn_is_due() const { return time_.turn_is_due() || interest_.turn_is_due(); }
  void end_turn() {
    time_.end_turn();
    interest_.end_turn();
  }

  // --- Records that the authority has checked: forwarded to these members, to interested
  // members, or to all other members.
  void forward_to_members(const Record& record, std::span<const FederateHandle> to);
  void forward_to_interested(const Record& record);
  void forward_to_others(const Record& record);

  // --- Records of the log by interest, at its new end. `interested_and_cause`: also to the
  // member whose record caused it. `other_interested`: never to that member, because it knows the
  // result already. `interested_elsewhere`: nor to members that share memory with it, because its
  // record told them the same. Members on the fabric apply their own filter when they read, and
  // the Router may not know their newest interest yet. `known_interested_elsewhere` uses only the
  // interest that the Router knows, for records that a later subscriber learns in another way.
  enum class LogReceivers {
    interested_and_cause,
    other_interested,
    interested_elsewhere,
    known_interested_elsewhere,
  };
  void send_log_to_interested(const Record& record, LogReceivers receivers);

  // Records the number of bytes queued for the member's link at the host. Returns true if the
  // member must be expelled so that others can continue.
  [[nodiscard]] bool record_backlog(FederateHandle member, std::size_t bytes) {
    return holds_.record_backlog(member, bytes);
  }

  // Return the parts of the Router that the authority uses to send, to report regulation, and to
  // query.
  Paths& paths() { return paths_; }
  const Paths& paths() const { return paths_; }
  InterestExchange& interest() { return interest_; }
  // Asks a member to state its complete interest again, unless it has been asked already.
  void request_interest_again(FederateHandle member) {
    if (interest_.doubt_member(member)) paths_.send_message(member, wire::RestateInterest{});
  }
  TimeExchange& time() { return time_; }
  const TimeExchange& time() const { return time_; }
  SenderHolds& holds() { return holds_; }
  const SenderHolds& holds() const { return holds_; }

 private:
  struct Member {
    bool on_fabric = false;
    wire::Position last_position = 0;  // of its last record
    wire::Position last_reliable_position =
        0;  // of its last reliable record; these arrive in order
    wire::Position since = 0;
    bool ignores(const wire::RecordHeader& header) const { return header.after_position < since; }
  };

  // --- InterestExchange::Host and TimeExchange::Host
  std::string_view federation() const override { return paths_.federation(); }
  std::uint64_t new_number() override { return paths_.new_number(); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return paths_.send_to_router(router, word);
  }
  void publish_interest(const wire::InterestChanged& changes) override { paths_.publish(changes); }
  void answer_member(FederateHandle member, wire::Position statement,
                     InterestExchange::Answer answer, wire::Bytes record) override;
  void send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                 wire::Position /*log*/) override {
    paths_.send_message_to_each(to, told);
  }
  void publish_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told) override {
    paths_.publish(told, to);
  }
  void accept_request(FederateHandle by, wire::Position request) override;
  void wake_to_read_all(FederateHandle member) override { paths_.wake_to_read_all(member); }
  wire::Position log_position() const override { return paths_.log_position(); }

  ReceiveResult receive_and_forward(FederateHandle by, const Record& record);
  // Returns the fault of a record that its sender may not send.
  Fault verify(FederateHandle by, Member& member, const Record& record);
  // Records how far the member's stream has been read.
  void record_header(FederateHandle by, Member& member, const wire::RecordHeader& header);
  // Returns false if the record is not for the Router itself.
  bool receive_own_message(FederateHandle by, const Record& record, Fault& fault);
  // Calls `take` with the decoded message, or sets `fault`.
  template <class Message, class Take>
  void decode_and_apply(const Record& record, Fault& fault, Take&& take);
  // Returns the fault of a member's statement of the streams that it had read.
  Fault check_dependencies(FederateHandle by, const wire::CausalDependencies& causes) const;
  // State of one record while it is forwarded to its receivers.
  struct ForwardingState {
    const Record& record;
    const bool time_stamped;
    const bool from_fabric;
    // Router that has forwarded the record to the members behind it, and directly to other
    // routers.
    const LinkId forwarding_router;
    const bool once_per_router;
    const bool is_kept;      // for each receiver, behind a router, too
    bool published = false;  // members on the fabric can read it
  };
  ForwardingState begin_forwarding(const Record& record);
  // Decides on a copy of the record for a member behind a lower router.
  Paths::Copy take_router_copy(const ForwardingState& forwarded, FederateHandle to,
                               const Paths::Path& path);
  // Sends the record to one receiver by its path, unless another router or the fabric has. Returns
  // true if no other member behind the receiver's router needs a copy.
  bool forward(ForwardingState& forwarded, FederateHandle to);
  // Do this for a member behind a lower router, and on the fabric.
  bool forward_behind_router(ForwardingState& forwarded, FederateHandle to,
                             const Paths::Path& path);
  void forward_on_fabric(ForwardingState& forwarded, FederateHandle to);
  // Return true if the authority, or any member that does not read it in shared memory, needs the
  // record.
  bool concerns_authority(const wire::RecordHeader& header) const {
    return header.interest_key < authority_interest_.size() &&
           authority_interest_[header.interest_key];
  }
  bool concerns_others(const Record& beginning) const;

  std::vector<bool> authority_interest_;  // index: key
  boost::unordered_flat_map<FederateHandle, Member, std::hash<FederateHandle>> members_;
  const std::vector<wire::Kind> between_members_;
  const bool records_copies_;
  bool checks_order_ = true;         // of the positions of members' records
  bool is_known_in_memory_ = false;  // the record that is being forwarded
  Paths paths_;
  InterestExchange interest_;
  SenderHolds holds_;
  TimeExchange time_;
};

}  // namespace triad::router
