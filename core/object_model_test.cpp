// The look-ups of core/object_model: paths, case, handles of spaces, the class tree.
#include "core/object_model.hpp"

#include <gtest/gtest.h>

#include "core/text_case.hpp"

namespace triad::core {
namespace {

ObjectClass object_class(std::string name, std::uint32_t parent,
                         std::vector<std::string> attributes) {
  ObjectClass made;
  made.name = std::move(name);
  made.parent = ObjectClassHandle(parent);
  for (auto& attribute : attributes) made.attributes.push_back({std::move(attribute), {}, {}, {}});
  return made;
}

InteractionClass interaction_class(std::string name, std::uint32_t parent,
                                   std::vector<std::string> parameters) {
  InteractionClass made;
  made.name = std::move(name);
  made.parent = InteractionClassHandle(parent);
  made.parameters = std::move(parameters);
  return made;
}

ObjectModel model() {
  ObjectModel m;
  m.object_classes = {
      object_class("ObjectRoot", 0, {"privilegeToDelete"}),
      object_class("Vehicle", 1, {"privilegeToDelete", "speed"}),
      object_class("Car", 2, {"privilegeToDelete", "speed", "wheels"}),
      object_class("car", 2, {"privilegeToDelete", "speed"}),
      object_class("Car", 1, {"privilegeToDelete"}),
      object_class("ObjectRoot", 1, {"privilegeToDelete"}),
      object_class("Leaf", 6, {"privilegeToDelete"}),
  };
  m.interaction_classes = {interaction_class("InteractionRoot", 0, {}),
                           interaction_class("Fire", 1, {"Target", "target", "Range"})};
  m.spaces = {{"Geo", SpaceHandle(1), {{"X", DimensionHandle(2)}, {"Y", DimensionHandle(3)}}},
              {"Empty", SpaceHandle(4), {}}};
  return m;
}

TEST(ObjectModel, FindsAClassWithAndWithoutTheRootsName) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("Vehicle.Car"), ObjectClassHandle(3));
  EXPECT_EQ(m.object_class("ObjectRoot.Vehicle.Car"), ObjectClassHandle(3));
  EXPECT_EQ(m.object_class("HLAobjectRoot.Vehicle"), ObjectClassHandle(2));
  EXPECT_EQ(m.object_class("Car"), ObjectClassHandle(5));
  EXPECT_EQ(m.interaction_class("HLAinteractionRoot.Fire"), InteractionClassHandle(2));
}

TEST(ObjectModel, FindsTheRootItselfByAnyOfItsNames) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("ObjectRoot"), ObjectClassHandle(1));
  EXPECT_EQ(m.object_class("objectroot"), ObjectClassHandle(1));
  EXPECT_EQ(m.object_class("HLAobjectRoot"), ObjectClassHandle(1));
  EXPECT_EQ(m.interaction_class("InteractionRoot"), InteractionClassHandle(1));
}

TEST(ObjectModel, FindsAUsersClassThatBearsTheRootsName) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("ObjectRoot.ObjectRoot"), ObjectClassHandle(6));
  EXPECT_EQ(m.object_class("ObjectRoot.ObjectRoot.Leaf"), ObjectClassHandle(7));
  EXPECT_EQ(m.object_class("ObjectRoot.Leaf"), ObjectClassHandle(7));
}

TEST(ObjectModel, PrefersTheExactSpellingAndElseWantsAUniqueOne) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("Vehicle.car"), ObjectClassHandle(4));
  EXPECT_EQ(m.object_class("VEHICLE"), ObjectClassHandle(2));
  EXPECT_EQ(m.object_class("vehicle.CAR"), ObjectClassHandle());
  EXPECT_EQ(m.parameter(InteractionClassHandle(2), "Target"), ParameterHandle(1));
  EXPECT_EQ(m.parameter(InteractionClassHandle(2), "target"), ParameterHandle(2));
  EXPECT_EQ(m.parameter(InteractionClassHandle(2), "TARGET"), ParameterHandle());
  EXPECT_EQ(m.parameter(InteractionClassHandle(2), "range"), ParameterHandle(3));
}

// ObjectRoot (x) > Ship > Turret (y) > turret, and Tank > Turret, Hull.
ObjectModel fleet() {
  ObjectModel m;
  m.object_classes = {
      object_class("ObjectRoot", 0, {"x"}),  object_class("Ship", 1, {"x"}),
      object_class("Turret", 2, {"x", "y"}), object_class("turret", 3, {"x", "y"}),
      object_class("Tank", 1, {"x"}),        object_class("Turret", 5, {"x"}),
      object_class("Hull", 5, {"x"}),
  };
  m.interaction_classes = {interaction_class("InteractionRoot", 0, {}),
                           interaction_class("Order", 1, {"Text"}),
                           interaction_class("Fire", 2, {"Text", "Target"})};
  return m;
}

using Candidates = std::vector<ObjectClassHandle>;

TEST(ObjectModel, FindsAClassByTheEndOfItsPathWhereOnlyOneEndsSo) {
  const ObjectModel m = fleet();
  for (const char* name : {"Hull", "hull", "HULL"}) {
    EXPECT_EQ(m.match_object_class(name).handle, ObjectClassHandle(7)) << name;
    EXPECT_FALSE(m.match_object_class(name).is_whole) << name;
    EXPECT_EQ(m.object_class(name), ObjectClassHandle()) << name;
  }
  EXPECT_EQ(m.match_object_class("turret").handle, ObjectClassHandle(4)) << "the exact one";
  EXPECT_EQ(m.match_object_class("Turret.turret").handle, ObjectClassHandle(4));
  EXPECT_EQ(m.match_interaction_class("Fire").handle, InteractionClassHandle(3));
}

TEST(ObjectModel, PrefersAWholePathToTheEndOfOne) {
  ObjectModel m = fleet();
  m.object_classes.push_back(object_class("hull", 1, {"x"}));
  EXPECT_EQ(m.match_object_class("Hull").handle, ObjectClassHandle(8));
  EXPECT_TRUE(m.match_object_class("Hull").is_whole);
  EXPECT_EQ(m.match_object_class("HLAobjectRoot.Tank.Hull").handle, ObjectClassHandle(7));
  EXPECT_TRUE(m.match_object_class("ObjectRoot").is_whole);
}

TEST(ObjectModel, NamesTheCandidatesOfANameThatFitsSeveralPaths) {
  const ObjectModel m = fleet();
  const auto exact = m.match_object_class("Turret");
  EXPECT_EQ(exact.handle, ObjectClassHandle());
  EXPECT_EQ(exact.candidates, (Candidates{ObjectClassHandle(3), ObjectClassHandle(6)}));
  const auto folded = m.match_object_class("TURRET");
  EXPECT_EQ(folded.handle, ObjectClassHandle());
  EXPECT_EQ(folded.candidates,
            (Candidates{ObjectClassHandle(3), ObjectClassHandle(4), ObjectClassHandle(6)}));
}

TEST(ObjectModel, PrefersAClassOfTheFederationToOneOfTheMom) {
  ObjectModel m = fleet();
  m.object_classes.push_back(object_class("Manager", 1, {"x"}));
  m.object_classes.push_back(object_class("Hull", 8, {"x"}));
  m.object_classes.push_back(object_class("Federate", 8, {"x"}));
  EXPECT_EQ(m.match_object_class("Hull").handle, ObjectClassHandle(7));
  EXPECT_EQ(m.match_object_class("Federate").handle, ObjectClassHandle(10));
  EXPECT_EQ(m.match_object_class("Manager").handle, ObjectClassHandle(8));
  EXPECT_EQ(m.match_object_class("Turret").candidates.size(), 2u);
}

// From the root on a name says all of the path.
TEST(ObjectModel, FindsNothingByTheEndOfAnotherPath) {
  const ObjectModel m = fleet();
  for (const char* name : {"", ".", ".Hull", "Hull.", "ull", "Ship.Hull", "Tank..Hull",
                           "ObjectRoot.Hull", "HLAobjectRoot.Hull", "Tank.Hull.x"}) {
    EXPECT_EQ(m.match_object_class(name).handle, ObjectClassHandle()) << name;
    EXPECT_TRUE(m.match_object_class(name).candidates.empty()) << name;
  }
}

TEST(ObjectModel, FindsAnAttributeOrParameterWithItsClassBeforeIt) {
  const ObjectModel m = fleet();
  const ObjectClassHandle turret(4);
  for (const char* name : {"turret.y", "Turret.y", "Ship.Turret.y", "ObjectRoot.Ship.Turret.y",
                           "HLAobjectRoot.Ship.Turret.turret.Y", "ship.turret.y"}) {
    EXPECT_EQ(m.attribute(turret, name), AttributeHandle(2)) << name;
  }
  for (const char* name : {"Ship.x", "ObjectRoot.x", "objectroot.X", "HLAobjectRoot.x"}) {
    EXPECT_EQ(m.attribute(turret, name), AttributeHandle(1)) << name;
  }
  for (const char* name : {"Tank.x", "Ship.y", "ObjectRoot.Turret.y", "Turret.", ".y", "Turret..y",
                           "Tank.Turret.x", "urret.y", "Turret"}) {
    EXPECT_EQ(m.attribute(turret, name), AttributeHandle()) << name;
  }
  EXPECT_EQ(m.attribute(ObjectClassHandle(2), "Turret.x"), AttributeHandle()) << "a class below it";
  const InteractionClassHandle fire(3);
  EXPECT_EQ(m.parameter(fire, "Fire.Target"), ParameterHandle(2));
  EXPECT_EQ(m.parameter(fire, "InteractionRoot.Order.Fire.text"), ParameterHandle(1));
  EXPECT_EQ(m.parameter(fire, "Order.Text"), ParameterHandle(1));
  EXPECT_EQ(m.parameter(fire, "Order.Target"), ParameterHandle());
}

TEST(ObjectModel, FindsNothingForAPathThatIsNone) {
  const ObjectModel m = model();
  for (const char* path : {"", ".", "Vehicle.", ".Vehicle", "ObjectRoot.", "Vehicle..Car", "Vehic",
                           "XVehicle", "Vehicle.Car.wheels"}) {
    EXPECT_EQ(m.object_class(path), ObjectClassHandle()) << path;
  }
  EXPECT_EQ(ObjectModel().object_class("ObjectRoot"), ObjectClassHandle());
}

TEST(ObjectModel, FindsTheDeleteRightByItsNameInBothStandards) {
  const ObjectModel m = model();
  EXPECT_EQ(m.attribute(ObjectClassHandle(3), kPrivilegeToDelete), AttributeHandle(1));
  EXPECT_EQ(m.attribute(ObjectClassHandle(3), "PrivilegeToDelete"), AttributeHandle(1));
  EXPECT_EQ(m.attribute(ObjectClassHandle(3), "HLAprivilegeToDeleteObject"), AttributeHandle(1));
}

TEST(ObjectModel, FindsInheritedAttributesOnlyWhereTheyAreAvailable) {
  const ObjectModel m = model();
  EXPECT_EQ(m.attribute(ObjectClassHandle(3), "speed"), AttributeHandle(2));
  EXPECT_EQ(m.attribute(ObjectClassHandle(1), "speed"), AttributeHandle());
  EXPECT_EQ(m.attribute(ObjectClassHandle(99), "speed"), AttributeHandle());
  EXPECT_EQ(m.parameter(InteractionClassHandle(1), "Range"), ParameterHandle());
}

TEST(ObjectModel, CountsSpacesAndDimensionsTogetherWithTheDefaultSpaceLast) {
  const ObjectModel m = model();
  EXPECT_EQ(m.space("Empty"), SpaceHandle(4));
  EXPECT_EQ(m.space("geo"), SpaceHandle(1));
  EXPECT_EQ(m.space("none"), SpaceHandle());
  EXPECT_EQ(m.dimension(m.spaces[0], "y"), DimensionHandle(3));
  EXPECT_EQ(m.default_space(), SpaceHandle(5));
  EXPECT_EQ(m.find(m.default_space()), nullptr);
  EXPECT_EQ(m.find(SpaceHandle(4)), &m.spaces[1]);
  EXPECT_EQ(m.find(SpaceHandle(2)), nullptr) << "a dimension's handle is no space's";
  EXPECT_EQ(ObjectModel().default_space(), SpaceHandle(1));
  ObjectModel geo = m;
  geo.spaces.pop_back();
  EXPECT_EQ(geo.default_space(), SpaceHandle(4));
}

TEST(ObjectModel, NamesAClassByItsWholePath) {
  const ObjectModel m = model();
  EXPECT_EQ(m.path(ObjectClassHandle(3)), "ObjectRoot.Vehicle.Car");
  EXPECT_EQ(m.path(ObjectClassHandle(1)), "ObjectRoot");
  EXPECT_EQ(m.path(ObjectClassHandle(0)), "");
  EXPECT_EQ(m.path(InteractionClassHandle(2)), "InteractionRoot.Fire");
  for (std::uint32_t i = 1; i <= m.object_classes.size(); ++i) {
    EXPECT_EQ(m.object_class(m.path(ObjectClassHandle(i))), ObjectClassHandle(i));
  }
}

TEST(ObjectModel, KnowsWhatDescendsFromWhat) {
  const ObjectModel m = model();
  EXPECT_TRUE(m.is_a(ObjectClassHandle(3), ObjectClassHandle(1)));
  EXPECT_TRUE(m.is_a(ObjectClassHandle(3), ObjectClassHandle(2)));
  EXPECT_TRUE(m.is_a(ObjectClassHandle(3), ObjectClassHandle(3)));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(2), ObjectClassHandle(3)));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(5), ObjectClassHandle(2)));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(0), ObjectClassHandle(1)));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(99), ObjectClassHandle(99)));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(99), ObjectClassHandle(1)));
}

TEST(TextCase, RegardsNoCaseOfAsciiLettersOnly) {
  EXPECT_TRUE(same_but_for_case("Az[@`{_9", "aZ[@`{_9"));
  EXPECT_FALSE(same_but_for_case("a", "ab"));
  EXPECT_FALSE(same_but_for_case("@", "`"));
  EXPECT_FALSE(same_but_for_case("\xc4", "\xe4"));
  EXPECT_EQ(lower_case(std::string_view("AbZ\xc4")), "abz\xc4");
}

}  // namespace
}  // namespace triad::core
