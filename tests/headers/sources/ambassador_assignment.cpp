// Assignments of ambassadors, as in programs for other RTIs. They must compile; they throw.
#include <RTI.hh>

struct Federate {
  RTI::RTIambassador ambassador;
};

void assign(RTI::RTIambassador& ambassador, const RTI::RTIambassador* pointer) {
  ambassador = *pointer;
  ambassador = RTI::RTIambassador();
}

void assign_member(Federate& federate, const Federate& other) {
  federate = other;
}
