// Checks the corpus of overlay_fuzz, and scripts from seeds, with the ordinary compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/overlay_property.hpp"

namespace triad::test {

TEST(OverlayCorpus, NobodyElseIsHarmedByIt) {
  std::size_t files = 0;
  const auto folder = std::filesystem::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/overlay";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes.data());
    EXPECT_EQ(hostile_in_overlay(wire::Bytes(begin, bytes.size())), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 5u);
}

TEST(HostileInOverlay, HarmsNobodyElse) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    ASSERT_EQ(hostile_in_overlay(seed), "") << "seed " << seed;
  }
}

}  // namespace triad::test
