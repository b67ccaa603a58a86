// Members that continue by another link because their router is about to leave the mesh: the state
// of their old and new links in the Rtig (rtig/move_authority.hpp).
#include "rtig/gateway/federation_execution.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

namespace {

// Returns the router linked to the RTIG's router behind which the peer is. That router supplied the
// earlier names in the text.
std::string linked_router(std::string_view transport) {
  const std::size_t at = transport.rfind(kAtRouter);
  return at == transport.npos ? std::string()
                              : std::string(transport.substr(at + kAtRouter.size()));
}

}  // namespace

router::Fault Rtig::receive_message(LinkId, const router::ClientMustMove& leaves) {
  const auto at = peers_.find(leaves.client);
  if (at == peers_.end() || at->second.federation == nullptr || at->second.vacated) return {};
  const Peer& peer = at->second;
  const std::string router = linked_router(desk_.transport(guest_at(leaves.client)));
  const auto refusal = move_limits_.refusal(router, now_);
  if (!refusal) {
    peer.federation->ask_to_move(peer.federate);
    return {};
  }
  const std::string line = "members behind router " + router +
                           " stay there: the last members that were asked to move " +
                           "did not reach another router; drain it again in " +
                           std::to_string(refusal->left.count() / 1000 + 1) + " s";
  if (refusal->is_first) downlinks_->log(line);
  downlinks_->notify(router::MemberStays{leaves.client, line});
  return {};
}

void Rtig::record_failed_move(LinkId link, std::chrono::milliseconds pause) {
  move_limits_.record_failure(linked_router(desk_.transport(guest_at(link))),
                              rest_after(pause, options_.timeouts.move), now_);
}

void Rtig::vacate(LinkId link) {
  peers_.at(link).vacated = true;
  desk_.cancel_creations(guest_at(link));
}

void Rtig::vacate_and_end(LinkId link, std::string_view reason) {
  vacate(link);
  peers_.at(link).ended = true;
  downlinks_->disconnect(link, reason);
}

void Rtig::complete_move(LinkId from, LinkId to) {
  Peer& new_peer = peers_.at(to);
  new_peer.federation = peers_.at(from).federation;
  new_peer.federate = peers_.at(from).federate;
  remove_vacated(from);
}

void Rtig::remove_vacated(LinkId link) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || !at->second.vacated) return;
  const bool ended = at->second.ended;
  forget_status_queries(link);
  peers_.erase(at);
  desk_.remove(guest_at(link));
  if (!ended) downlinks_->disconnect(link, "its member has moved");
}

bool Rtig::is_paused(std::string_view federation) const {
  const FederationExecution* const found = execution(federation);
  return found != nullptr && found->authority().is_paused();
}

}  // namespace triad::rtig
