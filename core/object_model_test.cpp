// Tests the look-ups of core/object_model: paths, case, handles of spaces, the class tree.
#include "core/object_model.hpp"

#include <gtest/gtest.h>

#include "core/text_case.hpp"

namespace triad::core {
namespace {

ObjectClass object_class(std::string name, ObjectClassHandle parent,
                         std::vector<std::string> attributes) {
  ObjectClass made;
  made.name = std::move(name);
  made.parent = parent;
  for (auto& attribute : attributes) made.attributes.push_back({std::move(attribute), {}, {}, {}});
  return made;
}

InteractionClass interaction_class(std::string name, InteractionClassHandle parent,
                                   std::vector<std::string> parameters) {
  InteractionClass made;
  made.name = std::move(name);
  made.parent = parent;
  made.parameters = std::move(parameters);
  return made;
}

// Handles in the model that model() returns.
struct Roads {
  static constexpr ObjectClassHandle kRoot{1};
  static constexpr ObjectClassHandle kVehicle{2};
  static constexpr ObjectClassHandle kVehicleCar{3};
  static constexpr ObjectClassHandle kVehicleCarInLowerCase{4};
  static constexpr ObjectClassHandle kCar{5};
  static constexpr ObjectClassHandle kClassNamedRoot{6};
  static constexpr ObjectClassHandle kLeaf{7};
  static constexpr AttributeHandle kPrivilege{1};
  static constexpr AttributeHandle kSpeed{2};
  static constexpr InteractionClassHandle kInteractionRoot{1};
  static constexpr InteractionClassHandle kFire{2};
  static constexpr ParameterHandle kTarget{1};
  static constexpr ParameterHandle kTargetInLowerCase{2};
  static constexpr ParameterHandle kRange{3};
  static constexpr SpaceHandle kGeo{1};
  static constexpr DimensionHandle kX{2};
  static constexpr DimensionHandle kY{3};
  static constexpr SpaceHandle kEmpty{4};
};
constexpr ObjectClassHandle kUndefined{99};

ObjectModel model() {
  ObjectModel m;
  m.object_classes = {
      object_class("ObjectRoot", {}, {"privilegeToDelete"}),
      object_class("Vehicle", Roads::kRoot, {"privilegeToDelete", "speed"}),
      object_class("Car", Roads::kVehicle, {"privilegeToDelete", "speed", "wheels"}),
      object_class("car", Roads::kVehicle, {"privilegeToDelete", "speed"}),
      object_class("Car", Roads::kRoot, {"privilegeToDelete"}),
      object_class("ObjectRoot", Roads::kRoot, {"privilegeToDelete"}),
      object_class("Leaf", Roads::kClassNamedRoot, {"privilegeToDelete"}),
  };
  m.interaction_classes = {
      interaction_class("InteractionRoot", {}, {}),
      interaction_class("Fire", Roads::kInteractionRoot, {"Target", "target", "Range"})};
  m.spaces = {{"Geo", Roads::kGeo, {{"X", Roads::kX}, {"Y", Roads::kY}}},
              {"Empty", Roads::kEmpty, {}}};
  return m;
}

TEST(ObjectModel, FindsAClassWithAndWithoutTheRootsName) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("Vehicle.Car"), Roads::kVehicleCar);
  EXPECT_EQ(m.object_class("ObjectRoot.Vehicle.Car"), Roads::kVehicleCar);
  EXPECT_EQ(m.object_class("HLAobjectRoot.Vehicle"), Roads::kVehicle);
  EXPECT_EQ(m.object_class("Car"), Roads::kCar);
  EXPECT_EQ(m.interaction_class("HLAinteractionRoot.Fire"), Roads::kFire);
}

TEST(ObjectModel, FindsTheRootItselfByAnyOfItsNames) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("ObjectRoot"), Roads::kRoot);
  EXPECT_EQ(m.object_class("objectroot"), Roads::kRoot);
  EXPECT_EQ(m.object_class("HLAobjectRoot"), Roads::kRoot);
  EXPECT_EQ(m.interaction_class("InteractionRoot"), Roads::kInteractionRoot);
}

TEST(ObjectModel, FindsAUsersClassThatBearsTheRootsName) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("ObjectRoot.ObjectRoot"), Roads::kClassNamedRoot);
  EXPECT_EQ(m.object_class("ObjectRoot.ObjectRoot.Leaf"), Roads::kLeaf);
  EXPECT_EQ(m.object_class("ObjectRoot.Leaf"), Roads::kLeaf);
}

TEST(ObjectModel, PrefersTheExactSpellingAndElseWantsAUniqueOne) {
  const ObjectModel m = model();
  EXPECT_EQ(m.object_class("Vehicle.car"), Roads::kVehicleCarInLowerCase);
  EXPECT_EQ(m.object_class("VEHICLE"), Roads::kVehicle);
  EXPECT_EQ(m.object_class("vehicle.CAR"), ObjectClassHandle());
  EXPECT_EQ(m.parameter(Roads::kFire, "Target"), Roads::kTarget);
  EXPECT_EQ(m.parameter(Roads::kFire, "target"), Roads::kTargetInLowerCase);
  EXPECT_EQ(m.parameter(Roads::kFire, "TARGET"), ParameterHandle());
  EXPECT_EQ(m.parameter(Roads::kFire, "range"), Roads::kRange);
}

// Handles in the model that fleet() returns.
struct Fleet {
  static constexpr ObjectClassHandle kRoot{1};
  static constexpr ObjectClassHandle kShip{2};
  static constexpr ObjectClassHandle kShipTurret{3};
  static constexpr ObjectClassHandle kTurretInLowerCase{4};
  static constexpr ObjectClassHandle kTank{5};
  static constexpr ObjectClassHandle kTankTurret{6};
  static constexpr ObjectClassHandle kHull{7};
  static constexpr AttributeHandle kX{1};
  static constexpr AttributeHandle kY{2};
  static constexpr InteractionClassHandle kInteractionRoot{1};
  static constexpr InteractionClassHandle kOrder{2};
  static constexpr InteractionClassHandle kFire{3};
  static constexpr ParameterHandle kText{1};
  static constexpr ParameterHandle kTarget{2};
};

// Returns this model: ObjectRoot (x) > Ship > Turret (y) > turret, and Tank > Turret, Hull.
ObjectModel fleet() {
  ObjectModel m;
  m.object_classes = {
      object_class("ObjectRoot", {}, {"x"}),
      object_class("Ship", Fleet::kRoot, {"x"}),
      object_class("Turret", Fleet::kShip, {"x", "y"}),
      object_class("turret", Fleet::kShipTurret, {"x", "y"}),
      object_class("Tank", Fleet::kRoot, {"x"}),
      object_class("Turret", Fleet::kTank, {"x"}),
      object_class("Hull", Fleet::kTank, {"x"}),
  };
  m.interaction_classes = {interaction_class("InteractionRoot", {}, {}),
                           interaction_class("Order", Fleet::kInteractionRoot, {"Text"}),
                           interaction_class("Fire", Fleet::kOrder, {"Text", "Target"})};
  return m;
}

using Candidates = std::vector<ObjectClassHandle>;

TEST(ObjectModel, FindsAClassByTheEndOfItsPathWhereOnlyOneEndsSo) {
  const ObjectModel m = fleet();
  for (const char* name : {"Hull", "hull", "HULL"}) {
    EXPECT_EQ(m.match_object_class(name).handle, Fleet::kHull) << name;
    EXPECT_FALSE(m.match_object_class(name).is_whole) << name;
    EXPECT_EQ(m.object_class(name), ObjectClassHandle()) << name;
  }
  EXPECT_EQ(m.match_object_class("turret").handle, Fleet::kTurretInLowerCase) << "the exact one";
  EXPECT_EQ(m.match_object_class("Turret.turret").handle, Fleet::kTurretInLowerCase);
  EXPECT_EQ(m.match_interaction_class("Fire").handle, Fleet::kFire);
}

TEST(ObjectModel, PrefersAWholePathToTheEndOfOne) {
  constexpr ObjectClassHandle kHullBelowRoot{8};
  ObjectModel m = fleet();
  m.object_classes.push_back(object_class("hull", Fleet::kRoot, {"x"}));
  EXPECT_EQ(m.match_object_class("Hull").handle, kHullBelowRoot);
  EXPECT_TRUE(m.match_object_class("Hull").is_whole);
  EXPECT_EQ(m.match_object_class("HLAobjectRoot.Tank.Hull").handle, Fleet::kHull);
  EXPECT_TRUE(m.match_object_class("ObjectRoot").is_whole);
}

TEST(ObjectModel, NamesTheCandidatesOfANameThatFitsSeveralPaths) {
  const ObjectModel m = fleet();
  const auto exact = m.match_object_class("Turret");
  EXPECT_EQ(exact.handle, ObjectClassHandle());
  EXPECT_EQ(exact.candidates, (Candidates{Fleet::kShipTurret, Fleet::kTankTurret}));
  const auto folded = m.match_object_class("TURRET");
  EXPECT_EQ(folded.handle, ObjectClassHandle());
  EXPECT_EQ(folded.candidates,
            (Candidates{Fleet::kShipTurret, Fleet::kTurretInLowerCase, Fleet::kTankTurret}));
}

TEST(ObjectModel, PrefersAClassOfTheFederationToOneOfTheMom) {
  constexpr ObjectClassHandle kManager{8};
  constexpr ObjectClassHandle kManagerFederate{10};
  ObjectModel m = fleet();
  m.object_classes.push_back(object_class("Manager", Fleet::kRoot, {"x"}));
  m.object_classes.push_back(object_class("Hull", kManager, {"x"}));
  m.object_classes.push_back(object_class("Federate", kManager, {"x"}));
  EXPECT_EQ(m.match_object_class("Hull").handle, Fleet::kHull);
  EXPECT_EQ(m.match_object_class("Federate").handle, kManagerFederate);
  EXPECT_EQ(m.match_object_class("Manager").handle, kManager);
  EXPECT_EQ(m.match_object_class("Turret").candidates.size(), 2u);
}

// A name that begins with the root must be the whole path.
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
  const ObjectClassHandle turret = Fleet::kTurretInLowerCase;
  for (const char* name : {"turret.y", "Turret.y", "Ship.Turret.y", "ObjectRoot.Ship.Turret.y",
                           "HLAobjectRoot.Ship.Turret.turret.Y", "ship.turret.y"}) {
    EXPECT_EQ(m.attribute(turret, name), Fleet::kY) << name;
  }
  for (const char* name : {"Ship.x", "ObjectRoot.x", "objectroot.X", "HLAobjectRoot.x"}) {
    EXPECT_EQ(m.attribute(turret, name), Fleet::kX) << name;
  }
  for (const char* name : {"Tank.x", "Ship.y", "ObjectRoot.Turret.y", "Turret.", ".y", "Turret..y",
                           "Tank.Turret.x", "urret.y", "Turret"}) {
    EXPECT_EQ(m.attribute(turret, name), AttributeHandle()) << name;
  }
  EXPECT_EQ(m.attribute(Fleet::kShip, "Turret.x"), AttributeHandle()) << "a class below it";
  const InteractionClassHandle fire = Fleet::kFire;
  EXPECT_EQ(m.parameter(fire, "Fire.Target"), Fleet::kTarget);
  EXPECT_EQ(m.parameter(fire, "InteractionRoot.Order.Fire.text"), Fleet::kText);
  EXPECT_EQ(m.parameter(fire, "Order.Text"), Fleet::kText);
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
  EXPECT_EQ(m.attribute(Roads::kVehicleCar, kPrivilegeToDelete), Roads::kPrivilege);
  EXPECT_EQ(m.attribute(Roads::kVehicleCar, "PrivilegeToDelete"), Roads::kPrivilege);
  EXPECT_EQ(m.attribute(Roads::kVehicleCar, "HLAprivilegeToDeleteObject"), Roads::kPrivilege);
}

TEST(ObjectModel, FindsInheritedAttributesOnlyWhereTheyAreAvailable) {
  const ObjectModel m = model();
  EXPECT_EQ(m.attribute(Roads::kVehicleCar, "speed"), Roads::kSpeed);
  EXPECT_EQ(m.attribute(Roads::kRoot, "speed"), AttributeHandle());
  EXPECT_EQ(m.attribute(kUndefined, "speed"), AttributeHandle());
  EXPECT_EQ(m.parameter(Roads::kInteractionRoot, "Range"), ParameterHandle());
}

TEST(ObjectModel, CountsSpacesAndDimensionsTogetherWithTheDefaultSpaceLast) {
  const ObjectModel m = model();
  EXPECT_EQ(m.space("Empty"), Roads::kEmpty);
  EXPECT_EQ(m.space("geo"), Roads::kGeo);
  EXPECT_EQ(m.space("none"), SpaceHandle());
  EXPECT_EQ(m.dimension(m.spaces[0], "y"), Roads::kY);
  EXPECT_EQ(m.default_space(), SpaceHandle(5));
  EXPECT_EQ(m.find(m.default_space()), nullptr);
  EXPECT_EQ(m.find(Roads::kEmpty), &m.spaces[1]);
  EXPECT_EQ(m.find(SpaceHandle(2)), nullptr) << "a dimension's handle is no space's";
  EXPECT_EQ(ObjectModel().default_space(), SpaceHandle(1));
  ObjectModel geo = m;
  geo.spaces.pop_back();
  EXPECT_EQ(geo.default_space(), SpaceHandle(4));
}

TEST(ObjectModel, NamesAClassByItsWholePath) {
  const ObjectModel m = model();
  EXPECT_EQ(m.path(Roads::kVehicleCar), "ObjectRoot.Vehicle.Car");
  EXPECT_EQ(m.path(Roads::kRoot), "ObjectRoot");
  EXPECT_EQ(m.path(ObjectClassHandle()), "");
  EXPECT_EQ(m.path(Roads::kFire), "InteractionRoot.Fire");
  for (std::uint32_t i = 1; i <= m.object_classes.size(); ++i) {
    EXPECT_EQ(m.object_class(m.path(ObjectClassHandle(i))), ObjectClassHandle(i));
  }
}

TEST(ObjectModel, KnowsWhatDescendsFromWhat) {
  const ObjectModel m = model();
  EXPECT_TRUE(m.is_a(Roads::kVehicleCar, Roads::kRoot));
  EXPECT_TRUE(m.is_a(Roads::kVehicleCar, Roads::kVehicle));
  EXPECT_TRUE(m.is_a(Roads::kVehicleCar, Roads::kVehicleCar));
  EXPECT_FALSE(m.is_a(Roads::kVehicle, Roads::kVehicleCar));
  EXPECT_FALSE(m.is_a(Roads::kCar, Roads::kVehicle));
  EXPECT_FALSE(m.is_a(ObjectClassHandle(), Roads::kRoot));
  EXPECT_FALSE(m.is_a(kUndefined, kUndefined));
  EXPECT_FALSE(m.is_a(kUndefined, Roads::kRoot));
}

TEST(TextCase, RegardsNoCaseOfAsciiLettersOnly) {
  EXPECT_TRUE(equal_ignoring_case("Az[@`{_9", "aZ[@`{_9"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));
  EXPECT_FALSE(equal_ignoring_case("\xc4", "\xe4"));
  EXPECT_EQ(lower_case(std::string_view("AbZ\xc4")), "abz\xc4");
}

}  // namespace
}  // namespace triad::core
