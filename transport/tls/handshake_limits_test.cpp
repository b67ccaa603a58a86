#include "transport/tls/handshake_limits.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kStart{5'000};

TEST(HandshakeLimits, GiveAnAddressSoManyUnfinishedHandshakesAndNoMore) {
  HandshakeLimits limits;
  for (std::uint64_t i = 0; i < HandshakeLimits::kTokens; ++i) {
    ASSERT_TRUE(limits.begin("10.0.0.1", kStart)) << i;
  }
  EXPECT_FALSE(limits.begin("10.0.0.1", kStart));
  EXPECT_TRUE(limits.begin("10.0.0.2", kStart));
}

TEST(HandshakeLimits, CountTheAddressesOfAnIpv6NetworkTogether) {
  EXPECT_EQ(network_of("[2001:db8:1:2:3:4:5:6]:50000"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("[2001:db8:1:2:ffff::1]:1"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("[fe80::1%eth0]:1"), "fe80::/64");
  EXPECT_EQ(network_of("10.0.0.1:50000"), "10.0.0.1");
  EXPECT_EQ(network_of("[::1]:50000"), "[::1]");
  EXPECT_EQ(network_of("[::ffff:10.0.0.1]:1"), "[::ffff:10.0.0.1]");
}

TEST(HandshakeLimits, DoNotHoldUpAnAddressWhoseHandshakesSucceed) {
  HandshakeLimits limits;
  for (std::uint64_t i = 0; i < 10 * HandshakeLimits::kTokens; ++i) {
    ASSERT_TRUE(limits.begin("10.0.0.1", kStart)) << i;
    limits.record_success("10.0.0.1");
  }
}

TEST(HandshakeLimits, GiveTokensBackWithTime) {
  HandshakeLimits limits;
  while (limits.begin("10.0.0.1", kStart)) continue;
  std::uint64_t begun = 0;
  while (limits.begin("10.0.0.1", kStart + milliseconds(1000))) ++begun;
  EXPECT_EQ(begun, HandshakeLimits::kTokensPerSecond);
  begun = 0;
  while (limits.begin("10.0.0.1", kStart + std::chrono::hours(10'000'000))) ++begun;
  EXPECT_EQ(begun, HandshakeLimits::kTokens);
}

TEST(HandshakeLimits, RememberABoundedNumberOfAddresses) {
  HandshakeLimits limits;
  std::size_t admitted = 0;
  for (std::size_t i = 0; i < 3 * HandshakeLimits::kAddressesMax; ++i) {
    if (limits.begin("address " + std::to_string(i), kStart)) ++admitted;
  }
  EXPECT_LE(limits.address_count(), HandshakeLimits::kAddressesMax + 1);
  EXPECT_EQ(admitted, HandshakeLimits::kAddressesMax + HandshakeLimits::kTokens)
      << "further addresses share one account";
  EXPECT_TRUE(limits.begin("another", kStart + std::chrono::minutes(10)));
  EXPECT_EQ(limits.address_count(), 1U) << "addresses that are quiet are forgotten";
}

TEST(RefusalLines, SayHowManyLinesWereLeftOut) {
  RefusalLines lines;
  std::size_t written = 0;
  for (int i = 0; i < 100; ++i) {
    if (!lines.admit("no", kStart).empty()) ++written;
  }
  EXPECT_EQ(written, 20U);
  EXPECT_EQ(lines.admit("no", kStart + std::chrono::seconds(1)),
            "no (80 lines like this were left out before)");
}

}  // namespace
}  // namespace triad::transport
