// Report of logical time in a few words, for Triad's own time type. A member that shares memory
// with all others publishes it as a note in place of a TimeReport (docs/shm-fabric.md, "Notes").
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "wire/handles.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::records {

struct TimeNote {
  // Like records::TimeBound, with a time that is a double.
  struct Bound {
    double time = 0;
    bool exclusive = false;

    bool operator==(const Bound& other) const = default;
    bool operator<(const Bound& other) const {
      return time < other.time || (time == other.time && exclusive < other.exclusive);
    }
  };
  // Bound that holds if the member receives nothing earlier than the messages of
  // `handled_fingerprint`.
  struct Condition {
    Bound bound;
    std::uint64_t handled_fingerprint =
        0;  // HandledMessages::fingerprint() of all messages handled and sent
  };
  Bound promise;
  std::optional<Bound> wait;
  std::optional<Condition> condition = {};
  wire::Position sender_position = 0;  // position up to which the sender's records precede the note
  wire::Position log_position = 0;     // position of the RTIG's log that the sender had applied

  // The fifth and sixth word are valid only if is_conditional().
  using Words = std::array<std::uint64_t, 6>;
  static constexpr std::uint64_t kConditional = 0x80;
  // Words of an empty note, without a report.
  static constexpr Words kEmptyWords{};
  Words to_words() const;
  // Returns nothing if the note is empty or invalid.
  static std::optional<TimeNote> from_words(const Words& words);

  // --- Accessors for single parts of a note.
  static bool has_report(const Words& words) { return (words[3] & kHasReport) != 0; }
  static bool has_wait(const Words& words) { return (words[3] & kHasWait) != 0; }
  static Bound promise_in(const Words& words) { return bound(words, 0, kPromiseExclusive); }
  static Bound wait_in(const Words& words) { return bound(words, 1, kWaitExclusive); }
  static wire::Position log_position_in(const Words& words) { return words[2]; }
  static bool is_conditional(const Words& words) { return (words[3] & kConditional) != 0; }
  static Bound condition_in(const Words& words) { return bound(words, 4, kConditionExclusive); }
  static std::uint64_t handled_fingerprint_in(const Words& words) { return words[5]; }

 private:
  // Flags of the fourth word, below the position.
  static constexpr std::uint64_t kHasReport = 1;
  static constexpr std::uint64_t kPromiseExclusive = 2;
  static constexpr std::uint64_t kHasWait = 4;
  static constexpr std::uint64_t kWaitExclusive = 8;
  static constexpr std::uint64_t kConditionExclusive = 16;
  static constexpr unsigned kFlagBits = 8;

  static Bound bound(const Words& words, std::size_t index, std::uint64_t exclusive) {
    return {std::bit_cast<double>(words[index]), (words[3] & exclusive) != 0};
  }
};

}  // namespace triad::records
