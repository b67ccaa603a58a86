// Orders of the MOM to resign (Manager.Federate.Service.ResignFederationExecution) that members
// have not carried out yet. The member's RTIA gets the order first, refuses all further services of
// its federate, and resigns it; so other federates see the departure only when the federate can do
// nothing more. A member that does not answer is resigned by the RTIG
// (RtigOptions::resign_patience).
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "rtig/federation_context.hpp"

namespace triad::rtig {

class ResignationOrders {
 public:
  struct Order {
    std::string by;  // for people: the federate that gave the order, and its address
    wire::ResignAction action = wire::ResignAction::no_action;
    std::chrono::milliseconds given_at{0};
    bool obeyed = false;
  };

  explicit ResignationOrders(FederationContext& context) : context_(context) {}

  // The order is about to be sent. False: too many have not been answered.
  [[nodiscard]] bool give(FederateHandle target, FederateHandle by, wire::ResignAction action);
  Fault on(FederateHandle by, const Record&, const wire::ResignationAnswered&);

  // The order by which the member resigns; null: it resigns by itself.
  const Order* obeyed_by(FederateHandle federate) const;
  // Members that have not carried out an order in time, and the order.
  std::vector<std::pair<FederateHandle, Order>> overdue() const;
  // Drops the oldest order.
  void forget(FederateHandle target);

  void member_left(FederateHandle leaver) { orders_.erase(leaver); }
  void clear() { orders_.clear(); }

 private:
  FederationContext& context_;
  std::map<FederateHandle, std::deque<Order>> orders_;  // not empty; the oldest first
};

}  // namespace triad::rtig
