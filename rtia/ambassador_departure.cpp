// End of a membership: by the federate's own resignation, by order of the MOM, by the RTIG, or with
// the link.
#include <utility>

#include "rtia/ambassador.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

Error Ambassador::not_joined() const {
  return wire::error(ErrorCode::FederateNotExecutionMember,
                     dismissal_reason_.empty()
                         ? "not joined to a federation: call joinFederationExecution first"
                         : "no longer joined: " + dismissal_reason_);
}

// Refuses services from now on. A call that waits for room or for a pause is made again, and is
// refused then.
void Ambassador::stop_serving() {
  is_leaving_ = true;
  if (is_waiting() && !call_.waits_for_reply()) call_.make_again();
}

// Resigns the member that a restore has put in this one's place. If the restored member owns
// attributes that the ordered action does not give up, the order is ignored.
void Ambassador::resign_again() {
  Result<void> resigned;
  if (!ordered_resignation_) {
    resigned = membership_->call(wire::ResignFederationExecution{*requested_resignation_});
    if (!resigned) end_call(resigned.error());
    return;
  }
  (void)call_.make_side_call([&] {
    resigned = membership_->call(wire::ResignFederationExecution{*ordered_resignation_});
  });
  if (resigned) return;
  ordered_resignation_.reset();
  is_leaving_ = false;
  dismissal_reason_.clear();
  if (call_.waits_for_departure()) call_.make_again();
}

void Ambassador::end_membership(const wire::RecordHeader& header, const Departure& resigned) {
  const bool asked = !resigned.lost && header.cause() == federate() && call_.is_answered_by(header);
  is_leaving_ = false;
  const bool ordered = ordered_resignation_.has_value();
  ordered_resignation_.reset();
  if (asked) {
    dismissal_reason_.clear();
  } else {
    if (resigned.lost) {
      dismissal_reason_ = "the RTIG resigned this federate, which " + resigned.reason;
    } else if (!ordered) {
      dismissal_reason_ = "this federate " + resigned.reason;
    }
    membership_->mom().drop_call_report();
    if (call_.waits_for_departure()) {
      call_.make_again();
    } else if (is_waiting()) {
      end_call(wire::error(ErrorCode::FederateNotExecutionMember, dismissal_reason_));
    }
  }
  forget_federation();
}

void Ambassador::record_link_loss(std::string_view reason) {
  if (!loss_reason_.empty()) return;
  recovery_.end();
  loss_reason_ = dismissal_reason_.empty() ? std::string(reason) : dismissal_reason_;
  is_leaving_ = false;
  if (is_waiting()) end_call(wire::error(ErrorCode::RTIinternalError, loss_reason_));
}

// The federate may still use the last callback, so the membership lives until it takes the next
// one.
void Ambassador::forget_federation() {
  recovery_.end();
  past_membership_ = std::move(membership_);
  connection_.streams().clear();
}

}  // namespace triad::rtia
