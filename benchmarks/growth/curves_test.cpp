// Tests of BmGrowth's counts at small sizes: no faults, and constant costs where they are expected.
#include "benchmarks/growth/curves.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace triad::growth {
namespace {

std::string first_fault(const Point& point) {
  return point.faults.empty() ? std::string() : point.faults.front();
}

const Cost& cost_of(const Point& point, std::string_view operation) {
  return *std::ranges::find(point.costs, operation, &Cost::operation);
}

TEST(Curves, OfAKeyAndOfAnUpdateForOneTheBusiestLinkDoesNotDependOnTheRouters) {
  const Point few = grow_routers({rtimesh::Shape::tree, 11, 10});
  const Point many = grow_routers({rtimesh::Shape::tree, 111, 10});
  for (const Point* const point : {&few, &many}) ASSERT_EQ(first_fault(*point), "");
  for (const char* const what : {"a key of no other interest", "an update for one"}) {
    EXPECT_EQ(cost_of(few, what).busiest_frames, cost_of(many, what).busiest_frames) << what;
    EXPECT_EQ(cost_of(few, what).busiest_bytes, cost_of(many, what).busiest_bytes) << what;
  }
  EXPECT_EQ(cost_of(many, "a key of no other interest").links, 110);
  EXPECT_EQ(cost_of(many, "an update for nobody").links, 0);
  EXPECT_EQ(many.tables.members, 111u);
}

TEST(Curves, OneKeyMoreCostsTheSameHoweverManyThereAre) {
  const Point few = grow_keys({rtimesh::Shape::tree, 31, 5}, 100);
  const Point many = grow_keys({rtimesh::Shape::tree, 31, 5}, 3'000);
  for (const Point* const point : {&few, &many}) ASSERT_EQ(first_fault(*point), "");
  EXPECT_EQ(cost_of(few, "one key more").busiest_bytes,
            cost_of(many, "one key more").busiest_bytes);
  EXPECT_EQ(cost_of(few, "one key more").rtig_frames, cost_of(many, "one key more").rtig_frames);
}

TEST(Curves, WhoJoinsIsToldNothingOfObjects) {
  const Point few = grow_objects({rtimesh::Shape::tree, 11, 10}, 100);
  const Point many = grow_objects({rtimesh::Shape::tree, 11, 10}, 10'000);
  for (const Point* const point : {&few, &many}) ASSERT_EQ(first_fault(*point), "");
  EXPECT_EQ(many.tables.objects, 10'000u);
  EXPECT_EQ(cost_of(few, "a join").busiest_frames, cost_of(many, "a join").busiest_frames);
  EXPECT_LT(cost_of(many, "a join").busiest_bytes, cost_of(few, "a join").busiest_bytes + 100);
}

TEST(Curves, ARegionThatMovesIsToldToAllFederates) {
  const Point point = grow_federates({rtimesh::Shape::tree, 11, 10}, 200);
  ASSERT_EQ(first_fault(point), "");
  EXPECT_EQ(point.tables.regions, 200u);
  const Cost& move = cost_of(point, "a region that moves");
  EXPECT_EQ(move.links, 10);
  // The clients behind a link form one run, which is encoded in up to four numbers.
  EXPECT_LE(move.busiest_number_bytes, 16 * move.busiest_frames);
}

TEST(Curves, AFurtherSubscriberOfTheSameClassesStatesItToTheRtigAlone) {
  const Point few = grow_subscribers({rtimesh::Shape::tree, 11, 10}, 20);
  const Point many = grow_subscribers({rtimesh::Shape::tree, 11, 10}, 100);
  for (const Point* const point : {&few, &many}) {
    ASSERT_EQ(first_fault(*point), "");
    EXPECT_EQ(cost_of(*point, "a statement of interest").links, 1);
    EXPECT_EQ(cost_of(*point, "a request to subscribe").links, 10);
    EXPECT_EQ(cost_of(*point, "an update for all").links, 10);
  }
  EXPECT_EQ(cost_of(few, "a statement of interest").rtig_bytes,
            cost_of(many, "a statement of interest").rtig_bytes);
}

}  // namespace
}  // namespace triad::growth
