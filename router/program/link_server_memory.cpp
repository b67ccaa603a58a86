// The part of LinkServer for shared memory (fabric_coordinators.hpp).
#include <utility>

#include "router/program/link_server.hpp"

namespace triad::router {

FabricCoordinators::Events LinkServer::fabric_events(MemoryEvents memory) {
  FabricCoordinators::Events events;
  held_.set_elsewhere(std::move(memory.held_elsewhere), std::move(memory.held_elsewhere_in_all));
  events.receiver.on_record = [this, take = std::move(memory.on_record)](LinkId link,
                                                                         wire::Bytes record) {
    if (is_serving(link)) call_for_client(link, [&] { take(link, record); });
  };
  events.receiver.needs_rest = std::move(memory.needs_rest);
  events.receiver.on_header_only = [this, take = std::move(memory.on_header_only)](
                                       LinkId link, const wire::ParsedFrame& beginning) {
    if (is_serving(link)) call_for_client(link, [&] { take(link, beginning); });
  };
  events.receiver.serve_link = [this](LinkId link) {
    if (const LinkSession* const session = sessions_.find(link))
      loop_->serve_in_next_turn(session->key);
  };
  events.on_fault = [this](LinkId link, std::string_view reason) {
    if (find(link) != nullptr) drop_client(link, reason);
  };
  events.on_backlog = [this, tell = std::move(memory.on_backlog)](LinkId link,
                                                                  std::size_t backlog) {
    if (backlog == 0 && find(link) == nullptr) return;
    call_for_client(link, [&] { tell(link, backlog); });
  };
  return events;
}

bool LinkServer::add_to_fabric(FabricId fabric, std::string_view federation, LinkId client,
                               wire::FederateHandle newcomer) {
  const LinkSession* const session = sessions_.find(client);
  return session != nullptr &&
         fabrics_->attach(fabric, federation, client, *session->link, newcomer);
}

}  // namespace triad::router
