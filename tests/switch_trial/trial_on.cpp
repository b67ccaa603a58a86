// Switches the fan-out at each hop on (router/hop_trial.hpp) for the tests that are linked with
// this file. A test fails if a sum of a link is narrower than a member's interest. Prints the
// counts. With TRIAD_HOP_TRIAL=sums links are chosen by the sums, otherwise by member.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "router/hop_trial.hpp"

namespace triad::test {
namespace {

using router::hop_trial;

class TrialIsJudged final : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { hop_trial.fault.clear(); }
  void OnTestEnd(const testing::TestInfo&) override {
    if (!hop_trial.fault.empty()) ADD_FAILURE() << hop_trial.fault;
  }
};

class TrialIsOn final : public testing::Environment {
  void SetUp() override {
    const char* const mode = std::getenv("TRIAD_HOP_TRIAL");
    const bool by_sums = mode != nullptr && std::string_view(mode) == "sums";
    hop_trial.mode = by_sums ? router::HopTrial::Mode::sums : router::HopTrial::Mode::hop;
    testing::UnitTest::GetInstance()->listeners().Append(new TrialIsJudged);
  }
  void TearDown() override { std::printf("%s", hop_trial.summary_table().c_str()); }
};

[[maybe_unused]] const testing::Environment* const trial_is_on =
    testing::AddGlobalTestEnvironment(new TrialIsOn);

}  // namespace
}  // namespace triad::test
