// Sends each member its LBTS when the member waits for it (router/time_reduction.hpp), after the
// messages that the promises cover. Members that share memory read each other's promises until the
// log says that promises are reduced (rtig/time_authority.hpp). From then on they report here and
// get their LBTS like members at links. If no time-stamp-ordered message is in transit, conditional
// promises hold together, and members that wait for events can jump (docs/architecture.md, "The
// jump"). If times can be compared, routers below reduce the promises of their members
// (lower_times.hpp). Inputs are records, joins and departures; outputs go through the Router's
// Paths.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "records/in_flight.hpp"
#include "router/bound_reduction.hpp"
#include "router/fault.hpp"
#include "router/lower_times.hpp"
#include "router/paths.hpp"
#include "router/promise_state.hpp"

namespace triad::router {

class PromiseReduction : private LowerTimes::Host {
 public:
  PromiseReduction(Paths& paths, const BoundOrder& order) : paths_(paths), order_(order) {}

  // --- Members
  void add_member(FederateHandle newcomer, bool regulates);
  // Removes a member after its departure was recorded in the log.
  void remove_member(FederateHandle leaver);
  // Removes a member that moves to another router, where it joins again. The log does not say so.
  // All that it sent has arrived, so other members need not report again.
  void move_member(FederateHandle member);
  void clear();

  // --- Records. Functions that return a Fault return the fault of a wrong record.
  // A time-stamp-ordered message was read on the fabric, forwarded to a member at a link, or
  // published on the fabric.
  void record_tso_read(FederateHandle of, wire::Position position) {
    in_flight_.sent_tso(of, position);
  }
  void record_tso_forwarded(FederateHandle link_member);
  void record_tso_published(FederateHandle of, wire::Position position);
  void record_dependencies(FederateHandle by, wire::Position at,
                           std::span<const wire::StreamPosition> handled) {
    in_flight_.note_dependencies(by, at, handled);
  }
  Fault receive_report(FederateHandle by, const Record& record, const wire::TimeReport& report);
  Fault receive_wait(FederateHandle by, const Record& record, const wire::TimeWait& wait);
  Fault receive_request(FederateHandle by, const Record& record);
  // Answers a request after reduce_fabric(), when all regulating members have promised.
  void answer_when_all_promise(FederateHandle by, const wire::RecordHeader& request);
  // Returns false if members share memory and their promises are not reduced.
  bool knows_all() const { return reduces_fabric_ || paths_.is_fabric_empty(); }
  // Handles a statement of a router below for the members behind it.
  Fault receive_statement(LinkId router, const wire::TimeStated& stated);
  // Returns true if this object sends the member its LBTS. Otherwise the member reads the others'
  // promises.
  bool sends_lbts_to(FederateHandle federate) const {
    return reduces_fabric_ || !paths_.is_on_fabric(federate);
  }
  // Sends a member its LBTS, even if it does not wait for it. Only if tells(to).
  void send_lbts(FederateHandle to);
  // Returns true if members that share memory get their LBTS here as well.
  bool reduces_fabric() const { return reduces_fabric_; }
  // Begins to reduce their promises, as the log says (wire::PromisesReduced).
  void reduce_fabric() { reduces_fabric_ = true; }

  // --- From the log
  void begin_regulation(FederateHandle by, const wire::RecordHeader& request);
  void end_regulation(FederateHandle by, const wire::RecordHeader& request);
  void begin_constrained(FederateHandle by, const wire::RecordHeader& request);
  void end_constrained(FederateHandle by, const wire::RecordHeader& request);
  // Tells routers below that there is no bound and that no single member has the least promise.
  // Only while a member has yet to promise.
  void withhold();
  // Sends bounds to members that are due. Called after a change that may raise an LBTS, or let the
  // reports hold together.
  void send_due_bounds();
  // Returns true if send_due_bounds() must be called when no more reports are pending. So a member
  // gets its LBTS once, even if several reports raise it.
  bool has_due_bounds() const { return has_due_bounds_; }

  // Returns the members that hold back the LBTS of `than`: members that have yet to promise, or
  // members with a promise equal to the LBTS. For members behind routers that reduce promises it
  // uses the promises of record_reported_promise().
  std::vector<FederateHandle> slowest(FederateHandle than) const;
  // Records a promise that a member stated for status reports.
  void record_reported_promise(FederateHandle by, const std::optional<wire::TimeBound>& promise);

 private:
  struct MemberState : PromiseState {
    // Router below that reduces the member's promises, if any. Then its promise is not known here,
    // except for the last one that it stated for status reports.
    LinkId lower_router = {};
    std::optional<TimeBound> reported_promise = {};
    bool is_below() const { return lower_router != LinkId{}; }
  };
  using Reduced = ReducedBounds;

  // --- LowerTimes::Host
  std::string_view federation() const override { return paths_.federation(); }
  std::uint64_t new_number() override { return paths_.new_number(); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return paths_.send_to_router(router, word);
  }

  struct Request {
    FederateHandle by;
    wire::RecordHeader header;
  };

  // Sends the member its LBTS, and accepts the request.
  void answer_request(const Request& request);
  void apply_promise(FederateHandle by, MemberState& line, const Record& record,
                     const wire::TimeReport& report);
  void apply_wait(FederateHandle by, MemberState& line, const Record& record,
                  const std::optional<wire::TimeBound>& bound, bool each_rise);
  // Enters the member's last report into the reduction.
  void enter_promise(FederateHandle of, const MemberState& line);
  // Returns the least promises of all members; `together`: with the joint bound.
  LeastPromises least(bool together) const;
  // Applies the start or end of a member's role, also at the router below it.
  void apply_change(FederateHandle by, MemberState& line, wire::MemberTimeChange change,
                    wire::Position request);
  // Returns true if the member waits and has not received all messages sent to it.
  bool waits_behind(FederateHandle federate, const MemberState& line) const;
  void update_behind_count(FederateHandle federate, MemberState& line);
  void send_bounds(FederateHandle to, const Reduced& reduced);
  // Sends one record to all members that receive the same bound.
  void send_same_bounds();
  void send_same_bounds_by_link();
  // Returns true if one record can carry both.
  bool is_same(const Reduced& a, const Reduced& b) const;
  // Returns true if the promise is one of the least promises.
  bool is_among(const Reduced& reduced, const TimeBound& promise) const;
  // Returns the member's promise, by itself or by the router below it.
  static std::optional<TimeBound> promise_of(const MemberState& line);
  // Returns true if all conditional promises hold at once, which makes the joint bound valid. Then
  // every regulating member has reported, and no message to a waiting member is in transit.
  bool reports_hold_together();
  // The same for members that share memory. Called for each report.
  bool fabric_holds_together();
  // Returns true if this member's report does not include all messages; wakes the member to read
  // them.
  bool prevents_joint_bound(FederateHandle federate, const MemberState& line);

  Paths& paths_;
  const BoundOrder& order_;
  std::map<FederateHandle, MemberState> members_;
  std::size_t behind_count_ = 0;        // members at links with Line::behind
  wire::Position regulates_since_ = 0;  // log position at which the newest regulator began
  FederateHandle preventing_member_;    // kept reports from holding together at the last check
  bool reduces_fabric_ = false;
  std::vector<Request> requests_;  // wait until all have promised
  BoundReduction reduction_{BoundComparator{&order_}};
  LowerTimes lower_{*this, order_, reduction_, reduction_};
  records::InFlight in_flight_;                 // among members that share memory, and to them
  std::vector<FederateHandle> same_receivers_;  // members that get same_bounds_ with one record
  std::vector<FederateHandle> same_link_receivers_;  // members at links that get same_bounds_
  Reduced same_bounds_;                    // bounds for same_receivers_ and same_link_receivers_
  std::vector<LinkId> receiving_routers_;  // routers that get the promises
  bool has_due_bounds_ = false;
};

}  // namespace triad::router
