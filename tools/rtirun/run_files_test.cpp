#include "tools/rtirun/run_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace triad::rtirun {
namespace {

RunState example() {
  return {.run = std::string(32, 'a'),
          .url = "tcp://h:1",
          .is_up = true,
          .is_stopping = true,
          .is_good = false,
          .began = WallClock(1'795'917'784'123),
          .processes = {{.status = {.name = "rtig", .state = ProcessState::ready, .starts = 1}},
                        {.status = {.name = "a",
                                    .state = ProcessState::ended,
                                    .restarts = 2,
                                    .end = "ended with status 1",
                                    .starts = 3,
                                    .is_gone = false},
                         .host = "ws1"}}};
}

TEST(RunState, TheFileGivesTheStateBack) {
  const auto state = parse_state(as_json(example()));
  ASSERT_TRUE(state);
  EXPECT_EQ(as_json(*state), as_json(example()));
  EXPECT_EQ(state->processes.at(1).status.restarts, 2u);
  EXPECT_EQ(state->processes.at(1).host, "ws1");
  EXPECT_TRUE(state->is_stopping);
}

TEST(RunState, AnEndMayHaveAnyBytes) {
  RunState state = example();
  state.processes.at(1).status.end = "cannot be started: \"p\" in the folder \"/j\xfcrgen\"";
  const auto again = parse_state(as_json(state));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->processes.at(1).status.end, state.processes.at(1).status.end);
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
  for (const char* name : {"", "../a", ".a", "a/b"}) {  // A log's name.
    state = example();
    state.processes.at(1).status.name = name;
    EXPECT_FALSE(parse_state(as_json(state))) << name;
  }
}

TEST(RunFiles, TheStateIsNotWrittenThroughALink) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("run." + make_run_name());
  std::filesystem::create_directories(folder);
  const auto target = folder / "target";
  std::ofstream(target) << "kept";
  const RunFiles files("s.yaml", folder.string());
  for (const char* link : {"state.json.new", "state.json"}) {
    std::filesystem::remove(folder / link);
    std::filesystem::create_symlink(target, folder / link);
    ASSERT_TRUE(files.write(example())) << link;
  }
  std::string text;
  std::getline(std::ifstream(target), text);
  EXPECT_EQ(text, "kept");
  EXPECT_TRUE(files.read().has_value());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace triad::rtirun
