// Exceptions of federation management (HLA 1.3 clause 4 without save and restore).
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

EXCEPTIONS(OfFederations) {
  auto& f = federate();
  const std::string here = federation();
  RAISES(FederationExecutionAlreadyExists, f, createFederationExecution, here.c_str(), fed_file());
  RAISES(CouldNotOpenFED, f, createFederationExecution, "a new one", "/nowhere/at/all.fed");
  // A file that is no FED.
  RAISES(ErrorReadingFED, f, createFederationExecution, "a new one", TRIAD_API_TABLE);
  RAISES(FederationExecutionDoesNotExist, f, destroyFederationExecution, "unheard of");
  RAISES(FederatesCurrentlyJoined, f, destroyFederationExecution, here.c_str());
  RAISES(FederateAlreadyExecutionMember, f, joinFederationExecution, "t", here.c_str(),
         &f.recorder());
  auto& joiner = outsider();
  RAISES(FederationExecutionDoesNotExist, joiner, joinFederationExecution, "t", "unheard of",
         &joiner.recorder());
}

EXCEPTIONS(OfResignations) {
  auto& f = federate();
  f.publish("Vehicle", {"Speed"});
  f.register_object("Vehicle", "Car");
  RAISES(FederateOwnsAttributes, f, resignFederationExecution, RTI::NO_ACTION);
  RAISES(InvalidResignAction, f, resignFederationExecution, static_cast<RTI::ResignAction>(7));
}

EXCEPTIONS(OfSynchronizationPoints) {
  auto& f = federate();
  RAISES(SynchronizationPointLabelWasNotAnnounced, f, synchronizationPointAchieved, "unheard of");
}

}  // namespace
}  // namespace triad::scenario
