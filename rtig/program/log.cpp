#include "rtig/program/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <system_error>

namespace triad::rtig {

namespace {

// One write per line, so that lines of several processes on one terminal or file do not mix.
void write_line(int fd, std::string_view line) {
  std::string whole(line);
  whole += '\n';
  std::string_view rest = whole;
  while (!rest.empty()) {
    const ssize_t n = ::write(fd, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // a full disk or a closed terminal must not stop the federation
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
}

// A peer's text may hold anything: a line of the log stays one line.
void append_printable(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      out += escaped;
    }
  }
}

}  // namespace

std::optional<LogLevel> log_level(std::string_view name) {
  if (name == "error") return LogLevel::error;
  if (name == "warning") return LogLevel::warning;
  if (name == "info") return LogLevel::info;
  if (name == "debug") return LogLevel::debug;
  return std::nullopt;
}

Log::Log(LogLevel level)
    : Log(level, [](std::string_view line) { write_line(STDERR_FILENO, line); }) {}

Log::Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

wire::Result<Log> Log::to_file(LogLevel level, const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) {
    return wire::error(
        wire::ErrorCode::RTIinternalError,
        "cannot write the log file " + path + ": " + std::generic_category().message(errno));
  }
  const std::shared_ptr<int> file(new int(fd), [](int* owned) {
    ::close(*owned);
    delete owned;
  });
  return Log(level, [file](std::string_view line) { write_line(*file, line); });
}

void Log::write(LogLevel level, std::string_view text) {
  if (!shows(level)) return;
  std::string line = iso_time();
  line += level == LogLevel::error     ? " error: "
          : level == LogLevel::warning ? " warning: "
          : level == LogLevel::debug   ? " debug: "
                                       : " ";
  append_printable(line, text);
  const std::lock_guard lock(mutex_);
  sink_(line);
}

std::string iso_time() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char date[32];
  char zone[8];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &local);
  std::strftime(zone, sizeof zone, "%z", &local);  // "+0100"
  char whole[64];
  std::snprintf(whole, sizeof whole, "%s.%03d%.3s:%s", date, static_cast<int>(milliseconds), zone,
                zone + 3);
  return whole;
}

}  // namespace triad::rtig
