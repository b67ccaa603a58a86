// Values of the model of conditional promises (conditional_notes.hpp): bounds, counts of handled
// messages, and the words of a note. A note is a member's last time promise in shared memory. A
// conditional promise holds unless the member receives an earlier message.
#pragma once

#include <array>
#include <cstdint>

#include "tests/exploration/memory.hpp"

namespace triad::exploration {

using Time = std::uint64_t;
// Twice the least time stamp that may still come. Odd: the time itself will not come any more.
using Bound = std::uint64_t;
constexpr Bound kForever = Bound{1} << 15;

// Counts of handled messages, by sender, packed as one word of a note. The product has a
// fingerprint there. The model has the exact counts, so it has no collisions.
class HandledCounts {
 public:
  static constexpr std::size_t kCountMax = 14;  // messages of one sender in a plan

  std::uint64_t count_of(std::size_t sender) const { return packed_ >> shift(sender) & kMask; }
  void add(std::size_t sender, std::uint64_t count = 1) { packed_ += count << shift(sender); }
  std::uint64_t packed() const { return packed_; }
  static HandledCounts unpacked(std::uint64_t packed) {
    HandledCounts counts;
    counts.packed_ = packed;
    return counts;
  }
  bool operator==(const HandledCounts&) const = default;

 private:
  static constexpr std::size_t kCountBits = 4;
  static constexpr std::uint64_t kMask = (1u << kCountBits) - 1;
  static std::size_t shift(std::size_t sender) { return sender * kCountBits; }
  std::uint64_t packed_ = 0;
};

struct ConditionalNote {
  Bound promise = 0;
  Bound condition = 0;      // Zero: the member does not wait.
  HandledCounts handled;    // Messages handled before the note.
  std::uint64_t sent = 0;   // Messages sent before the note.
  std::uint64_t epoch = 0;  // Joins and leaves applied before the note.
  bool operator==(const ConditionalNote&) const = default;

  // Bound that holds if all conditional promises hold together.
  Bound bound() const { return promise < condition ? condition : promise; }

  // Words of a note, and words of its packed form. A plan of the model uses one of the two forms.
  static constexpr std::size_t kWords = 5;
  static constexpr std::size_t kPackedWords = 2;
  using Words = std::array<std::uint64_t, kWords>;
  Words words() const { return {promise, condition, handled.packed(), sent, epoch}; }
  static ConditionalNote of(const Words& words) {
    return {words[0], words[1], HandledCounts::unpacked(words[2]), words[3], words[4]};
  }
  Words packed() const {
    return {promise | sent << 16 | epoch << 24, condition | handled.packed() << 16};
  }
  static ConditionalNote of_packed(const Words& words) {
    return {words[0] & 0xffff, words[1] & 0xffff, HandledCounts::unpacked(words[1] >> 16),
            words[0] >> 16 & 0xff, words[0] >> 24};
  }
};

}  // namespace triad::exploration
