#include "router/program/program_log.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "files/line_output.hpp"
#include "router/program/log_output.hpp"

namespace triad::router {

std::optional<LogLevel> log_level(std::string_view name) {
  if (name == "error") return LogLevel::error;
  if (name == "warning") return LogLevel::warning;
  if (name == "info") return LogLevel::info;
  if (name == "debug") return LogLevel::debug;
  return std::nullopt;
}

Log::Log(LogLevel level) : Log(level, LogOutput(STDERR_FILENO)) {}

Log::Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

void Log::write(LogLevel level, std::string_view text) {
  if (!shows(level)) return;
  if (whole_ != nullptr) return whole_->write(level, opening_ + std::string(text));
  std::string line = iso_time();
  line += level == LogLevel::error     ? " error: "
          : level == LogLevel::warning ? " warning: "
          : level == LogLevel::debug   ? " debug: "
                                       : " ";
  // A peer's text may hold anything: a line of the log stays one line, and of some length.
  line += files::as_line(text, files::kLineBytesMax - 1 - line.size());
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

}  // namespace triad::router
