#include "rtig/member_sessions.hpp"

namespace triad::rtig {

void MemberSessions::begin(FederateHandle federate, MemberSession session) {
  sessions_[federate] = std::move(session);
  if (federate.value >= positions_.size()) positions_.resize(federate.value + 1);
  positions_[federate.value] = 0;
}

void MemberSessions::continue_at(FederateHandle federate, const Origin& origin,
                                 MemberRights rights) {
  MemberSession& session = sessions_.at(federate);
  session.origin = origin;
  session.rights = std::move(rights);
  session.is_away = false;
}

void MemberSessions::record_absence(FederateHandle federate, bool is_suspended) {
  MemberSession& session = sessions_.at(federate);
  session.is_away = true;
  if (is_suspended) session.origin.process = 0;
}

std::vector<wire::StreamPosition> MemberSessions::shared_positions() const {
  std::vector<wire::StreamPosition> positions;
  for (const auto& [federate, session] : sessions_) {
    if (session.shares_memory) positions.push_back({federate, position(federate)});
  }
  return positions;
}

void MemberSessions::record_losses(const core::ObjectInstance& instance, wire::Position position) {
  for (const core::Ownership& owner : instance.owners) {
    if (contains(owner.federate)) record_loss(owner.federate, position);
  }
}

}  // namespace triad::rtig
