// Time for which the other members of a federation have waited for one member in recoveries
// (recovery.hpp). They wait while they are paused and need a step of this member. A wait counts for
// the member when the recovery is over. If another member makes the recovery begin again, a long
// wait in progress counts for its member, and the rest of the time since the beginning for the
// other one.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace triad::router {

class WaitAccount {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // Of the time between two pauses, one part in so many is deducted from the account.
  static constexpr int kForgotten = 10;

  // --- Pauses of the federation.
  void begin_pause(Milliseconds now) {
    total_ = std::max(Milliseconds(0), total_ - (now - paused_until_) / kForgotten);
  }
  void end_pause(Milliseconds now) {
    commit(now);
    paused_until_ = now;
  }

  // --- Waits for the member. Each has no effect if the wait has begun or ended already.
  void begin(Milliseconds now) {
    if (!since_) since_ = now;
  }
  void end(Milliseconds now) {
    if (since_) in_epoch_ += now - *std::exchange(since_, std::nullopt);
  }
  // Ends the wait and counts it.
  void commit(Milliseconds now) {
    end(now);
    total_ += std::exchange(in_epoch_, Milliseconds(0));
  }
  // Ends the present wait and counts it, and forgets earlier ones that are not counted yet.
  void commit_present(Milliseconds now) {
    in_epoch_ = Milliseconds(0);
    commit(now);
  }
  // Forgets the waits that are not counted yet.
  void drop() {
    since_.reset();
    in_epoch_ = Milliseconds(0);
  }
  void charge(Milliseconds time) { total_ += time; }

  // Returns the length of the present wait.
  Milliseconds present(Milliseconds now) const { return since_ ? now - *since_ : Milliseconds(0); }
  Milliseconds total(Milliseconds now) const { return total_ + in_epoch_ + present(now); }

 private:
  Milliseconds total_{0};
  Milliseconds in_epoch_{0};           // of waits that have ended and are not counted yet
  std::optional<Milliseconds> since_;  // beginning of the present wait
  Milliseconds paused_until_{0};
};

}  // namespace triad::router
