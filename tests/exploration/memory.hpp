// Memory that simulated participants share, as weak as C++ allows. A load that is not sequentially
// consistent may return the value of any store that its reader cannot know to be outdated. This is
// weaker than x86-TSO and includes its executions.
//
// The model is the operational one of release and acquire. Every store is a message that carries
// its writer's knowledge (a view: the number of stores to each word). A load returns the value of a
// store that is not older than its reader's view. An acquire adds the view that the store carries.
// The model leaves out loads that return stores depending on them (out of thin air). Each word of
// an outbox has one writer, which orders its stores. All participants add to the words of the bell
// page.
//
// A strong word has only sequentially consistent accesses, so a load returns the last store. Weak
// words are the floor, the words of the log (copied 8 bytes at a time), those of the note, and the
// position of the last message in time-stamp order. The number of the note is weak, but some
// accesses to it are sequentially consistent. A sequentially consistent load of it returns the last
// such store or a later store, with the view that the store carries. An acquire load of it may
// return an older store.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::exploration {

inline constexpr std::size_t kMembersMax = 4;
inline constexpr std::uint64_t kLogBytes = 128;  // eight frames of one word each

// Words of an outbox (transport/fabric/outbox_layout.hpp) and of the bell page.
enum class Word : std::uint8_t {
  tail,
  sleep,
  wants_room,
  rings,               // of the bell page, by participant; all participants may write them
  common_rings,        // of the bell page, for all; only that of participant 0 is used
  cursor_participant,  // participant of a cursor
  cursor,              // offset of a cursor
  floor,
  data,  // 8 bytes of the log
  note_number,
  note_word,         // a word of the note, or the end of the log when it was published
  last_tso_position  // position of the last message in time-stamp order
};

// Word of a participant's outbox, or of the bell page.
struct Place {
  Word word = Word::tail;
  std::uint8_t owner = 0;
  std::uint8_t index = 0;  // slot of a cursor, or word of the log or the note

  bool is_strong() const { return word < Word::floor; }
};

// The floor, the log, the number of the note, its words and its end of the log, and the position of
// the last message in time-stamp order.
inline constexpr std::size_t kWeakPerOwner = 1 + kLogBytes / 8 + 1 + transport::kNoteWords + 1 + 1;
// Tail, sleep, wants_room, rings, common_rings, and both words of each cursor.
inline constexpr std::size_t kStrongPerOwner = 5 + 2 * kMembersMax;
std::size_t word_index(Place place);  // index among the strong or the weak words

// Hash of a sequence of numbers.
class Hash {
 public:
  void add(std::uint64_t value) {
    sum_ ^= value + 0x9e3779b97f4a7c15u + (sum_ << 6) + (sum_ >> 2);
    sum_ ^= sum_ >> 32;
    sum_ *= 0xd6e8feb86659fd93u;
    sum_ ^= sum_ >> 29;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

// Memory order of an access to a weak word.
enum class Order { relaxed, acquire_release, sequential };

// Number of stores to each weak word that are known at least.
class View {
 public:
  std::uint16_t operator[](std::size_t weak) const { return seen_[weak]; }
  void hash_into(Hash& hash) const {
    for (std::size_t i = 0; i < seen_.size(); i += 4) {
      hash.add(seen_[i] | std::uint64_t{seen_[i + 1]} << 16 | std::uint64_t{seen_[i + 2]} << 32 |
               std::uint64_t{seen_[i + 3]} << 48);
    }
  }
  void raise(std::size_t weak, std::uint16_t to) {
    if (seen_[weak] < to) seen_[weak] = to;
  }
  void join(const View& other) {
    for (std::size_t i = 0; i < seen_.size(); ++i) raise(i, other.seen_[i]);
  }

 private:
  std::array<std::uint16_t, kWeakPerOwner * kMembersMax> seen_{};
};

// Knowledge of one participant.
struct Knowledge {
  View now;
  View with_acquire;  // additions of the next acquire fence
  View at_release;    // at the last release fence
};

class Memory {
 public:
  std::uint64_t load_strong(Knowledge& reader, Place place) const;
  void store_strong(const Knowledge& writer, Place place, std::uint64_t value);

  // choice_count() returns the number of stores that a load may return. load_weak() returns one of
  // them; 0 is the oldest.
  std::size_t choice_count(const Knowledge& reader, Place place,
                           Order order = Order::relaxed) const;
  std::uint64_t load_weak(Knowledge& reader, Place place, std::size_t choice,
                          Order order = Order::relaxed) const;
  void store_weak(Knowledge& writer, Place place, std::uint64_t value,
                  Order order = Order::relaxed);

  // Returns the value of the last store, even if no participant knows it.
  std::uint64_t newest(Place place) const;

  static void fence(Knowledge& participant, std::memory_order order);

  std::uint64_t hash() const { return hash_; }

 private:
  struct Strong {
    std::uint64_t value = 0;
    View carries;
    std::uint64_t hash = 0;
  };
  struct Weak {
    std::size_t weak;
    std::uint16_t number;  // number of the store; before the first, the word is zero
    std::uint64_t value;
    View carries;
  };

  // Returns the number of the oldest store that a load may return.
  std::uint16_t oldest(const Knowledge& reader, std::size_t weak, Order order) const;

  std::array<Strong, kStrongPerOwner * kMembersMax> strong_{};
  std::array<std::uint16_t, kWeakPerOwner * kMembersMax> stores_{};
  std::array<std::uint16_t, kWeakPerOwner * kMembersMax> strong_stores_{};  // the last of each
  std::vector<Weak> weak_;
  std::uint64_t hash_ = 0;  // of all words, independent of the order of stores
};

}  // namespace triad::exploration
