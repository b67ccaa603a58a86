// Where one participant is with the notes of another: a note is looked at, then the log is read up
// to it, then it is taken. What is found amid a change is no news, and what cannot be taken yet is
// no input: what it waits for stands in a log.
#pragma once

#include <cstdint>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::transport {

class NoteReader {
 public:
  // One look. A note that has been looked at is no news any more.
  template <class Outbox>
  [[nodiscard]] bool has_news(const Outbox& outbox) const {
    const std::uint64_t number = outbox.note_number();
    return number != seen_ && Outbox::is_whole(number);
  }
  // Whether note() is there to be taken, if the log has been read up to it: what was seen before
  // counts no more when there is another.
  template <class Outbox>
  [[nodiscard]] bool look(const Outbox& outbox) {
    const std::uint64_t number = outbox.note_number();
    if (number == seen_) return waits_;
    waits_ = Outbox::is_whole(number) && outbox.read_note(number, note_);
    if (waits_) seen_ = number;
    return waits_;
  }
  const Note& note() const { return note_; }
  void taken() { waits_ = false; }

 private:
  std::uint64_t seen_ = 0;
  bool waits_ = false;  // what was seen, to be taken
  Note note_;
};

}  // namespace triad::transport
