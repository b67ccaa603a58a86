#include "router/program/status_desk.hpp"

#include <map>

#include "router/program/long_router_link.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

StatusDesk::Answer StatusDesk::answer(wire::Bytes request, bool is_trusted,
                                      const transport::Multicast* multicast) {
  const auto record = wire::parse_record(request);
  const auto kind = record ? record->header.message_kind() : wire::Kind::none;
  const bool to_leave = kind == wire::Kind::LeaveMesh;
  if (!to_leave && kind != wire::Kind::QueryRouterStatus) {
    return Misuse{"may only request the status of this router or that it leaves the mesh"};
  }
  if (to_leave && !is_trusted) {
    return Refusal{"only programs of its user on its host may ask it to leave the mesh"};
  }
  wire::RouterStatus status;
  if (auto fault =
          sink_.answer_query(to_leave ? Sink::Query::leave_mesh : Sink::Query::status, status)) {
    return Refusal{std::move(*fault)};
  }
  status.mesh = mesh_->identity.mesh;
  status.router = mesh_->identity.router;
  status.leaving = reception_.is_leaving();
  for (const auto& [id, other] : sessions_) {
    if (other.kind == LinkSession::ProgramKind::client && !other.is_ending) ++status.clients;
  }
  add_links(status);
  if (multicast != nullptr) status.multicast = multicast_info(*multicast);
  return status;
}

void StatusDesk::add_links(wire::RouterStatus& status) {
  std::map<std::string_view, const LinkSession*> peers;  // in the order of their names
  for (PeerIndex index = 0; index < mesh_->peers.size(); ++index) {
    const LinkSession* const peer = sessions_.find(trunks_.link_of(index));
    if (peer != nullptr && !peer->is_ending) peers.emplace(trunks_.peer_name(index), peer);
  }
  for (const auto& [name, peer] : peers) {
    status.links.push_back({name, true, "", 0, peer->frames_sent, peer->bytes_sent,
                            peer->frames_received, peer->bytes_received, 0, peer->dropped(),
                            long_link_info(*peer->link)});
  }
  auto lower = lower_.status();
  for (wire::RouterLinkInfo& link : lower) {
    if (const LinkSession* const other = sessions_.find(*lower_.find(link.router))) {
      link.dropped = other->dropped();
      link.long_link = long_link_info(*other->link);
    }
  }
  status.links.insert(status.links.end(), lower.begin(), lower.end());
  for (const Neighbour& neighbour : mesh_->lower) {
    if (lower_.find(neighbour.name) || neighbour.is_spare) continue;
    status.links.push_back(
        {neighbour.name, false, trunks_.absence_reason(neighbour.name), 0, 0, 0, 0, 0, 0, {}});
  }
}

wire::MulticastInfo StatusDesk::multicast_info(const transport::Multicast& multicast) const {
  const transport::Multicast::Counts counts = multicast.counts();
  wire::MulticastInfo info{counts.datagrams, counts.receivers, counts.clients, 0};
  for (const auto& [id, session] : sessions_) info.lost += session.dropped().on_the_way;
  return info;
}

}  // namespace triad::router
