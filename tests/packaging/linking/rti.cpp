// Uses libRTI-NG and nothing of libFedTime.
#include <NullFederateAmbassador.hh>

int main() {
  RTI::RTIambassador rtiAmb;
  try {
    rtiAmb.resignFederationExecution(RTI::NO_ACTION);
  } catch (RTI::FederateNotExecutionMember& e) {
    std::cout << e._name << std::endl;
  }
  return 0;
}
