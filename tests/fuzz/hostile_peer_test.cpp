// Runs hostile peers by seed with the ordinary compiler and the sanitizers. TRIAD_SEED runs one
// seed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/fuzz/peer_property.hpp"

namespace triad::test {
namespace {

constexpr std::uint64_t kSeeds = 1500;

template <class Property>
void for_each_seed(const char* name, Property&& property) {
  const char* const only = std::getenv("TRIAD_SEED");
  const std::uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 1;
  const std::uint64_t last = only != nullptr ? first : kSeeds;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    // After a crash GoogleTest prints no result, but this property.
    testing::Test::RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("TRIAD_SEED=" + std::to_string(seed) +
                 " hostile_peer_test --gtest_filter=HostilePeer." + name);
    ASSERT_EQ(property(seed), "");
  }
}

TEST(HostilePeer, AFederateThatSendsAnythingHarmsNobodyElse) {
  for_each_seed("AFederate*", [](std::uint64_t seed) { return hostile_federate(seed); });
}

TEST(HostilePeer, AnRtigThatSendsAnythingIsRefusedOrObeyed) {
  for_each_seed("AnRtig*", [](std::uint64_t seed) { return hostile_rtig(seed); });
}

}  // namespace
}  // namespace triad::test
