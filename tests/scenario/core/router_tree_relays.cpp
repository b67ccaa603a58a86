// Overlays of a RouterTree. Each group of peers is an overlay. Its paths change on request, as a
// registry would change them.
#include <algorithm>
#include <set>

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

std::vector<RouterPlace> RouterTree::overlay_of(RouterPlace at) const {
  std::vector<RouterPlace> routers = peers_of(at);
  if (!routers.empty()) routers.push_back(at);
  std::ranges::sort(routers);
  return routers;
}

overlay::Relaying::Setup RouterTree::relaying_of(RouterPlace at) const {
  const std::vector<RouterPlace> routers = overlay_of(at);
  const std::vector<RouterPlace> peers = peers_of(at);
  overlay::Relaying::Setup setup;
  for (const RouterPlace router : routers) {
    const auto place = static_cast<overlay::Place>(setup.names.size());
    setup.names.push_back("router" + std::to_string(router));
    const auto peer = std::ranges::find(peers, router);
    setup.peers.push_back(
        peer == peers.end() ? std::nullopt
                            : std::optional(static_cast<router::PeerIndex>(peer - peers.begin())));
    if (router == at) setup.own_place = place;
  }
  return setup;
}

// All running routers know the new paths before the first uses them; some use the old ones for
// longer.
void RouterTree::Peers::change_paths() {
  std::set<RouterPlace> done;
  for (RouterPlace at = 0; at < tree_.routers_.size(); ++at) {
    const std::vector<RouterPlace> routers = tree_.overlay_of(at);
    if (routers.empty() || !done.insert(routers.front()).second) continue;
    overlay::Delays delays(routers.size());
    overlay::Places members;
    for (overlay::Place a = 0; a < overlay::end_of_places(routers.size()); ++a) {
      members.set(a);
      for (overlay::Place b = 0; b < overlay::end_of_places(routers.size()); ++b) {
        delays.set_stated(a, b, static_cast<overlay::Delay>(1 + tree_.random_.below(1000)));
      }
    }
    overlay::Paths paths = overlay::find_paths(delays, members, {tree_.relays_, 1'000'000});
    paths.version = ++tree_.last_paths_;
    for (const RouterPlace router : routers) {
      if (tree_.routers_[router].process)
        tree_.routers_[router].process->relaying->prepare_paths(paths);
    }
    for (const RouterPlace router : routers) {
      if (tree_.routers_[router].process && !tree_.random_.one_in(4)) {
        tree_.routers_[router].process->relaying->use_paths(paths.version);
      }
    }
  }
}

std::uint64_t RouterTree::relayed_count() const {
  std::uint64_t relayed = 0;
  for (const Router& router : routers_) {
    if (router.process && router.process->relaying) {
      relayed += router.process->relaying->counts().passed_on;
    }
  }
  return relayed;
}

}  // namespace triad::test
