// Peers of a RouterTree that delay others, and routers that check for them.
#include <algorithm>

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

bool RouterTree::withholds_receipt(RouterPlace at, wire::Bytes record) const {
  return routers_[at].withholds_receipts && wire::peek_kind(record) == wire::Kind::PeerReceived;
}

void RouterTree::Peers::cut(std::size_t link) {
  for (PeerEnd& end : tree_.peer_links_[link].ends) tree_.cut_items(end.items, end.ended);
}

bool RouterTree::Peers::may_connect(std::size_t link) const {
  return std::ranges::all_of(tree_.peer_links_[link].ends, [this](const PeerEnd& end) {
    return tree_.routers_[end.place].process && !end.is_up && end.items.empty();
  });
}

void RouterTree::Peers::connect(std::size_t link) {
  RTI_ASSERT(may_connect(link));
  for (PeerEnd& end : tree_.peer_links_[link].ends) {
    end.ended = false;
    end.is_up = true;
  }
  for (PeerEnd& end : tree_.peer_links_[link].ends) {
    tree_.routers_[end.place].process->relay.record_peer_connected(end.other);
  }
}

void RouterTree::Peers::check_patience(std::chrono::milliseconds now) {
  for (RouterPlace at = 0; at < tree_.routers_.size(); ++at) {
    if (!tree_.routers_[at].process) continue;
    for (router::PeerIndex peer = 0; peer < tree_.peers_of(at).size(); ++peer) {
      tree_.routers_[at].process->relay.check_peer_patience(peer, {}, router::PeerOutput{}, now);
    }
  }
}

void RouterTree::Peers::readmit(RouterPlace at) {
  for (router::PeerIndex peer = 0; peer < tree_.peers_of(at).size(); ++peer) {
    tree_.routers_[at].process->relay.readmit(peer);
  }
}

}  // namespace triad::test
