// Must not compile: an ambassador is one federate.
#include <RTI.hh>
void assign(RTI::RTIambassador& ambassador) {
  ambassador = RTI::RTIambassador();
}
