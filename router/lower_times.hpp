// The time of those members of a federation who are behind routers below this one: such a router
// reduces their promises, and states the two least of them and what they wait for; they take part
// here as two members. What all promise it is told once, for all behind it. So a step of N members
// behind R routers costs R statements and R answers here, and not N of each.
//
// A change of what a member is goes down ahead of the record of the log that says so, with a
// number. Until the router's statement has it, a member that begins to regulate counts here as one
// that has yet to promise. Messages in time-stamp order are counted where they are passed down: as
// long as copies of them are under way, the conditional promises of those behind the router do not
// hold together with others (docs/internals.md, "Time in a mesh").
//
// Pure, part of PromiseReduction where the RTIG is, and of MemberTimes in other routers.
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
    // As Outlets has them.
    virtual std::uint64_t new_number() = 0;
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
  };
  using Member = BoundReduction::Member;

  // All outlive it. What routers state of promises enters `promises`, what they wait for `waits`,
  // which may be the same.
  LowerTimes(Host& host, const BoundOrder& order, BoundReduction& promises, BoundReduction& waits)
      : host_(host), order_(order), promises_(promises), waits_(waits) {}

  // --- Members behind routers.
  void add(LinkId router, FederateHandle member);
  void remove(LinkId router, FederateHandle member);
  void clear();
  bool empty() const { return routers_.empty(); }
  // What it is from now on: to be called before the log says so.
  void change(LinkId router, FederateHandle member, wire::MemberTimeChange change,
              wire::Position request);

  // --- What is passed and stated.
  // A copy of a message in time-stamp order for a member behind it.
  void tso_sent(LinkId router);
  // What is wrong with it, if something is.
  Fault on_stated(LinkId router, const wire::TimeStated& stated);
  // Somebody who waits for an event has not received all that was sent to him, as far as is known.
  bool holds_up() const { return late_ != 0; }

  // --- Who is told. A member of `waits` may be a router that waits for those behind it: whose it
  // is; none: it is a federate.
  static LinkId router_waiting(Member member) {
    return (member & kWaits) == kWaits ? LinkId{member & ~kWaits} : LinkId{};
  }
  // Behind which router the federate is; none: it is behind none.
  LinkId router_of(FederateHandle member) const;
  // Those that are to be told: in any order, each once.
  void tell(std::vector<LinkId>& routers, const LeastPromises& promises, wire::Position log);
  // A minimum has fallen: everybody is told at once.
  void tell_all(const LeastPromises& promises, wire::Position log);
  // Its last statement does not enter what is told as holding together; or it does again.
  void set_apart(LinkId router, bool apart);

 private:
  // Federates' handles and the numbers of links are below.
  static constexpr Member kRest = Member{1} << 63;
  static constexpr Member kWaits = Member{3} << 62;
  static_assert(kLastLink.value < (Member{1} << 62));

  struct Router {
    explicit Router(LinkId link) : entered(kRest | link.value) {}
    std::uint64_t session = 0;
    std::set<FederateHandle> members;
    std::uint64_t changes = 0;  // the last that it was told
    // Who regulate since then, as the router's statements have yet to say.
    std::map<FederateHandle, std::uint64_t> beginning;
    EnteredPromises entered;
    std::uint64_t statement = 0;  // its last
    std::uint64_t changes_stated = 0;
    bool conditional = false;
    bool behind = false;
    std::uint64_t tso_received = 0;
    std::uint64_t tso_sent = 0;
    FederateHandle waits_as;  // whose wait is entered beside that of all
    bool apart = false;
    bool late = false;
  };

  Fault check(const Router& router, const wire::TimeStated& stated) const;
  void take_changes(Router& router, const wire::TimeStated& stated);
  void take_waits(LinkId link, Router& router, const wire::TimeStated& stated);
  void count(Router& router);
  void tell(LinkId link, const Router& router, const LeastPromises& promises, wire::Position log);
  template <class Message>
  void tell_word(LinkId router, const Message& message);

  Host& host_;
  const BoundOrder& order_;
  BoundReduction& promises_;
  BoundReduction& waits_;
  std::map<LinkId, Router> routers_;
  std::size_t late_ = 0;
  wire::Buffer out_;
};

}  // namespace triad::router
