// Definitions of BasicFabric's functions for ringing, sleeping and selective looks. Included only
// by basic_fabric.hpp. docs/shm-fabric.md has the proof, under "Why it holds".
#pragma once

#include "transport/fabric/basic_fabric.hpp"

namespace triad::transport {

// --- Ringing ---

// Returns the sleep in which the participant must be rung, or nullopt if it need not be. One ring
// per sleep is enough, because a rung sleeper looks before it sleeps again. The coordinator does
// not ring a participant that looks at its log anyway.
template <class Outbox, class Doorbell, class Bells>
std::optional<std::uint64_t> BasicFabric<Outbox, Doorbell, Bells>::to_be_rung_in(
    const Peer& peer) const {
  const std::uint64_t sleep = peer.outbox->sleep();
  if (!Outbox::is_to_be_rung(sleep)) return std::nullopt;
  if (coordinator_ == 0 && !peer.with_all_logs && Outbox::looks_at_coordinator(sleep)) {
    return std::nullopt;
  }
  const std::uint64_t last = peer.with_all_logs ? peer.rung_for_all_in : peer.rung_in;
  if (last == Outbox::number_of(sleep)) return std::nullopt;
  if (TRIAD_FABRIC_DEFECT(rung_once_for_all_sleeps) && last != 0) return std::nullopt;
  return sleep;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::needs_name(const Peer& peer, std::uint64_t sleep) const {
  return peer.with_all_logs || (coordinator_ != 0 && Outbox::needs_names(sleep));
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::note_ring(Peer& peer, std::uint64_t sleep) {
  peer.rung_in = Outbox::number_of(sleep);
  if (peer.with_all_logs) peer.rung_for_all_in = peer.rung_in;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring(Peer& peer) {
  if (const auto sleep = to_be_rung_in(peer)) ring_in(peer, *sleep);
}

// Rings in that sleep. A name enters the doorbell before the word counts it. The participant may
// sleep on words by now, and must be woken for the name too, so its sleep is loaded again.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_in(Peer& peer, std::uint64_t sleep) {
  const bool named = needs_name(peer, sleep);
  const bool on_words = bells_ != nullptr && Outbox::sleeps_on_words(sleep);
  note_ring(peer, sleep);
  if (named || !on_words) peer.doorbell.ring(peer.with_all_logs ? 0 : self_);
  if (bells_ == nullptr || (!named && !on_words)) return;
  bells_->ring(peer.slot, named ? kRingWithName : kRingWithoutName);
  if (TRIAD_FABRIC_DEFECT(sleeper_on_words_not_woken)) return;
  if (Outbox::sleeps_on_words(TRIAD_FABRIC_DEFECT(woken_as_it_was_seen) ? sleep
                                                                        : peer.outbox->sleep())) {
    bells_->wake(peer.slot);
  }
}

// Rings the concerned participants. While messages are queued it remembers them, because they must
// be rung again when these are published.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_concerned() {
  if (TRIAD_FABRIC_DEFECT(ring_of_concerned_forgotten)) return;
  const bool all_published = queue_.empty() || TRIAD_FABRIC_DEFECT(concern_forgotten_while_queued);
  const auto note = [this](Peer& peer) {
    if (const auto sleep = to_be_rung_in(peer)) to_be_rung_.emplace_back(&peer, *sleep);
  };
  if (concern_all_) {
    for (const Look& look : looks_) note(*look.peer);
  } else {
    for (Peer* const peer : concerned_) note(*peer);
  }
  ring_those_to_be_rung();
  if (!all_published) return;
  for (Peer* const peer : concerned_) peer->concerned = peer->with_all_logs = false;
  concern_all_ = false;
  concerned_.clear();
}

// The common word wakes all participants that sleep on words, even those not concerned. So it is
// used only if at least half of all are to be rung.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_those_to_be_rung() {
  const auto hears_common = [this](const auto& entry) {
    return Outbox::sleeps_on_words(entry.second) && !needs_name(*entry.first, entry.second);
  };
  const auto hearing =
      bells_ == nullptr
          ? 0
          : static_cast<std::size_t>(std::ranges::count_if(to_be_rung_, hears_common));
  const bool together = hearing > 1 && 2 * hearing >= peers_.size();
  for (const auto& [peer, sleep] : to_be_rung_) {
    if (together && hears_common(std::pair(peer, sleep))) {
      note_ring(*peer, sleep);
    } else {
      ring_in(*peer, sleep);
    }
  }
  to_be_rung_.clear();
  if (!together) return;
  bells_->ring_all();
  if (!TRIAD_FABRIC_DEFECT(sleeper_on_words_not_woken)) bells_->wake_all();
}

// Rings all participants that wait for room, after the coordinator has published a continuing
// piece. A participant with an incomplete message has no input and would sleep on, although its
// look for room did not count.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::ring_those_behind_pieces() {
  if (!std::exchange(sent_more_pieces_, false) || coordinator_ != 0) return;
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
std::size_t BasicFabric<Outbox, Doorbell, Bells>::others_awake() const {
  if (selective_) return looks_.size();
  std::size_t count = 0;
  for (const Look& look : looks_) count += look.peer->outbox->asleep() ? 0 : 1;
  return count;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_wait() {
  sleep_on_words(false);
  return prepared_ = fall_asleep();
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::fall_asleep() {
  if (selective_) return prepare_selective_wait();
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
  own_->set_looks_at_coordinator(false);
  const bool has_room = has_room_again();
  if (!has_room && (TRIAD_FABRIC_DEFECT(coordinator_looked_at_too_early) || !has_input())) {
    return true;
  }
  own_->set_looks_at_coordinator(true);
  return false;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::wake_up(const RungBy& rung) {
  if (may_be_selective_ && own_->is_to_be_rung_by_name()) return heed(rung);
  own_->set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
template <class Silence>
void BasicFabric<Outbox, Doorbell, Bells>::finish_wait(bool is_rung, Silence&& silence) {
  prepared_ = false;
  if (is_rung && has_bells()) note_bells();
  wake_up(is_rung ? silence() : RungBy());
  has_heeded_ = true;
}

// Reads the words before it looks. A writer that changes a word after that finds this one asleep. A
// writer that changed it before had published its message.
template <class Outbox, class Doorbell, class Bells>
template <class Silence>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_short_wait(Silence&& silence) {
  sleep_on_words(true);
  if (selective_) {
    const RungBy rung = take_rings(silence);
    if (!rung.by_nobody()) return heed(rung), false;
  } else if (!TRIAD_FABRIC_DEFECT(words_read_after_last_look)) {
    note_bells();
  }
  const bool sleeps = fall_asleep();
  if (TRIAD_FABRIC_DEFECT(words_read_after_last_look)) note_bells();
  return sleeps;
}

// Takes the rings into account even if the sleep has timed out, because the next sleep may be on
// the doorbell.
template <class Outbox, class Doorbell, class Bells>
template <class Silence>
void BasicFabric<Outbox, Doorbell, Bells>::finish_short_wait(Silence&& silence) {
  ++short_waits_;
  RungBy rung = take_rings(silence);
  rung.add_unnamed();
  wake_up(rung);
  has_heeded_ = true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Silence>
void BasicFabric<Outbox, Doorbell, Bells>::heed_rings(Silence&& silence) {
  if (prepared_ || !selective_ || std::exchange(has_heeded_, false)) return;
  if (!has_bells()) return heed(silence());
  if (const RungBy rung = take_rings(silence); !rung.by_nobody()) heed(rung);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::note_bells() {
  rings_ = bells_->rings(slot_);
  common_rings_ = bells_->common_rings();
}

template <class Outbox, class Doorbell, class Bells>
template <class Silence>
RungBy BasicFabric<Outbox, Doorbell, Bells>::take_rings(Silence&& silence) {
  const Rings before = rings_;
  const Rings common_before = common_rings_;
  note_bells();
  const bool named = have_names(before, rings_) || short_waits_ % kLooksForNames == 0;
  RungBy rung = named ? silence() : RungBy();
  if (before != rings_ || common_before != common_rings_) rung.add_unnamed();
  return rung;
}

// Sets the kind of the next sleep. During selective looks, rings of the previous kind of sleep may
// go unheard. So a new sleep number makes their writers ring again.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::sleep_on_words(bool on_words) {
  if (own_->on_words() == on_words) return;
  own_->set_on_words(on_words);
  if (own_->is_to_be_rung() && !TRIAD_FABRIC_DEFECT(other_kind_of_sleep_not_noted)) {
    own_->note_rings();
  }
}

// Stores the new sleep number before it looks. A writer that does not ring again because of the old
// number had published its message before that. Ends the selective looks if many or unknown
// participants have rung: a look at all logs costs no more than their rings.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::heed(const RungBy& rung) {
  bool by_known = !rung.by_anybody();
  for (const ParticipantId name : rung.names()) by_known = by_known && peers_.contains(name);
  if (!by_known) return end_selective_looks();
  selective_ = true;
  if (rung.by_nobody() || TRIAD_FABRIC_DEFECT(rings_not_noted)) {
    own_->set_looks_at_coordinator(true);
  } else {
    own_->note_rings();
  }
  for (const ParticipantId name : rung.names()) look_at(name, peers_.at(name));
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::look_at(ParticipantId id, Peer& peer) {
  if (&peer == coordinator_peer_ || std::exchange(peer.is_to_look_at, true)) return;
  to_look_at_.push_back({id, &peer});
}

// Ends the selective looks. No participant rings this one again until it sleeps.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::end_selective_looks() {
  for (const LookAt& look : to_look_at_) look.peer->is_to_look_at = false;
  to_look_at_.clear();
  selective_ = false;
  if (!TRIAD_FABRIC_DEFECT(end_of_selective_looks_untold)) own_->set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::look_at_all() {
  if (!selective_) return;
  for (const Look& look : looks_) look_at(look.id, *look.peer);
}

// Returns whether the queue has room. If not, wakes the readers for which it waits, because they
// may sleep over messages that do not concern them.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::has_room_again() {
  if (queue_.empty()) return false;
  waits_for_room_ = true;
  if (!writer_->wait_for_room([this] { return all_known(); })) return true;
  if (!TRIAD_FABRIC_DEFECT(room_without_ring_of_laggards)) {
    writer_->for_laggards(own_->capacity() / 2, [this](ParticipantId id) { ring(peers_.at(id)); });
  }
  return false;
}

}  // namespace triad::transport
