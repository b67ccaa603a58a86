#include "rtig/program/rtig_timers.hpp"

#include <algorithm>
#include <utility>

#include "router/program/clock.hpp"

namespace triad::rtig {

namespace {

// Returns the interval of checks for waits of that length, and between asking federates and
// reporting their answers. It is long enough for a federate that ticks seldom, and short compared
// with the wait.
transport::Duration patience(std::chrono::milliseconds waiting) {
  using std::chrono::milliseconds;
  return std::clamp(waiting / 8, milliseconds(20), milliseconds(2'000));
}

// Interval of acknowledgements, and of looks for members that have been away for too long.
constexpr std::chrono::milliseconds kRecoveryInterval{100};

}  // namespace

void RtigTimers::start() {
  if (timeouts_.report.count() > 0) check_waits();
  end_overdue_moves();
  if (timeouts_.save.count() > 0) end_overdue_saves();
  if (timeouts_.resume.count() > 0) {
    loop_.add_periodic_timer(kRecoveryInterval, [this] {
      update_time();
      rtig_.check_recoveries();
    });
  }
  if (timeouts_.order.count() > 0) {
    loop_.add_periodic_timer(patience(timeouts_.order), [this] {
      update_time();
      rtig_.end_overdue_orders();
    });
  }
  if (timeouts_.hold.count() > 0) {
    loop_.add_periodic_timer(patience(timeouts_.hold), [this] {
      update_time();
      rtig_.end_long_holds();
    });
  }
}

// A coarse interval is enough, because the timeout is many times as long.
void RtigTimers::end_overdue_moves() {
  loop_.add_periodic_timer(patience(timeouts_.move), [this] {
    update_time();
    rtig_.end_overdue_moves();
  });
}

void RtigTimers::end_overdue_saves() {
  loop_.add_periodic_timer(patience(timeouts_.save), [this] {
    update_time();
    rtig_.end_overdue_saves();
  });
}

void RtigTimers::check_waits() {
  loop_.add_periodic_timer(patience(timeouts_.report), [this] {
    update_time();
    has_requested_status_ = !has_requested_status_;
    has_requested_status_ ? rtig_.request_time_status() : rtig_.report_waits();
  });
}

void RtigTimers::update_time() {
  if (std::exchange(time_updated_, true)) return;
  rtig_.set_time(router::now());
}

void RtigTimers::schedule() {
  if (rtig_.next_report() != report_due_) schedule_reports();
}

void RtigTimers::schedule_reports() {
  if (report_timer_) loop_.cancel_timer(*report_timer_);
  report_timer_.reset();
  report_due_ = rtig_.next_report();
  if (!report_due_) return;
  const auto left = std::max(*report_due_ - router::now(), std::chrono::milliseconds(0));
  report_timer_ = loop_.add_timer(left, [this] {
    report_timer_.reset();
    report_due_.reset();
    rtig_.set_time(router::now());
    rtig_.request_manager_values();
  });
}

}  // namespace triad::rtig
