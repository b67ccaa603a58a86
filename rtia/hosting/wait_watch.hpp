// Watch on a call's wait for the RTIG's reply or for room: when to write a line to the log, and
// when to end the wait, if an end is set. Reads no clock. Used by HostedAmbassador.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace triad::rtia {

struct WaitLimits {
  std::chrono::milliseconds report{0};  // time until a line is logged; zero: never
  std::chrono::milliseconds end{0};     // time until the call is ended; zero: never
};

class WaitWatch {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Due { nothing, report, end };

  WaitWatch(const WaitLimits& limits, Clock::time_point began)
      : limits_(limits), began_(began), report_after_(limits.report) {}

  // Returns the time of the next event; empty: never.
  std::optional<Clock::time_point> next() const {
    if (report_after_.count() == 0 && limits_.end.count() == 0) return std::nullopt;
    if (report_after_.count() == 0) return began_ + limits_.end;
    if (limits_.end.count() == 0) return began_ + report_after_;
    return began_ + std::min(report_after_, limits_.end);
  }
  // Returns the event that is due. A report is due once, and again each time the wait has doubled.
  Due due(Clock::time_point now) {
    if (limits_.end.count() > 0 && now >= began_ + limits_.end) return Due::end;
    if (report_after_.count() == 0 || now < began_ + report_after_) return Due::nothing;
    while (now >= began_ + report_after_) report_after_ *= 2;
    return Due::report;
  }
  std::chrono::duration<double> waited(Clock::time_point now) const { return now - began_; }

 private:
  const WaitLimits limits_;
  const Clock::time_point began_;
  std::chrono::milliseconds report_after_;
};

}  // namespace triad::rtia
