// Checks the corpus of decoding_fuzz with the ordinary compiler: each complete, cut
// short at many places, and with a byte changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/decoding_property.hpp"

namespace triad::decoding {
namespace {

namespace fs = std::filesystem;

TEST(DecodingCorpus, NoInputBreaksTheDecoderWholeCutShortOrChanged) {
  std::size_t files = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/decoding")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(broken_property(text), "") << entry.path();
    for (std::size_t at = 0; at < text.size(); ++at) {
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
  EXPECT_GT(files, 2u);
}

}  // namespace
}  // namespace triad::decoding
