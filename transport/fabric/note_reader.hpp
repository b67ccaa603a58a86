// Where one participant is with the notes of another: a note is looked at, then the log is read up
// to it, then it is taken. What is found amid a change is no news, and what cannot be taken yet is
// no input: what it waits for stands in a log. The note itself is kept elsewhere, as this is looked
// at for each participant again and again.
#pragma once

#include <cstdint>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::exploration {
struct State;
}

namespace triad::transport {

class NoteReader {
 public:
  // One look. A note that has been looked at is no news any more.
  template <class Outbox>
  [[nodiscard]] bool has_news(const Outbox& outbox) const {
    const std::uint64_t number = outbox.note_number();
    return number != seen() && Outbox::is_whole(number);
  }
  // Whether `note`, which is what the look before left there or newer, is to be taken, if the log
  // has been read up to it: what was seen before counts no more when there is another.
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
  // Whole notes have even numbers.
  static constexpr std::uint64_t kWaits = 1;
  std::uint64_t seen() const { return state_ & ~kWaits; }
  bool waits() const { return (state_ & kWaits) != 0; }

  std::uint64_t state_ = 0;  // what was seen, and whether it is to be taken
};

}  // namespace triad::transport
