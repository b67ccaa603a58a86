// Pauses of the federation in the RTIA while members move to other routers, and the move of this
// member (docs/internals.md, "How a member moves"; the RTIG's side is rtig/move_authority.hpp). HLA
// 1.3 has no such pause: the federate is not informed; its calls and its callbacks wait.
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

  Fault receive_record(const Record&, const wire::MoveAsked&);
  Fault receive_record(const Record&, const wire::PauseSettling&);
  Fault receive_record(const Record&, const wire::MoveAway&);
  Fault receive_record(const Record&, const wire::MemberReturned&);
  Fault receive_record(const Record&, const wire::PauseOver&);

  // Returns whether the federation pauses. The federate then waits and its time stands still,
  // because its records could take a path that is about to end.
  bool is_paused() const { return pause_ != 0; }

  // Answers the RTIG's round as soon as this member awaits no reply. Called when everything that
  // has arrived is handled.
  void settle();

  // Returns whether the member must move to another link. return_by_link() sends the first record
  // there.
  bool is_to_move() const { return move_token_.has_value() && !is_returning_; }
  void return_by_link();
  // Returns whether the member uses the new link and has not been admitted on it yet.
  bool is_returning() const { return is_returning_; }
  // Handles the confirmation that interest statements up to this position are settled.
  void receive_settlement(wire::Position stated_at);

 private:
  // Returns true if this federate waits for no reply, so that the pause may go on.
  bool is_at_rest() const;

  InterestStatement& interest_;
  TimeManagement& time_;
  const ManagementObjectModel& mom_;

  std::uint64_t pause_ = 0;        // present pause; 0: none
  std::uint32_t round_ = 0;        // round to be answered; 0: none
  wire::Position settled_at_ = 0;  // position of the answer to the round before
  std::string federation_;
  std::optional<std::uint64_t> move_token_;  // set from the order to move until the return
  bool is_returning_ = false;
  wire::Position stated_at_ = 0;  // interest stated on the new path, not settled yet; 0: none
};

}  // namespace triad::rtia
