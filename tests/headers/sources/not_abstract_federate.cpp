// Must not compile: a federate that leaves out a callback stays abstract.
#include <RTI.hh>
class Federate : public RTI::FederateAmbassador {
 public:
  void federationSaved() {}
};
void make() {
  Federate federate;
}
