// NoteMemory: the notes of a fabric, each the last time promise of a participant, in the outboxes'
// first lines. This participant writes its own note and reads those of all others.
// rtia/hosting/notes_of_others.hpp evaluates them. Used by BasicFabric.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "transport/fabric/log_set.hpp"
#include "transport/fabric/outbox_layout.hpp"
#include "transport/fabric/peer_table.hpp"

namespace triad::transport {

// Notes that count as input for a participant: none, those of one participant (while the notes of
// others make no difference), or all.
enum class WatchedNotes { none, one, all };

// A look at one note, which does not take it.
struct NoteView {
  ParticipantId writer = 0;
  std::uint64_t number = 0;
  bool is_complete = false;  // false: it is being changed and cannot be read
  bool is_log_read = false;  // the log before it has been read
  Note note = {};
};

template <class Outbox, class Doorbell, class Bells>
class NoteMemory {
 public:
  using Table = PeerTable<Outbox, Doorbell>;
  using View = typename Table::View;

  NoteMemory(Table& table, const LogSet<Outbox, Doorbell, Bells>& logs)
      : table_(table), own_(*table.own), logs_(logs) {}

  ParticipantId self() const { return table_.self; }

  // --- The own note.
  // Replaces this participant's note. It becomes readable when the messages sent so far are. The
  // caller names the participants to wake when it flushes.
  void publish(const NoteWords& words) { unpublished_ = words; }
  // Replaces this participant's note at once, even while messages are queued.
  void publish_at_once(const NoteWords& words) {
    unpublished_.reset();
    own_.set_note({words, 0});
  }
  // Records the position of a message in time-stamp order that was sent. All participants can read
  // the position before the next note, perhaps before the message.
  void publish_tso_position(std::uint64_t position) { unpublished_tso_position_ = position; }
  // Stores the position, then the note. BasicFabric calls it when it has published messages.
  void store_unpublished() {
    if (TRIAD_FABRIC_DEFECT(sent_after_note) && unpublished_) store_note();
    if (unpublished_tso_position_)
      own_.set_last_tso_position(*std::exchange(unpublished_tso_position_, std::nullopt));
    if (unpublished_ && !TRIAD_FABRIC_DEFECT(rung_before_note)) store_note();
  }
  // Stores a note that a planted defect has left behind.
  void store_left_behind() {
    if (TRIAD_FABRIC_DEFECT(rung_before_note) && unpublished_) store_note();
  }

  // --- The others' notes. An index counts participants in the order of their ids.
  std::size_t count() const { return table_.views.size(); }
  NoteView at(std::size_t index) const {
    const View& view = table_.views[index];
    NoteView seen{view.id, view.outbox.note_number()};
    seen.is_complete =
        Outbox::is_complete(seen.number) && view.outbox.read_note(seen.number, seen.note);
    seen.is_log_read = view.read_tail != Table::kNotRead && view.read_tail >= seen.note.log_end;
    return seen;
  }
  // Returns the position of the participant's last message in time-stamp order
  // (publish_tso_position()). Call after at(), or after the note was taken.
  std::uint64_t tso_position_at(std::size_t index) const {
    return table_.views[index].outbox.last_tso_position();
  }
  ParticipantId id_at(std::size_t index) const { return table_.views[index].id; }
  // Returns whether there is a note that has not been looked at.
  bool has_unread() const {
    return std::ranges::any_of(table_.views, [](const View& view) {
      return view.note.has_new_note(view.outbox) && !view.peer->is_faulty;
    });
  }
  // Calls take(participant, words) for each new note, if its writer's log has been read up to the
  // note. If it returns false, a later receive() offers the note again.
  template <class Take>
  void receive(Take&& take) {
    for (View& view : table_.views) {
      auto& peer = *view.peer;
      if (!view.note.read(view.outbox, peer.note)) continue;
      const bool has_read = !peer.is_faulty && !peer.is_complete && peer.bytes == 0 &&
                            peer.reader.offset() >= peer.note.log_end;
      if (!has_read || !take(view.id, peer.note.words)) continue;
      view.note.mark_received();
    }
  }

  // --- Notes as input.
  void watch(WatchedNotes scope) { watched_ = scope; }
  // Counts only the note at `index` as input, when its number is no longer `number`.
  void watch_one(std::size_t index, std::uint64_t number) {
    watched_ = WatchedNotes::one;
    watched_index_ = index;
    watched_number_ = number;
  }
  // Watches all notes instead of one, because indices have changed.
  void follow_change_of_peers() {
    if (watched_ == WatchedNotes::one) watched_ = WatchedNotes::all;
  }
  bool has_watched() const {
    if (TRIAD_FABRIC_DEFECT(note_not_heeded)) return false;
    if (watched_ == WatchedNotes::one) {
      const std::uint64_t number = table_.views[watched_index_].outbox.note_number();
      return number != watched_number_ && Outbox::is_complete(number);
    }
    return watched_ == WatchedNotes::all && has_unread();
  }

 private:
  friend struct exploration::State;
  // Stores the note after all messages sent before it, and perhaps after later ones.
  void store_note() {
    if (logs_.has_queue()) return;
    own_.set_note({*unpublished_, logs_.end()});
    unpublished_.reset();
  }

  Table& table_;
  Outbox& own_;
  const LogSet<Outbox, Doorbell, Bells>& logs_;
  std::optional<NoteWords> unpublished_;
  std::optional<std::uint64_t> unpublished_tso_position_;
  WatchedNotes watched_ = WatchedNotes::none;
  std::size_t watched_index_ = 0;
  std::uint64_t watched_number_ = 0;
};

}  // namespace triad::transport
