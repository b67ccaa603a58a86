// Declaration management and its advisories by the cores alone (HLA 1.3 clause 5).
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using wire::AdvisorySwitch;

std::string start(ObjectClassHandle c) {
  return "StartRegistrationForObjectClass{object_class=" + std::to_string(c.value) + "}";
}
std::string stop(ObjectClassHandle c) {
  return "StopRegistrationForObjectClass{object_class=" + std::to_string(c.value) + "}";
}
std::string turn_on(InteractionClassHandle c) {
  return "TurnInteractionsOn{interaction_class=" + std::to_string(c.value) + "}";
}
std::string turn_off(InteractionClassHandle c) {
  return "TurnInteractionsOff{interaction_class=" + std::to_string(c.value) + "}";
}

class Declaration : public CoreScenario {
 protected:
  void SetUp() override {
    a = join("a");
    b = join("b");
  }
  std::string unpublish(Federate f, ObjectClassHandle c) {
    return call(f, wire::UnpublishObjectClass{c});
  }
  std::string unsubscribe(Federate f, ObjectClassHandle c) {
    return call(f, wire::UnsubscribeObjectClass{c});
  }
  Federate a = 0, b = 0;
};

TEST_F(Declaration, RefusesWhatTheObjectModelDoesNotDefine) {
  for (const ObjectClassHandle wild :
       {ObjectClassHandle(0), kNoObjectClass, ObjectClassHandle(0xffffffff)}) {
    EXPECT_EQ(publish(a, wild, {}), "ObjectClassNotDefined");
    EXPECT_EQ(publish(a, wild, {kTurret}), "ObjectClassNotDefined");
    EXPECT_EQ(unpublish(a, wild), "ObjectClassNotDefined");
    EXPECT_EQ(subscribe(a, wild, {kTurret}), "ObjectClassNotDefined");
    EXPECT_EQ(unsubscribe(a, wild), "ObjectClassNotDefined");
  }
  for (const InteractionClassHandle wild :
       {InteractionClassHandle(0), kNoInteractionClass, InteractionClassHandle(0xffffffff)}) {
    EXPECT_EQ(publish(a, wild), "InteractionClassNotDefined");
    EXPECT_EQ(call(a, wire::UnpublishInteractionClass{wild}), "InteractionClassNotDefined");
    EXPECT_EQ(subscribe(a, wild), "InteractionClassNotDefined");
    EXPECT_EQ(call(a, wire::UnsubscribeInteractionClass{wild}), "InteractionClassNotDefined");
  }
  for (const AttributeHandle wild : {AttributeHandle(0), kTurret, AttributeHandle(0xffffffff)}) {
    EXPECT_EQ(publish(a, kVehicle, {kPosition, wild}), "AttributeNotDefined");
    EXPECT_EQ(subscribe(a, kVehicle, {kPosition, wild}), "AttributeNotDefined");
  }
}

TEST_F(Declaration, RefusesToEndWhatWasNotBegun) {
  EXPECT_EQ(unpublish(a, kTank), "ObjectClassNotPublished");
  EXPECT_EQ(unsubscribe(a, kTank), "ObjectClassNotSubscribed");
  EXPECT_EQ(call(a, wire::UnpublishInteractionClass{kShot}), "InteractionClassNotPublished");
  EXPECT_EQ(call(a, wire::UnsubscribeInteractionClass{kShot}), "InteractionClassNotSubscribed");
  EXPECT_EQ(publish(a, kVehicle, {kPosition}), "");
  EXPECT_EQ(unpublish(a, kTank), "ObjectClassNotPublished") << "a superclass is another class";
}

TEST_F(Declaration, TakesAnEmptySetAsTheEndWithoutAnyRefusal) {
  EXPECT_EQ(publish(a, kTank, {}), "");
  EXPECT_EQ(subscribe(a, kTank, {}), "");
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(publish(a, kTank, {}), "");
  EXPECT_EQ(unpublish(a, kTank), "ObjectClassNotPublished");
  EXPECT_EQ(subscribe(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(a, kTank, {}), "");
  EXPECT_EQ(unsubscribe(a, kTank), "ObjectClassNotSubscribed");
}

// --- Publication and ownership.

TEST_F(Declaration, DivestsWhatIsNoLongerPublishedBeforeTheCallReturns) {
  EXPECT_EQ(publish(a, kTank, {kPosition, kTurret}), "");
  const ObjectHandle tank = enroll(a, kTank);
  const auto owned = [&](AttributeHandle attribute) {
    const auto result = harness.call(a, wire::IsAttributeOwnedByFederate{tank, attribute});
    return result && *result;
  };
  EXPECT_TRUE(owned(kPrivilege) && owned(kPosition) && owned(kTurret));
  EXPECT_FALSE(owned(kSpeed));
  EXPECT_EQ(publish(a, kTank, {kTurret, kSpeed}), "");
  EXPECT_FALSE(owned(kPosition));
  EXPECT_FALSE(owned(kSpeed)) << "a new publication gives nothing";
  EXPECT_TRUE(owned(kPrivilege) && owned(kTurret));
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "AttributeNotOwned");
  EXPECT_EQ(unpublish(a, kTank), "");
  EXPECT_FALSE(owned(kPrivilege) || owned(kTurret));
  EXPECT_EQ(erase(a, tank), "DeletePrivilegeNotHeld");
}

TEST_F(Declaration, OwnsAtRegistrationWhatIsPublishedThen) {
  EXPECT_EQ(call(a, wire::RegisterObjectInstance{kTank, {}}), "ObjectClassNotPublished");
  EXPECT_EQ(publish(a, kVehicle, {kPosition}), "");
  EXPECT_EQ(call(a, wire::RegisterObjectInstance{kTank, {}}), "ObjectClassNotPublished");
  EXPECT_EQ(publish(a, kTank, {kSpeed}), "");
  const ObjectHandle tank = enroll(a, kTank, "Tiger");
  EXPECT_EQ(update(a, tank, value(kSpeed, "1")), "");
  std::string why;
  wire::UpdateAttributeValues unowned;
  unowned.object = tank;
  const Values values = Values().add(kSpeed, "1").add(kPosition, "1").add(kTurret, "1");
  unowned.values = values;
  EXPECT_EQ(refusal(harness.call(a, unowned), &why), "AttributeNotOwned");
  EXPECT_EQ(why,
            "the attribute position of 'Tiger' (ObjectRoot.Vehicle.Tank) is not owned by this "
            "federate: acquire it first");
  const wire::UnconditionalAttributeOwnershipDivestiture divest{tank, {kSpeed, kTurret}};
  EXPECT_EQ(refusal(harness.call(a, divest), &why), "AttributeNotOwned");
  EXPECT_EQ(why,
            "the attribute turret of 'Tiger' (ObjectRoot.Vehicle.Tank) is not owned by this "
            "federate: acquire it first");
  EXPECT_EQ(update(a, tank, value(kArmour, "1")), "AttributeNotDefined");
}

// --- Class relevance.

TEST_F(Declaration, AdvisesToRegisterFromTheFirstActiveSubscriptionToTheLast) {
  const Federate c = join("c");
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{start(kTank)});
  EXPECT_EQ(subscribe(c, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(subscribe(c, kTank, {kTurret}, false), "");
  EXPECT_EQ(tick(a), Lines{stop(kTank)});
  EXPECT_EQ(subscribe(c, kTank, {kTurret}, true), "");
  EXPECT_EQ(tick(a), Lines{start(kTank)});
  harness.kill(c);
  EXPECT_EQ(tick(a), Lines{stop(kTank)});
}

TEST_F(Declaration, AdvisesToRegisterForSubscriptionsAtOrAboveTheClassToWhatIsPublished) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kHeavy, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{}) << "a subclass";
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{}) << "other attributes";
  EXPECT_EQ(publish(a, kTank, {kTurret, kPosition}), "");
  EXPECT_EQ(tick(a), Lines{start(kTank)}) << "republished with a changed set";
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{stop(kTank)});
}

TEST_F(Declaration, AdvisesAtOnceWhoPublishesWhatIsWantedAlready) {
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kHit), "");
  EXPECT_EQ(tick(a), (Lines{start(kTank), turn_on(kHit)}));
  EXPECT_EQ(publish(a, kTank, {kPosition, kSpeed}), "");
  EXPECT_EQ(publish(a, kHit), "");
  EXPECT_EQ(tick(a), Lines{}) << "told already";
  EXPECT_EQ(unpublish(a, kTank), "");
  EXPECT_EQ(call(a, wire::UnpublishInteractionClass{kHit}), "");
  EXPECT_EQ(tick(a), Lines{}) << "nothing to stop";
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kHit), "");
  EXPECT_EQ(tick(a), (Lines{start(kTank), turn_on(kHit)}));
}

TEST_F(Declaration, AdvisesNobodyOfItsOwnOrPassiveSubscriptions) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(a, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(a, kShot), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, false), "");
  EXPECT_EQ(subscribe(b, kShot, false), "");
  EXPECT_EQ(tick(a), Lines{});
}

TEST_F(Declaration, StillLetsRegisterAndSendWhatNobodyWants) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kShot), "");
  const ObjectHandle tank = enroll(a, kTank);
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "");
  EXPECT_EQ(send(a, kShot, value(kTarget, "x")), "");
  EXPECT_EQ(tick(b), Lines{});
}

TEST_F(Declaration, StaysSilentWhileTheSwitchIsOffAndTellsTheDifferenceWhenItIsOn) {
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(set_switch(a, AdvisorySwitch::interaction_relevance, false), "");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{start(kTank)});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::interaction_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{turn_on(kShot)});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::interaction_relevance, true), "");
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{}) << "on already";
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{}) << "as it was told last";
}

// What waits for the tick is not given once the switch is off, and is due again when it is on.
TEST_F(Declaration, GivesNothingThatWaitsOnceTheSwitchIsOff) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  harness.settle();
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(set_switch(a, AdvisorySwitch::interaction_relevance, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::class_relevance, true), "");
  EXPECT_EQ(set_switch(a, AdvisorySwitch::interaction_relevance, true), "");
  EXPECT_EQ(tick(a), (Lines{start(kTank), turn_on(kShot)}));
}

TEST_F(Declaration, GivesOneStartPerChangeThoughItWasPublishedAnewBeforeTheTick) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(publish(a, kTank, {kPosition}), "");
    EXPECT_EQ(publish(a, kShot), "");
    EXPECT_EQ(unpublish(a, kTank), "");
    EXPECT_EQ(call(a, wire::UnpublishInteractionClass{kShot}), "");
  }
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(unpublish(a, kTank), "");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(call(a, wire::UnpublishInteractionClass{kShot}), "");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(tick(a), (Lines{start(kTank), turn_on(kShot)}));
}

// --- Interaction relevance.

TEST_F(Declaration, AdvisesToSendForSubscriptionsAtOrAboveTheClass) {
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(b, kHit), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(subscribe(b, kInteractionRoot), "");
  EXPECT_EQ(tick(a), Lines{turn_on(kShot)});
  EXPECT_EQ(subscribe(b, kShot, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(call(b, wire::UnsubscribeInteractionClass{kInteractionRoot}), "");
  EXPECT_EQ(tick(a), Lines{turn_off(kShot)});
}

}  // namespace
}  // namespace triad::test
