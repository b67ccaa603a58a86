#include "router/lower_routers.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"
#include "records/record_class.hpp"
#include "router/router_dispatch.hpp"
#include "wire/limits.hpp"

namespace triad::router {

namespace {

// Clients are told of their router's queue in steps of this.
constexpr std::size_t kQueueStep = std::size_t{64} << 10;

// Approximate memory of a client here and at the RTIG, without its texts.
constexpr std::size_t kClientBytes = 1024;

// Bytes of a reason, which is for people and may quote a client's texts.
constexpr std::size_t kReasonBytesMax = 4096;

std::string_view truncate_reason(std::string_view reason) {
  return reason.substr(0, kReasonBytesMax);
}

}  // namespace

// --- Routers.

void LowerRouters::add(LinkId router, std::string_view name, bool has_identity) {
  const auto added = routers_.try_emplace(router, std::string(name),
                                          [this, router](wire::Bytes prefix, wire::Bytes record) {
                                            send_frame(router, prefix, record);
                                          });
  added.first->second.has_identity = has_identity;
  peers_.add_router(router, name);
}

void LowerRouters::remove(LinkId router, std::string_view reason) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  const auto clients = std::move(at->second.clients);
  text_bytes_ -= at->second.text_bytes;
  const std::string text = "its router " + at->second.name + " is gone: " + std::string(reason);
  routers_.erase(at);
  for (const auto& [number, client] : clients) clients_behind_.erase(client);
  peers_.remove_router(router);
  (void)sink_.receive_from_router(router, RouterGone{});
  if (TRIAD_DEFECT(clients_outlive_their_router)) return;
  for (const auto& [number, client] : clients) sink_.remove_client(client, text, LinkEnd::other);
}

std::optional<LinkId> LowerRouters::find(std::string_view name) const {
  for (const auto& [link, router] : routers_) {
    if (router.name == name) return link;
  }
  return std::nullopt;
}

bool LowerRouters::has_members_of_any(LinkId router,
                                      const std::set<std::string, std::less<>>& federations) const {
  const auto at = routers_.find(router);
  return at != routers_.end() && std::ranges::any_of(federations, [&](const auto& federation) {
           return at->second.federations.contains(federation);
         });
}

Fault LowerRouters::receive_frame(LinkId router, wire::Bytes frame) {
  record_sender_ = router;
  report_ended_directs();
  Router& from = routers_.at(router);
  ++from.frames_received;
  from.bytes_received += frame.size();
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || link_frame->client_count() > 1) return "a malformed frame";
  if (link_frame->is_for_router()) {
    const auto record = wire::parse_record(link_frame->record);
    return record ? receive_from_router(router, from, *record) : Fault("a malformed record");
  }
  const ClientNumber number = link_frame->first_client();
  const auto client = from.clients.find(number);
  if (client != from.clients.end()) {
    return receive_from_client(router, from, number, client->second, link_frame->record);
  }
  return number > from.last_number ? unannounced_fault(number) : Fault();
}

// The client's own router limits the records of clients that have not joined, but not of those that
// were members. A record of such a one may have been under way when it was resigned, and has no
// effect then; a request is refused.
Fault LowerRouters::receive_from_client(LinkId router, Router& from, ClientNumber number,
                                        LinkId client, wire::Bytes record) {
  Client& behind = clients_behind_.at(client);
  if (!behind.has_sent_record) {
    if (record.size() > wire::kHandshakeBytesMax) {
      return "a first record of " + std::to_string(record.size()) +
             " bytes from a client, which exceeds the limit";
    }
    behind.text_bytes += record.size();
    from.text_bytes += record.size();
    text_bytes_ += record.size();
  }
  if (behind.federation.empty() && record.size() > wire::kUnjoinedRecordBytesMax) {
    refuse_long_request(client, record);
    return {};
  }
  record_sender_ = client;
  if (postpone_if_needed(client, record)) return {};
  sink_.receive_from_client(client, record);
  if (sink_kind_ == SinkKind::rtig) queue_handled(router, number, record);
  return {};
}

void LowerRouters::refuse_long_request(LinkId client, wire::Bytes record) {
  const auto parsed = wire::parse_record(record);
  if (!parsed || parsed->header.message_kind() != wire::Kind::CreateFederationExecution) return;
  wire::RecordHeader header;
  header.set_cause(parsed->header);
  const std::string text = "the FED is too long: the request has " + std::to_string(record.size()) +
                           " bytes, and may have " + std::to_string(wire::kUnjoinedRecordBytesMax);
  wire::Buffer bytes;
  wire::encode_record(header, wire::Refused{wire::ErrorCode::ErrorReadingFED, text}, bytes);
  send_to_client(client, bytes);
}

// Where the RTIG is, and for all routers together: each looks at its own clients as well.
bool LowerRouters::postpone_if_needed(LinkId client, wire::Bytes record) {
  Client& behind = clients_behind_.at(client);
  if (std::exchange(behind.has_sent_record, true) || sink_kind_ != SinkKind::rtig) return false;
  const auto answer = host_.postponement_of(client, record);
  if (!answer) return false;
  const std::string text(answer->text);
  wire::Buffer bytes;
  wire::encode_record({}, *answer, bytes);
  send_to_client(client, bytes);
  sink_.remove_client(client, text, LinkEnd::other);
  disconnect(client, text);
  return true;
}

Fault LowerRouters::receive_from_router(LinkId router, Router& from, const wire::Record& record) {
  const auto kind = record.header.message_kind();
  if (records::class_of_word(kind) == records::RecordClass::peer_word)
    return peers_.forward_to_peer(router, record);
  using std::forward;
  return dispatch_record(record,
                         [&]<class Word>(Word&& word) -> decltype(this->receive_message(
                                                          router, from, forward<Word>(word))) {
                           return receive_message(router, from, forward<Word>(word));
                         });
}

Fault LowerRouters::receive_message(LinkId router, Router& from, const wire::ClientUp& up) {
  if (up.client <= from.last_number) {
    return "a new client with the number " + std::to_string(up.client) + ", and has announced " +
           std::to_string(from.last_number) + " before";
  }
  if (up.transport.size() > wire::kTransportBytesMax) {
    return "a client's address with " + std::to_string(up.transport.size()) + " bytes";
  }
  if (up.principal.size() > policy::kPrincipalTextBytesMax) {
    return "a client's identity with " + std::to_string(up.principal.size()) + " bytes";
  }
  if (from.clients.size() >= clients_of_router_max_) {
    return "one client more than the " + std::to_string(clients_of_router_max_) +
           " that a router may have";
  }
  const LinkId client = host_.new_client();
  if (client == LinkId{}) return "a new client, but all client numbers are used up";
  from.last_number = up.client;
  from.clients[up.client] = client;
  Client& behind = clients_behind_[client];
  behind.router = router;
  behind.number = up.client;
  behind.address = host_.address_of(up.transport);
  behind.text_bytes = up.transport.size();
  from.text_bytes += behind.text_bytes;
  text_bytes_ += behind.text_bytes;
  // A uid means nothing on another machine.
  policy::Principal principal;
  if (from.has_identity) principal = policy::parse_principal(up.principal);
  if (!principal.is_of_tls()) principal = {};
  const std::string transport = std::string(up.transport) + " at router " + from.name;
  sink_.add_client(client, {transport, std::move(principal)});
  return {};
}

Fault LowerRouters::receive_message(LinkId, Router& from, const wire::ClientDown& down) {
  if (down.client > from.last_number) return unannounced_fault(down.client);
  const auto at = from.clients.find(down.client);
  if (at == from.clients.end()) return {};
  const LinkId client = at->second;
  clients_behind_.at(client).has_gone = true;
  record_sender_ = client;
  sink_.remove_client(client, truncate_reason(down.reason),
                      down.is_closed_by_peer ? LinkEnd::closed_by_peer : LinkEnd::other);
  const auto left = clients_behind_.find(client);
  if (left != clients_behind_.end() && left->second.federation.empty()) erase_client(client);
  return {};
}

Fault LowerRouters::receive_message(LinkId, Router& from, const wire::ClientBacklog& backlog) {
  if (backlog.client > from.last_number) return unannounced_fault(backlog.client);
  const auto at = from.clients.find(backlog.client);
  if (at == from.clients.end()) return {};
  const LinkId client = at->second;
  Client& behind = clients_behind_.at(client);
  behind.backlog = backlog.bytes;
  behind.dropped = backlog.dropped;
  sink_.record_backlog(client, behind.backlog + from.backlog);
  return {};
}

// It may have become another member meanwhile, or none.
Fault LowerRouters::receive_message(LinkId router, Router& from,
                                    const wire::ClientInterestDigests& digests) {
  for (const wire::ClientInterest& of : digests.clients) {
    if (of.client > from.last_number) return unannounced_fault(of.client);
    const auto at = from.clients.find(of.client);
    if (at == from.clients.end()) continue;
    const LinkId client = at->second;
    const Client& behind = clients_behind_.at(client);
    if (behind.federation.empty() || behind.admissions != of.admissions) continue;
    if (auto fault =
            sink_.receive_from_router(router, ClientInterestDigest{client, from.name, of.digest})) {
      return fault;
    }
  }
  return {};
}

Fault LowerRouters::receive_message(LinkId router, Router&, const wire::PeerLinkState& state) {
  if (state.peer.size() > wire::kRouterNameBytesMax) {
    return "a peer's name with " + std::to_string(state.peer.size()) + " bytes";
  }
  return peers_.receive_link_state(router, state);
}

Fault LowerRouters::receive_message(LinkId router, Router&, const wire::PeerDirect& direct) {
  std::optional<PeerSessions::DirectRoute> begun;
  if (auto fault = peers_.begin_direct(router, direct.session, begun)) return fault;
  if (!begun) return {};
  auto fault = sink_.receive_from_router(
      router, DirectForwarding{begun->federation, begun->from, begun->to, direct.session});
  // The RTIG forwards data as it comes. A Relay calls record_forwarded_before() when it has
  // forwarded all.
  if (sink_kind_ == SinkKind::rtig) peers_.record_forwarded_before(direct.session, router);
  return fault;
}

template <class Word>
Fault LowerRouters::notify_sink(LinkId router, Router& from, ClientNumber client) {
  if (client > from.last_number) return unannounced_fault(client);
  const auto at = from.clients.find(client);
  return at == from.clients.end() ? Fault() : sink_.receive_from_router(router, Word{at->second});
}

// Called before the next frame is handled.
void LowerRouters::report_ended_directs() {
  for (const PeerSessions::DirectRoute& ended : peers_.take_ended_directs()) {
    (void)sink_.receive_from_router(ended.from,
                                    DirectForwardingEnded{ended.federation, ended.from, ended.to});
  }
}

bool LowerRouters::send_to_router(LinkId router, wire::Bytes word) {
  const auto to = routers_.find(router);
  if (to == routers_.end()) return false;
  send_handled(to->second);
  to->second.fan_out.add_for_router(word);
  return true;
}

Fault LowerRouters::unannounced_fault(ClientNumber number) {
  return "a record of client " + std::to_string(number) + ", which it has not announced";
}

// The link's queue counts for each client behind the router.
void LowerRouters::record_backlog(LinkId router, std::size_t bytes) {
  Router& of = routers_.at(router);
  if (bytes / kQueueStep == of.backlog / kQueueStep && (bytes > 0) == (of.backlog > 0)) return;
  of.backlog = bytes;
  std::vector<LinkId> clients;
  for (const auto& [number, client] : of.clients) clients.push_back(client);
  for (const LinkId client : clients) {
    const auto at = clients_behind_.find(client);
    if (at != clients_behind_.end()) {
      sink_.record_backlog(client, at->second.backlog + bytes);
    }
  }
}

// --- Clients behind them.

void LowerRouters::send_to_client(LinkId client, wire::Bytes record) {
  const Client& to = clients_behind_.at(client);
  Router& router = routers_.at(to.router);
  if (!router.handled.empty()) send_handled(router);
  if (!std::exchange(router.has_collected_frames, true))
    with_collected_frames_.push_back(to.router);
  router.fan_out.add(to.number, record);
}

void LowerRouters::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  Router& to = routers_.at(router);
  ++to.frames_sent;
  to.bytes_sent += prefix.size() + record.size();
  host_.send_frame(router, prefix, record);
}

// Its router may have gone with it.
void LowerRouters::queue_handled(LinkId router, ClientNumber number, wire::Bytes bytes) {
  const auto from = routers_.find(router);
  const auto record = wire::parse_record(bytes);
  if (from == routers_.end() || !record || !records::rules_upwards(record->header).is_answered)
    return;
  const auto client = from->second.clients.find(number);
  if (client == from->second.clients.end()) return;
  const Client& by = clients_behind_.at(client->second);
  if (by.federation.empty() || record->header.after_position < by.since) return;
  from->second.handled.push_back({number, record->header.position});
  if (!std::exchange(from->second.has_collected_frames, true))
    with_collected_frames_.push_back(router);
  record_handled_for_peers(by, record->header.position);
}

void LowerRouters::record_handled_for_peers(const Client& client, wire::Position position) {
  peers_.record_handled(client.router, client.federation, client.federate, position);
}

void LowerRouters::send_handled(Router& to) {
  for (const wire::ClientHandled& handled : std::exchange(to.handled, {})) {
    handled_out_.clear();
    wire::encode_record({}, handled, handled_out_);
    to.fan_out.add_for_router(handled_out_);
  }
}

void LowerRouters::apply_notice(const MemberAdmitted& admitted) {
  Client* const client = find_client(admitted.client);
  if (client == nullptr) return;
  const Membership& membership = admitted.membership;
  if (client->federation == membership.federation) {
    leave_for_restore(*client, membership.since);
  } else {
    remove_membership(*client);
  }
  client->federation = membership.federation;
  ++client->admissions;
  client->federate = membership.federate;
  client->since = membership.since;
  ++routers_.at(client->router).federations[client->federation].members;
  send_message(client->router,
               wire::ClientAdmitted{client->number, membership.federation, membership.federate,
                                    membership.since, membership.moved, membership.recovers,
                                    membership.may_return});
  if (!membership.recovers)
    peers_.add_member(client->router, membership.federation, membership.federate);
}

void LowerRouters::apply_notice(const MemberResigned& resigned) {
  Client* const client = find_client(resigned.client);
  if (client == nullptr) return;
  remove_membership(*client, resigned.log_position);
  send_message(client->router, wire::ClientResigned{client->number, resigned.log_position});
  if (client->has_gone && sink_kind_ == SinkKind::relay) erase_client(resigned.client);
}

void LowerRouters::remove_membership(Client& client, wire::Position log_position) {
  if (client.federation.empty()) return;
  peers_.remove_member(client.router, client.federation, client.federate, log_position);
  auto& federations = routers_.at(client.router).federations;
  const auto at = federations.find(client.federation);
  if (--at->second.members == 0) federations.erase(at);
  client.federation.clear();
}

// Removes the handles of all members behind the router at once, because members may return under
// handles of each other.
void LowerRouters::leave_for_restore(const Client& client, wire::Position since) {
  auto& left = routers_.at(client.router).federations.at(client.federation);
  --left.members;
  if (std::exchange(left.restored_at, since) == since) return;
  peers_.begin_restore(client.router, client.federation);
}

void LowerRouters::apply_notice(const RequestsHandled& handled) {
  const Client* const client = find_client(handled.client);
  if (client == nullptr) return;
  send_message(client->router, wire::ClientHandled{client->number, handled.position});
  if (!client->federation.empty()) record_handled_for_peers(*client, handled.position);
}

void LowerRouters::apply_notice(const LogForwarded& forwarded) {
  if (TRIAD_DEFECT(log_forwarding_not_reported)) return;
  for (auto& [link, router] : routers_) {
    const auto at = router.federations.find(forwarded.federation);
    if (at == router.federations.end() || at->second.log_sent >= forwarded.position) continue;
    at->second.log_sent = forwarded.position;
    send_message(link, wire::LogPassed{forwarded.federation, forwarded.position});
  }
}

void LowerRouters::disconnect(LinkId client, std::string_view reason) {
  const Client leaving = clients_behind_.at(client);
  erase_client(client);
  send_message(leaving.router, wire::ClientDown{leaving.number, reason});
}

void LowerRouters::apply_notice(const MemberStays& stays) {
  const Client* const client = find_client(stays.client);
  if (client == nullptr) return;
  send_message(client->router, wire::ClientStays{client->number, stays.reason});
}

void LowerRouters::erase_client(LinkId client) {
  const auto at = clients_behind_.find(client);
  remove_membership(at->second);
  Router& router = routers_.at(at->second.router);
  router.clients.erase(at->second.number);
  router.text_bytes -= at->second.text_bytes;
  text_bytes_ -= at->second.text_bytes;
  clients_behind_.erase(at);
}

void LowerRouters::flush() {
  report_ended_directs();
  peers_.end_turn();
  for (const LinkId router : with_collected_frames_) {
    const auto at = routers_.find(router);
    if (at == routers_.end()) continue;
    send_handled(at->second);
    at->second.fan_out.flush();
    at->second.has_collected_frames = false;
  }
  with_collected_frames_.clear();
}

// Follows all earlier output of the link.
template <class Message>
void LowerRouters::send_message(LinkId router, const Message& message) {
  (void)send_message_to_router(*this, router, message, out_);
}

std::size_t LowerRouters::held_bytes(LinkId router) const {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return 0;
  return at->second.text_bytes + at->second.clients.size() * kClientBytes;
}

std::size_t LowerRouters::held_bytes() const {
  return text_bytes_ + clients_behind_.size() * kClientBytes;
}

std::vector<wire::RouterLinkInfo> LowerRouters::status() const {
  std::vector<wire::RouterLinkInfo> links;
  for (const auto& [link, router] : routers_) {
    links.push_back({router.name,
                     true,
                     "",
                     static_cast<std::uint32_t>(router.clients.size()),
                     router.frames_sent,
                     router.bytes_sent,
                     router.frames_received,
                     router.bytes_received,
                     0,
                     {}});
  }
  return links;
}

}  // namespace triad::router
