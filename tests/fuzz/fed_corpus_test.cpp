// Checks the corpus of the two FED fuzzers, published FED files and the parser's test data, each
// complete and cut short at many places. Needs no fuzzing compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/fed_property.hpp"

namespace triad::fed {
namespace {

namespace fs = std::filesystem;

class FedCorpus : public testing::TestWithParam<const char*> {};

TEST_P(FedCorpus, NoInputBreaksTheParserWholeOrCutShort) {
  constexpr std::size_t kCutsMax = 100;
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / GetParam())) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(broken_property(text), "") << entry.path();
    const std::size_t step = text.size() / kCutsMax + 1;
    for (std::size_t size = 0; size < text.size(); size += step) {
      EXPECT_EQ(broken_property(std::string_view(text).substr(0, size)), "")
          << entry.path() << " cut to " << size << " bytes";
    }
    ++files;
  }
  EXPECT_GT(files, 2u);
}

INSTANTIATE_TEST_SUITE_P(Folders, FedCorpus,
                         testing::Values("tests/fuzz/corpus/fed", "tests/fuzz/corpus/fed_xml",
                                         "tests/feds", "fed-parser/testdata"),
                         [](const auto& folder) {
                           return "Folder" + std::to_string(folder.index);
                         });

}  // namespace
}  // namespace triad::fed
