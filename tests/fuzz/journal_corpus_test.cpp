// Checks the corpus of journal_fuzz with the ordinary compiler: each file complete, cut short at
// each place, and with each byte changed. Checks that the corpus has the present format.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/journal_property.hpp"

namespace triad::test {
namespace {

wire::Buffer corpus_file(const std::string& name) {
  std::ifstream stream(std::filesystem::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/journal" / name,
                       std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(JournalCorpus, IsOfThisFormat) {
  for (const auto& [name, bytes] : sample_journals()) {
    EXPECT_EQ(corpus_file(name), bytes) << name << ": write the corpus again (journal_corpus)";
  }
}

TEST(JournalCorpus, NoInputBreaksTheParsersWholeCutShortOrChanged) {
  for (const auto& [name, bytes] : sample_journals()) {
    EXPECT_EQ(broken_journal_property(bytes), "") << name;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      EXPECT_EQ(broken_journal_property(wire::Bytes(bytes).first(at)), "") << name << at;
      for (const int other : {0, 1, 2, 127, 255}) {
        wire::Buffer changed = bytes;
        changed[at] = std::byte(other);
        EXPECT_EQ(broken_journal_property(changed), "") << name << at;
      }
    }
  }
}

}  // namespace
}  // namespace triad::test
