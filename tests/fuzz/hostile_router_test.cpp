// Runs the Router's fuzzer by seed with the ordinary compiler and the sanitizers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/router_property.hpp"

namespace triad::router {
namespace {

TEST(HostileRouter, AMemberThatSendsAnythingHarmsNobodyElse) {
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint8_t> script(random() % 600);
    // Many zero bytes, because they make most fields of a record plausible.
    for (std::uint8_t& byte : script) {
      if (random() % 2 == 0) byte = static_cast<std::uint8_t>(random());
    }
    if (!script.empty()) script.front() = static_cast<std::uint8_t>(seed);  // each kind of Stage
    ASSERT_EQ(broken_router_property(script), "") << "seed " << seed;
  }
}

TEST(HostileRouter, WhatTheFuzzerHasFoundReachableHarmsNobodyElse) {
  int scripts = 0;
  const std::filesystem::path corpus(TRIAD_SOURCE_DIR "/tests/fuzz/corpus/router");
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<std::uint8_t> script(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(broken_router_property(script), "") << entry.path();
    ++scripts;
  }
  EXPECT_GT(scripts, 0);
}

}  // namespace
}  // namespace triad::router
