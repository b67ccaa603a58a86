// The log of rtig and rtirouter: one line per event, beginning with the ISO time, readable by
// people and by grep. It never waits for a reader: lines that find no room are counted and
// reported. No peer can fill the log, because each line is charged to the peer that the thread is
// serving (CausedBy, files/line_shares.hpp). Used by the servers, FED loading and main, from any
// thread. Does not know links or federations.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/line_shares.hpp"

namespace triad::router {

enum class LogLevel { error, warning, info, debug };

// Returns the level named "error", "warning", "info" or "debug"; empty for any other text.
std::optional<LogLevel> log_level(std::string_view name);

// Maps a link number to the cause of a line.
class LineCauses {
 public:
  virtual ~LineCauses() = default;
  virtual files::LineCause line_cause(std::uint64_t link) = 0;
};

// Charges lines of this thread to the peer at this link while it lives. Looks up the peer only when
// a line is written.
class CausedBy {
 public:
  // Charges the log's lines to the link while this object lives. `causes` must outlive it.
  CausedBy(LineCauses& causes, std::uint64_t link)
      : former_(std::exchange(current_, {&causes, link})) {}
  CausedBy(const CausedBy&) = delete;
  CausedBy& operator=(const CausedBy&) = delete;
  ~CausedBy() { current_ = former_; }

  // Returns the cause of the lines that this thread writes now; empty: none.
  static files::LineCause current() {
    return current_.causes ? current_.causes->line_cause(current_.link) : files::LineCause();
  }

 private:
  struct Cause {
    LineCauses* causes;  // null: none
    std::uint64_t link;
  };
  static constinit inline thread_local Cause current_ = {nullptr, 0};

  const Cause former_;
};

// Charges lines to a known cause, in a thread that does not own the links.
class ChargedTo : private LineCauses {
 public:
  explicit ChargedTo(files::LineCause cause) : cause_(std::move(cause)), charged_(*this, 0) {}

 private:
  files::LineCause line_cause(std::uint64_t) override { return cause_; }

  const files::LineCause cause_;
  const CausedBy charged_;
};

class Log {
 public:
  // Receives one complete line with its time and without a newline.
  using Sink = std::function<void(std::string_view line)>;

  // Writes to standard error.
  explicit Log(LogLevel level = LogLevel::info);
  // Writes to the caller's sink, as in tests and in hosts with a log of their own. The sink is
  // called under the log's lock.
  Log(LogLevel level, Sink sink);
  // Creates the log of a part of the program: its lines are written to `whole` and begin with
  // `part`. `whole` must outlive it.
  Log(Log& whole, std::string_view part)
      : level_(whole.level_), parent_(&whole), line_prefix_(std::string(part) + ": ") {}

  Log(Log&& other) noexcept
      : level_(other.level_),
        parent_(other.parent_),
        line_prefix_(std::move(other.line_prefix_)),
        sink_(std::move(other.sink_)),
        shares_(std::move(other.shares_)) {}

  void error(std::string_view text) { write(LogLevel::error, text); }
  void warning(std::string_view text) { write(LogLevel::warning, text); }
  void info(std::string_view text) { write(LogLevel::info, text); }
  void debug(std::string_view text) { write(LogLevel::debug, text); }
  bool is_enabled(LogLevel level) const { return level <= level_; }
  // Reports how many lines were left out, if a report is due. Must be called periodically.
  void log_left_out();
  // Reports all remaining left-out lines, at the end of the program.
  void log_remaining_left_out();

 private:
  void write(LogLevel level, std::string_view text);
  void write_line(LogLevel level, std::string_view text, const files::LineCause& cause);
  // Writes lines about lines that were left out.
  void write_notes(const std::vector<std::string>& notes);

  // Constant after construction.
  LogLevel level_;
  Log* parent_ = nullptr;  // null: this log has its own sink
  std::string line_prefix_;

  std::mutex mutex_;
  Sink sink_;                 // called under mutex_
  files::LineShares shares_;  // used under mutex_
};

// Returns the current time, as in "2026-03-14T15:09:26.535+01:00".
std::string iso_time();

}  // namespace triad::router
