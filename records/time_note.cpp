#include "records/time_note.hpp"

#include <cmath>

namespace triad::records {

TimeNote::Words TimeNote::words() const {
  std::uint64_t flags = kSays + (promise.exclusive ? kPromiseExclusive : 0);
  if (waits_for) flags += kWaits + (waits_for->exclusive ? kWaitExclusive : 0);
  if (condition) flags += kConditional + (condition->bound.exclusive ? kConditionExclusive : 0);
  const Bound wait = waits_for.value_or(Bound{});
  const Condition held = condition.value_or(Condition{});
  return {std::bit_cast<std::uint64_t>(promise.time),
          std::bit_cast<std::uint64_t>(wait.time),
          log_position,
          (at << kFlagBits) + flags,
          std::bit_cast<std::uint64_t>(held.bound.time),
          held.heard};
}

std::optional<TimeNote> TimeNote::read(const Words& words) {
  if (!says(words)) return std::nullopt;
  TimeNote note{promise_in(words), {}, {}, words[3] >> kFlagBits, log_position_in(words)};
  if (waits(words)) note.waits_for = wait_in(words);
  if (is_conditional(words)) note.condition = Condition{condition_in(words), heard_in(words)};
  const bool are_times = !std::isnan(note.promise.time) &&
                         !(note.waits_for && std::isnan(note.waits_for->time)) &&
                         !(note.condition && std::isnan(note.condition->bound.time));
  if (!are_times) return std::nullopt;
  return note;
}

}  // namespace triad::records
