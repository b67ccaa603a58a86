// Ringer: wakes other participants of a fabric that sleep, by their doorbells or by the words of
// the bell page, and reads the rings of others in these words. docs/shm-fabric.md has the proof,
// under "Why it holds". Used by BasicFabric.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "transport/fabric/bell_page.hpp"
#include "transport/fabric/fabric_defect.hpp"
#include "transport/fabric/peer_table.hpp"
#include "transport/fabric/ringers.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell, class Bells>
class Ringer {
 public:
  using Table = PeerTable<Outbox, Doorbell>;
  using Peer = typename Table::Peer;

  explicit Ringer(Table& table) : table_(table) {}

  void set_bells(std::unique_ptr<Bells> bells) { bells_ = std::move(bells); }
  bool has_bells() const { return bells_ != nullptr; }
  // Forgets a participant that leaves.
  void forget(Peer& peer) { std::erase(peers_to_wake_, &peer); }

  // --- Participants to wake by the next ring_queued_wakes(). A participant that must look at all
  // logs is told so.
  // Returns false if it does not take part.
  bool wake_on_flush(ParticipantId id);
  void wake_on_flush_for_all_logs(ParticipantId id);
  void wake_all_on_flush() { is_waking_all_ = true; }
  // Rings the participants to wake. While messages are queued it remembers them, because they must
  // be rung again when these are published.
  void ring_queued_wakes(bool has_queue);

  // Rings a participant now, if it sleeps.
  void ring(Peer& peer);
  // Rings the writer of a log that waits for room.
  void ring_writer(Peer& peer) {
    if (!TRIAD_FABRIC_DEFECT(ring_of_writer_forgotten)) ring(peer);
  }
  // Returns whether the participant has been rung since it fell asleep.
  bool is_rung(const Peer& peer) const {
    return peer.doorbell.is_rung() ||
           (bells_ != nullptr && peer.outbox->sleeps_on_words(peer.outbox->sleep()) &&
            bells_->is_rung(peer.slot));
  }

  // --- The own words of the bells.
  // Reads the words. A later ring differs from them.
  void load_bells();
  // Returns the rings since the last load, and loads the words again. `drain` empties the doorbell
  // and returns a Ringers.
  template <class Drain>
  Ringers take_rings(Drain&& drain);
  // Sleeps until a word differs from the last load. Returns the result of Bells::wait().
  template <class... Limit>
  bool wait_briefly(Limit... until) {
    return bells_->wait(table_.slot, rings_, common_rings_, until...);
  }
  void count_brief_wait() { ++brief_waits_; }

 private:
  friend struct exploration::State;
  std::optional<std::uint64_t> sleep_to_ring(const Peer& peer) const;
  bool needs_name(const Peer& peer, std::uint64_t sleep) const;
  static void record_ring(Peer& peer, std::uint64_t sleep);
  void ring_sleeper(Peer& peer, std::uint64_t sleep);
  void ring_collected_peers();

  // Number of short sleeps after which the doorbell is searched for names regardless of the words,
  // because every participant may write these.
  static constexpr unsigned kBriefWaitsPerNameSearch = 64;

  Table& table_;
  std::unique_ptr<Bells> bells_;  // none: all sleep on their doorbells
  Rings rings_ = 0;               // words of the bells when last looked at
  Rings common_rings_ = 0;
  unsigned brief_waits_ = 0;
  bool is_waking_all_ = false;
  std::vector<Peer*> peers_to_wake_;
  // Of ring_queued_wakes(), with the sleep to ring in.
  std::vector<std::pair<Peer*, std::uint64_t>> peers_to_ring_;
};

template <class Outbox, class Doorbell, class Bells>
bool Ringer<Outbox, Doorbell, Bells>::wake_on_flush(ParticipantId id) {
  Peer* const peer = table_.find(id);
  if (peer == nullptr) return false;
  if (!std::exchange(peer->is_to_be_woken, true)) peers_to_wake_.push_back(peer);
  return true;
}

template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::wake_on_flush_for_all_logs(ParticipantId id) {
  wake_on_flush(id);
  if (Peer* const peer = table_.find(id)) peer->is_to_scan_all_logs = true;
}

// Returns the sleep in which the participant must be rung, or nullopt if it need not be. One ring
// per sleep is enough, because a rung sleeper looks before it sleeps again. The coordinator does
// not ring a participant that looks at its log anyway.
template <class Outbox, class Doorbell, class Bells>
std::optional<std::uint64_t> Ringer<Outbox, Doorbell, Bells>::sleep_to_ring(
    const Peer& peer) const {
  const std::uint64_t sleep = peer.outbox->sleep();
  if (!Outbox::is_to_be_rung(sleep)) return std::nullopt;
  if (table_.is_coordinator() && !peer.is_to_scan_all_logs && Outbox::scans_coordinator(sleep)) {
    return std::nullopt;
  }
  const std::uint64_t last =
      peer.is_to_scan_all_logs ? peer.last_sleep_rung_for_all : peer.last_rung_sleep;
  if (last == Outbox::sleep_number(sleep)) return std::nullopt;
  if (TRIAD_FABRIC_DEFECT(rung_once_for_all_sleeps) && last != 0) return std::nullopt;
  return sleep;
}

template <class Outbox, class Doorbell, class Bells>
bool Ringer<Outbox, Doorbell, Bells>::needs_name(const Peer& peer, std::uint64_t sleep) const {
  return peer.is_to_scan_all_logs || (!table_.is_coordinator() && Outbox::needs_names(sleep));
}

template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::record_ring(Peer& peer, std::uint64_t sleep) {
  peer.last_rung_sleep = Outbox::sleep_number(sleep);
  if (peer.is_to_scan_all_logs) peer.last_sleep_rung_for_all = peer.last_rung_sleep;
}

template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::ring(Peer& peer) {
  if (const auto sleep = sleep_to_ring(peer)) ring_sleeper(peer, *sleep);
}

// Rings in that sleep. A name enters the doorbell before the word counts it. The participant may
// sleep on words by now, and must be woken for the name too, so its sleep is loaded again.
template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::ring_sleeper(Peer& peer, std::uint64_t sleep) {
  const bool named = needs_name(peer, sleep);
  const bool on_words = bells_ != nullptr && Outbox::sleeps_on_words(sleep);
  record_ring(peer, sleep);
  if (named || !on_words) peer.doorbell.ring(peer.is_to_scan_all_logs ? 0 : table_.self);
  if (bells_ == nullptr || (!named && !on_words)) return;
  bells_->ring(peer.slot, named ? kRingWithName : kRingWithoutName);
  if (TRIAD_FABRIC_DEFECT(sleeper_on_words_not_woken)) return;
  if (Outbox::sleeps_on_words(TRIAD_FABRIC_DEFECT(woken_as_it_was_seen) ? sleep
                                                                        : peer.outbox->sleep())) {
    bells_->wake(peer.slot);
  }
}

template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::ring_queued_wakes(bool has_queue) {
  if (TRIAD_FABRIC_DEFECT(ring_of_concerned_forgotten)) return;
  const bool all_published = !has_queue || TRIAD_FABRIC_DEFECT(concern_forgotten_while_queued);
  const auto collect = [this](Peer& peer) {
    if (const auto sleep = sleep_to_ring(peer)) peers_to_ring_.emplace_back(&peer, *sleep);
  };
  if (is_waking_all_) {
    for (const typename Table::View& view : table_.views) collect(*view.peer);
  } else {
    for (Peer* const peer : peers_to_wake_) collect(*peer);
  }
  if (!peers_to_ring_.empty()) ring_collected_peers();
  if (!all_published) return;
  for (Peer* const peer : peers_to_wake_) peer->is_to_be_woken = peer->is_to_scan_all_logs = false;
  is_waking_all_ = false;
  peers_to_wake_.clear();
}

// Rings the participants in peers_to_ring_. The common word wakes all participants that sleep on
// words, even those that need not be woken. So it is used only for two or more, if they are at
// least half of all peers.
template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::ring_collected_peers() {
  const auto wakes_on_common = [this](const auto& entry) {
    return Outbox::sleeps_on_words(entry.second) && !needs_name(*entry.first, entry.second);
  };
  const auto common_sleepers =
      bells_ == nullptr
          ? 0
          : static_cast<std::size_t>(std::ranges::count_if(peers_to_ring_, wakes_on_common));
  const bool rings_common = common_sleepers > 1 && 2 * common_sleepers >= table_.peers.size();
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

template <class Outbox, class Doorbell, class Bells>
void Ringer<Outbox, Doorbell, Bells>::load_bells() {
  rings_ = bells_->rings(table_.slot);
  common_rings_ = bells_->common_rings();
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
Ringers Ringer<Outbox, Doorbell, Bells>::take_rings(Drain&& drain) {
  const Rings before = rings_;
  const Rings common_before = common_rings_;
  load_bells();
  const bool named =
      have_named_rings(before, rings_) || brief_waits_ % kBriefWaitsPerNameSearch == 0;
  Ringers rung = named ? drain() : Ringers();
  if (before != rings_ || common_before != common_rings_) rung.add_unnamed();
  return rung;
}

}  // namespace triad::transport
