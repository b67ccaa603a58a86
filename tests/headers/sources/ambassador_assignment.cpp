// Assignments of ambassadors, which programs for other RTIs have: they compile, and throw.
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
