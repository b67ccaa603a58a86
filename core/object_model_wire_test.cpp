// Tests encoding and decoding of the object model, and the refusal of inconsistent models.
#include "core/object_model_wire.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"
#include "wire/generate.hpp"

namespace triad::core {
namespace {

using namespace test;

wire::Buffer encoded(const ObjectModel& model) {
  wire::Buffer bytes;
  encode(model, bytes);
  return bytes;
}

bool is_valid_model(const ObjectModel& model) {
  return decode_object_model(encoded(model)).has_value();
}

TEST(ObjectModelWire, CarriesAModelThereAndBack) {
  const wire::Buffer bytes = encoded(test_model());
  const auto model = decode_object_model(bytes);
  ASSERT_TRUE(model);
  EXPECT_EQ(encoded(*model), bytes);
  EXPECT_EQ(model->attribute(kHeavy, "armour"), kArmour);
  EXPECT_EQ(model->parameter(kHit, "damage"), kDamage);
  EXPECT_EQ(model->space("Terrain"), kTerrain);
}

TEST(ObjectModelWire, CarriesByHowManyCellsRegionsAreDescribed) {
  ObjectModel model = test_model();
  model.spaces[0].cells_of_extent = 16;
  EXPECT_EQ(decode_object_model(encoded(model))->spaces[0].cells_of_extent, 16u);
  for (const std::uint32_t wrong : {0u, 17u}) {
    model.spaces[0].cells_of_extent = wrong;
    EXPECT_FALSE(is_valid_model(model));
  }
}

TEST(ObjectModelWire, RefusesEveryTruncationAndWhatIsLeftOver) {
  wire::Buffer bytes = encoded(test_model());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_object_model(wire::Bytes(bytes).first(size))) << size;
  }
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(decode_object_model(bytes));
}

TEST(ObjectModelWire, RefusesModelsThatDoNotHoldTogether) {
  ASSERT_TRUE(is_valid_model(test_model()));
  EXPECT_FALSE(is_valid_model(ObjectModel{}));

  ObjectModel model = test_model();
  model.interaction_classes.clear();
  EXPECT_FALSE(is_valid_model(model));

  model = test_model();
  model.object_classes[0].parent = kVehicle;
  EXPECT_FALSE(is_valid_model(model)) << "a root with a parent";

  model = test_model();
  model.object_classes[2].parent = {};
  EXPECT_FALSE(is_valid_model(model)) << "a second root";

  for (const auto parent : {kTank, kHeavy, kNoObjectClass, ObjectClassHandle(0xffffffff)}) {
    model = test_model();
    model.object_classes[2].parent = parent;
    EXPECT_FALSE(is_valid_model(model)) << "a parent behind its child: " << parent.value;
  }

  model = test_model();
  model.object_classes[3].inherited_attributes = 3;
  EXPECT_FALSE(is_valid_model(model)) << "not all is inherited";

  model = test_model();
  model.interaction_classes[2].parameters.resize(1);
  EXPECT_FALSE(is_valid_model(model)) << "fewer parameters than it inherits";
}

// Bit sets of attribute handles have a limit; larger handles are invalid.
TEST(ObjectModelWire, RefusesMoreAttributesThanThereAreHandles) {
  ObjectModel model = test_model();
  auto& attributes = model.object_classes[5].attributes;
  attributes.resize(wire::AttributeSet::kLargest - 1, attributes.back());
  EXPECT_TRUE(is_valid_model(model));
  attributes.push_back(attributes.back());
  EXPECT_FALSE(is_valid_model(model));
}

TEST(ObjectModelWire, SurvivesAnyChangedByte) {
  wire::Random random(5);
  wire::Buffer bytes = encoded(test_model());
  int decoded = 0;
  for (int i = 0; i < 20000; ++i) {
    std::byte& b = bytes[random.below(bytes.size())];
    const std::byte before = b;
    b = static_cast<std::byte>(random.below(256));
    if (const auto model = decode_object_model(bytes)) {
      for (std::uint32_t value = 0; value < 9; ++value) {
        (void)model->path(ObjectClassHandle(value));
        (void)model->is_a(ObjectClassHandle(value), kVehicle);
        (void)model->is_a(InteractionClassHandle(value), kShot);
      }
      (void)model->default_space();
      ++decoded;
    }
    b = before;
  }
  EXPECT_GT(decoded, 0);
  EXPECT_LT(decoded, 20000);
}

}  // namespace
}  // namespace triad::core
