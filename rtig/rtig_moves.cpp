// Members that go on by another link, because their router is about to leave the mesh: what the
// Rtig knows of the links on both sides (rtig/move_authority.hpp).
#include "rtig/federation_execution.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

void Rtig::on_client_to_move(LinkId client) {
  const auto at = peers_.find(client);
  if (at == peers_.end() || at->second.federation == nullptr || at->second.vacated) return;
  at->second.federation->ask_to_move(at->second.federate);
}

void Rtig::on(LinkId link, Peer&, const Record&, const wire::ReturnMember& returned) {
  FederationExecution* const federation = find(returned.federation);
  if (federation == nullptr) return expel(link, "asked for a seat in a federation that is over");
  if (const auto fault = federation->take_up_seat(link, returned)) expel(link, *fault);
}

void Rtig::take_up(LinkId from, LinkId to) {
  Peer& there = peers_.at(to);
  there.federation = peers_.at(from).federation;
  there.federate = peers_.at(from).federate;
  forget_vacated(from);
}

void Rtig::forget_vacated(LinkId link) {
  const auto at = peers_.find(link);
  if (at == peers_.end() || !at->second.vacated) return;
  const bool ended = at->second.ended;
  forget_status_queries(link);
  peers_.erase(at);
  if (!ended) downlinks_.disconnect(link, "its member has moved");
}

bool Rtig::pauses(std::string_view federation) const {
  const auto at = federations_.find(federation);
  return at != federations_.end() && at->second->pauses();
}

void Rtig::end_overdue_moves() {
  for (const auto& [name, federation] : federations_) federation->end_overdue_move();
}

}  // namespace triad::rtig
