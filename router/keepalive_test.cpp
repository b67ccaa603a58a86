// Tests when a router must send a keepalive, and when it gives up the other end.
#include "router/keepalive.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "wire/random.hpp"

namespace triad::router {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

constexpr Keepalive::Times kTimes{1000ms, 5000ms};

TEST(Keepalive, AWordIsDueWhenNothingWasSentForSoLong) {
  Keepalive keepalive(kTimes, 100ms);
  EXPECT_FALSE(keepalive.alive_is_due(1099ms));
  EXPECT_TRUE(keepalive.alive_is_due(1100ms));
  EXPECT_TRUE(keepalive.alive_is_due(9000ms));
  keepalive.sent(1100ms);
  EXPECT_FALSE(keepalive.alive_is_due(2099ms));
  EXPECT_TRUE(keepalive.alive_is_due(2100ms));
}

TEST(Keepalive, WhatIsReceivedIsNoWordOfOurs) {
  Keepalive keepalive(kTimes, 0ms);
  keepalive.received(999ms);
  EXPECT_TRUE(keepalive.alive_is_due(1000ms));
}

TEST(Keepalive, WhoIsSilentForSoLongIsLostHoweverMuchIsSent) {
  Keepalive keepalive(kTimes, 100ms);
  keepalive.sent(5000ms);
  EXPECT_FALSE(keepalive.peer_is_lost(5099ms));
  EXPECT_TRUE(keepalive.peer_is_lost(5100ms));
  EXPECT_EQ(keepalive.silent_for(5100ms), 5000ms);
  keepalive.received(5100ms);
  EXPECT_FALSE(keepalive.peer_is_lost(10'099ms));
  EXPECT_TRUE(keepalive.peer_is_lost(10'100ms));
}

TEST(Keepalive, WhoSendsALongFrameIsNotSilentWhileItComes) {
  Keepalive keepalive(kTimes, 0ms);
  keepalive.receiving(7, 1000, 4000ms);
  EXPECT_FALSE(keepalive.peer_is_lost(8999ms));
  keepalive.receiving(7, 2000, 8000ms);
  keepalive.receiving(7, 2000, 12'000ms);
  EXPECT_FALSE(keepalive.peer_is_lost(12'999ms));
  EXPECT_TRUE(keepalive.peer_is_lost(13'000ms));
  keepalive.receiving(0, 0, 13'000ms);
  EXPECT_TRUE(keepalive.peer_is_lost(13'000ms));
  keepalive.receiving(8, 2000, 13'000ms);
  EXPECT_FALSE(keepalive.peer_is_lost(17'999ms));
}

TEST(Keepalive, IsToBeAskedAgainWhenTheFirstOfBothIsDue) {
  Keepalive keepalive(kTimes, 0ms);
  EXPECT_EQ(keepalive.ask_again_at(), 1000ms);
  keepalive.sent(1000ms);
  EXPECT_EQ(keepalive.ask_again_at(), 2000ms);
  keepalive.sent(4500ms);
  EXPECT_EQ(keepalive.ask_again_at(), 5000ms);
  keepalive.received(4500ms);
  EXPECT_EQ(keepalive.ask_again_at(), 5500ms);
}

TEST(Keepalive, NothingChangesBeforeItIsToBeAskedAgain) {
  wire::Random random(7);
  Keepalive keepalive(kTimes, 0ms);
  milliseconds now = 0ms;
  for (int step = 0; step < 2000; ++step) {
    now += milliseconds(random.below(1200));
    if (random.one_in(2)) keepalive.sent(now);
    if (random.one_in(4)) keepalive.received(now);
    const milliseconds then = keepalive.ask_again_at();
    EXPECT_FALSE(keepalive.alive_is_due(then - 1ms) || keepalive.peer_is_lost(then - 1ms));
    EXPECT_TRUE(keepalive.alive_is_due(then) || keepalive.peer_is_lost(then));
  }
}

// The two ends send nothing but due keepalives.
TEST(Keepalive, TwoEndsThatHaveNothingToSayKeepEachOther) {
  Keepalive here(kTimes, 0ms);
  Keepalive there(kTimes, 300ms);
  int words = 0;
  for (milliseconds now = 300ms; now < 60'000ms; now += 10ms) {
    for (const auto& [from, to] : {std::pair(&here, &there), std::pair(&there, &here)}) {
      if (!from->alive_is_due(now)) continue;
      from->sent(now);
      to->received(now);
      ++words;
    }
    ASSERT_FALSE(here.peer_is_lost(now) || there.peer_is_lost(now)) << now.count();
  }
  EXPECT_EQ(words, 59 + 59);
}

}  // namespace
}  // namespace triad::router
