// LogWriter and LogReader: the two ends of an outbox's log, with one writer and any number of
// readers at different places. Templates over the outbox, so that the same code runs over mapped
// memory (outbox.hpp) and under a scheduler (tests/exploration).
//
// - The writer writes a frame, then moves the tail over it. A writer that dies in between harms no
//   reader.
// - A reader publishes its cursor in its own outbox after it has copied a frame. The writer
//   overwrites only bytes that every reader has passed.
// - A reader with an invalid cursor is cut off: the writer ignores it. The reader notices by the
//   floor, which the writer moves before it overwrites bytes: it copies, then loads the floor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "transport/fabric/fabric_defect.hpp"
#include "transport/fabric/outbox_layout.hpp"
#include "transport/link.hpp"

namespace triad::exploration {
struct State;  // compares the states of participants
}

namespace triad::transport {

template <class Outbox>
class LogWriter {
 public:
  // Keeps a reference to `own`, this participant's outbox. `self` and `slot` identify it in the
  // readers' tables.
  LogWriter(Outbox& own, ParticipantId self, Slot slot) : own_(own), self_(self), slot_(slot) {}

  // Returns whether a reader may begin at `start`: no byte from there on is overwritten, and no
  // frame begins later.
  [[nodiscard]] bool may_begin_at(std::uint64_t start) const {
    return start >= floor_ && start <= tail_ && start % 8 == 0;
  }
  // Adds a reader that begins at `start` (may_begin_at()).
  void add_reader(ParticipantId id, const Outbox& outbox, std::uint64_t start) {
    readers_.push_back({id, &outbox, start, start});
    least_offset_ = std::min(least_offset_, start);
  }
  void remove_reader(ParticipantId id) {
    std::erase_if(readers_, [&](const Reader& reader) { return reader.id == id; });
  }

  // Writes one frame of `bytes` bytes, at most piece_bytes_max(), or exactly as many if `more`.
  // Readers see it after publish(). Returns false if there is no room. Calls `all_known` after it
  // has read the cursors; that returns true if this writer knows all readers.
  template <class AllKnown>
  [[nodiscard]] bool append(std::span<const Bytes> parts, std::uint64_t bytes, bool more,
                            AllKnown&& all_known) {
    const std::uint64_t frame = frame_bytes(bytes);
    if (tail_ + frame - least_offset_ > own_.capacity()) {
      load_cursors(all_known);
      if (tail_ + frame - least_offset_ > own_.capacity()) return false;
    }
    if (TRIAD_FABRIC_DEFECT(tail_before_bytes)) own_.set_tail(tail_ + frame);
    if (!TRIAD_FABRIC_DEFECT(floor_after_bytes)) move_floor(tail_ + frame);
    const bool continues = std::exchange(is_amid_message_, more);
    const FrameHeader header{static_cast<std::uint32_t>(bytes), std::uint16_t{more},
                             std::uint16_t{continues}};
    own_.write(tail_, std::as_bytes(std::span(&header, 1)));
    std::uint64_t at = tail_ + sizeof header;
    for (const Bytes part : parts) {
      own_.write(at, part);
      at += part.size();
    }
    if (TRIAD_FABRIC_DEFECT(floor_after_bytes)) move_floor(tail_ + frame);
    tail_ += frame;
    return true;
  }
  void publish() {
    if (published_ == tail_) return;
    own_.set_tail(tail_);
    published_ = tail_;
    own_.prefetch_for_write(tail_);
  }
  std::uint64_t unpublished_bytes() const { return tail_ - published_; }
  std::uint64_t tail() const { return tail_; }

  // Asks to be rung when a reader makes room. Returns false if there is room by now. If true, the
  // readers that keep half of the log are those for which the writer waits (for_each_laggard()).
  template <class AllKnown>
  [[nodiscard]] bool wait_for_room(AllKnown&& all_known) {
    own_.set_wants_room(true);
    if (!TRIAD_FABRIC_DEFECT(room_without_second_look)) load_cursors(all_known);
    return tail_ - least_offset_ > own_.capacity() / 2;
  }
  void stop_waiting() { own_.set_wants_room(false); }

  // Returns the offset of a reader at the last look, or nullopt if it is not a reader.
  std::optional<std::uint64_t> reader_offset(ParticipantId id) const {
    const auto at = std::ranges::find(readers_, id, &Reader::id);
    return at == readers_.end() ? std::nullopt : std::optional(at->offset);
  }

  // Visits the readers that kept at least `bytes` of the log at the last look.
  template <class Visit>
  void for_each_laggard(std::uint64_t bytes, Visit&& visit) const {
    for (const Reader& reader : readers_) {
      if (tail_ - reader.offset >= bytes) visit(reader.id);
    }
  }
  // Looks at the cursors again if the log may be that full, then visits those readers.
  template <class AllKnown, class Visit>
  void for_each_laggard(std::uint64_t bytes, AllKnown&& all_known, Visit&& visit) {
    if (tail_ - least_offset_ < bytes) return;
    load_cursors(all_known);
    for_each_laggard(bytes, visit);
  }
  // Returns the reader that keeps most of the log.
  std::optional<ParticipantId> slowest_reader() const {
    const auto at = std::ranges::min_element(readers_, {}, &Reader::offset);
    return at == readers_.end() ? std::nullopt : std::optional(at->id);
  }

  bool has_cut_off_readers() const { return !cut_off_readers_.empty(); }
  // Returns the readers that have been cut off since the last call.
  std::vector<ParticipantId> take_cut_off_readers() { return std::exchange(cut_off_readers_, {}); }

 private:
  friend struct exploration::State;
  struct Reader {
    ParticipantId id = 0;
    const Outbox* outbox = nullptr;
    std::uint64_t offset = 0;         // at the last look
    std::uint64_t loaded_offset = 0;  // by the current look
  };

  // Moves the floor before bytes are overwritten that lie a whole log before `end`. Moves it
  // further, as far as all readers have read and at most one stride, so that it need not move for
  // each frame.
  void move_floor(std::uint64_t end) {
    if (end <= own_.capacity() + floor_) return;
    const std::uint64_t needed = end - own_.capacity();
    const std::uint64_t unread = least_offset_ & ~std::uint64_t{7};  // a cursor may be any number
    floor_ = std::max(needed, std::min(unread, needed + floor_stride(own_.capacity())));
    own_.set_floor(floor_);
  }

  // Looks at all cursors. The result counts only if no newcomer can have been missed: a newcomer
  // begins where the coordinator's cursor was before the coordinator announced it.
  template <class AllKnown>
  void load_cursors(AllKnown&& all_known) {
    std::erase_if(readers_, [&](Reader& reader) {
      // Until it begins to read, its offset is its start.
      reader.loaded_offset = reader.offset;
      if (reader.outbox->cursor_participant(slot_) != self_) return false;
      reader.loaded_offset = reader.outbox->cursor(slot_);
      // The cursor moves forward, and never past the published bytes.
      if (reader.loaded_offset >= reader.offset && reader.loaded_offset <= published_) return false;
      cut_off_readers_.push_back(reader.id);
      return true;
    });
    if (!all_known()) return;
    least_offset_ = tail_;
    for (Reader& reader : readers_) {
      reader.offset = reader.loaded_offset;
      least_offset_ = std::min(least_offset_, reader.offset);
    }
  }

  Outbox& own_;
  const ParticipantId self_;
  const Slot slot_;
  std::uint64_t tail_ = 0;       // end of the written bytes, perhaps not published
  std::uint64_t published_ = 0;  // end of the bytes that readers may see
  std::uint64_t floor_ = 0;
  std::uint64_t least_offset_ = 0;  // every reader has read up to here at least
  bool is_amid_message_ = false;    // the last frame had `more`
  std::vector<Reader> readers_;
  std::vector<ParticipantId> cut_off_readers_;
};

template <class Outbox>
class LogReader {
 public:
  enum class State {
    reading,
    broken,   // the writer's words are invalid
    cut_off,  // the writer has overwritten unread bytes, or claims so
  };

  // Reads `theirs`, the outbox of `id`, from `start` on. `own` holds the cursor. Skips the rest of
  // a message that began before `start`.
  LogReader(const Outbox& theirs, ParticipantId id, Slot slot, Outbox& own, std::uint64_t start)
      : theirs_(theirs), own_(own), slot_(slot), offset_(start), tail_(start), published_(start) {
    own_.set_cursor_participant(slot_, 0);
    own_.set_cursor(slot_, start);
    own_.set_cursor_participant(slot_, id);
  }

  // Returns the header of the next frame, or nullopt if there is none or reading has ended
  // (state()).
  [[nodiscard]] std::optional<FrameHeader> peek() {
    if (state_ != State::reading) return std::nullopt;
    if (offset_ == tail_ && !load_tail()) return std::nullopt;
    while (offset_ != tail_) {
      FrameHeader header;
      theirs_.read(offset_, std::as_writable_bytes(std::span(&header, 1)));
      if (!check_not_overwritten()) return std::nullopt;
      if (!is_valid_header(header)) {
        state_ = State::broken;
        return std::nullopt;
      }
      if (!must_skip(header)) return header;
      advance(header);
    }
    return std::nullopt;
  }
  // Copies bytes of the peeked frame, beginning at `from`. Returns false if they are lost
  // (state()).
  [[nodiscard]] bool copy(std::span<std::byte> space, std::size_t from = 0) {
    if (TRIAD_FABRIC_DEFECT(cursor_before_copy)) {
      own_.set_cursor(slot_, offset_ + frame_bytes(space.size()));
    }
    theirs_.read(offset_ + sizeof(FrameHeader) + from, space);
    return check_not_overwritten();
  }
  // Moves past the peeked frame.
  void advance(const FrameHeader& header) {
    offset_ += frame_bytes(header.bytes);
    is_amid_message_ = header.more != 0;
    has_begun_message_ = has_begun_message_ || !is_amid_message_;
  }
  // Publishes how far this reader has read. Returns true if the writer waits for room and must be
  // rung.
  [[nodiscard]] bool publish_cursor() {
    if (published_ == offset_) return false;
    own_.set_cursor(slot_, offset_);
    published_ = offset_;
    return theirs_.wants_room();
  }
  std::uint64_t unpublished_bytes() const { return offset_ - published_; }

  // Returns whether peek() has something to do. One cheap look.
  [[nodiscard]] bool has_input() const {
    return state_ != State::reading || offset_ != tail_ || theirs_.tail() != tail_;
  }
  State state() const { return state_; }
  std::uint64_t offset() const { return offset_; }
  // Returns the offset up to which the writer has published, at most one log ahead of this reader.
  std::uint64_t written_up_to() const {
    return std::min(theirs_.tail(), offset_ + theirs_.capacity());
  }

 private:
  friend struct exploration::State;
  bool load_tail() {
    const std::uint64_t tail = theirs_.tail();
    if (tail == tail_) return false;
    // The tail moves forward by whole frames, and never past the room that this reader has
    // released.
    if (tail < tail_ || tail - tail_ > theirs_.capacity() || tail % 8 != 0) {
      if (tail < tail_ || check_not_overwritten()) state_ = State::broken;
      return false;
    }
    tail_ = tail;
    return true;
  }
  // Returns whether the bytes at offset_ had not been overwritten when they were copied.
  bool check_not_overwritten() {
    const std::uint64_t floor = theirs_.floor();
    if (floor <= offset_) return true;
    // Nothing beyond the tail can be overwritten, and the tail is loaded after the floor.
    const bool is_valid = floor % 8 == 0 && floor <= theirs_.tail();
    state_ = is_valid ? State::cut_off : State::broken;
    return false;
  }
  bool is_valid_header(const FrameHeader& header) const {
    const std::uint64_t bytes_max = piece_bytes_max(theirs_.capacity());
    const bool bytes_fit = header.more == 0 ? header.bytes <= bytes_max : header.bytes == bytes_max;
    const bool follows = header.continues == (is_amid_message_ ? 1 : 0) || !has_begun_message_;
    return bytes_fit && header.more <= 1 && header.continues <= 1 && follows &&
           frame_bytes(header.bytes) <= tail_ - offset_;
  }
  // Returns whether to skip the frame, because its message began before this reader did.
  bool must_skip(const FrameHeader& header) {
    if (!has_begun_message_ && header.continues == 0) has_begun_message_ = true;
    return !has_begun_message_ && !TRIAD_FABRIC_DEFECT(newcomer_amid_message);
  }

  const Outbox& theirs_;
  Outbox& own_;
  const Slot slot_;
  std::uint64_t offset_;
  std::uint64_t tail_;  // writer's tail at the last look
  std::uint64_t published_;
  bool has_begun_message_ =
      false;                      // a message has begun since `start`, or an earlier one has ended
  bool is_amid_message_ = false;  // the last frame had `more`
  State state_ = State::reading;
};

// Falls asleep. The sleeper stores that it sleeps and then looks once more, for frames and, if it
// waits for room, for cursors. A participant that moves a tail or a cursor then looks whether the
// other sleeps. All four accesses are sequentially consistent, so one of the two sees the other's
// store, and the sleeper is rung. Returns false if there is input.
template <class Outbox, class HasInput>
[[nodiscard]] bool fall_asleep(Outbox& own, HasInput&& has_input) {
  if (TRIAD_FABRIC_DEFECT(asleep_after_last_look)) {
    const bool awake = has_input();
    own.set_asleep(!awake);
    return !awake;
  }
  own.set_asleep(true);
  if (!has_input()) return true;
  own.set_asleep(false);
  return false;
}

}  // namespace triad::transport
