// Checks the corpus of topology_fuzz and the example files with the ordinary compiler: each
// complete, cut short at many places, and with a byte changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/topology_property.hpp"

namespace triad::topology {
namespace {

namespace fs = std::filesystem;

class TopologyCorpus : public testing::TestWithParam<const char*> {};

TEST_P(TopologyCorpus, NoInputBreaksTheReaderWholeCutShortOrChanged) {
  constexpr std::size_t kPlacesMax = 40;
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / GetParam())) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(broken_property(text), "") << entry.path();
    const std::size_t step = text.size() / kPlacesMax + 1;
    for (std::size_t at = 0; at < text.size(); at += step) {
      EXPECT_EQ(broken_property(std::string_view(text).substr(0, at)), "")
          << entry.path() << " cut to " << at << " bytes";
      for (const char other : {'{', ']', '*', '\n', '"', '\xff'}) {
        std::string changed = text;
        changed[at] = other;
        EXPECT_EQ(broken_property(changed), "")
            << entry.path() << " with " << other << " for byte " << at;
      }
    }
    ++files;
  }
  EXPECT_GT(files, 1u);
}

INSTANTIATE_TEST_SUITE_P(Folders, TopologyCorpus,
                         testing::Values("tests/fuzz/corpus/topology", "examples/mesh"),
                         [](const auto& folder) {
                           return "Folder" + std::to_string(folder.index);
                         });

}  // namespace
}  // namespace triad::topology
