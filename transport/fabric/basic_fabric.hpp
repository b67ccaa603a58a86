// BasicFabric: the implementation of Fabric (fabric.hpp) over any outbox, doorbell and bell page.
// So tests/exploration runs this code under a scheduler that switches at every memory access. Only
// fabric.hpp and the exploration include it. It joins four parts, adds and removes participants,
// flushes and sleeps:
//
// - LogSet (log_set.hpp): the own log, which this participant writes, and all others, which it
// reads.
// - Ringer (ringer.hpp): wakes other participants.
// - Looks (looks.hpp): looks for input, at all logs or at some.
// - NoteMemory (note_memory.hpp): the notes (last time promises) next to the logs.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "transport/fabric/log_set.hpp"
#include "transport/fabric/looks.hpp"
#include "transport/fabric/note_memory.hpp"
#include "transport/fabric/peer_table.hpp"
#include "transport/fabric/ringer.hpp"
#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell, class Bells>
class BasicFabric {
 public:
  using Logs = LogSet<Outbox, Doorbell, Bells>;
  using Notes = NoteMemory<Outbox, Doorbell, Bells>;

  BasicFabric(std::unique_ptr<Outbox> own, std::size_t message_bytes_max)
      : table_(std::move(own)), logs_(table_, ringer_, message_bytes_max) {}
  BasicFabric(const BasicFabric&) = delete;
  BasicFabric& operator=(const BasicFabric&) = delete;

  // Sets this participant's id and slot. Call once, before attach() and send(). `coordinator` is
  // the participant that announces newcomers in its log; a newcomer attaches it first. Zero means
  // that this participant is the coordinator. A fabric has only one. Its cursors stand still while
  // the announcement of a newcomer waits for room; two coordinators could wait for each other.
  void set_identity(ParticipantId self, Slot slot, ParticipantId coordinator);
  // Sets the bells that ring participants sleeping on words. Call before attach(), in all
  // participants of a fabric or in none.
  void set_bells(std::unique_ptr<Bells> bells) { ringer_.set_bells(std::move(bells)); }
  bool has_bells() const { return ringer_.has_bells(); }

  // Adds a newcomer. This participant reads the newcomer's log from `read_from` on. The newcomer
  // reads this participant's log from `they_read_from` on, where nothing may have been overwritten.
  //
  // The coordinator passes `read_from` 0 and `they_read_from` logs().tail(). It reads nothing from
  // the call of logs().read_up_to(), which gives the newcomer's beginnings in other logs, through
  // attach() to the send() of the announcement. Each other participant calls attach() before it
  // pops the announcement.
  Result<void> attach(ParticipantId id, Slot slot, Doorbell doorbell,
                      std::unique_ptr<Outbox> outbox, std::uint64_t read_from,
                      std::uint64_t they_read_from);
  // Registers another input source of participant `id`: when there is input, `id` rings this
  // participant's doorbell. `has_input` returns true while input is pending.
  void add_input_source(ParticipantId id, const std::function<bool()>& has_input);
  // Removes a participant. Its log is no longer read, and its cursor no longer counts.
  void detach(ParticipantId id);
  bool is_attached(ParticipantId id) const { return table_.peers.contains(id); }

  Logs& logs() { return logs_; }
  const Logs& logs() const { return logs_; }
  Notes& notes() { return notes_; }
  const Notes& notes() const { return notes_; }

  // --- Sending. A message that finds no room waits in this object's queue, in order
  // (queued_bytes()).
  void send(Bytes message) { send(std::span<const Bytes>(&message, 1)); }
  // Sends one message in parts, in sequence; at most kPartsMax.
  void send(std::span<const Bytes> parts) {
    logs_.send(parts);
    if (logs_.has_long_batch()) flush();
  }
  // Wakes the participant, if asleep, by the flush() that publishes the messages sent so far.
  // Returns false if it does not take part.
  bool wake_on_flush(ParticipantId id) { return ringer_.wake_on_flush(id); }
  // Wakes all other participants by that flush().
  void wake_all_on_flush() { ringer_.wake_all_on_flush(); }
  // Wakes the participant by that flush() and makes it look at all logs, because messages of other
  // writers concern it too.
  void wake_on_flush_for_all_logs(ParticipantId id) { ringer_.wake_on_flush_for_all_logs(id); }
  // Makes the sent messages that have found room readable, and then the note. Wakes no participant.
  void publish() {
    logs_.publish();
    notes_.store_unpublished();
  }
  // Publishes the sent messages. Wakes the participants named by wake_on_flush() and those that
  // keep three quarters of the log.
  void flush();
  std::size_t queued_bytes() const { return logs_.queued_bytes(); }
  // Gives the room of read messages back to their writers, and wakes writers that wait for it.
  void release() { logs_.release(); }

  // --- Looking (looks.hpp).
  bool has_input() const { return looks_.has_input(); }
  template <class Visit, class VisitOther>
  void for_each_with_input(Visit&& visit, VisitOther&& visit_other) {
    looks_.for_each_with_input(visit, visit_other);
  }
  template <class Visit>
  void for_each_with_input(Visit&& visit) {
    looks_.for_each_with_input(visit, [](ParticipantId) {});
  }
  void allow_selective_scans(bool allowed = true) { looks_.allow_selective_scans(allowed); }
  bool is_selective() const { return looks_.is_selective(); }
  void mark_all_logs() { looks_.mark_all_logs(); }
  // Takes the rings into account. Call before a look while awake.
  template <class Drain>
  void apply_rings(Drain&& drain);
  std::size_t awake_senders() const { return looks_.awake_senders(); }

  // --- Sleeping. Call flush() and release() before. `drain` empties the doorbell and returns the
  // Ringers: the ids of the participants that rang.

  // Prepares for a sleep on the doorbell. Returns false if there is input: then do not sleep.
  bool prepare_wait();
  // Ends a sleep. `is_rung`: the doorbell may have been rung.
  template <class Drain>
  void finish_wait(bool is_rung, Drain&& drain);
  // Do the same for a sleep on the words of the bells; the two kinds of sleep may alternate.
  // wait_briefly() returns the result of Bells::wait().
  template <class Drain>
  bool prepare_brief_wait(Drain&& drain);
  template <class... Limit>
  bool wait_briefly(Limit... until) {
    return ringer_.wait_briefly(until...);
  }
  template <class Drain>
  void finish_brief_wait(Drain&& drain);

 private:
  friend struct exploration::State;
  void sleep_on_words(bool on_words);
  bool fall_asleep();
  bool prepare_selective_wait();
  void wake_up(const Ringers& rung);

  PeerTable<Outbox, Doorbell> table_;
  Ringer<Outbox, Doorbell, Bells> ringer_{table_};
  Logs logs_;
  Notes notes_{table_, logs_};
  Looks<Outbox, Doorbell, Bells> looks_{table_, logs_, notes_};
  bool is_wait_prepared_ = false;   // for a sleep on the doorbell
  bool has_applied_rings_ = false;  // rings were taken into account at the wake-up
};

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::set_identity(ParticipantId self, Slot slot,
                                                        ParticipantId coordinator) {
  table_.self = self;
  table_.slot = slot;
  table_.coordinator = coordinator;
  logs_.begin();
}

template <class Outbox, class Doorbell, class Bells>
Result<void> BasicFabric<Outbox, Doorbell, Bells>::attach(ParticipantId id, Slot slot,
                                                          Doorbell doorbell,
                                                          std::unique_ptr<Outbox> outbox,
                                                          std::uint64_t read_from,
                                                          std::uint64_t they_read_from) {
  const auto attached =
      logs_.attach(id, slot, std::move(doorbell), std::move(outbox), read_from, they_read_from);
  if (!attached) return attached.error();
  notes_.follow_change_of_peers();
  // It may have rung before it was known here.
  if (is_selective() && !TRIAD_FABRIC_DEFECT(newcomer_not_looked_at))
    looks_.mark_for_scan(id, **attached);
  // It may be asleep although messages were written between its last look and now.
  if (!TRIAD_FABRIC_DEFECT(newcomer_not_rung)) wake_on_flush(id);
  return {};
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::detach(ParticipantId id) {
  auto* const peer = table_.find(id);
  if (peer == nullptr) return;
  logs_.detach(id, *peer);
  notes_.follow_change_of_peers();
  looks_.forget(id);
  ringer_.forget(*peer);
  table_.remove(id);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::add_input_source(
    ParticipantId id, const std::function<bool()>& has_input) {
  auto* const peer = table_.find(id);
  if (peer == nullptr) return;
  peer->has_other_input = has_input;
  auto& view = table_.view_of(id);
  view.read_tail = PeerTable<Outbox, Doorbell>::kNotRead;
  view.has_other_source = true;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::flush() {
  logs_.drain_queue();
  publish();
  logs_.record_cut_off_readers();
  ringer_.ring_queued_wakes(logs_.has_queue());
  notes_.store_left_behind();
  logs_.ring_laggards();
  // A participant may send after prepare_wait(), for example in an event loop that serves others
  // too. It does not look again before it sleeps, so look for room here.
  if (logs_.has_queue() && table_.own->is_asleep() && logs_.has_room_again()) return flush();
  logs_.end_flush();
}

// --- Sleeping. docs/shm-fabric.md has the proof, under "Why it holds". ---

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_wait() {
  sleep_on_words(false);
  return is_wait_prepared_ = fall_asleep();
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::fall_asleep() {
  if (is_selective()) return prepare_selective_wait();
  // The order matters. A message of the coordinator that made the look for room invalid is input
  // for the second look.
  return transport::fall_asleep(*table_.own, [this] {
    if (TRIAD_FABRIC_DEFECT(input_before_room)) return has_input() || logs_.has_room_again();
    const bool has_room = logs_.has_room_again();
    return has_input() || has_room;
  });
}

// Looks only at the marked logs and the coordinator's. Any other writer with a message for this one
// has rung it or will.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_selective_wait() {
  if (TRIAD_FABRIC_DEFECT(coordinator_looked_at_too_early) && has_input()) return false;
  table_.own->set_scans_coordinator(false);
  const bool has_room = logs_.has_room_again();
  if (!has_room && (TRIAD_FABRIC_DEFECT(coordinator_looked_at_too_early) || !has_input())) {
    return true;
  }
  table_.own->set_scans_coordinator(true);
  return false;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::wake_up(const Ringers& rung) {
  if (looks_.may_be_selective() && table_.own->is_to_be_rung_by_name())
    return looks_.mark_rung_logs(rung);
  table_.own->set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::finish_wait(bool is_rung, Drain&& drain) {
  is_wait_prepared_ = false;
  if (is_rung && has_bells()) ringer_.load_bells();
  wake_up(is_rung ? drain() : Ringers());
  has_applied_rings_ = true;
}

// Reads the words before it looks. A writer that changes a word after that finds this one asleep. A
// writer that changed it before had published its message.
template <class Outbox, class Doorbell, class Bells>
template <class Drain>
bool BasicFabric<Outbox, Doorbell, Bells>::prepare_brief_wait(Drain&& drain) {
  sleep_on_words(true);
  if (is_selective()) {
    const Ringers rung = ringer_.take_rings(drain);
    if (!rung.empty()) return looks_.mark_rung_logs(rung), false;
  } else if (!TRIAD_FABRIC_DEFECT(words_read_after_last_look)) {
    ringer_.load_bells();
  }
  const bool sleeps = fall_asleep();
  if (TRIAD_FABRIC_DEFECT(words_read_after_last_look)) ringer_.load_bells();
  return sleeps;
}

// Takes the rings into account even if the sleep has timed out, because the next sleep may be on
// the doorbell.
template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::finish_brief_wait(Drain&& drain) {
  ringer_.count_brief_wait();
  Ringers rung = ringer_.take_rings(drain);
  rung.add_unnamed();
  wake_up(rung);
  has_applied_rings_ = true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Drain>
void BasicFabric<Outbox, Doorbell, Bells>::apply_rings(Drain&& drain) {
  if (is_wait_prepared_ || !is_selective() || std::exchange(has_applied_rings_, false)) return;
  if (!has_bells()) return looks_.mark_rung_logs(drain());
  if (const Ringers rung = ringer_.take_rings(drain); !rung.empty()) looks_.mark_rung_logs(rung);
}

// Sets the kind of the next sleep. During selective scans, rings of the previous kind of sleep may
// go unheard. So a new sleep number makes their writers ring again.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::sleep_on_words(bool on_words) {
  if (table_.own->on_words() == on_words) return;
  table_.own->set_on_words(on_words);
  if (table_.own->is_to_be_rung() && !TRIAD_FABRIC_DEFECT(other_kind_of_sleep_not_noted)) {
    table_.own->renew_sleep_number();
  }
}

}  // namespace triad::transport
