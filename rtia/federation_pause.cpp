#include "rtia/federation_pause.hpp"

#include <utility>

#include "records/defect.hpp"

namespace triad::rtia {

Fault FederationPause::handle(const Record&, const wire::MoveAsked&) {
  context_.send_to_rtig(wire::MoveAnswered{context_.can_move()});
  return {};
}

// A call that waits for a reply must end first, because nothing may be in transit.
bool FederationPause::is_at_rest() const {
  return !context_.waits_for_reply() && !interest_.supply_under_way() && !mom_.waits_for_reply();
}

Fault FederationPause::handle(const Record&, const wire::PauseSettling& settling) {
  pause_ = settling.pause;
  round_ = settling.round;
  settle();
  return {};
}

void FederationPause::settle() {
  if (round_ == 0 || !is_at_rest()) return;
  const bool quiet = round_ > 1 && context_.position() == settled_at_;
  context_.send_to_rtig(wire::PauseSettled{pause_, std::exchange(round_, 0), quiet});
  settled_at_ = context_.position();
}

Fault FederationPause::handle(const Record&, const wire::MoveAway& away) {
  if (pause_ == 0 || away.pause != pause_)
    return "an order to move outside a pause of the federation";
  federation_ = away.federation;
  token_ = away.token;
  is_returning_ = false;
  return {};
}

void FederationPause::return_by_link() {
  is_returning_ = true;
  context_.send_to_rtig(wire::ReturnMember{federation_, self_, token_.value_or(0)});
}

// The routers on the new path know nothing of the member yet. They count its sends and receipts
// from here on.
Fault FederationPause::handle(const Record&, const wire::MemberReturned& returned) {
  if (!is_returning_ || returned.pause != pause_) return "a return that was not requested";
  token_.reset();
  is_returning_ = false;
  context_.set_rules(RulesAtRouter(model(), returned.rules));
  time_.begin_elsewhere();
  interest_.state_anew();
  stated_at_ = context_.position();
  return {};
}

void FederationPause::settled(wire::Position stated_at) {
  if (stated_at_ == 0 || stated_at < stated_at_) return;
  stated_at_ = 0;
  context_.send_to_rtig(wire::MoveCompleted{pause_});
}

Fault FederationPause::handle(const Record&, const wire::PauseOver& over) {
  if (over.pause != pause_) return {};
  pause_ = 0;
  round_ = 0;
  context_.end_pause_of_call();
  return {};
}

}  // namespace triad::rtia
