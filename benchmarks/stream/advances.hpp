// The time advances of a BmStream federate.
#ifndef TRIAD_BENCHMARKS_STREAM_ADVANCES_HPP
#define TRIAD_BENCHMARKS_STREAM_ADVANCES_HPP

#include <cstdint>
#include <vector>

#include "description.hpp"
#include "time_managed.hpp"

namespace benchmark_federate {

// Returns the time, in nanoseconds, of a clock that all processes of a machine share. Differences
// of times that were taken on two machines (t1-t0 and t3-t2 of stamps.hpp) are therefore
// meaningless.
inline std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

// Requests one advance after the other, and measures the time from each request to its grant. Runs
// in phases, each from begin() to end(); a request may still be pending when its phase ends.
class Advances {
 public:
  Advances(RTI::RTIambassador& rti, TimedAmbassador& ambassador, const TimeAdvances& wanted)
      : rti_(rti), ambassador_(ambassador), wanted_(wanted) {}

  // Begins a phase. `measured`: its figures count; false for the phase to warm up.
  void begin(bool measured) {
    made_ = 0;
    measured_ = measured;
    first_ = now_ns();
    // If a grant has come at the synchronization point, the first tick must not wait for it.
    pending_ = pending_ && !ambassador_.granted;
    from_before_ = pending_;
  }
  void end() {
    if (measured_ && made_ > 0) {
      grants_per_s_.push_back(static_cast<double>(made_) * 1e9 /
                              static_cast<double>(now_ns() - first_));
    }
  }

  // Returns the time stamp of an update sent now. No federate can be granted that time before the
  // update arrives.
  double stamp() const {
    return (pending_ ? target_ : ambassador_.now) + wanted_.lookahead + wanted_.step / 2;
  }
  // Returns whether a request waits for its grant.
  bool pending() const { return pending_; }
  // Returns whether this phase has had enough advances.
  bool complete() const { return made_ >= wanted_.advances; }

  void request() {
    target_ = ambassador_.now + wanted_.step;
    ambassador_.granted = false;
    pending_ = true;
    from_before_ = false;
    asked_ = now_ns();
    const RTIfedTime time(target_);
    if (wanted_.kind == "tara") {
      rti_.timeAdvanceRequestAvailable(time);
    } else if (wanted_.kind == "ner") {
      rti_.nextEventRequest(time);
    } else if (wanted_.kind == "nera") {
      rti_.nextEventRequestAvailable(time);
    } else {
      rti_.timeAdvanceRequest(time);
    }
  }
  // Returns whether the requested grant has come since the last call, and counts it. `granted_at`
  // is now_ns() at the callback.
  bool take_grant(std::int64_t granted_at) {
    if (!pending_ || !ambassador_.granted) return false;
    pending_ = false;
    if (from_before_) return true;  // Requested in an earlier phase.
    ++made_;
    if (measured_) latencies_.push_back(static_cast<double>(granted_at - asked_) / 1000);
    return true;
  }

  // Return the figures of the measured phases: microseconds from request to grant, for each grant,
  // and grants per second, for each phase.
  const std::vector<double>& latencies() const { return latencies_; }
  const std::vector<double>& grants_per_s() const { return grants_per_s_; }

 private:
  RTI::RTIambassador& rti_;
  TimedAmbassador& ambassador_;
  const TimeAdvances wanted_;
  bool measured_ = false;
  bool pending_ = false;
  bool from_before_ = false;
  double target_ = 0;
  unsigned long made_ = 0;
  std::int64_t asked_ = 0;
  std::int64_t first_ = 0;
  std::vector<double> latencies_;
  std::vector<double> grants_per_s_;
};

}  // namespace benchmark_federate

#endif
