#include "tools/rtirun/run_files.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

RunState example() {
  return {.run = std::string(32, 'a'),
          .url = "tcp://h:1",
          .is_up = true,
          .processes = {{"rtig", "ready", 0, ""}, {"a", "ended", 2, "ended with status 1"}}};
}

TEST(RunState, TheFileGivesTheStateBack) {
  const auto state = parse_state(as_json(example()));
  ASSERT_TRUE(state);
  EXPECT_EQ(as_json(*state), as_json(example()));
  EXPECT_EQ(state->processes.at(1).restarts, 2u);
}

TEST(RunState, EveryDamagedFileIsRefused) {
  const std::string text = as_json(example());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_FALSE(parse_state(text.substr(0, size))) << size;
  }
  EXPECT_FALSE(parse_state("[]"));
  RunState state = example();
  state.run = "";  // A mark of all runs.
  EXPECT_FALSE(parse_state(as_json(state)));
}

}  // namespace
}  // namespace triad::rtirun
