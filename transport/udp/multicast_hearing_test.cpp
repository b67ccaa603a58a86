// Which groups a client receives, with times chosen by the test.
#include "transport/udp/multicast_hearing.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using Time = MulticastHearing::Time;
using Word = MulticastHearing::Word;
using namespace std::chrono_literals;

TEST(MulticastHearing, AsksAClientToJoinWhereSomethingGoesToItAndWaitsForItsAnswer) {
  MulticastHearing hearing(4);
  EXPECT_FALSE(hearing.next_word());
  EXPECT_EQ(hearing.probe_every(2), std::nullopt);
  EXPECT_FALSE(hearing.use(2));
  EXPECT_FALSE(hearing.use(2));
  EXPECT_EQ(hearing.next_word(), (Word{true, 2}));
  EXPECT_FALSE(hearing.next_word());
  EXPECT_EQ(hearing.probe_every(2), MulticastHearing::kProbeAsked);
  EXPECT_FALSE(hearing.hears_any());
  hearing.on_answer(2, 100ms);
  EXPECT_TRUE(hearing.use(2));
  EXPECT_FALSE(hearing.use(3));
  EXPECT_TRUE(hearing.hears_any());
  EXPECT_EQ(hearing.probe_every(2), MulticastHearing::kProbeHears);
}

TEST(MulticastHearing, SendsAloneToOneThatNeverAnswersAndSaysSoOnce) {
  MulticastHearing hearing(2);
  EXPECT_FALSE(hearing.use(0));
  EXPECT_FALSE(hearing.use(1));
  hearing.tick(1s);
  hearing.tick(1s + MulticastHearing::kSilenceMax);
  EXPECT_FALSE(hearing.take_never_heard());
  hearing.tick(1s + MulticastHearing::kSilenceMax + 1ms);
  EXPECT_EQ(hearing.probe_every(0), MulticastHearing::kProbeDeaf);
  EXPECT_TRUE(hearing.take_never_heard());
  EXPECT_FALSE(hearing.take_never_heard());
  EXPECT_FALSE(hearing.take_fell_silent());
  hearing.on_answer(0, 9s);  // the network carries multicast now
  EXPECT_TRUE(hearing.use(0));
}

// Frames to the client may be lost meanwhile, but no longer than this.
TEST(MulticastHearing, ClientThatCeasesToAnswerIsSentToAlone) {
  MulticastHearing hearing(1);
  EXPECT_FALSE(hearing.use(0));
  for (Time now = 0s; now < 10s; now += 1s) {
    hearing.tick(now);
    hearing.on_answer(0, now);
    EXPECT_TRUE(hearing.use(0));
  }
  hearing.tick(9s + MulticastHearing::kSilenceMax);
  EXPECT_TRUE(hearing.use(0));
  hearing.tick(9s + MulticastHearing::kSilenceMax + 1ms);
  EXPECT_FALSE(hearing.use(0));
  EXPECT_TRUE(hearing.take_fell_silent());
  hearing.on_answer(0, 14s);
  EXPECT_TRUE(hearing.use(0));
  hearing.tick(20s);
  EXPECT_FALSE(hearing.use(0));
  EXPECT_FALSE(hearing.take_fell_silent());  // already reported
}

TEST(MulticastHearing, ClientLeavesAGroupInWhichNothingGoesToIt) {
  MulticastHearing hearing(2);
  EXPECT_FALSE(hearing.use(0));
  EXPECT_FALSE(hearing.use(1));
  hearing.on_answer(0, 0s);
  hearing.on_answer(1, 0s);
  for (Time now = 0s; now <= MulticastHearing::kUnusedMax + 2s; now += 1s) {
    EXPECT_TRUE(hearing.use(1));
    hearing.on_answer(0, now);
    hearing.on_answer(1, now);
    hearing.tick(now);
  }
  EXPECT_EQ(hearing.next_word(), (Word{true, 0}));
  EXPECT_EQ(hearing.next_word(), (Word{true, 1}));
  EXPECT_EQ(hearing.next_word(), (Word{false, 0}));
  EXPECT_FALSE(hearing.next_word());
  EXPECT_EQ(hearing.probe_every(0), std::nullopt);
  EXPECT_FALSE(hearing.use(0));
  EXPECT_EQ(hearing.next_word(), (Word{true, 0}));
  EXPECT_FALSE(hearing.take_fell_silent());
}

TEST(MulticastHearing, AnswersThatNobodyAskedForAreWithoutEffect) {
  MulticastHearing hearing(2);
  hearing.on_answer(1, 1s);
  hearing.on_answer(2, 1s);
  hearing.on_answer(65535, 1s);
  EXPECT_FALSE(hearing.hears_any());
  EXPECT_FALSE(hearing.use(1));
}

}  // namespace
}  // namespace triad::transport
