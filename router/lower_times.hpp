// The time of members behind routers below this one. Such a router reduces its members' promises,
// and states the two least promises and its members' waits; here these take part as two members.
// The router gets the promises of all once, for all members behind it. So a step of N members
// behind R routers costs R statements and R answers here, not N of each.
//
// Before the log says that a member begins or ceases to regulate or to be constrained, the router
// is sent that change with a number. A member that begins to regulate counts here as one that has
// yet to promise, until a statement of the router includes that number. Time-stamp-ordered messages
// are counted when they are sent down. While copies are in transit, conditional promises of members
// behind the router do not hold together with others (docs/internals.md, "Time in a mesh").
//
// Pure, part of TimeExchange.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "router/least_promises.hpp"
#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/record.hpp"

namespace triad::router {

using wire::FederateHandle;

class LowerTimes {
 public:
  class Host {
   public:
    virtual ~Host() = default;
    virtual std::string_view federation() const = 0;
    // Returns a higher number than all before it, for statements that a router below answers.
    virtual std::uint64_t new_number() = 0;
    // Sends a complete record for a router below itself, valid during the call. Returns false if
    // the link has ended.
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
  };
  using Member = BoundReduction::Member;

  // Keeps references to all arguments, which must outlive it. Promises that routers state are
  // entered in `promises`, and their waits in `waits`. Both may be the same object.
  LowerTimes(Host& host, const BoundOrder& order, BoundReduction& promises, BoundReduction& waits)
      : host_(host), order_(order), promises_(promises), waits_(waits) {}

  // --- Members behind routers
  // Adds a member, and sends the router TimeBegins.
  void add(LinkId router, FederateHandle member);
  void remove(LinkId router, FederateHandle member);
  void clear();
  bool empty() const { return routers_.empty(); }
  // Sends the change to the member's router. Must be called before the log says so.
  void send_change(LinkId router, FederateHandle member, wire::MemberTimeChange change,
                   wire::Position request);

  // --- Messages and statements
  // A copy of a time-stamp-ordered message was sent to the router, for the members behind it.
  void record_tso_sent(LinkId router);
  // Applies a router's statement. Returns the fault of a wrong one.
  Fault receive_statement(LinkId router, const wire::TimeStated& stated);
  // Returns true if a member that waits for an event has not received all messages that were sent
  // to it, as far as is known.
  bool has_late_members() const { return late_ != 0; }

  // --- Telling routers

  // Returns the router for which this member of `waits` stands, which waits for the members behind
  // it; zero for a federate.
  static LinkId router_waiting(Member member) {
    return (member & kWaits) == kWaits ? LinkId{member & ~kWaits} : LinkId{};
  }
  // Sends the promises to these routers, each once. Sorts `routers`.
  void send_promises(std::vector<LinkId>& routers, const LeastPromises& promises,
                     wire::Position log);
  // Sends them to all routers at once, because one of the least promises has fallen.
  void send_promises_to_all(const LeastPromises& promises, wire::Position log);
  // Excludes the router from joint bounds, because they do not include its last statement, or ends
  // the exclusion.
  void set_apart(LinkId router, bool apart);

 private:
  // Member numbers for routers, above federates' handles and link numbers.
  static constexpr Member kRest = Member{1} << 63;
  static constexpr Member kWaits = Member{3} << 62;
  static_assert(kLastLink.value < (Member{1} << 62));

  struct Router {
    explicit Router(LinkId link) : entered(kRest | link.value) {}
    std::uint64_t session = 0;
    std::set<FederateHandle> members;
    std::uint64_t last_change = 0;  // number of the last change sent to it
    // Members that began to regulate, with the change's number, until a statement includes it.
    std::map<FederateHandle, std::uint64_t> begun_changes;
    EnteredPromises entered;
    std::uint64_t statement = 0;  // number of its last statement
    std::uint64_t last_stated_change = 0;
    bool conditional = false;
    bool has_late_member = false;
    std::uint64_t tso_received = 0;
    std::uint64_t tso_sent = 0;
    FederateHandle waits_as;  // member with a wait that is entered in addition
    bool is_apart = false;
    bool is_late = false;
  };

  // Returns the fault of a wrong statement.
  Fault check(const Router& router, const wire::TimeStated& stated) const;
  // Applies the members' changes of roles that the statement includes.
  void apply_changes(Router& router, const wire::TimeStated& stated);
  // Enters the waits that the router states.
  void apply_waits(LinkId link, Router& router, const wire::TimeStated& stated);
  // Counts routers with messages in time-stamp order that have not arrived, or with late members.
  void update_late_count(Router& router);
  // Sends a router the least promises, as an answer to its last statement.
  void send_promises(LinkId link, const Router& router, const LeastPromises& promises,
                     wire::Position log);
  template <class Message>
  void send_message(LinkId router, const Message& message);

  Host& host_;
  const BoundOrder& order_;
  BoundReduction& promises_;
  BoundReduction& waits_;
  std::map<LinkId, Router> routers_;
  std::size_t late_ = 0;
  wire::Buffer out_;
};

}  // namespace triad::router
