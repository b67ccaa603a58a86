// Lines of the logs of a run: each begins with its time, "2026-11-29T02:03:04.123Z text". Written
// by keepers and read by `rtirun logs`. Without I/O and clocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace triad::rtirun {

// Time since 1970, UTC.
using WallClock = std::chrono::milliseconds;

// Returns the time of the system's clock.
WallClock wall_clock();

// Returns "2026-11-29T02:03:04.123Z".
std::string time_text(WallClock time);
// Returns the time of a text like that of time_text(), with or without the fraction; nothing if it
// is none.
std::optional<WallClock> parse_time(std::string_view text);
// Returns the time of an argument of `--since`: a time, or "90s", "10m", "2h" or "1d" before `now`.
std::optional<WallClock> parse_since(std::string_view text, WallClock now);

struct LogLine {
  WallClock time{0};  // 0 if the line has no time.
  std::string_view text;
};
// Splits a line of a log.
LogLine split_line(std::string_view line);

// Adds times to the output of a program. Divides lines of more than kLineBytes.
class LogStamper {
 public:
  static constexpr std::size_t kLineBytes = 64u << 10;

  // Returns the lines that `bytes` completes, with times. Keeps an incomplete line for the next
  // call.
  std::string stamp(std::string_view bytes, WallClock now);
  // Returns the last line if the output has not ended it.
  std::string finish(WallClock now);

 private:
  std::string stamped(WallClock now);

  std::string begun_;  // Beginning of a line.
};

}  // namespace triad::rtirun
