#include "core/passing_classes.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::core {
namespace {

using namespace test;
using Names = std::vector<std::string>;

TEST(PassingClasses, AreThoseNamedAndAllBelowThem) {
  const ObjectModel model = test_model();
  const wire::PassingClasses classes = passing_classes(model, {"Vehicle.Tank", "Shot"});
  EXPECT_TRUE(is_passing_class(model, classes, kTank));
  EXPECT_TRUE(is_passing_class(model, classes, kHeavy));
  EXPECT_FALSE(is_passing_class(model, classes, kVehicle))
      << "a superclass includes other subclasses";
  EXPECT_FALSE(is_passing_class(model, classes, kObjectRoot));
  EXPECT_FALSE(is_passing_class(model, classes, kPlane));
  EXPECT_TRUE(is_passing_class(model, classes, kShot));
  EXPECT_TRUE(is_passing_class(model, classes, kHit));
  EXPECT_FALSE(is_passing_class(model, classes, kTalk));
  EXPECT_FALSE(is_passing_class(model, classes, kNoObjectClass));
  EXPECT_FALSE(is_passing_class(model, classes, kNoInteractionClass));
}

TEST(PassingClasses, AreNamedAsFederatesLookThemUp) {
  const ObjectModel model = test_model();
  for (const char* const name :
       {"ObjectRoot.Vehicle.Tank", "Vehicle.Tank", "vehicle.tank", "Tank"}) {
    EXPECT_TRUE(is_passing_class(model, passing_classes(model, {name}), kTank)) << name;
    EXPECT_FALSE(is_passing_class(model, passing_classes(model, {name}), kPlane)) << name;
  }
  EXPECT_TRUE(is_passing_class(model, passing_classes(model, {"ObjectRoot"}), kPerson));
  EXPECT_FALSE(is_passing_class(model, passing_classes(model, {}), kObjectRoot));
}

TEST(PassingClasses, AreAllThatHaveANameWithTheSameEnd) {
  ObjectModel model = test_model();
  model.object_classes.push_back({"Tank", kPerson, model.find(kPerson)->attributes, 2});
  const ObjectClassHandle other(static_cast<std::uint32_t>(model.object_classes.size()));
  const wire::PassingClasses classes = passing_classes(model, {"Tank"});
  EXPECT_TRUE(is_passing_class(model, classes, kTank));
  EXPECT_TRUE(is_passing_class(model, classes, other));
  EXPECT_FALSE(is_passing_class(model, classes, kPerson));
}

TEST(PassingClasses, TellNamesOfNoClass) {
  EXPECT_EQ(unknown_class_names(test_model(), {"Shot", "Tnak", "Vehicle", "Vehicle.Shot"}),
            (Names{"Tnak", "Vehicle.Shot"}));
}

}  // namespace
}  // namespace triad::core
