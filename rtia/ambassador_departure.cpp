// End of a membership: by the federate's own resignation, by order of the MOM, by the RTIG, or with
// the link.
#include <utility>

#include "rtia/ambassador.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

Error Ambassador::not_joined() const {
  return wire::error(ErrorCode::FederateNotExecutionMember,
                     dismissed_.empty()
                         ? "not joined to a federation: call joinFederationExecution first"
                         : "no longer joined: " + dismissed_);
}

// Refuses services from now on. A call that waits for room or for a pause is made again, and is
// refused then.
void Ambassador::stop_serving() {
  leaving_ = true;
  if (waiting() && !call_.waits_for_reply()) call_.make_again();
}

// Resigns the member that a restore has put in this one's place. If the restored member owns
// attributes that the ordered action does not give up, the order is ignored.
void Ambassador::resign_again() {
  Result<void> resigned;
  if (!ordered_) {
    resigned = membership_->call(wire::ResignFederationExecution{*resigning_});
    if (!resigned) end_call(resigned.error());
    return;
  }
  (void)call_.beside(
      [&] { resigned = membership_->call(wire::ResignFederationExecution{*ordered_}); });
  if (resigned) return;
  ordered_.reset();
  leaving_ = false;
  dismissed_.clear();
  if (call_.waits_for_departure()) call_.make_again();
}

void Ambassador::on_resigned(const wire::RecordHeader& header, const Departure& resigned) {
  const bool asked = !resigned.lost && header.cause() == federate() && call_.is_answered_by(header);
  leaving_ = false;
  const bool ordered = ordered_.has_value();
  ordered_.reset();
  if (asked) {
    dismissed_.clear();
  } else {
    if (resigned.lost) {
      dismissed_ = "the RTIG resigned this federate, which " + resigned.reason;
    } else if (!ordered) {
      dismissed_ = "this federate " + resigned.reason;
    }
    membership_->mom().call_forgotten();
    if (call_.waits_for_departure()) {
      call_.make_again();
    } else if (waiting()) {
      end_call(wire::error(ErrorCode::FederateNotExecutionMember, dismissed_));
    }
  }
  forget_federation();
}

void Ambassador::on_link_lost(std::string_view reason) {
  if (!lost_.empty()) return;
  lost_ = dismissed_.empty() ? std::string(reason) : dismissed_;
  leaving_ = false;
  if (waiting()) end_call(wire::error(ErrorCode::RTIinternalError, lost_));
}

// The federate may still use the last callback, so the membership lives until it takes the next
// one.
void Ambassador::forget_federation() {
  past_membership_ = std::move(membership_);
  connection_.streams().clear();
}

}  // namespace triad::rtia
