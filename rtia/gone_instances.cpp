// Object instances that are gone from the federation, and whose federate has not been told yet: it
// goes on knowing them, and owning and offering what it did, by its own calls alone. The RTIG has
// forgotten them; what it is asked about them it only acknowledges, and the call takes effect here.
#include "rtia/membership.hpp"

namespace triad::rtia {

// The instance is gone from the federation. A federate that knows it keeps knowing it until it has
// been told; its name is free at once.
void Membership::remove_instance(ObjectHandle object, const wire::RemoveObjectInstance& removal) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  if (!known_.contains(object.value)) {
    forget_relevance(object);
    owning_.transfers.erase(object);
    federation_.objects().erase(object);
    return;
  }
  note_gone(object, *instance);
  encoded_.clear();
  wire::encode_record({}, removal, encoded_);
  queue_data(encoded_);
}

// What others own of it is nobody's, and what was on its way to the federate does not come.
void Membership::note_gone(ObjectHandle object, ObjectInstance& instance) {
  const AttributeSet kept = owned(object, instance);
  instance.take_from_all(instance.owned() - kept);
  instance.regions.clear();
  instance.deleted = true;
  if (const auto at = owning_.transfers.find(object); at != owning_.transfers.end()) {
    at->second.arriving.clear();
    at->second.given_up.clear();
  }
  federation_.objects().release_name(object);
  forget_relevance(object);
}

// The RTIG had nothing to log: to its knowledge the instance is gone, or nothing of it was the
// federate's.
void Membership::on_owners_call_answered(wire::Position position) {
  const auto at = owning_.calls.find(position);
  if (at == owning_.calls.end()) return;
  const OwnersCall call = std::move(at->second);
  owning_.calls.erase(at);
  ObjectInstance* instance = federation_.objects().find(call.object);
  if (instance == nullptr) return;
  switch (call.what) {
    case OwnersCall::What::divest: {
      const AttributeSet lost = instance->take(self_, call.attributes);
      Transfers& transfers = owning_.transfers[call.object];
      transfers.offered |= lost;  // it need not be asked to take back what it gave up itself
      transfers.told_offered |= lost;
      return after_ownership_change(call.object);
    }
    case OwnersCall::What::offer:
      instance->withdraw(call.attributes);
      if (instance->owned_by(self_).includes(call.attributes)) {
        instance->offer(call.attributes, {});
      }
      return;
    case OwnersCall::What::withdraw:
      instance->withdraw(call.attributes);
      if (const auto own = owning_.transfers.find(call.object); own != owning_.transfers.end()) {
        own->second.yielding -= call.attributes;
        forget_if_idle(call.object);
      }
      return;
  }
}

// The RTIG logged the federate's call when the instance was still there for it.
Membership::Fault Membership::answered_of_gone(const Record& record) {
  if (record.header.cause() == self_) on_owners_call_answered(record.header.after_position);
  return {};
}

AttributeSet Membership::lose_of_gone(const wire::AttributeOwnershipTransferred& transferred,
                                      ObjectInstance& instance) {
  AttributeSet lost;
  for (const auto& transfer : transferred.transfers) {
    if (transfer.federate != self_) lost |= instance.take(self_, transfer.attributes);
  }
  if (!lost.empty()) after_ownership_change(transferred.object);
  return lost;
}

}  // namespace triad::rtia
