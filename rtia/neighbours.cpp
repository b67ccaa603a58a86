#include "rtia/neighbours.hpp"

#include <algorithm>

namespace triad::rtia {

void Neighbours::begin(wire::Position position, const std::vector<wire::HandleLease>& leases) {
  begun_at_ = position;
  leases_.clear();
  lost_.clear();
  lease(leases);
}

void Neighbours::lease(const std::vector<wire::HandleLease>& leases) {
  for (const auto& [federate, first, end] : leases) {
    if (first < end) leases_[federate].push_back({first.value, end.value});
  }
}

void Neighbours::left(FederateHandle federate) {
  leases_.erase(federate);
  lost_.erase(federate);
}

bool Neighbours::use_handle(FederateHandle federate, ObjectHandle object) {
  const auto at = leases_.find(federate);
  return at != leases_.end() && core::use_handle(at->second, object);
}

bool Neighbours::sender_was_told(const wire::RecordHeader& header) const {
  const auto at = lost_.find(header.from());
  const wire::Position last = at == lost_.end() ? begun_at_ : std::max(begun_at_, at->second);
  return header.after_position >= last;
}

// --- Records.

Fault Neighbours::not_its_own(const Record& record, const char* what) const {
  return sender_was_told(record.header) ? Fault(what) : std::nullopt;
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
  return core::mom::is_report(federation_.management().which(interaction_class)) ||
         federation_.member(sender)->declared.published_interaction_classes.contains(
             interaction_class);
}

bool Neighbours::may_delete(FederateHandle sender, ObjectHandle object) const {
  const ObjectInstance* instance = federation_.objects().find(object);
  return instance == nullptr || instance->deleted ||
         instance->owner(federation_.privilege_to_delete()) == sender;
}

}  // namespace triad::rtia
