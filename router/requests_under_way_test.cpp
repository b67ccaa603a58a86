// Tests of router/requests_under_way.hpp.
#include "router/requests_under_way.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

TEST(RequestsUnderWay, AreHandledInTheirOrder) {
  RequestsUnderWay requests;
  EXPECT_EQ(requests.add(5), 1u);
  EXPECT_EQ(requests.add(8), 2u);
  EXPECT_EQ(requests.take_handled(5), 1u);
  EXPECT_EQ(requests.take_handled(5), std::nullopt);
  EXPECT_EQ(requests.take_handled(8), 2u);
}

// A router between has ignored the first one.
TEST(RequestsUnderWay, ALaterOneIsHandledAfterAllBeforeIt) {
  RequestsUnderWay requests;
  requests.add(5);
  requests.add(8);
  EXPECT_EQ(requests.take_handled(8), 2u);
  EXPECT_EQ(requests.take_handled(5), std::nullopt);
}

// The RTIG handles record 9, sent before the epoch, and answers it afterwards.
TEST(RequestsUnderWay, AnswersFromBeforeAnEpochDoNotCount) {
  RequestsUnderWay requests;
  requests.add(9);
  EXPECT_EQ(requests.begin_epoch(12), 2u);
  EXPECT_EQ(requests.add(9), 3u);
  EXPECT_EQ(requests.take_handled(9), std::nullopt);
  EXPECT_EQ(requests.take_handled(12), 2u);
  EXPECT_EQ(requests.take_handled(9), 3u);
}

}  // namespace
}  // namespace triad::router
