// Tests declarations and the interest table, which must always equal a newly computed one.
#include "core/declaration.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"
#include "wire/generate.hpp"

namespace triad::core {
namespace {

using namespace test;

TEST(Declarations, FindTheNearestSubscribedClass) {
  const ObjectModel model = test_model();
  Declarations declared;
  EXPECT_FALSE(declared.nearest_subscribed(model, kHeavy));
  declared.subscribed_object_classes[kVehicle] = {{kPosition}, true};
  EXPECT_EQ(declared.nearest_subscribed(model, kHeavy), kVehicle);
  declared.subscribed_object_classes[kTank] = {{kPosition}, true};
  EXPECT_EQ(declared.nearest_subscribed(model, kHeavy), kTank);
  EXPECT_EQ(declared.nearest_subscribed(model, kPlane), kVehicle);
  EXPECT_FALSE(declared.nearest_subscribed(model, kPerson));
  EXPECT_FALSE(declared.nearest_subscribed(model, kNoObjectClass));
  declared.subscribed_interaction_classes[kShot] = true;
  EXPECT_EQ(declared.nearest_subscribed(model, kHit), kShot);
  EXPECT_FALSE(declared.nearest_subscribed(model, kTalk));
}

TEST(InterestTable, AddsUpTheLevelsOfOneFederate) {
  const ObjectModel model = test_model();
  InterestTable table(model);
  Declarations declared;
  declared.subscribed_object_classes[kVehicle] = {{kPosition}, false};
  table.update(kOne, declared, kVehicle);
  declared.subscribed_object_classes[kTank] = {{kTurret}, true};
  table.update(kOne, declared, kTank);
  EXPECT_TRUE(table.interested_in(kObjectRoot).empty());
  ASSERT_EQ(table.interested_in(kHeavy).size(), 1u);
  EXPECT_EQ(table.interested_in(kHeavy)[0].attributes, (AttributeSet{kPosition, kTurret}));
  EXPECT_EQ(table.interested_in(kHeavy)[0].active_attributes, AttributeSet{kTurret});
  EXPECT_EQ(table.interested_in(kPlane)[0].attributes, AttributeSet{kPosition});
  EXPECT_TRUE(table.interested_in(kPlane)[0].active_attributes.empty());
  EXPECT_TRUE(table.interested_in(kPerson).empty());
}

TEST(InterestTable, TakesAnInteractionAsActiveIfAnyLevelIs) {
  const ObjectModel model = test_model();
  InterestTable table(model);
  Declarations declared;
  declared.subscribed_interaction_classes = {{kHit, false}};
  table.update(kOne, declared, kHit);
  ASSERT_EQ(table.interested_in(kHit).size(), 1u);
  EXPECT_FALSE(table.interested_in(kHit)[0].active);
  declared.subscribed_interaction_classes = {{kHit, false}, {kInteractionRoot, true}};
  table.update(kOne, declared, kInteractionRoot);
  EXPECT_TRUE(table.interested_in(kHit)[0].active);
  EXPECT_EQ(table.interested_in(kTalk).size(), 1u);
}

TEST(InterestTable, KeepsFederatesInAscendingOrderAndForgetsThoseThatResigned) {
  const ObjectModel model = test_model();
  InterestTable table(model);
  Declarations declared;
  declared.subscribed_object_classes[kVehicle] = {{kPosition}, true};
  declared.subscribed_interaction_classes[kShot] = true;
  for (const auto federate : {kTwo, kOne}) {
    table.update(federate, declared, kVehicle);
    table.update(federate, declared, kShot);
  }
  ASSERT_EQ(table.interested_in(kTank).size(), 2u);
  EXPECT_EQ(table.interested_in(kTank)[0].federate, kOne);
  table.remove(kOne);
  ASSERT_EQ(table.interested_in(kTank).size(), 1u);
  EXPECT_EQ(table.interested_in(kTank)[0].federate, kTwo);
  EXPECT_EQ(table.interested_in(kHit).size(), 1u);
}

TEST(InterestTable, EqualsOneComputedAfreshAfterAnyChanges) {
  const ObjectModel model = test_model();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    wire::Random random(seed);
    InterestTable table(model);
    std::map<FederateHandle, Declarations> all;
    for (int step = 0; step < 60; ++step) {
      const FederateHandle federate(static_cast<std::uint32_t>(1 + random.below(3)));
      Declarations& declared = all[federate];
      const ObjectClassHandle at(static_cast<std::uint32_t>(1 + random.below(6)));
      if (random.one_in(3)) {
        declared.subscribed_object_classes.erase(at);
      } else {
        const auto last = static_cast<std::uint32_t>(model.find(at)->attributes.size());
        declared.subscribed_object_classes[at] = {
            {AttributeHandle(static_cast<std::uint32_t>(1 + random.below(last)))},
            random.one_in(2)};
      }
      table.update(federate, declared, at);
      if (random.one_in(20)) {
        all.erase(federate);
        table.remove(federate);
      }
      InterestTable fresh(model);
      for (const auto& [f, d] : all) {
        for (const auto& [c, subscription] : d.subscribed_object_classes) fresh.update(f, d, c);
      }
      for (std::uint32_t value = 1; value <= model.object_classes.size(); ++value) {
        const auto& have = table.interested_in(ObjectClassHandle(value));
        const auto& want = fresh.interested_in(ObjectClassHandle(value));
        ASSERT_TRUE(std::ranges::equal(have, want,
                                       [](const auto& a, const auto& b) {
                                         return a.federate == b.federate &&
                                                a.attributes == b.attributes &&
                                                a.active_attributes == b.active_attributes;
                                       }))
            << "seed " << seed << " step " << step << " class " << value;
      }
    }
  }
}

}  // namespace
}  // namespace triad::core
