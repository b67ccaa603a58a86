// Peers of a RouterTree that delay others, and routers that check for them.
#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

bool RouterTree::withholds_receipt(RouterPlace at, wire::Bytes record) const {
  return routers_[at].withholds_receipts && wire::peek_kind(record) == wire::Kind::PeerReceived;
}

void RouterTree::check_peer_patience(std::chrono::milliseconds now) {
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    if (!routers_[at].process) continue;
    for (router::PeerIndex peer = 0; peer < peers_of(at).size(); ++peer) {
      routers_[at].process->relay.check_peer_patience(peer, {}, router::PeerOutput{}, now);
    }
  }
}

void RouterTree::readmit_peers(RouterPlace at) {
  for (router::PeerIndex peer = 0; peer < peers_of(at).size(); ++peer) {
    routers_[at].process->relay.readmit(peer);
  }
}

}  // namespace triad::test
