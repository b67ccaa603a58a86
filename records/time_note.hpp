// A report of Triad's own times in a few words, which a member that shares memory with all others
// notes for them in place of a TimeReport (docs/shm-fabric.md, "Notes").
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "wire/handles.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::records {

struct TimeNote {
  // As records::TimeBound, of times that are doubles.
  struct Bound {
    double time = 0;
    bool exclusive = false;

    bool operator==(const Bound& other) const = default;
    bool operator<(const Bound& other) const {
      return time < other.time || (time == other.time && exclusive < other.exclusive);
    }
  };
  // Bound that holds if the member receives nothing earlier than the messages in `heard`.
  struct Condition {
    Bound bound;
    std::uint64_t heard = 0;  // HeardMessages::sum(), of all messages handled and sent.
  };
  Bound promise;
  std::optional<Bound> waits_for;
  std::optional<Condition> condition = {};
  wire::Position at = 0;            // of its sender's records: which precede it
  wire::Position log_position = 0;  // how far its sender had applied the RTIG's log

  // The words after the fourth count only if is_conditional().
  using Words = std::array<std::uint64_t, 6>;
  static constexpr std::uint64_t kConditional = 0x80;
  // What says that there is no report.
  static constexpr Words kNothing{};
  Words words() const;
  // Empty: it says that there is none, or makes no sense.
  static std::optional<TimeNote> read(const Words& words);

  // --- The same, of one part of a note at a time.
  static bool says(const Words& words) { return (words[3] & kSays) != 0; }
  static bool waits(const Words& words) { return (words[3] & kWaits) != 0; }
  static Bound promise_in(const Words& words) { return bound(words, 0, kPromiseExclusive); }
  static Bound wait_in(const Words& words) { return bound(words, 1, kWaitExclusive); }
  static wire::Position log_position_in(const Words& words) { return words[2]; }
  static bool is_conditional(const Words& words) { return (words[3] & kConditional) != 0; }
  static Bound condition_in(const Words& words) { return bound(words, 4, kConditionExclusive); }
  static std::uint64_t heard_in(const Words& words) { return words[5]; }

 private:
  // Of the last word, below the position.
  static constexpr std::uint64_t kSays = 1;
  static constexpr std::uint64_t kPromiseExclusive = 2;
  static constexpr std::uint64_t kWaits = 4;
  static constexpr std::uint64_t kWaitExclusive = 8;
  static constexpr std::uint64_t kConditionExclusive = 16;
  static constexpr unsigned kFlagBits = 8;

  static Bound bound(const Words& words, std::size_t index, std::uint64_t exclusive) {
    return {std::bit_cast<double>(words[index]), (words[3] & exclusive) != 0};
  }
};

}  // namespace triad::records
