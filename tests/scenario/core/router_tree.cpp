#include "tests/scenario/core/router_tree.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

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

void RouterTree::Above::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  const auto at = links.find(router);
  RTI_ASSERT(at != links.end());
  Router& below = tree.routers_[at->second];
  if (!below.down_ended && !tree.drops(record)) {
    below.down.push_back({joined(prefix, record), false});
  }
}

void RouterTree::Above::send(LinkId client, wire::Bytes record) {
  if (!lower.has_client(client)) return;
  lower.send_to_client(client, record);
  turn_is_due = true;
}

void RouterTree::Above::admit(LinkId client, const router::Membership& membership) {
  if (!lower.has_client(client)) return;
  lower.admit(client, membership);
  turn_is_due = true;
}

void RouterTree::Above::resign(LinkId client, wire::Position log_position) {
  if (!lower.has_client(client)) return;
  lower.resign(client, log_position);
  turn_is_due = true;
}

void RouterTree::Above::handled(LinkId client, wire::Position position) {
  if (!lower.has_client(client)) return;
  lower.record_handled(client, position);
  turn_is_due = true;
}

void RouterTree::Above::log_passed(std::string_view federation, wire::Position position) {
  lower.record_log_forwarded(federation, position);
  turn_is_due = true;
}

bool RouterTree::Above::send_word(LinkId router, wire::Bytes word) {
  turn_is_due = true;
  return lower.send_to_router(router, word);
}

void RouterTree::Above::passed_before(std::uint64_t session, LinkId from) {
  lower.record_forwarded_before(session, from);
  turn_is_due = true;
}

void RouterTree::Above::disconnect(LinkId client, std::string_view reason) {
  if (!lower.has_client(client)) return;
  lower.disconnect(client, reason);
  turn_is_due = true;
}

void RouterTree::Above::end_turn() {
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
  if (tree.keeps_receipt(place, record)) return;
  if (!router.up_ended && !tree.drops(record)) {
    router.up.push_back({joined(prefix, record), false});
  }
}

void RouterTree::Process::send_to_peer(router::PeerIndex peer, wire::Bytes prefix,
                                       wire::Bytes record) {
  if (tree.keeps_receipt(place, record)) return;
  for (PeerLink& link : tree.peer_links_) {
    for (const std::size_t own : {0u, 1u}) {
      if (link.ends[own].place != place || link.ends[own].other != peer) continue;
      PeerEnd& to = link.ends[1 - own];
      if (!to.ended && !tree.drops(record)) {
        to.items.push_back({joined(prefix, record), false});
      }
    }
  }
}

void RouterTree::Process::send(LinkId client, wire::Bytes record) {
  const auto member = members.find(client);
  if (member == members.end()) return above.send(client, record);
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
  tree.members_.end_member(federate);
}

void RouterTree::Process::report_move_refusal(LinkId client, std::string_view reason) {
  if (!members.contains(client)) return above.lower.report_move_refusal(client, reason);
  tree.staying_.emplace_back(reason);
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
      rtig_side_(std::make_unique<Above>(*this, rtig)) {
  for (const PlaceInMesh& above : options.routers) {
    RTI_ASSERT(!above || *above < routers_.size());
    routers_.push_back({});
    routers_.back().above = above;
    if (!options.groups.empty()) routers_.back().group = options.groups[routers_.size() - 1];
  }
  for (RouterPlace at = 0; at < routers_.size(); ++at) come_back(at);
  join_peers();
  for (std::size_t link = 0; link < peer_links_.size(); ++link) connect_peers(link);
  if (relays_ > 0) change_paths();
}

bool RouterTree::drops(wire::Bytes record) {
  const bool drops = drops_best_effort_ && wire::may_be_lost(record) && random_.one_in(4);
  if (drops) ++best_effort_dropped_;
  return drops;
}

RouterTree::Above* RouterTree::above(RouterPlace at) {
  const PlaceInMesh place = routers_[at].above;
  return having_turn(place ? *place : routers_.size());
}

RouterTree::Above* RouterTree::having_turn(std::size_t place) {
  if (place == routers_.size()) return rtig_side_.get();
  Process* const process = routers_[place].process.get();
  return process == nullptr ? nullptr : &process->above;
}

Federate RouterTree::named(std::string_view transport) {
  const std::string_view digits = transport.substr(transport.find(' ') + 1);
  Federate member = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), member);
  RTI_ASSERT(error == std::errc());
  return member;
}

// --- Members.

void RouterTree::on_record(Federate member, RouterPlace at, wire::Bytes record) {
  Process* const process = routers_[at].process.get();
  if (process == nullptr) return;
  const auto [seat, is_new] = seats_.try_emplace(member);
  if (is_new) {
    seat->second = {at, process->above.new_client()};
    process->members[seat->second.client] = member;
    process->relay.add_client(seat->second.client, name_of(member), false);
  }
  const LinkId client = seat->second.client;
  process->above.turn_is_due = true;
  if (process->members.contains(client)) process->relay.receive_from_client(client, record);
}

void RouterTree::on_end(Federate member) {
  const auto seat = seats_.find(member);
  if (seat == seats_.end()) return;
  Process& process = *routers_[seat->second.place].process;
  const LinkId client = seat->second.client;
  if (const auto shares = process.sharing.find(client); shares != process.sharing.end()) {
    process.read_segment(shares->second.fabric);
  }
  if (process.members.erase(client) == 0) return;
  process.relay.remove_client(client, "closed its connection");
}

void RouterTree::on_move(Federate member) {
  on_end(member);
  seats_.erase(member);
}

void RouterTree::on_backlog(Federate member, std::size_t bytes) {
  const auto seat = seats_.find(member);
  if (seat == seats_.end()) return;
  Process& process = *routers_[seat->second.place].process;
  if (!process.members.contains(seat->second.client)) return;
  process.relay.record_backlog(seat->second.client, bytes);
}

// --- Steps.

std::size_t RouterTree::ready() {
  steps_.clear();
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    const Router& router = routers_[at];
    if (!router.up.empty()) steps_.push_back({Step::Kind::up, at});
    if (!router.down.empty()) steps_.push_back({Step::Kind::down, at});
    if (router.process && router.process->has_segment_input()) {
      steps_.push_back({Step::Kind::segment, at});
    }
  }
  add_steps_of_peers(false);
  for (std::size_t place = 0; place <= routers_.size(); ++place) {
    const Above* const above = having_turn(place);
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

void RouterTree::step(std::size_t which) {
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
      return having_turn(place)->tell_digests();
  }
}

bool RouterTree::turn_is_due(std::size_t place) {
  if (place == routers_.size()) return rtig_side_->turn_is_due;
  const Process* const process = routers_[place].process.get();
  return process != nullptr && process->turn_is_due();
}

void RouterTree::end_turn(std::size_t place) {
  having_turn(place)->end_turn();
}

bool RouterTree::in_flight() const {
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
  Above& takes = *above(at);
  const LinkId link = *router.link;
  if (!item.end) {
    const auto fault = takes.lower.receive_frame(link, item.frame);
    takes.turn_is_due = true;  // it may have to acknowledge the record
    if (fault) find_fault(at, "sent " + *fault);
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
    find_fault(at, "was sent " + *fault);
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

void RouterTree::join_peers() {
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
    for (PeerEnd& of : link.ends) end_after_some(of.items, of.ended);
  }
}

void RouterTree::cut_peers(std::size_t link) {
  for (PeerEnd& end : peer_links_[link].ends) end_after_some(end.items, end.ended);
}

bool RouterTree::may_connect_peers(std::size_t link) const {
  return std::ranges::all_of(peer_links_[link].ends, [this](const PeerEnd& end) {
    return routers_[end.place].process && !end.is_up && end.items.empty();
  });
}

void RouterTree::connect_peers(std::size_t link) {
  RTI_ASSERT(may_connect_peers(link));
  for (PeerEnd& end : peer_links_[link].ends) {
    end.ended = false;
    end.is_up = true;
  }
  for (PeerEnd& end : peer_links_[link].ends) {
    routers_[end.place].process->relay.record_peer_connected(end.other);
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
      end_after_some(other.items, other.ended);
    }
  }
}

void RouterTree::find_fault(RouterPlace at, const std::string& what) {
  faults_.push_back(router_name(at) + " " + what);
  cut(at);
}

void RouterTree::report_backlogs(std::size_t factor) {
  for (RouterPlace at = 0; at < routers_.size(); ++at) {
    const Router& router = routers_[at];
    Above* const tells = above(at);
    if (tells == nullptr || !router.link) continue;
    tells->lower.record_backlog(*router.link, factor * bytes_in(router.down));
  }
}

// --- Faults.

void RouterTree::end_after_some(LinkItems& items, bool& ended) {
  if (std::exchange(ended, true)) return;
  items.resize(random_.below(items.size() + 1));
  items.push_back({{}, true});
}

bool RouterTree::lose_interest(LinkItems& items) {
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
  end_after_some(router.up, router.up_ended);
  router.down.clear();
  router.down_ended = true;
  router.is_up = false;
  std::erase_if(seats_, [at](const auto& entry) { return entry.second.place == at; });
  for (Router& below : routers_) {
    if (below.above != at) continue;
    below.up.clear();
    below.up_ended = true;
    below.link.reset();
    if (below.process) end_after_some(below.down, below.down_ended);
  }
}

void RouterTree::cut(RouterPlace at) {
  Router& router = routers_[at];
  end_after_some(router.up, router.up_ended);
  end_after_some(router.down, router.down_ended);
}

// Both ends know that the former link has ended.
bool RouterTree::may_come_back(RouterPlace at) const {
  const Router& router = routers_[at];
  const bool is_there = !router.above || routers_[*router.above].process;
  return is_there && !router.link && !router.is_up && router.up.empty() && router.down.empty();
}

void RouterTree::come_back(RouterPlace at) {
  RTI_ASSERT(may_come_back(at));
  Router& router = routers_[at];
  if (!router.process) router.process = std::make_unique<Process>(*this, at);
  Above& takes = *above(at);
  const LinkId link = takes.new_client();
  takes.links[link] = at;
  takes.lower.add(link, router_name(at));
  router.link = link;
  router.is_up = true;
  router.up_ended = router.down_ended = false;
  router.process->relay.record_upper_connected();
}

bool RouterTree::serves(RouterPlace at) const {
  const Router& router = routers_[at];
  const bool is_linked = router.process && !router.up_ended && !router.down_ended;
  return is_linked && (!router.above || serves(*router.above));
}

bool RouterTree::is_behind(PlaceInMesh at, RouterPlace router) const {
  while (at && *at != router) at = routers_[*at].above;
  return at.has_value();
}

}  // namespace triad::test
