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
  // Returns whether there is a note that look() has not seen. One load.
  template <class Outbox>
  [[nodiscard]] bool has_news(const Outbox& outbox) const {
    const std::uint64_t number = outbox.note_number();
    return number != seen() && Outbox::is_whole(number);
  }
  // Reads a new note into `note`, if there is one. Returns whether `note` is to be taken, which the
  // caller does once the log has been read up to it. A new note replaces one that was not taken.
  template <class Outbox>
  [[nodiscard]] bool look(const Outbox& outbox, Note& note) {
    const std::uint64_t number = outbox.note_number();
    if (number == seen()) return waits();
    const bool is_new = Outbox::is_whole(number) && outbox.read_note(number, note);
    state_ = is_new ? number | kWaits : seen();
    return is_new;
  }
  void taken() { state_ = seen(); }

 private:
  friend struct exploration::State;
  // Flag in state_; complete notes have even numbers.
  static constexpr std::uint64_t kWaits = 1;
  std::uint64_t seen() const { return state_ & ~kWaits; }
  bool waits() const { return (state_ & kWaits) != 0; }

  std::uint64_t state_ = 0;  // number seen last, and whether it is to be taken
};

}  // namespace triad::transport
