// The part of RouterServer that is about members that share memory (router/member_segment.hpp).
#include "router/program/router_server.hpp"

namespace triad::router {

FabricCoordinators::Events RouterServer::fabric_events() {
  FabricCoordinators::Events events;
  events.receiver.on_record = [this](LinkId link, wire::Bytes record) {
    if (!links_->serves(link)) return;
    links_->carry_out(link, [&] { relay_.on_segment_record(link, record); });
  };
  events.receiver.wants = [this](LinkId link, wire::Bytes beginning) {
    return relay_.wants_in_segment(link, beginning);
  };
  events.receiver.on_header_only = [this](LinkId link, wire::Bytes beginning) {
    if (!links_->serves(link)) return;
    links_->carry_out(link, [&] { relay_.on_segment_header(link, beginning); });
  };
  events.receiver.look_at = [this](LinkId link) {
    if (const LinkSession* const session = links_->find(link)) links_->loop().look_at(session->key);
  };
  events.on_fault = [this](LinkId link, std::string_view reason) {
    if (links_->has_link(link)) links_->lose(link, reason);
  };
  // What the router writes there is a few bytes for each who comes or goes.
  events.on_backlog = [](LinkId, std::size_t) {};
  return events;
}

bool RouterServer::enter_segment(LinkId client, const Membership& membership) {
  const LinkSession* const session = links_->find(client);
  if (session == nullptr) return false;
  const auto known = fabric_ids_.find(membership.federation);
  const FabricId fabric = known != fabric_ids_.end() ? known->second : FabricId{last_fabric_ + 1};
  if (!fabrics_->enter(fabric, client, *session->link, membership.federate)) return false;
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
  fabrics_->leave(at->second.fabric, at->second.member);
  sharing_.erase(at);
}

void RouterServer::end_segment(std::string_view federation) {
  const auto at = fabric_ids_.find(federation);
  if (at == fabric_ids_.end()) return;
  fabrics_->end(at->second);
  std::erase_if(sharing_, [&](const auto& of) { return of.second.fabric == at->second; });
  fabric_ids_.erase(at);
}

FabricCoordinator* RouterServer::fabric_of(std::string_view federation) {
  const auto at = fabric_ids_.find(federation);
  return at == fabric_ids_.end() ? nullptr : fabrics_->find(at->second);
}

void RouterServer::publish_in_segment(std::string_view federation, wire::Bytes record) {
  if (FabricCoordinator* const fabric = fabric_of(federation)) fabric->publish({}, record);
}

void RouterServer::read_segment(std::string_view federation) {
  if (FabricCoordinator* const fabric = fabric_of(federation)) fabric->drain_all();
}

}  // namespace triad::router
