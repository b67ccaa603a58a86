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
    if (is_serving(link)) call_for_client(link, [&] { take(link, record); });
  };
  events.receiver.needs_rest = std::move(memory.needs_rest);
  events.receiver.on_header_only = [this, take = std::move(memory.on_header_only)](
                                       LinkId link, wire::Bytes beginning) {
    if (is_serving(link)) call_for_client(link, [&] { take(link, beginning); });
  };
  events.receiver.serve_link = [this](LinkId link) {
    if (const LinkSession* const session = sessions_.find(link))
      loop_->serve_in_next_turn(session->key);
  };
  events.on_fault = [this](LinkId link, std::string_view reason) {
    if (has_link(link)) drop_client(link, reason);
  };
  events.on_backlog = [this, tell = std::move(memory.on_backlog)](LinkId link,
                                                                  std::size_t backlog) {
    if (backlog == 0 && !has_link(link)) return;
    call_for_client(link, [&] { tell(link, backlog); });
  };
  return events;
}

bool LinkServer::add_to_fabric(FabricId fabric, LinkId client, wire::FederateHandle newcomer) {
  const LinkSession* const session = sessions_.find(client);
  return session != nullptr && fabrics_->attach(fabric, client, *session->link, newcomer);
}

void LinkServer::record_held_bytes(LinkId client, std::ptrdiff_t change) {
  std::size_t& bytes = held_by_sink_[client];
  bytes += static_cast<std::size_t>(change);
  if (bytes == 0) held_by_sink_.erase(client);
}

std::size_t LinkServer::other_held_bytes() const {
  std::size_t all = 0;
  for (const auto& [client, bytes] : held_by_sink_) all += bytes;
  return all;
}

std::size_t LinkServer::other_held_bytes(LinkId client) const {
  const auto at = held_by_sink_.find(client);
  return held_elsewhere_(client) + (at == held_by_sink_.end() ? 0 : at->second);
}

}  // namespace triad::router
