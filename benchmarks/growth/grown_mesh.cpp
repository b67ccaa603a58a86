#include "benchmarks/growth/grown_mesh.hpp"

#include <algorithm>
#include <utility>

#include "benchmarks/growth/router_places.hpp"
#include "records/assert.hpp"
#include "topology/links_to_rtig.hpp"

namespace triad::growth {

void Carried::add(wire::Bytes prefix, wire::Bytes record) {
  all.add(prefix.size() + record.size());
  number_bytes += prefix.size();
  kinds[static_cast<std::size_t>(wire::peek_kind(record)) % wire::kKindNumbersEnd].add(
      prefix.size() + record.size());
}

GrownMesh::GrownMesh(topology::Topology topology, core::ObjectModel model)
    : topology_(std::move(topology)), above_(topology::next_routers_to_rtig(topology_)) {
  const std::size_t count = topology_.routers.size();
  RTI_ASSERT(count < kAccounts);
  link_up_.resize(count);
  peers_.resize(count);
  due_.resize(count);
  make_keys();
  for (RouterIndex at = 0; at < count; ++at) {
    const OnAccount on(account_of(at));
    if (at == topology_.rtig) {
      places_.push_back(std::make_unique<RtigPlace>(*this, at, std::exchange(model, {})));
      continue;
    }
    std::vector<std::string> names;
    for (const RouterIndex peer : peers_of(at)) names.push_back(name(peer));
    places_.push_back(
        std::make_unique<RelayPlace>(*this, at, order_, std::move(names), relaying_of(at)));
  }
  join_routers();
  join_peers();
}

GrownMesh::~GrownMesh() = default;

std::vector<RouterIndex> GrownMesh::peers_of(RouterIndex at) const {
  std::vector<RouterIndex> peers;
  for (const RouterIndex other : topology_.groups[topology_.routers[at].group].routers) {
    if (other != at && other != topology_.rtig && above_[other] == above_[at]) {
      peers.push_back(other);
    }
  }
  return peers;
}

// --- The overlay.

void GrownMesh::make_keys() {
  const auto& overlay = topology_.groups.front().overlay;
  if (!overlay || !overlay->is_signed) return;
  for (const RouterIndex router : topology::routers_of_overlay(topology_, 0)) {
    static_cast<void>(router);
    keys_.push_back(overlay::PrivateKey::generate());
  }
}

std::optional<overlay::Relaying::Setup> GrownMesh::relaying_of(RouterIndex at) const {
  const std::vector<RouterIndex> routers = topology::routers_of_overlay(topology_, 0);
  if (std::ranges::find(routers, at) == routers.end()) return std::nullopt;
  const std::vector<RouterIndex> peers = peers_of(at);
  overlay::Relaying::Setup setup;
  for (const RouterIndex router : routers) {
    const auto peer = std::ranges::find(peers, router);
    if (router == at) setup.own_place = static_cast<overlay::Place>(setup.names.size());
    setup.names.push_back(name(router));
    setup.peers.push_back(
        peer == peers.end() ? std::nullopt
                            : std::optional(static_cast<router::PeerIndex>(peer - peers.begin())));
  }
  for (const overlay::PrivateKey& key : keys_) setup.keys.push_back(key.public_key());
  if (!keys_.empty()) setup.key = keys_[setup.own_place];
  return setup;
}

void GrownMesh::use_paths(const overlay::Paths& paths) {
  for (const auto& place : places_) {
    if (overlay::Relaying* const relaying = place->relaying()) relaying->prepare_paths(paths);
  }
  for (const auto& place : places_) {
    if (overlay::Relaying* const relaying = place->relaying()) relaying->use_paths(paths.version);
  }
}

std::uint64_t GrownMesh::relayed_records_at(RouterIndex at) const {
  overlay::Relaying* const relaying = places_[at]->relaying();
  return relaying == nullptr ? 0 : relaying->counts().passed_on;
}

// Joins upper routers first, so that a router's own link is up before lower routers join it.
void GrownMesh::join_routers() {
  std::vector<RouterIndex> joined{topology_.rtig};
  std::vector<std::vector<RouterIndex>> below(places_.size());
  for (RouterIndex at = 0; at < places_.size(); ++at) {
    if (above_[at]) below[*above_[at]].push_back(at);
  }
  for (std::size_t i = 0; i < joined.size(); ++i) {
    const RouterIndex upper = joined[i];
    for (const RouterIndex at : below[upper]) {
      joined.push_back(at);
      link_up_[at] = links_.size();
      links_.push_back({at, upper, false, {}, {}});
      ends_.emplace_back().lower_id = places_[upper]->add_router(name(at), link_up_[at]);
      places_[at]->record_upper_connected();
    }
  }
  RTI_ASSERT(joined.size() == places_.size());
}

void GrownMesh::join_peers() {
  const auto place_among = [this](RouterIndex peer, RouterIndex of) {
    const std::vector<RouterIndex> peers = peers_of(of);
    return static_cast<router::PeerIndex>(std::ranges::find(peers, peer) - peers.begin());
  };
  for (RouterIndex upper = 0; upper < places_.size(); ++upper) {
    if (upper == topology_.rtig) continue;
    for (const RouterIndex lower : peers_of(upper)) {
      if (lower < upper) continue;
      Ends& ends = ends_.emplace_back();
      ends.upper_as_peer = place_among(upper, lower);
      ends.lower_as_peer = place_among(lower, upper);
      peers_[lower][ends.upper_as_peer] = links_.size();
      peers_[upper][ends.lower_as_peer] = links_.size();
      links_.push_back({lower, upper, true, {}, {}});
      places_[lower]->record_peer_connected(ends.upper_as_peer);
      places_[upper]->record_peer_connected(ends.lower_as_peer);
    }
  }
}

// --- Members.

std::size_t GrownMesh::add(RouterIndex at, Member& member) {
  const std::size_t number = seats_.size();
  seats_.push_back({at, {}, &member, false});
  const OnAccount on(account_of(at));
  seats_[number].client = places_[at]->add_member(number);
  schedule_turn(at);
  return number;
}

void GrownMesh::send(std::size_t member, wire::Bytes record) {
  const ClientPlace& seat = seats_[member];
  if (seat.has_ended) return;
  if (seat.at == topology_.rtig) members_of_rtig_router_.add(record.size());
  const OnAccount on(account_of(seat.at));
  places_[seat.at]->receive_from_member(seat.client, record);
  schedule_turn(seat.at);
}

void GrownMesh::deliver_to_member(std::size_t member, wire::Bytes record) {
  const ClientPlace& seat = seats_[member];
  if (seat.at == topology_.rtig) members_of_rtig_router_.add(record.size());
  const OnAccount on(0);
  seat.member->receive_record(record);
}

void GrownMesh::end(std::size_t member, std::string_view reason) {
  const OnAccount on(0);
  seats_[member].has_ended = true;
  seats_[member].member->end(reason);
}

// --- Links.

void GrownMesh::carry(std::size_t link, bool up, wire::Bytes prefix, wire::Bytes record) {
  const OnAccount on(0);
  (up ? links_[link].up : links_[link].down).add(prefix, record);
  wire::Buffer& frame = (up ? ends_[link].up : ends_[link].down).frames.emplace_back();
  frame.reserve(prefix.size() + record.size());
  frame.assign(prefix.begin(), prefix.end());
  frame.insert(frame.end(), record.begin(), record.end());
  arrivals_.push_back({link, up});
}

void GrownMesh::deliver(const Arrival& arrival) {
  const CountedLink& link = links_[arrival.link];
  Ends& ends = ends_[arrival.link];
  auto& frames = (arrival.up ? ends.up : ends.down).frames;
  const wire::Buffer frame = std::move(frames.front());
  frames.pop_front();
  const RouterIndex to = arrival.up ? link.upper : link.lower;
  router::Fault fault;
  {
    const OnAccount on(account_of(to));
    if (link.between_peers) {
      fault = places_[to]->receive_from_peer(arrival.up ? ends.lower_as_peer : ends.upper_as_peer,
                                             frame);
    } else if (arrival.up) {
      fault = places_[to]->receive_from_lower(ends.lower_id, frame);
    } else {
      fault = places_[to]->receive_from_upper(frame);
    }
  }
  if (fault) add_fault(to, "was sent " + *fault);
  schedule_turn(to);
}

void GrownMesh::settle() {
  end_turns();
  for (; !arrivals_.empty() || !turns_.empty(); ++rounds_) {
    for (std::size_t left = arrivals_.size(); left > 0; --left) {
      const Arrival arrival = arrivals_.front();
      arrivals_.pop_front();
      deliver(arrival);
    }
    end_turns();
  }
}

void GrownMesh::schedule_turn(RouterIndex at) {
  if (due_[at]) return;
  const OnAccount on(0);
  due_[at] = true;
  turns_.push_back(at);
}

void GrownMesh::end_turns() {
  for (const RouterIndex at : std::exchange(turns_, {})) {
    due_[at] = false;
    const OnAccount on(account_of(at));
    if (places_[at]->end_turn()) schedule_turn(at);
  }
}

void GrownMesh::send_digests() {
  for (RouterIndex at = 0; at < places_.size(); ++at) {
    const OnAccount on(account_of(at));
    places_[at]->send_digests();
    schedule_turn(at);
  }
  settle();
}

void GrownMesh::add_fault(RouterIndex at, const std::string& fault_text) {
  const OnAccount on(0);
  faults_.push_back(name(at) + " " + fault_text);
}

// --- Counts and state.

void GrownMesh::begin_counting() {
  for (CountedLink& link : links_) link.up = link.down = {};
  members_of_rtig_router_ = {};
  rounds_ = 0;
}

Count GrownMesh::at_rtig_router() const {
  Count count = members_of_rtig_router_;
  for (const CountedLink& link : links_) {
    if (link.upper != topology_.rtig) continue;
    count.frames += link.frames();
    count.bytes += link.bytes();
  }
  return count;
}

std::vector<RouterIndex> GrownMesh::leaves() const {
  std::vector<bool> has_below(places_.size());
  for (const auto& upper : above_) {
    if (upper) has_below[*upper] = true;
  }
  std::vector<RouterIndex> leaves;
  for (RouterIndex at = 0; at < places_.size(); ++at) {
    if (!has_below[at]) leaves.push_back(at);
  }
  return leaves;
}

const core::Federation* GrownMesh::federation() const {
  return places_[topology_.rtig]->federation();
}

std::size_t GrownMesh::clients_at(RouterIndex at) const {
  return places_[at]->clients();
}

std::uint64_t GrownMesh::records_kept_at(RouterIndex at) const {
  return places_[at]->records_kept();
}

}  // namespace triad::growth
