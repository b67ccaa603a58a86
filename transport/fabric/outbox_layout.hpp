// How an outbox lies in memory: the log that one participant of a shared-memory fabric writes and
// all others read. docs/shm-fabric.md has the picture and the proofs.
//
// Only its owner can write it: the segment is sealed against any other writable mapping once the
// owner has its own. So a word here is the owner's alone, and whoever reads one copies it first and
// checks the copy: its owner may have gone mad.
//
// Offsets count bytes since the beginning of a log and never wrap; the place of byte i is
// data[i % capacity]. A frame is a FrameHeader, its bytes, and padding up to a multiple of 8.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace triad::transport {

// A participant of one fabric: unique for as long as the fabric lives. Zero: nobody.
using ParticipantId = std::uint32_t;
// By convention: who lets newcomers in and tells all others of them in its log.
inline constexpr ParticipantId kCoordinator = 0xffffffff;
// Nobody's: the words by which all wake each other (bell_page.hpp) are passed by this name.
inline constexpr ParticipantId kBells = 0xfffffffe;
// Its place in every participant's table of cursors; used again when it has departed.
using Slot = std::uint32_t;

inline constexpr Slot kSlots = 1024;
inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::uint64_t kOutboxMagic = 0x36584f4244415254;  // "TRADBOX6"

// A value that changes often, such as the owner's promise. A note replaces the one before it, and
// counts only for a reader that has read the log up to `behind`. The first words are in the line of
// the tail, so that one look reads both. The other words are in a line of their own, which a reader
// leaves alone unless kSecondLine is set in the last word of the first line.
inline constexpr std::size_t kNoteWordsInLine = 4;
inline constexpr std::size_t kNoteWords = kNoteWordsInLine + 2;
inline constexpr std::uint64_t kSecondLine = 0x80;
using NoteWords = std::array<std::uint64_t, kNoteWords>;
constexpr bool has_second_line(const NoteWords& words) {
  return (words[kNoteWordsInLine - 1] & kSecondLine) != 0;
}
struct Note {
  NoteWords words{};
  std::uint64_t behind = 0;  // End of the log when the note was published.
};

// How far the owner of this table has read one other's log. The reader belongs to the cursor: a
// slot that is used again has the departed's cursor in it until the owner has begun to read the
// newcomer.
struct Cursor {
  std::atomic<ParticipantId> of{0};
  std::atomic<std::uint64_t> offset{0};
};

struct OutboxHeader {
  std::uint64_t magic = kOutboxMagic;
  std::uint64_t capacity = 0;  // of the log, a power of two
  // Everything before this is complete.
  alignas(kLineBytes) std::atomic<std::uint64_t> tail{0};
  // Of the note: odd while it is being changed.
  std::atomic<std::uint64_t> note_number{0};
  // The note's words in this line, then where the log ended.
  std::array<std::atomic<std::uint64_t>, kNoteWordsInLine> note{};
  std::atomic<std::uint64_t> note_behind{0};
  // Position of the owner's last message in time-stamp order. Stored before the note that follows
  // the message.
  std::atomic<std::uint64_t> sent{0};
  // The note's other words.
  alignas(kLineBytes)
      std::array<std::atomic<std::uint64_t>, kNoteWords - kNoteWordsInLine> note_second_line{};
  // What lies before this may be overwritten already. Moved before the bytes that do it, and
  // seldom: in a line of its own, as readers look at it after each copy.
  alignas(kLineBytes) std::atomic<std::uint64_t> floor{0};
  // kToBeRung: the owner sleeps, or is about to, and is to be rung when something comes, once by
  // each. kLooksAtCoordinator: it is awake, and to be rung all the same, but by the coordinator, at
  // whose log it looks before it sleeps. kOnWords: it sleeps on the words of the bell page, not on
  // its doorbell. kNeedsNames: it has to know who rings, unless it is the coordinator. The rest
  // counts on whenever it falls asleep or wakes up, and when it has taken note of those who rang.
  alignas(kLineBytes) std::atomic<std::uint64_t> sleep{0};
  // It waits for its readers to go on, and is to be rung when one does.
  std::atomic<std::uint32_t> wants_room{0};
  alignas(kLineBytes) std::array<Cursor, kSlots> cursors{};
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");
static_assert(offsetof(OutboxHeader, tail) + kLineBytes ==
              offsetof(OutboxHeader, note_second_line));
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "shared between processes");

inline constexpr std::uint64_t kToBeRung = 1;
inline constexpr std::uint64_t kLooksAtCoordinator = 2;
inline constexpr std::uint64_t kOnWords = 4;
inline constexpr std::uint64_t kNeedsNames = 8;
inline constexpr std::uint64_t kNextSleep = 16;

struct FrameHeader {
  std::uint32_t bytes = 0;      // that follow
  std::uint16_t more = 0;       // 1: the next frame goes on with the same message
  std::uint16_t continues = 0;  // 1: this one goes on with the message of the one before it
};
static_assert(sizeof(FrameHeader) == 8);

inline constexpr std::size_t kOutboxBytesMin = std::size_t{64} << 10;
inline constexpr std::size_t kOutboxBytesMax = std::size_t{1} << 30;

constexpr std::uint64_t frame_bytes(std::uint64_t bytes) {
  return (sizeof(FrameHeader) + bytes + 7) & ~std::uint64_t{7};
}
// The floor moves so far at once, if the readers let it.
constexpr std::uint64_t floor_stride(std::uint64_t capacity) {
  return capacity / 8;
}
// A longer message travels in pieces of this size and a last one, so that a reader can follow a
// writer.
constexpr std::uint64_t piece_bytes_max(std::uint64_t capacity) {
  return capacity / 8 - sizeof(FrameHeader);
}

}  // namespace triad::transport
