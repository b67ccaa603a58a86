#include "router/program/trunk_links.hpp"

#include <algorithm>

namespace triad::router {

std::optional<LinkId> TrunkLinks::find_peer(const std::string& router) const {
  for (std::size_t peer = 0; peer < peers_.size(); ++peer) {
    const bool is_named = mesh_->peers[peer].name == router;
    if (is_named && peers_[peer].link != LinkId{}) return peers_[peer].link;
  }
  return std::nullopt;
}

// A peer may also be a spare router below, with another link.
bool TrunkLinks::is_peer(const std::string& router, bool as_peer) const {
  return as_peer || std::ranges::find(mesh_->lower, router, &Neighbour::name) == mesh_->lower.end();
}

Fault TrunkLinks::refusal(const wire::RouterHello& hello,
                          const policy::Principal& principal) const {
  std::vector<std::string> names;
  if (!hello.as_peer) {
    for (const Neighbour& lower : mesh_->lower) names.push_back(lower.name);
  }
  for (const Peer& peer : mesh_->peers) {
    if (peer.connects_here) names.push_back(peer.name);
  }
  if (auto refused = identity_refusal(mesh_->identity, hello, names)) return refused;
  return principal_refusal(std::string(hello.router), principal);
}

// A user's certificate, or that of another router, cannot act as this router. Other principals (a
// pre-shared key, a host, another authority's names) may, as the mesh's file does not name them.
Fault TrunkLinks::principal_refusal(const std::string& router,
                                    const policy::Principal& principal) const {
  const auto requires_tls = [&router](const Neighbour& one) {
    return one.name == router && one.is_encrypted;
  };
  if (!principal.is_of_tls() && (std::ranges::any_of(mesh_->lower, requires_tls) ||
                                 std::ranges::any_of(mesh_->peers, requires_tls))) {
    return "connects without encryption, and the mesh's file says `tls: true` for its link; let it "
           "connect to the tls:// address";
  }
  using Kind = policy::Principal::Kind;
  if (principal.kind == Kind::user ||
      (principal.kind == Kind::router && principal.name != router)) {
    return "calls itself router " + router + " with the certificate of " + principal.text() +
           "; give it one of its own: rtictl keys router " + router;
  }
  return std::nullopt;
}

const Neighbour& TrunkLinks::connect(LinkSession& session, const std::string& router,
                                     bool as_peer) {
  if (!is_peer(router, as_peer)) {
    session.kind = LinkSession::ProgramKind::router;
    return *std::ranges::find(mesh_->lower, router, &Neighbour::name);
  }
  const auto peer = std::ranges::find(mesh_->peers, router, &Neighbour::name);
  session.kind = LinkSession::ProgramKind::peer;
  session.peer = static_cast<std::size_t>(peer - mesh_->peers.begin());
  peers_[session.peer].link = session.id;
  return *peer;
}

std::optional<LinkId> TrunkLinks::replace_lower(const std::string& router, LinkId link) {
  const auto [last, is_first] = lower_links_.try_emplace(router, link);
  if (is_first) return std::nullopt;
  return std::exchange(last->second, link);
}

void TrunkLinks::disconnect_peer(PeerIndex peer, std::string_view reason) {
  record_loss(peer_name(peer), reason);
  peers_[peer].link = {};
}

std::string_view TrunkLinks::absence_reason(const std::string& router) const {
  const auto lost = loss_reasons_.find(router);
  return lost == loss_reasons_.end() ? std::string_view("it has not connected") : lost->second;
}

std::optional<std::chrono::milliseconds> TrunkLinks::digest_interval() const {
  if (!mesh_ || (mesh_->lower.empty() && mesh_->uppers.empty())) return std::nullopt;
  auto soonest = std::chrono::milliseconds::max();
  for (const Neighbour& lower : mesh_->lower) soonest = std::min(soonest, lower.keepalive);
  for (const Neighbour& upper : mesh_->uppers) soonest = std::min(soonest, upper.keepalive);
  return soonest;
}

std::optional<std::chrono::milliseconds> TrunkLinks::watch_interval() const {
  const auto digests = digest_interval();
  if (!digests || (mesh_->lower.empty() && mesh_->peers.empty())) return std::nullopt;
  auto soonest = *digests;
  for (const Peer& peer : mesh_->peers) soonest = std::min(soonest, peer.keepalive);
  return soonest;
}

}  // namespace triad::router
