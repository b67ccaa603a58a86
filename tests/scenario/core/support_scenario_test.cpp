// Support services in the cores (HLA 1.3 clause 10): found names, and refusals of others. The FED
// is the test model with a second Tank, below Person.
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

constexpr ObjectClassHandle kOtherTank{7};

HarnessOptions with_two_tanks() {
  HarnessOptions options;
  options.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
    auto model = test_model();
    const core::ObjectClass& person = *model.find(kPerson);
    model.object_classes.push_back({"Tank", kPerson, person.attributes, 2});
    return wire::Result<core::ObjectModel>(std::move(model));
  };
  return options;
}

class SupportServices : public CoreScenario {
 protected:
  SupportServices() : CoreScenario(with_two_tanks()) {}
  void SetUp() override { a = join("a"); }

  // Returns the handle, or the refusal.
  template <wire::Call C>
  std::string found(const C& request) {
    const auto result = harness.call(a, request);
    return result ? std::to_string(result->value) : result.error().text;
  }
  static std::string text(std::uint32_t handle) { return std::to_string(handle); }

  Federate a = 0;
};

TEST_F(SupportServices, FindAClassByTheEndOfItsPathAndSaySoOnce) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(found(wire::GetObjectClassHandle{"Heavy"}), text(kHeavy.value));
    EXPECT_EQ(found(wire::GetInteractionClassHandle{"hit"}), text(kHit.value));
  }
  EXPECT_EQ(harness.told(a),
            (Lines{"no object class has the path 'Heavy'; using ObjectRoot.Vehicle.Tank.Heavy, "
                   "whose path ends with it",
                   "no interaction class has the path 'hit'; using InteractionRoot.Shot.Hit, "
                   "whose path ends with it"}));
}

TEST_F(SupportServices, SayNothingOfAClassThatIsFoundByItsPath) {
  for (const char* path : {"Vehicle.Tank", "vehicle.tank", "HLAobjectRoot.Vehicle.Tank"}) {
    EXPECT_EQ(found(wire::GetObjectClassHandle{path}), text(kTank.value));
  }
  EXPECT_EQ(found(wire::GetObjectClassHandle{"Person.Tank"}), text(kOtherTank.value));
  EXPECT_EQ(found(wire::GetAttributeHandle{"Vehicle.speed", kTank}), text(kSpeed.value));
  EXPECT_EQ(found(wire::GetParameterHandle{"Shot.Hit.damage", kHit}), text(kDamage.value));
  EXPECT_EQ(harness.told(a), Lines{});
}

TEST_F(SupportServices, RefuseANameThatFitsSeveralPathsAndNameThem) {
  EXPECT_EQ(call(a, wire::GetObjectClassHandle{"Tank"}), "NameNotFound");
  EXPECT_EQ(found(wire::GetObjectClassHandle{"Tank"}),
            "the name 'Tank' fits more than one object class: ObjectRoot.Vehicle.Tank, "
            "ObjectRoot.Person.Tank; give more of its path");
  EXPECT_EQ(harness.told(a), Lines{});
}

TEST_F(SupportServices, AskWhetherTheNearestSpellingWasMeant) {
  EXPECT_EQ(found(wire::GetObjectClassHandle{"Vehicle.Plain"}),
            "no object class is called 'Vehicle.Plain'; did you mean ObjectRoot.Vehicle.Plane?");
  EXPECT_EQ(found(wire::GetInteractionClassHandle{"Tlak"}),
            "no interaction class is called 'Tlak'; did you mean InteractionRoot.Talk?");
  EXPECT_EQ(found(wire::GetAttributeHandle{"Altitud", kPlane}),
            "no attribute of ObjectRoot.Vehicle.Plane is called 'Altitud'; did you mean altitude?");
  EXPECT_EQ(found(wire::GetAttributeHandle{"Plane.altitute", kPlane}),
            "no attribute of ObjectRoot.Vehicle.Plane is called 'Plane.altitute'; did you mean "
            "altitude?");
  EXPECT_EQ(found(wire::GetParameterHandle{"dammage", kHit}),
            "no parameter of InteractionRoot.Shot.Hit is called 'dammage'; did you mean damage?");
  EXPECT_EQ(found(wire::GetRoutingSpaceHandle{"Terain"}),
            "no routing space is called 'Terain'; did you mean Terrain?");
  EXPECT_EQ(found(wire::GetDimensionHandle{"X ", kTerrain}),
            "no dimension of routing space Terrain is called 'X '");
}

TEST_F(SupportServices, OfferNothingWhereNoNameIsNear) {
  EXPECT_EQ(found(wire::GetObjectClassHandle{"Submarine"}),
            "no object class is called 'Submarine'");
  EXPECT_EQ(found(wire::GetAttributeHandle{"depth", kPlane}),
            "no attribute of ObjectRoot.Vehicle.Plane is called 'depth'");
  EXPECT_EQ(found(wire::GetRoutingSpaceHandle{""}), "no routing space is called ''");
}

}  // namespace
}  // namespace triad::test
