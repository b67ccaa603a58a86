// What a router between the RTIG's and members does of their time: it takes their reports and
// waits, states the two least promises and what is waited for to the router above, and tells each
// member its LBTS, as what comes from above says, when that is what it waits for. Members behind
// routers below are theirs to serve, and take part here as those routers state (lower_times.hpp).
//
// No member is told more than the router above has said, not even of what others promise here:
// messages in time-stamp order go by that one, and a promise goes behind the messages that it
// speaks for. Pure, part of a Relay, one for each federation; without effect until the router above
// has begun.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/lower_times.hpp"
#include "router/promise_line.hpp"

namespace triad::router {

class MemberTimes {
 public:
  class Host : public LowerTimes::Host {
   public:
    // For the router above, behind what members have sent.
    virtual void state_time(const wire::TimeStated& stated) = 0;
    // A complete record for one member with a link of its own; valid during the call.
    virtual void tell_member(FederateHandle member, wire::Bytes record) = 0;
  };
  // A member, and the router below by which it is reached, if it is behind one.
  using Place = std::pair<FederateHandle, LinkId>;

  // Both outlive it.
  MemberTimes(Host& host, const BoundOrder& order);

  // --- Members.
  void add(FederateHandle member, LinkId via);
  void remove(FederateHandle member, LinkId via);

  // --- From above. `members`: all that there are.
  void on(const wire::TimeBegins& begins, std::span<const Place> members);
  void on(const wire::MemberTimeChanged& changed);
  Fault on(const wire::TimeTold& told);
  // A copy of a message in time-stamp order has come, and goes on to the member, if it is there.
  void tso_came(FederateHandle member, LinkId via, bool goes_on);

  // --- From below.
  // Whether it takes such a record of a member with a link of its own; if not, it is to go up.
  bool takes(const wire::RecordHeader& header) const {
    return session_ != 0 && (header.message_kind() == wire::Kind::TimeReport ||
                             header.message_kind() == wire::Kind::TimeWait);
  }
  // What is wrong with it, if something is.
  Fault take(FederateHandle by, const wire::Record& record);
  Fault on_stated(LinkId router, const wire::TimeStated& stated);

  // No more has come for now: who is to be told is told, and what has changed is stated.
  bool turn_is_due() const { return is_due_; }
  void end_turn();
  // A question for the LBTS goes up next: all that is known here is to be stated before it.
  void state_all();

 private:
  TRIAD_IN_TRIAL(friend class HopChoice;)
  struct Line : PromiseLine {
    std::uint64_t enters = 0;  // the statement that has its last report
  };
  // What a statement that has not been made yet will be.
  std::uint64_t next_statement() const { return statement_ + 1; }

  Fault take_report(FederateHandle by, Line& line, const wire::Record& record);
  Fault take_wait(FederateHandle by, Line& line, const wire::Record& record);
  void wait(FederateHandle by, Line& line, const wire::RecordHeader& header,
            const std::optional<wire::TimeBound>& bound, bool each_rise);
  void count(Line& line);
  void forget_least();
  bool restore_those_who_enter();  // false: nobody
  void enter_with_last_statement();
  void tell_due();
  void tell(FederateHandle member, const ReducedBounds& reduced);
  enum class Until { it_matters, nothing_is_left };
  void state(Until until);
  static bool is_pressing(const wire::TimeStated& stated);
  bool may_be_stated_later(const LeastPromises& promises, const wire::TimeStated& stated) const;
  LeastPromises least_below() const;

  Host& host_;
  const BoundOrder& order_;
  BoundReduction below_;  // what members here promise
  BoundReduction above_;  // what all promise, as the router above says; and who waits for it here
  LowerTimes lower_;
  EnteredPromises all_;
  std::map<FederateHandle, Line> lines_;          // of those with a link of their own
  std::map<LinkId, std::uint64_t> lower_enters_;  // as Line::enters
  std::uint64_t session_ = 0;
  std::uint64_t changes_ = 0;
  std::uint64_t statement_ = 0;
  std::uint64_t tso_received_ = 0;
  std::size_t behind_ = 0;
  LeastPromises told_;
  std::uint64_t statement_told_ = 0;  // the last that entered there
  wire::Position log_position_ = 0;
  wire::Position regulates_since_ = 0;  // in the log, who began to last
  bool is_due_ = false;
  std::vector<LinkId> routers_told_;  // scratch
  wire::Buffer last_stated_;          // but for its number
  std::optional<TimeBound> least_stated_;
  std::uint64_t changes_stated_ = 0;
  bool pressing_stated_ = false;
  wire::Buffer out_;
};

}  // namespace triad::router
