// Switches the choice of links by sums on (router/sum_trial.hpp) for the tests that are linked with
// this file. A test fails if a sum of a link is narrower than a member's interest. Prints the
// counts.
#include <gtest/gtest.h>

#include <cstdio>

#include "router/sum_trial.hpp"

namespace triad::test {
namespace {

using router::sum_trial;

class TrialIsJudged final : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { sum_trial.fault.clear(); }
  void OnTestEnd(const testing::TestInfo&) override {
    if (!sum_trial.fault.empty()) ADD_FAILURE() << sum_trial.fault;
  }
};

class TrialIsOn final : public testing::Environment {
  void SetUp() override {
    sum_trial.mode = router::SumTrial::Mode::choose;
    testing::UnitTest::GetInstance()->listeners().Append(new TrialIsJudged);
  }
  void TearDown() override { std::printf("%s", sum_trial.summary_table().c_str()); }
};

[[maybe_unused]] const testing::Environment* const trial_is_on =
    testing::AddGlobalTestEnvironment(new TrialIsOn);

}  // namespace
}  // namespace triad::test
