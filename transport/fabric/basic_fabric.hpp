// BasicFabric: the implementation of Fabric (fabric.hpp) over any outbox, doorbell and bell page.
// So tests/exploration runs this code under a scheduler that switches at every memory access. Only
// fabric.hpp and the exploration include it. The functions are explained here.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "queues/record_queue.hpp"
#include "transport/fabric/bell_page.hpp"
#include "transport/fabric/log.hpp"
#include "transport/fabric/message_memory.hpp"
#include "transport/fabric/message_parts.hpp"
#include "transport/fabric/note_reader.hpp"
#include "transport/fabric/ringers.hpp"
#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Number of leading bytes that a reader needs to decide whether to copy the whole message.
inline constexpr std::size_t kBeginningBytes = 256;

template <class Outbox, class Doorbell, class Bells>
class BasicFabric {
 public:
  BasicFabric(std::unique_ptr<Outbox> own, std::size_t message_bytes_max)
      : message_bytes_max_(message_bytes_max), own_(std::move(own)) {}

  // Sets this participant's id and slot. Call once, before attach() and send(). `coordinator` is
  // the participant that announces newcomers in its log; a newcomer attaches it first. Zero means
  // that this participant is the coordinator. A fabric has only one. Its cursors stand still while
  // the announcement of a newcomer waits for room; two coordinators could wait for each other.
  void set_identity(ParticipantId self, Slot slot, ParticipantId coordinator);
  // Sets the bells that ring participants sleeping on words. Call before attach(), in all
  // participants of a fabric or in none.
  void set_bells(std::unique_ptr<Bells> bells) { bells_ = std::move(bells); }
  ParticipantId self() const { return self_; }
  Slot slot() const { return slot_; }

  // Adds a participant. This one reads its log from `read_from` on. It reads this one's log from
  // `they_read_from` on, where nothing may have been overwritten.
  //
  // The coordinator passes `read_from` 0 and `they_read_from` tail(). It reads nothing from the
  // call of read_up_to(), which gives the newcomer's beginnings in other logs, through attach() to
  // the send() of the announcement. Each other participant calls attach() before it pops the
  // announcement.
  Result<void> attach(ParticipantId id, Slot slot, Doorbell doorbell,
                      std::unique_ptr<Outbox> outbox, std::uint64_t read_from,
                      std::uint64_t they_read_from);
  // Registers another input source of the participant, for which it also rings this one.
  // `has_input` returns true while input is pending.
  void add_input_source(ParticipantId id, const std::function<bool()>& has_input);
  // Removes a participant. Its log is no longer read, and its cursor no longer counts.
  void detach(ParticipantId id);
  bool is_attached(ParticipantId id) const { return peers_.contains(id); }

  // --- Sending. A message that finds no room waits in this object's queue, in order
  // (queued_bytes()).
  void send(Bytes message) { send(std::span<const Bytes>(&message, 1)); }
  // Sends one message in parts, in sequence; at most kPartsMax.
  void send(std::span<const Bytes> parts);
  // Wakes the participant, if asleep, by the flush() that publishes the messages sent so far.
  void wake_on_flush(ParticipantId id);
  // Does the same for all other participants.
  void wake_all_on_flush() { is_waking_all_ = true; }
  // Does the same, and makes the participant look at all logs, because messages of other writers
  // concern it too.
  void wake_on_flush_for_all_logs(ParticipantId id);
  // Makes the sent messages that have found room readable. Wakes no participant.
  void publish() {
    writer_->publish();
    if (TRIAD_FABRIC_DEFECT(sent_after_note) && unpublished_note_) store_unpublished_note();
    if (unpublished_tso_position_)
      own_->set_last_tso_position(*std::exchange(unpublished_tso_position_, std::nullopt));
    if (unpublished_note_ && !TRIAD_FABRIC_DEFECT(rung_before_note)) store_unpublished_note();
  }
  // Replaces this participant's note. It becomes readable when the messages sent so far are. The
  // caller names the participants to wake, as for a message.
  void publish_note(const NoteWords& words);
  // Replaces this participant's note at once, even while messages are queued.
  void publish_note_at_once(const NoteWords& words);
  // Records the position of a message in time-stamp order that was sent. All participants can read
  // the position before the next note, perhaps before the message.
  void publish_tso_position(std::uint64_t position) { unpublished_tso_position_ = position; }
  // Publishes the sent messages. Wakes the participants named by wake_on_flush() and those that
  // keep three quarters of the log.
  void flush();
  std::size_t queued_bytes() const { return queued_bytes_; }
  // Returns the end of the log, where a newcomer begins. The queue must be empty.
  std::uint64_t tail();
  // Returns the participant that keeps most of the log, for which the queue waits; 0 if there is
  // none.
  ParticipantId slowest_reader() const { return writer_->slowest_reader().value_or(0); }
  // Returns the offset in this log that `id` had reached at the last look. It may have read on
  // since.
  std::uint64_t reader_offset(ParticipantId id) const {
    return writer_->reader_offset(id).value_or(0);
  }

  // --- Receiving
  // Returns the next message of a participant, in memory of this process and valid until pop().
  // Returns nullopt if no complete message has arrived.
  std::optional<Bytes> next(ParticipantId id);
  // Does the same, but `needs_rest` decides whether to copy the rest of a message. It receives the
  // first kBeginningBytes, or all of a shorter message. If it returns false, next() returns only
  // this beginning, and is_header_only() is true until pop().
  template <class Wants>
  std::optional<Bytes> next(ParticipantId id, Wants&& needs_rest);
  bool is_header_only(ParticipantId id) const;
  // Returns the first kBeginningBytes of the next message, or all of a shorter one, without taking
  // it. Valid until the next call for this participant. next() decides later whether the message is
  // wanted.
  std::optional<Bytes> beginning(ParticipantId id);
  void pop(ParticipantId id);
  // Pops a message that next() returned, and swaps its memory with `memory`, which then begins with
  // the message. Returns false and pops nothing if `message` is not that message.
  bool exchange(ParticipantId id, Bytes message, std::vector<std::byte>& memory);
  // Notes that count as input for this participant: none, those of one participant (while the notes
  // of others make no difference), or all.
  enum class WatchedNotes { none, one, all };
  void watch_notes(WatchedNotes scope) { watched_notes_ = scope; }
  // Counts only the note at `index` as input, when its number is no longer `number`.
  void watch_note(std::size_t index, std::uint64_t number) {
    watched_notes_ = WatchedNotes::one;
    watched_note_index_ = index;
    watched_note_number_ = number;
  }
  // A look at one note, which does not take it. The index counts participants in the order of their
  // ids.
  struct NoteView {
    ParticipantId writer = 0;
    std::uint64_t number = 0;
    bool is_complete = false;  // false: it is being changed and cannot be read
    bool is_log_read = false;  // the log before it has been read
    Note note = {};
  };
  std::size_t note_count() const { return peer_views_.size(); }
  NoteView note_at(std::size_t index) const {
    const PeerView& view = peer_views_[index];
    NoteView seen{view.id, view.outbox.note_number()};
    seen.is_complete =
        Outbox::is_complete(seen.number) && view.outbox.read_note(seen.number, seen.note);
    seen.is_log_read = view.read_tail != kNotRead && view.read_tail >= seen.note.log_end;
    return seen;
  }
  // Returns the position of the participant's last message in time-stamp order
  // (publish_tso_position()). Call after note_at(), or after the note was taken.
  std::uint64_t tso_position_at(std::size_t index) const {
    return peer_views_[index].outbox.last_tso_position();
  }
  ParticipantId id_at(std::size_t index) const { return peer_views_[index].id; }
  // Returns whether there is a note that has not been looked at.
  bool has_unread_notes() const {
    return std::ranges::any_of(peer_views_, [](const PeerView& view) {
      return view.note.has_new_note(view.outbox) && !view.peer->is_faulty;
    });
  }
  // Calls receive(participant, words) for each new note, if its writer's log has been read up to
  // the note. If it returns false, a later receive_notes() offers the note again.
  template <class Take>
  void receive_notes(Take&& receive);
  // Returns the offset up to which the participant's log has been read. This includes a message
  // that is not popped and the pieces of an incomplete message; a newcomer that begins there does
  // not get those.
  std::uint64_t read_up_to(ParticipantId id) const;
  // Returns a counter that changes whenever a piece or a note has been read from any participant.
  std::uint64_t pieces_read() const { return pieces_read_; }
  // Returns the offset up to which the participant's log can be read now.
  std::uint64_t written_up_to(ParticipantId id) const;
  // Returns whether some pieces of a message have arrived, or a message is not popped.
  bool is_amid_message(ParticipantId id) const;
  // An incomplete message of a participant: its number, counted from 1 (0: there is none), and the
  // bytes that have arrived.
  struct IncompleteMessage {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  IncompleteMessage incomplete_message(ParticipantId id) const;
  // Returns the bytes of memory that a participant's messages take here.
  std::size_t message_memory_bytes(ParticipantId id) const;
  // Gives the room of read messages back to their writers, and wakes writers that wait for it.
  void release();
  // Returns whether there is input. Looks once at each log, or, during selective scans, at the
  // marked logs. A message that is not popped counts.
  bool has_input() const;
  bool has_input_of(ParticipantId id) const;
  bool has_input_of_coordinator() const {
    return coordinator_peer_ != nullptr && has_messages(*coordinator_peer_);
  }
  // Calls visit(participant) for each log with input and visit_other(participant) for each other
  // input source with input, among those that has_input() covers. The visitors must not change this
  // fabric.
  template <class Visit, class VisitBeside>
  void for_each_with_input(Visit&& visit, VisitBeside&& visit_other);
  template <class Visit>
  void for_each_with_input(Visit&& visit) {
    for_each_with_input(visit, [](ParticipantId) {});
  }

  // A faulty participant, reported once with the reason. Its log or its cursor is invalid, or it
  // has cut this one off.
  struct PeerFault {
    ParticipantId participant = 0;
    // This participant has lost messages, unless the other one lies. One of the two has to leave.
    bool has_lost_messages = false;
    std::string reason;
  };
  std::optional<PeerFault> take_peer_fault();

  // Returns the number of other participants that are awake; all of them during selective scans.
  std::size_t awake_senders() const;

  // The progress of a participant in all logs, as the outboxes show it; for reports. Empty if it
  // does not take part.
  struct ParticipantState {
    // Unread bytes in all logs; 0 if it sleeps, has not been rung and holds no writer, because then
    // none of them concern it.
    std::uint64_t unread_bytes = 0;
    bool holds_others = false;    // writers wait for it to make room
    bool waits_for_room = false;  // it waits for room itself
  };
  ParticipantState participant_state(ParticipantId id) const;

  // --- Sleeping (see transport::Waitable). Call flush() and release() before. `drain` empties
  // the doorbell and returns a Ringers.
  bool prepare_wait();
  // Ends a sleep. `is_rung`: the doorbell may have been rung.
  template <class Drain>
  void finish_wait(bool is_rung, Drain&& drain);
  // The same for a sleep on the words of the bells; the two kinds of sleep may alternate.
  // wait_briefly() returns the result of Bells::wait().
  bool has_bells() const { return bells_ != nullptr; }
  template <class Drain>
  bool prepare_brief_wait(Drain&& drain);
  template <class... Limit>
  bool wait_briefly(Limit... until) {
    return bells_->wait(slot_, rings_, common_rings_, until...);
  }
  template <class Drain>
  void finish_brief_wait(Drain&& drain);

  // --- Selective scans, for a participant with many others (docs/shm-fabric.md, "Selective
  // scans"). If few others have woken it, it looks only at their logs and at the coordinator's log,
  // and then sleeps again. Any other participant with a message for it rings it, even while it is
  // awake.
  void allow_selective_scans(bool allowed = true) {
    if (allowed == may_be_selective_) return;
    may_be_selective_ = allowed;
    own_->set_needs_names(allowed);
    if (!allowed && is_selective_) end_selective_scans();
  }
  bool is_selective() const { return is_selective_; }
  // Takes the rings into account. Call before a look while awake.
  template <class Drain>
  void apply_rings(Drain&& drain);
  // Makes the next looks cover all logs.
  void mark_all_logs();

 private:
  friend struct exploration::State;
  struct Peer {
    Slot slot = 0;
    Doorbell doorbell;
    std::unique_ptr<Outbox> outbox;
    LogReader<Outbox> reader;
    MessageMemory message = {};  // the next message, or its pieces so far
    std::size_t bytes = 0;       // bytes of it
    bool is_complete = false;
    std::uint64_t popped_messages = 0;  // number of messages before it
    bool is_header_only = false;        // only its beginning is copied
    bool is_to_be_woken = false;
    bool is_to_scan_all_logs = false;           // it must look at all logs
    bool is_marked = false;                     // marked for selective scans
    bool is_faulty = false;                     // nothing more is read
    Note note = {};                             // last note seen
    std::uint64_t last_rung_sleep = 0;          // last of its sleeps in which this one rang it
    std::uint64_t last_sleep_rung_for_all = 0;  // the same for a ring to look at all logs
    std::function<bool()> has_other_input = {};
  };

  static bool has_log_input(const Peer& peer) {
    return !peer.is_faulty && (peer.is_complete || peer.reader.has_input());
  }
  static bool has_other_input(const Peer& peer) {
    return peer.has_other_input && peer.has_other_input();
  }
  static bool has_messages(const Peer& peer) {
    return has_other_input(peer) || has_log_input(peer);
  }
  template <class Visit, class VisitBeside>
  static bool visit_inputs(ParticipantId id, const Peer& peer, Visit&& visit,
                           VisitBeside&& visit_other) {
    const bool has_other = has_other_input(peer);
    const bool has_log = has_log_input(peer);
    if (has_other) visit_other(id);
    if (has_log) visit(id);
    return has_other || has_log;
  }
  void store_unpublished_note();
  bool has_watched_notes() const;
  void sleep_on_words(bool on_words);
  void wake_up(const Ringers& rung);
  void mark_rung_logs(const Ringers& rung);
  void load_bells();
  template <class Drain>
  Ringers take_rings(Drain&& drain);
  // Null if it does not take part.
  Peer* find(ParticipantId id);
  const Peer* find(ParticipantId id) const;
  void mark_for_scan(ParticipantId id, Peer& peer);
  void end_selective_scans();
  bool fall_asleep();
  bool prepare_selective_wait();
  bool all_known() const;
  bool slot_is_free(Slot slot) const;
  static void add_unread(ParticipantState& standing, const Outbox& reader, ParticipantId writer,
                         Slot slot, const Outbox& log);
  bool write(std::span<const Bytes> message);
  void drain_queue();
  void ring_queued_wakes();
  void ring_collected_peers();
  void ring_peers_without_room();
  bool has_room_again();
  std::optional<std::uint64_t> sleep_to_ring(const Peer& peer) const;
  bool needs_name(const Peer& peer, std::uint64_t sleep) const;
  static void record_ring(Peer& peer, std::uint64_t sleep);
  void ring(Peer& peer);
  void ring_sleeper(Peer& peer, std::uint64_t sleep);
  void ring_writer(Peer& peer);
  void record_peer_fault(ParticipantId id, Peer& peer, std::string reason,
                         bool has_lost_messages = false);
  std::optional<FrameHeader> peek(Peer& peer);
  template <class Wants>
  bool read_piece(ParticipantId id, Peer& peer, Wants&& needs_rest);
  template <class Wants>
  bool copy_piece(ParticipantId id, Peer& peer, std::size_t bytes, Wants&& needs_rest);
  bool copy(ParticipantId id, Peer& peer, std::size_t from, std::size_t to);
  void record_read_fault(ParticipantId id, Peer& peer, bool too_long);
  bool may_release();

  static constexpr std::size_t kQueueBytesKept = std::size_t{4} << 20;

  const std::size_t message_bytes_max_;
  std::unique_ptr<Outbox> own_;
  std::unique_ptr<Bells> bells_;  // none: all sleep on their doorbells
  std::optional<LogWriter<Outbox>> writer_;
  ParticipantId self_ = 0;
  Slot slot_ = 0;
  ParticipantId coordinator_ = 0;
  std::map<ParticipantId, Peer> peers_;
  // The same participants in a vector, because each sleep takes several looks at all of them.
  struct PeerView {
    typename Outbox::Glance outbox;
    std::uint64_t read_tail;  // tail at which its log was read to the end
    NoteReader note;
    Peer* peer;
    ParticipantId id;
    bool has_other_source = false;
  };
  static constexpr std::uint64_t kNotRead = ~std::uint64_t{0};
  // One load if there is no input.
  static bool has_messages(PeerView& view) {
    const std::uint64_t tail = view.outbox.tail();
    if (tail == view.read_tail) return false;
    if (has_messages(*view.peer)) return true;
    if (!view.peer->is_faulty && !view.has_other_source && tail == view.peer->reader.offset()) {
      view.read_tail = tail;
    }
    return false;
  }
  mutable std::vector<PeerView> peer_views_;  // by participant
  Peer* coordinator_peer_ = nullptr;

  // Number of short sleeps after which the doorbell is searched for names regardless of the words,
  // because every participant may write these.
  static constexpr unsigned kBriefWaitsPerNameSearch = 64;
  Rings rings_ = 0;  // words of the bells when last looked at
  Rings common_rings_ = 0;
  unsigned brief_waits_ = 0;
  bool is_wait_prepared_ = false;   // for a sleep on the doorbell
  bool has_applied_rings_ = false;  // rings were taken into account at the wake-up

  bool may_be_selective_ = false;
  // It looks only at the marked participants and at the coordinator.
  bool is_selective_ = false;
  struct MarkedPeer {
    ParticipantId id = 0;
    Peer* peer = nullptr;
  };
  std::vector<MarkedPeer> marked_;

  // Messages that found no room. queue_offset_ is the number of bytes of the first that are
  // written. Some megabytes of the memory of a burst are kept for the next one.
  queues::RecordQueue queue_{kQueueBytesKept / queues::RecordQueue::kChunkBytes};
  std::size_t queue_offset_ = 0;
  std::size_t queued_bytes_ = 0;
  bool is_waiting_for_room_ = false;
  bool has_sent_more_pieces_ = false;  // a continuing piece was sent
  std::optional<NoteWords> unpublished_note_;
  std::optional<std::uint64_t> unpublished_tso_position_;
  WatchedNotes watched_notes_ = WatchedNotes::none;
  std::size_t watched_note_index_ = 0;
  std::uint64_t watched_note_number_ = 0;
  bool is_waking_all_ = false;
  std::vector<Peer*> peers_to_wake_;
  // Of ring_queued_wakes(), with the sleep to ring in.
  std::vector<std::pair<Peer*, std::uint64_t>> peers_to_ring_;
  std::uint64_t pieces_read_ = 0;
  std::vector<Peer*> unreleased_peers_;   // logs with read bytes that are not given back
  bool is_newcomer_unannounced_ = false;  // coordinator: the announcement may be unpublished
  bool is_release_held_ = false;          // because of is_newcomer_unannounced_
  std::deque<PeerFault> peer_faults_;
};

}  // namespace triad::transport

#include "transport/fabric/basic_fabric_definitions.hpp"
#include "transport/fabric/basic_fabric_waking.hpp"
