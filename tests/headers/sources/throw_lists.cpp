// Legacy federates repeat the throw(...) lists completely, in part or not at all. RTI.hh can have
// lists too. Compiled up to C++14, with and without RTI_USES_THROW_LISTS.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

class Federate : public NullFederateAmbassador {
 public:
  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle,
                              const char*) throw(RTI::CouldNotDiscover, RTI::ObjectClassNotKnown,
                                                 RTI::FederateInternalError) {}
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) throw(RTI::FederateInternalError) {
    if (values.size() == 0) throw RTI::FederateInternalError("nothing to reflect");
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const RTI::FedTime&, const char*,
                              RTI::EventRetractionHandle) throw() {}
  void timeAdvanceGrant(const RTI::FedTime&) {}
};

// The lists that differ between the legacy NullFederateAmbassador and the base.
class LegacyNull : public RTI::FederateAmbassador {
 public:
  virtual void attributeOwnershipUnavailable(
      RTI::ObjectHandle,
      const RTI::AttributeHandleSet&) throw(RTI::ObjectNotKnown, RTI::AttributeNotKnown,
                                            RTI::AttributeAlreadyOwned,
                                            RTI::AttributeAcquisitionWasNotRequested,
                                            RTI::FederateInternalError) {}
  virtual void timeAdvanceGrant(const RTI::FedTime&) throw(RTI::InvalidFederationTime,
                                                           RTI::TimeAdvanceWasNotInProgress,
                                                           RTI::FederateInternalError) {}
};

// A federate's own functions repeat the services' lists.
void join(RTI::RTIambassador& ambassador, RTI::FederateAmbassador& federate) throw(
    RTI::FederateAlreadyExecutionMember, RTI::FederationExecutionDoesNotExist, RTI::CouldNotOpenFED,
    RTI::ErrorReadingFED, RTI::ConcurrentAccessAttempted, RTI::SaveInProgress,
    RTI::RestoreInProgress, RTI::RTIinternalError) {
  ambassador.joinFederationExecution("type", "federation", &federate);
}

void use() {
  Federate federate;
}
