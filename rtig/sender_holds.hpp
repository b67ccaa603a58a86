// Flow control in the RTIG (docs/architecture.md, "Links and waiting"): a member that lags makes
// senders of data to it wait, told by FlowControl; its control calls pass all the same, because
// nobody stops reading.
#pragma once

#include <chrono>
#include <map>
#include <vector>

#include "rtig/federation_context.hpp"

namespace triad::rtig {

class SenderHolds {
 public:
  explicit SenderHolds(FederationContext& context) : context_(context) {}

  Fault on(FederateHandle by, const Record&, const wire::FlowControl&);
  Fault on(FederateHandle by, const Record&, const wire::SenderWaiting&);

  // The host's queue for this member's link has grown or shrunk to `bytes`. True if the member lags
  // so far behind that it is to be expelled.
  [[nodiscard]] bool on_backlog(FederateHandle federate, std::size_t bytes);
  // Who has held up its senders for so long as nobody may (RtigOptions::hold_patience).
  std::vector<LinkId> overdue_holders() const;
  bool holds_others(FederateHandle federate) const { return holds_.at(federate).held; }
  bool waits_in_send(FederateHandle federate) const { return holds_.at(federate).waits_in_send; }

  void member_joined(FederateHandle newcomer) { holds_[newcomer]; }
  void tell_newcomer(FederateHandle newcomer);
  void member_left(FederateHandle leaver) { holds_.erase(leaver); }
  void clear() { holds_.clear(); }

 private:
  struct Hold {
    bool by_rtia = false;        // its RTIA said that it has too much waiting
    bool by_rtig = false;        // its link's queue here is too long
    bool waits_in_send = false;  // then it holds nobody
    bool held = false;           // what the others have been told
    std::chrono::milliseconds held_since{0};
  };

  void tell_if_held(FederateHandle federate, Hold& hold);

  FederationContext& context_;
  std::map<FederateHandle, Hold> holds_;
};

}  // namespace triad::rtig
