// How long a call has waited for the RTIG's answer, or for room, and what is to be done about it:
// a line in the log now and then, and an end if one is set. Reads no clock. Used by
// HostedAmbassador.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace triad::rtia {

struct WaitLimits {
  std::chrono::milliseconds report{0};  // after so long a line; zero: never
  std::chrono::milliseconds end{0};     // after so long the call is given up; zero: never
};

class WaitWatch {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Due { nothing, report, end };

  WaitWatch(const WaitLimits& limits, Clock::time_point began)
      : limits_(limits), began_(began), report_after_(limits.report) {}

  // When something is due next, for who sleeps; empty: never.
  std::optional<Clock::time_point> next() const {
    if (report_after_.count() == 0 && limits_.end.count() == 0) return std::nullopt;
    if (report_after_.count() == 0) return began_ + limits_.end;
    if (limits_.end.count() == 0) return began_ + report_after_;
    return began_ + std::min(report_after_, limits_.end);
  }
  // What is due now. A report is due once, and again whenever the wait has become twice as long.
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
