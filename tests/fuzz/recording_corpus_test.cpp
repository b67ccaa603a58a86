// Checks the corpus of recording_fuzz, and changed bytes of a recording, with the ordinary
// compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/recording_property.hpp"

namespace triad::test {

TEST(RecordingCorpus, IsReadOrRefused) {
  std::size_t files = 0;
  const auto folder = std::filesystem::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/recording";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    EXPECT_EQ(read_recording(std::as_bytes(std::span(bytes))), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
}

TEST(RecordingCorpus, AnyChangedByteIsReadOrRefused) {
  const recording::Buffer example = example_recording();
  ASSERT_EQ(read_recording(example), "");
  for (std::size_t at = 0; at < example.size(); ++at) {
    for (const std::byte value : {std::byte{0}, std::byte{0x7f}, std::byte{0xff}}) {
      recording::Buffer changed = example;
      changed[at] = value;
      ASSERT_EQ(read_recording(changed), "") << "byte " << at;
    }
  }
}

}  // namespace triad::test
