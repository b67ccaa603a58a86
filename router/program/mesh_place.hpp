// A program's place in a mesh, as the topology file describes it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/class_priorities.hpp"
#include "mpi/rank.hpp"
#include "router/router_identity.hpp"
#include "router/router_rules.hpp"
#include "transport/long_link.hpp"
#include "transport/multicast/multicast_address.hpp"
#include "transport/url.hpp"
#include "wire/messages/overlay_messages.hpp"

namespace triad::router {

// A router that has a link to this one.
struct Neighbour {
  std::string name;
  transport::Url url;  // where it listens; in memory, if it is in the same process
  std::chrono::milliseconds keepalive{1000};
  std::chrono::milliseconds lost_after{5000};
  std::chrono::milliseconds retry_smallest{100};
  std::chrono::milliseconds retry_largest{5000};
  // Its rank, if the link to it uses MPI.
  std::optional<mpi::Rank> rank = {};
  transport::LongLinkOptions long_link = {};  // compression and bundling, for slow lines
  bool is_encrypted = false;                  // the mesh's file allows only tls:// for the link
  bool is_spare = false;                      // the link is used only when others are lost
};

// A router of the same group with the same upper router.
struct Peer : Neighbour {
  bool connects_here =
      false;  // true: it connects to this router; false: this router connects to it
};

// The MPI job in which a router is a rank.
struct MeshRanks {
  struct Member {
    std::string router;
    std::string host;  // where it is reached over TCP
  };
  mpi::Rank own_rank = 0;
  std::vector<Member> members = {};  // index: rank
};

// Returns the URL at which a router listens for the routers of its process.
inline transport::Url url_in_process(const std::string& router) {
  transport::Url url;
  url.scheme = transport::Url::Scheme::memory;
  url.port = 0;
  url.name = router;
  return url;
}

// The overlay of a router: an agreement of routers at several sites to pass on best effort for each
// other along trees. One of them, the registry, admits the others and computes the trees. A place
// is a router's number in the overlay; vectors are indexed by place.
struct MeshOverlay {
  wire::OverlayPlace own_place = 0;
  wire::OverlayPlace registry_place = 0;
  std::vector<std::string> names = {};
  std::vector<std::string> keys = {};        // public keys
  std::size_t out_degree = 0;                // most children of a router in a tree
  std::chrono::microseconds delay_max{0};    // longest delay by relays
  std::chrono::milliseconds update{10'000};  // interval of reports of delays, and of new trees
  std::chrono::milliseconds keep{60'000};    // how long trees are used without the registry
  bool is_signed = true;                     // each passed record has its source's signature
  // Routers that may send best effort of their members in the federation; all, if it is not here.
  std::map<std::string, wire::OverlayPlaces, std::less<>> senders = {};
  std::string file = {};         // where the registry keeps its state
  std::string private_key = {};  // path of the key file; empty: an option gives it
};

struct MeshPlace {
  RouterIdentity identity;
  // Next routers towards the RTIG, in the order in which this one tries them. Empty: the RTIG is
  // here.
  std::vector<Neighbour> uppers;
  std::vector<Neighbour> lower;  // these routers may connect to this one
  std::vector<Peer> peers = {};
  std::optional<MeshOverlay> overlay = {};
  std::optional<MeshRanks> ranks = {};  // none: it is not a rank
  // Multicast address for records to several clients. None: the setting `multicast` gives it.
  std::optional<transport::MulticastAddress> multicast = {};
  RulesOfRouters rules = {};  // of all routers of the mesh
  core::PrioritiesByName priorities = {};
  std::size_t routers_in_process = 1;  // if several, this one listens for the others
  std::size_t place_in_process = 0;    // index among these

  // Return the rules of this router: age at which best effort is dropped, and the longest queue of
  // a client in bytes. Empty: there is no rule.
  std::optional<std::chrono::milliseconds> best_effort_age() const {
    const auto own = rules.find(identity.router);
    return own == rules.end() ? std::nullopt : own->second.best_effort_age;
  }
  std::optional<std::size_t> queue_bytes() const {
    const auto own = rules.find(identity.router);
    return own == rules.end() ? std::nullopt : own->second.queue_bytes;
  }
};

}  // namespace triad::router
