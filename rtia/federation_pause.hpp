// The federation's pauses in the RTIA, while members move to other routers, and the move of this
// one (docs/internals.md, "How a member moves"; rtig/move_authority.hpp is the other end). HLA
// knows nothing of them: the federate is told nothing, and its calls and its ticks' callbacks wait.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtia/interest_statement.hpp"
#include "rtia/management_object_model.hpp"
#include "rtia/member_context.hpp"
#include "rtia/time_management.hpp"

namespace triad::rtia {

class FederationPause : private ServiceGroup {
 public:
  FederationPause(MemberContext& context, InterestStatement& interest, TimeManagement& time,
                  const ManagementObjectModel& mom)
      : ServiceGroup(context), interest_(interest), time_(time), mom_(mom) {}

  Fault handle(const Record&, const wire::MoveAsked&);
  Fault handle(const Record&, const wire::PauseSettling&);
  Fault handle(const Record&, const wire::MoveAway&);
  Fault handle(const Record&, const wire::MemberReturned&);
  Fault handle(const Record&, const wire::PauseOver&);

  // The federate waits, and its time stands still: what it does, and what it is granted, could
  // reach somebody by a way that ends.
  bool pauses() const { return pause_ != 0; }

  // All that has come is taken into account: answers the RTIG as soon as nothing is awaited.
  void settle();

  // The member is to go to another link, by which return_by_link() is the first that it sends.
  bool is_to_move() const { return token_.has_value() && !is_returning_; }
  void return_by_link();
  // By the present link, on which it has yet to be taken in.
  bool is_returning() const { return is_returning_; }
  // What was stated up to that position is settled.
  void settled(wire::Position stated_at);

 private:
  bool is_at_rest() const;

  InterestStatement& interest_;
  TimeManagement& time_;
  const ManagementObjectModel& mom_;

  std::uint64_t pause_ = 0;        // the present one; 0: none
  std::uint32_t round_ = 0;        // that is to be answered; 0: none
  wire::Position settled_at_ = 0;  // the answer to the one before
  std::string federation_;
  std::optional<std::uint64_t> token_;  // from the word to go to the return
  bool is_returning_ = false;
  wire::Position stated_at_ = 0;  // on the new way, and not settled yet; 0: nothing
};

}  // namespace triad::rtia
