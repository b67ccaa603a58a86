// ReportedPromise: the last report of a federate's promise to the others, and whether a further
// report would tell them anything new. Not saved: after a restore each regulating federate reports
// again, to all. Part of FederateTime.
#pragma once

#include <cstdint>
#include <optional>

#include "core/time_type.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

// Report of a federate's promise to the others.
struct PromiseReport {
  core::TimeBound promise;
  // Promise that holds unless the federate receives an earlier message; empty: none.
  std::optional<core::TimeBound> conditional;
  // Number of time-stamp-ordered messages received, or in a note their fingerprint.
  std::uint64_t received = 0;
  // Promise of others that ends the federate's wait; empty: other things may end it.
  std::optional<core::TimeBound> waits_for;
};

class ReportedPromise {
 public:
  // Returns the last report; empty: no receiver has one.
  const std::optional<PromiseReport>& latest() const { return latest_; }
  // Returns the position of the last report in the federate's stream; 0: there is none.
  wire::Position position() const { return position_; }
  bool has_condition() const { return latest_ && latest_->conditional; }

  // Returns whether the receivers need this report in addition to the last one. `noted`: the report
  // is a note in shared memory. `waits`: the federate waits for a grant.
  bool is_news(const core::TimeType& type, const PromiseReport& now, bool noted, bool waits) const;
  // Records that this report has been made, at this position of the federate's stream.
  void record(const PromiseReport& report, wire::Position position);
  // Lets a conditional promise be reported again, because a new member has not received it or
  // because more messages have been received.
  void repeat_condition() { is_repeated_ = has_condition(); }
  // Forgets the last report, because no receiver has it.
  void forget() { *this = {}; }
  // Handles a snapshot of all members' reports that contains the own report at `own_report`.
  // Returns whether the last report is part of it. `holds`: the reports hold together.
  bool join_snapshot(bool holds, wire::Position own_report) {
    return is_in_snapshot_ = holds && own_report == position_;
  }

 private:
  std::optional<PromiseReport> latest_;
  wire::Position position_ = 0;
  bool is_repeated_ = false;     // the last condition must be reported again
  bool is_in_snapshot_ = false;  // a consistent snapshot contains the last report
};

}  // namespace triad::rtia
