#include "tests/scenario/api/recorder.hpp"

#include <algorithm>

#include "tests/scenario/api/text.hpp"

namespace triad::scenario {

namespace {

constexpr std::size_t kShownBytes = 60;

std::string value_text(const std::string& value) {
  if (value.size() <= kShownBytes) return '"' + value + '"';
  return std::to_string(value.size()) + " bytes";
}

// Value at `index` of a received set, read in both ways of the API.
template <class PairSet>
std::string value_at(const PairSet& set, RTI::ULong index) {
  RTI::ULong length = 0;
  const char* const in_place = set.getValuePointer(index, length);
  const std::string value(in_place == nullptr ? "" : in_place, length);
  std::string copied(set.getValueLength(index), '\0');
  RTI::ULong copied_length = copied.size();
  set.getValue(index, copied.data(), copied_length);
  return copied_length == length && copied == value ? value : "getValue and getValuePointer differ";
}

}  // namespace

void Recorder::add_object(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                          const std::string& name) {
  objects_[object] = {name, object_class};
}

RTI::ObjectHandle Recorder::object(const std::string& name) const {
  RTI::ObjectHandle found = 0;
  for (const auto& [object, known] : objects_) {
    if (known.name == name) found = object;  // handles rise, so this is the latest with that name
  }
  return found;
}

void Recorder::set_marker_classes(RTI::InteractionClassHandle reliable,
                                  RTI::InteractionClassHandle best_effort) {
  reliable_marker_ = reliable;
  best_effort_marker_ = best_effort;
}

int Recorder::marker_round(const std::string& from) const {
  const auto round_of = [&](RTI::InteractionClassHandle interaction_class) {
    const auto at = markers_.find({interaction_class, from});
    return at == markers_.end() ? 0 : at->second;
  };
  return std::min(round_of(reliable_marker_), round_of(best_effort_marker_));
}

bool Recorder::record_marker(RTI::InteractionClassHandle interaction_class,
                             const RTI::ParameterHandleValuePairSet& values) {
  if (interaction_class != reliable_marker_ && interaction_class != best_effort_marker_) {
    return false;
  }
  if (values.size() == 2) {
    markers_[{interaction_class, value_at(values, 0)}] = std::stoi(value_at(values, 1));
  }
  return true;
}

// --- Texts.

std::string Recorder::object_text(RTI::ObjectHandle object) const {
  const auto at = objects_.find(object);
  return at == objects_.end() ? "object " + std::to_string(object) : at->second.name;
}

std::string Recorder::class_text(RTI::ObjectClassHandle object_class) {
  return owned_text(rti_.getObjectClassName(object_class));
}

std::string Recorder::interaction_text(RTI::InteractionClassHandle interaction_class) {
  return owned_text(rti_.getInteractionClassName(interaction_class));
}

std::string Recorder::attribute_text(RTI::ObjectHandle object, RTI::AttributeHandle attribute) {
  return owned_text(rti_.getAttributeName(attribute, objects_.at(object).object_class));
}

std::string Recorder::type_text(RTI::TransportType transportation, RTI::OrderType order) {
  const std::string transportation_name = owned_text(rti_.getTransportationName(transportation));
  const std::string order_name = owned_text(rti_.getOrderingName(order));
  return (transportation_name == "reliable" ? "" : " " + transportation_name) +
         (order_name == "receive" ? "" : " " + order_name);
}

void Recorder::write(const std::string& line) {
  lines_.push_back(line);
  if (on_callback) on_callback(line);
}

void Recorder::write_set(const char* callback, RTI::ObjectHandle object,
                         const RTI::AttributeHandleSet& attributes, const char* tag) {
  std::string names;
  for (RTI::ULong i = 0; i < attributes.size(); ++i) {
    names += (i == 0 ? "" : " ") + attribute_text(object, attributes.getHandle(i));
  }
  write(std::string(callback) + " " + object_text(object) + " {" + names + "}" +
        (tag == nullptr ? "" : " tag=\"" + std::string(tag) + "\""));
}

namespace {

std::string delivery_text(const RTI::FedTime* time, const RTI::EventRetractionHandle& retraction,
                          const char* tag) {
  std::string text = tag == nullptr ? " tag is NULL" : " tag=\"" + std::string(tag) + "\"";
  if (time != nullptr) text += " time=" + time_text(*time);
  if (retraction.theSerialNumber != 0 || retraction.sendingFederate != 0) {
    text += " retraction=" + std::to_string(retraction.theSerialNumber) + "/" +
            std::to_string(retraction.sendingFederate);
  }
  return text;
}

}  // namespace

void Recorder::write_reflect(RTI::ObjectHandle object,
                             const RTI::AttributeHandleValuePairSet& values,
                             const Delivery& delivery) {
  last_values_.clear();
  std::string pairs;
  std::string types;
  for (RTI::ULong i = 0; i < values.size(); ++i) {
    const std::string name = attribute_text(object, values.getHandle(i));
    const std::string value = value_at(values, i);
    last_values_[name] = value;
    pairs += (i == 0 ? "" : " ") + name + "=" + value_text(value);
    const std::string type = type_text(values.getTransportType(i), values.getOrderType(i));
    if (i == 0) types = type;
    if (type != types) types = " of several kinds";
  }
  if (on_region && values.size() > 0) on_region(values.getRegion(0));
  write("reflectAttributeValues " + object_text(object) + " {" + pairs + "}" +
        delivery_text(delivery.time, delivery.retraction, delivery.tag) + types);
}

void Recorder::write_interaction(RTI::InteractionClassHandle interaction_class,
                                 const RTI::ParameterHandleValuePairSet& values,
                                 const Delivery& delivery) {
  if (record_marker(interaction_class, values)) return;
  last_values_.clear();
  std::string pairs;
  for (RTI::ULong i = 0; i < values.size(); ++i) {
    const std::string name =
        owned_text(rti_.getParameterName(values.getHandle(i), interaction_class));
    const std::string value = value_at(values, i);
    last_values_[name] = value;
    pairs += (i == 0 ? "" : " ") + name + "=" + value_text(value);
  }
  write("receiveInteraction " + interaction_text(interaction_class) + " {" + pairs + "}" +
        delivery_text(delivery.time, delivery.retraction, delivery.tag) +
        type_text(values.getTransportType(), values.getOrderType()));
}

void Recorder::write_removal(RTI::ObjectHandle object, const Delivery& delivery) {
  write("removeObjectInstance " + object_text(object) +
        delivery_text(delivery.time, delivery.retraction, delivery.tag));
}

// --- Federation management.

void Recorder::synchronizationPointRegistrationSucceeded(const char* label) {
  write(std::string("synchronizationPointRegistrationSucceeded ") + label);
}
void Recorder::synchronizationPointRegistrationFailed(const char* label) {
  write(std::string("synchronizationPointRegistrationFailed ") + label);
}
void Recorder::announceSynchronizationPoint(const char* label, const char* tag) {
  write(std::string("announceSynchronizationPoint ") + label + delivery_text(nullptr, {}, tag));
}
void Recorder::federationSynchronized(const char* label) {
  write(std::string("federationSynchronized ") + label);
}
void Recorder::initiateFederateSave(const char* label) {
  write(std::string("initiateFederateSave ") + label);
}
void Recorder::federationSaved() {
  write("federationSaved");
}
void Recorder::federationNotSaved() {
  write("federationNotSaved");
}
void Recorder::requestFederationRestoreSucceeded(const char* label) {
  write(std::string("requestFederationRestoreSucceeded ") + label);
}
void Recorder::requestFederationRestoreFailed(const char* label, const char*) {
  write(std::string("requestFederationRestoreFailed ") + label);
}
void Recorder::federationRestoreBegun() {
  write("federationRestoreBegun");
}
void Recorder::initiateFederateRestore(const char* label, RTI::FederateHandle handle) {
  write(std::string("initiateFederateRestore ") + label + " " + std::to_string(handle));
}
void Recorder::federationRestored() {
  write("federationRestored");
}
void Recorder::federationNotRestored() {
  write("federationNotRestored");
}

// --- Declaration management. Advisories for the fixture's own markers are left out.

void Recorder::startRegistrationForObjectClass(RTI::ObjectClassHandle theClass) {
  write("startRegistrationForObjectClass " + class_text(theClass));
}
void Recorder::stopRegistrationForObjectClass(RTI::ObjectClassHandle theClass) {
  write("stopRegistrationForObjectClass " + class_text(theClass));
}
void Recorder::turnInteractionsOn(RTI::InteractionClassHandle theHandle) {
  if (theHandle == reliable_marker_ || theHandle == best_effort_marker_) return;
  write("turnInteractionsOn " + interaction_text(theHandle));
}
void Recorder::turnInteractionsOff(RTI::InteractionClassHandle theHandle) {
  if (theHandle == reliable_marker_ || theHandle == best_effort_marker_) return;
  write("turnInteractionsOff " + interaction_text(theHandle));
}

// --- Object management.

void Recorder::discoverObjectInstance(RTI::ObjectHandle theObject,
                                      RTI::ObjectClassHandle theObjectClass,
                                      const char* theObjectName) {
  objects_[theObject] = {theObjectName, theObjectClass};
  write("discoverObjectInstance " + std::string(theObjectName) + " " + class_text(theObjectClass));
}
void Recorder::reflectAttributeValues(RTI::ObjectHandle theObject,
                                      const RTI::AttributeHandleValuePairSet& theAttributes,
                                      const RTI::FedTime& theTime, const char* theTag,
                                      RTI::EventRetractionHandle theHandle) {
  write_reflect(theObject, theAttributes, {&theTime, theHandle, theTag});
}
void Recorder::reflectAttributeValues(RTI::ObjectHandle theObject,
                                      const RTI::AttributeHandleValuePairSet& theAttributes,
                                      const char* theTag) {
  write_reflect(theObject, theAttributes, {nullptr, {}, theTag});
}
void Recorder::receiveInteraction(RTI::InteractionClassHandle theInteraction,
                                  const RTI::ParameterHandleValuePairSet& theParameters,
                                  const RTI::FedTime& theTime, const char* theTag,
                                  RTI::EventRetractionHandle theHandle) {
  write_interaction(theInteraction, theParameters, {&theTime, theHandle, theTag});
}
void Recorder::receiveInteraction(RTI::InteractionClassHandle theInteraction,
                                  const RTI::ParameterHandleValuePairSet& theParameters,
                                  const char* theTag) {
  write_interaction(theInteraction, theParameters, {nullptr, {}, theTag});
}
void Recorder::removeObjectInstance(RTI::ObjectHandle theObject, const RTI::FedTime& theTime,
                                    const char* theTag, RTI::EventRetractionHandle theHandle) {
  write_removal(theObject, {&theTime, theHandle, theTag});
}
void Recorder::removeObjectInstance(RTI::ObjectHandle theObject, const char* theTag) {
  write_removal(theObject, {nullptr, {}, theTag});
}
void Recorder::attributesInScope(RTI::ObjectHandle theObject,
                                 const RTI::AttributeHandleSet& theAttributes) {
  write_set("attributesInScope", theObject, theAttributes);
}
void Recorder::attributesOutOfScope(RTI::ObjectHandle theObject,
                                    const RTI::AttributeHandleSet& theAttributes) {
  write_set("attributesOutOfScope", theObject, theAttributes);
}
void Recorder::provideAttributeValueUpdate(RTI::ObjectHandle theObject,
                                           const RTI::AttributeHandleSet& theAttributes) {
  write_set("provideAttributeValueUpdate", theObject, theAttributes);
}
void Recorder::turnUpdatesOnForObjectInstance(RTI::ObjectHandle theObject,
                                              const RTI::AttributeHandleSet& theAttributes) {
  write_set("turnUpdatesOnForObjectInstance", theObject, theAttributes);
}
void Recorder::turnUpdatesOffForObjectInstance(RTI::ObjectHandle theObject,
                                               const RTI::AttributeHandleSet& theAttributes) {
  write_set("turnUpdatesOffForObjectInstance", theObject, theAttributes);
}

// --- Ownership and time management.

void Recorder::requestAttributeOwnershipAssumption(RTI::ObjectHandle theObject,
                                                   const RTI::AttributeHandleSet& offeredAttributes,
                                                   const char* theTag) {
  write_set("requestAttributeOwnershipAssumption", theObject, offeredAttributes, theTag);
}
void Recorder::attributeOwnershipDivestitureNotification(
    RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& releasedAttributes) {
  write_set("attributeOwnershipDivestitureNotification", theObject, releasedAttributes);
}
void Recorder::attributeOwnershipAcquisitionNotification(
    RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& securedAttributes) {
  write_set("attributeOwnershipAcquisitionNotification", theObject, securedAttributes);
}
void Recorder::attributeOwnershipUnavailable(RTI::ObjectHandle theObject,
                                             const RTI::AttributeHandleSet& theAttributes) {
  write_set("attributeOwnershipUnavailable", theObject, theAttributes);
}
void Recorder::requestAttributeOwnershipRelease(RTI::ObjectHandle theObject,
                                                const RTI::AttributeHandleSet& candidateAttributes,
                                                const char* theTag) {
  write_set("requestAttributeOwnershipRelease", theObject, candidateAttributes, theTag);
}
void Recorder::confirmAttributeOwnershipAcquisitionCancellation(
    RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& theAttributes) {
  write_set("confirmAttributeOwnershipAcquisitionCancellation", theObject, theAttributes);
}
void Recorder::informAttributeOwnership(RTI::ObjectHandle theObject,
                                        RTI::AttributeHandle theAttribute,
                                        RTI::FederateHandle theOwner) {
  write("informAttributeOwnership " + object_text(theObject) + " " +
        attribute_text(theObject, theAttribute) + " " + std::to_string(theOwner));
}
void Recorder::attributeIsNotOwned(RTI::ObjectHandle theObject, RTI::AttributeHandle theAttribute) {
  write("attributeIsNotOwned " + object_text(theObject) + " " +
        attribute_text(theObject, theAttribute));
}
void Recorder::attributeOwnedByRTI(RTI::ObjectHandle theObject, RTI::AttributeHandle theAttribute) {
  write("attributeOwnedByRTI " + object_text(theObject) + " " +
        attribute_text(theObject, theAttribute));
}
void Recorder::timeRegulationEnabled(const RTI::FedTime& theFederateTime) {
  write("timeRegulationEnabled " + time_text(theFederateTime));
}
void Recorder::timeConstrainedEnabled(const RTI::FedTime& theFederateTime) {
  write("timeConstrainedEnabled " + time_text(theFederateTime));
}
void Recorder::timeAdvanceGrant(const RTI::FedTime& theTime) {
  write("timeAdvanceGrant " + time_text(theTime));
}
void Recorder::requestRetraction(RTI::EventRetractionHandle theHandle) {
  write("requestRetraction " + std::to_string(theHandle.theSerialNumber) + "/" +
        std::to_string(theHandle.sendingFederate));
}

}  // namespace triad::scenario
