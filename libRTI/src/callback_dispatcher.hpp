// Converts the RTI's callbacks to calls of the federate's FederateAmbassador. Called only by tick.
// Exceptions from these calls are reported on standard error in one line and do not propagate.
// Texts, sets and times passed to the federate are valid until the call returns.
#pragma once

#include <RTI.hh>
#include <RTIextensions.hh>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libRTI/src/handle_sets.hpp"
#include "libRTI/src/handle_value_pair_sets.hpp"
#include "libRTI/src/regions.hpp"
#include "rtia/callback.hpp"

namespace triad::api {

class CallbackDispatcher {
 public:
  // Calls the federate. Returns false if the callback threw an exception.
  bool deliver(RTI::FederateAmbassador& federate, const rtia::Callback& callback);

  // Sets the object that receives news of the connection; null: none. The federate owns it.
  void set_connection_observer(RTIextensions::ConnectionObserver* observer) {
    connection_observer_ = observer;
  }
  bool has_connection_observer() const { return connection_observer_ != nullptr; }

 private:
  template <class Message>
  bool call_guarded(RTI::FederateAmbassador& federate, const Message& message);
  // Reports an exception on standard error. Repetitions are reported at powers of ten, because a
  // federate may throw at each update.
  void report_exception(const std::string& callback, const char* exception, const char* reason);

  void call(RTI::FederateAmbassador&, const wire::SynchronizationPointRegistrationSucceeded&);
  void call(RTI::FederateAmbassador&, const wire::SynchronizationPointRegistrationFailed&);
  void call(RTI::FederateAmbassador&, const wire::AnnounceSynchronizationPoint&);
  void call(RTI::FederateAmbassador&, const wire::FederationSynchronized&);
  void call(RTI::FederateAmbassador&, const wire::InitiateFederateSave&);
  void call(RTI::FederateAmbassador&, const wire::FederationSaved&);
  void call(RTI::FederateAmbassador&, const wire::FederationNotSaved&);
  void call(RTI::FederateAmbassador&, const wire::RequestFederationRestoreSucceeded&);
  void call(RTI::FederateAmbassador&, const wire::RequestFederationRestoreFailed&);
  void call(RTI::FederateAmbassador&, const wire::FederationRestoreBegun&);
  void call(RTI::FederateAmbassador&, const wire::InitiateFederateRestore&);
  void call(RTI::FederateAmbassador&, const wire::FederationRestored&);
  void call(RTI::FederateAmbassador&, const wire::FederationNotRestored&);
  void call(RTI::FederateAmbassador&, const wire::StartRegistrationForObjectClass&);
  void call(RTI::FederateAmbassador&, const wire::StopRegistrationForObjectClass&);
  void call(RTI::FederateAmbassador&, const wire::TurnInteractionsOn&);
  void call(RTI::FederateAmbassador&, const wire::TurnInteractionsOff&);
  void call(RTI::FederateAmbassador&, const wire::DiscoverObjectInstance&);
  void call(RTI::FederateAmbassador&, const wire::ReflectAttributeValues&);
  void call(RTI::FederateAmbassador&, const wire::ReceiveInteraction&);
  void call(RTI::FederateAmbassador&, const wire::RemoveObjectInstance&);
  void call(RTI::FederateAmbassador&, const wire::ProvideAttributeValueUpdate&);
  void call(RTI::FederateAmbassador&, const wire::TurnUpdatesOnForObjectInstance&);
  void call(RTI::FederateAmbassador&, const wire::TurnUpdatesOffForObjectInstance&);
  void call(RTI::FederateAmbassador&, const wire::AttributesInScope&);
  void call(RTI::FederateAmbassador&, const wire::AttributesOutOfScope&);
  void call(RTI::FederateAmbassador&, const wire::TimeRegulationEnabled&);
  void call(RTI::FederateAmbassador&, const wire::TimeConstrainedEnabled&);
  void call(RTI::FederateAmbassador&, const wire::TimeAdvanceGrant&);
  void call(RTI::FederateAmbassador&, const wire::RequestRetraction&);
  void call(RTI::FederateAmbassador&, const wire::RequestAttributeOwnershipAssumption&);
  void call(RTI::FederateAmbassador&, const wire::AttributeOwnershipDivestitureNotification&);
  void call(RTI::FederateAmbassador&, const wire::AttributeOwnershipAcquisitionNotification&);
  void call(RTI::FederateAmbassador&, const wire::AttributeOwnershipUnavailable&);
  void call(RTI::FederateAmbassador&, const wire::RequestAttributeOwnershipRelease&);
  void call(RTI::FederateAmbassador&,
            const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  void call(RTI::FederateAmbassador&, const wire::InformAttributeOwnership&);
  void call(RTI::FederateAmbassador&, const wire::AttributeIsNotOwned&);
  void call(RTI::FederateAmbassador&, const wire::AttributeOwnedByRTI&);
  void call(RTI::FederateAmbassador&, const wire::ConnectionLost&);
  void call(RTI::FederateAmbassador&, const wire::ConnectionRestored&);

  const char* tag(std::string_view text);
  const char* label(std::string_view text);
  const RTI::AttributeHandleSet& attributes(const wire::AttributeSet& set);
  // Decodes a time. Returns null if the sender gave none, or if this federation's FedTime cannot
  // decode it. Valid until the next call.
  const RTI::FedTime* decode_time(wire::Bytes encoded);
  // Returns the sender's region; null: the default region. Valid until the next call.
  RTI::Region* decode_region(wire::Bytes encoded);

  std::map<std::string, std::uint64_t> exception_counts_;  // By callback and exception.
  std::uint64_t unreadable_times_ = 0;
  RTIextensions::ConnectionObserver* connection_observer_ = nullptr;

  // Kept between callbacks to reuse their memory.
  std::string tag_;
  std::string label_;
  std::vector<std::uint32_t> handles_;
  std::unique_ptr<RTI::FedTime> time_;
  std::optional<RegionObject> region_;
  AttributeHandleSetImpl attributes_;
  AttributeHandleValuePairSetImpl attribute_values_;
  ParameterHandleValuePairSetImpl parameter_values_;
};

}  // namespace triad::api
