#include "rtig/instance_supply.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace triad::rtig {

namespace {
// Size of a batch: large enough that its header and acknowledgement cost little.
constexpr std::size_t kBatchBytes = std::size_t{32} << 10;
constexpr unsigned kInTransitMax = 8;
// Limit on waiting supplies. A federate waits for each of its own subscriptions, but not for those
// that the MOM orders.
constexpr std::size_t kSuppliesMax = 1000;
}  // namespace

bool InstanceSupply::is_subscribed(FederateHandle federate,
                                   wire::ObjectClassHandle registered_class) const {
  const core::Member* const member = federation_.member(federate);
  return member != nullptr &&
         member->declared.nearest_subscribed(federation_.model(), registered_class);
}

std::vector<wire::ObjectClassHandle> InstanceSupply::uncovered_classes(
    FederateHandle federate, wire::ObjectClassHandle at) const {
  std::vector<wire::ObjectClassHandle> classes;
  const core::ObjectModel& model = federation_.model();
  const auto end = static_cast<std::uint32_t>(model.object_classes.size());
  for (std::uint32_t value = at.value; value <= end; ++value) {
    const wire::ObjectClassHandle derived(value);
    if (model.is_a(derived, at) && !is_subscribed(federate, derived)) classes.push_back(derived);
  }
  return classes;
}

Fault InstanceSupply::begin_supply(FederateHandle to, const wire::RecordHeader& request,
                                   const std::vector<wire::ObjectClassHandle>& classes,
                                   wire::ObjectClassHandle at,
                                   const wire::AttributeSet& attributes) {
  ToMember& member = supplies_[to];
  if (member.supplies.size() == kSuppliesMax) {
    return "a subscription, although it has not acknowledged the instances of " +
           std::to_string(kSuppliesMax) + " others";
  }
  member.supplies.push_back({request, classes, {}, 0, at, attributes});
  if (member.supplies.size() > 1) return {};
  list_objects(to, member.supplies.front());
  send_batches(to, member);
  return {};
}

// Lists the instances that exist now. The log announces later ones.
void InstanceSupply::list_objects(FederateHandle to, Supply& supply) const {
  for (const wire::ObjectClassHandle registered_class : supply.classes) {
    if (!is_subscribed(to, registered_class)) continue;
    const auto of_class = federation_.objects().handles_of(registered_class);
    supply.objects.insert(supply.objects.end(), of_class.begin(), of_class.end());
  }
  std::ranges::sort(supply.objects);
}

Fault InstanceSupply::receive_from_member(FederateHandle by, const Record&,
                                          const wire::InstancesTaken&) {
  const auto at = supplies_.find(by);
  if (at == supplies_.end() || at->second.in_transit == 0) {
    return "an acknowledgement of instances that were not sent";
  }
  --at->second.in_transit;
  send_batches(by, at->second);
  return {};
}

void InstanceSupply::send_batches(FederateHandle to, ToMember& member) {
  while (!member.supplies.empty() && member.in_transit < kInTransitMax) {
    Supply& supply = member.supplies.front();
    if (!send_batch(to, supply)) {
      ++member.in_transit;
      continue;
    }
    const Supply done = std::move(supply);
    member.supplies.pop_front();
    if (!member.supplies.empty()) list_objects(to, member.supplies.front());
    mom_.send_requested_values(to, done.at, done.attributes);
  }
  if (member.supplies.empty() && member.in_transit == 0) supplies_.erase(to);
}

bool InstanceSupply::send_batch(FederateHandle to, Supply& supply) {
  encoded_.clear();
  wire::Encoder out(encoded_);
  const std::size_t to_come = supply.objects.size() - supply.next;
  while (supply.next < supply.objects.size() && encoded_.size() < kBatchBytes) {
    const ObjectHandle object = supply.objects[supply.next++];
    const core::ObjectInstance* const instance = federation_.objects().find(object);
    // The instance was deleted, or the federate has unsubscribed meanwhile.
    if (instance == nullptr || !is_subscribed(to, instance->object_class)) continue;
    out.put(core::snapshot_of(object, *instance));
  }
  const bool last = supply.next == supply.objects.size();
  writer_.send_to(to, last ? supply.request : wire::RecordHeader{},
                  wire::InstancesSupplied{last, static_cast<std::uint32_t>(to_come), encoded_});
  return last;
}

}  // namespace triad::rtig
