// To which peer the server's lines are charged (files/line_shares.hpp).
#include <string>
#include <string_view>

#include "router/program/clock.hpp"
#include "router/program/link_server.hpp"

namespace triad::router {

namespace {

// Time for which a member counts as a newcomer. A program that joins and leaves repeatedly stays
// one.
constexpr std::chrono::milliseconds kNewcomerFor{10'000};

// The address without the port, which differs for each link: "tcp 10.0.0.7:51234". Processes that
// share memory are all of this user.
std::string host_of(std::string_view peer) {
  const auto blank = peer.find(' ');
  if (blank == peer.npos) return std::string(peer);
  if (!peer.starts_with("tcp ")) return std::string(peer.substr(0, blank));
  const std::string_view address = peer.substr(blank + 1);
  return std::string(address.substr(0, address.rfind(':')));
}

}  // namespace

bool LinkServer::is_served(LinkId client) {
  return sessions_.find(client) != nullptr || lower_.has_client(client);
}

// Uses this server's own note of the join, because the handler forgets a member before it logs the
// loss.
files::LineCause LinkServer::line_cause(std::uint64_t link) {
  using Standing = files::LineCause::Standing;
  const LinkId id{static_cast<decltype(LinkId::value)>(link)};
  const LinkSession* const session = sessions_.find(id);
  const std::string host =
      session == nullptr ? host_behind_router(id) : host_of(session->link->peer());
  if (session != nullptr && session->is_of_router()) {
    const bool is_peer = session->who == LinkSession::Who::peer;
    if (is_peer) return {Standing::member, "router " + options_.mesh->peers[session->peer].name};
    return {Standing::member, "router " + (lower_.contains(id) ? lower_.name(id) : "at " + host)};
  }
  const auto since = admitted_.find(id);
  if (since == admitted_.end()) return {Standing::stranger, host};
  if (now() - since->second < kNewcomerFor) return {Standing::newcomer, host};
  return {Standing::member,
          session == nullptr ? host + ", link " + std::to_string(link) : session->link->peer()};
}

std::string LinkServer::host_behind_router(LinkId client) const {
  const LinkId router = lower_.router_of(client);
  return lower_.contains(router) ? "clients of router " + lower_.name(router) : "other links";
}

}  // namespace triad::router
