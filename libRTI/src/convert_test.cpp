#include "libRTI/src/convert.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace triad::api {
namespace {

TEST(Convert, KeepsAHandleThatFits) {
  EXPECT_EQ(to_wire<wire::ObjectClassHandle>(7).value, 7u);
  EXPECT_EQ(to_wire<wire::ObjectHandle>(0x1234567890ul).value, 0x1234567890ul);
  EXPECT_EQ(from_wire(wire::AttributeHandle(9)), 9ul);
}

TEST(Convert, MakesAHandleThatDoesNotFitOneThatIsNeverDefined) {
  EXPECT_EQ(to_wire<wire::ObjectClassHandle>(0x100000001ul).value, 0xFFFFFFFFu);
  EXPECT_EQ(to_wire<wire::ObjectClassHandle>(~0ul).value, 0xFFFFFFFFu);
  EXPECT_EQ(to_wire<wire::ObjectHandle>(~0ul).value, ~std::uint64_t{0});
}

TEST(Convert, MakesANegativeSpaceOneThatIsNeverDefined) {
  EXPECT_EQ(to_wire_space(-1).value, 0xFFFFFFFFu);
  EXPECT_EQ(to_wire_space(3).value, 3u);
  EXPECT_EQ(to_wire_space(0x100000003l).value, 0xFFFFFFFFu);
}

TEST(Convert, TakesANullTextForAnEmptyOne) {
  EXPECT_EQ(text_of(nullptr), "");
  EXPECT_EQ(text_of("x"), "x");
}

TEST(Convert, TakesAnyBooleanButFalseForTrue) {
  EXPECT_TRUE(is_true(static_cast<RTI::Boolean>(1)));
  EXPECT_FALSE(is_true(RTI::RTI_FALSE));
}

TEST(Convert, KeepsAWildAttributeInTheSetAsOneThatIsNeverDefined) {
  const std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(2));
  set->add(3);
  set->add(~0ul);
  const auto attributes = to_wire(*set);
  EXPECT_TRUE(attributes.contains(wire::AttributeHandle(3)));
  EXPECT_TRUE(attributes.contains(wire::AttributeHandle(wire::AttributeSet::kLargest)));
  EXPECT_EQ(attributes.size(), 2u);
}

TEST(Convert, GivesTextsAsNewArrays) {
  const std::unique_ptr<char[]> text(from_wire(std::string("ObjectRoot.A")));
  EXPECT_STREQ(text.get(), "ObjectRoot.A");
}

}  // namespace
}  // namespace triad::api
