// Conditional promises in notes, as they ship, under random schedules (noted_jumps.hpp).
#include "tests/exploration/noted_jumps.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/exploration/explorer.hpp"

namespace triad::exploration {
namespace {

using Change = NotedJumpChange;

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr std::uint64_t kSeeds = 100;
#else
constexpr std::uint64_t kSeeds = 1'000;
#endif

std::string violation(Change change, std::uint64_t seed) {
  NotedJumpPlan plan = random_noted_jumps(seed);
  plan.change = change;
  const Scenario scenario = noted_jumps(plan);
  Explorer explorer(scenario);
  explorer.limit_steps(4'000);
  return explorer.run_random(seed);
}

TEST(NotedJumps, HoldUnderRandomSchedules) {
  const char* const given = std::getenv("TRIAD_SEEDS");
  const std::uint64_t seeds = given != nullptr ? std::strtoull(given, nullptr, 10) : kSeeds;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    ASSERT_EQ(violation(Change::none, seed), "") << "seed " << seed;
  }
}

// Expects that a seed finds a violation that begins with this text.
void expect_found(Change change, const char* beginning) {
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) {
    const std::string found = violation(change, seed);
    if (!found.starts_with(beginning)) continue;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                found.substr(0, found.find('\n')).c_str());
    return;
  }
  ADD_FAILURE() << "not found";
}

TEST(NotedJumps, AConditionThatCountsWithoutMessagesIsFound) {
  expect_found(Change::conditions_without_messages, "a message at");
}
TEST(NotedJumps, AConditionThatIsNotLoweredIsFound) {
  expect_found(Change::condition_not_lowered, "a message at");
}
TEST(NotedJumps, ANoteAfterWhichNobodyIsWokenIsFound) {
  expect_found(Change::no_wakeup_after_note, "no participant can continue");
}

}  // namespace
}  // namespace triad::exploration
