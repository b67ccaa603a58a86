// Declaration management in the cores (HLA 1.3 clause 5): invalid handles, and texts of refusals.
// Other behaviour is tested in tests/scenario/transcripts.
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class Declaration : public CoreScenario {
 protected:
  void SetUp() override { a = join("a"); }
  std::string unpublish(Federate f, ObjectClassHandle c) {
    return call(f, wire::UnpublishObjectClass{c});
  }
  std::string unsubscribe(Federate f, ObjectClassHandle c) {
    return call(f, wire::UnsubscribeObjectClass{c});
  }
  Federate a = 0;
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

TEST_F(Declaration, OwnsAtRegistrationWhatIsPublishedThen) {
  EXPECT_EQ(call(a, wire::RegisterObjectInstance{kTank, {}}), "ObjectClassNotPublished");
  EXPECT_EQ(publish(a, kVehicle, {kPosition}), "");
  EXPECT_EQ(call(a, wire::RegisterObjectInstance{kTank, {}}), "ObjectClassNotPublished");
  EXPECT_EQ(publish(a, kTank, {kSpeed}), "");
  const ObjectHandle tank = register_object(a, kTank, "Tiger");
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

TEST_F(Declaration, SaysThatPublishingAfterARegistrationMakesNoOwner) {
  EXPECT_EQ(publish(a, kTank, {kSpeed}), "");
  const ObjectHandle tank = register_object(a, kTank, "Tiger");
  EXPECT_EQ(publish(a, kTank, {kSpeed, kTurret}), "");
  std::string why;
  wire::UpdateAttributeValues unowned;
  unowned.object = tank;
  const Values values = Values().add(kSpeed, "1").add(kTurret, "1");
  unowned.values = values;
  EXPECT_EQ(refusal(harness.call(a, unowned), &why), "AttributeNotOwned");
  EXPECT_EQ(why,
            "the attribute turret of 'Tiger' (ObjectRoot.Vehicle.Tank) is not owned by this "
            "federate: acquire it first; publishing it does not make this federate the owner in "
            "instances that are registered already");
}

TEST_F(Declaration, SaysWhichHandlesAClassHas) {
  std::string why;
  const wire::PublishObjectClass wrong{kVehicle, {kPosition, kTurret, AttributeHandle(200)}};
  EXPECT_EQ(refusal(harness.call(a, wrong), &why), "AttributeNotDefined");
  EXPECT_EQ(why.substr(0, why.find(',')), "the attribute handle " + std::to_string(kTurret.value) +
                                              " (and 1 more) is not available at "
                                              "ObjectRoot.Vehicle")
      << why;
  EXPECT_NE(why.find(", whose attributes have the handles 1 to "), why.npos) << why;
  const wire::PublishObjectClass wild{kVehicle, {AttributeHandle(0x7fffffff)}};
  EXPECT_EQ(refusal(harness.call(a, wild), &why), "AttributeNotDefined");
  EXPECT_TRUE(why.starts_with("the attribute handle 65535 or above is not available at ")) << why;

  EXPECT_EQ(publish(a, kShot), "");
  wire::SendInteraction shot;
  shot.interaction_class = kShot;
  const Values values = Values().add(ParameterHandle(77), "x");
  shot.values = values;
  EXPECT_EQ(refusal(harness.call(a, shot), &why), "InteractionParameterNotDefined");
  EXPECT_TRUE(why.starts_with("the parameter handle 77 is not available at ")) << why;
}

}  // namespace
}  // namespace triad::test
