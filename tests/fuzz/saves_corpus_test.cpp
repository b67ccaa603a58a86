// Checks the corpus of the fuzzer of saves with the ordinary compiler: each file complete, cut
// short, and with bits flipped, with its own header and with a matching one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "core/saved_federation.hpp"
#include "tests/fuzz/saves_property.hpp"

namespace triad::test {
namespace {

namespace fs = std::filesystem;

std::map<std::string, wire::Buffer> corpus() {
  std::map<std::string, wire::Buffer> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/saves")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto bytes = std::as_bytes(std::span(text));
    files[entry.path().filename()].assign(bytes.begin(), bytes.end());
  }
  return files;
}

TEST(SavesCorpus, IsOfSavesAsTheyAreMadeToday) {
  const auto files = corpus();
  for (const auto& [name, file] : sample_saves()) {
    ASSERT_TRUE(files.contains(name)) << "run saves_corpus";
    EXPECT_EQ(files.at(name), file) << name << ": run saves_corpus";
    EXPECT_TRUE(core::decode_file(file)) << name;
    EXPECT_EQ(restored_from(file), "restored") << name;
  }
}

TEST(SavesCorpus, NoFileBreaksTheRestoreWholeOrCutShort) {
  constexpr std::size_t kCutsMax = 400;
  for (const auto& [name, file] : corpus()) {
    EXPECT_EQ(broken_saves_property(file), "") << name;
    const std::size_t step = file.size() / kCutsMax + 1;
    for (std::size_t size = 0; size < file.size(); size += step) {
      const auto cut = wire::Bytes(file).first(size);
      EXPECT_FALSE(core::decode_file(cut)) << name << " cut to " << size << " bytes";
      EXPECT_EQ(broken_saves_property(cut), "") << name << " cut to " << size << " bytes";
    }
  }
}

TEST(SavesCorpus, NoFileBreaksTheRestoreBent) {
  for (auto& [name, original] : corpus()) {
    wire::Buffer file = original;
    for (std::size_t byte = 0; byte < file.size(); byte += TRIAD_BENT_BYTES_STEP) {
      const auto mask = static_cast<std::byte>(1 << (byte * 5 % 8));
      file[byte] ^= mask;
      EXPECT_FALSE(core::decode_file(file)) << name << " byte " << byte << " bent";
      EXPECT_EQ(broken_saves_property(file), "") << name << " byte " << byte << " bent";
      file[byte] ^= mask;
    }
  }
}

}  // namespace
}  // namespace triad::test
