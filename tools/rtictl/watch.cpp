#include "tools/rtictl/watch.hpp"

#include <unistd.h>

#include <cstdio>
#include <thread>

#include "command_line/seconds.hpp"

namespace triad::rtictl {

namespace {

constexpr const char* kClear = "\x1b[H\x1b[2J";

}  // namespace

Outcome<std::chrono::milliseconds> watch_interval(const command_line::ParsedArguments& given) {
  const auto text = given.value("watch");
  if (!text) return std::chrono::milliseconds(0);
  const auto interval = command_line::read_seconds(*text);
  if (!interval || interval->count() == 0) {
    return Failure{ExitCode::usage,
                   "--watch needs " + std::string(command_line::kSecondsAllowed) + " and not zero"};
  }
  return *interval;
}

ExitCode show_repeatedly(std::chrono::milliseconds interval,
                         const std::function<Outcome<std::string>()>& make_text) {
  const bool clears = interval.count() > 0 && ::isatty(STDOUT_FILENO) == 1;
  for (;;) {
    const auto text = make_text();
    if (!text) return fail(text.error());
    if (clears) std::fputs(kClear, stdout);
    std::fputs(text->c_str(), stdout);
    if (std::fflush(stdout) != 0 || interval.count() == 0) return ExitCode::done;
    std::this_thread::sleep_for(interval);
  }
}

}  // namespace triad::rtictl
