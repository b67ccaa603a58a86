// What fabric.hpp is over mapped memory and eventfds, over any outbox and doorbell: so that
// tests/exploration runs this very code under a scheduler that switches at every access. Only
// fabric.hpp and the exploration include it; its operations are explained here.
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
#include "transport/fabric/rung_by.hpp"
#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// By so much of a message a participant tells whether it has a use for the rest.
inline constexpr std::size_t kBeginningBytes = 256;

template <class Outbox, class Doorbell, class Bells>
class BasicFabric {
 public:
  BasicFabric(std::unique_ptr<Outbox> own, std::size_t message_bytes_max)
      : message_bytes_max_(message_bytes_max), own_(std::move(own)) {}

  // This participant has been given its place. Once, before anything is attached or sent.
  // `coordinator` is the participant by whose log newcomers are told of (the first to be attached,
  // by the newcomers' side); zero, for one participant alone: this is the coordinator. Its cursors
  // stand still while what tells of a newcomer waits for room; two that did so could wait for each
  // other.
  void begin(ParticipantId self, Slot slot, ParticipantId coordinator);
  // Before anything is attached, and by all of a fabric or by none: they ring who sleeps on them.
  void ring_by(std::unique_ptr<Bells> bells) { bells_ = std::move(bells); }
  ParticipantId self() const { return self_; }
  Slot slot() const { return slot_; }

  // Another takes part: its log is read from `read_from` on, and it reads this one's from
  // `they_read_from` on, of which nothing may be overwritten yet.
  //
  // The coordinator's side: `read_from` 0, `they_read_from` tail(), and from read_up_to(), which
  // tells where the newcomer begins in others' logs, over attach() to the send() that tells them of
  // it, nothing is read. The others' side: before the coordinator's message that tells of it is
  // popped.
  Result<void> attach(ParticipantId id, Slot slot, Doorbell doorbell,
                      std::unique_ptr<Outbox> outbox, std::uint64_t read_from,
                      std::uint64_t they_read_from);
  // What else it rings for: said to have input (true) as long as there is some of that.
  void look_beside(ParticipantId id, const std::function<bool()>& has_input);
  void detach(ParticipantId id);
  bool attached(ParticipantId id) const { return peers_.contains(id); }

  // --- Sending. What finds no room waits here, in order; queued_bytes() says how much.
  void send(Bytes message) { send(std::span<const Bytes>(&message, 1)); }
  // Of one message, in parts one behind the other: kPartsMax at most.
  void send(std::span<const Bytes> parts);
  // Whoever of these sleeps is woken when what was sent before is published: at the next flush(),
  // or at the one that finds room for it.
  void concern(ParticipantId id);
  void concern_all() { concern_all_ = true; }
  // The same, and it looks at all logs, as what others wrote concerns it, too.
  void concern_with_all_logs(ParticipantId id);
  // What was sent, and found room, can be read from now on by whoever looks; nobody is woken yet.
  void publish() {
    writer_->publish();
    if (TRIAD_FABRIC_DEFECT(sent_after_note) && unpublished_note_) publish_note();
    if (unpublished_sent_) own_->set_sent(*std::exchange(unpublished_sent_, std::nullopt));
    if (unpublished_note_ && !TRIAD_FABRIC_DEFECT(rung_before_note)) publish_note();
  }
  // In place of what was noted before: can be read when what was sent before can. Whom it concerns
  // is said as of a message.
  void note(const NoteWords& words);
  // From now on there is this one, whatever is still queued.
  void note_at_once(const NoteWords& words);
  // Records the position of a message in time-stamp order that was sent. All can read it before the
  // next note, perhaps before the message.
  void sent_in_order(std::uint64_t position) { unpublished_sent_ = position; }
  // Publishes what was sent and wakes those concerned, and those that keep most of the log.
  void flush();
  std::size_t queued_bytes() const { return queued_bytes_; }
  // Where the log ends, for a newcomer that is to begin there. Nothing may be queued.
  std::uint64_t tail();
  // The participant for whom the queue waits most.
  ParticipantId slowest() const { return writer_->slowest().value_or(0); }
  // Where `id` was in this participant's log when last looked at, at least.
  std::uint64_t offset_of(ParticipantId id) const { return writer_->offset_of(id).value_or(0); }

  // --- Receiving.
  // The next message of one participant, in memory of this process, until it is popped. Empty:
  // there is none yet.
  std::optional<Bytes> next(ParticipantId id);
  // The same, but of a message of which `wants`, given its first kBeginningBytes or all, says
  // false, nothing else is copied: it is this beginning then, and header_only() until it is popped.
  template <class Wants>
  std::optional<Bytes> next(ParticipantId id, Wants&& wants);
  bool header_only(ParticipantId id) const;
  // The first kBeginningBytes of the next message, or all, without taking it: what is wanted of it
  // is decided when it is. Valid until something else of that participant is looked at.
  std::optional<Bytes> beginning(ParticipantId id);
  void pop(ParticipantId id);
  // As pop(), for a message that next() gave and that is to be kept: its memory goes to the caller,
  // which it begins, and that of the caller takes its place. False, and nothing is popped: this is
  // not the message.
  bool exchange(ParticipantId id, Bytes message, std::vector<std::byte>& memory);
  // Whose notes are input for this participant: nobody's, one's, as long as those of others make no
  // difference, or everybody's.
  enum class Heeds { nobody, one, everybody };
  void heed_notes(Heeds whose) { heeds_ = whose; }
  // The one that had this number when it was seen.
  void heed_note(std::size_t index, std::uint64_t number) {
    heeds_ = Heeds::one;
    heeded_ = index;
    heeded_number_ = number;
  }
  // One look at each note, without taking it: by index, in the order of the participants.
  struct SeenNote {
    ParticipantId of = 0;
    std::uint64_t number = 0;
    bool is_whole = false;  // else it is being changed, and not to be read
    bool is_next = false;   // all of the log before it has been read
    Note note = {};
  };
  std::size_t notes() const { return looks_.size(); }
  SeenNote note_at(std::size_t index) const {
    const Look& look = looks_[index];
    SeenNote seen{look.id, look.outbox.note_number()};
    seen.is_whole = Outbox::is_whole(seen.number) && look.outbox.read_note(seen.number, seen.note);
    seen.is_next = look.read_tail != kNotRead && look.read_tail >= seen.note.behind;
    return seen;
  }
  // Position of the last message in time-stamp order of that participant, as sent_in_order() has
  // it. To be called after note_at(), or after the note was taken.
  std::uint64_t sent_at(std::size_t index) const { return looks_[index].outbox.sent(); }
  ParticipantId id_at(std::size_t index) const { return looks_[index].id; }
  // Somebody has noted something that has not been looked at.
  bool has_unread_notes() const {
    return std::ranges::any_of(looks_, [](const Look& look) {
      return look.note.has_news(look.outbox) && !look.peer->faulty;
    });
  }
  // take(participant, words) of each note of which it has not been told yet and which may be taken,
  // as its writer's log has been read up to it. False: not yet; it is asked again.
  template <class Take>
  void take_notes(Take&& take);
  // How far its log has been read, with a message that is not popped and with the pieces of one
  // that has not come whole. A newcomer that begins there does not get those.
  std::uint64_t read_up_to(ParticipantId id) const;
  // Of all logs, another number whenever something has been read.
  std::uint64_t pieces_read() const { return pieces_read_; }
  // How far there is something to read now.
  std::uint64_t written_up_to(ParticipantId id) const;
  // Some pieces of a message have come, or a message is not popped.
  bool amid_message(ParticipantId id) const;
  // Of one participant's message of which some pieces have come and not all: which one it is, from
  // 1, and how much of it is there. Zero: there is none.
  struct BegunMessage {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  BegunMessage begun_message(ParticipantId id) const;
  // The memory that messages of a participant take here.
  std::size_t message_memory(ParticipantId id) const;
  // Gives the room of what was read back to its writers; wakes those who wait for it.
  void release();
  // One look at each log; of one that looks selectively, at those that it is to look at. A message
  // that is not popped counts.
  bool has_input() const;
  bool has_input_of(ParticipantId id) const;
  bool has_input_of_coordinator() const {
    return coordinator_peer_ != nullptr && has_messages(*coordinator_peer_);
  }
  // visit(participant) for each whose log has some, and visit_beside(participant) for each that
  // has some beside it, as has_input() looks. They change nothing here.
  template <class Visit, class VisitBeside>
  void for_each_with_input(Visit&& visit, VisitBeside&& visit_beside);
  template <class Visit>
  void for_each_with_input(Visit&& visit) {
    for_each_with_input(visit, [](ParticipantId) {});
  }

  // Those whose log makes no sense, or who have cut this one off, or whom this one has cut off as
  // their cursors make no sense; with the reason. Each once.
  struct Trouble {
    ParticipantId with = 0;
    // This participant has lost messages, if the other is to be believed: one of the two has to go.
    bool cut_off_here = false;
    std::string what;
  };
  std::optional<Trouble> take_trouble();

  std::size_t others_awake() const;

  // How another keeps up with all of them, as their outboxes tell, for people. Nothing where it
  // does not take part.
  struct Standing {
    // Of all logs, unless it sleeps and nobody has woken it, as nothing of it concerns it.
    std::uint64_t unread_bytes = 0;
    bool holds_others = false;    // some of them wait for it to make room
    bool waits_for_room = false;  // as it does itself
  };
  Standing standing(ParticipantId id) const;

  // --- Sleeping, as transport::Waitable has it. Before, flush() and release(). `silence` empties
  // the doorbell and gives a RungBy.
  bool prepare_wait();
  // `is_rung`: the doorbell may have been rung.
  template <class Silence>
  void finish_wait(bool is_rung, Silence&& silence);
  // The same, by turns with it, on the words of the bells: wait_shortly() gives what that of the
  // bells does.
  bool has_bells() const { return bells_ != nullptr; }
  template <class Silence>
  bool prepare_short_wait(Silence&& silence);
  template <class... Limit>
  bool wait_shortly(Limit... until) {
    return bells_->wait(slot_, rings_, common_rings_, until...);
  }
  template <class Silence>
  void finish_short_wait(Silence&& silence);

  // --- Looking selectively, for one who has many others: after a sleep from which few have woken
  // it, it looks at their logs and the coordinator's alone, and sleeps again without a look at the
  // rest. Whoever else has something that concerns it rings it, also while it is awake.
  void allow_selective_looks(bool allowed = true) {
    if (allowed == may_be_selective_) return;
    may_be_selective_ = allowed;
    own_->set_needs_names(allowed);
    if (!allowed && selective_) end_selective_looks();
  }
  bool looks_selectively() const { return selective_; }
  // Before a look while awake: who has rung.
  template <class Silence>
  void heed_rings(Silence&& silence);
  // The next looks are at all logs.
  void look_at_all();

 private:
  friend struct exploration::State;
  struct Peer {
    Slot slot = 0;
    Doorbell doorbell;
    std::unique_ptr<Outbox> outbox;
    LogReader<Outbox> reader;
    MessageMemory message = {};  // the next one, or the pieces of it that have come
    std::size_t bytes = 0;       // of it
    bool complete = false;
    std::uint64_t taken = 0;   // messages before it
    bool header_only = false;  // it has its beginning alone
    bool concerned = false;
    bool with_all_logs = false;         // as it is to look at all
    bool is_to_look_at = false;         // of one that looks selectively
    bool faulty = false;                // nothing more is read
    Note note = {};                     // seen last
    std::uint64_t rung_in = 0;          // the last of its sleeps in which this one has rung it
    std::uint64_t rung_for_all_in = 0;  // and so that it looks at all
    std::function<bool()> has_input_beside = {};
  };

  static bool has_logged(const Peer& peer) {
    return !peer.faulty && (peer.complete || peer.reader.has_input());
  }
  static bool has_beside(const Peer& peer) {
    return peer.has_input_beside && peer.has_input_beside();
  }
  static bool has_messages(const Peer& peer) { return has_beside(peer) || has_logged(peer); }
  template <class Visit, class VisitBeside>
  static bool visit_what_has_input(ParticipantId id, const Peer& peer, Visit&& visit,
                                   VisitBeside&& visit_beside) {
    const bool beside = has_beside(peer);
    const bool logged = has_logged(peer);
    if (beside) visit_beside(id);
    if (logged) visit(id);
    return beside || logged;
  }
  void publish_note();
  bool has_heeded_notes() const;
  void sleep_on_words(bool on_words);
  void wake_up(const RungBy& rung);
  void heed(const RungBy& rung);
  void note_bells();
  template <class Silence>
  RungBy take_rings(Silence&& silence);
  // Null: it does not take part.
  Peer* find(ParticipantId id);
  const Peer* find(ParticipantId id) const;
  void look_at(ParticipantId id, Peer& peer);
  void end_selective_looks();
  bool fall_asleep();
  bool prepare_selective_wait();
  bool all_known() const;
  bool slot_is_free(Slot slot) const;
  static void add_unread(Standing& standing, const Outbox& reader, ParticipantId writer, Slot slot,
                         const Outbox& log);
  bool write(std::span<const Bytes> message);
  void drain_queue();
  void ring_concerned();
  void ring_those_to_be_rung();
  void ring_those_behind_pieces();
  bool has_room_again();
  std::optional<std::uint64_t> to_be_rung_in(const Peer& peer) const;
  bool needs_name(const Peer& peer, std::uint64_t sleep) const;
  static void note_ring(Peer& peer, std::uint64_t sleep);
  void ring(Peer& peer);
  void ring_in(Peer& peer, std::uint64_t sleep);
  void ring_writer(Peer& peer);
  void fail(ParticipantId id, Peer& peer, std::string what, bool cut_off_here = false);
  std::optional<FrameHeader> peek(Peer& peer);
  template <class Wants>
  bool take_piece(ParticipantId id, Peer& peer, Wants&& wants);
  template <class Wants>
  bool copy_piece(ParticipantId id, Peer& peer, std::size_t bytes, Wants&& wants);
  bool copy(ParticipantId id, Peer& peer, std::size_t from, std::size_t to);
  void explain_no_piece(ParticipantId id, Peer& peer, bool too_long);
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
  // The same, for the looks at all of them, of which there are several for each sleep.
  struct Look {
    typename Outbox::Glance outbox;
    std::uint64_t read_tail;  // where its log had been read to its end
    NoteReader note;
    Peer* peer;
    ParticipantId id;
    bool looks_beside = false;
  };
  static constexpr std::uint64_t kNotRead = ~std::uint64_t{0};
  // One load where there is nothing.
  static bool has_messages(Look& look) {
    const std::uint64_t tail = look.outbox.tail();
    if (tail == look.read_tail) return false;
    if (has_messages(*look.peer)) return true;
    if (!look.peer->faulty && !look.looks_beside && tail == look.peer->reader.offset()) {
      look.read_tail = tail;
    }
    return false;
  }
  mutable std::vector<Look> looks_;  // by participant
  Peer* coordinator_peer_ = nullptr;

  // Names that are in the doorbell are looked for once in so many short sleeps whatever the words
  // say, as any other may write these.
  static constexpr unsigned kLooksForNames = 64;
  Rings rings_ = 0;  // as the bells were when last looked at
  Rings common_rings_ = 0;
  unsigned short_waits_ = 0;
  bool prepared_ = false;    // for a sleep on the doorbell
  bool has_heeded_ = false;  // as it woke, just now

  bool may_be_selective_ = false;
  // It looks at these and at the coordinator.
  bool selective_ = false;
  struct LookAt {
    ParticipantId id = 0;
    Peer* peer = nullptr;
  };
  std::vector<LookAt> to_look_at_;

  // Messages that found no room; of the first, so much has been written. Of what a burst has taken
  // some megabytes are kept for the next one.
  queues::RecordQueue queue_{kQueueBytesKept / queues::RecordQueue::kChunkBytes};
  std::size_t queue_offset_ = 0;
  std::size_t queued_bytes_ = 0;
  bool waits_for_room_ = false;
  bool sent_more_pieces_ = false;  // of a message that has begun
  std::optional<NoteWords> unpublished_note_;
  std::optional<std::uint64_t> unpublished_sent_;
  Heeds heeds_ = Heeds::nobody;
  std::size_t heeded_ = 0;
  std::uint64_t heeded_number_ = 0;
  bool concern_all_ = false;
  std::vector<Peer*> concerned_;
  std::vector<std::pair<Peer*, std::uint64_t>> to_be_rung_;  // of ring_concerned(), with its sleep
  std::uint64_t pieces_read_ = 0;
  std::vector<Peer*> unreleased_;  // of whom something has been read since
  bool newcomer_untold_ = false;   // what tells of it may be unpublished; the coordinator's
  bool release_held_ = false;      // for that reason
  std::deque<Trouble> trouble_;
};

}  // namespace triad::transport

#include "transport/fabric/basic_fabric_definitions.hpp"
#include "transport/fabric/basic_fabric_waking.hpp"
