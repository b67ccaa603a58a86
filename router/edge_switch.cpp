#include "router/edge_switch.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// --- Members.

void EdgeSwitch::add(LinkId client, const Newcomer& newcomer) {
  if (members_.contains(client)) {  // a restore ends all sessions
    interest_.forget_direct();
    streams_.restart();
  }
  erase(client);
  // A restore gives this handle to another client, which is added again under a new handle.
  if (const LinkId* const holder = find(newcomer.member)) erase(LinkId(*holder));
  Member& added = *(members_[client] = std::make_unique<Member>());
  added.client = client;
  added.federate = newcomer.member;
  added.via = newcomer.via;
  added.since = newcomer.since;
  if (newcomer.moved) unstated_.insert(newcomer.member);
  by_federate_[newcomer.member] = &added;
  routers_.add_member(newcomer.via);
  if (!TRIAD_DEFECT(local_data_before_its_stamp)) log_.restore_until(newcomer.since);
  interest_.add_member(newcomer.member, {client, newcomer.via});
  if (newcomer.recovers) streams_.enable();
  if (newcomer.may_return) streams_.add_member(client, newcomer.member, neighbour_of(added));
}

void EdgeSwitch::remove(LinkId client) {
  interest_.forget_link(client);
  erase(client);
}

void EdgeSwitch::record_link_end(LinkId client) {
  Member* const at = find_member(client);
  if (at == nullptr || std::exchange(at->has_gone, true)) return;
  ++gone_;
  streams_.record_link_end(client);
}

void EdgeSwitch::erase(LinkId client) {
  Member* const at = find_member(client);
  if (at == nullptr) return;
  gate_.drop(at->lane);
  if (at->has_gone) --gone_;
  routers_.remove_member(at->via);
  const FederateHandle federate = at->federate;
  streams_.remove_member(client, federate);
  by_federate_.erase(federate);
  unstated_.erase(federate);
  members_.erase(client);
  interest_.remove_member(federate);
  report_forwarded();
}

void EdgeSwitch::begin_epoch() {
  for (auto& [client, member] : members_) {
    gate_.drop(member->lane);
    member->pending_request = 0;
  }
}

// --- Records.

// Ignores faulty records. The RTIG's router finds the fault and ends the sender's link.
bool EdgeSwitch::receive_from_client(LinkId client, const wire::Record& record, ArrivalPath came) {
  Member* const at = find_member(client);
  if (at == nullptr) return true;
  Member& by = *at;
  const wire::RecordHeader& header = record.header;
  if (header.from() != by.federate || header.after_position < by.since) return true;
  if (came == ArrivalPath::by_link) {
    by.last_position = std::max(by.last_position, header.position);
    by.last_stamp = std::max(by.last_stamp, header.after_position);
  }
  streams_.record_from_member(header);
  if (records::is_local_data(header)) return forward_data(by, record, came);
  const records::RecordClass of = records::class_upwards(header);
  if (of == records::RecordClass::interest) {
    record_complete_statement(by.federate, record);
    (void)interest_.receive_statement_from_member(by.federate, client, record);
  } else if (records::rules_of(of).is_answered &&
             !TRIAD_DEFECT(local_data_overtakes_registration)) {
    record_request(by, header);
  }
  return true;
}

void EdgeSwitch::record_request(Member& by, const wire::RecordHeader& header) {
  if (!streams_.is_enabled() || TRIAD_DEFECT(handled_before_the_epoch_counts)) {
    by.pending_request = std::max(by.pending_request, header.position);
  } else if (header.message_kind() == wire::Kind::RecoveryTaken) {
    by.pending_request = by.requests.begin_epoch(header.position);
  } else {
    by.pending_request = by.requests.add(header.position);
  }
}

// Until a member that has moved states its complete interest, it receives the whole log.
void EdgeSwitch::record_complete_statement(FederateHandle by, const wire::Record& record) {
  if (!unstated_.contains(by)) return;
  const auto stated = wire::decode<wire::InterestChanged>(record.payload);
  if (stated && stated->replaces_earlier) unstated_.erase(by);
}

// Chooses the receivers now, as the router above does for all other members. A record that has to
// wait goes up in any case: the RTIG's router decides whether it may ever be forwarded.
bool EdgeSwitch::forward_data(Member& by, const wire::Record& record, ArrivalPath came) {
  receivers_.clear();
  receiving_peers_.clear();
  const wire::Interest interest = record.interest();
  const wire::Position stamp =
      TRIAD_DEFECT(local_data_before_its_stamp) ? 0 : record.header.after_position;
  const bool passes = gate_.may_pass(by.lane, stamp, by.pending_request);
  interest_.filter().for_each_in_groups(interest, [&](const InterestOwner& owner) {
    if (owner.is_peer()) receiving_peers_.push_back(owner.peer());
    if (!owner.is_member()) return false;
    const LinkId via = owner.group;
    if (via != LinkId{} && (via == by.via || interest_.is_direct(by.via, via))) return true;
    const auto at = by_federate_.find(owner.member());
    if (at == by_federate_.end() || owner.member() == by.federate) return false;
    const Member& member = *at->second;
    if (member.has_gone || (came == ArrivalPath::in_segment && member.in_segment)) return false;
    receivers_.push_back(member.client);
    streams_.record_sent_down(record.header, neighbour_of(member));
    // A record that is held may lose a receiver until it is released.
    return passes && via != LinkId{};
  });
  if (!receiving_peers_.empty())
    peers_.send_data_to_all(receiving_peers_, by.pending_request, record.frame);
  const bool is_wanted_outside = interest_.is_wanted_outside(interest);
  if (receivers_.empty())
    return is_wanted_outside || record.header.after_position > log_.position();
  if (passes) {
    for (const LinkId client : receivers_) deliver_(client, record.frame);
    return is_wanted_outside;
  }
  gate_.hold(by.lane, record.frame, receivers_, stamp, by.pending_request);
  return true;
}

bool EdgeSwitch::has_other_receivers(LinkId client, const wire::Record& beginning) const {
  const Member* const at = find_member(client);
  if (at == nullptr || beginning.header.from() != at->federate) return true;
  const wire::Interest interest = beginning.interest();
  bool wanted = interest_.is_wanted_outside(interest);
  interest_.filter().for_each_in_groups(interest, [&](const InterestOwner& owner) {
    const auto other = owner.is_member() ? by_federate_.find(owner.member()) : by_federate_.end();
    wanted = wanted || other == by_federate_.end() || !other->second->in_segment;
    return wanted;
  });
  return wanted;
}

std::optional<wire::Position> EdgeSwitch::fully_forwarded_position(LinkId client) const {
  const Member* const at = find_member(client);
  if (at == nullptr) return std::nullopt;
  const Member& member = *at;
  const bool passed = gate_.may_pass(member.lane, member.last_stamp, member.pending_request);
  if (!passed && !TRIAD_DEFECT(segment_written_before_forwarding)) return std::nullopt;
  return member.last_position;
}

void EdgeSwitch::set_in_segment(LinkId client, bool in_segment) {
  if (Member* const at = find_member(client)) at->in_segment = in_segment;
}

void EdgeSwitch::end_segment() {
  for (auto& [client, member] : members_) member->in_segment = false;
}

std::vector<std::pair<LinkId, InterestDigest>> EdgeSwitch::collect_digests() {
  std::vector<std::pair<LinkId, InterestDigest>> digests;
  for (const auto& [member, digest] : interest_.collect_member_digests()) {
    if (const LinkId* const client = find(member)) digests.emplace_back(*client, digest);
  }
  return digests;
}

bool EdgeSwitch::matches_digest(LinkId client, InterestDigest digest) {
  const Member* const at = find_member(client);
  if (at == nullptr) return true;
  const FederateHandle member = at->federate;
  return interest_.agrees(member, digest) || !interest_.doubt_member(member);
}

bool EdgeSwitch::keeps_settled_answer(LinkId client, const wire::Record& answer) {
  const Member* const at = find_member(client);
  return at != nullptr && interest_.keeps_settled_answer(at->federate, answer);
}

void EdgeSwitch::record_log_position(const wire::RecordHeader& header) {
  if (header.from() != wire::kRtig) {
    // The router above had sent as much of the log before, or it would not have taken it.
    advance_log(header.after_position);
  } else if ((header.flags & wire::kLogRecord) == 0) {
    advance_log(header.position);
  } else if (header.position > 0) {
    advance_log(TRIAD_DEFECT(log_forwarded_too_early) ? header.position : header.position - 1);
  }
}

void EdgeSwitch::record_log_forwarded(wire::Position position) {
  log_.record_forwarded(position);
  release_all();
}

void EdgeSwitch::advance_log(wire::Position position) {
  if (log_.advance(position)) release_all();
}

void EdgeSwitch::release_all() {
  peers_.release();
  if (gate_.empty()) return;
  for (auto& [client, member] : members_) release(*member);
}

void EdgeSwitch::record_handled(LinkId client, wire::Position position) {
  Member* const at = find_member(client);
  if (at == nullptr) return;
  if (streams_.is_enabled() && !TRIAD_DEFECT(handled_before_the_epoch_counts)) {
    const auto number = at->requests.take_handled(position);
    if (!number) return;
    position = *number;
  }
  at->lane.record_handled(position);
  release(*at);
}

void EdgeSwitch::release(Member& member) {
  if (member.lane.empty()) return;
  gate_.release(member.lane, [this](const OrderGate::Held& held) {
    routers_.begin_record();
    for (const LinkId client : held.receivers) {
      const Member* const at = find_member(client);
      if (at == nullptr || at->has_gone) continue;
      if (is_first_at(at->via)) deliver_(client, held.record);
    }
  });
  report_forwarded();
}

// --- Peers.

// Never forwards it to another peer: the peer that sent it reaches that peer's members itself.
void EdgeSwitch::deliver_from_peer(const wire::Record& record) {
  for_each_receiver(record, [&](LinkId client, FederateHandle) { deliver_(client, record.frame); });
  if (!TRIAD_DEFECT(forwarded_from_peer_to_peer)) return;
  interest_.filter().for_each(record.interest(), [&](const InterestOwner& owner) {
    if (owner.is_peer()) (void)peers_.send_data(owner.peer(), 0, record.frame);
  });
}

bool EdgeSwitch::begin_direct(LinkId from, LinkId to, std::uint64_t session) {
  interest_.set_direct(from, to, true);
  if (has_forwarded_all(from, gate_.last_number())) return true;
  pending_direct_.push_back({from, session, gate_.last_number()});
  return false;
}

bool EdgeSwitch::has_forwarded_all(LinkId router, std::uint64_t number) const {
  if (gate_.empty()) return true;
  return std::ranges::none_of(members_, [&](const auto& entry) {
    const Member& member = *entry.second;
    return member.via == router && !member.lane.empty() && member.lane.first_number() <= number;
  });
}

void EdgeSwitch::report_forwarded() {
  for (std::size_t i = 0; i < pending_direct_.size();) {
    if (!has_forwarded_all(pending_direct_[i].from, pending_direct_[i].number)) {
      ++i;
      continue;
    }
    const PendingDirect begun = pending_direct_[i];
    pending_direct_.erase(pending_direct_.begin() + static_cast<std::ptrdiff_t>(i));
    host_.record_forwarded_before(begun.session, begun.from);
  }
}

}  // namespace triad::router
