// NullFederateAmbassador.hh alone, and included twice.
#include "NullFederateAmbassador.hh"

class Federate : public NullFederateAmbassador {
 public:
  Federate() : granted(RTI::RTI_FALSE) {}
  void timeAdvanceGrant(const RTI::FedTime&) { granted = RTI::RTI_TRUE; }
  RTI::Boolean granted;
};

void use() {
  Federate federate;
  NullFederateAmbassador null;
  RTI::FederateAmbassadorPtr pointer = &federate;
  RTI::RTIambassador::FederateAmbassadorPtr same = pointer;
  same->federationSaved();
  null.federationNotSaved();
}
