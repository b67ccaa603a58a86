// Time management under random schedules (time_run.hpp), a few thousand seeds of it; more with
// TRIAD_SEEDS. A failing seed is run alone, with its steps printed, by TRIAD_SEED.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/simulation/time_run.hpp"

namespace triad::test {
namespace {

// One thread runs everything, and the thread sanitizer makes that some twenty times as long.
#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kSeeds = 300;
#else
constexpr std::uint64_t kSeeds = 3000;
#endif

std::uint64_t number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(TimeSimulation, HoldsItsPromisesInRandomRuns) {
  const std::uint64_t only = number("TRIAD_SEED", 0);
  const std::uint64_t first = only != 0 ? only : 1;
  const std::uint64_t last = only != 0 ? only : number("TRIAD_SEEDS", kSeeds);
  Tally tally;
  expect_all_of_time_management(tally);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    ASSERT_EQ(TimeRun(seed, only != 0, tally).execute(), "")
        << "run it alone: TRIAD_SEED=" << seed << " time_simulation_test";
  }
  if (only != 0) return;
  std::printf("%s", tally.text().c_str());
  EXPECT_EQ(tally.missing(), "") << "never happened in " << last << " runs";
}

}  // namespace
}  // namespace triad::test
