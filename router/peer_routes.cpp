#include "router/peer_routes.hpp"

#include <algorithm>
#include <string>

#include "records/defect.hpp"
#include "router/local_data.hpp"

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
  const auto at = numbers_.find(peer);
  return at == numbers_.end() ? nullptr : find(at->second);
}

const PeerIndex* PeerRoutes::peer_of_session(std::uint64_t session) const {
  const auto at = sessions_.find(session);
  return at == sessions_.end() ? nullptr : &at->second.peer;
}

// --- The router above

void PeerRoutes::meet(std::uint64_t session, PeerIndex peer, bool link_is_up) {
  Session& met = sessions_[session];
  met.number = session;
  met.peer = peer;
  met.link_is_up = link_is_up;
  numbers_[peer] = session;
  newest_session_ = std::max(newest_session_, session);
  inside_.peer_met(peer);
}

void PeerRoutes::part(std::uint64_t session) {
  const auto at = sessions_.find(session);
  if (at == sessions_.end()) return;
  const PeerIndex peer = at->second.peer;
  for (auto& [federate, sender] : at->second.senders) drop(at->second, sender);
  const bool was_broken = at->second.broken;
  sessions_.erase(at);
  numbers_.erase(peer);
  if (!was_broken) inside_.peer_left(peer);
  host_.peers_have_received();
}

void PeerRoutes::on(const wire::PeerMember& member) {
  Session* const session = find(member.session);
  if (session == nullptr || session->broken) return;
  Sender& sender = session->senders[member.federate];
  sender.place = Sender::Place::there;
  sender.lane.restart(member.handled);
  release(*session, sender);
}

void PeerRoutes::on(const wire::PeerMemberGone& gone) {
  Session* const session = find(gone.session);
  if (session == nullptr || session->broken) return;
  Sender& sender = session->senders[gone.federate];
  sender.place = Sender::Place::gone;
  drop(*session, sender);
}

void PeerRoutes::on(const wire::PeerHandled& handled) {
  Session* const session = find(handled.session);
  if (session == nullptr || session->broken) return;
  Sender& sender = session->senders[handled.federate];
  sender.lane.handle(handled.position);
  release(*session, sender);
}

void PeerRoutes::on(const wire::PeerDirect& direct) {
  Session* const session = find(direct.session);
  if (session == nullptr) return;
  session->opened = true;
  for (auto& [federate, sender] : session->senders) release(*session, sender);
}

// --- Words

template <class Message>
void PeerRoutes::say(Session& to, Message message) {
  message.session = to.number;
  send_word(to, to.stream.put(std::move(message)));
}

void PeerRoutes::send_word(Session& to, wire::Bytes word) {
  if (to.by_link()) {
    host_.send_to_peer(to.peer, word);
  } else {
    host_.send_through_upper(word);
  }
}

// Sends unreceived words again after the way has changed, because some may be lost on the old one.
void PeerRoutes::send_again(Session& to) {
  to.stream.kept().for_each([&](wire::Bytes word) { send_word(to, word); });
  to.to_answer = true;
}

void PeerRoutes::on_link(PeerIndex peer, bool is_up) {
  Session* const session = session_with(peer);
  if (session == nullptr || session->link_is_up == is_up) return;
  session->link_is_up = is_up;
  if (session->knows && !session->broken) send_again(*session);
}

Fault PeerRoutes::on_word(PeerIndex peer, const wire::Record& word) {
  const auto session = session_of(word);
  if (!session) return "a malformed word of a peer";
  const std::uint64_t number = *session;
  Session* const from = find(number);
  if (from == nullptr || from->broken) return {};
  if (from->peer != peer) return "a word of a session with another peer";
  if (!std::exchange(from->knows, true) && from->link_is_up) send_again(*from);
  Fault fault;
  switch (word.header.message_kind()) {
    case wire::Kind::PeerData:
      fault = take<wire::PeerData>(number, *from, word);
      break;
    case wire::Kind::PeerInterest:
      fault = take<wire::PeerInterest>(number, *from, word);
      break;
    case wire::Kind::PeerInterestTaken:
      fault = take<wire::PeerInterestTaken>(number, *from, word);
      break;
    case wire::Kind::PeerFence:
      fault = take<wire::PeerFence>(number, *from, word);
      break;
    case wire::Kind::PeerReceived:
      fault = take<wire::PeerReceived>(number, *from, word);
      break;
    default:
      fault = "a " + std::string(name_of(word.header.message_kind())) +
              " record, which routers do not send to peers";
  }
  if (fault) break_off(*from);
  return fault;
}

template <class Message>
Fault PeerRoutes::take(std::uint64_t number, Session& from, const wire::Record& word) {
  const auto message = wire::decode<Message>(word.payload);
  if (!message) return "a malformed " + std::string(name_of(wire::kind_of<Message>)) + " record";
  return take_next(number, from, *message);
}

template <class Message>
Fault PeerRoutes::take_next(std::uint64_t number, Session& from, const Message& message) {
  if constexpr (std::is_same_v<Message, wire::PeerReceived>) {
    if (!from.stream.note_received_there(message.sequence)) {
      return "an acknowledgement of data that was not sent to it";
    }
    host_.peers_have_received();
    return {};
  } else if constexpr (std::is_same_v<Message, wire::PeerData>) {
    if (message.best_effort == 0) return take_in_sequence(number, from, message);
    const PeerStream::Came came =
        from.stream.take_best_effort(message.sequence, message.best_effort);
    if (came == PeerStream::Came::out_of_order)
      return "best effort that follows words which it has not sent";
    if (relaying_ != nullptr && !relaying_->may_send(federation_, from.peer)) {
      relaying_->refuse(federation_, from.peer);
      return {};
    }
    return came == PeerStream::Came::again ? Fault() : act(number, from, message);
  } else {
    return take_in_sequence(number, from, message);
  }
}

// Drops a record that was sent before the session began. Since then members may have joined, left
// or been restored.
void PeerRoutes::on_relayed(PeerIndex source, const wire::PeerRelayed& word) {
  Session* const from = session_with(source);
  const auto record = wire::parse_record(word.record);
  const bool is_before = from != nullptr && word.newest_session < from->number;
  if (from == nullptr || from->broken || is_before || !record || !is_local_data(record->header) ||
      !record->header.may_be_lost() ||
      from->stream.take_relayed(word.number) == PeerStream::Came::again) {
    ++relaying_->counts().late;
    return;
  }
  wire::PeerData data;
  data.behind = word.behind;
  data.record = word.record;
  if (act(from->number, *from, data)) break_off(*from);
}

template <class Message>
Fault PeerRoutes::take_in_sequence(std::uint64_t number, Session& from, const Message& message) {
  const PeerStream::Came came = from.stream.take(message.sequence);
  if (came == PeerStream::Came::out_of_order) return "a word out of sequence";
  from.to_answer = true;
  return came == PeerStream::Came::again ? Fault() : act(number, from, message);
}

Fault PeerRoutes::act(std::uint64_t, Session& from, const wire::PeerData& data) {
  const auto record = wire::parse_record(data.record);
  if (!record || !is_local_data(record->header)) return "data that peers do not forward";
  Sender& sender = from.senders[record->header.from()];
  if (TRIAD_DEFECT(passed_from_peer_to_peer)) sender.place = Sender::Place::there;
  if (sender.place == Sender::Place::gone) return {};
  open_if_there(from, sender);
  const bool early = TRIAD_DEFECT(peer_data_before_its_stamp);
  const wire::Position stamp = early ? 0 : record->header.after_position;
  const wire::Position behind = early ? 0 : data.behind;
  if (gate_.may_pass(sender.lane, stamp, behind)) {
    inside_.deliver_from_peer(*record);
    return {};
  }
  gate_.hold(sender.lane, record->frame, {}, stamp, behind);
  const auto more = static_cast<std::ptrdiff_t>(bytes_held_for(record->frame));
  return host_.note_held(from.peer, more) > kHeldMax ? Fault("more data than can be queued here")
                                                     : Fault();
}

Fault PeerRoutes::act(std::uint64_t number, Session& from, const wire::PeerInterest& interest) {
  if (auto fault = inside_.peer_states(from.peer, interest)) return fault;
  if (!interest.complete || std::exchange(from.sends, true)) return {};
  host_.begin_direct(number);
  return {};
}

Fault PeerRoutes::act(std::uint64_t, Session& from, const wire::PeerInterestTaken& taken) {
  if (taken.round > rounds_[from.peer]) return "an answer to a statement that was not sent to it";
  inside_.peer_has_taken(from.peer, taken.round);
  return {};
}

// Ends all waits for the peer. Members behind the peer bear the effects of its fault.
void PeerRoutes::break_off(Session& session) {
  session.broken = true;
  for (auto& [federate, sender] : session.senders) drop(session, sender);
  session.senders.clear();
  session.stream = {};
  inside_.peer_left(session.peer);
  host_.peers_have_received();
}

// --- Peers that hold up others

Fault PeerRoutes::look(PeerIndex peer, const PeerPatience& patience,
                       const std::optional<LeftForPeer>& link, std::chrono::milliseconds now) {
  Session* const session = session_with(peer);
  if (session == nullptr || session->broken) return {};
  const LeftForPeer* const used = session->by_link() && link ? &*link : nullptr;
  if (session->receipt.is_overdue(session->stream, used, patience.to_receive, now)) {
    return "has not acknowledged data for " + seconds_of(patience.to_receive);
  }
  if (!holds_for_long(*session, patience, now)) {
    session->asked_anew.reset();
  } else if (!session->asked_anew) {
    session->asked_anew = told_anew_;
    inside_.ask_anew();
  } else if (*session->asked_anew != told_anew_) {
    return "sends data that depends on records missing for " + seconds_of(patience.to_hold);
  }
  return {};
}

// Returns true if data has waited here for longer than the patience. The log that it follows may
// still be in transit on a slow link from the router above, so look() then asks that router. Its
// answer follows the log.
bool PeerRoutes::holds_for_long(Session& session, const PeerPatience& patience,
                                std::chrono::milliseconds now) {
  bool is_long = false;
  for (auto& [federate, sender] : session.senders) {
    if (sender.lane.empty()) continue;
    const std::uint64_t next = sender.lane.next();
    if (std::exchange(sender.seen, next) != next) sender.seen_since = now;
    is_long = is_long || now - sender.seen_since >= patience.to_hold;
  }
  return is_long;
}

void PeerRoutes::cut_off(PeerIndex peer) {
  Session* const session = session_with(peer);
  if (session == nullptr) return;
  const std::uint64_t number = session->number;
  if (session->by_link()) {
    session->stream.kept().for_each([&](wire::Bytes word) { host_.send_through_upper(word); });
  }
  if (session->sends) inside_.let_everything_up();
  if (!session->broken) break_off(*session);
  host_.end_session(number);
}

void PeerRoutes::end_turn() {
  for (auto& [number, session] : sessions_) {
    if (session.broken || !std::exchange(session.to_answer, false)) continue;
    wire::Buffer word;
    wire::encode_record({}, wire::PeerReceived{number, session.stream.received()}, word);
    send_word(session, word);
  }
}

// --- To peers

bool PeerRoutes::send(PeerIndex peer, wire::Position behind, wire::Bytes record) {
  Session* const to = session_with(peer);
  if (to == nullptr || !to->sends || to->broken) return false;
  wire::PeerData data;
  data.behind = behind;
  data.record = record;
  if (const auto priority = wire::priority_if_lost(record)) {
    if (relaying_ != nullptr) {
      if (!relaying_->may_send(federation_)) {
        relaying_->refuse(federation_);
        return true;
      }
      ++relaying_->counts().sent_directly;
    }
    data.session = to->number;
    to->stream.put_best_effort(data, next_number(), flags_of(*priority), out_);
    send_word(*to, out_);
    return true;
  }
  if (to->stream.needs_fence_before_data()) put_fence(*to);
  say(*to, data);
  to->data_sent = to->stream.sent();
  return true;
}

void PeerRoutes::send_to_all(std::span<const PeerIndex> peers, wire::Position behind,
                             wire::Bytes record) {
  if (relaying_ != nullptr && relaying_->version_used() != 0 && peers.size() > 1 &&
      record.size() <= kRelayedBytesMax && federation_.size() <= kRelayedNameBytesMax) {
    if (const auto priority = wire::priority_if_lost(record)) {
      return send_by_relays(peers, behind, record, *priority);
    }
  }
  for (const PeerIndex peer : peers) (void)send(peer, behind, record);
}

// Returns true if the peer has received all data sent to it. Then a record by relays cannot
// overtake data that must precede it.
bool PeerRoutes::may_relay_to(const Session* session) const {
  if (session == nullptr || !session->sends || session->broken || !session->by_link()) return false;
  return session->stream.received_there() >= session->data_sent;
}

void PeerRoutes::send_by_relays(std::span<const PeerIndex> peers, wire::Position behind,
                                wire::Bytes record, wire::Priority priority) {
  overlay::Places receivers;
  if (relaying_->may_send(federation_)) {
    for (const PeerIndex peer : peers) {
      if (may_relay_to(session_with(peer))) receivers.set(relaying_->place_of(peer));
    }
  }
  const overlay::Places relayed = relaying_->split(receivers, relays_);
  if (relayed.any()) {
    wire::PeerRelayed word;
    word.newest_session = newest_session_;
    word.number = next_number();
    word.behind = behind;
    word.federation = federation_;
    word.record = record;
    for (const PeerIndex peer : peers) {
      if (relayed.test(relaying_->place_of(peer))) {
        session_with(peer)->stream.put_relayed(word.number);
      }
    }
    const wire::Bytes sealed = relaying_->sealed(word, relayed, flags_of(priority));
    for (const PeerIndex relay : relays_) host_.send_to_peer(relay, sealed);
    ++relaying_->counts().sent_by_relays;
  }
  for (const PeerIndex peer : peers) {
    if (!relayed.test(relaying_->place_of(peer))) (void)send(peer, behind, record);
  }
}

void PeerRoutes::put_fence(Session& session) {
  send_word(session, session.stream.put_fence(session.number));
  session.data_sent = session.stream.sent();
}

std::uint64_t PeerRoutes::tell_interest(PeerIndex peer, const wire::OutsideInterest& interest) {
  Session* const to = session_with(peer);
  if (to == nullptr || to->broken) return 0;
  wire::PeerInterest told;
  const std::uint64_t round = ++rounds_[peer];
  told.round = round;
  told.complete = interest.complete;
  told.entries = interest.entries;
  told.cells = interest.cells;
  say(*to, std::move(told));
  return round;
}

void PeerRoutes::tell_taken(PeerIndex peer, std::uint64_t round) {
  Session* const to = session_with(peer);
  if (to == nullptr || to->broken) return;
  wire::PeerInterestTaken taken;
  taken.round = round;
  say(*to, taken);
}

UpGate::Marks PeerRoutes::marks() {
  UpGate::Marks marks;
  if (TRIAD_DEFECT(request_before_peers_received)) return marks;
  for (auto& [number, session] : sessions_) {
    if (!session.broken && session.stream.needs_fence()) {
      put_fence(session);
    }
    if (session.broken || session.stream.received_there() >= session.data_sent) continue;
    marks.emplace_back(number, session.data_sent);
  }
  return marks;
}

bool PeerRoutes::are_received(const UpGate::Marks& marks) const {
  return std::ranges::all_of(marks, [this](const auto& mark) {
    const auto at = sessions_.find(mark.first);
    return at == sessions_.end() || at->second.broken ||
           at->second.stream.received_there() >= mark.second;
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
void PeerRoutes::open_if_there(const Session& session, Sender& sender) {
  const bool is_there = sender.place == Sender::Place::there;
  sender.lane.set_open(session.opened && (is_there || TRIAD_DEFECT(peer_data_before_its_stamp)));
}

void PeerRoutes::release(Session& session, Sender& sender) {
  open_if_there(session, sender);
  gate_.release(sender.lane, [&](const OrderGate::Held& held) {
    inside_.deliver_from_peer(*wire::parse_record(held.record));
    host_.note_held(session.peer, -static_cast<std::ptrdiff_t>(bytes_held_for(held.record)));
  });
}

void PeerRoutes::drop(const Session& session, Sender& sender) {
  if (sender.lane.empty()) return;
  const std::size_t before = held_bytes();
  gate_.drop(sender.lane);
  host_.note_held(session.peer, -static_cast<std::ptrdiff_t>(before - held_bytes()));
}

std::size_t PeerRoutes::held_bytes() const {
  return gate_.bytes() + gate_.records() * kHeldBeside;
}

std::size_t PeerRoutes::unreceived_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [number, session] : sessions_) bytes += session.stream.kept().bytes();
  return bytes;
}

}  // namespace triad::router
