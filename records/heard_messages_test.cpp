#include "records/heard_messages.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::StreamPosition;

constexpr FederateHandle kAnn{1};
constexpr FederateHandle kBob{2};
constexpr FederateHandle kCid{3};

TEST(HeardMessages, AreTheSameInAnyOrder) {
  HeardMessages first;
  HeardMessages second;
  first.add(kAnn, 3);
  first.add(kBob, 5);
  first.add(kAnn, 7);
  second.add(kBob, 5);
  second.add(kAnn, 7);
  EXPECT_EQ(first.sum(), second.sum());
  EXPECT_EQ(first.last(kAnn), 7u);
  second.add(kCid, 1);
  EXPECT_NE(first.sum(), second.sum());
}

TEST(HeardMessages, OfTwoSendersDiffer) {
  HeardMessages of_ann;
  HeardMessages of_bob;
  of_ann.add(kAnn, 4);
  of_bob.add(kBob, 4);
  EXPECT_NE(of_ann.sum(), of_bob.sum());
}

TEST(HeardMessages, AMessageCountsOnce) {
  HeardMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t sum = heard.sum();
  heard.add(kAnn, 4);
  heard.add(kAnn, 2);
  EXPECT_EQ(heard.sum(), sum);
}

TEST(HeardMessages, OfALeaverAreForgotten) {
  HeardMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t sum = heard.sum();
  heard.add(kBob, 9);
  heard.forget(kBob);
  heard.forget(kCid);
  EXPECT_EQ(heard.sum(), sum);
  EXPECT_EQ(heard.last(kBob), 0u);
}

TEST(HeardMessages, FromBeforeTheBeginningAreNotReceived) {
  HeardMessages heard;
  heard.add_earlier(kAnn, 4);
  HeardMessages from_the_beginning;
  from_the_beginning.add(kAnn, 4);
  EXPECT_EQ(heard.sum(), from_the_beginning.sum());
  EXPECT_EQ(heard.received(kCid), 0u);
  heard.add(kAnn, 6);
  from_the_beginning.add(kAnn, 6);
  EXPECT_EQ(heard.sum(), from_the_beginning.sum());
  EXPECT_EQ(heard.received(kCid), heard.sum());
  heard.add_earlier(kBob, 3);
  heard.forget(kBob);
  EXPECT_EQ(heard.received(kCid), heard.sum());
}

TEST(HeardMessages, OfTheMemberItselfAreNotReceived) {
  HeardMessages heard;
  heard.add(kAnn, 4);
  const std::uint64_t received = heard.received(kCid);
  heard.add(kCid, 9);
  EXPECT_EQ(heard.received(kCid), received);
  EXPECT_NE(heard.sum(), received);
}

TEST(HeardMessages, AreComparedWithWhatWasSent) {
  HeardMessages heard;
  heard.add(kAnn, 4);
  heard.add(kBob, 9);
  std::vector<StreamPosition> sent{{kAnn, 4}, {kBob, 6}};
  EXPECT_EQ(heard.sum_up_to(sent), heard.sum()) << "of one sender more has come already";
  sent.push_back({kCid, 2});
  HeardMessages later = heard;
  later.add(kCid, 2);
  EXPECT_EQ(heard.sum_up_to(sent), later.sum());
  EXPECT_NE(heard.sum_up_to(sent), heard.sum());
}

}  // namespace
}  // namespace triad::records
