#include "router/program/admissions.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

using enum files::LineCause::Standing;
using std::chrono::milliseconds;

constexpr LinkId kClient{1};
constexpr milliseconds kJoins{500};
constexpr milliseconds kSettled = kJoins + Admissions::kNewcomerFor;

TEST(Admissions, ANewcomerIsAMemberAfterSomeTime) {
  Admissions admissions;
  EXPECT_EQ(admissions.standing(kClient, kJoins), stranger);
  admissions.record_join(kClient, kJoins);
  EXPECT_EQ(admissions.standing(kClient, kSettled - milliseconds(1)), newcomer);
  admissions.record_join(kClient, kSettled - milliseconds(1));
  EXPECT_EQ(admissions.standing(kClient, kSettled), member) << "it had been admitted before";
}

TEST(Admissions, LinesAboutTheLossOfAMemberAreAMembersLines) {
  Admissions admissions;
  admissions.record_join(kClient, kJoins);
  admissions.record_leave(kClient, kSettled);
  EXPECT_EQ(admissions.standing(kClient, kSettled), member);
  EXPECT_EQ(admissions.standing(kClient, kSettled + Admissions::kAfterLeaving), newcomer);
}

// A client that left must not keep a member's share of the log.
TEST(Admissions, WhoLeavesAndJoinsAgainIsANewcomerAgain) {
  Admissions admissions;
  admissions.record_join(kClient, kJoins);
  admissions.record_leave(kClient, kJoins + milliseconds(1));
  EXPECT_EQ(admissions.standing(kClient, 2 * kSettled), newcomer);
  admissions.record_join(kClient, 2 * kSettled);
  EXPECT_EQ(admissions.standing(kClient, 2 * kSettled + milliseconds(1)), newcomer);
}

TEST(Admissions, ForgetsLinksThatHaveEnded) {
  Admissions admissions;
  admissions.record_join(kClient, kJoins);
  admissions.forget_unless([](LinkId) { return false; });
  EXPECT_EQ(admissions.standing(kClient, kSettled), stranger);
}

}  // namespace
}  // namespace triad::router
