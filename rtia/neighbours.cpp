#include "rtia/neighbours.hpp"

#include <algorithm>

namespace triad::rtia {

void Neighbours::begin(wire::Position position, const std::vector<wire::HandleLease>& leases) {
  begun_at_ = position;
  leases_.clear();
  last_losses_.clear();
  add_leases(leases);
}

void Neighbours::add_leases(const std::vector<wire::HandleLease>& leases) {
  for (const auto& [federate, first, end] : leases) {
    if (first < end) leases_[federate].push_back({first.value, end.value});
  }
}

void Neighbours::remove_federate(FederateHandle federate) {
  leases_.erase(federate);
  last_losses_.erase(federate);
}

bool Neighbours::use_handle(FederateHandle federate, ObjectHandle object) {
  const auto at = leases_.find(federate);
  return at != leases_.end() && core::use_handle(at->second, object);
}

bool Neighbours::sender_knew_losses(const wire::RecordHeader& header) const {
  const auto at = last_losses_.find(header.from());
  const wire::Position last =
      at == last_losses_.end() ? begun_at_ : std::max(begun_at_, at->second);
  return header.after_position >= last;
}

// --- Records.

Fault Neighbours::sender_fault(const Record& record, const char* fault) const {
  return sender_knew_losses(record.header) ? Fault(fault) : std::nullopt;
}

bool Neighbours::may_send(FederateHandle sender, const wire::UpdateAttributeValues& update) const {
  if (sender == wire::kRtig) return true;
  const ObjectInstance* instance = federation_.objects().find(update.object);
  if (instance == nullptr || instance->deleted) return true;  // late, but not wrong
  bool own = true;
  update.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    own = own && instance->owner(AttributeHandle(handle)) == sender;
  });
  return own || federation_.member(sender)->manager == update.object;
}

bool Neighbours::may_send(FederateHandle sender, InteractionClassHandle interaction_class) const {
  if (sender == wire::kRtig) return true;
  // RTIAs send reports by order of the MOM, regardless of their federates' publications.
  return core::mom::is_report(federation_.management().interaction_of(interaction_class)) ||
         federation_.member(sender)->declared.published_interaction_classes.contains(
             interaction_class);
}

bool Neighbours::may_delete(FederateHandle sender, ObjectHandle object) const {
  const ObjectInstance* instance = federation_.objects().find(object);
  return instance == nullptr || instance->deleted ||
         instance->owner(federation_.privilege_to_delete()) == sender;
}

}  // namespace triad::rtia
