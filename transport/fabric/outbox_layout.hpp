// The memory layout of an outbox, in which one participant of a shared-memory fabric writes its log
// for all others. docs/shm-fabric.md has the picture and the proofs.
//
// Only the owner can write an outbox: once the owner has its mapping, the segment is sealed against
// any other writable one. A reader copies each word and checks the copy, because the owner may be
// faulty.
//
// Offsets count bytes since the beginning of a log and never wrap; byte i is at data[i % capacity].
// A frame is a FrameHeader, its bytes, and padding to a multiple of 8.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace triad::transport {

// Id of a participant, unique within a fabric for as long as it exists. Zero: none.
using ParticipantId = std::uint32_t;
// Id of the coordinator, by convention: it adds newcomers and announces them in its log.
inline constexpr ParticipantId kCoordinator = 0xffffffff;
// Not a participant: the id under which the bell page is passed (bell_page.hpp).
inline constexpr ParticipantId kBells = 0xfffffffe;
// Index in every participant's table of cursors. Reused after a participant has left.
using Slot = std::uint32_t;

inline constexpr Slot kSlots = 1024;
inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::uint64_t kOutboxMagic = 0x36584f4244415254;  // "TRADBOX6"

// Note: the owner's last time promise, as words that only its readers interpret. A note replaces
// the previous one, and counts only for a reader that has read the log up to `log_end`. The first
// words are in the line of the tail, so that one look reads both. The other words have their own
// line. A reader ignores it unless kSecondLine is set in the last word of the first line.
inline constexpr std::size_t kNoteWordsInLine = 4;
inline constexpr std::size_t kNoteWords = kNoteWordsInLine + 2;
inline constexpr std::uint64_t kSecondLine = 0x80;
using NoteWords = std::array<std::uint64_t, kNoteWords>;
constexpr bool has_second_line(const NoteWords& words) {
  return (words[kNoteWordsInLine - 1] & kSecondLine) != 0;
}
struct Note {
  NoteWords words{};
  std::uint64_t log_end = 0;  // End of the log when the note was published.
};

// How far the owner of this table has read another participant's log. It names that participant,
// because a reused slot holds the cursor of the old one until the owner begins to read the new one.
struct Cursor {
  std::atomic<ParticipantId> participant{0};
  std::atomic<std::uint64_t> offset{0};
};

struct OutboxHeader {
  std::uint64_t magic = kOutboxMagic;
  std::uint64_t capacity = 0;  // bytes of the log, a power of two
  // End of the complete frames.
  alignas(kLineBytes) std::atomic<std::uint64_t> tail{0};
  // Number of the note: odd while the note is being changed.
  std::atomic<std::uint64_t> note_number{0};
  // First words of the note, and the end of the log when it was published.
  std::array<std::atomic<std::uint64_t>, kNoteWordsInLine> note{};
  std::atomic<std::uint64_t> note_log_end{0};
  // Position of the owner's last message in time-stamp order. Stored before the note that follows
  // the message.
  std::atomic<std::uint64_t> last_tso_position{0};
  // Other words of the note.
  alignas(kLineBytes)
      std::array<std::atomic<std::uint64_t>, kNoteWords - kNoteWordsInLine> note_second_line{};
  // Bytes before this offset may have been overwritten. It moves before the bytes are written, and
  // rarely. It has a line of its own, because readers load it after each copy.
  alignas(kLineBytes) std::atomic<std::uint64_t> floor{0};
  // Flags and number of the owner's sleep. kToBeRung: it sleeps or is about to; each participant
  // with a message for it rings it once. kScansCoordinator: it is awake and must be rung all the
  // same, except by the coordinator. It looks at the coordinator's log before it sleeps. kOnWords:
  // it sleeps on the bell page, not on its doorbell. kNeedsNames: it needs the names of ringers
  // other than the coordinator. The other bits count up when it falls asleep, wakes up, or has
  // taken rings into account.
  alignas(kLineBytes) std::atomic<std::uint64_t> sleep{0};
  // The owner waits for room, and must be rung when a reader has made some.
  std::atomic<std::uint32_t> wants_room{0};
  alignas(kLineBytes) std::array<Cursor, kSlots> cursors{};
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");
static_assert(offsetof(OutboxHeader, tail) + kLineBytes ==
              offsetof(OutboxHeader, note_second_line));
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "shared between processes");

inline constexpr std::uint64_t kToBeRung = 1;
inline constexpr std::uint64_t kScansCoordinator = 2;
inline constexpr std::uint64_t kOnWords = 4;
inline constexpr std::uint64_t kNeedsNames = 8;
inline constexpr std::uint64_t kNextSleep = 16;

struct FrameHeader {
  std::uint32_t bytes = 0;      // bytes that follow
  std::uint16_t more = 0;       // 1: the next frame continues the message
  std::uint16_t continues = 0;  // 1: this frame continues the message of the previous one
};
static_assert(sizeof(FrameHeader) == 8);

inline constexpr std::size_t kOutboxBytesMin = std::size_t{64} << 10;
inline constexpr std::size_t kOutboxBytesMax = std::size_t{1} << 30;

constexpr std::uint64_t frame_bytes(std::uint64_t bytes) {
  return (sizeof(FrameHeader) + bytes + 7) & ~std::uint64_t{7};
}
// Returns the largest number of bytes that the floor moves beyond the next frame's need. All
// readers must have read those bytes.
constexpr std::uint64_t floor_stride(std::uint64_t capacity) {
  return capacity / 8;
}
// Returns the most bytes of a message in one frame, without the FrameHeader. A longer message
// travels in pieces of this length and a last one. So readers can read while the writer writes.
constexpr std::uint64_t piece_bytes_max(std::uint64_t capacity) {
  return capacity / 8 - sizeof(FrameHeader);
}

}  // namespace triad::transport
