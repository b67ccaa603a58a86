// The part of Relay that is about peers.
#include <utility>

#include "records/record_class.hpp"
#include "router/relay.hpp"
#include "wire/harmless_text.hpp"

namespace triad::router {

// --- The router above.

Fault Relay::receive_message(const wire::PeersMeet& meet) {
  const auto peer = std::ranges::find(peers_, meet.peer, &Peer::name);
  if (peer == peers_.end()) return "a session with a router that is not a peer";
  if (peer->is_cut) {
    send_message_to_upper(wire::PeersPart{meet.session});
    return {};
  }
  Switch& of = federation(meet.federation);
  sessions_[meet.session] = &of;
  of.peers().begin_session(meet.session, static_cast<PeerIndex>(peer - peers_.begin()),
                           peer->is_up);
  return {};
}

Fault Relay::receive_message(const wire::PeersPart& part) {
  if (Switch* const federation = federation_of_session(part.session)) {
    sessions_.erase(part.session);
    federation->peers().end_session(part.session);
    erase_if_empty(*federation);
  }
  return {};
}

Fault Relay::receive_message(const wire::PeerMemberGone& gone) {
  Switch* const federation = federation_of_session(gone.session);
  if (federation == nullptr) return {};
  federation->record_log_forwarded(gone.log_position);
  federation->peers().receive_from_upper(gone);
  return {};
}

Switch* Relay::federation_of_session(std::uint64_t session) {
  const auto at = sessions_.find(session);
  return at == sessions_.end() ? nullptr : at->second;
}

// What is wrong with it is the peer's fault, and not that of the router above.
void Relay::receive_from_peer_through_upper(const wire::Record& word) {
  const auto session = session_of(word);
  Switch* const federation = session ? federation_of_session(*session) : nullptr;
  if (federation == nullptr) return;
  PeerRoutes& peers = federation->peers();
  const PeerIndex* const of = peers.peer_of_session(*session);
  if (of == nullptr) return;
  const PeerIndex peer = *of;
  if (const auto fault = peers.receive_from_peer(peer, word)) cut_off(peer, "sent " + *fault);
}

// --- Peers.

void Relay::set_peer_up(PeerIndex peer, bool up) {
  if (peers_[peer].is_up == up) return;
  peers_[peer].is_up = up;
  if (!peers_[peer].is_cut) send_link_state(peer);
}

void Relay::send_link_state(PeerIndex peer) {
  const bool up = peers_[peer].is_linked();
  if (relaying_ != nullptr) relaying_->set_peer_up(peer, up);
  if (upper_is_up_) send_message_to_upper(wire::PeerLinkState{peers_[peer].name, up});
  for (auto& [name, federation] : federations_) federation.peers().record_link_state(peer, up);
}

// --- Peers that hold up others.

void Relay::check_peer_patience(PeerIndex peer, const PeerPatience& patience,
                                const std::optional<PeerOutput>& link,
                                std::chrono::milliseconds now) {
  if (peers_[peer].is_cut) return;
  std::string reason;
  for (auto& [name, federation] : federations_) {
    const Fault fault = federation.peers().check_patience(peer, patience, link, now);
    if (fault && reason.empty()) reason = *fault + ", in federation " + wire::quoted(name);
  }
  if (!reason.empty()) cut_off(peer, reason);
}

// The router above is to know that there can be no other session before it ends one.
void Relay::cut_off(PeerIndex peer, std::string_view reason) {
  if (std::exchange(peers_[peer].is_cut, true)) return;
  if (peers_[peer].is_up && upper_is_up_) {
    send_message_to_upper(wire::PeerLinkState{peers_[peer].name, false});
  }
  if (relaying_ != nullptr) relaying_->set_peer_up(peer, false);
  for (auto& [name, federation] : federations_) federation.peers().cut_off(peer);
  host_.record_peer_cut_off(peer, reason);
}

void Relay::readmit(PeerIndex peer) {
  if (std::exchange(peers_[peer].is_cut, false) && peers_[peer].is_up) send_link_state(peer);
}

Fault Relay::receive_frame_from_peer(PeerIndex peer, wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || !link_frame->is_for_router()) return "a malformed frame";
  const auto record = wire::parse_record(link_frame->record);
  if (!record) return "a malformed record";
  const wire::Kind kind = record->header.message_kind();
  if (kind == wire::Kind::RouterAlive) return {};
  const records::RecordClass of = records::class_of_word(kind);
  if (of == records::RecordClass::overlay_word && relaying_ != nullptr)
    return receive_overlay_record(peer, *record);
  if (of != records::RecordClass::peer_word) {
    return "a " + std::string(name_of(kind)) + " record, which routers do not send to peers";
  }
  const auto session = session_of(*record);
  if (!session) return "a malformed record";
  Switch* const federation = federation_of_session(*session);
  if (federation == nullptr) return {};
  auto fault = federation->peers().receive_from_peer(peer, *record);
  if (fault) cut_off(peer, "sent " + *fault);
  return fault;
}

// --- The overlay.

Fault Relay::receive_overlay_record(PeerIndex peer, const wire::Record& word) {
  const wire::Kind kind = word.header.message_kind();
  if (kind == wire::Kind::PeerRelayed) return receive_relayed(peer, word);
  if (kind != wire::Kind::OverlayNotPassed) return host_.receive_overlay_record(peer, word);
  const auto not_passed = wire::decode<wire::OverlayNotPassed>(word.payload);
  if (!not_passed) return "a malformed OverlayNotPassed record";
  relaying_->record_not_relayed(peer, not_passed->version);
  return {};
}

Fault Relay::receive_relayed(PeerIndex peer, const wire::Record& word) {
  const auto relayed = wire::decode<wire::PeerRelayed>(word.payload);
  if (!relayed || !word.header.may_be_lost()) return "a malformed PeerRelayed record";
  BestEffortRelays::Verdict verdict = relaying_->check_relayed(peer, *relayed, word);
  if (verdict.fault) return std::move(verdict.fault);
  for (const PeerIndex child : verdict.relay_to) {
    host_.send_to_peer(child, kRouterPrefix, word.frame);
  }
  if (verdict.not_relayed_source) {
    out_.clear();
    wire::encode_record({}, wire::OverlayNotPassed{relayed->paths}, out_);
    host_.send_to_peer(*verdict.not_relayed_source, kRouterPrefix, out_);
  }
  if (!verdict.deliver_from) return {};
  const auto at = federations_.find(relayed->federation);
  if (at != federations_.end()) at->second.peers().receive_relayed(*verdict.deliver_from, *relayed);
  return {};
}

// --- Routers below that pass on to each other directly.

Fault Relay::receive_message(LinkId, const DirectForwarding& direct) {
  Switch* const of = find(direct.federation);
  if (of == nullptr || of->begin_direct(direct.from, direct.to, direct.session)) {
    host_.notify(ForwardedBefore{direct.session, direct.from});
  }
  return {};
}

Fault Relay::receive_message(LinkId, const DirectForwardingEnded& ended) {
  if (Switch* const of = find(ended.federation)) of->end_direct(ended.from, ended.to);
  return {};
}

}  // namespace triad::router
