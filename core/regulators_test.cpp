// Tests the conclusions from the promises of others: the LBTS, and the jump when all promises hold
// together.
#include "core/regulators.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"

namespace triad::core {
namespace {

using wire::FederateHandle;
using Federates = std::vector<FederateHandle>;

TimeBound bound(double time, bool exclusive = false) {
  return {DoubleTime::encode(time), exclusive};
}

class RegulatorsTest : public testing::Test {
 protected:
  // Returns e.g. "5", "5+" for an exclusive bound, or "?" for an unknown one.
  std::string lbts() const {
    const auto bound = regulators.lbts();
    if (!bound) return "?";
    return type.text(bound->time) + (bound->exclusive ? "+" : "");
  }
  // Lets all conditional promises count.
  void apply_joint_bound(const std::optional<TimeBound>& own) {
    const auto least = regulators.least_with_conditions(own, [](FederateHandle) { return true; });
    if (least) regulators.apply_joint_bound(*least);
  }

  DoubleTime type;
  Regulators regulators{type};
  const FederateHandle a{1};
  const FederateHandle b{2};
  const FederateHandle c{3};
};

TEST_F(RegulatorsTest, WithoutAnyThereIsNoBound) {
  EXPECT_EQ(lbts(), "inf+");
  EXPECT_TRUE(regulators.slowest().empty());
}

TEST_F(RegulatorsTest, TheLeastPromiseIsTheBound) {
  regulators.add_regulator(a, bound(0));
  regulators.add_regulator(b, std::nullopt);
  EXPECT_EQ(lbts(), "?");
  EXPECT_EQ(regulators.slowest(), Federates{b});
  regulators.record_promise(b, bound(5, true), std::nullopt);
  EXPECT_EQ(lbts(), "0");
  regulators.record_promise(a, bound(5), std::nullopt);
  EXPECT_EQ(lbts(), "5");
  regulators.record_promise(a, bound(6), std::nullopt);
  EXPECT_EQ(lbts(), "5+");
  EXPECT_EQ(regulators.slowest(), Federates{b});
  regulators.add_regulator(c, bound(5, true));
  EXPECT_EQ(regulators.slowest(), (Federates{b, c}));
  regulators.remove_regulator(c);
  regulators.remove_regulator(b);
  EXPECT_EQ(lbts(), "6");
}

TEST_F(RegulatorsTest, WhatAllPromiseCountsForEachButNotForWhoComesLater) {
  regulators.add_regulator(a, bound(1));
  regulators.add_regulator(b, std::nullopt);
  EXPECT_TRUE(regulators.may_send_below(b, bound(0)));
  EXPECT_FALSE(regulators.may_send_below(c, bound(0))) << "it does not regulate";
  regulators.record_common_promise(bound(5));
  EXPECT_EQ(lbts(), "5");
  regulators.record_common_promise(bound(3));
  EXPECT_EQ(lbts(), "5") << "no promise is taken back";
  regulators.record_promise(a, bound(4), std::nullopt);
  EXPECT_EQ(lbts(), "5");
  EXPECT_FALSE(regulators.least_known().reaches(bound(6), c));
  EXPECT_TRUE(regulators.least_promised().reaches(bound(5), c));
  EXPECT_EQ(regulators.slowest(), (Federates{a, b}));
  regulators.record_common_promise(bound(7));
  regulators.add_regulator(c, bound(2));
  EXPECT_EQ(lbts(), "2");
  regulators.remove_regulator(c);
  EXPECT_EQ(lbts(), "7");
  EXPECT_TRUE(regulators.has_reported(b));
}

TEST_F(RegulatorsTest, TheLeastOfOthersLeavesOneOut) {
  EXPECT_TRUE(regulators.least_known().reaches(bound(100), a)) << "there are none";
  regulators.add_regulator(a, bound(1));
  EXPECT_TRUE(regulators.least_known().reaches(bound(100), a));
  EXPECT_FALSE(regulators.least_known().reaches(bound(2), b));
  regulators.add_regulator(b, bound(4));
  regulators.add_regulator(c, std::nullopt);
  EXPECT_FALSE(regulators.least_known().reaches(bound(0), a)) << "nothing is known of the third";
  EXPECT_FALSE(regulators.least_known().reaches(bound(2), c));
  regulators.record_promise(c, bound(3), std::nullopt);
  EXPECT_TRUE(regulators.least_known().reaches(bound(3), a));
  EXPECT_FALSE(regulators.least_known().reaches(bound(3, true), a));
}

TEST_F(RegulatorsTest, WithoutConstraintOnlyWhatOthersPromisedThemselvesIsLeft) {
  regulators.add_regulator(a, bound(20));
  regulators.add_regulator(b, std::nullopt);
  regulators.record_promise(b, bound(5), bound(100));
  apply_joint_bound(bound(30));
  EXPECT_EQ(lbts(), "20");
  regulators.drop_conclusions();
  EXPECT_EQ(lbts(), "?");
  EXPECT_EQ(regulators.slowest(), Federates{a});
  regulators.record_promise(a, bound(6), std::nullopt);
  EXPECT_EQ(lbts(), "5");
  EXPECT_EQ(regulators.slowest(), Federates{b});
}

// A waits for 24 and is assumed to be there. C begins at 15 and may send A a message to which A
// reacts.
TEST_F(RegulatorsTest, AJumpHoldsOnlyAsFarAsWhoBeginsLaterCannotSend) {
  regulators.add_regulator(a, bound(0));
  regulators.record_promise(a, bound(4), bound(24, true));
  apply_joint_bound(std::nullopt);
  EXPECT_EQ(lbts(), "24+");
  regulators.add_regulator(c, bound(15));
  regulators.record_promise(c, bound(100), std::nullopt);
  EXPECT_EQ(lbts(), "15");
  regulators.record_promise(a, bound(4), bound(16, true));
  apply_joint_bound(std::nullopt);
  EXPECT_EQ(lbts(), "16+") << "a message from C received since then";
  regulators.record_promise(a, bound(30), std::nullopt);
  regulators.lower_conclusions(bound(20));
  EXPECT_EQ(lbts(), "30") << "its own promise still holds";
}

TEST_F(RegulatorsTest, APromiseIsNeverTakenBackAndAStrangersIsNone) {
  regulators.add_regulator(a, bound(3));
  regulators.record_promise(a, bound(2), std::nullopt);
  regulators.record_promise(c, bound(1), std::nullopt);
  EXPECT_EQ(lbts(), "3");
}

TEST_F(RegulatorsTest, ConditionalPromisesCountOnlyWhenTheyHoldTogether) {
  regulators.add_regulator(a, bound(0));
  regulators.add_regulator(b, bound(0));
  regulators.record_promise(a, bound(1), bound(1000));
  regulators.record_promise(b, bound(1), bound(2000));
  EXPECT_EQ(lbts(), "1");
  apply_joint_bound(bound(3000));
  EXPECT_EQ(lbts(), "1000");
}

// Others may react to the next message of this federate.
TEST_F(RegulatorsTest, TheOwnNextMessageLimitsTheJump) {
  regulators.add_regulator(a, bound(0));
  regulators.record_promise(a, bound(1), bound(1000));
  apply_joint_bound(bound(30));
  EXPECT_EQ(lbts(), "30");
}

TEST_F(RegulatorsTest, WithOneUnknownNothingHoldsTogether) {
  regulators.add_regulator(a, bound(0));
  regulators.add_regulator(b, std::nullopt);
  regulators.record_promise(a, bound(1), bound(1000));
  apply_joint_bound(std::nullopt);
  regulators.record_promise(b, bound(2), std::nullopt);
  EXPECT_EQ(lbts(), "1");
}

TEST_F(RegulatorsTest, WhoWaitsForNoEventLimitsTheJumpByItsPromise) {
  regulators.add_regulator(a, bound(0));
  regulators.add_regulator(b, bound(0));
  regulators.record_promise(a, bound(1), bound(1000));
  regulators.record_promise(b, bound(7), std::nullopt);
  apply_joint_bound(std::nullopt);
  EXPECT_EQ(lbts(), "7");
}

TEST_F(RegulatorsTest, TheConditionOfAMemberCountsIfItHasHeardAll) {
  regulators.add_regulator(a, bound(0));
  regulators.add_regulator(b, std::nullopt);
  regulators.record_promise(a, bound(1), bound(1000));
  const auto heard_by = [](FederateHandle who) {
    return [who](FederateHandle federate) { return federate == who; };
  };
  EXPECT_FALSE(regulators.least_with_conditions(std::nullopt, heard_by(a)))
      << "b has promised nothing yet";
  regulators.record_promise(b, bound(7), bound(2000));
  const auto least = [&](const std::optional<TimeBound>& own, FederateHandle heard) {
    return type.text(regulators.least_with_conditions(own, heard_by(heard))->time);
  };
  EXPECT_EQ(least(std::nullopt, a), "7") << "the promise of b";
  EXPECT_EQ(least(std::nullopt, b), "1");
  EXPECT_EQ(least(bound(5), a), "5") << "others may react to what this federate sends";
  regulators.record_promise(b, bound(7), std::nullopt);
  EXPECT_EQ(least(std::nullopt, b), "1");
  EXPECT_EQ(lbts(), "1") << "nothing was concluded";
}

TEST_F(RegulatorsTest, ABoundIsReachedForOneWhenAllOthersHavePromisedIt) {
  regulators.add_regulator(a, std::nullopt);
  regulators.add_regulator(b, std::nullopt);
  EXPECT_FALSE(regulators.least_known().reaches(bound(0), a)) << "nothing is known of b";
  regulators.record_promise(a, bound(3), std::nullopt);
  regulators.record_promise(b, bound(4), std::nullopt);
  EXPECT_FALSE(regulators.least_known().reaches(bound(5, true), a));
  regulators.record_promise(b, bound(5), std::nullopt);
  EXPECT_FALSE(regulators.least_known().reaches(bound(5, true), a))
      << "a message at 5 may still come";
  regulators.record_promise(b, bound(5.5), std::nullopt);
  EXPECT_TRUE(regulators.least_known().reaches(bound(5, true), a))
      << "its own promise does not count";
  EXPECT_TRUE(regulators.least_promised().reaches(bound(5, true), a));
  EXPECT_FALSE(regulators.least_known().reaches(bound(5, true), c));
}

TEST_F(RegulatorsTest, NobodyPromisedWhatFollowsFromAJump) {
  regulators.add_regulator(a, std::nullopt);
  regulators.add_regulator(b, std::nullopt);
  regulators.record_promise(a, bound(1), bound(9));
  regulators.record_promise(b, bound(1), bound(9));
  apply_joint_bound(std::nullopt);
  EXPECT_TRUE(regulators.least_known().reaches(bound(5), a)) << "b is known to wait";
  EXPECT_FALSE(regulators.least_promised().reaches(bound(5), a));
}

}  // namespace
}  // namespace triad::core
