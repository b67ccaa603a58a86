// Orders of the MOM to resign (Manager.Federate.Service.ResignFederationExecution) that members
// have not carried out. The member's RTIA receives the order first, refuses all further services of
// its federate, and resigns it. Other federates therefore see the departure only when the federate
// can do nothing more. The RTIG resigns a member that does not answer
// (Timeouts::order).
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
    std::string by;  // name and address of the federate that gave the order, for people
    wire::ResignAction action = wire::ResignAction::no_action;
    std::chrono::milliseconds given_at{0};
    bool is_accepted = false;
  };

  explicit ResignationOrders(FederationContext& context) : context_(context) {}

  // Records an order that is about to be sent. Returns false if too many orders are unanswered.
  [[nodiscard]] bool record_order(FederateHandle target, FederateHandle by,
                                  wire::ResignAction action);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::ResignationAnswered&);

  // Returns the order by which the member is resigning; null: it resigns on its own.
  const Order* accepted_order(FederateHandle federate) const;
  // Returns members that have not carried out their oldest order in time, with that order.
  std::vector<std::pair<FederateHandle, Order>> overdue() const;
  // Removes the member's oldest order.
  void remove_oldest(FederateHandle target);

  void remove_member(FederateHandle leaver) { orders_.erase(leaver); }
  void clear() { orders_.clear(); }
  bool empty() const { return orders_.empty(); }

 private:
  FederationContext& context_;
  std::map<FederateHandle, std::deque<Order>> orders_;  // never empty; oldest first
};

}  // namespace triad::rtig
