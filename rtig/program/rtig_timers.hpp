// What the Rtig is told and asked because time passes: the time itself, who waits, who holds whom
// for long, and the reports that managers ask for. Used by Server, whose loop's timers these are.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "rtig/rtig.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtig {

class RtigTimers {
 public:
  // All must outlive it.
  RtigTimers(transport::EventLoop& loop, Rtig& rtig, const RtigOptions& options)
      : loop_(loop), rtig_(rtig), options_(options) {}

  // From now on looks for waits and holds as the options say.
  void start();

  // Before anything is handed to the Rtig. Once in a turn: what it is for are ages in seconds.
  void tell_time();
  // Sees to it that the next report is made when it is due. At the end of a turn.
  void schedule();
  // Another turn begins.
  void begin_turn() { time_told_ = false; }

 private:
  // Calls back again and again, so long after the call before.
  void end_overdue_moves();
  void end_overdue_saves();
  void look_for_waits();
  void schedule_reports();

  transport::EventLoop& loop_;
  Rtig& rtig_;
  const RtigOptions& options_;
  bool time_told_ = false;       // in this turn
  bool asks_for_waits_ = false;  // at the last look for them; reports at the next
  // What is waited for, if anything.
  std::optional<std::chrono::milliseconds> report_due_;
  std::optional<transport::TimerKey> report_timer_;
};

}  // namespace triad::rtig
