#include "router/program/program_log.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "files/line_output.hpp"
#include "router/program/clock.hpp"
#include "router/program/log_output.hpp"

namespace triad::router {

namespace {

std::string line_prefix(LogLevel level) {
  return iso_time() + (level == LogLevel::error     ? " error: "
                       : level == LogLevel::warning ? " warning: "
                       : level == LogLevel::debug   ? " debug: "
                                                    : " ");
}

}  // namespace

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
  if (!is_enabled(level)) return;
  const files::LineCause cause = CausedBy::current();
  if (parent_ == nullptr) return write_line(level, text, cause);
  parent_->write_line(level, line_prefix_ + std::string(text), cause);
}

void Log::write_line(LogLevel level, std::string_view text, const files::LineCause& cause) {
  std::string line = line_prefix(level);
  // A peer's text may contain anything, so it is turned into one line of limited length.
  line += files::as_line(text, files::kLineBytesMax - 1 - line.size());
  const std::lock_guard lock(mutex_);
  const auto at = now();
  const bool has_room = shares_.admit_line(cause, line.size(), at);
  write_notes(shares_.notes(at));
  if (has_room) sink_(line);
}

void Log::log_left_out() {
  if (parent_ != nullptr) return parent_->log_left_out();
  const std::lock_guard lock(mutex_);
  write_notes(shares_.notes(now()));
}

void Log::log_remaining_left_out() {
  if (parent_ != nullptr) return parent_->log_remaining_left_out();
  const std::lock_guard lock(mutex_);
  write_notes(shares_.last_notes());
}

void Log::write_notes(const std::vector<std::string>& notes) {
  if (!is_enabled(LogLevel::warning)) return;
  for (const std::string& note : notes) {
    const std::string opening = line_prefix(LogLevel::warning);
    sink_(opening + files::as_line(note, files::kLineBytesMax - 1 - opening.size()));
  }
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
