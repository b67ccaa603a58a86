// Forwards what the members of one federation send, each record to those whom it concerns, and
// reduces their promises. A pure state machine: inputs are records and who comes and goes, outputs
// go to the host (Outlets). It knows members, links, headers, classes of service, promises and
// bytes, and nothing of what a record's body means but for the few that it is the other end of:
// interest, promises, flow control and causal dependencies.
//
// One of those whom it serves is the authority, which sits beside it: it says who is a member, who
// regulates and where the log goes on, and is given whatever is not for members alone. So an
// application is a Router and an authority of its own:
//
//   Router router(outlets, order, {});
//   router.attach(member, {.link = link});
//   const Router::Taken taken = router.take(member, *wire::parse_record(frame));
//   if (taken.fault) ...               // it sent what nobody may send: end its link
//   if (taken.for_authority) ...       // the application's own
//   router.end_turn();                 // when there is no more to take for now
//   router.paths().send_to_all(log_record, {});
//
// What a header says of its record is believed as far as it harms its sender alone. Checked is what
// could harm others: in whose name it comes, that it follows what there is, that it is in order,
// and that it is none of those that only the authority or the Router sends. Whether its sender may
// send what the body has is for those to decide who know more: the authority, and each receiver.
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
#include "router/hop_trial.hpp"
#include "router/interest_exchange.hpp"
#include "router/paths.hpp"
#include "router/promise_reduction.hpp"
#include "router/sender_holds.hpp"

namespace triad::router {

struct RouterOptions {
  QueueLimits queue = {};
  InterestLimits interest = {};
  // What a member may send to one other, besides data.
  std::vector<wire::Kind> between_members = {};
};

class Router : private InterestExchange::Host {
 public:
  // Both outlive it.
  Router(Outlets& outlets, const BoundOrder& order, const RouterOptions& options);

  // --- What the authority says.
  struct Newcomer {
    LinkId link;
    bool on_fabric = false;
    bool regulates = false;
    // Of one that goes on with an earlier life: the last record of that, and where the log stood
    // when it began anew. What it sent before it knew of that is void.
    wire::Position position = 0;
    wire::Position since = 0;
    // The router behind which it is, if it is behind one: that passes local data between those
    // behind it (router/local_data.hpp).
    LinkId via = {};
    // Where it is to be expelled, in place of QueueLimits::expel.
    std::optional<std::size_t> expel = {};
  };
  void attach(FederateHandle newcomer, const Newcomer& as);
  // Sends the sum of the interest of members at links to a newcomer that shares memory.
  void send_interest_to_newcomer(FederateHandle newcomer);
  // It is told nothing more and nobody waits for it. To be called when the log says so.
  void detach(FederateHandle leaver);
  // The member is reached by that link from now on, behind that router or behind none, and has yet
  // to promise anew if it regulates. What it has sent, what it wants and whom it holds up stays. To
  // be called with nothing on its way to it or from it.
  void move(FederateHandle member, LinkId link, LinkId via, bool regulates);
  // All are. Where they were.
  std::map<FederateHandle, LinkId> detach_all();
  // The authority is given what is sent with this key, too.
  void authority_wants(wire::InterestKey key) {
    if (key >= authority_interest_.size()) authority_interest_.resize(key + 1);
    authority_interest_[key] = true;
    interest_.always_wants(key);
  }

  // --- A member's record.
  struct Taken {
    Fault fault;
    bool for_authority = false;
  };
  Taken take(FederateHandle by, const Record& record);
  // Whether it has a use for a record that stands on the fabric, by its header: if all whom it may
  // concern read it there, take_header() is enough.
  bool wants(FederateHandle by, const Record& beginning) const;
  Fault take_header(FederateHandle by, const Record& beginning);
  // The last record that came.
  wire::Position position(FederateHandle member) const { return members_.at(member).position; }

  // There is nothing more to take for now, and what was taken is worth a look: who is to be told
  // what by it. Not to be put off for long: members may wait for nothing else.
  bool turn_is_due() const { return promises_.looks_later() || interest_.turn_is_due(); }
  void end_turn() {
    if (promises_.looks_later()) promises_.tell_due();
    interest_.end_turn();
  }

  // --- What the authority has looked at first and passes on: to some, to those who want it, or to
  // all others.
  void pass_on(const Record& record, std::span<const FederateHandle> to);
  void pass_on_to_interested(const Record& record);
  void pass_on_to_others(const Record& record);

  // --- What the authority says to those who want it: a record of the log, at its new end. The
  // member whose record caused it is told in any case, or never, for he knows; nor, then, are those
  // who share memory with him, if that record said to them what this one does. Those who share
  // memory go by what they want when they read it, of which the Router may not know yet; but if
  // whoever comes to want such a record learns the same otherwise, what is known is enough.
  enum class LogTo {
    interested_and_cause,
    other_interested,
    interested_elsewhere,
    known_interested_elsewhere,
  };
  void log_to_interested(const Record& record, LogTo whom);

  // The host's queue for the member's link has grown or shrunk to `bytes`. True: it is to be
  // expelled, so that the others can go on.
  [[nodiscard]] bool on_backlog(FederateHandle member, std::size_t bytes) {
    return holds_.on_backlog(member, bytes);
  }

  // Its parts, by which the authority sends, tells who regulates, and asks.
  Paths& paths() { return paths_; }
  const Paths& paths() const { return paths_; }
  InterestExchange& interest() { return interest_; }
  // Asks a member to state its complete interest again, unless it has been asked already.
  void request_interest_again(FederateHandle member) {
    if (interest_.doubt_member(member)) paths_.tell(member, wire::StateInterestAnew{});
  }
  PromiseReduction& promises() { return promises_; }
  const PromiseReduction& promises() const { return promises_; }
  SenderHolds& holds() { return holds_; }
  const SenderHolds& holds() const { return holds_; }

 private:
  TRIAD_IN_TRIAL(friend class LinkChoice;)
  struct Member {
    bool on_fabric = false;
    wire::Position position = 0;  // of its last record
    wire::Position reliable = 0;  // of the last that may not be lost: these come in order
    wire::Position since = 0;
    bool voids(const wire::RecordHeader& header) const { return header.after_position < since; }
  };

  // --- InterestExchange::Host
  std::string_view federation() const override { return paths_.federation(); }
  std::uint64_t new_number() override { return paths_.new_number(); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return paths_.send_to_router(router, word);
  }
  void publish_interest(const wire::InterestChanged& changes) override { paths_.publish(changes); }
  void answer_member(FederateHandle member, wire::Position statement,
                     InterestExchange::Answer answer, wire::Bytes record) override;

  Fault verify(FederateHandle by, Member& member, const Record& record);
  void note(FederateHandle by, Member& member, const wire::RecordHeader& header);
  // False: it is none of those whose other end the Router is.
  bool take_own(FederateHandle by, const Record& record, Fault& fault);
  template <class Message, class Take>
  void take_as(const Record& record, Fault& fault, Take&& take);
  Fault take_dependencies(FederateHandle by, wire::Position at,
                          const wire::CausalDependencies& causes);
  // One record, as it goes to one after the other.
  struct Forwarded {
    const Record& record;
    const bool time_stamped;
    const bool from_fabric;
    // Those behind this router have it from there, and those behind others to which it passes it
    // on.
    const LinkId passed_behind;
    bool published = false;  // it stands where those on the fabric read it
  };
  Forwarded begin_forwarding(const Record& record) const;
  void forward(Forwarded& forwarded, FederateHandle to);
  bool concerns_authority(const wire::RecordHeader& header) const {
    return header.interest_key < authority_interest_.size() &&
           authority_interest_[header.interest_key];
  }
  bool concerns_others(const Record& beginning) const;

  std::vector<bool> authority_interest_;  // by key
  boost::unordered_flat_map<FederateHandle, Member, std::hash<FederateHandle>> members_;
  const std::vector<wire::Kind> between_members_;
  Paths paths_;
  InterestExchange interest_;
  SenderHolds holds_;
  PromiseReduction promises_;
};

}  // namespace triad::router
