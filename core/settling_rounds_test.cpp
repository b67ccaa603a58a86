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
    const std::uint32_t number = rounds.begin_round();
    EXPECT_TRUE(rounds.record_answer(kFirst, number, first_is_quiet));
    EXPECT_TRUE(rounds.record_answer(kSecond, number, second_is_quiet));
    EXPECT_TRUE(rounds.is_over(federation));
  }

  Federation federation{test_model()};
  SettlingRounds rounds;
};

TEST_F(Rounds, AreQuietWhenNobodyHasSentAnythingSinceTheRoundBefore) {
  EXPECT_FALSE(rounds.is_over(federation));
  round(true, true);
  EXPECT_FALSE(rounds.is_quiet()) << "in the first round";
  round(true, false);
  EXPECT_FALSE(rounds.is_quiet());
  round(true, true);
  EXPECT_TRUE(rounds.is_quiet());
}

TEST_F(Rounds, TakeOneAnswerOfEachMemberToThePresentRound) {
  EXPECT_FALSE(rounds.record_answer(kFirst, 0, true));
  const std::uint32_t number = rounds.begin_round();
  EXPECT_FALSE(rounds.record_answer(kFirst, number + 1, true));
  EXPECT_TRUE(rounds.record_answer(kFirst, number, true));
  EXPECT_FALSE(rounds.record_answer(kFirst, number, true));
}

TEST_F(Rounds, NameTheMembersThatOweAnAnswer) {
  const std::uint32_t number = rounds.begin_round();
  EXPECT_EQ(rounds.unanswered_members(federation), (std::vector{kFirst, kSecond}));
  EXPECT_TRUE(rounds.record_answer(kFirst, number, true));
  EXPECT_EQ(rounds.unanswered_members(federation), std::vector{kSecond});
  EXPECT_FALSE(rounds.is_over(federation));
}

TEST_F(Rounds, NameTheMembersThatGoOnSending) {
  round(false, false);
  EXPECT_TRUE(rounds.recent_senders().empty()) << "in the first round all say so";
  round(true, false);
  EXPECT_EQ(rounds.recent_senders(), std::vector{kSecond});
  rounds.begin_round();
  EXPECT_EQ(rounds.recent_senders(), std::vector{kSecond}) << "in the round before";
  rounds.begin_round();
  EXPECT_TRUE(rounds.recent_senders().empty());
}

TEST_F(Rounds, DoNotWaitForAMemberThatHasLeftAndCountWhatItSent) {
  round(true, true);
  const std::uint32_t number = rounds.begin_round();
  EXPECT_TRUE(rounds.record_answer(kFirst, number, false));
  federation.apply(wire::FederateResigned{kFirst, wire::ResignAction::no_action, false, ""});
  rounds.remove_member(kFirst);
  EXPECT_TRUE(rounds.record_answer(kSecond, number, true));
  EXPECT_TRUE(rounds.is_over(federation));
  EXPECT_FALSE(rounds.is_quiet());
  EXPECT_TRUE(rounds.recent_senders().empty());
}

}  // namespace
}  // namespace triad::core::test
