#include "tools/rtimesh/up_options.hpp"

#include <fcntl.h>

#include <charconv>

#include "command_line/seconds.hpp"

namespace triad::rtimesh {

namespace {

Outcome<std::chrono::milliseconds> seconds_of(const std::string& option, const std::string& text) {
  const auto time = command_line::read_seconds(text);
  if (time && time->count() > 0) return *time;
  return Fault{"--" + option + " needs " + command_line::kSecondsAllowed + " and not zero"};
}

Outcome<int> descriptor_of(const std::string& text) {
  int descriptor = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, descriptor);
  const bool is_number = fault == std::errc{} && stop == end && descriptor >= 0;
  if (is_number && ::fcntl(descriptor, F_GETFD) >= 0) return descriptor;
  return Fault{"--ready-fd needs the number of an open file descriptor"};
}

}  // namespace

Outcome<UpOptions> read_up_options(const command_line::ParsedArguments& given) {
  UpOptions options{.file = given.arguments().front(),
                    .host = given.value("host"),
                    .log_directory = given.value("log-directory"),
                    .command = given.after_dashes()};
  if (const auto text = given.value("timeout")) {
    const auto time = seconds_of("timeout", *text);
    if (!time) return time.error();
    options.timeout = *time;
  }
  if (const auto text = given.value("status")) {
    const auto time = seconds_of("status", *text);
    if (!time) return time.error();
    options.status_interval = *time;
  }
  if (const auto text = given.value("ready-fd")) {
    const auto descriptor = descriptor_of(*text);
    if (!descriptor) return descriptor.error();
    options.ready_fd = *descriptor;
  }
  return options;
}

}  // namespace triad::rtimesh
