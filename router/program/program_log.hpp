// The log of rtig and rtirouter: one line per event, ISO time first, readable by a person and by
// grep. It waits for nobody: lines for which there is no room are counted, and told of. Used by the
// servers, FED loading and main. Knows nothing of links or federations. Lines may come from any
// thread.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace triad::router {

enum class LogLevel { error, warning, info, debug };

// "error", "warning", "info" or "debug"; empty for any other text.
std::optional<LogLevel> log_level(std::string_view name);

class Log {
 public:
  // Takes one finished line with its time and without a newline.
  using Sink = std::function<void(std::string_view line)>;

  // To standard error.
  explicit Log(LogLevel level = LogLevel::info);
  // To a sink of the caller's: tests, hosts with a log of their own. Called under the log's lock.
  Log(LogLevel level, Sink sink);
  // For a part of the program: its lines begin with `part` in `whole`, which outlives it.
  Log(Log& whole, std::string_view part)
      : level_(whole.level_), whole_(&whole), opening_(std::string(part) + ": ") {}

  Log(Log&& other) noexcept
      : level_(other.level_),
        whole_(other.whole_),
        opening_(std::move(other.opening_)),
        sink_(std::move(other.sink_)) {}

  void error(std::string_view text) { write(LogLevel::error, text); }
  void warning(std::string_view text) { write(LogLevel::warning, text); }
  void info(std::string_view text) { write(LogLevel::info, text); }
  void debug(std::string_view text) { write(LogLevel::debug, text); }
  bool shows(LogLevel level) const { return level <= level_; }

 private:
  void write(LogLevel level, std::string_view text);

  // Constant after construction.
  LogLevel level_;
  Log* whole_ = nullptr;  // null: itself
  std::string opening_;

  std::mutex mutex_;
  Sink sink_;  // called under mutex_
};

// Now, as "2026-03-14T15:09:26.535+01:00".
std::string iso_time();

}  // namespace triad::router
