// Callbacks of ownership management, which are checked when they are delivered.
#include "rtia/ownership_management.hpp"

namespace triad::rtia {

bool OwnershipManagement::make_callback(const Record&,
                                        const wire::AttributeOwnershipDivestitureNotification& m) {
  InstanceOwnership* const ownership = find(m.object);
  if (ownership == nullptr) return false;
  const AttributeSet due =
      m.attributes & ownership->attributes_in([](Standing at) { return at == Standing::yielding; });
  if (due.empty()) return false;
  ownership->apply(OwnershipEvent::divestiture_delivered, due);
  context_.send_to_rtig(wire::AttributesYielded{m.object, due});
  context_.callbacks.current = wire::AttributeOwnershipDivestitureNotification{m.object, due};
  return true;
}

bool OwnershipManagement::make_callback(const Record&,
                                        const wire::AttributeOwnershipAcquisitionNotification& m) {
  InstanceOwnership* const ownership = find(m.object);
  if (ownership == nullptr || find_living(m.object) == nullptr) return false;
  const AttributeSet due = m.attributes & ownership->attributes_in(is_arriving);
  ownership->apply(OwnershipEvent::acquisition_delivered, due);
  context_.callbacks.current = wire::AttributeOwnershipAcquisitionNotification{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

// A later plain acquisition overrides the request "if available".
bool OwnershipManagement::make_callback(const Record&,
                                        const wire::AttributeOwnershipUnavailable& m) {
  InstanceOwnership* const ownership = find(m.object);
  if (ownership == nullptr || !is_discovered(m.object)) return false;
  const AttributeSet due = m.attributes & (ownership->attributes_in(is_acquiring_if_available) -
                                           ownership->attributes_in(is_arriving));
  ownership->apply(OwnershipEvent::unavailability_delivered, due);
  assumption_.offer_after_refusal(m.object, due);
  context_.callbacks.current = wire::AttributeOwnershipUnavailable{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

bool OwnershipManagement::make_callback(const Record&,
                                        const wire::RequestAttributeOwnershipRelease& m) {
  const ObjectInstance* instance = find_living(m.object);
  if (!known_.contains(m.object) || instance == nullptr) return false;
  const AttributeSet due = m.attributes & known_.owned(m.object, *instance);
  if (due.empty()) return false;
  edit(m.object).request_release(due);
  context_.callbacks.current = wire::RequestAttributeOwnershipRelease{m.object, due, m.tag};
  return true;
}

// Cancellations made before the federate ceased to know the instance are not confirmed.
bool OwnershipManagement::make_callback(
    const Record&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  InstanceOwnership* const ownership = find(m.object);
  if (ownership == nullptr) return false;
  const AttributeSet due = ownership->confirm(m.attributes);
  context_.callbacks.current =
      wire::ConfirmAttributeOwnershipAcquisitionCancellation{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

bool OwnershipManagement::make_callback(const Record&, const wire::InformAttributeOwnership& m) {
  context_.callbacks.current = m;
  return is_discovered(m.object);
}

bool OwnershipManagement::make_callback(const Record&, const wire::AttributeIsNotOwned& m) {
  context_.callbacks.current = m;
  return is_discovered(m.object);
}

bool OwnershipManagement::make_callback(const Record&, const wire::AttributeOwnedByRTI& m) {
  context_.callbacks.current = m;
  return is_discovered(m.object);
}
}  // namespace triad::rtia
