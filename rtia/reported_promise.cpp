#include "rtia/reported_promise.hpp"

namespace triad::rtia {

namespace {

// Returns whether others count on a wait that is over or ends earlier.
bool is_wait_outdated(const core::TimeType& type, const std::optional<core::TimeBound>& stated,
                      const std::optional<core::TimeBound>& current, bool waits) {
  return stated && (!current ? waits : compare(type, *current, *stated) < 0);
}

}  // namespace

// While the reports of the waiting federates hold together, all of them know how far they can go.
// Reports of each rise of the LBTS would only advance them by the lookahead each time
// (docs/architecture.md, "The jump").
bool ReportedPromise::is_news(const core::TimeType& type, const PromiseReport& now, bool noted,
                              bool waits) const {
  if (!latest_) return true;
  const PromiseReport& last = *latest_;
  const bool rose = compare(type, last.promise, now.promise) < 0;
  if (!now.conditional) {
    return rose || last.conditional || is_wait_outdated(type, last.waits_for, now.waits_for, waits);
  }
  const bool same = last.conditional && last.received == now.received &&
                    compare(type, *last.conditional, *now.conditional) == 0;
  if (!same || is_repeated_) return true;
  // Readers of notes evaluate each condition, so a rise of the LBTS alone needs no new note.
  return noted ? is_wait_outdated(type, last.waits_for, now.waits_for, waits)
               : rose && !is_in_snapshot_;
}

void ReportedPromise::record(const PromiseReport& report, wire::Position position) {
  latest_ = report;
  position_ = position;
  is_repeated_ = is_in_snapshot_ = false;
}

}  // namespace triad::rtia
