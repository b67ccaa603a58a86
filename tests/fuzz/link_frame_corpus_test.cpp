// Checks the corpus of link_frame_fuzz with the ordinary compiler and the sanitizers: each file
// complete, cut short, and with a byte changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "router/link_frame.hpp"
#include "tests/fuzz/link_frame_property.hpp"

namespace triad::router {
namespace {

namespace fs = std::filesystem;

std::vector<std::vector<std::uint8_t>> corpus() {
  std::vector<std::vector<std::uint8_t>> all;
  for (const auto& entry :
       fs::directory_iterator(TRIAD_SOURCE_DIR "/tests/fuzz/corpus/link_frame")) {
    std::ifstream file(entry.path(), std::ios::binary);
    all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return all;
}

TEST(LinkFrameCorpus, HasFramesForTheRouterForClientsAndWhatIsNone) {
  std::size_t for_router = 0;
  std::size_t for_clients = 0;
  std::size_t none = 0;
  for (const std::vector<std::uint8_t>& bytes : corpus()) {
    const auto frame = parse_link_frame(std::as_bytes(std::span(bytes)));
    ++(!frame ? none : frame->is_for_router() ? for_router : for_clients);
  }
  EXPECT_GT(for_router, 0u);
  EXPECT_GT(for_clients, 1u);
  EXPECT_GT(none, 2u);
}

TEST(LinkFrameCorpus, NoInputBreaksTheReaderWholeCutShortOrChanged) {
  constexpr std::size_t kChangedMax = 200;
  for (const std::vector<std::uint8_t>& bytes : corpus()) {
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      EXPECT_EQ(broken_link_frame_property(std::span(bytes).first(size)), "") << size;
    }
    std::vector<std::uint8_t> changed = bytes;
    for (std::size_t at = 0; at < std::min(bytes.size(), kChangedMax); ++at) {
      for (const std::uint8_t by : std::array<std::uint8_t, 5>{0, 1, 4, 0x7f, 0xff}) {
        changed[at] = by;
        EXPECT_EQ(broken_link_frame_property(changed), "") << int{by} << " at " << at;
      }
      changed[at] = bytes[at];
    }
  }
}

}  // namespace
}  // namespace triad::router
