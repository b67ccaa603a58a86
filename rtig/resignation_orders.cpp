#include "rtig/resignation_orders.hpp"

#include <utility>

#include "rtig/federation_texts.hpp"

namespace triad::rtig {

namespace {

constexpr std::size_t kOrdersMax = 64;  // for one member

}  // namespace

bool ResignationOrders::record_order(FederateHandle target, FederateHandle by,
                                     wire::ResignAction action) {
  auto& orders = orders_[target];
  if (orders.size() >= kOrdersMax) return false;
  const std::string by_text = federate_text(context_.federation(), by) + " (" +
                              context_.members().at(by).origin.address() + ")";
  orders.push_back({by_text, action, context_.now(), false});
  return true;
}

// A restore replaces the membership and forgets its orders, so an answer may find none.
Fault ResignationOrders::receive_from_member(FederateHandle by, const Record&,
                                             const wire::ResignationAnswered& answer) {
  const auto at = orders_.find(by);
  if (at == orders_.end()) return {};
  if (answer.obeys) {
    at->second.front().is_accepted = true;
  } else {
    remove_oldest(by);
  }
  return {};
}

const ResignationOrders::Order* ResignationOrders::accepted_order(FederateHandle federate) const {
  const auto at = orders_.find(federate);
  return at == orders_.end() || !at->second.front().is_accepted ? nullptr : &at->second.front();
}

std::vector<std::pair<FederateHandle, ResignationOrders::Order>> ResignationOrders::overdue()
    const {
  std::vector<std::pair<FederateHandle, Order>> overdue;
  for (const auto& [target, orders] : orders_) {
    if (context_.now() - orders.front().given_at < context_.options().timeouts.order) continue;
    overdue.emplace_back(target, orders.front());
  }
  return overdue;
}

void ResignationOrders::remove_oldest(FederateHandle target) {
  const auto at = orders_.find(target);
  if (at == orders_.end()) return;
  at->second.pop_front();
  if (at->second.empty()) orders_.erase(at);
}

}  // namespace triad::rtig
