// Flow control (docs/architecture.md, "Links and waiting"): a member that lags makes senders of
// data to it wait, told by FlowControl; all else that they send passes, because nobody stops
// reading.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "router/paths.hpp"

namespace triad::router {

// Bytes queued for one member at which those who send data to it are held, at which they are let
// go again, and at which it is to be expelled so that the others can go on.
struct QueueLimits {
  std::size_t hold = 64u << 20;
  std::size_t resume = 16u << 20;
  std::size_t expel = std::size_t{2} << 30;
};

class SenderHolds {
 public:
  SenderHolds(Paths& paths, const Outlets& outlets, const QueueLimits& limits)
      : paths_(paths), outlets_(outlets), limits_(limits) {}

  // It has too much waiting at its own end, or no more.
  void lags(FederateHandle member, bool lags);
  // It waits itself until it may send. Then it holds nobody: else two could wait for each other.
  void waits_in_send(FederateHandle member, bool waits);
  // The host's queue for its link has grown or shrunk to `bytes`. True: it is to be expelled.
  [[nodiscard]] bool on_backlog(FederateHandle member, std::size_t bytes);

  bool holds_others(FederateHandle member) const { return holds_.at(member).held; }
  bool waits_in_send(FederateHandle member) const { return holds_.at(member).waits_in_send; }
  // Who has held up those who send to it for so long.
  std::vector<FederateHandle> held_others_for(std::chrono::milliseconds patience) const;

  // `expel`: in place of QueueLimits::expel.
  void member_joined(FederateHandle newcomer, std::optional<std::size_t> expel) {
    holds_[newcomer].expel = expel.value_or(limits_.expel);
  }
  // Who is held up for whom already.
  void tell_newcomer(FederateHandle newcomer);
  void member_left(FederateHandle leaver) { holds_.erase(leaver); }
  void clear() { holds_.clear(); }

 private:
  struct Hold {
    std::size_t expel = 0;   // its own limit
    bool by_member = false;  // at its end
    bool by_queue = false;   // at this one
    bool waits_in_send = false;
    bool held = false;  // what the others have been told
    std::chrono::milliseconds held_since{0};
  };

  void tell_if_held(FederateHandle member, Hold& hold);

  Paths& paths_;
  const Outlets& outlets_;
  const QueueLimits limits_;
  std::map<FederateHandle, Hold> holds_;
};

}  // namespace triad::router
