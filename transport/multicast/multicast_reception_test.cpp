// Which groups a client receives, with times chosen by the test.
#include "transport/multicast/multicast_reception.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using Time = MulticastReception::Time;
using Word = MulticastReception::GroupRequest;
using namespace std::chrono_literals;

TEST(MulticastHearing, AsksAClientToJoinWhereSomethingGoesToItAndWaitsForItsAnswer) {
  MulticastReception hearing(4);
  EXPECT_FALSE(hearing.next_request());
  EXPECT_EQ(hearing.probe_every(2), std::nullopt);
  EXPECT_FALSE(hearing.record_use(2));
  EXPECT_FALSE(hearing.record_use(2));
  EXPECT_EQ(hearing.next_request(), (Word{true, 2}));
  EXPECT_FALSE(hearing.next_request());
  EXPECT_EQ(hearing.probe_every(2), MulticastReception::kProbeRequested);
  EXPECT_FALSE(hearing.receives_any());
  hearing.receive_probe_answer(2, 100ms);
  EXPECT_TRUE(hearing.record_use(2));
  EXPECT_FALSE(hearing.record_use(3));
  EXPECT_TRUE(hearing.receives_any());
  EXPECT_EQ(hearing.probe_every(2), MulticastReception::kProbeReceiving);
}

TEST(MulticastHearing, SendsAloneToOneThatNeverAnswersAndSaysSoOnce) {
  MulticastReception hearing(2);
  EXPECT_FALSE(hearing.record_use(0));
  EXPECT_FALSE(hearing.record_use(1));
  hearing.tick(1s);
  hearing.tick(1s + MulticastReception::kSilenceMax);
  EXPECT_FALSE(hearing.take_never_reached());
  hearing.tick(1s + MulticastReception::kSilenceMax + 1ms);
  EXPECT_EQ(hearing.probe_every(0), MulticastReception::kProbeUnreachable);
  EXPECT_TRUE(hearing.take_never_reached());
  EXPECT_FALSE(hearing.take_never_reached());
  EXPECT_FALSE(hearing.take_contact_lost());
  hearing.receive_probe_answer(0, 9s);  // the network carries multicast now
  EXPECT_TRUE(hearing.record_use(0));
}

// Frames to the client may be lost meanwhile, but no longer than this.
TEST(MulticastHearing, ClientThatCeasesToAnswerIsSentToAlone) {
  MulticastReception hearing(1);
  EXPECT_FALSE(hearing.record_use(0));
  for (Time now = 0s; now < 10s; now += 1s) {
    hearing.tick(now);
    hearing.receive_probe_answer(0, now);
    EXPECT_TRUE(hearing.record_use(0));
  }
  hearing.tick(9s + MulticastReception::kSilenceMax);
  EXPECT_TRUE(hearing.record_use(0));
  hearing.tick(9s + MulticastReception::kSilenceMax + 1ms);
  EXPECT_FALSE(hearing.record_use(0));
  EXPECT_TRUE(hearing.take_contact_lost());
  hearing.receive_probe_answer(0, 14s);
  EXPECT_TRUE(hearing.record_use(0));
  hearing.tick(20s);
  EXPECT_FALSE(hearing.record_use(0));
  EXPECT_FALSE(hearing.take_contact_lost());  // already reported
}

TEST(MulticastHearing, ClientLeavesAGroupInWhichNothingGoesToIt) {
  MulticastReception hearing(2);
  EXPECT_FALSE(hearing.record_use(0));
  EXPECT_FALSE(hearing.record_use(1));
  hearing.receive_probe_answer(0, 0s);
  hearing.receive_probe_answer(1, 0s);
  for (Time now = 0s; now <= MulticastReception::kUnusedMax + 2s; now += 1s) {
    EXPECT_TRUE(hearing.record_use(1));
    hearing.receive_probe_answer(0, now);
    hearing.receive_probe_answer(1, now);
    hearing.tick(now);
  }
  EXPECT_EQ(hearing.next_request(), (Word{true, 0}));
  EXPECT_EQ(hearing.next_request(), (Word{true, 1}));
  EXPECT_EQ(hearing.next_request(), (Word{false, 0}));
  EXPECT_FALSE(hearing.next_request());
  EXPECT_EQ(hearing.probe_every(0), std::nullopt);
  EXPECT_FALSE(hearing.record_use(0));
  EXPECT_EQ(hearing.next_request(), (Word{true, 0}));
  EXPECT_FALSE(hearing.take_contact_lost());
}

TEST(MulticastHearing, AnswersThatNobodyAskedForAreWithoutEffect) {
  MulticastReception hearing(2);
  hearing.receive_probe_answer(1, 1s);
  hearing.receive_probe_answer(2, 1s);
  hearing.receive_probe_answer(65535, 1s);
  EXPECT_FALSE(hearing.receives_any());
  EXPECT_FALSE(hearing.record_use(1));
}

}  // namespace
}  // namespace triad::transport
