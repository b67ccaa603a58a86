#include "router/relay.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "records/record_class.hpp"
#include "router/router_dispatch.hpp"
#include "wire/harmless_text.hpp"

namespace triad::router {

namespace {

// So that a queue that comes and goes costs little: told are differences of so much, and its end.
constexpr std::size_t kBacklogStep = std::size_t{32} << 10;
// Losses are reported when they have grown by this part, even if the queue has not changed.
constexpr std::uint64_t kDroppedShare = 8;

// In one message.
constexpr std::size_t kDigestsMax = 1024;

}  // namespace

// --- The router nearer to the RTIG.

void Relay::record_upper_connected() {
  upper_is_up_ = true;
  records_kept_ = 0;
  for (const Peer& peer : peers_) {
    if (peer.is_linked()) send_message_to_upper(wire::PeerLinkState{peer.name, true});
  }
}

void Relay::record_upper_lost(std::string_view reason) {
  upper_is_up_ = false;
  down_reason_ = reason;
  std::vector<LinkId> all;
  for (const auto& [client, unused] : clients_) all.push_back(client);
  std::ranges::sort(all);
  erase_departing();
  sessions_.clear();
  for (const auto& [name, federation] : federations_) {
    if (!federation.segment.empty()) host_.end_fabric(federation.fabric);
  }
  federations_.clear();
  for (Peer& peer : peers_) peer.held = 0;
  clients_.clear();
  for (const LinkId client : all) {
    refuse_client(client, "has lost its router's connection to the RTIG: router " + name_ + ": " +
                              down_reason_);
  }
}

// Routers below wait for ClientResigned of these members, and only this router can send it.
void Relay::erase_departing() {
  std::vector<LinkId> departing;
  for (const auto& [client, of] : departing_) departing.push_back(client);
  departing_.clear();
  std::ranges::sort(departing);
  for (const LinkId client : departing) host_.resign(client, 0);
}

Fault Relay::receive_frame_from_upper(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame) return "a malformed frame";
  if (link_frame->is_for_router()) {
    const auto record = wire::parse_record(link_frame->record);
    return record ? receive_record_from_upper(*record) : Fault("a malformed record");
  }
  const auto record = wire::parse_record(link_frame->record);
  if (record) {
    const records::RecordClass of = records::class_downwards(record->header);
    if (records::rules_of(of).is_chosen_at_each_hop &&
        deliver_from_upper(LinkId{link_frame->first_client()}, *record, of)) {
      return {};
    }
  }
  if (record) record_log_position(*link_frame, *record);
  const bool time_stamped = record && (record->header.flags & wire::kTimeStamped) != 0;
  link_frame->while_each_client([&](ClientNumber number) {
    const LinkId client{number};
    if (record && hold_settled_record(client, *record)) return true;
    const auto at = clients_.find(client);
    const bool goes_on = at != clients_.end();
    if (time_stamped) record_time_stamped(client, goes_on);
    if (goes_on && record) record_answer(at->second, record->header);
    if (goes_on) send_to_client(client, link_frame->record, record ? &record->header : nullptr);
    return !TRIAD_DEFECT(frame_sent_to_first_receiver_only);
  });
  return {};
}

// `representative`: a member here, which names the federation. Returns false if the frame names all
// receivers instead, because times cannot be compared.
bool Relay::deliver_from_upper(LinkId representative, const wire::Record& record,
                               records::RecordClass record_class) {
  Federation* const of = federation_of_member(representative);
  if (of == nullptr) return true;
  const wire::RecordHeader& header = record.header;
  const bool time_stamped = (header.flags & wire::kTimeStamped) != 0;
  if (time_stamped && !of->time.is_active()) return false;
  of->edge.record_log_position(header);
  if (time_stamped) of->time.record_tso_from_upper();
  if (TRIAD_DEFECT(data_sent_to_representative_only)) {
    if (clients_.contains(representative)) host_.send(representative, record.frame);
    return true;
  }
  const bool is_local = record_class == records::RecordClass::local_data;
  const auto give = [&](LinkId client, FederateHandle member) {
    if (time_stamped) of->time.record_tso_forwarded(member);
    // Its sender is behind another router, so no record of the segment comes before local data.
    is_local ? host_.send(client, record.frame) : send_to_client(client, record.frame, &header);
  };
  of->edge.for_each_receiver(record, give);
  TRIAD_IN_TRIAL(SumChoice::deliver(of->edge, record, give);)
  record_answer_of_log(*of, header);
  return true;
}

void Relay::record_answer_of_log(const Federation& of, const wire::RecordHeader& header) {
  if (header.from() != wire::kRtig || (header.flags & wire::kNotToCause) != 0) return;
  const LinkId* const cause = of.edge.find(header.cause());
  const auto answered = cause == nullptr ? clients_.end() : clients_.find(*cause);
  if (answered != clients_.end()) record_answer(answered->second, header);
}

void Relay::record_answer(Client& of, const wire::RecordHeader& header) {
  const bool of_its = !header.cause() || header.cause() == of.federate;
  if (of_its && header.after_position == of.pending_request) of.pending_request = 0;
}

// Sends the record after the records of the segment that may be its causes. An update or
// interaction from outside the segment has no causes in it.
void Relay::send_to_client(LinkId client, wire::Bytes record, const wire::RecordHeader* header) {
  if (header == nullptr || !records::is_local_data(*header)) {
    Federation* const of = federation_of_member(client);
    if (of != nullptr && !of->segment.empty()) of->segment.send_read_positions(client);
  }
  host_.send(client, record);
}

// Earlier records that its sender wrote in the segment come first.
void Relay::deliver(Federation& of, LinkId client, wire::Bytes record) {
  if (!of.segment.empty()) {
    const auto parsed = wire::parse_record(record);
    if (parsed && of.segment.find(parsed->header.from())) of.segment.send_read_positions(client);
  }
  host_.send(client, record);
}

// Applies its log position before it is forwarded. Records that waited for that position go first.
void Relay::record_log_position(const LinkFrame& frame, const wire::Record& record) {
  const Federation* last = nullptr;
  frame.for_each_client([&](ClientNumber number) {
    const auto client = clients_.find(LinkId{number});
    if (client == clients_.end()) return;
    Federation* const federation = client->second.federation;
    if (federation == nullptr || federation == last) return;
    federation->edge.record_log_position(record.header);
    last = federation;
  });
}

bool Relay::hold_settled_record(LinkId client, const wire::Record& record) const {
  const wire::RecordHeader& header = record.header;
  if (header.message_kind() != wire::Kind::InterestSettled || header.from() != wire::kRtig) {
    return false;
  }
  const auto at = clients_.find(client);
  return at != clients_.end() && at->second.federation != nullptr &&
         at->second.federation->edge.keeps_settled_answer(client, record);
}

Fault Relay::receive_record_from_upper(const wire::Record& record) {
  const auto kind = record.header.message_kind();
  if (records::class_of_word(kind) == records::RecordClass::peer_word) {
    receive_from_peer_through_upper(record);
    return {};
  }
  return dispatch_record(record, [this](const auto& word) -> decltype(this->receive_message(word)) {
    return receive_message(word);
  });
}

// It may have gone already, by itself: then both have said so.
Fault Relay::receive_message(const wire::ClientDown& down) {
  const LinkId client{down.client};
  remove_membership(client);
  if (clients_.erase(client) > 0) host_.disconnect(client, down.reason);
  return {};
}

Fault Relay::receive_message(const wire::ClientAdmitted& admitted) {
  if (admitted.client > last_announced_.value) {
    return "word of client " + std::to_string(admitted.client) + ", which was not announced";
  }
  if (!admitted.federate || is_peer(admitted.federate)) {
    return "a member with the invalid handle " + std::to_string(admitted.federate.value) +
           ", which no federate has";
  }
  const LinkId client{admitted.client};
  Federation& joined = federation(admitted.federation);
  if (federation_of_member(client) != &joined) remove_membership(client);
  const auto at = clients_.find(client);
  if (at == clients_.end()) {
    // It has gone, as the router above will hear: until then that takes it for a member.
    departing_[client] = &joined;
  } else {
    at->second.federation = &joined;
    at->second.federate = admitted.federate;
    at->second.since = admitted.since;
    ++at->second.admissions;
    host_.admit(client, {admitted.federation, admitted.federate, admitted.since, admitted.moved});
  }
  const LinkId via = host_.router_of(client);
  joined.edge.add(client, {admitted.federate, via, admitted.since, admitted.moved});
  if (at == clients_.end()) joined.edge.record_link_end(client);
  joined.time.add_member(admitted.federate, {.via = via});
  if (via == LinkId{} && at != clients_.end()) {
    add_to_segment(joined, client, admitted.federate);
    if (is_leaving_) send_message_to_upper(wire::ClientToMove{client.value});
  }
  return {};
}

Relay::Federation& Relay::federation(std::string_view name) {
  const auto there = federations_.find(name);
  if (there != federations_.end()) return there->second;
  Federation& made =
      federations_.try_emplace(std::string(name), *this, std::string(name)).first->second;
  if (relaying_ != nullptr) made.edge.peers().set_relaying(*relaying_, made.name);
  return made;
}

Relay::Federation::Federation(Relay& its_relay, std::string its_name)
    : relay(its_relay),
      name(std::move(its_name)),
      edge([this](LinkId client, wire::Bytes record) { relay.deliver(*this, client, record); },
           *this, relay.piece_),
      time(*this, TimeExchange::Place::below_root, relay.order_) {}

void Relay::Federation::answer_member(FederateHandle member, wire::Position,
                                      InterestExchange::Answer, wire::Bytes record) {
  const LinkId* const client = edge.find(member);
  if (client != nullptr) relay.send_to_client(*client, record, nullptr);
}

Fault Relay::receive_message(const wire::ClientResigned& resigned) {
  const LinkId client{resigned.client};
  Federation* const left = federation_of_member(client);
  if (left == nullptr) return {};
  left->edge.record_log_forwarded(resigned.log_position);
  remove_membership(client);
  host_.resign(client, resigned.log_position);
  return {};
}

Fault Relay::receive_message(const wire::ClientStays& stays) {
  const LinkId client{stays.client};
  if (clients_.contains(client)) host_.report_move_refusal(client, stays.reason);
  return {};
}

Fault Relay::receive_message(const wire::ClientHandled& handled) {
  const LinkId client{handled.client};
  Federation* const of = federation_of_member(client);
  if (of == nullptr) return {};
  of->edge.record_handled(client, handled.position);
  host_.record_handled(client, handled.position);
  return {};
}

Fault Relay::receive_message(const wire::LogPassed& passed) {
  const auto at = federations_.find(passed.federation);
  if (at == federations_.end()) return {};
  at->second.edge.record_log_forwarded(passed.position);
  host_.record_log_forwarded(passed.federation, passed.position);
  return {};
}

Fault Relay::receive_message(const wire::OutsideInterest& outside) {
  const auto at = federations_.find(outside.federation);
  if (at == federations_.end()) {
    send_message_to_upper(wire::OutsideInterestTaken{outside.federation, outside.round, false});
  } else {
    at->second.edge.interest().receive_statement_from_upper(outside);
    if (outside.anew) at->second.edge.peers().record_interest_restated();
  }
  return {};
}

Fault Relay::receive_message(const wire::OutsideInterestDigest& digest) {
  const auto at = federations_.find(digest.federation);
  if (at != federations_.end() &&
      !at->second.edge.interest().receive_digest_from_upper(digest.digest)) {
    host_.log_warning(
        "the interest that the router above stated for federation " +
        wire::quoted(at->second.name) +
        " differs from the interest here: all data goes to that router until it states the "
        "interest again");
  }
  return {};
}

Relay::Federation* Relay::federation_of_member(LinkId client) const {
  const auto at = clients_.find(client);
  if (at != clients_.end()) return at->second.federation;
  const auto departing = departing_.find(client);
  return departing == departing_.end() ? nullptr : departing->second;
}

void Relay::remove_membership(LinkId client) {
  Federation* const left = federation_of_member(client);
  if (left == nullptr) return;
  departing_.erase(client);
  left->remove_client(client);
  const auto member = left->edge.member(client);
  if (member && left->segment.contains(client))
    host_.remove_from_fabric(left->fabric, member->federate);
  const bool shared = !left->segment.empty();
  left->segment.remove_former_member(client);
  if (shared && left->segment.empty()) host_.end_fabric(left->fabric);
  if (member) left->time.remove_member(member->federate);
  if (const auto at = clients_.find(client); at != clients_.end()) at->second.federation = nullptr;
  left->edge.remove(client);
  erase_if_empty(*left);
}

// It may have a session with a peer before its first member, and after its last one: of clients
// that have gone the router above may know as of members still.
void Relay::erase_if_empty(Federation& federation) {
  if (!federation.edge.empty() || federation.edge.peers().has_sessions()) return;
  federation.release_all_up();
  federations_.erase(federations_.find(federation.name));
}

// --- Clients.

void Relay::add_client(LinkId client, std::string_view from, bool /*trusted*/) {
  if (!upper_is_up_) {
    return refuse_client(client, "cannot be served by router " + name_ + " now: " + down_reason_);
  }
  if (clients_.size() >= clients_max_) {
    return refuse_client(client, "exceeds the limit of clients: router " + name_ + " may have " +
                                     std::to_string(clients_max_) + " clients (limits: members)");
  }
  clients_[client];
  last_announced_ = std::max(last_announced_, client);
  send_message_to_upper(wire::ClientUp{client.value, from.substr(0, wire::kTransportBytesMax)});
}

void Relay::refuse_client(LinkId client, const std::string& text) {
  out_.clear();
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + text},
                      out_);
  host_.send(client, out_);
  host_.disconnect(client, text);
}

// Bytes that are no record are not forwarded: the router above would blame this router for them.
void Relay::receive_from_client(LinkId client, wire::Bytes record) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  const auto parsed = wire::parse_record(record);
  if (!parsed) return disconnect_faulty(client, "bytes that are not a record of Triad's protocol");
  Federation* const federation = at->second.federation;
  if (federation != nullptr && receive_segment_message(*federation, client, *parsed)) return;
  if (parsed->header.message_kind() == wire::Kind::SegmentRead) return;  // it has left since
  if (clients_.contains(client)) receive_member_record(client, *parsed);
}

void Relay::receive_member_record(LinkId client, const wire::Record& record) {
  Client& by = clients_.at(client);
  if (records::rules_upwards(record.header).is_answered)
    by.pending_request = record.header.position;
  Federation* const federation = by.federation;
  if (is_time_record(by, record)) {
    if (const Fault fault = federation->time.receive_from_member(by.federate, record))
      disconnect_faulty(client, *fault);
    return;
  }
  if (federation != nullptr && record.header.message_kind() == wire::Kind::RequestLbts) {
    federation->time.send_complete_statement();
  }
  if (federation != nullptr && !federation->edge.receive_from_client(client, record)) {
    ++records_kept_;
    return;
  }
  const bool is_kept = TRIAD_DEFECT(local_data_kept_at_head) &&
                       records::is_local_data(record.header) && host_.router_of(client) != LinkId{};
  if (!is_kept) forward_up(client, federation, record);
}

void Relay::forward_up(LinkId client, Federation* federation, const wire::Record& record) {
  prefix_out_.clear();
  append_link_prefix(std::array{client.value}, prefix_out_);
  if (federation != nullptr) {
    federation->send_up(client, prefix_out_, record.frame,
                        records::rules_upwards(record.header).waits_for_peers);
  } else {
    host_.send_to_upper(prefix_out_, record.frame);
  }
}

void Relay::disconnect_faulty(LinkId client, std::string_view fault) {
  const std::string reason = "sent " + std::string(fault);
  refuse_client(client, reason);
  remove_client(client, reason);
}

void Relay::remove_client(LinkId client, std::string_view reason) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  Federation* const left = at->second.federation;
  const FederateHandle federate = at->second.federate;
  if (left != nullptr) {
    departing_[client] = left;
    left->edge.record_link_end(client);
  }
  clients_.erase(at);
  if (left != nullptr && left->segment.contains(client)) {
    left->segment.mark_left(client);
    host_.remove_from_fabric(left->fabric, federate);
  }
  if (TRIAD_DEFECT(end_of_client_not_forwarded)) return;
  const wire::ClientDown down{client.value, reason};
  if (left == nullptr) return send_message_to_upper(down);
  out_.clear();
  wire::encode_record({}, down, out_);
  left->send_up({}, kRouterPrefix, out_, true);
}

void Relay::record_backlog(LinkId client, std::size_t bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  Client& of = at->second;
  of.backlog = bytes;
  if (bytes == 0 && of.federation != nullptr) of.federation->segment.record_empty_queue();
  const wire::BestEffortLosses dropped = host_.best_effort_losses(client);
  const std::uint64_t told = of.reported_dropped.total();
  const bool same_bytes = bytes / kBacklogStep == of.reported_backlog / kBacklogStep &&
                          (bytes > 0) == (of.reported_backlog > 0);
  if (same_bytes && dropped.total() <= told + told / kDroppedShare) return;
  of.reported_backlog = bytes;
  of.reported_dropped = dropped;
  send_message_to_upper(wire::ClientBacklog{client.value, bytes, dropped});
}

// --- Words of routers below.

Fault Relay::receive_from_router(LinkId router, const RouterMessage& word) {
  return std::visit([&](const auto& message) { return receive_message(router, message); }, word);
}

Fault Relay::receive_message(LinkId router, const wire::OutsideInterestTaken& taken) {
  if (taken.round == 0 || taken.round > last_number_) return unknown_round_fault(taken);
  Federation* const of = find(taken.federation);
  if (of != nullptr) of->edge.interest().receive_answer_from_router(router, taken);
  return {};
}

Fault Relay::receive_message(LinkId router, const RouterReconnected& back) {
  for (auto& [name, federation] : federations_) {
    federation.edge.interest().rename_router(back.before, router);
  }
  return {};
}

Fault Relay::receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted) {
  Federation* const of = find(doubted.federation);
  if (of != nullptr) of->edge.interest().receive_doubt_from_router(router);
  return {};
}

bool Relay::turn_is_due() const {
  return std::ranges::any_of(federations_, [](const auto& entry) {
    return entry.second.edge.interest().turn_is_due() || entry.second.time.turn_is_due() ||
           entry.second.segment.turn_is_due();
  });
}

void Relay::end_turn() {
  for (auto& [name, federation] : federations_) {
    federation.edge.interest().end_turn();
    federation.edge.peers().end_turn();
    federation.time.end_turn();
  }
}

void Relay::after_flush() {
  for (auto& [name, federation] : federations_) federation.segment.after_flush();
}

// --- Digests.

Fault Relay::receive_message(LinkId router, const ClientInterestDigest& interest) {
  Federation* const of = federation_of_member(interest.client);
  if (of == nullptr || of->edge.matches_digest(interest.client, interest.digest)) return {};
  host_.log_warning("router " + std::string(interest.router) +
                    " has a different interest of a federate of federation " +
                    wire::quoted(of->name) +
                    " than this router: the federate is asked to state it again");
  return receive_message(router, ClientDigestMismatch{interest.client});
}

Fault Relay::receive_message(LinkId, const ClientDigestMismatch& doubted) {
  const LinkId client = doubted.client;
  if (clients_.contains(client)) send_message_to_upper(wire::ClientInterestDoubted{client.value});
  return {};
}

Fault Relay::receive_message(LinkId, const ClientMustMove& leaves) {
  const LinkId client = leaves.client;
  if (clients_.contains(client)) send_message_to_upper(wire::ClientToMove{client.value});
  return {};
}

bool Relay::digests_are_due() const {
  return std::ranges::any_of(federations_, [](const auto& entry) {
    return entry.second.edge.interest().digests_are_due();
  });
}

void Relay::send_digests() {
  for (auto& [name, federation] : federations_) {
    federation.edge.interest().send_digests();
    send_client_digests(federation);
  }
}

void Relay::send_client_digests(Federation& of) {
  wire::ClientInterestDigests digests;
  const auto tell = [&] {
    if (digests.clients.empty()) return;
    out_.clear();
    wire::encode_record({}, digests, out_);
    of.send_up({}, kRouterPrefix, out_, false);  // after the statements that they digest
    digests.clients.clear();
  };
  for (const auto& [client, digest] : of.edge.collect_digests()) {
    const auto at = clients_.find(client);
    if (at == clients_.end()) continue;
    digests.clients.push_back({client.value, at->second.admissions, digest});
    if (digests.clients.size() == kDigestsMax) tell();
  }
  tell();
}

LateRouters Relay::find_late_routers(std::span<const LinkId> unread) {
  LateRouters late;
  for (auto& [name, federation] : federations_) {
    for (const LinkId router : federation.edge.interest().find_late_routers(unread)) {
      late.emplace_back(router, name);
    }
  }
  return late;
}

std::string_view Relay::federation_of(LinkId client) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return {};
  return at->second.federation->name;
}

// --- Its end.

void Relay::leave_mesh() {
  const bool asked_before = std::exchange(is_leaving_, true);
  for (const auto& [client, served] : clients_) {
    if (served.federation != nullptr && host_.router_of(client) == LinkId{}) {
      send_message_to_upper(wire::ClientToMove{client.value});
    }
  }
  if (asked_before) return;
  const std::string reason = "router " + name_ + " is about to leave the mesh";
  out_.clear();
  wire::encode_record({}, wire::ComeAgain{0, true, reason}, out_);
  for (const auto& [client, unused] : clients_) {
    if (host_.router_of(client) == LinkId{}) host_.send(client, out_);
  }
}

bool Relay::may_end() const {
  return is_leaving_ && std::ranges::none_of(clients_, [](const auto& entry) {
           return entry.second.federation != nullptr || entry.second.pending_request != 0;
         });
}

}  // namespace triad::router
