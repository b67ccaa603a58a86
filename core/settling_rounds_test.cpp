#include "core/settling_rounds.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/test_model.hpp"

namespace triad::core::test {
namespace {

using wire::FederateHandle;

constexpr FederateHandle kFirst(1);
constexpr FederateHandle kSecond(2);

class Rounds : public testing::Test {
 protected:
  Rounds() {
    federation.apply(wire::FederateJoined{kFirst, "federate"});
    federation.apply(wire::FederateJoined{kSecond, "federate"});
  }
  void round(bool first_is_quiet, bool second_is_quiet) {
    const std::uint32_t number = rounds.begin();
    EXPECT_TRUE(rounds.settled(kFirst, number, first_is_quiet));
    EXPECT_TRUE(rounds.settled(kSecond, number, second_is_quiet));
    EXPECT_TRUE(rounds.over(federation));
  }

  Federation federation{test_model()};
  SettlingRounds rounds;
};

TEST_F(Rounds, AreQuietWhenNobodyHasSentAnythingSinceTheRoundBefore) {
  EXPECT_FALSE(rounds.over(federation));
  round(true, true);
  EXPECT_FALSE(rounds.quiet()) << "in the first round";
  round(true, false);
  EXPECT_FALSE(rounds.quiet());
  round(true, true);
  EXPECT_TRUE(rounds.quiet());
}

TEST_F(Rounds, TakeOneAnswerOfEachMemberToThePresentRound) {
  EXPECT_FALSE(rounds.settled(kFirst, 0, true));
  const std::uint32_t number = rounds.begin();
  EXPECT_FALSE(rounds.settled(kFirst, number + 1, true));
  EXPECT_TRUE(rounds.settled(kFirst, number, true));
  EXPECT_FALSE(rounds.settled(kFirst, number, true));
}

TEST_F(Rounds, NameTheMembersThatOweAnAnswer) {
  const std::uint32_t number = rounds.begin();
  EXPECT_EQ(rounds.owing(federation), (std::vector{kFirst, kSecond}));
  EXPECT_TRUE(rounds.settled(kFirst, number, true));
  EXPECT_EQ(rounds.owing(federation), std::vector{kSecond});
  EXPECT_FALSE(rounds.over(federation));
}

TEST_F(Rounds, NameTheMembersThatGoOnSending) {
  round(false, false);
  EXPECT_TRUE(rounds.restless().empty()) << "in the first round all say so";
  round(true, false);
  EXPECT_EQ(rounds.restless(), std::vector{kSecond});
  rounds.begin();
  EXPECT_EQ(rounds.restless(), std::vector{kSecond}) << "in the round before";
  rounds.begin();
  EXPECT_TRUE(rounds.restless().empty());
}

TEST_F(Rounds, DoNotWaitForAMemberThatHasLeftAndCountWhatItSent) {
  round(true, true);
  const std::uint32_t number = rounds.begin();
  EXPECT_TRUE(rounds.settled(kFirst, number, false));
  federation.apply(wire::FederateResigned{kFirst, wire::ResignAction::no_action, false, ""});
  rounds.left(kFirst);
  EXPECT_TRUE(rounds.settled(kSecond, number, true));
  EXPECT_TRUE(rounds.over(federation));
  EXPECT_FALSE(rounds.quiet());
  EXPECT_TRUE(rounds.restless().empty());
}

}  // namespace
}  // namespace triad::core::test
