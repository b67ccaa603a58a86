// Tests of the sets of attribute and federate handles: order, duplicates, refusals, classes derived
// by a federate.
#include "libRTI/src/handle_sets.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace triad::api {
namespace {

using AttributeSet = std::unique_ptr<RTI::AttributeHandleSet>;
using FederateSet = std::unique_ptr<RTI::FederateHandleSet>;

AttributeSet attribute_set() {
  return AttributeSet(RTI::AttributeHandleSetFactory::create(2));
}
FederateSet federate_set() {
  return FederateSet(RTI::FederateHandleSetFactory::create(2));
}

template <class Set>
std::vector<RTI::ULong> members(const Set& set) {
  std::vector<RTI::ULong> handles;
  for (RTI::ULong i = 0; i < set.size(); ++i) {
    handles.push_back(set.getHandle(i));
  }
  return handles;
}

TEST(AttributeHandleSet, KeepsTheOrderOfTheFirstAddsAndGrowsBeyondItsHint) {
  const AttributeSet set = attribute_set();
  for (const RTI::AttributeHandle handle : {7ul, 3ul, 9ul, 3ul, 7ul, 1ul}) {
    set->add(handle);
  }
  EXPECT_EQ(members(*set), (std::vector<RTI::ULong>{7, 3, 9, 1}));
  EXPECT_TRUE(set->isMember(9));
  EXPECT_FALSE(set->isMember(2));
  EXPECT_FALSE(set->isEmpty());
}

TEST(AttributeHandleSet, RemovesByHandleAndRefusesAnAbsentOne) {
  const AttributeSet set = attribute_set();
  set->add(7);
  set->add(3);
  set->remove(7);
  EXPECT_EQ(members(*set), (std::vector<RTI::ULong>{3}));
  EXPECT_THROW(set->remove(7), RTI::AttributeNotDefined);
  set->add(7);
  EXPECT_EQ(members(*set), (std::vector<RTI::ULong>{3, 7}));
}

TEST(AttributeHandleSet, IsUsableAgainAfterEmpty) {
  const AttributeSet set = attribute_set();
  set->add(1000);
  set->empty();
  EXPECT_TRUE(set->isEmpty());
  EXPECT_EQ(set->size(), 0u);
  EXPECT_FALSE(set->isMember(1000));
  set->add(2);
  EXPECT_EQ(members(*set), (std::vector<RTI::ULong>{2}));
}

TEST(AttributeHandleSet, RefusesAnIndexThatIsNotBelowItsSize) {
  const AttributeSet set = attribute_set();
  EXPECT_THROW((void)set->getHandle(0), RTI::ArrayIndexOutOfBounds);
  set->add(4);
  EXPECT_EQ(set->getHandle(0), 4u);
  EXPECT_THROW((void)set->getHandle(1), RTI::ArrayIndexOutOfBounds);
  EXPECT_THROW((void)set->getHandle(~0ul), RTI::ArrayIndexOutOfBounds);
}

TEST(AttributeHandleSet, RefusesMoreMembersThanItsLimit) {
  const AttributeSet set = attribute_set();
  for (RTI::ULong handle = 0; handle < kSetSizeMax; ++handle) {
    set->add(handle);
  }
  set->add(5);
  EXPECT_THROW(set->add(kSetSizeMax), RTI::ArrayIndexOutOfBounds);
  EXPECT_EQ(set->size(), kSetSizeMax);
}

TEST(FederateHandleSet, KeepsTheOrderIgnoresRepetitionAndRefusesAnAbsentHandle) {
  const FederateSet set = federate_set();
  set->add(5);
  set->add(2);
  set->add(5);
  EXPECT_EQ(members(*set), (std::vector<RTI::ULong>{5, 2}));
  EXPECT_TRUE(set->isMember(2));
  set->remove(5);
  EXPECT_THROW(set->remove(5), RTI::ArrayIndexOutOfBounds);
  EXPECT_THROW((void)set->getHandle(1), RTI::ArrayIndexOutOfBounds);
  set->empty();
  EXPECT_EQ(set->size(), 0u);
}

TEST(FederateHandleSet, RefusesMoreMembersThanItsLimit) {
  const FederateSet set = federate_set();
  for (RTI::ULong handle = 0; handle < kSetSizeMax; ++handle) {
    set->add(handle);
  }
  EXPECT_THROW(set->add(kSetSizeMax), RTI::ValueCountExceeded);
}

TEST(HandleSetFactories, TakeAnyReasonableHintAndRefuseAMistake) {
  EXPECT_NO_THROW(AttributeSet(RTI::AttributeHandleSetFactory::create(0)));
  EXPECT_NO_THROW(FederateSet(RTI::FederateHandleSetFactory::create(kSetSizeMax)));
  EXPECT_THROW((void)RTI::AttributeHandleSetFactory::create(kSetSizeMax + 1),
               RTI::ValueCountExceeded);
  EXPECT_THROW((void)RTI::FederateHandleSetFactory::create(static_cast<RTI::ULong>(-1)),
               RTI::ValueCountExceeded);
}

TEST(HandleSets, AreFilledByTheRtiFromTheWire) {
  AttributeHandleSetImpl set;
  set.add(99);
  set.assign(std::vector<std::uint32_t>{4, 2});
  EXPECT_EQ(members(set), (std::vector<RTI::ULong>{4, 2}));
  EXPECT_FALSE(set.isMember(99));
  EXPECT_TRUE(set.isMember(4));
  set.assign({});
  EXPECT_TRUE(set.isEmpty());
}

// A set of a class that a federate has derived.
class CountingSet : public RTI::FederateHandleSet {
 public:
  RTI::ULong size() const override { return 3; }
  RTI::FederateHandle getHandle(RTI::ULong i) const override { return i + 1; }
  void add(RTI::FederateHandle) override {}
  void remove(RTI::FederateHandle) override {}
  void empty() override {}
  RTI::Boolean isMember(RTI::FederateHandle) const override { return RTI::RTI_TRUE; }
};

TEST(HandleSets, GoOntoTheWireWhateverTheirClass) {
  std::vector<std::uint32_t> wire{42};
  copy_handles(CountingSet(), wire);
  EXPECT_EQ(wire, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(HandleSets, KeepAHandleBeyond32BitsAndSendItAsOneThatIsNeverDefined) {
  const AttributeSet set = attribute_set();
  const RTI::AttributeHandle huge = (1ul << 32) + 1;
  set->add(1);
  set->add(huge);
  EXPECT_TRUE(set->isMember(huge));
  EXPECT_EQ(set->getHandle(1), huge);
  std::vector<std::uint32_t> wire;
  copy_handles(*set, wire);
  EXPECT_EQ(wire, (std::vector<std::uint32_t>{1, kUndefinedHandle}));
}

}  // namespace
}  // namespace triad::api
