#include "tests/scenario/core/router_tree.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

#include "records/assert.hpp"

namespace triad::test {

using router::LinkId;

namespace {

constexpr std::size_t kClientsMax = 1000;

std::string router_name(RouterPlace at) {
  return "router" + std::to_string(at);
}

wire::Buffer joined(wire::Bytes prefix, wire::Bytes record) {
  wire::Buffer frame(prefix.begin(), prefix.end());
  frame.insert(frame.end(), record.begin(), record.end());
  return frame;
}

// Counts queued bytes without flow control records: the harness's limits are so low that holds
// would cause holds.
std::size_t bytes_in(const LinkItems& items) {
  std::size_t bytes = 0;
  for (const LinkItem& item : items) {
    const auto frame = router::parse_link_frame(item.frame);
    const auto record = frame ? wire::parse_record(frame->record) : std::nullopt;
    const bool holds = record && record->header.message_kind() == wire::Kind::FlowControl;
    if (!holds) bytes += item.frame.size();
  }
  return bytes;
}

bool is_data_of_peer(wire::Bytes frame) {
  const auto link_frame = router::parse_link_frame(frame);
  if (!link_frame) return false;
  const wire::Kind kind = wire::peek_kind(link_frame->record);
  return kind == wire::Kind::PeerData || kind == wire::Kind::PeerRelayed;
}

}  // namespace

// --- A router, or the RTIG, with lower routers.

void RouterTree::LowerSide::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  const auto at = links.find(router);
  RTI_ASSERT(at != links.end());
  Router& below = tree.routers_[at->second];
  if (!below.down_ended && !tree.should_drop(record)) {
    below.down.push_back({joined(prefix, record), false});
  }
}

void RouterTree::LowerSide::send_to_client(LinkId client, wire::Bytes record) {
  if (!lower.has_client(client)) return;
  lower.send_to_client(client, record);
  turn_is_due = true;
}

bool RouterTree::LowerSide::send_to_router(LinkId router, wire::Bytes word) {
  turn_is_due = true;
  return lower.send_to_router(router, word);
}

void RouterTree::LowerSide::disconnect(LinkId client, std::string_view reason) {
  if (!lower.has_client(client)) return;
  lower.disconnect(client, reason);
  turn_is_due = true;
}

void RouterTree::LowerSide::end_turn() {
  turn_is_due = false;
  if (relay != nullptr) relay->end_turn();
  lower.flush();
  if (relay != nullptr) relay->after_flush();
}

// --- Process of a router.

RouterTree::Process::Process(RouterTree& owner, RouterPlace its_place)
    : tree(owner),
      place(its_place),
      relay(*this, owner.time_order_, router_name(its_place), kClientsMax,
            owner.names_of_peers(its_place), owner.piece_) {
  if (owner.relays_ == 0 || owner.peers_of(place).empty()) return;
  relaying.emplace(owner.relaying_of(place),
                   [this](const std::string& line, std::uint64_t) { log_warning(line); });
  relay.set_relaying(*relaying);
}

void RouterTree::Process::send_to_upper(wire::Bytes prefix, wire::Bytes record) {
  Router& router = tree.routers_[place];
  if (tree.withholds_receipt(place, record)) return;
  if (!router.up_ended && !tree.should_drop(record)) {
    router.up.push_back({joined(prefix, record), false});
  }
}

void RouterTree::Process::send_to_peer(router::PeerIndex peer, wire::Bytes prefix,
                                       wire::Bytes record) {
  if (tree.withholds_receipt(place, record)) return;
  for (PeerLink& link : tree.peer_links_) {
    for (const std::size_t own : {0u, 1u}) {
      if (link.ends[own].place != place || link.ends[own].other != peer) continue;
      PeerEnd& to = link.ends[1 - own];
      if (!to.ended && !tree.should_drop(record)) {
        to.items.push_back({joined(prefix, record), false});
      }
    }
  }
}

void RouterTree::Process::send_record(LinkId client, wire::Bytes record) {
  const auto member = members.find(client);
  if (member == members.end()) return above.send_to_client(client, record);
  tree.members_.send_to_member(member->second, record);
}

void RouterTree::Process::log_warning(std::string_view line) {
  tree.faults_.push_back(router_name(place) + " warns: " + std::string(line));
}

void RouterTree::Process::disconnect(LinkId client, std::string_view reason) {
  const auto member = members.find(client);
  if (member == members.end()) return above.disconnect(client, reason);
  const Federate federate = member->second;
  members.erase(member);
  tree.members_.end_member_link(federate);
}

void RouterTree::Process::notify(const router::Notice& notice) {
  const auto* const stays = std::get_if<router::MemberStays>(&notice);
  if (stays != nullptr && members.contains(stays->client))
    tree.staying_.emplace_back(stays->reason);
  above.notify(notice);
}

wire::BestEffortLosses RouterTree::Process::best_effort_losses(LinkId client) {
  if (!above.lower.has_client(client)) return {};
  return above.lower.best_effort_losses(client);
}

// --- The tree.

RouterTree::RouterTree(const MeshOptions& options, Rtig& rtig, Members& members,
                       wire::Random& random, std::vector<std::string>& faults)
    : members_(members),
      random_(random),
      piece_(options.piece),
      has_segments_(options.segments),
      drops_best_effort_(options.drops_best_effort),
      relays_(options.relays),
      faults_(faults),
      rtig_side_(std::make_unique<LowerSide>(*this, rtig)) {
  for (const PlaceInMesh& above : options.routers) {
    RTI_ASSERT(!above || *above < routers_.size());
    routers_.push_back({});
    routers_.back().above = above;
    if (!options.groups.empty()) routers_.back().group = options.groups[routers_.size() - 1];
  }
  for (RouterPlace at = 0; at < routers_.size(); ++at) restart(at);
  create_peer_links();
  for (std::size_t link = 0; link < peer_links_.size(); ++link) peers().connect(link);
  if (relays_ > 0) peers().change_paths();
}

bool RouterTree::should_drop(wire::Bytes record) {
  const bool drops = drops_best_effort_ && wire::may_be_lost(record) && random_.one_in(4);
  if (drops) ++best_effort_dropped_;
  return drops;
}

RouterTree::LowerSide* RouterTree::above(RouterPlace at) {
  const PlaceInMesh place = routers_[at].above;
  return side_with_turn(place ? *place : routers_.size());
}

RouterTree::LowerSide* RouterTree::side_with_turn(std::size_t place) {
  if (place == routers_.size()) return rtig_side_.get();
  Process* const process = routers_[place].process.get();
  return process == nullptr ? nullptr : &process->above;
}

Federate RouterTree::member_named(std::string_view transport) {
  const std::string_view digits = transport.substr(transport.find(' ') + 1);
  Federate member = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), member);
  RTI_ASSERT(error == std::errc());
  return member;
}

// --- Members.

void RouterTree::receive_from_member(Federate member, RouterPlace at, wire::Bytes record) {
  Process* const process = routers_[at].process.get();
  if (process == nullptr) return;
  const auto [seat, is_new] = clients_.try_emplace(member);
  if (is_new) {
    seat->second = {at, process->above.new_client()};
    process->members[seat->second.client] = member;
    process->relay.add_client(seat->second.client, {name_of(member)});
  }
  const LinkId client = seat->second.client;
  process->above.turn_is_due = true;
  if (process->members.contains(client)) process->relay.receive_from_client(client, record);
}

void RouterTree::end_client(Federate member) {
  const auto seat = clients_.find(member);
  if (seat == clients_.end()) return;
  Process& process = *routers_[seat->second.place].process;
  const LinkId client = seat->second.client;
  if (const auto shares = process.sharing.find(client); shares != process.sharing.end()) {
    process.read_segment(shares->second.fabric);
  }
  if (process.members.erase(client) == 0) return;
  process.relay.remove_client(client, "closed its connection", router::LinkEnd::other);
}

void RouterTree::move_client(Federate member) {
  end_client(member);
  clients_.erase(member);
}

void RouterTree::record_backlog(Federate member, std::size_t bytes) {
  const auto seat = clients_.find(member);
  if (seat == clients_.end()) return;
  Process& process = *routers_[seat->second.place].process;
  if (!process.members.contains(seat->second.client)) return;
  process.relay.record_backlog(seat->second.client, bytes);
}

// --- Steps.

std::size_t RouterTree::count_steps() {
  steps_.clear();
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    const Router& router = routers_[at];
    if (!router.up.empty()) steps_.push_back({Step::Kind::up, at});
    if (!router.down.empty()) steps_.push_back({Step::Kind::down, at});
    if (router.process && router.process->has_segment_input()) {
      steps_.push_back({Step::Kind::segment, at});
    }
    if (router.process && router.process->relay.acknowledgements_are_due()) {
      steps_.push_back({Step::Kind::acknowledge, at});
    }
  }
  add_steps_of_peers(false);
  for (std::size_t place = 0; place <= routers_.size(); ++place) {
    const LowerSide* const above = side_with_turn(place);
    if (turn_is_due(place)) steps_.push_back({Step::Kind::turn, place});
    if (above != nullptr && above->digests_are_due()) {
      steps_.push_back({Step::Kind::digests, place});
    }
  }
  if (steps_.empty()) add_steps_of_peers(true);
  return steps_.size();
}

void RouterTree::add_steps_of_peers(bool slow) {
  for (std::size_t link = 0; link < peer_links_.size(); ++link) {
    if (peer_links_[link].slow != slow) continue;
    for (const std::size_t end : {0u, 1u}) {
      if (peer_links_[link].ends[end].items.empty()) continue;
      steps_.push_back({Step::Kind::peer, 2 * link + end});
    }
  }
}

void RouterTree::run_step(std::size_t which) {
  const auto [kind, place] = steps_[which];
  switch (kind) {
    case Step::Kind::up:
      return deliver_up(place);
    case Step::Kind::down:
      return deliver_down(place);
    case Step::Kind::peer:
      return deliver_to_peer(peer_links_[place / 2], place % 2);
    case Step::Kind::turn:
      return end_turn(place);
    case Step::Kind::segment:
      routers_[place].process->above.turn_is_due = true;
      return routers_[place].process->read_one_of_segments(random_);
    case Step::Kind::digests:
      return side_with_turn(place)->send_digests();
    case Step::Kind::acknowledge:
      routers_[place].process->relay.send_acknowledgements();
      routers_[place].process->above.turn_is_due = true;
      return;
  }
}

bool RouterTree::turn_is_due(std::size_t place) {
  if (place == routers_.size()) return rtig_side_->turn_is_due;
  const Process* const process = routers_[place].process.get();
  return process != nullptr && process->turn_is_due();
}

void RouterTree::end_turn(std::size_t place) {
  side_with_turn(place)->end_turn();
}

bool RouterTree::has_records_in_transit() const {
  const auto has_sent = [](const Router& router) {
    return !router.up.empty() || !router.down.empty() ||
           (router.process &&
            (router.process->turn_is_due() || router.process->has_segment_input()));
  };
  const auto carries = [](const PeerLink& link) {
    return !link.ends[0].items.empty() || !link.ends[1].items.empty();
  };
  return rtig_side_->turn_is_due || std::ranges::any_of(routers_, has_sent) ||
         std::ranges::any_of(peer_links_, carries);
}

void RouterTree::deliver_up(RouterPlace at) {
  Router& router = routers_[at];
  const LinkItem item = std::move(router.up.front());
  router.up.pop_front();
  LowerSide& takes = *above(at);
  const LinkId link = *router.link;
  if (!item.end) {
    const auto fault = takes.lower.receive_frame(link, item.frame);
    takes.turn_is_due = true;  // it may have to acknowledge the record
    if (fault) add_fault(at, "sent " + *fault);
    return;
  }
  router.link.reset();
  takes.lower.remove(link, "its link has ended");
  takes.links.erase(link);
}

void RouterTree::deliver_down(RouterPlace at) {
  Router& router = routers_[at];
  const LinkItem item = std::move(router.down.front());
  router.down.pop_front();
  if (item.end) {
    router.is_up = false;
    router.process->relay.record_upper_lost("its link has ended");
  } else if (const auto fault = router.process->relay.receive_frame_from_upper(item.frame)) {
    add_fault(at, "was sent " + *fault);
  }
  if (router.process) router.process->above.turn_is_due = true;  // peers may wait for an answer
}

// --- Peers.

std::vector<RouterPlace> RouterTree::peers_of(RouterPlace at) const {
  std::vector<RouterPlace> peers;
  for (RouterPlace other = 0; other < routers_.size(); ++other) {
    const bool same = routers_[other].above == routers_[at].above;
    if (other != at && same && routers_[at].group != 0 &&
        routers_[other].group == routers_[at].group) {
      peers.push_back(other);
    }
  }
  return peers;
}

std::vector<std::string> RouterTree::names_of_peers(RouterPlace at) const {
  std::vector<std::string> names;
  for (const RouterPlace peer : peers_of(at)) names.push_back(router_name(peer));
  return names;
}

void RouterTree::create_peer_links() {
  const auto index = [this](RouterPlace at, RouterPlace of) {
    const auto peers = peers_of(of);
    return static_cast<router::PeerIndex>(std::ranges::find(peers, at) - peers.begin());
  };
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    for (const RouterPlace other : peers_of(at)) {
      if (other < at) continue;
      PeerLink& link = peer_links_.emplace_back();
      link.ends[0].place = at;
      link.ends[0].other = index(other, at);
      link.ends[1].place = other;
      link.ends[1].other = index(at, other);
    }
  }
}

void RouterTree::deliver_to_peer(PeerLink& link, std::size_t end) {
  PeerEnd& to = link.ends[end];
  const LinkItem item = std::move(to.items.front());
  to.items.pop_front();
  Process* const process = routers_[to.place].process.get();
  if (process == nullptr) return;
  process->above.turn_is_due = true;
  if (item.end) {
    to.is_up = false;
    return process->relay.record_peer_lost(to.other);
  }
  if (is_data_of_peer(item.frame)) ++data_between_peers_;
  if (const auto fault = process->relay.receive_frame_from_peer(to.other, item.frame)) {
    faults_.push_back(router_name(to.place) + " was sent by a peer " + *fault);
    for (PeerEnd& of : link.ends) cut_items(of.items, of.ended);
  }
}

// Ends the links; some of the records that it has sent arrive.
void RouterTree::end_peer_links_of(RouterPlace at) {
  for (PeerLink& link : peer_links_) {
    for (const std::size_t own : {0u, 1u}) {
      PeerEnd& end = link.ends[own];
      if (end.place != at) continue;
      end.items.clear();
      end.ended = true;
      end.is_up = false;
      PeerEnd& other = link.ends[1 - own];
      cut_items(other.items, other.ended);
    }
  }
}

void RouterTree::add_fault(RouterPlace at, const std::string& what) {
  faults_.push_back(router_name(at) + " " + what);
  cut(at);
}

void RouterTree::report_backlogs(std::size_t factor) {
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    const Router& router = routers_[at];
    LowerSide* const tells = above(at);
    if (tells == nullptr || !router.link) continue;
    tells->lower.record_backlog(*router.link, factor * bytes_in(router.down));
  }
}

// --- Faults.

void RouterTree::cut_items(LinkItems& items, bool& ended) {
  if (std::exchange(ended, true)) return;
  items.resize(random_.below(items.size() + 1));
  items.push_back({{}, true});
}

bool RouterTree::empty_interest(LinkItems& items) {
  bool lost = false;
  for (LinkItem& item : items) {
    const auto frame = router::parse_link_frame(item.frame);
    const auto record = frame ? wire::parse_record(frame->record) : std::nullopt;
    if (!record) continue;
    wire::Buffer emptied;
    if (record->header.message_kind() == wire::Kind::OutsideInterest) {
      auto outside = *wire::decode<wire::OutsideInterest>(record->payload);
      outside.entries.clear();
      outside.cells.clear();
      wire::encode_record(record->header, outside, emptied);
    } else if (record->header.message_kind() == wire::Kind::InterestChanged) {
      wire::encode_record(record->header, wire::InterestChanged{}, emptied);
    } else {
      continue;
    }
    const std::size_t prefix = item.frame.size() - frame->record.size();
    item.frame.resize(prefix);
    item.frame.insert(item.frame.end(), emptied.begin(), emptied.end());
    lost = true;
  }
  return lost;
}

void RouterTree::crash(RouterPlace at) {
  Router& router = routers_[at];
  if (!router.process) return;
  router.process.reset();
  end_peer_links_of(at);
  cut_items(router.up, router.up_ended);
  router.down.clear();
  router.down_ended = true;
  router.is_up = false;
  std::erase_if(clients_, [at](const auto& entry) { return entry.second.place == at; });
  for (Router& below : routers_) {
    if (below.above != at) continue;
    below.up.clear();
    below.up_ended = true;
    below.link.reset();
    if (below.process) cut_items(below.down, below.down_ended);
  }
}

void RouterTree::cut(RouterPlace at) {
  Router& router = routers_[at];
  cut_items(router.up, router.up_ended);
  cut_items(router.down, router.down_ended);
}

// Both ends know that the former link has ended.
bool RouterTree::may_restart(RouterPlace at) const {
  const Router& router = routers_[at];
  const bool is_there = !router.above || routers_[*router.above].process;
  return is_there && !router.link && !router.is_up && router.up.empty() && router.down.empty();
}

void RouterTree::restart(RouterPlace at) {
  RTI_ASSERT(may_restart(at));
  Router& router = routers_[at];
  if (!router.process) router.process = std::make_unique<Process>(*this, at);
  LowerSide& takes = *above(at);
  const LinkId link = takes.new_client();
  takes.links[link] = at;
  takes.lower.add(link, router_name(at));
  router.link = link;
  router.is_up = true;
  router.up_ended = router.down_ended = false;
  router.process->relay.record_upper_connected();
}

bool RouterTree::may_attach(RouterPlace at, PlaceInMesh to) const {
  const bool is_there = !to || routers_[*to].process;
  const Router& router = routers_[at];
  return is_there && !is_behind(to, at) && router.group == 0 && !router.link && !router.is_up &&
         router.up.empty() && router.down.empty();
}

void RouterTree::attach(RouterPlace at, PlaceInMesh to) {
  routers_[at].above = to;
  restart(at);
}

bool RouterTree::has_path_to_rtig(RouterPlace at) const {
  const Router& router = routers_[at];
  const bool is_linked = router.process && !router.up_ended && !router.down_ended;
  return is_linked && (!router.above || has_path_to_rtig(*router.above));
}

bool RouterTree::is_behind(PlaceInMesh at, RouterPlace router) const {
  while (at && *at != router) at = routers_[*at].above;
  return at.has_value();
}

}  // namespace triad::test
