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

namespace {

// Returns true if a federate repeats the request by a new link if its link ends before the answer.
bool repeats_request(const wire::Record& record) {
  if (record.header.message_kind() == wire::Kind::ResumeMember) return true;
  if (record.header.message_kind() != wire::Kind::JoinFederationExecution) return false;
  const auto join = wire::decode<wire::JoinFederationExecution>(record.payload);
  return join && join->session;
}

}  // namespace

// --- The router nearer to the RTIG.

void Relay::record_upper_connected() {
  upper_is_up_ = true;
  records_kept_ = 0;
  for (const Peer& peer : peers_) {
    if (peer.is_linked()) send_message_to_upper(wire::PeerLinkState{peer.name, true});
  }
  send_words(way_up_.connect());
}

void Relay::record_upper_lost(std::string_view reason) {
  upper_is_up_ = false;
  down_reason_ = reason;
  std::vector<std::pair<LinkId, bool>> all;  // and whether it may return by another router
  for (const auto& [client, of] : clients_) {
    all.emplace_back(client, of.may_return);
  }
  std::ranges::sort(all);
  const std::string text =
      "has lost its router's connection to the RTIG: router " + name_ + ": " + down_reason_;
  erase_departing(text);
  sessions_.clear();
  for (const auto& [name, federation] : federations_) {
    if (const auto fabric = federation.fabric()) host_.end_fabric(*fabric);
  }
  federations_.clear();
  std::ranges::fill(counts_.held_of_peer, 0);
  clients_.clear();
  // Told the reason, a federate would give up.
  for (const auto& [client, returns] : all) {
    returns ? host_.disconnect(client, text) : refuse_client(client, text);
  }
  send_words(way_up_.disconnect(text));
}

// Routers below wait until they hear of these members, and only this router can tell them. The
// members may not be resigned, and return elsewhere.
void Relay::erase_departing(const std::string& reason) {
  std::vector<LinkId> departing;
  for (const auto& [client, of] : departing_) departing.push_back(client);
  departing_.clear();
  std::ranges::sort(departing);
  for (const LinkId client : departing) {
    if (host_.router_of(client) == LinkId{}) {
      host_.notify(MemberResigned{client});
    } else {
      host_.disconnect(client, reason);
    }
  }
}

Fault Relay::receive_frame_from_upper(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame) return "a malformed frame";
  const auto record = wire::parse_record(link_frame->record);
  if (link_frame->is_for_router()) {
    return record ? receive_record_from_upper(*record) : Fault("a malformed record");
  }
  if (!record) return "a malformed record for clients";
  if (deliver(LinkId{link_frame->first_client()}, *record)) return {};
  record_log_position(*link_frame, *record);
  link_frame->while_each_client([&](ClientNumber number) {
    const LinkId client{number};
    Switch* const of = federation_of_member(client);
    if (const auto at = clients_.find(client); at != clients_.end()) {
      record_answer(at->second, record->header);
      if (of == nullptr) host_.send_record(client, record->frame);
    }
    if (of != nullptr) of->deliver_to(client, *record);
    return !TRIAD_DEFECT(frame_sent_to_first_receiver_only);
  });
  return {};
}

bool Relay::deliver(LinkId representative, const wire::Record& record) {
  const records::RecordRules& rules = records::rules_downwards(record.header);
  if (!rules.is_chosen_at_each_hop) return false;
  Switch* const of = federation_of_member(representative);
  if (of == nullptr) return true;
  if (!of->deliver(record, rules, representative)) return false;
  record_answer_of_log(*of, record.header);
  return true;
}

void Relay::record_answer_of_log(const Switch& of, const wire::RecordHeader& header) {
  if (header.from() != wire::kRtig || (header.flags & wire::kNotToCause) != 0) return;
  const LinkId* const cause = of.find(header.cause());
  const auto answered = cause == nullptr ? clients_.end() : clients_.find(*cause);
  if (answered != clients_.end()) record_answer(answered->second, header);
}

void Relay::record_answer(Client& of, const wire::RecordHeader& header) {
  const bool is_of_member = !header.cause() || header.cause() == of.federate;
  const bool is_answer = of.pending_request != 0 && header.after_position == of.pending_request;
  if (!is_of_member || !is_answer) return;
  of.pending_request = 0;
  if (of.federation == nullptr) of.may_return = false;
}

// Applies its log position before it is forwarded. Records that waited for that position go first.
void Relay::record_log_position(const LinkFrame& frame, const wire::Record& record) {
  const Switch* last = nullptr;
  frame.for_each_client([&](ClientNumber number) {
    const auto client = clients_.find(LinkId{number});
    if (client == clients_.end()) return;
    Switch* const federation = client->second.federation;
    if (federation == nullptr || federation == last) return;
    federation->record_log_position(record.header);
    last = federation;
  });
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

// The client may have gone already, by itself: then both have said so.
Fault Relay::receive_message(const wire::ClientDown& down) {
  const LinkId client{down.client};
  remove_membership(client, Switch::Departure::cut_off);
  if (clients_.erase(client) > 0) host_.disconnect(client, down.reason);
  return {};
}

Fault Relay::receive_message(const wire::ClientAdmitted& admitted) {
  if (admitted.client > last_announced_.value) {
    return "word of client " + std::to_string(admitted.client) + ", which was not announced";
  }
  if (!admitted.federate || admitted.federate > kLastFederate) {
    return "a member with the invalid handle " + std::to_string(admitted.federate.value) +
           ", which no federate has";
  }
  const LinkId client{admitted.client};
  Switch& joined = federation(admitted.federation);
  if (federation_of_member(client) != &joined) remove_membership(client);
  Switch::Newcomer newcomer{.client = client,
                            .federate = admitted.federate,
                            .since = admitted.since,
                            .moved = admitted.moved,
                            .recovers = admitted.recovers,
                            .may_return = admitted.may_return};
  const auto at = clients_.find(client);
  if (at == clients_.end()) {
    // It has gone, as the router above will hear: until then that takes it for a member.
    departing_[client] = &joined;
    newcomer.has_link = false;
  } else {
    at->second.federation = &joined;
    at->second.federate = admitted.federate;
    at->second.may_return = admitted.may_return;
    ++at->second.admissions;
    newcomer.has_queue = at->second.backlog > 0;
  }
  // A lower router serves a client that has gone as a member until the RTIG has resigned it, too.
  // In a restore it may get the handle of another member there.
  if (newcomer.has_link || host_.router_of(client) != LinkId{}) {
    host_.notify(MemberAdmitted{client,
                                {admitted.federation, admitted.federate, admitted.since,
                                 admitted.moved, admitted.recovers, admitted.may_return}});
  }
  joined.add_member(newcomer);
  if (is_leaving_ && at != clients_.end() && host_.router_of(client) == LinkId{}) {
    send_message_to_upper(wire::ClientToMove{client.value});
  }
  return {};
}

Switch& Relay::federation(std::string_view name) {
  const auto there = federations_.find(name);
  if (there != federations_.end()) return there->second;
  Switch& made =
      federations_.try_emplace(std::string(name), host_, counts_, order_, std::string(name), piece_)
          .first->second;
  if (relaying_ != nullptr) made.peers().set_relaying(*relaying_, made.name());
  return made;
}

Switch* Relay::find(std::string_view name) {
  const auto at = federations_.find(name);
  return at == federations_.end() ? nullptr : &at->second;
}

Fault Relay::receive_message(const wire::ClientResigned& resigned) {
  const LinkId client{resigned.client};
  Switch* const left = federation_of_member(client);
  if (left == nullptr) return {};
  left->record_log_forwarded(resigned.log_position);
  remove_membership(client);
  host_.notify(MemberResigned{client, resigned.log_position});
  return {};
}

Fault Relay::receive_message(const wire::ClientStays& stays) {
  const LinkId client{stays.client};
  if (clients_.contains(client)) host_.notify(MemberStays{client, stays.reason});
  return {};
}

Fault Relay::receive_message(const wire::ClientHandled& handled) {
  const LinkId client{handled.client};
  if (Switch* const of = federation_of_member(client)) of->record_handled(client, handled.position);
  return {};
}

Fault Relay::receive_message(const wire::LogPassed& passed) {
  Switch* const of = find(passed.federation);
  if (of == nullptr) return {};
  of->record_log_forwarded(passed.position);
  host_.notify(LogForwarded{passed.federation, passed.position});
  return {};
}

Fault Relay::receive_message(const wire::OutsideInterest& outside) {
  if (Switch* const of = find(outside.federation)) {
    of->receive_from_upper(outside);
  } else {
    send_message_to_upper(wire::OutsideInterestTaken{outside.federation, outside.round, false});
  }
  return {};
}

Fault Relay::receive_message(const wire::OutsideInterestDigest& digest) {
  Switch* const of = find(digest.federation);
  if (of != nullptr && !of->receive_from_upper(digest)) {
    host_.log_warning(
        "the interest that the router above stated for federation " + wire::quoted(of->name()) +
        " differs from the interest here: all data goes to that router until it states the "
        "interest again");
  }
  return {};
}

Fault Relay::receive_message(const wire::TimeBegins& begins) {
  if (Switch* const of = find(begins.federation)) of->receive_from_upper(begins);
  return {};
}

Fault Relay::receive_message(const wire::MemberTimeChanged& changed) {
  if (Switch* const of = find(changed.federation)) of->receive_from_upper(changed);
  return {};
}

Fault Relay::receive_message(const wire::TimeTold& told) {
  Switch* const of = find(told.federation);
  return of == nullptr ? Fault() : of->receive_from_upper(told);
}

Fault Relay::receive_message(const wire::FederationRecovers& step) {
  if (Switch* const of = find(step.federation)) of->recovery().receive_step(step);
  return {};
}

Fault Relay::receive_message(const wire::StreamsReceived& streams) {
  if (Switch* const of = find(streams.federation))
    of->recovery().receive_acknowledgements(MemberStreams::kUpper, streams);
  return {};
}

Switch* Relay::federation_of_member(LinkId client) const {
  const auto at = clients_.find(client);
  if (at != clients_.end()) return at->second.federation;
  const auto departing = departing_.find(client);
  return departing == departing_.end() ? nullptr : departing->second;
}

void Relay::remove_membership(LinkId client, Switch::Departure departure) {
  Switch* const left = federation_of_member(client);
  if (left == nullptr) return;
  departing_.erase(client);
  left->remove_member(client, departure);
  if (const auto at = clients_.find(client); at != clients_.end()) {
    at->second.federation = nullptr;
    at->second.may_return = false;
  }
  erase_if_empty(*left);
}

// It may have a session with a peer before its first member, and after its last one: the router
// above may still take clients that have gone for members.
void Relay::erase_if_empty(Switch& federation) {
  if (!federation.empty()) return;
  federation.release_all_up();
  federations_.erase(federations_.find(federation.name()));
}

// --- Clients.

void Relay::add_client(LinkId client, const NewClient& arrived) {
  if (!upper_is_up_) {
    return refuse_client(client, "cannot be served by router " + name_ + " now: " + down_reason_);
  }
  if (clients_.size() >= clients_max_) {
    return refuse_client(client, "exceeds the limit of clients: router " + name_ + " may have " +
                                     std::to_string(clients_max_) + " clients (limits: members)");
  }
  clients_[client];
  last_announced_ = std::max(last_announced_, client);
  const policy::Principal& principal = arrived.principal;
  send_message_to_upper(wire::ClientUp{client.value,
                                       arrived.transport.substr(0, wire::kTransportBytesMax),
                                       principal.is_of_tls() ? principal.text() : std::string()});
}

void Relay::refuse_client(LinkId client, const std::string& text) {
  out_.clear();
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + text},
                      out_);
  host_.send_record(client, out_);
  host_.disconnect(client, text);
}

// Bytes that are no record are not forwarded: the router above would blame this router for them.
void Relay::receive_from_client(LinkId client, wire::Bytes record) {
  auto at = clients_.find(client);
  if (at == clients_.end()) return;
  const auto parsed = wire::parse_record(record);
  if (!parsed) return disconnect_faulty(client, "bytes that are not a record of Triad's protocol");
  Switch* const federation = at->second.federation;
  // Records that the client wrote in the segment come before those that it sends by its link. So do
  // records of others there, which it may have read.
  if (federation != nullptr && federation->shares_memory(client) &&
      !TRIAD_DEFECT(segment_not_read_before_links)) {
    host_.read_segment(*federation->fabric());
    at = clients_.find(client);
    if (at == clients_.end()) return;
  }
  const Switch::Received result = federation == nullptr
                                      ? forward_up(client, *parsed)
                                      : federation->receive_from_client(client, *parsed);
  if (result.went_up && records::rules_upwards(parsed->header).is_answered)
    at->second.pending_request = parsed->header.position;
  apply(result);
}

Switch::Received Relay::forward_up(LinkId client, const wire::Record& record) {
  if (record.header.message_kind() == wire::Kind::SegmentRead) return {};  // it has left since
  if (record.header.message_kind() != wire::Kind::Hello) {
    Client& by = clients_.at(client);
    if (repeats_request(record)) {
      by.may_return = true;
    } else if (!by.has_made_request) {
      by.may_return = false;
    }
    by.has_made_request = true;
  }
  prefix_out_.clear();
  append_link_prefix(std::array{client.value}, prefix_out_);
  host_.send_to_upper(prefix_out_, record.frame);
  return {.went_up = true};
}

void Relay::apply(const Switch::Received& result) {
  if (result.fault) return disconnect_faulty(result.faulty, *result.fault);
  if (result.was_kept) ++records_kept_;
}

// --- Segments.

void Relay::receive_from_segment(LinkId client, wire::Bytes bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  const auto record = wire::parse_record(bytes);
  if (!record) return disconnect_faulty(client, "bytes in shared memory that are not a record");
  apply(at->second.federation->receive_from_segment(client, *record));
}

bool Relay::needs_segment_record(LinkId client, wire::Bytes beginning) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return false;
  const auto record = wire::parse_record(beginning);
  return !record || at->second.federation->needs_segment_record(client, *record);
}

void Relay::receive_segment_header(LinkId client, wire::Bytes beginning) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  const auto record = wire::parse_record(beginning);
  if (!record) return disconnect_faulty(client, "bytes in shared memory that are not a record");
  apply(at->second.federation->receive_segment_header(client, *record));
}

void Relay::disconnect_faulty(LinkId client, std::string_view fault) {
  const std::string reason = "sent " + std::string(fault);
  refuse_client(client, reason);
  remove_client(client, reason, LinkEnd::other);
}

void Relay::remove_client(LinkId client, std::string_view reason, LinkEnd end) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  Switch* const left = at->second.federation;
  clients_.erase(at);
  if (left != nullptr) {
    departing_[client] = left;
    left->record_link_end(client);
  }
  if (TRIAD_DEFECT(end_of_client_not_forwarded)) return;
  const wire::ClientDown down{client.value, reason, end == LinkEnd::closed_by_peer};
  if (left == nullptr) return send_message_to_upper(down);
  out_.clear();
  wire::encode_record({}, down, out_);
  left->queue_word_up(out_, true);
}

void Relay::record_backlog(LinkId client, std::size_t bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  Client& of = at->second;
  of.backlog = bytes;
  if (of.federation != nullptr) of.federation->record_queue(client, bytes > 0);
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
  if (taken.round == 0 || taken.round > counts_.last_number) return unknown_round_fault(taken);
  Switch* const of = find(taken.federation);
  if (of != nullptr) of->interest().receive_answer_from_router(router, taken);
  return {};
}

Fault Relay::receive_message(LinkId router, const RouterReconnected& back) {
  for (auto& [name, federation] : federations_) {
    federation.interest().rename_router(back.before, router);
  }
  return {};
}

Fault Relay::receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted) {
  Switch* const of = find(doubted.federation);
  if (of != nullptr) of->interest().receive_doubt_from_router(router);
  return {};
}

Fault Relay::receive_message(LinkId router, const wire::TimeStated& stated) {
  Switch* const of = find(stated.federation);
  return of == nullptr ? Fault() : of->receive_statement(router, stated);
}

Fault Relay::receive_message(LinkId router, const wire::StreamsReceived& streams) {
  if (Switch* const of = find(streams.federation))
    of->recovery().receive_acknowledgements(router, streams);
  return {};
}

bool Relay::turn_is_due() const {
  return std::ranges::any_of(federations_,
                             [](const auto& entry) { return entry.second.turn_is_due(); });
}

void Relay::end_turn() {
  for (auto& [name, federation] : federations_) federation.end_turn();
}

void Relay::after_flush() {
  for (auto& [name, federation] : federations_) federation.after_flush();
}

// --- Digests.

Fault Relay::receive_message(LinkId router, const ClientInterestDigest& interest) {
  Switch* const of = federation_of_member(interest.client);
  const auto mismatched =
      of == nullptr ? std::nullopt : of->find_mismatch(interest.client, interest.digest);
  if (!mismatched) return {};
  host_.log_warning("router " + std::string(interest.router) +
                    " has a different interest of federate " + std::to_string(mismatched->value) +
                    " of federation " + wire::quoted(of->name()) +
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
  return std::ranges::any_of(
      federations_, [](const auto& entry) { return entry.second.interest().digests_are_due(); });
}

void Relay::send_digests() {
  for (auto& [name, federation] : federations_) {
    federation.interest().send_digests();
    send_client_digests(federation);
  }
}

void Relay::send_client_digests(Switch& of) {
  wire::ClientInterestDigests digests;
  const auto tell = [&] {
    if (digests.clients.empty()) return;
    out_.clear();
    wire::encode_record({}, digests, out_);
    of.queue_word_up(out_, false);  // after the statements that they digest
    digests.clients.clear();
  };
  for (const auto& [client, digest] : of.collect_digests()) {
    const auto at = clients_.find(client);
    if (at == clients_.end()) continue;
    digests.clients.push_back({client.value, at->second.admissions, digest});
    if (digests.clients.size() == kDigestsMax) tell();
  }
  tell();
}

LateRouters Relay::find_late_routers(std::span<const NeighbourRouter> unread) {
  LateRouters late;
  for (auto& [name, federation] : federations_) {
    for (const NeighbourRouter& router : federation.interest().find_late_routers(unread)) {
      late.emplace_back(router, name);
    }
  }
  return late;
}

std::string_view Relay::federation_of(LinkId client) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return {};
  return at->second.federation->name();
}

}  // namespace triad::router
