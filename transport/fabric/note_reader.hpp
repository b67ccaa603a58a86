// NoteReader: how far a participant is with the notes of another one. It looks at a note, reads the
// log up to it, then takes the note. A note that is being changed is not news. A note that cannot
// be taken yet is not input, because the frames before it are. The note itself is stored elsewhere,
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
  // Reads a new note into `note`, if there is one. Returns whether `note` is to be taken, which the
  // caller does once the log has been read up to it. A new note replaces one that was not taken.
  template <class Outbox>
  [[nodiscard]] bool read(const Outbox& outbox, Note& note) {
    const std::uint64_t number = outbox.note_number();
    if (number == seen_number()) return is_pending();
    const bool is_new = Outbox::is_complete(number) && outbox.read_note(number, note);
    state_ = is_new ? number | kPending : seen_number();
    return is_new;
  }
  void mark_received() { state_ = seen_number(); }

 private:
  friend struct exploration::State;
  // Flag in state_; complete notes have even numbers.
  static constexpr std::uint64_t kPending = 1;
  std::uint64_t seen_number() const { return state_ & ~kPending; }
  bool is_pending() const { return (state_ & kPending) != 0; }

  std::uint64_t state_ = 0;  // number seen last, and whether it is to be taken
};

}  // namespace triad::transport
