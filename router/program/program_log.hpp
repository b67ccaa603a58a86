// The log of rtig and rtirouter: one line per event, ISO time first, readable by a person and by
// grep. It never waits for a reader: lines for which there is no room are counted, and told of. A
// peer cannot fill it: each line is charged to the peer that the thread is serving (CausedBy,
// files/line_shares.hpp). Used by the servers, FED loading and main. Knows nothing of links or
// federations. Lines may come from any thread.
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

// "error", "warning", "info" or "debug"; empty for any other text.
std::optional<LogLevel> log_level(std::string_view name);

// Says which peer a link number stands for.
class LineCauses {
 public:
  virtual ~LineCauses() = default;
  virtual files::LineCause line_cause(std::uint64_t link) = 0;
};

// While it lives, lines of this thread are charged to the peer at this link. The peer is looked up
// only when a line is written.
class CausedBy {
 public:
  // `causes` must outlive it.
  CausedBy(LineCauses& causes, std::uint64_t link);
  CausedBy(const CausedBy&) = delete;
  CausedBy& operator=(const CausedBy&) = delete;
  ~CausedBy();

 private:
  const std::pair<LineCauses*, std::uint64_t> former_;
};

// The same for one cause that is known, in a thread that does not own the links.
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
        sink_(std::move(other.sink_)),
        shares_(std::move(other.shares_)) {}

  void error(std::string_view text) { write(LogLevel::error, text); }
  void warning(std::string_view text) { write(LogLevel::warning, text); }
  void info(std::string_view text) { write(LogLevel::info, text); }
  void debug(std::string_view text) { write(LogLevel::debug, text); }
  bool shows(LogLevel level) const { return level <= level_; }
  // Says how many lines were left out, if it is time for that. To be called now and then.
  void tell_left_out();
  // The same at the end.
  void tell_rest_left_out();

 private:
  void write(LogLevel level, std::string_view text);
  void write_line(LogLevel level, std::string_view text, const files::LineCause& cause);
  void write_notes(const std::vector<std::string>& notes);

  // Constant after construction.
  LogLevel level_;
  Log* whole_ = nullptr;  // null: itself
  std::string opening_;

  std::mutex mutex_;
  Sink sink_;                 // called under mutex_
  files::LineShares shares_;  // likewise
};

// Now, as "2026-03-14T15:09:26.535+01:00".
std::string iso_time();

}  // namespace triad::router
