// Ambassadors that are initialised with a temporary.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

class Federate : public NullFederateAmbassador {
 public:
  Federate() : ambassador(RTI::RTIambassador()) {}
  RTI::RTIambassador ambassador;
};

void use() {
  Federate federate;
  RTI::RTIambassador another = RTI::RTIambassador();
  another.tick();
}
