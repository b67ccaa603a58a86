#include "records/handled_messages.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::StreamPosition;

constexpr FederateHandle kAnn{1};
constexpr FederateHandle kBob{2};
constexpr FederateHandle kCid{3};

TEST(HandledMessages, AreTheSameInAnyOrder) {
  HandledMessages first;
  HandledMessages second;
  first.add(kAnn, 3);
  first.add(kBob, 5);
  first.add(kAnn, 7);
  second.add(kBob, 5);
  second.add(kAnn, 7);
  EXPECT_EQ(first.fingerprint(), second.fingerprint());
  EXPECT_EQ(first.last_position(kAnn), 7u);
  second.add(kCid, 1);
  EXPECT_NE(first.fingerprint(), second.fingerprint());
}

TEST(HandledMessages, OfTwoSendersDiffer) {
  HandledMessages of_ann;
  HandledMessages of_bob;
  of_ann.add(kAnn, 4);
  of_bob.add(kBob, 4);
  EXPECT_NE(of_ann.fingerprint(), of_bob.fingerprint());
}

TEST(HandledMessages, AMessageCountsOnce) {
  HandledMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t sum = heard.fingerprint();
  heard.add(kAnn, 4);
  heard.add(kAnn, 2);
  EXPECT_EQ(heard.fingerprint(), sum);
}

TEST(HandledMessages, OfALeaverAreForgotten) {
  HandledMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t sum = heard.fingerprint();
  heard.add(kBob, 9);
  heard.remove(kBob);
  heard.remove(kCid);
  EXPECT_EQ(heard.fingerprint(), sum);
  EXPECT_EQ(heard.last_position(kBob), 0u);
}

TEST(HandledMessages, FromBeforeTheBeginningAreNotReceived) {
  HandledMessages heard;
  heard.add_earlier(kAnn, 4);
  HandledMessages from_the_beginning;
  from_the_beginning.add(kAnn, 4);
  EXPECT_EQ(heard.fingerprint(), from_the_beginning.fingerprint());
  EXPECT_EQ(heard.received(kCid), 0u);
  heard.add(kAnn, 6);
  from_the_beginning.add(kAnn, 6);
  EXPECT_EQ(heard.fingerprint(), from_the_beginning.fingerprint());
  EXPECT_EQ(heard.received(kCid), heard.fingerprint());
  heard.add_earlier(kBob, 3);
  heard.remove(kBob);
  EXPECT_EQ(heard.received(kCid), heard.fingerprint());
}

TEST(HandledMessages, OfTheMemberItselfAreNotReceived) {
  HandledMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t received = heard.received(kCid);
  heard.add(kCid, 9);
  EXPECT_EQ(heard.received(kCid), received);
  EXPECT_NE(heard.fingerprint(), received);
}

TEST(HandledMessages, AreComparedWithWhatWasSent) {
  HandledMessages heard;
  heard.add(kAnn, 4);
  heard.add(kBob, 9);
  std::vector<StreamPosition> sent{{kAnn, 4}, {kBob, 6}};
  EXPECT_EQ(heard.fingerprint_up_to(sent), heard.fingerprint())
      << "of one sender more has come already";
  sent.push_back({kCid, 2});
  HandledMessages later = heard;
  later.add(kCid, 2);
  EXPECT_EQ(heard.fingerprint_up_to(sent), later.fingerprint());
  EXPECT_NE(heard.fingerprint_up_to(sent), heard.fingerprint());
}

}  // namespace
}  // namespace triad::records
