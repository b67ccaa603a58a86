// Flow control (docs/architecture.md, "Links and waiting"): while a member lags, FlowControl makes
// senders of data to it wait. Their other records still pass, because no member stops reading. Part
// of the Router.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "router/paths.hpp"
#include "router/queue_limits.hpp"

namespace triad::router {

class SenderHolds {
 public:
  SenderHolds(Paths& paths, const Outlets& outlets, const QueueLimits& limits)
      : paths_(paths), outlets_(outlets), limits_(limits) {}

  // Sets whether too much is queued at the member's own end.
  void set_lagging(FederateHandle member, bool lags);
  // Sets whether the member itself waits to send. While it does, it holds no senders: otherwise two
  // members could wait for each other.
  void set_waiting_in_send(FederateHandle member, bool waits);
  // Sets the bytes queued for the member's link at the host, this program. Returns true if it must
  // be expelled.
  [[nodiscard]] bool record_backlog(FederateHandle member, std::size_t bytes);

  bool holds_others(FederateHandle member) const { return holds_.at(member).is_held; }
  bool waits_in_send(FederateHandle member) const { return holds_.at(member).waits_in_send; }
  // Returns members that have held senders for at least `patience`.
  std::vector<FederateHandle> members_holding_for(std::chrono::milliseconds patience) const;

  // Adds a member. `expel` replaces QueueLimits::expel for it.
  void add_member(FederateHandle newcomer, std::optional<std::size_t> expel) {
    holds_[newcomer].expel = expel.value_or(limits_.expel);
  }
  // Tells a newcomer which members hold their senders.
  void send_holds_to_newcomer(FederateHandle newcomer);
  // Restores the holds in a recovery, in which members at links forget all holds and state their
  // own. Forgets their statements, and tells all members which of them still hold senders.
  void restate_all();
  void remove_member(FederateHandle leaver) { holds_.erase(leaver); }
  void clear() { holds_.clear(); }

 private:
  struct Hold {
    std::size_t expel = 0;   // limit of this member
    bool by_member = false;  // at its end
    bool by_queue = false;   // at the host
    bool waits_in_send = false;
    bool is_held = false;  // as the others know it
    std::chrono::milliseconds held_since{0};
  };

  // Holds or resumes all senders to the member, if that has changed.
  void send_hold_change(FederateHandle member, Hold& hold);

  void send_release_to_memory(FederateHandle member);

  Paths& paths_;
  const Outlets& outlets_;
  const QueueLimits limits_;
  std::map<FederateHandle, Hold> holds_;
};

}  // namespace triad::router
