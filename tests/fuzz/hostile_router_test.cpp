// The Router's fuzzer by seed, under the ordinary compiler and the sanitizers.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/fuzz/router_property.hpp"

namespace triad::router {
namespace {

TEST(HostileRouter, AMemberThatSendsAnythingHarmsNobodyElse) {
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint8_t> script(random() % 600);
    // Many zeros: with them a record is plausible in most of its fields.
    for (std::uint8_t& byte : script) {
      if (random() % 2 == 0) byte = static_cast<std::uint8_t>(random());
    }
    if (!script.empty()) script.front() = static_cast<std::uint8_t>(seed);  // each kind of stage
    ASSERT_EQ(broken_router_property(script), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace triad::router
