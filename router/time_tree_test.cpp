// Tests time in trees of routers: no federate is granted a time too early, all federates advance,
// and a step and a jump take a limited number of words.
#include <gtest/gtest.h>

#include <cstdlib>

#include "router/test_time_tree.hpp"

namespace triad::router {
namespace {

std::string first_of(const std::vector<std::string>& faults) {
  return faults.empty() ? std::string() : faults.front();
}

// A thousand routers and ten thousand federates if TRIAD_WHOLE_SIZE is set, otherwise a tenth of
// them.
TimeTreeOptions of_many() {
  const std::size_t part = std::getenv("TRIAD_WHOLE_SIZE") == nullptr ? 10 : 1;
  TimeTreeOptions options;
  options.routers = 1'000 / part;
  options.fan_out = 10;
  options.federates = 10'000 / part;
  return options;
}

class TimeInTrees : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(TimeInTrees, NobodyIsGrantedATimeTooEarlyAndAllGoOn) {
  wire::Random random(GetParam());
  for (int run = 0; run < 40; ++run) {
    TimeTreeOptions options;
    options.routers = 1 + random.below(12);
    options.fan_out = 1 + random.below(3);
    options.federates = 2 + random.below(20);
    options.lookahead_max = static_cast<std::int32_t>(random.below(6));
    options.events_percent = static_cast<unsigned>(random.below(101));
    options.messages_percent = static_cast<unsigned>(random.below(101));
    options.turns_percent = 30 + static_cast<unsigned>(random.below(71));
    TimeTree tree(options, random.next());
    tree.run(200'000);
    ASSERT_EQ(first_of(tree.faults()), "") << "run " << run;
    ASSERT_TRUE(tree.all_at_end()) << "run " << run;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TimeInTrees, ::testing::Range<std::uint64_t>(0, 5));

// The work of the RTIG's router does not depend on the number of federates.
TEST(CostOfTime, AStepOfManyFederatesIsOneStatementAndOneAnswerALink) {
  TimeTreeOptions options = of_many();
  options.lookahead_max = 5;
  options.end = 12;
  TimeTree tree(options, 1);
  const std::size_t rounds = tree.run(5'000);
  RecordProperty("rounds", static_cast<int>(rounds));
  ASSERT_EQ(first_of(tree.faults()), "");
  ASSERT_TRUE(tree.all_at_end());
  RecordProperty("grants", static_cast<int>(tree.grants()));
  RecordProperty("messages", static_cast<int>(tree.messages()));
  RecordProperty("statements at the root", static_cast<int>(tree.statements_at_root()));
  RecordProperty("answers of the root", static_cast<int>(tree.answers_at_root()));
  EXPECT_GT(tree.grants(), 2 * options.federates);
  EXPECT_GT(tree.messages(), options.federates);
  EXPECT_EQ(tree.statements_at_once(), 1u);
  EXPECT_EQ(tree.answers_at_once(), 1u);
}

// Counts from the last messages, some of which are in transit when all federates ask.
TEST(CostOfTime, AJumpTakesAtMostThreeWaves) {
  TimeTreeOptions options = of_many();
  options.lookahead_max = 3;
  options.end = 1'000'000;
  options.all_jump = true;
  TimeTree tree(options, 2);
  const std::size_t wave = 2 * (tree.depth() + 1);
  const std::size_t rounds = tree.run(20 * wave);
  ASSERT_EQ(first_of(tree.faults()), "");
  ASSERT_TRUE(tree.all_at_end());
  EXPECT_GT(tree.messages(), options.federates / 3);
  // The first wave forwards the messages.
  EXPECT_LE(rounds, wave + 3 * wave);
}

}  // namespace
}  // namespace triad::router
