// Exceptions of declaration management (HLA 1.3 clause 5).
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

EXCEPTIONS(OfObjectClassDeclarations) {
  auto& f = federate();
  const auto speed = f.attributes("Vehicle", {"Speed"});
  const auto crew = f.attributes("Vehicle.Tank.Leopard", {"Crew"});
  const auto vehicle = f.object_class("Vehicle");
  RAISES(ObjectClassNotDefined, f, publishObjectClass, kNoHandle, *speed);
  RAISES(ObjectClassNotDefined, f, unpublishObjectClass, kNoHandle);
  RAISES(ObjectClassNotDefined, f, subscribeObjectClassAttributes, kNoHandle, *speed);
  RAISES(ObjectClassNotDefined, f, unsubscribeObjectClass, kNoHandle);
  RAISES(AttributeNotDefined, f, publishObjectClass, vehicle, *crew);
  RAISES(AttributeNotDefined, f, subscribeObjectClassAttributes, vehicle, *crew);
  RAISES(ObjectClassNotPublished, f, unpublishObjectClass, vehicle);
  RAISES(ObjectClassNotSubscribed, f, unsubscribeObjectClass, vehicle);
}

EXCEPTIONS(OfPublicationsThatAnAcquisitionNeeds) {
  auto& owner = federate();
  auto& f = federate();
  f.publish("Vehicle", {"Speed"});
  f.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  wait_until_quiet();
  const auto vehicle = f.object_class("Vehicle");
  f->attributeOwnershipAcquisition(f.object("Car"), *f.attributes("Vehicle", {"Speed"}), "");
  RAISES(OwnershipAcquisitionPending, f, unpublishObjectClass, vehicle);
  RAISES(OwnershipAcquisitionPending, f, publishObjectClass, vehicle,
         *f.attributes("Vehicle", {"Position"}));
}

EXCEPTIONS(OfInteractionClassDeclarations) {
  auto& f = federate();
  const auto report = f.interaction_class("Report");
  RAISES(InteractionClassNotDefined, f, publishInteractionClass, kNoHandle);
  RAISES(InteractionClassNotDefined, f, unpublishInteractionClass, kNoHandle);
  RAISES(InteractionClassNotDefined, f, subscribeInteractionClass, kNoHandle);
  RAISES(InteractionClassNotDefined, f, unsubscribeInteractionClass, kNoHandle);
  RAISES(InteractionClassNotPublished, f, unpublishInteractionClass, report);
  RAISES(InteractionClassNotSubscribed, f, unsubscribeInteractionClass, report);
}

// Both services that subscribe to the reports of the federate's own calls.
EXCEPTIONS(OfWhoIsReportedOn) {
  auto& f = federate();
  auto& boss = federate();
  const std::string command = "Manager.Federate.Adjust.SetServiceReporting";
  boss.publish_interaction(command);
  boss.send_interaction(command,
                        {{"Federate", std::to_string(f.handle())}, {"ReportingState", "True"}});
  wait_until_quiet();
  const auto reports = f.interaction_class("Manager.Federate.Report.ReportServiceInvocation");
  RTI::Region& region = *f->createRegion(f->getRoutingSpaceHandle("Battlefield"), 1);
  RAISES(FederateLoggingServiceCalls, f, subscribeInteractionClass, reports);
  RAISES(FederateLoggingServiceCalls, f, subscribeInteractionClassWithRegion, reports, region);
}

}  // namespace
}  // namespace triad::scenario
