// RTI_USES_NAMESPACE: the same API as a namespace, for sources with `using namespace RTI`.
#define RTI_USES_NAMESPACE
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

namespace RTI {
class RTIambassador;
}
using namespace RTI;

class Federate : public NullFederateAmbassador {
 public:
  void turnInteractionsOn(InteractionClassHandle theHandle) { handle = theHandle; }
  InteractionClassHandle handle;
};

void use(RTIambassador& ambassador, const FedTime& time, const Exception& exception) {
  Federate federate;
  ambassador.joinFederationExecution("type", "federation", &federate);
  std::cout << time << exception << &exception;
  throw ObjectNotKnown("none");
}
