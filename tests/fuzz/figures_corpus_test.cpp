// Checks the corpus of figures_fuzz with the ordinary compiler: each file complete, cut short at
// each place, and with each byte changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/figures_property.hpp"

namespace triad::facts {
namespace {

namespace fs = std::filesystem;

TEST(FiguresCorpus, NoInputBreaksTheParsersWholeCutShortOrChanged) {
  std::size_t files = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/figures")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(broken_figures_property(text), "") << entry.path();
    for (std::size_t at = 0; at < text.size(); ++at) {
      EXPECT_EQ(broken_figures_property(std::string_view(text).substr(0, at)), "")
          << entry.path() << " cut to " << at << " bytes";
      for (const char other : {'9', ' ', ':', '\n', '%', '\xff', '\0'}) {
        std::string changed = text;
        changed[at] = other;
        EXPECT_EQ(broken_figures_property(changed), "")
            << entry.path() << " with " << static_cast<int>(other) << " for byte " << at;
      }
    }
    ++files;
  }
  EXPECT_GT(files, 3u);
}

}  // namespace
}  // namespace triad::facts
