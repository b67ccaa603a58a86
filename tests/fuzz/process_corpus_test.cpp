// Checks the corpus of process_fuzz with the ordinary compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "tests/fuzz/process_property.hpp"

namespace triad::test {

TEST(ProcessCorpus, IsObeyedOrRefusedByBothSides) {
  std::size_t files = 0;
  const auto folder = std::filesystem::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/process";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    EXPECT_EQ(hostile_federate_process(bytes), "") << entry.path();
    EXPECT_EQ(hostile_rtia_process(bytes), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 5u);
}

}  // namespace triad::test
