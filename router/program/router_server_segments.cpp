// The part of RouterServer that is about members that share memory (router/member_segment.hpp).
#include "router/program/router_server.hpp"

namespace triad::router {

MemoryEvents RouterServer::memory_events() {
  return {
      .on_record = [this](LinkId link,
                          wire::Bytes record) { relay_.on_segment_record(link, record); },
      .wants = [this](LinkId link,
                      wire::Bytes beginning) { return relay_.wants_in_segment(link, beginning); },
      .on_header_only =
          [this](LinkId link, wire::Bytes beginning) { relay_.on_segment_header(link, beginning); },
      // What the router writes there is a few bytes for each who comes or goes.
      .on_backlog = [](LinkId, std::size_t) {}};
}

bool RouterServer::enter_segment(LinkId client, const Membership& membership) {
  const auto known = fabric_ids_.find(membership.federation);
  const FabricId fabric = known != fabric_ids_.end() ? known->second : FabricId{last_fabric_ + 1};
  if (!links_->enter_fabric(fabric, client, membership.federate)) return false;
  if (known == fabric_ids_.end()) {
    ++last_fabric_;
    fabric_ids_.emplace(std::string(membership.federation), fabric);
  }
  sharing_[client] = {fabric, membership.federate};
  return true;
}

void RouterServer::leave_segment(LinkId client) {
  const auto at = sharing_.find(client);
  if (at == sharing_.end()) return;
  links_->fabrics().leave(at->second.fabric, at->second.member);
  sharing_.erase(at);
}

void RouterServer::end_segment(std::string_view federation) {
  const auto at = fabric_ids_.find(federation);
  if (at == fabric_ids_.end()) return;
  links_->fabrics().end(at->second);
  std::erase_if(sharing_, [&](const auto& of) { return of.second.fabric == at->second; });
  fabric_ids_.erase(at);
}

FabricCoordinator* RouterServer::fabric_of(std::string_view federation) {
  const auto at = fabric_ids_.find(federation);
  return at == fabric_ids_.end() ? nullptr : links_->fabrics().find(at->second);
}

void RouterServer::publish_in_segment(std::string_view federation, wire::Bytes record) {
  if (FabricCoordinator* const fabric = fabric_of(federation)) fabric->publish({}, record);
}

void RouterServer::read_segment(std::string_view federation) {
  if (FabricCoordinator* const fabric = fabric_of(federation)) fabric->drain_all();
}

}  // namespace triad::router
