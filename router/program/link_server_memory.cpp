// The part of LinkServer for shared memory (fabric_coordinators.hpp) and for memory that the sink
// holds on behalf of clients.
#include <utility>

#include "router/program/link_server.hpp"

namespace triad::router {

FabricCoordinators::Events LinkServer::fabric_events(MemoryEvents memory) {
  FabricCoordinators::Events events;
  if (memory.held_elsewhere) held_elsewhere_ = std::move(memory.held_elsewhere);
  if (memory.held_elsewhere_in_all)
    held_elsewhere_in_all_ = std::move(memory.held_elsewhere_in_all);
  events.receiver.on_record = [this, take = std::move(memory.on_record)](LinkId link,
                                                                         wire::Bytes record) {
    if (serves(link)) carry_out(link, [&] { take(link, record); });
  };
  events.receiver.wants = std::move(memory.wants);
  events.receiver.on_header_only = [this, take = std::move(memory.on_header_only)](
                                       LinkId link, wire::Bytes beginning) {
    if (serves(link)) carry_out(link, [&] { take(link, beginning); });
  };
  events.receiver.look_at = [this](LinkId link) {
    if (const LinkSession* const session = sessions_.find(link)) loop_->look_at(session->key);
  };
  events.on_fault = [this](LinkId link, std::string_view reason) {
    if (has_link(link)) lose(link, reason);
  };
  events.on_backlog = [this, tell = std::move(memory.on_backlog)](LinkId link,
                                                                  std::size_t backlog) {
    if (backlog == 0 && !has_link(link)) return;
    carry_out(link, [&] { tell(link, backlog); });
  };
  return events;
}

bool LinkServer::enter_fabric(FabricId fabric, LinkId client, wire::FederateHandle newcomer) {
  const LinkSession* const session = sessions_.find(client);
  return session != nullptr && fabrics_->enter(fabric, client, *session->link, newcomer);
}

void LinkServer::note_held(LinkId client, std::ptrdiff_t change) {
  std::size_t& bytes = held_beside_[client];
  bytes += static_cast<std::size_t>(change);
  if (bytes == 0) held_beside_.erase(client);
}

std::size_t LinkServer::held_beside() const {
  std::size_t all = 0;
  for (const auto& [client, bytes] : held_beside_) all += bytes;
  return all;
}

std::size_t LinkServer::held_beside(LinkId client) const {
  const auto at = held_beside_.find(client);
  return held_elsewhere_(client) + (at == held_beside_.end() ? 0 : at->second);
}

}  // namespace triad::router
