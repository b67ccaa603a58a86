// NoteReader: which notes of another participant this participant has read. A note is the last time
// promise of a participant, in its outbox beside the tail of its log. The caller reads a new note,
// then the log up to it, and only then uses the note and calls mark_received(). A note that is
// being changed is ignored: its writer rings or the next look finds it. The caller stores the note,
// so that the frequent looks at all participants touch little memory.
#pragma once

#include <cstdint>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::exploration {
struct State;
}

namespace triad::transport {

class NoteReader {
 public:
  // Returns whether there is a note that read() has not seen. One load.
  template <class Outbox>
  [[nodiscard]] bool has_new_note(const Outbox& outbox) const {
    const std::uint64_t number = outbox.note_number();
    return number != seen_number() && Outbox::is_complete(number);
  }
  // Copies the present note to `note`, if it is new. Returns whether `note` is pending: read, but
  // not yet used by the caller. If a newer note is being written, drops the pending note and
  // returns false; `note` is then undefined.
  template <class Outbox>
  [[nodiscard]] bool read(const Outbox& outbox, Note& note) {
    const std::uint64_t number = outbox.note_number();
    if (number == seen_number()) return is_pending();
    const bool is_new = Outbox::is_complete(number) && outbox.read_note(number, note);
    state_ = is_new ? number | kPending : seen_number();
    return is_new;
  }
  // Records that the caller has used the pending note.
  void mark_received() { state_ = seen_number(); }

 private:
  friend struct exploration::State;
  // Flag in state_; complete notes have even numbers.
  static constexpr std::uint64_t kPending = 1;
  std::uint64_t seen_number() const { return state_ & ~kPending; }
  bool is_pending() const { return (state_ & kPending) != 0; }

  std::uint64_t state_ = 0;  // number of the note read last, and kPending while it is pending
};

}  // namespace triad::transport
