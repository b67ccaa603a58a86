// Must not compile: an ambassador is one federate.
#include <RTI.hh>
void copy(const RTI::RTIambassador& ambassador) {
  RTI::RTIambassador second(ambassador);
}
