// Timers of the Rtig: they tell it the time and call its functions for long waits, long holds,
// overdue moves, saves and orders, and periodic reports. They run in the loop of Server.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "rtig/gateway/rtig.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtig {

class RtigTimers {
 public:
  // Keeps references to all arguments, which must outlive this object.
  RtigTimers(transport::EventLoop& loop, Rtig& rtig, const Timeouts& timeouts)
      : loop_(loop), rtig_(rtig), timeouts_(timeouts) {}

  // Starts the periodic timers that the timeouts enable, including those for holds and orders.
  void start();

  // Tells the Rtig the time, once in a turn, before any other call in that turn. The Rtig needs it
  // for ages in seconds.
  void update_time();
  // Sets the timer of the next periodic report. Called at the end of a turn.
  void schedule();
  // Lets the next update_time() tell the time again.
  void begin_turn() { time_updated_ = false; }

 private:
  // Start timers. The first three repeat a check at an interval; the last one is set for the next
  // report.
  void end_overdue_moves();
  void end_overdue_saves();
  // Starts the timer that alternately asks for the members' time status and reports long waits.
  void check_waits();
  // Sets the timer for the next periodic update of the MOM.
  void schedule_reports();

  transport::EventLoop& loop_;
  Rtig& rtig_;
  const Timeouts& timeouts_;
  bool time_updated_ = false;          // in this turn
  bool has_requested_status_ = false;  // true: the next check reports the answers
  // Time and timer of the next periodic report, if there is one.
  std::optional<std::chrono::milliseconds> report_due_;
  std::optional<transport::TimerKey> report_timer_;
};

}  // namespace triad::rtig
