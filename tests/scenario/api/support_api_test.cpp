// Scenarios of the support services, HLA 1.3 clause 10: handles and names. The advisory switches
// are in advisory_api_test.cpp.
#include <set>

#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {
namespace {

constexpr RTI::ULong kNone = 9999;
constexpr RTI::ULong kAll = ~RTI::ULong{0};

// --- Object classes.

SCENARIO(SupportServices, AnObjectClassIsFoundInAllSpellings) {
  auto& member = federate();
  const auto tank = member->getObjectClassHandle("ObjectRoot.Vehicle.Tank");
  EXPECT_EQ(member->getObjectClassHandle("Vehicle.Tank"), tank);
  EXPECT_EQ(member->getObjectClassHandle("vehicle.TANK"), tank);
  EXPECT_EQ(member->getObjectClassHandle("objectroot.vehicle.tank"), tank);
  EXPECT_EQ(member->getObjectClassHandle("Tank"), tank);
  EXPECT_EQ(owned_text(member->getObjectClassName(tank)), "ObjectRoot.Vehicle.Tank");
  const auto root = member->getObjectClassHandle("ObjectRoot");
  EXPECT_EQ(owned_text(member->getObjectClassName(root)), "ObjectRoot");
  EXPECT_NE(root, tank);
}

SCENARIO(SupportServices, EveryClassNameLeadsBackToItsClass) {
  auto& member = federate();
  std::set<RTI::ObjectClassHandle> handles;
  for (const char* name : {"ObjectRoot", "Vehicle", "Vehicle.Tank", "Vehicle.Tank.Leopard",
                           "Vehicle.Truck", "Person", "Manager", "Manager.Federate"}) {
    const auto handle = member->getObjectClassHandle(name);
    EXPECT_TRUE(handles.insert(handle).second) << name;
    const std::string full = owned_text(member->getObjectClassName(handle));
    EXPECT_EQ(member->getObjectClassHandle(full.c_str()), handle) << full;
  }
}

SCENARIO(SupportServices, UnknownObjectClassesAreRefused) {
  auto& member = federate();
  for (const char* name :
       {static_cast<const char*>(nullptr), "", "Vehicle.", ".Vehicle", "Vehicle..Tank",
        "Vehicle.Tank ", "ObjectRoot.ObjectRoot", "Report", "ObjectRoot.Tank", "Person.Tank"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getObjectClassHandle(name))
        << (name == nullptr ? "NULL" : name);
  }
  for (const RTI::ULong handle : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(ObjectClassNotDefined, (void)member->getObjectClassName(handle));
  }
}

// --- Attributes.

SCENARIO(SupportServices, AnInheritedAttributeKeepsItsHandle) {
  auto& member = federate();
  const auto vehicle = member.object_class("Vehicle");
  const auto leopard = member.object_class("Vehicle.Tank.Leopard");
  const auto speed = member->getAttributeHandle("Speed", vehicle);
  EXPECT_EQ(member->getAttributeHandle("Speed", leopard), speed);
  EXPECT_EQ(member->getAttributeHandle("sPEED", leopard), speed);
  EXPECT_EQ(owned_text(member->getAttributeName(speed, vehicle)), "Speed");
  EXPECT_EQ(owned_text(member->getAttributeName(speed, leopard)), "Speed");
  const auto privilege =
      member->getAttributeHandle("privilegeToDelete", member.object_class("ObjectRoot"));
  EXPECT_EQ(member->getAttributeHandle("privilegeToDelete", leopard), privilege);
  EXPECT_EQ(member->getAttributeHandle("Vehicle.Speed", leopard), speed);
  EXPECT_EQ(member->getAttributeHandle("ObjectRoot.Vehicle.Tank.Leopard.speed", leopard), speed);
  const auto crew = member->getAttributeHandle("Crew", leopard);
  EXPECT_EQ(owned_text(member->getAttributeName(crew, leopard)), "Crew");
  EXPECT_THROWS(AttributeNotDefined, (void)member->getAttributeName(crew, vehicle));
}

SCENARIO(SupportServices, UnknownAttributesAreRefused) {
  auto& member = federate();
  const auto vehicle = member.object_class("Vehicle");
  for (const char* name : {static_cast<const char*>(nullptr), "", "Fuel", "Person.Speed"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getAttributeHandle(name, vehicle));
  }
  for (const RTI::ULong handle : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(AttributeNotDefined, (void)member->getAttributeName(handle, vehicle));
    EXPECT_THROWS(AttributeNotDefined,
                  (void)member->getAttributeRoutingSpaceHandle(handle, vehicle));
    // If class and attribute are both wrong, the class is reported.
    EXPECT_THROWS(ObjectClassNotDefined, (void)member->getAttributeName(kNone, handle));
    EXPECT_THROWS(ObjectClassNotDefined, (void)member->getAttributeHandle("nothing", handle));
    EXPECT_THROWS(ObjectClassNotDefined,
                  (void)member->getAttributeRoutingSpaceHandle(kNone, handle));
  }
}

// --- Interaction classes and parameters.

SCENARIO(SupportServices, AnInteractionClassIsFoundInAllSpellings) {
  auto& member = federate();
  const auto contact = member->getInteractionClassHandle("InteractionRoot.Report.Contact");
  EXPECT_EQ(member->getInteractionClassHandle("Report.Contact"), contact);
  EXPECT_EQ(member->getInteractionClassHandle("interactionROOT.report.contact"), contact);
  EXPECT_EQ(member->getInteractionClassHandle("Contact"), contact);
  EXPECT_EQ(owned_text(member->getInteractionClassName(contact)), "InteractionRoot.Report.Contact");
  const auto root = member->getInteractionClassHandle("InteractionRoot");
  EXPECT_EQ(owned_text(member->getInteractionClassName(root)), "InteractionRoot");
  EXPECT_NE(member->getInteractionClassHandle("Manager.Federate"), contact);
  for (const char* name : {static_cast<const char*>(nullptr), "", "Contract", "Vehicle"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getInteractionClassHandle(name));
  }
  for (const RTI::ULong handle : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(InteractionClassNotDefined, (void)member->getInteractionClassName(handle));
  }
}

SCENARIO(SupportServices, AnInheritedParameterKeepsItsHandle) {
  auto& member = federate();
  const auto report = member.interaction_class("Report");
  const auto urgent = member.interaction_class("Report.Contact.Urgent");
  const auto text = member->getParameterHandle("Text", report);
  EXPECT_EQ(member->getParameterHandle("text", urgent), text);
  EXPECT_EQ(member->getParameterHandle("Report.Text", urgent), text);
  EXPECT_EQ(owned_text(member->getParameterName(text, urgent)), "Text");
  const auto deadline = member->getParameterHandle("Deadline", urgent);
  EXPECT_EQ(owned_text(member->getParameterName(deadline, urgent)), "Deadline");
  EXPECT_THROWS(InteractionParameterNotDefined, (void)member->getParameterName(deadline, report));
  for (const char* name : {static_cast<const char*>(nullptr), "", "Deadline"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getParameterHandle(name, report));
  }
  for (const RTI::ULong handle : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(InteractionParameterNotDefined, (void)member->getParameterName(handle, report));
    EXPECT_THROWS(InteractionClassNotDefined, (void)member->getParameterName(kNone, handle));
    EXPECT_THROWS(InteractionClassNotDefined, (void)member->getParameterHandle("none", handle));
  }
}

// --- Routing spaces.

SCENARIO(SupportServices, SpacesAndDimensionsHaveNamesAndHandles) {
  auto& member = federate();
  const auto battlefield = member->getRoutingSpaceHandle("Battlefield");
  const auto sky = member->getRoutingSpaceHandle("SKY");
  EXPECT_NE(battlefield, sky);
  EXPECT_EQ(owned_text(member->getRoutingSpaceName(battlefield)), "Battlefield");
  EXPECT_EQ(owned_text(member->getRoutingSpaceName(sky)), "Sky");
  const auto east = member->getDimensionHandle("East", battlefield);
  const auto north = member->getDimensionHandle("north", battlefield);
  EXPECT_NE(east, north);
  EXPECT_EQ(owned_text(member->getDimensionName(east, battlefield)), "East");
  EXPECT_EQ(owned_text(member->getDimensionName(north, battlefield)), "North");
}

SCENARIO(SupportServices, UnknownSpacesAndDimensionsAreRefused) {
  auto& member = federate();
  const auto battlefield = member->getRoutingSpaceHandle("Battlefield");
  for (const char* name : {static_cast<const char*>(nullptr), "", "Sea"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getRoutingSpaceHandle(name));
    EXPECT_THROWS(NameNotFound, (void)member->getDimensionHandle(name, battlefield));
  }
  EXPECT_THROWS(NameNotFound, (void)member->getDimensionHandle("Height", battlefield));
  for (const RTI::SpaceHandle space : {RTI::SpaceHandle{0}, RTI::SpaceHandle{-1},
                                       RTI::SpaceHandle{9999}, RTI::SpaceHandle{1} << 40}) {
    EXPECT_THROWS(SpaceNotDefined, (void)member->getRoutingSpaceName(space)) << space;
    EXPECT_THROWS(SpaceNotDefined, (void)member->getDimensionHandle("none", space));
    EXPECT_THROWS(SpaceNotDefined, (void)member->getDimensionName(kNone, space));
  }
  for (const RTI::ULong dimension : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(DimensionNotDefined, (void)member->getDimensionName(dimension, battlefield));
  }
}

SCENARIO(SupportServices, AttributesAndInteractionsKnowTheirSpace) {
  auto& member = federate();
  const auto space_of = [&](const char* attribute, const char* object_class) {
    return owned_text(member->getRoutingSpaceName(member->getAttributeRoutingSpaceHandle(
        member.attribute(object_class, attribute), member.object_class(object_class))));
  };
  const auto space_of_interaction = [&](const char* interaction_class) {
    return owned_text(member->getRoutingSpaceName(
        member->getInteractionRoutingSpaceHandle(member.interaction_class(interaction_class))));
  };
  EXPECT_EQ(space_of("Position", "Vehicle"), "Battlefield");
  EXPECT_EQ(space_of("Position", "Vehicle.Tank.Leopard"), "Battlefield");
  EXPECT_EQ(space_of("Height", "Person"), "Sky");
  EXPECT_EQ(space_of_interaction("Report.Contact"), "Battlefield");
  EXPECT_EQ(space_of_interaction("Report.Contact.Urgent"), "Sky");
  // Classes and attributes without a space in the FED belong to the default space.
  EXPECT_EQ(space_of("Speed", "Vehicle"), DEFAULT_SPACE_NAME);
  EXPECT_EQ(space_of_interaction("Report"), DEFAULT_SPACE_NAME);
  const auto default_space = member->getRoutingSpaceHandle(DEFAULT_SPACE_NAME);
  EXPECT_EQ(member->getAttributeRoutingSpaceHandle(member.attribute("Vehicle", "Speed"),
                                                   member.object_class("Vehicle")),
            default_space);
  const auto dimension = member->getDimensionHandle(DEFAULT_SPACE_DIMENSION_NAME, default_space);
  EXPECT_EQ(owned_text(member->getDimensionName(dimension, default_space)),
            DEFAULT_SPACE_DIMENSION_NAME);
  for (const RTI::ULong handle : {RTI::ULong{0}, kNone, kAll}) {
    EXPECT_THROWS(InteractionClassNotDefined,
                  (void)member->getInteractionRoutingSpaceHandle(handle));
  }
}

// --- Object instances.

SCENARIO(SupportServices, OnlyKnownInstancesHaveNamesAndHandles) {
  auto& owner = federate();
  auto& stranger = federate();
  owner.publish("Vehicle", {"Speed"});
  const auto car = owner.register_object("Vehicle", "Car");
  wait_until_quiet();
  EXPECT_EQ(owner->getObjectInstanceHandle("Car"), car);
  EXPECT_EQ(owned_text(owner->getObjectInstanceName(car)), "Car");
  EXPECT_EQ(owner->getObjectClass(car), owner.object_class("Vehicle"));
  EXPECT_THROWS(ObjectNotKnown, (void)stranger->getObjectInstanceHandle("Car"));
  EXPECT_THROWS(ObjectNotKnown, (void)stranger->getObjectInstanceName(car));
  EXPECT_THROWS(ObjectNotKnown, (void)stranger->getObjectClass(car));
  for (const char* name : {static_cast<const char*>(nullptr), "", "car", "Car ", "HLA1"}) {
    EXPECT_THROWS(ObjectNotKnown, (void)owner->getObjectInstanceHandle(name));
  }
  for (const RTI::ULong handle : {RTI::ULong{0}, RTI::ULong{4'000'000'000}, kAll}) {
    EXPECT_THROWS(ObjectNotKnown, (void)owner->getObjectInstanceName(handle));
    EXPECT_THROWS(ObjectNotKnown, (void)owner->getObjectClass(handle));
  }
}

SCENARIO(SupportServices, AnInstanceIsUnknownUntilItsDiscoveryIsTold) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  const auto car = owner.register_object("Vehicle", "Car");
  // A round trip to the RTIG: the registration has arrived, but the federate has not ticked.
  observer.publish("Person", {"Rank"});
  EXPECT_THROWS(ObjectNotKnown, (void)observer->getObjectInstanceHandle("Car"));
  EXPECT_THROWS(ObjectNotKnown, (void)observer->getObjectClass(car));
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  EXPECT_EQ(observer->getObjectInstanceHandle("Car"), car);
}

// --- Transportation and order types.

SCENARIO(SupportServices, TransportationAndOrderTypesHaveNamesAndHandles) {
  auto& member = federate();
  const auto reliable = member->getTransportationHandle("reliable");
  const auto best_effort = member->getTransportationHandle("best_effort");
  EXPECT_NE(reliable, best_effort);
  EXPECT_EQ(member->getTransportationHandle("Reliable"), reliable);
  EXPECT_EQ(member->getTransportationHandle("BEST_EFFORT"), best_effort);
  EXPECT_EQ(owned_text(member->getTransportationName(reliable)), "reliable");
  EXPECT_EQ(owned_text(member->getTransportationName(best_effort)), "best_effort");
  const auto receive = member->getOrderingHandle("receive");
  const auto timestamp = member->getOrderingHandle("timestamp");
  EXPECT_NE(receive, timestamp);
  EXPECT_EQ(member->getOrderingHandle("TimeStamp"), timestamp);
  EXPECT_EQ(owned_text(member->getOrderingName(receive)), "receive");
  EXPECT_EQ(owned_text(member->getOrderingName(timestamp)), "timestamp");
  for (const char* name : {static_cast<const char*>(nullptr), "", "by_pigeon"}) {
    EXPECT_THROWS(NameNotFound, (void)member->getTransportationHandle(name));
    EXPECT_THROWS(NameNotFound, (void)member->getOrderingHandle(name));
  }
  for (const RTI::ULong handle : {RTI::ULong{77}, kNone, kAll}) {
    EXPECT_THROWS(InvalidTransportationHandle, (void)member->getTransportationName(handle));
    EXPECT_THROWS(InvalidOrderingHandle, (void)member->getOrderingName(handle));
  }
}

SCENARIO(SupportServices, HandlesAreTheSameAtEveryFederate) {
  auto& first = federate();
  auto& second = federate();
  EXPECT_EQ(first.object_class("Vehicle.Truck"), second.object_class("Vehicle.Truck"));
  EXPECT_EQ(first.attribute("Person", "Rank"), second.attribute("Person", "Rank"));
  EXPECT_EQ(first.interaction_class("Command"), second.interaction_class("Command"));
  EXPECT_EQ(first.parameter("Command", "Verb"), second.parameter("Command", "Verb"));
  EXPECT_EQ(first->getRoutingSpaceHandle("Sky"), second->getRoutingSpaceHandle("Sky"));
}

}  // namespace
}  // namespace triad::scenario
