// The time of a federation's members at a router below the RTIG's. It takes their reports and
// waits, and states the two least promises and the waits to the router above. When that router's
// answer fulfils a member's wait, it sends the member its LBTS. Members behind routers below get
// theirs there, and take part here as those routers state (lower_times.hpp).
//
// No member gets a higher bound than the router above has stated, even if the promises here would
// allow it. Time-stamp-ordered messages pass through that router, and a promise follows the
// messages that it covers. Pure, part of a Relay, one for each federation. Inactive until the
// router above has sent TimeBegins.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/lower_times.hpp"
#include "router/promise_state.hpp"

namespace triad::router {

class MemberTimes {
 public:
  class Host : public LowerTimes::Host {
   public:
    // Sends a statement to the router above, after all that members have sent.
    virtual void send_time_statement(const wire::TimeStated& stated) = 0;
    // Sends a complete record, valid during the call, to a member with a link of its own.
    virtual void send_to_member(FederateHandle member, wire::Bytes record) = 0;
  };
  // A member, and the router below through which it is reached, if any.
  using Place = std::pair<FederateHandle, LinkId>;

  // Both arguments must outlive it.
  MemberTimes(Host& host, const BoundOrder& order);

  // --- Members
  void add(FederateHandle member, LinkId via);
  void remove(FederateHandle member, LinkId via);

  // --- From above. `members`: all members of the federation at this router.
  void receive_from_upper(const wire::TimeBegins& begins, std::span<const Place> members);
  void receive_from_upper(const wire::MemberTimeChanged& changed);
  Fault receive_from_upper(const wire::TimeTold& told);
  // A copy of a time-stamp-ordered message has arrived. `goes_on`: it is forwarded to the member.
  void record_tso(FederateHandle member, LinkId via, bool goes_on);

  // --- From below
  // Returns true if this object handles such a record of a member with a link of its own. Otherwise
  // the record goes up.
  bool is_time_record(const wire::RecordHeader& header) const {
    return session_ != 0 && (header.message_kind() == wire::Kind::TimeReport ||
                             header.message_kind() == wire::Kind::TimeWait);
  }
  // Handles such a record. Returns the fault of a wrong one.
  Fault receive_from_member(FederateHandle by, const wire::Record& record);
  Fault receive_statement(LinkId router, const wire::TimeStated& stated);

  // end_turn() sends bounds to members that are due, and states changes. Called when no more input
  // is pending.
  bool turn_is_due() const { return is_due_; }
  void end_turn();
  // States all that is known here. Called before a query for the LBTS goes up.
  void send_complete_statement();

 private:
  TRIAD_IN_TRIAL(friend class HopChoice;)
  struct MemberState : PromiseState {
    std::uint64_t entering_statement = 0;  // number of the statement that includes its last report
  };
  // Returns the number of the next statement.
  std::uint64_t next_statement() const { return statement_ + 1; }

  Fault receive_report(FederateHandle by, MemberState& line, const wire::Record& record);
  Fault receive_wait(FederateHandle by, MemberState& line, const wire::Record& record);
  void apply_wait(FederateHandle by, MemberState& line, const wire::RecordHeader& header,
                  const std::optional<wire::TimeBound>& bound, bool each_rise);
  // Counts members that wait and have not received all messages sent to them.
  void update_behind_count(MemberState& line);
  // Removes a leaver's promise from those that the upper router has stated.
  void drop_least_federate();
  // Includes members again if the upper router has answered their last reports. Returns false if
  // there were none.
  bool restore_entering();
  // Called if the new statement equals the last one, which then includes the reports since.
  void mark_entered_by_statement();
  void send_due_bounds();
  void send_lbts(FederateHandle member, const ReducedBounds& reduced);
  // `if_needed`: send_statement() postpones a statement that has no effect above.
  enum class StatementScope { if_needed, complete };
  void send_statement(StatementScope until);
  // Returns true if the upper router must receive the statement at once.
  static bool is_urgent(const wire::TimeStated& stated);
  bool may_postpone_statement(const LeastPromises& promises, const wire::TimeStated& stated) const;
  // Returns the least promises of members here and below.
  LeastPromises least_below() const;

  Host& host_;
  const BoundOrder& order_;
  BoundReduction below_;  // promises of members here
  BoundReduction above_;  // promises of all, as the router above says, and waits of members here
  LowerTimes lower_;
  EnteredPromises upper_entry_;
  std::map<FederateHandle, MemberState> members_;   // members with a link of their own
  std::map<LinkId, std::uint64_t> lower_entering_;  // like MemberState::entering_statement
  std::uint64_t session_ = 0;
  std::uint64_t last_change_ = 0;
  std::uint64_t statement_ = 0;
  std::uint64_t tso_received_ = 0;
  std::size_t behind_ = 0;
  LeastPromises upper_promises_;
  std::uint64_t acknowledged_statement_ = 0;  // number of the last statement included in told_
  wire::Position log_position_ = 0;
  wire::Position regulates_since_ = 0;  // log position at which the newest regulator began
  bool is_due_ = false;
  std::vector<LinkId> receiving_routers_;  // scratch
  wire::Buffer last_stated_;               // without its number
  std::optional<TimeBound> least_stated_;
  std::uint64_t last_stated_change_ = 0;
  bool last_was_urgent_ = false;
  wire::Buffer out_;
};

}  // namespace triad::router
