// Who wakes whom in a BasicFabric, and how one sleeps and looks. Included by basic_fabric.hpp,
// never by anybody else.
#pragma once

#include "transport/fabric/basic_fabric.hpp"

namespace triad::transport {

// --- Ringing ---

// A sleeper that has been rung looks before it sleeps again, so once a sleep is enough: it may take
// long until it runs.
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

// A name is in the doorbell before the bells say that there is one. Whoever sleeps on words by now,
// and did not when it was looked at, has to be woken for the name, too.
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

// What is queued concerns them, too, and they are to be woken for it when it is published.
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

// One word wakes all who sleep on words, also whom it does not concern: so by it where that is
// most of them.
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

// Who waits for room and has a part of a message of the coordinator's in hand sleeps on, as there
// is nothing to read; its looks do not count until the rest has come.
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

// Of those who look selectively nobody can see whether they are awake.
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
  // In this order: what the coordinator has said by then, so that the look for room did not count,
  // is input that this one stays awake for.
  return transport::fall_asleep(*own_, [this] {
    if (TRIAD_FABRIC_DEFECT(input_before_room)) return has_input() || has_room_again();
    const bool has_room = has_room_again();
    return has_input() || has_room;
  });
}

// Whoever else has something for it has rung, or rings.
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

// The words are read before the looks: who changes them from then on finds this one asleep, and who
// had changed them before had written before.
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

// Rings are noted also after a sleep in vain, as the next one may be on the doorbell.
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

// Who rang one that looks selectively in its last sleep did so by what it slept on then: what comes
// from now on is rung anew.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::sleep_on_words(bool on_words) {
  if (own_->on_words() == on_words) return;
  own_->set_on_words(on_words);
  if (own_->is_to_be_rung() && !TRIAD_FABRIC_DEFECT(other_kind_of_sleep_not_noted)) {
    own_->note_rings();
  }
}

// In this order: what was written by one who thinks that it has rung enough was there before the
// word is. Where many ring, looks at all cost no more than their rings, which one that is awake
// and looks at all spares them.
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

// Until it sleeps nobody rings it any more.
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

// If not, those for whom this waits may sleep over what does not concern them: they are woken.
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
