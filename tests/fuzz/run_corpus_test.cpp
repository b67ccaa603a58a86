// Checks the corpora of run_scenario_fuzz and run_records_fuzz and the example files with the
// ordinary compiler: each complete, cut short at many places, and with a byte changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/run_property.hpp"

namespace triad::rtirun {
namespace {

namespace fs = std::filesystem;

struct Corpus {
  const char* folder;
  std::string_view (*broken)(std::string_view text);
};

class RunCorpus : public testing::TestWithParam<Corpus> {};

TEST_P(RunCorpus, NoInputBreaksAReaderWholeCutShortOrChanged) {
  constexpr std::size_t kPlacesMax = 40;
  const auto broken = GetParam().broken;
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / GetParam().folder)) {
    if (entry.path().extension() == ".fed") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(broken(text), "") << entry.path();
    const std::size_t step = text.size() / kPlacesMax + 1;
    for (std::size_t at = 0; at < text.size(); at += step) {
      EXPECT_EQ(broken(std::string_view(text).substr(0, at)), "")
          << entry.path() << " cut to " << at << " bytes";
      for (const char other : {'{', ']', '*', '\n', '"', '9', '\xff'}) {
        std::string changed = text;
        changed[at] = other;
        EXPECT_EQ(broken(changed), "") << entry.path() << " with " << other << " for byte " << at;
      }
    }
    ++files;
  }
  EXPECT_GT(files, 0u);
}

INSTANTIATE_TEST_SUITE_P(Folders, RunCorpus,
                         testing::Values(Corpus{"tests/fuzz/corpus/run_scenario", broken_scenario},
                                         Corpus{"examples/run", broken_scenario},
                                         Corpus{"tests/fuzz/corpus/run_records", broken_record}),
                         [](const auto& folder) {
                           return "Folder" + std::to_string(folder.index);
                         });

}  // namespace
}  // namespace triad::rtirun
