// Checks the wire fuzzer's corpus with the ordinary compiler: each file complete, cut short, and
// with bits flipped. Each message of the list must have a file that decodes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/wire_property.hpp"
#include "wire/print.hpp"

namespace triad::wire {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/wire";

Buffer read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(WireCorpus, NoInputBreaksTheCodecWholeCutShortOrBent) {
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    Buffer frame = read(entry.path());
    EXPECT_EQ(broken_wire_property(frame), "") << entry.path();
    for (std::size_t at = 0; at < frame.size(); ++at) {
      const Buffer cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(at));
      EXPECT_EQ(broken_wire_property(cut), "") << entry.path() << " cut to " << at;
      for (int bit = 0; bit < 8; ++bit) {
        const auto mask = static_cast<std::byte>(1 << bit);
        frame[at] ^= mask;
        EXPECT_EQ(broken_wire_property(frame), "") << entry.path() << " byte " << at << " bent";
        frame[at] ^= mask;
      }
    }
  }
}

TEST(WireCorpus, HasAGoodRecordOfEveryMessage) {
  for (const Kind kind : kAllKinds) {
    const Buffer frame = read(kCorpus / name_of(kind));
    const auto record = parse_record(frame);
    ASSERT_TRUE(record) << name_of(kind) << ": run wire_corpus";
    EXPECT_EQ(record->header.message_kind(), kind) << "run wire_corpus";
    EXPECT_EQ(print(*record).find("{broken"), std::string::npos) << print(*record);
  }
}

}  // namespace
}  // namespace triad::wire
