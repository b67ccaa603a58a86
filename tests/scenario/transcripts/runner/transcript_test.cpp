// One test for each scenario (../*.txt) and each way to connect the members.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/scenario/core/small_mesh.hpp"
#include "tests/scenario/transcripts/runner/player.hpp"

namespace triad::test {
namespace {

namespace fs = std::filesystem;

// Number of orders of delivery that are played.
constexpr std::uint64_t kSeeds = 5;

enum class Connection { star, shared_memory, mixed, mesh };
constexpr std::array kConnections = {Connection::star, Connection::shared_memory, Connection::mixed,
                                     Connection::mesh};
constexpr std::array kConnectionNames = {"Star", "SharedMemory", "Mixed", "Mesh"};

HarnessOptions options_of(Connection connection, std::uint64_t seed) {
  HarnessOptions options;
  options.seed = seed;
  options.on_fabric = connection == Connection::shared_memory || connection == Connection::mixed;
  options.mixed = connection == Connection::mixed;
  if (connection == Connection::mesh) options.mesh = small_mesh();
  return options;
}

std::vector<fs::path> scenarios() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(TRIAD_TRANSCRIPTS)) {
    const bool scenario = entry.path().extension() == ".txt" && entry.path().stem() != "CMakeLists";
    if (scenario) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool rewriting() {
  const char* wanted = std::getenv("TRIAD_REWRITE");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

class Transcript : public testing::TestWithParam<std::tuple<fs::path, Connection>> {};

TEST_P(Transcript, IsWhatTheFederationTells) {
  const auto& [file, connection] = GetParam();
  Script script = parse_script(file.filename().string(), read(file));
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Played played = play(script, options_of(connection, seed));
    if (rewriting() && connection == Connection::star && seed == 1) {
      std::ofstream(file) << rewritten(script, played.told);
      script = parse_script(script.file, read(file));
    }
    const std::string text = difference(script, played.told);
    ASSERT_TRUE(text.empty())
        << text
        << "If that is right, let the scenario say so: run the Star variant of this test with "
        << "TRIAD_REWRITE=1 in the environment, and review the diff of " << script.file << ".";
    ASSERT_EQ(played.wrong, TextLines{}) << file;
  }
  EXPECT_TRUE(
      std::ranges::any_of(script.steps, [](const Step& step) { return !step.expected.empty(); }))
      << file << " expects nothing of any command";
}

std::string name_of_test(const testing::TestParamInfo<Transcript::ParamType>& info) {
  std::string name = std::get<fs::path>(info.param).stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name + "_" + kConnectionNames[static_cast<std::size_t>(std::get<Connection>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(All, Transcript,
                         testing::Combine(testing::ValuesIn(scenarios()),
                                          testing::ValuesIn(kConnections)),
                         name_of_test);

TEST(Transcripts, AreFoundInTheirFolder) {
  EXPECT_GE(scenarios().size(), 40u) << "in " << TRIAD_TRANSCRIPTS;
}

}  // namespace
}  // namespace triad::test
