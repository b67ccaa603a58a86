#include "router/peer_routes.hpp"

#include <algorithm>
#include <string>

#include "records/defect.hpp"
#include "records/record_class.hpp"

namespace triad::router {

namespace {

// Limit on the bytes of a peer's data that wait here, in all federations. A peer that exceeds it is
// faulty.
constexpr std::size_t kHeldMax = std::size_t{256} << 20;
// Memory that a held record takes in addition to its bytes.
constexpr std::size_t kHeldBeside = 200;

std::size_t bytes_held_for(wire::Bytes record) {
  return record.size() + kHeldBeside;
}

std::string seconds_of(std::chrono::milliseconds time) {
  return std::to_string(time.count() / 1000) + " s";
}

std::uint16_t flags_of(wire::Priority priority) {
  return static_cast<std::uint16_t>(wire::kBestEffort | wire::priority_flags(priority));
}

}  // namespace

PeerRoutes::Session* PeerRoutes::find(std::uint64_t session) {
  const auto at = sessions_.find(session);
  return at == sessions_.end() ? nullptr : &at->second;
}

PeerRoutes::Session* PeerRoutes::session_with(PeerIndex peer) {
  const auto at = session_by_peer_.find(peer);
  return at == session_by_peer_.end() ? nullptr : find(at->second);
}

const PeerIndex* PeerRoutes::peer_of_session(std::uint64_t session) const {
  const auto at = sessions_.find(session);
  return at == sessions_.end() ? nullptr : &at->second.peer;
}

// --- The router above

void PeerRoutes::begin_session(std::uint64_t session, PeerIndex peer, bool link_is_up) {
  Session& met = sessions_[session];
  met.number = session;
  met.peer = peer;
  met.link_is_up = link_is_up;
  session_by_peer_[peer] = session;
  newest_session_ = std::max(newest_session_, session);
  inside_.add_peer(peer);
}

void PeerRoutes::end_session(std::uint64_t session) {
  const auto at = sessions_.find(session);
  if (at == sessions_.end()) return;
  const PeerIndex peer = at->second.peer;
  for (auto& [federate, sender] : at->second.senders) drop(at->second, sender);
  const bool was_broken = at->second.is_broken;
  sessions_.erase(at);
  session_by_peer_.erase(peer);
  if (!was_broken) inside_.remove_peer(peer);
  host_.record_peer_receipt();
}

void PeerRoutes::receive_from_upper(const wire::PeerMember& member) {
  Session* const session = find(member.session);
  if (session == nullptr || session->is_broken) return;
  Sender& sender = session->senders[member.federate];
  sender.place = Sender::Place::there;
  sender.lane.restart(member.handled);
  release(*session, sender);
}

void PeerRoutes::receive_from_upper(const wire::PeerMemberGone& gone) {
  Session* const session = find(gone.session);
  if (session == nullptr || session->is_broken) return;
  Sender& sender = session->senders[gone.federate];
  sender.place = Sender::Place::gone;
  drop(*session, sender);
}

void PeerRoutes::receive_from_upper(const wire::PeerHandled& handled) {
  Session* const session = find(handled.session);
  if (session == nullptr || session->is_broken) return;
  Sender& sender = session->senders[handled.federate];
  sender.lane.record_handled(handled.position);
  release(*session, sender);
}

void PeerRoutes::receive_from_upper(const wire::PeerDirect& direct) {
  Session* const session = find(direct.session);
  if (session == nullptr) return;
  session->is_open = true;
  for (auto& [federate, sender] : session->senders) release(*session, sender);
}

// --- Words

template <class Message>
void PeerRoutes::send_message(Session& to, Message message) {
  message.session = to.number;
  send_word(to, to.stream.encode_next(std::move(message)));
}

void PeerRoutes::send_word(Session& to, wire::Bytes word) {
  if (to.uses_link()) {
    host_.send_to_peer(to.peer, word);
  } else {
    host_.send_through_upper(word);
  }
}

// Sends unreceived words again after the way has changed, because some may be lost on the old one.
void PeerRoutes::resend_words(Session& to) {
  to.stream.unacknowledged().for_each([&](wire::Bytes word) { send_word(to, word); });
  to.needs_acknowledgement = true;
}

void PeerRoutes::record_link_state(PeerIndex peer, bool is_up) {
  Session* const session = session_with(peer);
  if (session == nullptr || session->link_is_up == is_up) return;
  session->link_is_up = is_up;
  if (session->peer_knows && !session->is_broken) resend_words(*session);
}

Fault PeerRoutes::receive_from_peer(PeerIndex peer, const wire::Record& word) {
  const auto session = session_of(word);
  if (!session) return "a malformed word of a peer";
  const std::uint64_t number = *session;
  Session* const from = find(number);
  if (from == nullptr || from->is_broken) return {};
  if (from->peer != peer) return "a word of a session with another peer";
  if (!std::exchange(from->peer_knows, true) && from->link_is_up) resend_words(*from);
  Fault fault;
  switch (word.header.message_kind()) {
    case wire::Kind::PeerData:
      fault = receive_message<wire::PeerData>(number, *from, word);
      break;
    case wire::Kind::PeerInterest:
      fault = receive_message<wire::PeerInterest>(number, *from, word);
      break;
    case wire::Kind::PeerInterestTaken:
      fault = receive_message<wire::PeerInterestTaken>(number, *from, word);
      break;
    case wire::Kind::PeerFence:
      fault = receive_message<wire::PeerFence>(number, *from, word);
      break;
    case wire::Kind::PeerReceived:
      fault = receive_message<wire::PeerReceived>(number, *from, word);
      break;
    default:
      fault = "a " + std::string(name_of(word.header.message_kind())) +
              " record, which routers do not send to peers";
  }
  if (fault) end_broken_session(*from);
  return fault;
}

template <class Message>
Fault PeerRoutes::receive_message(std::uint64_t number, Session& from, const wire::Record& word) {
  const auto message = wire::decode<Message>(word.payload);
  if (!message) return "a malformed " + std::string(name_of(wire::kind_of<Message>)) + " record";
  return receive_next(number, from, *message);
}

template <class Message>
Fault PeerRoutes::receive_next(std::uint64_t number, Session& from, const Message& message) {
  if constexpr (std::is_same_v<Message, wire::PeerReceived>) {
    if (!from.stream.acknowledge(message.sequence)) {
      return "an acknowledgement of data that was not sent to it";
    }
    host_.record_peer_receipt();
    return {};
  } else if constexpr (std::is_same_v<Message, wire::PeerData>) {
    if (message.best_effort == 0) return receive_in_sequence(number, from, message);
    const PeerStream::Arrival came =
        from.stream.accept_best_effort(message.sequence, message.best_effort);
    if (came == PeerStream::Arrival::out_of_order)
      return "best effort that follows words which it has not sent";
    if (relaying_ != nullptr && !relaying_->may_send(federation_, from.peer)) {
      relaying_->count_refusal(federation_, from.peer);
      return {};
    }
    return came == PeerStream::Arrival::duplicate ? Fault() : apply_message(number, from, message);
  } else {
    return receive_in_sequence(number, from, message);
  }
}

// Drops a record that was sent before the session began. Since then members may have joined, left
// or been restored.
void PeerRoutes::receive_relayed(PeerIndex source, const wire::PeerRelayed& word) {
  Session* const from = session_with(source);
  const auto record = wire::parse_record(word.record);
  const bool is_before = from != nullptr && word.newest_session < from->number;
  if (from == nullptr || from->is_broken || is_before || !record ||
      !records::is_local_data(record->header) || !record->header.may_be_lost() ||
      from->stream.accept_relayed(word.number) == PeerStream::Arrival::duplicate) {
    ++relaying_->counts().late;
    return;
  }
  wire::PeerData data;
  data.behind = word.behind;
  data.record = word.record;
  if (apply_message(from->number, *from, data)) end_broken_session(*from);
}

template <class Message>
Fault PeerRoutes::receive_in_sequence(std::uint64_t number, Session& from, const Message& message) {
  const PeerStream::Arrival came = from.stream.accept(message.sequence);
  if (came == PeerStream::Arrival::out_of_order) return "a word out of sequence";
  from.needs_acknowledgement = true;
  return came == PeerStream::Arrival::duplicate ? Fault() : apply_message(number, from, message);
}

Fault PeerRoutes::apply_message(std::uint64_t, Session& from, const wire::PeerData& data) {
  const auto record = wire::parse_record(data.record);
  if (!record || !records::is_local_data(record->header)) return "data that peers do not forward";
  Sender& sender = from.senders[record->header.from()];
  if (TRIAD_DEFECT(forwarded_from_peer_to_peer)) sender.place = Sender::Place::there;
  if (sender.place == Sender::Place::gone) return {};
  open_lane_if_member(from, sender);
  const bool early = TRIAD_DEFECT(peer_data_before_its_stamp);
  const wire::Position stamp = early ? 0 : record->header.after_position;
  const wire::Position behind = early ? 0 : data.behind;
  if (gate_.may_pass(sender.lane, stamp, behind)) {
    inside_.deliver_from_peer(*record);
    return {};
  }
  gate_.hold(sender.lane, record->frame, {}, stamp, behind);
  const auto more = static_cast<std::ptrdiff_t>(bytes_held_for(record->frame));
  return host_.record_held_bytes(from.peer, more) > kHeldMax
             ? Fault("more data than can be queued here")
             : Fault();
}

Fault PeerRoutes::apply_message(std::uint64_t number, Session& from,
                                const wire::PeerInterest& interest) {
  if (auto fault = inside_.apply_peer_interest(from.peer, interest)) return fault;
  if (!interest.complete || std::exchange(from.is_direct, true)) return {};
  host_.begin_direct(number);
  return {};
}

Fault PeerRoutes::apply_message(std::uint64_t, Session& from,
                                const wire::PeerInterestTaken& taken) {
  if (taken.round > rounds_[from.peer]) return "an answer to a statement that was not sent to it";
  inside_.record_peer_acknowledgement(from.peer, taken.round);
  return {};
}

// Ends all waits for the peer. Members behind the peer bear the effects of its fault.
void PeerRoutes::end_broken_session(Session& session) {
  session.is_broken = true;
  for (auto& [federate, sender] : session.senders) drop(session, sender);
  session.senders.clear();
  session.stream = {};
  inside_.remove_peer(session.peer);
  host_.record_peer_receipt();
}

// --- Peers that hold up others

Fault PeerRoutes::check_patience(PeerIndex peer, const PeerPatience& patience,
                                 const std::optional<PeerOutput>& link,
                                 std::chrono::milliseconds now) {
  Session* const session = session_with(peer);
  if (session == nullptr || session->is_broken) return {};
  const PeerOutput* const used = session->uses_link() && link ? &*link : nullptr;
  if (session->receipt.is_overdue(session->stream, used, patience.to_receive, now)) {
    return "has not acknowledged data for " + seconds_of(patience.to_receive);
  }
  if (!is_overdue(*session, patience, now)) {
    session->restatements_at_request.reset();
  } else if (!session->restatements_at_request) {
    session->restatements_at_request = restatements_;
    inside_.request_complete_interest();
  } else if (*session->restatements_at_request != restatements_) {
    return "sends data that depends on records missing for " + seconds_of(patience.to_hold);
  }
  return {};
}

// Returns true if data has waited here for longer than the patience. The log that it follows may
// still be in transit on a slow link from the router above, so check_patience() then asks that
// router. Its answer follows the log.
bool PeerRoutes::is_overdue(Session& session, const PeerPatience& patience,
                            std::chrono::milliseconds now) {
  bool is_long = false;
  for (auto& [federate, sender] : session.senders) {
    if (sender.lane.empty()) continue;
    const std::uint64_t next = sender.lane.first_number();
    if (std::exchange(sender.first_number, next) != next) sender.first_since = now;
    is_long = is_long || now - sender.first_since >= patience.to_hold;
  }
  return is_long;
}

void PeerRoutes::cut_off(PeerIndex peer) {
  Session* const session = session_with(peer);
  if (session == nullptr) return;
  const std::uint64_t number = session->number;
  if (session->uses_link()) {
    session->stream.unacknowledged().for_each(
        [&](wire::Bytes word) { host_.send_through_upper(word); });
  }
  if (session->is_direct) inside_.forward_all_up();
  if (!session->is_broken) end_broken_session(*session);
  host_.end_session(number);
}

void PeerRoutes::end_turn() {
  for (auto& [number, session] : sessions_) {
    if (session.is_broken || !std::exchange(session.needs_acknowledgement, false)) continue;
    wire::Buffer word;
    wire::encode_record({}, wire::PeerReceived{number, session.stream.received()}, word);
    send_word(session, word);
  }
}

// --- To peers

bool PeerRoutes::send_data(PeerIndex peer, wire::Position behind, wire::Bytes record) {
  Session* const to = session_with(peer);
  if (to == nullptr || !to->is_direct || to->is_broken) return false;
  wire::PeerData data;
  data.behind = behind;
  data.record = record;
  if (const auto priority = wire::priority_if_lost(record)) {
    if (relaying_ != nullptr) {
      if (!relaying_->may_send(federation_, std::nullopt)) {
        relaying_->count_refusal(federation_, std::nullopt);
        return true;
      }
      ++relaying_->counts().sent_directly;
    }
    data.session = to->number;
    to->stream.encode_best_effort(data, next_number(), flags_of(*priority), out_);
    send_word(*to, out_);
    return true;
  }
  if (to->stream.needs_fence_before_data()) send_fence(*to);
  send_message(*to, data);
  to->data_sent = to->stream.sent();
  return true;
}

void PeerRoutes::send_data_to_all(std::span<const PeerIndex> peers, wire::Position behind,
                                  wire::Bytes record) {
  if (relaying_ != nullptr && relaying_->has_paths() && peers.size() > 1 &&
      record.size() <= BestEffortRelays::kRecordBytesMax &&
      federation_.size() <= BestEffortRelays::kNameBytesMax) {
    if (const auto priority = wire::priority_if_lost(record)) {
      return send_by_relays(peers, behind, record, *priority);
    }
  }
  for (const PeerIndex peer : peers) (void)send_data(peer, behind, record);
}

// Returns true if the peer has received all data sent to it. Then a record by relays cannot
// overtake data that must precede it.
bool PeerRoutes::may_relay_to(const Session* session) const {
  if (session == nullptr || !session->is_direct || session->is_broken || !session->uses_link())
    return false;
  return session->stream.acknowledged() >= session->data_sent;
}

void PeerRoutes::send_by_relays(std::span<const PeerIndex> peers, wire::Position behind,
                                wire::Bytes record, wire::Priority priority) {
  const std::span<const wire::OverlayPlace> places = relaying_->places();
  wire::OverlayPlaces receivers;
  if (relaying_->may_send(federation_, std::nullopt)) {
    for (const PeerIndex peer : peers) {
      if (may_relay_to(session_with(peer))) receivers.set(places[peer]);
    }
  }
  const wire::OverlayPlaces relayed = relaying_->split_receivers(receivers, relays_);
  if (relayed.any()) {
    wire::PeerRelayed word;
    word.newest_session = newest_session_;
    word.number = next_number();
    word.behind = behind;
    word.federation = federation_;
    word.record = record;
    for (const PeerIndex peer : peers) {
      if (relayed.test(places[peer])) {
        session_with(peer)->stream.record_relayed(word.number);
      }
    }
    const wire::Bytes sealed = relaying_->seal(word, relayed, flags_of(priority));
    for (const PeerIndex relay : relays_) host_.send_to_peer(relay, sealed);
    ++relaying_->counts().sent_by_relays;
  }
  for (const PeerIndex peer : peers) {
    if (!relayed.test(places[peer])) (void)send_data(peer, behind, record);
  }
}

void PeerRoutes::send_fence(Session& session) {
  send_word(session, session.stream.encode_fence(session.number));
  session.data_sent = session.stream.sent();
}

std::uint64_t PeerRoutes::send_interest(PeerIndex peer, const wire::OutsideInterest& interest) {
  Session* const to = session_with(peer);
  if (to == nullptr || to->is_broken) return 0;
  wire::PeerInterest statement;
  const std::uint64_t round = ++rounds_[peer];
  statement.round = round;
  statement.complete = interest.complete;
  statement.entries = interest.entries;
  statement.cells = interest.cells;
  send_message(*to, std::move(statement));
  return round;
}

void PeerRoutes::send_interest_taken(PeerIndex peer, std::uint64_t round) {
  Session* const to = session_with(peer);
  if (to == nullptr || to->is_broken) return;
  wire::PeerInterestTaken taken;
  taken.round = round;
  send_message(*to, taken);
}

UpGate::Marks PeerRoutes::unreceived_marks() {
  UpGate::Marks marks;
  if (TRIAD_DEFECT(request_before_peers_received)) return marks;
  for (auto& [number, session] : sessions_) {
    if (!session.is_broken && session.stream.needs_fence()) {
      send_fence(session);
    }
    if (session.is_broken || session.stream.acknowledged() >= session.data_sent) continue;
    marks.emplace_back(number, session.data_sent);
  }
  return marks;
}

bool PeerRoutes::are_received(const UpGate::Marks& marks) const {
  return std::ranges::all_of(marks, [this](const auto& mark) {
    const auto at = sessions_.find(mark.first);
    return at == sessions_.end() || at->second.is_broken ||
           at->second.stream.acknowledged() >= mark.second;
  });
}

// --- From peers

void PeerRoutes::release() {
  if (gate_.empty()) return;
  for (auto& [number, session] : sessions_) {
    for (auto& [federate, sender] : session.senders) release(session, sender);
  }
}

// Opens the lane if data sent by the router above has come, and the sender is a known member.
void PeerRoutes::open_lane_if_member(const Session& session, Sender& sender) {
  const bool is_there = sender.place == Sender::Place::there;
  sender.lane.set_open(session.is_open && (is_there || TRIAD_DEFECT(peer_data_before_its_stamp)));
}

void PeerRoutes::release(Session& session, Sender& sender) {
  open_lane_if_member(session, sender);
  gate_.release(sender.lane, [&](const OrderGate::Held& held) {
    inside_.deliver_from_peer(*wire::parse_record(held.record));
    host_.record_held_bytes(session.peer,
                            -static_cast<std::ptrdiff_t>(bytes_held_for(held.record)));
  });
}

void PeerRoutes::drop(const Session& session, Sender& sender) {
  if (sender.lane.empty()) return;
  const std::size_t before = held_bytes();
  gate_.drop(sender.lane);
  host_.record_held_bytes(session.peer, -static_cast<std::ptrdiff_t>(before - held_bytes()));
}

std::size_t PeerRoutes::held_bytes() const {
  return gate_.bytes() + gate_.records() * kHeldBeside;
}

std::size_t PeerRoutes::unreceived_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [number, session] : sessions_) bytes += session.stream.unacknowledged().bytes();
  return bytes;
}

}  // namespace triad::router
