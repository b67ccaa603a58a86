// Exceptions of data distribution management (HLA 1.3 clause 9). Position and Contact lie in the
// space Battlefield, Height in Sky, Speed and Report in none.
#include <fedtime.hh>

#include "tests/scenario/api/every_service.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

RTI::Region& region_in(Federate& federate, const char* space) {
  return *federate->createRegion(federate->getRoutingSpaceHandle(space), 1);
}

EXCEPTIONS(OfRegions) {
  auto& f = federate();
  ForeignRegion foreign;
  const auto battlefield = f->getRoutingSpaceHandle("Battlefield");
  const auto east = f->getDimensionHandle("East", battlefield);
  RAISES(SpaceNotDefined, f, createRegion, kNoSpace, 1);
  RAISES(InvalidExtents, f, createRegion, battlefield, 0);
  RAISES(RegionNotKnown, f, notifyAboutRegionModification, foreign);
  RAISES(RegionNotKnown, f, deleteRegion, &foreign);
  RAISES(RegionNotKnown, f, getRegionToken, &foreign);
  RAISES(RegionNotKnown, f, getRegion, kNoHandle);
  RTI::Region& region = region_in(f, "Battlefield");
  region.setRangeLowerBound(0, east, 7);
  region.setRangeUpperBound(0, east, 3);
  RAISES(InvalidExtents, f, notifyAboutRegionModification, region);
  f->subscribeInteractionClassWithRegion(f.interaction_class("Report.Contact"), region);
  RAISES(RegionInUse, f, deleteRegion, &region);
}

EXCEPTIONS(OfRegistrationsWithRegions) {
  auto& f = federate();
  ForeignRegion foreign;
  const auto vehicle = f.object_class("Vehicle");
  RTI::AttributeHandle position[1] = {f.attribute("Vehicle", "Position")};
  RTI::AttributeHandle speed[1] = {f.attribute("Vehicle", "Speed")};
  RTI::AttributeHandle none[1] = {kNoHandle};
  RTI::Region* here[1] = {&region_in(f, "Battlefield")};
  RTI::Region* elsewhere[1] = {&region_in(f, "Sky")};
  RTI::Region* unknown[1] = {&foreign};
  const auto raises = [&](auto&&... name) {
    RAISES(ObjectClassNotDefined, f, registerObjectInstanceWithRegion, kNoHandle, name..., position,
           here, 1);
    RAISES(AttributeNotDefined, f, registerObjectInstanceWithRegion, vehicle, name..., none, here,
           1);
    RAISES(ObjectClassNotPublished, f, registerObjectInstanceWithRegion, vehicle, name..., position,
           here, 1);
    f.publish("Vehicle", {"Position"});
    RAISES(AttributeNotPublished, f, registerObjectInstanceWithRegion, vehicle, name..., speed,
           here, 1);
    RAISES(RegionNotKnown, f, registerObjectInstanceWithRegion, vehicle, name..., position, unknown,
           1);
    RAISES(InvalidRegionContext, f, registerObjectInstanceWithRegion, vehicle, name..., position,
           elsewhere, 1);
    f.unpublish("Vehicle");
  };
  raises();
  raises("Car");
  f.publish("Vehicle", {"Position"});
  f.register_object("Vehicle", "Car");
  RAISES(ObjectAlreadyRegistered, f, registerObjectInstanceWithRegion, vehicle, "Car", position,
         here, 1);
}

EXCEPTIONS(OfUpdateRegions) {
  auto& f = federate();
  ForeignRegion foreign;
  f.publish("Vehicle", {"Position"});
  const auto car = f.register_object("Vehicle", "Car");
  const auto position = f.attributes("Vehicle", {"Position"});
  const auto crew = f.attributes("Vehicle.Tank.Leopard", {"Crew"});
  RTI::Region& here = region_in(f, "Battlefield");
  RTI::Region& elsewhere = region_in(f, "Sky");
  RAISES(ObjectNotKnown, f, associateRegionForUpdates, here, kNoObject, *position);
  RAISES(AttributeNotDefined, f, associateRegionForUpdates, here, car, *crew);
  RAISES(InvalidRegionContext, f, associateRegionForUpdates, elsewhere, car, *position);
  RAISES(RegionNotKnown, f, associateRegionForUpdates, foreign, car, *position);
  RAISES(ObjectNotKnown, f, unassociateRegionForUpdates, here, kNoObject);
  RAISES(RegionNotKnown, f, unassociateRegionForUpdates, foreign, car);
}

EXCEPTIONS(OfSubscriptionsWithRegions) {
  auto& f = federate();
  ForeignRegion foreign;
  const auto vehicle = f.object_class("Vehicle");
  const auto position = f.attributes("Vehicle", {"Position"});
  const auto crew = f.attributes("Vehicle.Tank.Leopard", {"Crew"});
  RTI::Region& here = region_in(f, "Battlefield");
  RTI::Region& elsewhere = region_in(f, "Sky");
  RAISES(ObjectClassNotDefined, f, subscribeObjectClassAttributesWithRegion, kNoHandle, here,
         *position);
  RAISES(AttributeNotDefined, f, subscribeObjectClassAttributesWithRegion, vehicle, here, *crew);
  RAISES(RegionNotKnown, f, subscribeObjectClassAttributesWithRegion, vehicle, foreign, *position);
  RAISES(InvalidRegionContext, f, subscribeObjectClassAttributesWithRegion, vehicle, elsewhere,
         *position);
  RAISES(ObjectClassNotDefined, f, unsubscribeObjectClassWithRegion, kNoHandle, here);
  RAISES(RegionNotKnown, f, unsubscribeObjectClassWithRegion, vehicle, foreign);
  RAISES(ObjectClassNotSubscribed, f, unsubscribeObjectClassWithRegion, vehicle, here);
  RAISES(ObjectClassNotDefined, f, requestClassAttributeValueUpdateWithRegion, kNoHandle, *position,
         here);
  RAISES(AttributeNotDefined, f, requestClassAttributeValueUpdateWithRegion, vehicle, *crew, here);
  RAISES(RegionNotKnown, f, requestClassAttributeValueUpdateWithRegion, vehicle, *position,
         foreign);
}

EXCEPTIONS(OfInteractionsWithRegions) {
  auto& f = federate();
  ForeignRegion foreign;
  const auto contact = f.interaction_class("Report.Contact");
  RTI::Region& here = region_in(f, "Battlefield");
  RTI::Region& elsewhere = region_in(f, "Sky");
  RAISES(InteractionClassNotDefined, f, subscribeInteractionClassWithRegion, kNoHandle, here);
  RAISES(RegionNotKnown, f, subscribeInteractionClassWithRegion, contact, foreign);
  RAISES(InvalidRegionContext, f, subscribeInteractionClassWithRegion, contact, elsewhere);
  RAISES(InteractionClassNotDefined, f, unsubscribeInteractionClassWithRegion, kNoHandle, here);
  RAISES(RegionNotKnown, f, unsubscribeInteractionClassWithRegion, contact, foreign);
  RAISES(InteractionClassNotSubscribed, f, unsubscribeInteractionClassWithRegion, contact, here);

  const auto bearing = f.parameters("Report.Contact", {{"Bearing", "1"}});
  const auto deadline = f.parameters("Report.Contact.Urgent", {{"Deadline", "1"}});
  f.time().regulate(0, 1);
  const RTIfedTime past(-1.0);
  const auto raises = [&](auto&&... time) {
    RAISES(InteractionClassNotDefined, f, sendInteractionWithRegion, kNoHandle, *bearing, time...,
           "", here);
    RAISES(InteractionClassNotPublished, f, sendInteractionWithRegion, contact, *bearing, time...,
           "", here);
    f.publish_interaction("Report.Contact");
    RAISES(InteractionParameterNotDefined, f, sendInteractionWithRegion, contact, *deadline,
           time..., "", here);
    RAISES(RegionNotKnown, f, sendInteractionWithRegion, contact, *bearing, time..., "", foreign);
    RAISES(InvalidRegionContext, f, sendInteractionWithRegion, contact, *bearing, time..., "",
           elsewhere);
    f.unpublish_interaction("Report.Contact");
  };
  raises();
  raises(RTIfedTime(5.0));
  f.publish_interaction("Report.Contact");
  RAISES(InvalidFederationTime, f, sendInteractionWithRegion, contact, *bearing, past, "", here);
}

}  // namespace
}  // namespace triad::scenario
