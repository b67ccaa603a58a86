#include "core/class_priorities.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::core {
namespace {

using namespace test;

TEST(ClassPriorities, AreThoseOfTheNearestClassThatIsNamed) {
  const ObjectModel model = test_model();
  const PriorityTable table(model, class_priorities(model, {{"Vehicle", 2}, {"Tank", 6}}));
  EXPECT_EQ(table.priority_of(kVehicle), 2);
  EXPECT_EQ(table.priority_of(kPlane), 2);
  EXPECT_EQ(table.priority_of(kTank), 6);
  EXPECT_EQ(table.priority_of(kHeavy), 6);
  EXPECT_EQ(table.priority_of(kPerson), wire::kDefaultPriority);
  EXPECT_EQ(table.priority_of(kShot), wire::kDefaultPriority);
}

TEST(ClassPriorities, AreOfInteractionsAsWell) {
  const ObjectModel model = test_model();
  const PriorityTable table(model, class_priorities(model, {{"InteractionRoot", 1}, {"Hit", 7}}));
  EXPECT_EQ(table.priority_of(kHit), 7);
  EXPECT_EQ(table.priority_of(kShot), 1);
  EXPECT_EQ(table.priority_of(kTalk), 1);
  EXPECT_EQ(table.priority_of(kTank), wire::kDefaultPriority);
}

TEST(ClassPriorities, AreUsualWhereNoneIsStated) {
  const ObjectModel model = test_model();
  EXPECT_EQ(PriorityTable().priority_of(kTank), wire::kDefaultPriority);
  const PriorityTable none(model, class_priorities(model, {{"Submarine", 1}}));
  EXPECT_EQ(none.priority_of(kTank), wire::kDefaultPriority);
  EXPECT_EQ(none.priority_of(ObjectClassHandle(1000)), wire::kDefaultPriority);
}

TEST(ClassPriorities, AreUsualWhereWhatIsStatedIsNone) {
  const ObjectModel model = test_model();
  const PriorityTable table(model, {{{kTank, 200}, {ObjectClassHandle(1000), 1}}, {{kShot, 8}}});
  EXPECT_EQ(table.priority_of(kTank), wire::kDefaultPriority);
  EXPECT_EQ(table.priority_of(kShot), wire::kDefaultPriority);
}

}  // namespace
}  // namespace triad::core
