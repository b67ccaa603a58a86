// The operations on an outbox that make up the protocol of log.hpp, each with its memory order. A
// template over the memory, so that the same orders apply to mapped memory (outbox.hpp) and are
// explored access by access (tests/exploration). Memory must have
//
//   capacity(), load(word, order), store(word, value, order), load_cursor(slot, word, order),
//   store_cursor(slot, word, value, order), load_note(index, order),
//   store_note(index, value, order), fence(order), copy_in(offset, bytes),
//   copy_out(offset, space), fetch_for_writing(offset), front()
//
// A word is named by its member pointer of OutboxHeader or Cursor (outbox_layout.hpp describes each
// word). Front must have load(), load_note() and fence(). Functions that store are for the owner of
// the outbox; the others are also for other participants.
#pragma once

#include <span>

#include "transport/fabric/fabric_defect.hpp"
#include "transport/fabric/outbox_layout.hpp"
#include "transport/link.hpp"

namespace triad::transport {

// The words that others look at often, read through Memory::Front. A small value that can be kept
// apart from the outbox.
template <class Memory>
class OutboxGlance : public Memory {
 public:
  using Memory::Memory;
  explicit OutboxGlance(const Memory& memory) : Memory(memory) {}

  // Returns the offset up to which the log is complete.
  std::uint64_t tail() const { return this->load(&OutboxHeader::tail, std::memory_order_seq_cst); }

  // --- The note: the owner's last time promise. Readers ignore a note that is being changed: when
  // the change is complete they look again or are rung.

  // Returns the number of the note; it rises with each change.
  std::uint64_t note_number() const {
    return this->load(&OutboxHeader::note_number, std::memory_order_seq_cst);
  }
  static bool is_complete(std::uint64_t note_number) { return note_number % 2 == 0; }
  // Reads the note that had this number. Returns false if it has changed meanwhile.
  [[nodiscard]] bool read_note(std::uint64_t number, Note& note) const {
    for (std::size_t i = 0; i < kNoteWordsInLine; ++i) {
      note.words[i] = this->load_note(i, std::memory_order_relaxed);
    }
    note.log_end = this->load(&OutboxHeader::note_log_end, std::memory_order_relaxed);
    const bool has_more = has_second_line(note.words);
    for (std::size_t i = kNoteWordsInLine; i < kNoteWords; ++i) {
      note.words[i] = has_more ? this->load_note(i, std::memory_order_relaxed) : 0;
    }
    if (!TRIAD_FABRIC_DEFECT(note_read_without_fence)) this->fence(std::memory_order_acquire);
    return this->load(&OutboxHeader::note_number, std::memory_order_relaxed) == number;
  }
  // Returns the position, in the owner's stream, of the last message that it sent in time-stamp
  // order. After read_note() it includes all messages before that note. The fences make the message
  // visible to a reader that sees its position, so that the reader does not sleep over it.
  std::uint64_t last_tso_position() const {
    const std::uint64_t position =
        this->load(&OutboxHeader::last_tso_position, std::memory_order_relaxed);
    this->fence(std::memory_order_acquire);
    return position;
  }
};

template <class Memory>
class OutboxOperations : public OutboxGlance<Memory> {
 public:
  using OutboxGlance<Memory>::OutboxGlance;
  using Glance = OutboxGlance<typename Memory::Front>;

  // Returns a view of the words that others look at often. Valid as long as this object.
  Glance glance() const { return Glance(this->front()); }

  // --- The log
  void set_tail(std::uint64_t offset) {
    this->store(&OutboxHeader::tail, offset, std::memory_order_seq_cst);
  }
  // Returns the floor, ordered after the copies before this call. Bytes of the log before the floor
  // may have been overwritten.
  std::uint64_t floor() const {
    this->fence(std::memory_order_acquire);
    return this->load(&OutboxHeader::floor, std::memory_order_relaxed);
  }
  // Stores the floor, ordered before the writes after this call.
  void set_floor(std::uint64_t offset) {
    this->store(&OutboxHeader::floor, offset, std::memory_order_relaxed);
    this->fence(std::memory_order_release);
  }
  // Copies at most capacity() bytes to the log at `offset`; read() copies from it.
  void write(std::uint64_t offset, Bytes bytes) { this->copy_in(offset, bytes); }
  // Fetches the cache lines that will be written next.
  void prefetch_for_write(std::uint64_t offset) { this->fetch_for_writing(offset); }
  void read(std::uint64_t offset, std::span<std::byte> space) const {
    this->copy_out(offset, space);
  }

  // --- The note
  // Replaces the note. Its number is odd while the words change.
  void set_note(const Note& note) {
    this->store(&OutboxHeader::note_number, ++own_note_number_, std::memory_order_relaxed);
    if (!TRIAD_FABRIC_DEFECT(note_changed_without_fence)) this->fence(std::memory_order_release);
    const std::size_t words = has_second_line(note.words) ? kNoteWords : kNoteWordsInLine;
    for (std::size_t i = 0; i < words; ++i) {
      this->store_note(i, note.words[i], std::memory_order_relaxed);
    }
    this->store(&OutboxHeader::note_log_end, note.log_end, std::memory_order_relaxed);
    this->store(&OutboxHeader::note_number, ++own_note_number_, std::memory_order_seq_cst);
  }
  // Records a message in time-stamp order. Call after storing the tail and before the note that
  // follows the message.
  void set_last_tso_position(std::uint64_t position) {
    this->fence(std::memory_order_release);
    this->store(&OutboxHeader::last_tso_position, position, std::memory_order_relaxed);
  }

  // --- Cursors: offsets up to which the owner has read the logs of others, by their slots. Both
  // words of a cursor are part of the last look before a sleep (fall_asleep() of log.hpp), so they
  // are sequentially consistent.

  // Returns the participant that this cursor belongs to; a slot may have a new participant.
  ParticipantId cursor_participant(Slot slot) const {
    return this->load_cursor(slot, &Cursor::participant, std::memory_order_seq_cst);
  }
  std::uint64_t cursor(Slot slot) const {
    return this->load_cursor(slot, &Cursor::offset, std::memory_order_seq_cst);
  }
  void set_cursor(Slot slot, std::uint64_t offset) {
    this->store_cursor(slot, &Cursor::offset, offset, std::memory_order_seq_cst);
  }
  void set_cursor_participant(Slot slot, ParticipantId participant) {
    this->store_cursor(slot, &Cursor::participant, participant, std::memory_order_seq_cst);
  }

  // --- Whether the owner sleeps, and whether it waits for room in its log. The word `sleep` has
  // flags and a number. sleep() loads it; the static functions test a loaded word.
  std::uint64_t sleep() const {
    return this->load(&OutboxHeader::sleep, std::memory_order_seq_cst);
  }
  // Returns whether a participant with a message for the owner must ring it.
  static bool is_to_be_rung(std::uint64_t sleep) { return (sleep & kToBeRung) != 0; }
  // Returns whether the owner is awake and looks at the coordinator's log before it sleeps. Then
  // the coordinator need not ring, but all others must.
  static bool scans_coordinator(std::uint64_t sleep) { return (sleep & kScansCoordinator) != 0; }
  // Returns whether ringers must leave their ids, so that the owner looks only at their logs.
  static bool needs_names(std::uint64_t sleep) { return (sleep & kNeedsNames) != 0; }
  static bool is_asleep(std::uint64_t sleep) {
    return (sleep & (kToBeRung | kScansCoordinator)) == kToBeRung;
  }
  // Returns whether the owner sleeps on the bell page (a futex), not on its doorbell.
  static bool sleeps_on_words(std::uint64_t sleep) {
    return is_asleep(sleep) && (sleep & kOnWords) != 0;
  }
  // Returns the number of the sleep. It changes when the sleep ends and when rings have been taken
  // into account.
  static std::uint64_t sleep_number(std::uint64_t sleep) { return sleep & ~(kNextSleep - 1); }
  bool is_asleep() const { return is_asleep(sleep()); }
  // Stores that the owner sleeps, or that it is awake and need not be rung. A change begins a new
  // sleep number.
  void set_asleep(bool asleep) {
    if (is_to_be_rung(own_sleep_) != asleep) set_sleep(next_sleep() + (asleep ? kToBeRung : 0));
  }
  // Set the kind of the next sleeps: on the bell page or on the doorbell, with or without ids.
  void set_on_words(bool on_words) { on_words_ = on_words; }
  bool on_words() const { return on_words_; }
  void set_needs_names(bool needs) { needs_names_ = needs; }
  // Starts a new sleep number for an owner that is awake but must be rung. Rings of the old number
  // no longer count.
  void renew_sleep_number() { set_sleep(next_sleep() + kToBeRung + kScansCoordinator); }
  // Sets or clears the flag of scans_coordinator(), without a new sleep number.
  void set_scans_coordinator(bool scans) {
    const std::uint64_t sleep =
        scans ? own_sleep_ | kScansCoordinator : own_sleep_ & ~kScansCoordinator;
    if (sleep != own_sleep_) set_sleep(sleep & ~kSleepKind);
  }
  // Return the owner's own state, without a load.
  bool is_to_be_rung() const { return is_to_be_rung(own_sleep_); }
  bool is_to_be_rung_by_name() const { return is_to_be_rung() && needs_names(own_sleep_); }
  // Returns whether the owner waits for room in its log. A reader that moves its cursor then rings.
  bool wants_room() const {
    return this->load(&OutboxHeader::wants_room, std::memory_order_seq_cst) != 0;
  }
  void set_wants_room(bool wants) {
    this->store(&OutboxHeader::wants_room, wants ? 1u : 0u, std::memory_order_seq_cst);
  }

 private:
  static constexpr std::uint64_t kSleepKind = kOnWords | kNeedsNames;

  std::uint64_t next_sleep() const { return (own_sleep_ & ~(kNextSleep - 1)) + kNextSleep; }
  void set_sleep(std::uint64_t sleep) {
    own_sleep_ = sleep + (on_words_ ? kOnWords : 0) + (needs_names_ ? kNeedsNames : 0);
    this->store(&OutboxHeader::sleep, own_sleep_, std::memory_order_seq_cst);
  }

  // State of the owner.
  std::uint64_t own_note_number_ = 0;
  std::uint64_t own_sleep_ = 0;  // last stored value
  bool on_words_ = false;
  bool needs_names_ = false;
};

}  // namespace triad::transport
