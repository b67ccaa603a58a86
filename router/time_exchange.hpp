// Exchange of time between one router and its neighbours, for one federation. Members promise lower
// bounds of the messages that they will still send, and each member receives its LBTS when it waits
// for it (router/time_reduction.hpp), after the messages that the promises cover. The RTIG's router
// (the root) and each router below it have one TimeExchange. Pure: the host sends.
//
//   neighbour       states                            receives
//   member          its promise, and its wait         its LBTS
//   lower router    the two least promises behind it  the two least promises of all
//   upper router    the two least promises of all     the two least promises here
//   shared memory   (as members)                      at the root: one LBTS for several members
//
// The root computes bounds from the promises that it gathers. Below the root, bounds come from the
// upper router: no member receives a higher bound, even if the promises here would allow it.
// Messages pass through the upper router, and a promise follows the messages that it covers. A
// router below the root takes part only in a session, which the upper router begins (TimeBegins) if
// times can be compared.
//
// Members that share memory read each other's promises until the log says that promises are reduced
// (rtig/time_authority.hpp). From then on they report to the root. If no time-stamp-ordered message
// is in transit, conditional promises hold together, and members that wait for events can jump
// (docs/architecture.md, "The jump").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "records/messages_in_memory.hpp"
#include "router/bound_reduction.hpp"
#include "router/fault.hpp"
#include "router/lower_times.hpp"
#include "router/promise_state.hpp"

namespace triad::router {

class TimeExchange {
 public:
  enum class Place : std::uint8_t { root, below_root };

  // Called from within calls of this class only. Must not call back.
  class Host : public LowerTimes::Host {
   public:
    // Sends an LBTS to each of these members, in a record with the log position `log`. Below the
    // root these are members with links of their own.
    virtual void send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                           wire::Position log) = 0;
    // Sends one LBTS to several members that share memory. Only at the root.
    virtual void publish_lbts(std::span<const FederateHandle> /*to*/,
                              const wire::LbtsTold& /*told*/) {}
    // Accepts a member's request for its LBTS, which has been sent. Only at the root.
    virtual void accept_request(FederateHandle /*by*/, wire::Position /*request*/) {}
    // Does the same as in Outlets. Only at the root.
    virtual void wake_to_read_all(FederateHandle /*member*/) {}
    // Returns the position up to which all members have been sent the log. Only at the root.
    virtual wire::Position log_position() const { return 0; }
    // Sends a statement to the upper router, after all that members have sent. Only below the root.
    virtual void send_time_statement(const wire::TimeStated& /*stated*/) {}
  };

  // Keeps references to the first and the last argument, which must outlive this object.
  TimeExchange(Host& host, Place place, const BoundOrder& order);
  TimeExchange(const TimeExchange&) = delete;
  TimeExchange& operator=(const TimeExchange&) = delete;

  // --- Members
  struct Newcomer {
    LinkId via = {};  // lower router with the member's link; none: the link ends at this router
    bool shares_memory = false;
    bool regulates = false;  // after a restore or a move; it has yet to state its promise again
  };
  void add_member(FederateHandle newcomer, const Newcomer& as);
  // Removes a member. At the root: after its departure was recorded in the log.
  void remove_member(FederateHandle leaver);
  // Removes a member that moves to another router, where it joins again. The log does not say so.
  // All that it sent has arrived, so other members need not report again.
  void move_member(FederateHandle member);
  // Removes a member that the upper router has cut off, which the log does not say. Its promise may
  // still hold, so no bound is known until the upper router states promises without it. Only below
  // the root.
  void cut_off_member(FederateHandle member);
  // Removes all members, for a restore.
  void clear();
  // Counts messages from zero, as all members at links do. Promises hold. These members state their
  // conditions and waits again; those of members in memory stay. Called at the root at the end of a
  // recovery. Begins new sessions with routers below, whose members also promise again.
  void begin_again();

  // Break the rules, for planted defects. leave_out(): the member's promise does not count until
  // its next report. forget_copy(): one copy less was sent to it.
  void leave_out(FederateHandle member) { gathered_.end(member.value); }
  void forget_copy(FederateHandle member) {
    MemberState& line = members_.at(member);
    --line.tso_forwarded;
    update_behind_count(line);
  }

  // --- Roles, at the root. The member begins or ceases to regulate or to be constrained, by its
  // request at that position. Must be called before the log says that it regulates.
  void change_role(FederateHandle by, wire::MemberTimeChange change, wire::Position request);
  // Tells lower routers that there is no bound and that no single member has the least promise.
  // Only while a member has yet to promise.
  void withhold();

  // --- From the upper router. `members`: all members of the federation at this router.
  using MemberPlace = std::pair<FederateHandle, LinkId>;  // and the lower router, if any
  void receive_from_upper(const wire::TimeBegins& begins, std::span<const MemberPlace> members);
  void receive_from_upper(const wire::MemberTimeChanged& changed);
  Fault receive_from_upper(const wire::TimeTold& told);

  // --- From members and lower routers. Functions that return a Fault return the fault of a wrong
  // record.
  // Returns true if this object handles such a record of a member with a link of its own. Otherwise
  // the record goes up.
  bool is_time_record(const wire::RecordHeader& header) const {
    return is_active() && (header.message_kind() == wire::Kind::TimeReport ||
                           header.message_kind() == wire::Kind::TimeWait);
  }
  // Handles a record for which is_time_record() is true.
  Fault receive_from_member(FederateHandle by, const wire::Record& record);
  // Handles a statement of a lower router for the members behind it.
  Fault receive_statement(LinkId router, const wire::TimeStated& stated);
  // Answers a request for the LBTS. Only at the root.
  Fault receive_request(FederateHandle by, wire::Position request);
  // Answers a request after reduce_fabric(), when all regulating members have promised. Only at the
  // root.
  void answer_when_all_promise(FederateHandle by, wire::Position request);

  // --- Time-stamp-ordered messages
  // Returns true if copies for the member are counted at its lower router: one copy for all members
  // behind it. Below the root is_active() tells whether the upper router counts so.
  bool is_counted_below(FederateHandle link_member) const {
    const auto at = members_.find(link_member);
    return at != members_.end() && at->second.is_below();
  }
  bool is_active() const { return is_root() || upper_.session != 0; }
  // Records that a copy was sent by the member's link, or to its lower router.
  void record_tso_forwarded(FederateHandle link_member);
  // Counts a copy that has arrived. Only below the root.
  void record_tso_from_upper();
  // Counts a message that was read in shared memory, or published there. Only at the root.
  void record_tso_read(FederateHandle of, wire::Position position);
  void record_tso_published(FederateHandle of, wire::Position position);

  // --- Bounds
  // end_turn() sends bounds to members that are due, and states changes to the upper router. Called
  // when no more input is pending. So a member gets its LBTS once, even if several reports raise
  // it.
  bool turn_is_due() const { return is_due_; }
  void end_turn();
  // Sends bounds at once, after a change that may raise an LBTS. Only at the root.
  void send_due_bounds();
  // States all that is known here. Only below the root. Called before a request for the LBTS goes
  // up.
  void send_complete_statement();
  // Sends a member its LBTS, even if it does not wait for it. Only at the root. Only if
  // sends_lbts_to().
  void send_lbts(FederateHandle to);

  // --- Shared memory, at the root
  // Returns true if members that share memory get their LBTS here as well.
  bool reduces_fabric() const { return reduces_fabric_; }
  // Begins to reduce their promises, as the log says (wire::PromisesReduced).
  void reduce_fabric() { reduces_fabric_ = true; }
  // Returns false if members share memory and their promises are not reduced.
  bool knows_all() const { return reduces_fabric_ || sharing_count_ == 0; }
  // Returns true if this object sends the member its LBTS. Otherwise the member reads the others'
  // promises.
  bool sends_lbts_to(FederateHandle federate) const {
    const auto at = members_.find(federate);
    return at == members_.end() || sends_lbts_to(at->second);
  }

  // --- Status, at the root
  // Returns the members that hold back the LBTS of `than`: members that have yet to promise, or
  // members with a promise equal to the LBTS. For members behind lower routers it uses the promises
  // of record_reported_promise().
  std::vector<FederateHandle> slowest(FederateHandle than) const;
  // Records a promise that a member stated for status reports.
  void record_reported_promise(FederateHandle by, const std::optional<wire::TimeBound>& promise);

 private:
  struct MemberState : PromiseState {
    bool shares_memory = false;
    // Lower router that reduces the member's promises, if any. Then its promise is not known here,
    // except for the last one that it stated for status reports.
    LinkId lower_router = {};
    std::optional<TimeBound> reported_promise = {};
    std::uint64_t entering_statement = 0;  // number of the statement that includes its last report
    bool is_below() const { return lower_router != LinkId{}; }
  };
  // The upper router: its session, its promises, and the last statement to it.
  struct Upper {
    std::uint64_t session = 0;  // 0: none
    std::uint64_t last_change = 0;
    std::uint64_t tso_received = 0;
    LeastPromises promises = {};
    std::uint64_t acknowledged = 0;  // number of the last statement included in `promises`
    wire::Position log_position = 0;
    std::uint64_t statement = 0;  // number
    wire::Buffer stated = {};     // without its number
    std::optional<TimeBound> least_stated = {};
    std::uint64_t last_stated_change = 0;
    bool was_urgent = false;
  };
  struct Request {
    FederateHandle by;
    wire::Position position = 0;
  };
  // Members that get the same bounds.
  struct SameBounds {
    ReducedBounds bounds = {};
    std::vector<FederateHandle> in_memory = {};
    std::vector<FederateHandle> at_links = {};
    bool is_empty() const { return in_memory.empty() && at_links.empty(); }
  };

  bool is_root() const { return &told_ == &gathered_; }
  wire::Position log_position() const {
    return is_root() ? host_.log_position() : upper_.log_position;
  }
  bool sends_lbts_to(const MemberState& line) const {
    return reduces_fabric_ || !line.shares_memory;
  }
  // Returns the number of the next statement.
  std::uint64_t next_statement() const { return upper_.statement + 1; }

  void apply_role(FederateHandle member, MemberState& line, wire::MemberTimeChange change,
                  wire::Position request);
  void drop_least_federate();
  void begin_sessions_again();
  bool restore_entering();
  Fault receive_report(FederateHandle by, MemberState& line, const wire::Record& record);
  Fault receive_wait(FederateHandle by, MemberState& line, const wire::Record& record);
  void apply_promise(FederateHandle by, MemberState& line, const wire::RecordHeader& header,
                     const wire::TimeReport& report);
  void apply_wait(FederateHandle by, MemberState& line, const wire::RecordHeader& header,
                  const std::optional<wire::TimeBound>& bound, bool each_rise);
  void update_behind_count(MemberState& line);
  void answer_request(const Request& request);
  static std::optional<TimeBound> promise_of(const MemberState& line);

  void add_receiver(FederateHandle to, const MemberState& line, const ReducedBounds& reduced);
  void send_bounds(FederateHandle to, const ReducedBounds& reduced);
  void send_same_bounds();
  LeastPromises least(bool together) const;
  bool is_same(const ReducedBounds& a, const ReducedBounds& b) const;
  bool is_among(const ReducedBounds& reduced, const TimeBound& promise) const;
  bool reports_hold_together();
  bool memory_holds_together();
  bool prevents_joint_bound(FederateHandle federate, const MemberState& line);

  // `if_needed` postpones a statement that has no effect above.
  enum class StatementScope : std::uint8_t { if_needed, complete };
  void send_statement(StatementScope until);
  wire::TimeStated statement_of(const LeastPromises& promises) const;
  static bool is_urgent(const wire::TimeStated& stated);
  void mark_entered_by_statement();
  bool may_postpone_statement(const LeastPromises& promises, const wire::TimeStated& stated) const;

  Host& host_;
  const BoundOrder& order_;
  BoundReduction gathered_;  // promises of the members here
  BoundReduction of_upper_;  // below the root: promises of all, as the upper router has stated
  BoundReduction& told_;     // the promises that members receive, and the members' waits
  LowerTimes lower_;
  EnteredPromises upper_entry_;
  std::map<FederateHandle, MemberState> members_;
  std::vector<FederateHandle> entering_;            // with MemberState::entering_statement
  std::map<LinkId, std::uint64_t> lower_entering_;  // the same for lower routers
  Upper upper_;
  std::size_t behind_count_ = 0;        // members with PromiseState::is_behind
  wire::Position regulates_since_ = 0;  // log position at which the newest regulator began
  bool is_due_ = false;
  std::size_t sharing_count_ = 0;  // members that share memory
  bool reduces_fabric_ = false;
  records::MessagesInMemory messages_in_memory_;
  wire::Position left_at_ = 0;  // log position of the last departure; earlier reports do not count
  FederateHandle preventing_member_;       // kept reports from holding together at the last check
  std::vector<Request> requests_;          // wait until all have promised
  SameBounds same_;                        // scratch
  std::vector<LinkId> receiving_routers_;  // scratch
  wire::Buffer out_;
};

}  // namespace triad::router
