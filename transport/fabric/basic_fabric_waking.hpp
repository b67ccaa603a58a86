// Definitions of BasicFabric's functions for ringing, sleeping and selective scans. Included only
// by basic_fabric.hpp. docs/shm-fabric.md has the proof, under "Why it holds".
#pragma once

#include "transport/fabric/basic_fabric.hpp"

namespace triad::transport {

// --- Ringing ---

// Returns the sleep in which the participant must be rung, or nullopt if it need not be. One ring
// per sleep is enough, because a rung sleeper looks before it sleeps again. The coordinator does
// not ring a participant that looks at its log anyway.
template <class Outbox, class Doorbell, class Bells>
std::optional<std::uint64_t> BasicFabric<Outbox, Doorbell, Bells>::sleep_to_ring(
    const Peer& peer) const {
  const std::uint64_t sleep = peer.outbox->sleep();
  if (!Outbox::is_to_be_rung(sleep)) return std::nullopt;
  if (coordinator_ == 0 && !peer.is_to_scan_all_logs && Outbox::scans_coordinator(sleep)) {
    return std::nullopt;
  }
  const std::uint64_t last =
      peer.is_to_scan_all_logs ? peer.last_sleep_rung_for_all : peer.last_rung_sleep;
  if (last == Outbox::sleep_number(sleep)) return std::nullopt;
  if (TRIAD_FABRIC_DEFECT(rung_once_for_all_sleeps) && last != 0) return std::nullopt;
  return sleep;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::needs_name(const Peer& peer, std::uint64_t sleep) const {
  return peer.is_to_scan_all_logs || (coordinator_ != 0 && Outbox::needs_names(sleep));
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::record_ring(Peer& peer, std::uint64_t sleep) {
  peer.last_rung_sleep = Outbox::sleep_number(sleep);
  if (peer.is_to_scan_all_logs) peer.last_sleep_rung_for_all = peer.last_rung_sleep;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring(Peer& peer) {
  if (const auto sleep = sleep_to_ring(peer)) ring_sleeper(peer, *sleep);
}

// Rings in that sleep. A name enters the doorbell before the word counts it. The participant may
// sleep on words by now, and must be woken for the name too, so its sleep is loaded again.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_sleeper(Peer& peer, std::uint64_t sleep) {
  const bool named = needs_name(peer, sleep);
  const bool on_words = bells_ != nullptr && Outbox::sleeps_on_words(sleep);
  record_ring(peer, sleep);
  if (named || !on_words) peer.doorbell.ring(peer.is_to_scan_all_logs ? 0 : self_);
  if (bells_ == nullptr || (!named && !on_words)) return;
  bells_->ring(peer.slot, named ? kRingWithName : kRingWithoutName);
  if (TRIAD_FABRIC_DEFECT(sleeper_on_words_not_woken)) return;
  if (Outbox::sleeps_on_words(TRIAD_FABRIC_DEFECT(woken_as_it_was_seen) ? sleep
                                                                        : peer.outbox->sleep())) {
    bells_->wake(peer.slot);
  }
}

// Rings the participants to be woken on a flush. While messages are queued it remembers them,
// because they must be rung again when these are published.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_queued_wakes() {
  if (TRIAD_FABRIC_DEFECT(ring_of_concerned_forgotten)) return;
  const bool all_published = queue_.empty() || TRIAD_FABRIC_DEFECT(concern_forgotten_while_queued);
  const auto collect = [this](Peer& peer) {
    if (const auto sleep = sleep_to_ring(peer)) peers_to_ring_.emplace_back(&peer, *sleep);
  };
  if (is_waking_all_) {
    for (const PeerView& view : peer_views_) collect(*view.peer);
  } else {
    for (Peer* const peer : peers_to_wake_) collect(*peer);
  }
  ring_collected_peers();
  if (!all_published) return;
  for (Peer* const peer : peers_to_wake_) peer->is_to_be_woken = peer->is_to_scan_all_logs = false;
  is_waking_all_ = false;
  peers_to_wake_.clear();
}

// The common word wakes all participants that sleep on words, even those that need not be woken. So
// it is used only if at least half of all are to be rung.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_collected_peers() {
  const auto wakes_on_common = [this](const auto& entry) {
    return Outbox::sleeps_on_words(entry.second) && !needs_name(*entry.first, entry.second);
  };
  const auto common_sleepers =
      bells_ == nullptr
          ? 0
          : static_cast<std::size_t>(std::ranges::count_if(peers_to_ring_, wakes_on_common));
  const bool rings_common = common_sleepers > 1 && 2 * common_sleepers >= peers_.size();
  for (const auto& [peer, sleep] : peers_to_ring_) {
    if (rings_common && wakes_on_common(std::pair(peer, sleep))) {
      record_ring(*peer, sleep);
    } else {
      ring_sleeper(*peer, sleep);
    }
  }
  peers_to_ring_.clear();
  if (!rings_common) return;
  bells_->ring_all();
  if (!TRIAD_FABRIC_DEFECT(sleeper_on_words_not_woken)) bells_->wake_all();
}

// Rings all participants that wait for room, after the coordinator has published a continuing
// piece. A participant with an incomplete message has no input and would sleep on, although its
// look for room did not count.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_peers_without_room() {
  if (!std::exchange(has_sent_more_pieces_, false) || coordinator_ != 0) return;
  if (TRIAD_FABRIC_DEFECT(ring_behind_pieces_forgotten)) return;
  for (auto& [id, peer] : peers_) {
    if (peer.outbox->wants_room()) ring(peer);
  }
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_writer(Peer& peer) {
  if (!TRIAD_FABRIC_DEFECT(ring_of_writer_forgotten)) ring(peer);
}

// --- Sleeping ---

template <class Outbox, class Doorbell, class Bells>
std::size_t BasicFabric<Outbox, Doorbell, Bells>::awake_senders() const {
  if (is_selective_) return peer_views_.size();
  std::size_t count = 0;
  for (const PeerView& view : peer_views_) count += view.peer->outbox->is_asleep() ? 0 : 1;
  return count;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_wait() {
  sleep_on_words(false);
  return is_wait_prepared_ = fall_asleep();
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::fall_asleep() {
  if (is_selective_) return prepare_selective_wait();
  // The order matters. A message of the coordinator that made the look for room invalid is input
  // for the second look.
  return transport::fall_asleep(*own_, [this] {
    if (TRIAD_FABRIC_DEFECT(input_before_room)) return has_input() || has_room_again();
    const bool has_room = has_room_again();
    return has_input() || has_room;
  });
}

// Looks only at the marked logs and the coordinator's. Any other writer with a message for this one
// has rung it or will.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_selective_wait() {
  if (TRIAD_FABRIC_DEFECT(coordinator_looked_at_too_early) && has_input()) return false;
  own_->set_scans_coordinator(false);
  const bool has_room = has_room_again();
  if (!has_room && (TRIAD_FABRIC_DEFECT(coordinator_looked_at_too_early) || !has_input())) {
    return true;
  }
  own_->set_scans_coordinator(true);
  return false;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::wake_up(const Ringers& rung) {
  if (may_be_selective_ && own_->is_to_be_rung_by_name()) return mark_rung_logs(rung);
  own_->set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::finish_wait(bool is_rung, Drain&& drain) {
  is_wait_prepared_ = false;
  if (is_rung && has_bells()) load_bells();
  wake_up(is_rung ? drain() : Ringers());
  has_applied_rings_ = true;
}

// Reads the words before it looks. A writer that changes a word after that finds this one asleep. A
// writer that changed it before had published its message.
template <class Outbox, class Doorbell, class Bells>
template <class Drain>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_brief_wait(Drain&& drain) {
  sleep_on_words(true);
  if (is_selective_) {
    const Ringers rung = take_rings(drain);
    if (!rung.empty()) return mark_rung_logs(rung), false;
  } else if (!TRIAD_FABRIC_DEFECT(words_read_after_last_look)) {
    load_bells();
  }
  const bool sleeps = fall_asleep();
  if (TRIAD_FABRIC_DEFECT(words_read_after_last_look)) load_bells();
  return sleeps;
}

// Takes the rings into account even if the sleep has timed out, because the next sleep may be on
// the doorbell.
template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::finish_brief_wait(Drain&& drain) {
  ++brief_waits_;
  Ringers rung = take_rings(drain);
  rung.add_unnamed();
  wake_up(rung);
  has_applied_rings_ = true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::apply_rings(Drain&& drain) {
  if (is_wait_prepared_ || !is_selective_ || std::exchange(has_applied_rings_, false)) return;
  if (!has_bells()) return mark_rung_logs(drain());
  if (const Ringers rung = take_rings(drain); !rung.empty()) mark_rung_logs(rung);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::load_bells() {
  rings_ = bells_->rings(slot_);
  common_rings_ = bells_->common_rings();
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
Ringers BasicFabric<Outbox, Doorbell, Bells>::take_rings(Drain&& drain) {
  const Rings before = rings_;
  const Rings common_before = common_rings_;
  load_bells();
  const bool named =
      have_named_rings(before, rings_) || brief_waits_ % kBriefWaitsPerNameSearch == 0;
  Ringers rung = named ? drain() : Ringers();
  if (before != rings_ || common_before != common_rings_) rung.add_unnamed();
  return rung;
}

// Sets the kind of the next sleep. During selective scans, rings of the previous kind of sleep may
// go unheard. So a new sleep number makes their writers ring again.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::sleep_on_words(bool on_words) {
  if (own_->on_words() == on_words) return;
  own_->set_on_words(on_words);
  if (own_->is_to_be_rung() && !TRIAD_FABRIC_DEFECT(other_kind_of_sleep_not_noted)) {
    own_->renew_sleep_number();
  }
}

// Stores the new sleep number before it looks. A writer that does not ring again because of the old
// number had published its message before that. Ends the selective scans if many or unknown
// participants have rung: a look at all logs costs no more than their rings.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::mark_rung_logs(const Ringers& rung) {
  bool by_known = !rung.has_unknown();
  for (const ParticipantId name : rung.names()) by_known = by_known && peers_.contains(name);
  if (!by_known) return end_selective_scans();
  is_selective_ = true;
  if (rung.empty() || TRIAD_FABRIC_DEFECT(rings_not_noted)) {
    own_->set_scans_coordinator(true);
  } else {
    own_->renew_sleep_number();
  }
  for (const ParticipantId name : rung.names()) mark_for_scan(name, peers_.at(name));
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::mark_for_scan(ParticipantId id, Peer& peer) {
  if (&peer == coordinator_peer_ || std::exchange(peer.is_marked, true)) return;
  marked_.push_back({id, &peer});
}

// Ends the selective scans. No participant rings this one again until it sleeps.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::end_selective_scans() {
  for (const MarkedPeer& marked : marked_) marked.peer->is_marked = false;
  marked_.clear();
  is_selective_ = false;
  if (!TRIAD_FABRIC_DEFECT(end_of_selective_looks_untold)) own_->set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::mark_all_logs() {
  if (!is_selective_) return;
  for (const PeerView& view : peer_views_) mark_for_scan(view.id, *view.peer);
}

// Returns whether the queue has room. If not, wakes the readers for which it waits, because they
// may sleep over messages that do not concern them.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::has_room_again() {
  if (queue_.empty()) return false;
  is_waiting_for_room_ = true;
  if (!writer_->wait_for_room([this] { return all_known(); })) return true;
  if (!TRIAD_FABRIC_DEFECT(room_without_ring_of_laggards)) {
    writer_->for_each_laggard(own_->capacity() / 2,
                              [this](ParticipantId id) { ring(peers_.at(id)); });
  }
  return false;
}

}  // namespace triad::transport
