// FederateAmbassador of the scenario suite. It writes each callback as one readable line, with
// names in place of handles, for example
//   discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank
//   reflectAttributeValues Tank1 {Speed="10" Fuel="3"} tag="t"
// The end of a reflect or an interaction lists only unusual data: best_effort, timestamp, a time, a
// retraction handle. The names come from look-ups inside the callbacks. Owned by a Federate; knows
// nothing of other federates.
#pragma once

#include <RTI.hh>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace triad::scenario {

using Lines = std::vector<std::string>;

class Recorder : public RTI::FederateAmbassador {
 public:
  explicit Recorder(RTI::RTIambassador& rti) : rti_(rti) {}

  // Called inside each callback after its line has been written; may call services and throw.
  std::function<void(const std::string& line)> on_callback;

  // Called with the sender's region of each reflect; null for the default region.
  std::function<void(const RTI::Region*)> on_region;

  const Lines& lines() const { return lines_; }
  Lines take_lines() { return std::exchange(lines_, {}); }
  void restore_lines(Lines lines) { lines_ = std::move(lines); }
  // Complete values of the last reflect or interaction, by attribute or parameter.
  const std::map<std::string, std::string>& last_values() const { return last_values_; }

  // Adds an object that the federate has registered.
  void add_object(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                  const std::string& name);
  RTI::ObjectHandle object(const std::string& name) const;

  // Sets the fixture's own interaction classes, which leave no lines.
  void set_marker_classes(RTI::InteractionClassHandle reliable,
                          RTI::InteractionClassHandle best_effort);
  // Last round of markers received from a federate by both transportations.
  int marker_round(const std::string& from) const;
  void clear_markers() { markers_.clear(); }

 protected:
  // --- RTI::FederateAmbassador, for the RTI to call.
  void synchronizationPointRegistrationSucceeded(const char* label) override;
  void synchronizationPointRegistrationFailed(const char* label) override;
  void announceSynchronizationPoint(const char* label, const char* tag) override;
  void federationSynchronized(const char* label) override;
  void initiateFederateSave(const char* label) override;
  void federationSaved() override;
  void federationNotSaved() override;
  void requestFederationRestoreSucceeded(const char* label) override;
  void requestFederationRestoreFailed(const char* label, const char* reason) override;
  void federationRestoreBegun() override;
  void initiateFederateRestore(const char* label, RTI::FederateHandle handle) override;
  void federationRestored() override;
  void federationNotRestored() override;
  void startRegistrationForObjectClass(RTI::ObjectClassHandle theClass) override;
  void stopRegistrationForObjectClass(RTI::ObjectClassHandle theClass) override;
  void turnInteractionsOn(RTI::InteractionClassHandle theHandle) override;
  void turnInteractionsOff(RTI::InteractionClassHandle theHandle) override;
  void discoverObjectInstance(RTI::ObjectHandle theObject, RTI::ObjectClassHandle theObjectClass,
                              const char* theObjectName) override;
  void reflectAttributeValues(RTI::ObjectHandle theObject,
                              const RTI::AttributeHandleValuePairSet& theAttributes,
                              const RTI::FedTime& theTime, const char* theTag,
                              RTI::EventRetractionHandle theHandle) override;
  void reflectAttributeValues(RTI::ObjectHandle theObject,
                              const RTI::AttributeHandleValuePairSet& theAttributes,
                              const char* theTag) override;
  void receiveInteraction(RTI::InteractionClassHandle theInteraction,
                          const RTI::ParameterHandleValuePairSet& theParameters,
                          const RTI::FedTime& theTime, const char* theTag,
                          RTI::EventRetractionHandle theHandle) override;
  void receiveInteraction(RTI::InteractionClassHandle theInteraction,
                          const RTI::ParameterHandleValuePairSet& theParameters,
                          const char* theTag) override;
  void removeObjectInstance(RTI::ObjectHandle theObject, const RTI::FedTime& theTime,
                            const char* theTag, RTI::EventRetractionHandle theHandle) override;
  void removeObjectInstance(RTI::ObjectHandle theObject, const char* theTag) override;
  void attributesInScope(RTI::ObjectHandle theObject,
                         const RTI::AttributeHandleSet& theAttributes) override;
  void attributesOutOfScope(RTI::ObjectHandle theObject,
                            const RTI::AttributeHandleSet& theAttributes) override;
  void provideAttributeValueUpdate(RTI::ObjectHandle theObject,
                                   const RTI::AttributeHandleSet& theAttributes) override;
  void turnUpdatesOnForObjectInstance(RTI::ObjectHandle theObject,
                                      const RTI::AttributeHandleSet& theAttributes) override;
  void turnUpdatesOffForObjectInstance(RTI::ObjectHandle theObject,
                                       const RTI::AttributeHandleSet& theAttributes) override;
  void requestAttributeOwnershipAssumption(RTI::ObjectHandle theObject,
                                           const RTI::AttributeHandleSet& offeredAttributes,
                                           const char* theTag) override;
  void attributeOwnershipDivestitureNotification(
      RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& releasedAttributes) override;
  void attributeOwnershipAcquisitionNotification(
      RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& securedAttributes) override;
  void attributeOwnershipUnavailable(RTI::ObjectHandle theObject,
                                     const RTI::AttributeHandleSet& theAttributes) override;
  void requestAttributeOwnershipRelease(RTI::ObjectHandle theObject,
                                        const RTI::AttributeHandleSet& candidateAttributes,
                                        const char* theTag) override;
  void confirmAttributeOwnershipAcquisitionCancellation(
      RTI::ObjectHandle theObject, const RTI::AttributeHandleSet& theAttributes) override;
  void informAttributeOwnership(RTI::ObjectHandle theObject, RTI::AttributeHandle theAttribute,
                                RTI::FederateHandle theOwner) override;
  void attributeIsNotOwned(RTI::ObjectHandle theObject, RTI::AttributeHandle theAttribute) override;
  void attributeOwnedByRTI(RTI::ObjectHandle theObject, RTI::AttributeHandle theAttribute) override;
  void timeRegulationEnabled(const RTI::FedTime& theFederateTime) override;
  void timeConstrainedEnabled(const RTI::FedTime& theFederateTime) override;
  void timeAdvanceGrant(const RTI::FedTime& theTime) override;
  void requestRetraction(RTI::EventRetractionHandle theHandle) override;

 private:
  struct KnownObject {
    std::string name;
    RTI::ObjectClassHandle object_class;
  };
  // Data of a reflect or an interaction beside its values.
  struct Delivery {
    const RTI::FedTime* time = nullptr;
    RTI::EventRetractionHandle retraction{};
    const char* tag = "";
  };

  void write(const std::string& line);
  void write_set(const char* callback, RTI::ObjectHandle object,
                 const RTI::AttributeHandleSet& attributes, const char* tag = nullptr);
  void write_reflect(RTI::ObjectHandle object, const RTI::AttributeHandleValuePairSet& values,
                     const Delivery& delivery);
  void write_interaction(RTI::InteractionClassHandle interaction_class,
                         const RTI::ParameterHandleValuePairSet& values, const Delivery& delivery);
  void write_removal(RTI::ObjectHandle object, const Delivery& delivery);
  bool record_marker(RTI::InteractionClassHandle interaction_class,
                     const RTI::ParameterHandleValuePairSet& values);

  std::string object_text(RTI::ObjectHandle object) const;
  std::string class_text(RTI::ObjectClassHandle object_class);
  std::string interaction_text(RTI::InteractionClassHandle interaction_class);
  std::string attribute_text(RTI::ObjectHandle object, RTI::AttributeHandle attribute);
  std::string type_text(RTI::TransportType transportation, RTI::OrderType order);

  RTI::RTIambassador& rti_;
  Lines lines_;
  std::map<RTI::ObjectHandle, KnownObject> objects_;
  std::map<std::string, std::string> last_values_;
  RTI::InteractionClassHandle reliable_marker_ = 0;
  RTI::InteractionClassHandle best_effort_marker_ = 0;
  std::map<std::pair<RTI::InteractionClassHandle, std::string>, int> markers_;
};

}  // namespace triad::scenario
