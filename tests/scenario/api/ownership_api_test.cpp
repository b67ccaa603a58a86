// Scenarios of ownership management, HLA 1.3 clause 7: push, pull, cancellation, queries, and the
// effects of resignations and losses.
#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {
namespace {

// Three federates that publish and subscribe to tanks. The first has registered one.
struct OneTank {
  explicit OneTank(Scenario& scenario)
      : first(scenario.federate("first")),
        second(scenario.federate("second")),
        third(scenario.federate("third")) {
    for (Federate* federate : {&first, &second, &third}) {
      (*federate)->disableClassRelevanceAdvisorySwitch();
      federate->publish("Vehicle.Tank", {"Speed", "Fuel"});
      federate->subscribe("Vehicle.Tank", {"Speed", "Fuel"});
    }
    first.register_object("Vehicle.Tank", "Tank1");
    scenario.wait_until_quiet();
    for (Federate* federate : {&first, &second, &third}) federate->recorder().take_lines();
  }
  static AttributeHandles set(Federate& federate, const Names& names) {
    return federate.attributes("Vehicle.Tank", names);
  }
  void divest(Federate& f, const Names& names) {
    f->unconditionalAttributeOwnershipDivestiture(f.object("Tank1"), *set(f, names));
  }
  void offer(Federate& f, const Names& names, const char* tag = "offer") {
    f->negotiatedAttributeOwnershipDivestiture(f.object("Tank1"), *set(f, names), tag);
  }
  void withdraw(Federate& f, const Names& names) {
    f->cancelNegotiatedAttributeOwnershipDivestiture(f.object("Tank1"), *set(f, names));
  }
  void acquire(Federate& f, const Names& names, const char* tag = "want") {
    f->attributeOwnershipAcquisition(f.object("Tank1"), *set(f, names), tag);
  }
  void acquire_if_available(Federate& f, const Names& names) {
    f->attributeOwnershipAcquisitionIfAvailable(f.object("Tank1"), *set(f, names));
  }
  void cancel(Federate& f, const Names& names) {
    f->cancelAttributeOwnershipAcquisition(f.object("Tank1"), *set(f, names));
  }
  // Names of the released attributes.
  Names release(Federate& f, const Names& names) {
    const AttributeHandles released(
        f->attributeOwnershipReleaseResponse(f.object("Tank1"), *set(f, names)));
    Names result;
    const auto tank = f.object_class("Vehicle.Tank");
    for (RTI::ULong i = 0; i < released->size(); ++i) {
      result.push_back(owned_text(f->getAttributeName(released->getHandle(i), tank)));
    }
    return result;
  }
  void query(Federate& f, const std::string& name) {
    f->queryAttributeOwnership(f.object("Tank1"), f.attribute("Vehicle.Tank", name));
  }
  Federate& first;
  Federate& second;
  Federate& third;
};

// --- Divestiture and acquisition.

SCENARIO(Ownership, WhatIsGivenUpIsOfferedAndTaken) {
  OneTank s(*this);
  s.divest(s.first, {"Speed", "Fuel"});
  EXPECT_FALSE(s.first.owns("Tank1", "Speed"));
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"requestAttributeOwnershipAssumption Tank1 {Speed Fuel} tag=\"\""}));
  s.acquire(s.second, {"Speed"});
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"attributeOwnershipAcquisitionNotification Tank1 {Speed}"}));
  EXPECT_TRUE(s.second.owns("Tank1", "Speed"));
  EXPECT_THROWS(AttributeNotOwned, s.first.update("Tank1", {{"Speed", "1"}}));
  s.second.update("Tank1", {{"Speed", "2"}});
  EXPECT_EQ(s.first.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"2\"} tag=\"\""}));
}

SCENARIO(Ownership, WhatIsThereIsTakenIfAvailable) {
  OneTank s(*this);
  s.divest(s.first, {"Speed"});
  wait_until_quiet();
  s.second.recorder().take_lines();
  s.acquire_if_available(s.second, {"Speed", "Fuel"});
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"attributeOwnershipAcquisitionNotification Tank1 {Speed}",
                   "attributeOwnershipUnavailable Tank1 {Fuel}"}));
}

// --- Push.

SCENARIO(Ownership, AnOfferIsTakenByWhoWantsIt) {
  OneTank s(*this);
  s.offer(s.first, {"Speed"}, "my tank");
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"requestAttributeOwnershipAssumption Tank1 {Speed} tag=\"my tank\""}));
  EXPECT_TRUE(s.first.owns("Tank1", "Speed"));
  s.acquire(s.second, {"Speed"});
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
  EXPECT_EQ(s.first.take_callbacks(),
            Lines({"attributeOwnershipDivestitureNotification Tank1 {Speed}"}));
  EXPECT_FALSE(s.first.owns("Tank1", "Speed"));
}

SCENARIO(Ownership, AnOfferMayBeWithdrawn) {
  OneTank s(*this);
  s.offer(s.first, {"Speed"});
  EXPECT_THROWS(AttributeAlreadyBeingDivested, s.offer(s.first, {"Speed"}));
  s.withdraw(s.first, {"Speed"});
  EXPECT_THROWS(AttributeDivestitureWasNotRequested, s.withdraw(s.first, {"Speed"}));
  EXPECT_THROWS(AttributeNotOwned, s.withdraw(s.second, {"Speed"}));
  s.acquire_if_available(s.second, {"Speed"});
  EXPECT_EQ(s.second.take_callbacks(), Lines({"attributeOwnershipUnavailable Tank1 {Speed}"}));
}

SCENARIO(Ownership, AnOfferIsTakenFromWithinTheCallback) {
  OneTank s(*this);
  s.second.run_in_callback("requestAttributeOwnershipAssumption Tank1 {Speed} tag=\"offer\"",
                           [&] { s.acquire_if_available(s.second, {"Speed"}); });
  s.offer(s.first, {"Speed"});
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
  EXPECT_TRUE(s.second.owns("Tank1", "Speed"));
}

// --- Pull.

SCENARIO(Ownership, TheOwnerReleasesWhatItIsAskedFor) {
  OneTank s(*this);
  EXPECT_THROWS(FederateWasNotAskedToReleaseAttribute, s.release(s.first, {"Speed"}));
  s.acquire(s.second, {"Speed", "Fuel"}, "please");
  EXPECT_EQ(s.first.take_callbacks(),
            Lines({"requestAttributeOwnershipRelease Tank1 {Speed Fuel} tag=\"please\""}));
  EXPECT_EQ(s.release(s.first, {"Speed"}), Names({"Speed"}));
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"attributeOwnershipAcquisitionNotification Tank1 {Speed}"}));
  EXPECT_EQ(s.first.take_callbacks(), Lines());
  s.cancel(s.second, {"Fuel"});
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"confirmAttributeOwnershipAcquisitionCancellation Tank1 {Fuel}"}));
  EXPECT_EQ(s.release(s.first, {"Fuel"}), Names());
  EXPECT_TRUE(s.first.owns("Tank1", "Fuel"));
}

SCENARIO(Ownership, TheOwnerReleasesFromWithinTheCallback) {
  OneTank s(*this);
  s.first.run_in_callback("requestAttributeOwnershipRelease Tank1 {Speed} tag=\"want\"",
                          [&] { EXPECT_EQ(s.release(s.first, {"Speed"}), Names({"Speed"})); });
  s.acquire(s.second, {"Speed"});
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
}

SCENARIO(Ownership, WhoStillWaitsIsPutToTheNewOwner) {
  OneTank s(*this);
  s.acquire(s.second, {"Speed"}, "second");
  wait_until_quiet();
  s.acquire(s.third, {"Speed"}, "third");
  wait_until_quiet();
  EXPECT_EQ(s.release(s.first, {"Speed"}), Names({"Speed"}));
  EXPECT_EQ(s.second.take_callbacks(),
            Lines({"attributeOwnershipAcquisitionNotification Tank1 {Speed}",
                   "requestAttributeOwnershipRelease Tank1 {Speed} tag=\"third\""}));
  s.divest(s.second, {"Speed"});
  EXPECT_EQ(s.third.take_callbacks(),
            Lines({"attributeOwnershipAcquisitionNotification Tank1 {Speed}"}));
}

SCENARIO(Ownership, AcquisitionIsRefusedToWhoCannotOwn) {
  OneTank s(*this);
  const auto crew = s.first.attributes("Vehicle.Tank.Leopard", {"Crew"});
  EXPECT_THROWS(AttributeNotDefined,
                s.second->attributeOwnershipAcquisition(s.second.object("Tank1"), *crew, ""));
  EXPECT_THROWS(FederateOwnsAttributes, s.acquire(s.first, {"Speed"}));
  EXPECT_THROWS(FederateOwnsAttributes, s.acquire_if_available(s.first, {"Speed"}));
  EXPECT_THROWS(AttributeNotPublished, s.acquire(s.second, {"Damage"}));
  EXPECT_THROWS(AttributeNotPublished, s.acquire_if_available(s.second, {"Damage"}));
  EXPECT_THROWS(AttributeAcquisitionWasNotRequested, s.cancel(s.second, {"Speed"}));
  EXPECT_THROWS(AttributeAlreadyOwned, s.cancel(s.first, {"Speed"}));
  s.acquire(s.second, {"Speed"});
  EXPECT_THROWS(AttributeAlreadyBeingAcquired, s.acquire_if_available(s.second, {"Speed"}));
  EXPECT_THROWS(OwnershipAcquisitionPending, s.second.unpublish("Vehicle.Tank"));
  EXPECT_THROWS(OwnershipAcquisitionPending, s.second.publish("Vehicle.Tank", {"Fuel"}));
  s.third.unpublish("Vehicle.Tank");
  EXPECT_THROWS(ObjectClassNotPublished, s.acquire(s.third, {"Speed"}));
  EXPECT_THROWS(ObjectClassNotPublished, s.acquire_if_available(s.third, {"Speed"}));
}

SCENARIO(Ownership, ServicesNeedAKnownInstanceAndItsAttributes) {
  OneTank s(*this);
  const auto set = s.first.attributes("Vehicle.Tank", {"Speed"});
  const auto crew = s.first.attributes("Vehicle.Tank.Leopard", {"Crew"});
  const auto tank = s.first.object("Tank1");
  auto& f = *s.first.operator->();
  EXPECT_THROWS(ObjectNotKnown, f.unconditionalAttributeOwnershipDivestiture(kNoObject, *set));
  EXPECT_THROWS(ObjectNotKnown, f.negotiatedAttributeOwnershipDivestiture(kNoObject, *set, ""));
  EXPECT_THROWS(ObjectNotKnown, f.attributeOwnershipAcquisition(kNoObject, *set, ""));
  EXPECT_THROWS(ObjectNotKnown, f.attributeOwnershipAcquisitionIfAvailable(kNoObject, *set));
  EXPECT_THROWS(ObjectNotKnown, f.attributeOwnershipReleaseResponse(kNoObject, *set));
  EXPECT_THROWS(ObjectNotKnown, f.cancelNegotiatedAttributeOwnershipDivestiture(kNoObject, *set));
  EXPECT_THROWS(ObjectNotKnown, f.cancelAttributeOwnershipAcquisition(kNoObject, *set));
  EXPECT_THROWS(ObjectNotKnown, f.queryAttributeOwnership(kNoObject, set->getHandle(0)));
  EXPECT_THROWS(AttributeNotDefined, f.unconditionalAttributeOwnershipDivestiture(tank, *crew));
  EXPECT_THROWS(AttributeNotDefined, f.negotiatedAttributeOwnershipDivestiture(tank, *crew, ""));
  EXPECT_THROWS(AttributeNotDefined, f.attributeOwnershipAcquisitionIfAvailable(tank, *crew));
  EXPECT_THROWS(AttributeNotDefined, f.attributeOwnershipReleaseResponse(tank, *crew));
  EXPECT_THROWS(AttributeNotDefined, f.cancelNegotiatedAttributeOwnershipDivestiture(tank, *crew));
  EXPECT_THROWS(AttributeNotDefined, f.cancelAttributeOwnershipAcquisition(tank, *crew));
  EXPECT_THROWS(AttributeNotDefined, f.queryAttributeOwnership(tank, crew->getHandle(0)));
  EXPECT_THROWS(AttributeNotOwned, s.divest(s.second, {"Speed"}));
  EXPECT_THROWS(AttributeNotOwned, s.offer(s.second, {"Speed"}));
  EXPECT_THROWS(AttributeNotOwned, s.release(s.second, {"Speed"}));
}

// --- privilegeToDelete.

SCENARIO(Ownership, WhoeverHoldsThePrivilegeDeletes) {
  OneTank s(*this);
  s.acquire(s.second, {"privilegeToDelete"});
  s.first.wait_for_callback(
      "requestAttributeOwnershipRelease Tank1 {privilegeToDelete} tag=\"want\"");
  EXPECT_EQ(s.release(s.first, {"privilegeToDelete"}), Names({"privilegeToDelete"}));
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {privilegeToDelete}");
  EXPECT_THROWS(DeletePrivilegeNotHeld, s.first.remove("Tank1"));
  s.second.remove("Tank1", "bye");
  EXPECT_EQ(s.first.take_callbacks(), Lines({"removeObjectInstance Tank1 tag=\"bye\""}));
}

// --- Queries.

SCENARIO(Ownership, OfAnAttributeIsTold) {
  OneTank s(*this);
  const auto informed = [](Federate& owner) {
    return "informAttributeOwnership Tank1 Speed " + std::to_string(owner.handle());
  };
  s.query(s.second, "Speed");
  EXPECT_EQ(s.second.take_callbacks(), Lines({informed(s.first)}));
  s.divest(s.first, {"Speed"});
  wait_until_quiet();
  s.first.recorder().take_lines();
  s.query(s.first, "Speed");
  EXPECT_EQ(s.first.take_callbacks(), Lines({"attributeIsNotOwned Tank1 Speed"}));
}

// --- Resignations.

SCENARIO(Ownership, ResigningReleasesToWhoWaitsAndOffersTheRest) {
  OneTank s(*this);
  s.acquire(s.second, {"Speed"});
  wait_until_quiet();
  EXPECT_THROWS(FederateOwnsAttributes, s.first.resign(RTI::NO_ACTION));
  s.first.resign(RTI::RELEASE_ATTRIBUTES);
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
  wait_until_quiet();
  // It may learn of the resignation before the transfer of Speed to the other.
  const Lines asked = s.third.take_callbacks();
  const Lines all{
      "requestAttributeOwnershipAssumption Tank1 {privilegeToDelete Speed Fuel} tag=\"\""};
  if (asked != all) {
    EXPECT_EQ(
        asked,
        Lines({"requestAttributeOwnershipAssumption Tank1 {privilegeToDelete Fuel} tag=\"\""}));
  }
  s.acquire(s.third, {"privilegeToDelete"});
  s.third.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {privilegeToDelete}");
  EXPECT_THROWS(FederateOwnsAttributes, s.second.resign(RTI::DELETE_OBJECTS));
  s.third.resign(RTI::DELETE_OBJECTS);
  s.second.wait_for_callback("removeObjectInstance Tank1 tag=\"\"");
}

SCENARIO(Ownership, DeletingAndReleasingOnResignationDoesBoth) {
  OneTank s(*this);
  s.second.register_object("Vehicle.Tank", "Tank2");
  wait_until_quiet();
  s.third.recorder().take_lines();
  s.acquire(s.second, {"Speed"});
  wait_until_quiet();
  EXPECT_EQ(s.release(s.first, {"Speed"}), Names({"Speed"}));
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
  s.second.resign(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  EXPECT_EQ(s.third.take_callbacks(),
            Lines({"removeObjectInstance Tank2 tag=\"\"",
                   "requestAttributeOwnershipAssumption Tank1 {Speed} tag=\"\""}));
}

SCENARIO(Ownership, OfOneWhoIsLostGoesToWhoWaits) {
  OneTank s(*this);
  s.acquire(s.second, {"Speed", "privilegeToDelete"});
  wait_until_quiet();
  EXPECT_EQ(s.release(s.first, {"Speed", "privilegeToDelete"}).size(), 2u);
  s.second.wait_for_callback(
      "attributeOwnershipAcquisitionNotification Tank1 {privilegeToDelete Speed}");
  s.acquire(s.third, {"Fuel"});
  wait_until_quiet();
  s.first.delete_ambassador();
  s.third.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Fuel}");
  EXPECT_TRUE(s.third.owns("Tank1", "Fuel"));
}

// --- Publications.

SCENARIO(Ownership, IsOfferedToWhoeverPublishesLater) {
  OneTank s(*this);
  s.third.unpublish("Vehicle.Tank");
  s.divest(s.first, {"Speed", "Fuel"});
  EXPECT_EQ(s.third.take_callbacks(), Lines());
  s.third.publish("Vehicle.Tank", {"Fuel"});
  EXPECT_EQ(s.third.take_callbacks(),
            Lines({"requestAttributeOwnershipAssumption Tank1 {Fuel} tag=\"\""}));
}

SCENARIO(Ownership, EndsWithThePublication) {
  OneTank s(*this);
  s.acquire(s.second, {"Speed"});
  wait_until_quiet();
  s.first.publish("Vehicle.Tank", {"Fuel"});
  EXPECT_FALSE(s.first.owns("Tank1", "Speed"));
  s.second.wait_for_callback("attributeOwnershipAcquisitionNotification Tank1 {Speed}");
}

}  // namespace
}  // namespace triad::scenario
