// Which address is tried at which time. The test chooses the times.
#include "transport/tcp/address_race.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using std::chrono::milliseconds;

constexpr Clock::time_point kBegin{};

TEST(AddressRace, StartsTheNextAddressWhenTheFirstHasNotAnswered) {
  AddressRace race(2, kBegin, kBegin + std::chrono::seconds(2));
  EXPECT_EQ(race.next_address(kBegin), 0u);
  EXPECT_EQ(race.next_address(kBegin), std::nullopt);
  EXPECT_EQ(race.next_start(), kBegin + milliseconds(250));
  EXPECT_EQ(race.next_address(kBegin + milliseconds(249)), std::nullopt);
  EXPECT_EQ(race.next_address(kBegin + milliseconds(250)), 1u);
  EXPECT_FALSE(race.has_failed());
}

TEST(AddressRace, StartsTheNextAddressAtOnceWhenOneHasFailed) {
  AddressRace race(2, kBegin, kBegin + std::chrono::seconds(2));
  EXPECT_EQ(race.next_address(kBegin), 0u);
  race.record_failure(0, false, kBegin + milliseconds(1));
  EXPECT_EQ(race.next_start(), kBegin + milliseconds(1));
  EXPECT_EQ(race.next_address(kBegin + milliseconds(1)), 1u);
  race.record_failure(1, false, kBegin + milliseconds(2));
  EXPECT_TRUE(race.has_failed());
}

TEST(AddressRace, StartsAllAddressesInTheFirstHalfOfTheTime) {
  constexpr std::size_t kAddresses = 8;
  AddressRace race(kAddresses, kBegin, kBegin + milliseconds(200));
  Clock::time_point now = kBegin;
  for (std::size_t i = 0; i < kAddresses; ++i) {
    EXPECT_EQ(race.next_address(now), i);
    if (i + 1 < kAddresses) now = race.next_start();
  }
  EXPECT_LE(now, kBegin + milliseconds(100));
}

TEST(AddressRace, StartsAllAddressesAtOnceWhereThereIsNoTime) {
  AddressRace race(3, kBegin, kBegin - milliseconds(1));
  EXPECT_EQ(race.next_address(kBegin), 0u);
  EXPECT_EQ(race.next_address(kBegin), 1u);
  EXPECT_EQ(race.next_address(kBegin), 2u);
}

// A listener may start at a refusing address while a dead path is pending.
TEST(AddressRace, TriesARefusedAddressAgainWhileAnotherIsPending) {
  AddressRace race(2, kBegin, kBegin + std::chrono::seconds(2));
  EXPECT_EQ(race.next_address(kBegin), 0u);
  EXPECT_EQ(race.next_address(kBegin + milliseconds(250)), 1u);
  race.record_failure(1, true, kBegin + milliseconds(251));
  EXPECT_FALSE(race.has_failed());
  EXPECT_EQ(race.next_address(kBegin + milliseconds(252)), std::nullopt);
  EXPECT_EQ(race.next_start(), kBegin + milliseconds(501));
  EXPECT_EQ(race.next_address(kBegin + milliseconds(501)), 1u);
}

TEST(AddressRace, IsLostWhenEveryAddressHasRefused) {
  AddressRace race(2, kBegin, kBegin + std::chrono::seconds(2));
  EXPECT_EQ(race.next_address(kBegin), 0u);
  race.record_failure(0, true, kBegin);
  EXPECT_FALSE(race.has_failed());
  EXPECT_EQ(race.next_address(kBegin), 1u);
  race.record_failure(1, true, kBegin);
  EXPECT_TRUE(race.has_failed());
  EXPECT_EQ(race.next_address(kBegin + std::chrono::seconds(1)), std::nullopt);
}

}  // namespace
}  // namespace triad::transport
