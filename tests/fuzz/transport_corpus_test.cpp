// Checks the corpus of the transport fuzzers, each input complete and cut short, and inputs from a
// seed, with the ordinary compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/transport_property.hpp"

namespace triad::transport {
namespace {

namespace fs = std::filesystem;

using Property = std::string (*)(std::span<const std::uint8_t>);

struct Target {
  const char* name;
  Property broken;
};

class TransportCorpus : public testing::TestWithParam<Target> {};

TEST_P(TransportCorpus, NoInputBreaksTheReaderWholeOrCutShort) {
  std::size_t files = 0;
  const fs::path folder =
      fs::path(TRIAD_SOURCE_DIR) / "tests/fuzz/corpus/transport" / GetParam().name;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::vector<char> text(std::istreambuf_iterator<char>(stream), {});
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      EXPECT_EQ(GetParam().broken(std::span(bytes).first(size)), "")
          << entry.path() << " cut to " << size << " bytes";
    }
    ++files;
  }
  EXPECT_GT(files, 2U);
}

TEST_P(TransportCorpus, NoRandomInputBreaksTheReader) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint8_t> bytes(random() % 400);
    // Small numbers are plausible lengths, so that valid frames occur.
    for (std::uint8_t& b : bytes)
      b = static_cast<std::uint8_t>(random() % (random() % 2 ? 256 : 9));
    EXPECT_EQ(GetParam().broken(bytes), "") << "input " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, TransportCorpus,
                         testing::Values(Target{"frames", broken_frames_property},
                                         Target{"ring", broken_ring_property},
                                         Target{"fabric", broken_fabric_property},
                                         Target{"datagrams", broken_datagrams_property},
                                         Target{"multicast", broken_multicast_property},
                                         Target{"batches", broken_batches_property},
                                         Target{"tls", broken_tls_property}),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace triad::transport
