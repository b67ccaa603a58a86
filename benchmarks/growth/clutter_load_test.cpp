// Tests of BmGrowth's counts for the federation of examples/clutter, at small sizes.
#include "benchmarks/growth/clutter_load.hpp"

#include <gtest/gtest.h>

#include "examples/clutter/entity.hpp"

namespace triad::growth {
namespace {

ClutterLoad clutter_of(std::uint32_t federates, std::uint32_t entities) {
  ClutterOptions options;
  options.shape = {rtimesh::Shape::mesh_of_trees, 7, 4};
  options.federates = federates;
  options.entities = entities;
  options.seconds = 4;
  // Small enough that entities change cells, and neighbours see them, within these seconds.
  options.side = 1'000;
  options.reach = 200;
  options.cell = 100;
  return count_clutter(options);
}

std::string faults_of(const ClutterLoad& load) {
  return load.faults.empty() ? std::string() : load.faults.front();
}

TEST(ClutterLoads, EveryEntitySendsSoManyUpdatesAndEveryFederateGetsWhatItWants) {
  const ClutterLoad load = clutter_of(9, 180);
  EXPECT_EQ(faults_of(load), "");
  EXPECT_EQ(load.entities, 180u);
  EXPECT_NEAR(load.all.sent, 180 * kUpdatesASecond, 30);
  EXPECT_GT(load.all.wanted, 0);
  EXPECT_GE(load.all.delivered, load.all.wanted);
  EXPECT_LT(load.all.delivered, 8 * load.all.sent);  // The value without interest management.
  EXPECT_GE(load.all.sent, load.most.sent);
}

TEST(ClutterLoads, AMoveIsToldToEveryFederate) {
  const ClutterLoad load = clutter_of(9, 180);
  EXPECT_GT(load.all.moved, 0);
  EXPECT_EQ(load.all.moves, 9 * load.all.moved);
  EXPECT_EQ(load.most.moves, load.all.moved);
}

TEST(ClutterLoads, TwiceAsManyEntitiesPassTwiceAsMuch) {
  const ClutterLoad few = clutter_of(9, 360);
  const ClutterLoad many = clutter_of(9, 720);
  EXPECT_EQ(faults_of(few) + faults_of(many), "");
  EXPECT_NEAR(many.all.sent / few.all.sent, 2, 0.05);
  EXPECT_NEAR(many.all.moved / few.all.moved, 2, 0.3);
  EXPECT_NEAR(many.others.updates / few.others.updates, 2, 0.2);
}

// Frames of members count at one router; frames on links count at both ends.
TEST(ClutterLoads, RoutersPassWhatFederatesSendAndTake) {
  const ClutterLoad load = clutter_of(9, 180);
  EXPECT_EQ(load.at_rtig.members + load.others.members, 9u);
  EXPECT_GT(load.at_rtig.frames + load.others.frames, load.all.frames);
  EXPECT_GE(load.others.frames, load.busiest.frames);
  EXPECT_GE(load.others.updates + load.at_rtig.updates, load.all.sent + load.all.delivered);
}

TEST(ClutterLoads, WhatTheyTakeOfAProcessorIsCountsTimesCosts) {
  const ClutterCosts costs{10, 2, 5, 4, 3, 0.5};
  const FederateLoad federate{1'000, 10, 200, 300, 50, 0, 0};
  EXPECT_DOUBLE_EQ(load_of(federate, costs), 0.01 + 0.0006 + 0.001 + 0.0002);
  RouterLoad router;
  router.frames = 2'000;
  EXPECT_DOUBLE_EQ(load_of(router, costs), 0.006);
  ClutterLoad load;
  load.at_rtig = router;
  load.all.moves = 4'000;
  EXPECT_DOUBLE_EQ(load_at_rtig(load, costs), 0.008);
}

}  // namespace
}  // namespace triad::growth
