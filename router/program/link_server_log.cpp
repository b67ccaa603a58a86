// Determines the peer to which a line of the server's log is charged (files/line_shares.hpp).
#include <string>
#include <string_view>

#include "router/program/clock.hpp"
#include "router/program/link_server.hpp"
#include "router/program/peer_address.hpp"

namespace triad::router {

namespace {

// Returns only the transport's name for processes that share memory, which all belong to this user.
std::string host_of(std::string_view peer) {
  std::string address = address_of(peer);
  return address.empty() ? std::string(peer.substr(0, peer.find(' '))) : address;
}

}  // namespace

bool LinkServer::is_served(LinkId client) {
  return sessions_.find(client) != nullptr || lower_.has_client(client);
}

// Uses this server's own record of the join, because the sink forgets a member before it logs the
// loss.
files::LineCause LinkServer::line_cause(std::uint64_t link) {
  using enum files::LineCause::Standing;
  const LinkId id{link};
  const LinkSession* const session = sessions_.find(id);
  const std::string host =
      session == nullptr ? host_behind_router(id) : host_of(session->link->peer());
  if (session != nullptr && session->is_of_router()) {
    const bool is_peer = session->kind == LinkSession::ProgramKind::peer;
    if (is_peer) return {member, "router " + options_.mesh->peers[session->peer].name};
    return {member, "router " + (lower_.contains(id) ? lower_.name(id) : "at " + host)};
  }
  const auto standing = admissions_.standing(id, now());
  if (standing != member) return {standing, host};
  return {member,
          session == nullptr ? host + ", link " + std::to_string(link) : session->link->peer()};
}

std::string LinkServer::host_behind_router(LinkId client) const {
  const LinkId router = lower_.router_of(client);
  return lower_.contains(router) ? "clients of router " + lower_.name(router) : "other links";
}

}  // namespace triad::router
