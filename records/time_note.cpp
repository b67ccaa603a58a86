#include "records/time_note.hpp"

#include <cmath>

namespace triad::records {

TimeNote::Words TimeNote::to_words() const {
  std::uint64_t flags = kHasReport + (promise.exclusive ? kPromiseExclusive : 0);
  if (wait) flags += kHasWait + (wait->exclusive ? kWaitExclusive : 0);
  if (condition) flags += kConditional + (condition->bound.exclusive ? kConditionExclusive : 0);
  const Bound wait_bound = wait.value_or(Bound{});
  const Condition condition_or_empty = condition.value_or(Condition{});
  return {std::bit_cast<std::uint64_t>(promise.time),
          std::bit_cast<std::uint64_t>(wait_bound.time),
          log_position,
          (sender_position << kFlagBits) + flags,
          std::bit_cast<std::uint64_t>(condition_or_empty.bound.time),
          condition_or_empty.handled_fingerprint};
}

std::optional<TimeNote> TimeNote::from_words(const Words& words) {
  if (!has_report(words)) return std::nullopt;
  TimeNote note{promise_in(words), {}, {}, words[3] >> kFlagBits, log_position_in(words)};
  if (has_wait(words)) note.wait = wait_in(words);
  if (is_conditional(words))
    note.condition = Condition{condition_in(words), handled_fingerprint_in(words)};
  const bool are_times = !std::isnan(note.promise.time) &&
                         !(note.wait && std::isnan(note.wait->time)) &&
                         !(note.condition && std::isnan(note.condition->bound.time));
  if (!are_times) return std::nullopt;
  return note;
}

}  // namespace triad::records
