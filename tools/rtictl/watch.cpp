#include "tools/rtictl/watch.hpp"

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <thread>

namespace triad::rtictl {

namespace {

constexpr double kSecondsMax = 3600;
constexpr const char* kClear = "\x1b[H\x1b[2J";

}  // namespace

std::optional<std::chrono::milliseconds> read_seconds(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kSecondsMax) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

Outcome<std::chrono::milliseconds> watch_interval(const command_line::Given& given) {
  const auto text = given.value("watch");
  if (!text) return std::chrono::milliseconds(0);
  const auto interval = read_seconds(*text);
  if (!interval || interval->count() == 0) {
    return Failure{ExitCode::usage,
                   "--watch needs " + std::string(kSecondsAllowed) + " and not zero"};
  }
  return *interval;
}

ExitCode show(std::chrono::milliseconds interval,
              const std::function<Outcome<std::string>()>& look) {
  const bool clears = interval.count() > 0 && ::isatty(STDOUT_FILENO) == 1;
  for (;;) {
    const auto text = look();
    if (!text) return fail(text.error());
    if (clears) std::fputs(kClear, stdout);
    std::fputs(text->c_str(), stdout);
    if (std::fflush(stdout) != 0 || interval.count() == 0) return ExitCode::done;
    std::this_thread::sleep_for(interval);
  }
}

}  // namespace triad::rtictl
