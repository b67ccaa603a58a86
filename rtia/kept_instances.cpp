#include "rtia/kept_instances.hpp"

#include <algorithm>
#include <vector>

namespace triad::rtia {

namespace {
// Limit of memory reserved for announced instances, which need not come.
constexpr std::size_t kReservedMost = std::size_t{1} << 20;
}  // namespace

Fault KeptInstances::receive_record(const Record& record, const wire::InstancesSupplied& supplied) {
  const std::size_t to_come = std::min<std::size_t>(supplied.to_come, kReservedMost);
  // Reserved at once, so that the tables do not grow step by step with 100,000 instances.
  federation_.objects().reserve(to_come);
  const std::size_t known_before = known_.size();
  std::size_t taken = 0;
  wire::Decoder in(supplied.instances);
  for (; !in.finished(); ++taken) {
    core::InstanceSnapshot instance;
    in.get(instance);
    if (!in.ok()) return "a malformed instance among those that are supplied";
    if (auto fault = insert_supplied(instance)) return fault;
  }
  // Reserves for the rest if most of this batch became known.
  if (2 * (known_.size() - known_before) > taken) known_.reserve(to_come);
  if (!supplied.last) {
    context_.send_to_rtig(wire::InstancesTaken{});
    return {};
  }
  interest_.record_supply(record.header.after_position);
  if (!interest_.is_supply_pending()) lifecycle_.forget_direct_deletions();
  context_.record_supply(record.header.after_position);
  return {};
}

// A neighbour's record may have registered or deleted the instance already.
Fault KeptInstances::insert_supplied(const core::InstanceSnapshot& supplied) {
  if (model().find(supplied.object_class) == nullptr) return "an instance of an unknown class";
  if (!interest_.keeps(supplied.object_class) || lifecycle_.was_deleted(supplied)) return {};
  if (federation_.objects().find(supplied.object) != nullptr) return {};
  ObjectInstance* const instance = federation_.insert(supplied);
  if (instance == nullptr) return "an instance that does not fit the federation";
  lifecycle_.consider_discovery(supplied.object, *instance);
  return {};
}

void KeptInstances::drop_unless_held(ObjectHandle object) {
  const ObjectInstance* const instance = federation_.objects().find(object);
  if (instance == nullptr || interest_.keeps(instance->object_class)) return;
  if (lifecycle_.is_being_deleted(object)) return;
  if (!known_.holds(object, *instance)) lifecycle_.forget(object);
}

void KeptInstances::drop(ObjectClassHandle registered_class) {
  for (const ObjectHandle object : federation_.objects().handles_of(registered_class)) {
    drop_unless_held(object);
  }
}

void KeptInstances::drop_released() {
  if (!known_.has_released()) return;
  std::vector<ObjectClassHandle> classes;
  for (const auto& [object, registered_class] : known_.take_released()) {
    drop_unless_held(object);
    if (classes.empty() || classes.back() != registered_class) classes.push_back(registered_class);
  }
  interest_.update_existence_interest(classes);
}

}  // namespace triad::rtia
