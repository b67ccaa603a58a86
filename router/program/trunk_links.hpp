// TrunkLinks: the links of routers that connect to this one, routers below and peers. Decides
// which router a newcomer is, and remembers the link of each and why the last one ended. Does no
// I/O. Part of LinkServer.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/link_id.hpp"
#include "router/neighbour_router.hpp"
#include "router/program/link_sessions.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/router_link_events.hpp"
#include "router/router_identity.hpp"

namespace triad::router {

class TrunkLinks {
 public:
  // Keeps a reference to `mesh`, which must outlive the object. Without a mesh, no router may
  // connect.
  explicit TrunkLinks(const std::optional<MeshPlace>& mesh)
      : mesh_(mesh), peers_(mesh ? mesh->peers.size() : 0) {}

  // Sets the events of a peer that connects to this router, before it does.
  void set_peer_events(PeerIndex peer, RouterLinkEvents events) {
    peers_[peer].events = std::move(events);
  }
  const RouterLinkEvents& peer_events(PeerIndex peer) const { return peers_[peer].events; }
  // Returns the link of the peer; zero if it is not connected.
  LinkId link_of(PeerIndex peer) const { return peers_[peer].link; }
  // Returns the link of a peer by name, if it is connected.
  std::optional<LinkId> find_peer(const std::string& router) const;

  // Returns whether a router that says hello is a peer, and not a router below. `as_peer`:
  // RouterHello::as_peer.
  bool is_peer(const std::string& router, bool as_peer) const;
  // Returns why this program refuses the router that says hello; empty: it is one that may connect.
  // `principal`: identity that its link has proved.
  Fault refusal(const wire::RouterHello& hello, const policy::Principal& principal) const;
  // Returns true if a router with this identity is believed about the identities of its clients: it
  // has proved to be that router, or runs as this user. Others could take any identity.
  static bool may_name_clients(const policy::Principal& router) {
    using Kind = policy::Principal::Kind;
    return router.kind == Kind::router || router.kind == Kind::uid;
  }
  // Enters the kind of a router that has connected, and the peer's index. Requires that refusal()
  // is empty. `as_peer`: RouterHello::as_peer. Returns the entry of the router in the mesh.
  const Neighbour& connect(LinkSession& session, const std::string& router, bool as_peer);
  // Enters the link of a router below. Returns its previous link, if there was one.
  std::optional<LinkId> replace_lower(const std::string& router, LinkId link);
  // Records the reason for which a link ended.
  void record_loss(const std::string& router, std::string_view reason) {
    loss_reasons_[router] = reason;
  }
  void disconnect_peer(PeerIndex peer, std::string_view reason);
  // Returns why a router is not connected.
  std::string_view absence_reason(const std::string& router) const;
  const std::string& peer_name(std::size_t peer) const { return mesh_->peers[peer].name; }

  // Returns the interval at which statements of interest are compared; empty without neighbours
  // above and below: shortest keepalive of these.
  std::optional<std::chrono::milliseconds> digest_interval() const;
  // Returns the interval at which links of routers are examined; empty: there are none.
  std::optional<std::chrono::milliseconds> watch_interval() const;

 private:
  Fault principal_refusal(const std::string& router, const policy::Principal& principal) const;

  struct ExpectedPeer {
    RouterLinkEvents events;
    LinkId link = {};  // zero: not connected
  };

  const std::optional<MeshPlace>& mesh_;
  // By index in MeshPlace::peers. Only entries of peers that connect to this router are used.
  std::vector<ExpectedPeer> peers_;
  std::map<std::string, LinkId> lower_links_;        // routers below by name: the last link of each
  std::map<std::string, std::string> loss_reasons_;  // by router: why the last link ended
};

}  // namespace triad::router
