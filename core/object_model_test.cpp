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
