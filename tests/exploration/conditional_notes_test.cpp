// Conditional promises as words of a note hold under random schedules, and each planted defect is
// found (conditional_notes.hpp).
#include "tests/exploration/conditional_notes.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/exploration/explorer.hpp"

namespace triad::exploration {
namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr std::uint64_t kSeeds = 300;
#else
constexpr std::uint64_t kSeeds = 2'000;
#endif

// The first seed whose random schedule breaks the property; zero: none does.
std::uint64_t first_violation(ConditionalNoteDefect defect, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    ConditionalNotePlan plan = random_plan(seed);
    plan.defect = defect;
    const Scenario scenario = conditional_notes(plan);
    if (const std::string found = Explorer(scenario).random(seed); !found.empty()) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                  found.substr(0, found.find('\n')).c_str());
      return seed;
    }
  }
  return 0;
}

TEST(ConditionalNotes, HoldUnderRandomSchedules) {
  const char* const seeds = std::getenv("TRIAD_SEEDS");
  EXPECT_EQ(first_violation(ConditionalNoteDefect::none,
                            seeds != nullptr ? std::strtoull(seeds, nullptr, 10) : kSeeds),
            0u);
}

class ConditionalNotesDefect : public testing::TestWithParam<ConditionalNoteDefect> {};
INSTANTIATE_TEST_SUITE_P(Each, ConditionalNotesDefect,
                         testing::Values(ConditionalNoteDefect::heard_of_others_ignored,
                                         ConditionalNoteDefect::own_heard_ignored,
                                         ConditionalNoteDefect::count_read_before_note,
                                         ConditionalNoteDefect::count_stored_behind_note,
                                         ConditionalNoteDefect::note_read_without_fence,
                                         ConditionalNoteDefect::note_changed_without_fence));
TEST_P(ConditionalNotesDefect, IsFound) {
  EXPECT_NE(first_violation(GetParam(), 5'000), 0u);
}

}  // namespace
}  // namespace triad::exploration
