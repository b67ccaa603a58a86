// Members with links to routers of a mesh lose their links, or their routers, and return by the
// same or by another router (docs/recovery.md).
#include <gtest/gtest.h>

#include <string>

#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

// The first member is at a router, the second at a router below it, the third at the RTIG.
class RecoveryInMesh : public Recovery {
 protected:
  static HarnessOptions options_of_mesh() {
    HarnessOptions options = Recovery::options();
    options.mesh = small_mesh();
    return options;
  }
  RecoveryInMesh() : Recovery(options_of_mesh()) {}
};

TEST_F(RecoveryInMesh, RecordsAreKeptUntilAllHaveAcknowledgedThem) {
  for (const Federate f : {a, b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "1"), "");
  EXPECT_EQ(harness.losses().records_kept(a), 1u);
  expect_nothing_kept();
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_tags(f), (Lines{"1", "1"}));
}

TEST_F(RecoveryInMesh, AMemberReturnsAndMissesNothing) {
  for (const Federate lost : {a, b, c}) {
    harness.losses().cut(lost);
    for (const Federate f : {a, b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "2"), "");
    harness.settle();
    for (const Federate f : {a, b, c}) EXPECT_EQ(take_tags(f), (Lines{"2", "2"})) << f << lost;
    expect_nothing_kept();
  }
  EXPECT_EQ(harness.losses().returns, 3u);
  EXPECT_EQ(harness.faults(), Lines());
}

TEST_F(RecoveryInMesh, MembersOfALostRouterReturnByOthers) {
  harness.crash_router(0);
  for (const Federate f : {a, b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "3"), "");
  harness.settle();
  EXPECT_EQ(harness.losses().returns, 2u);
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_tags(f), (Lines{"3", "3"}));
  expect_nothing_kept();
}

TEST_F(RecoveryInMesh, AJoinAtARouterIsMadeOnce) {
  const Federate newcomer = lose_in_join();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  harness.losses().are_returns_stopped = false;
  harness.losses().return_now(newcomer);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  EXPECT_TRUE(harness.ambassador(newcomer).is_joined());
  expect_nothing_kept();
}

TEST_F(RecoveryInMesh, AMemberThatDoesNotReturnIsResigned) {
  lose(b);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(harness.losses().records_kept(a), 1u);
  harness.losses().pass_time(milliseconds(30'000));
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), (Lines{"1", "2"}));
  harness.kill(b);
  harness.settle();
  EXPECT_EQ(harness.losses().records_kept(a), 0u);
  EXPECT_EQ(harness.rtig().records_kept("Federation"), 0u);
}

// It acknowledges nothing, so nothing is kept because of it.
TEST_F(RecoveryInMesh, NothingIsKeptForAMemberThatCannotReturn) {
  rtia::AmbassadorOptions without_session;
  without_session.make_session = [] { return wire::SessionSecret{}; };
  const Federate fourth = harness.add(without_session);
  EXPECT_EQ(rejoin(fourth, "fourth"), "");
  EXPECT_EQ(subscribe(fourth, kShot), "");
  EXPECT_EQ(publish(fourth, kShot), "");
  deliver_all();
  for (const Federate f : {a, b, c, fourth}) {
    EXPECT_EQ(send_interaction(f, kShot, Values(), "1"), "");
  }
  expect_nothing_kept();
  EXPECT_EQ(take_tags(fourth), (Lines{"1", "1", "1"}));
}

TEST_F(RecoveryInMesh, AMemberThatHasMovedReturns) {
  harness.moves().set_target(a, 2);
  harness.routers().leave(0);
  for (const Federate f : {b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(harness.moves().count(), 1u);
  expect_nothing_kept();
  harness.losses().cut(a);
  for (const Federate f : {b, c}) EXPECT_EQ(send_interaction(f, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a).size(), 4u);
  expect_nothing_kept();
}

// All members are at a router below another router, which loses its way and cuts them off one by
// one.
class RecoveryBelowARouter : public Recovery, public testing::WithParamInterface<int> {
 protected:
  static HarnessOptions options_of_mesh() {
    HarnessOptions options = Recovery::options(static_cast<std::uint64_t>(GetParam()));
    options.mesh = {.routers = {std::nullopt, 0}, .members = {1}};
    return options;
  }
  RecoveryBelowARouter() : Recovery(options_of_mesh()) {}
};

TEST_P(RecoveryBelowARouter, WhatNobodyHasReceivedIsNotAcknowledged) {
  harness.losses().changes_places = true;
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(send_interaction(c, kShot, Values(), std::to_string(round)), "");
    if (round == 10) harness.routers().cut(0);
  }
  harness.settle();
  for (const Federate f : {a, b}) {
    const Lines tags = take_tags(f);
    ASSERT_EQ(tags.size(), 20u);
    for (std::size_t round = 0; round < 20; ++round) EXPECT_EQ(tags[round], std::to_string(round));
  }
  expect_nothing_kept();
}
// The router above still waits for the RTIG's decision about a member when it loses its way.
TEST_P(RecoveryBelowARouter, WhatAMemberLacksIsNotAcknowledgedWhenItsRouterLosesItsWay) {
  harness.losses().changes_places = true;
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(send_interaction(c, kShot, Values(), std::to_string(round)), "");
    if (round == 8) harness.losses().cut(b);
    if (round == 10) harness.routers().cut(0);
  }
  harness.settle();
  for (const Federate f : {a, b}) EXPECT_EQ(take_tags(f).size(), 20u);
  expect_nothing_kept();
}
INSTANTIATE_TEST_SUITE_P(Seeds, RecoveryBelowARouter, testing::Range(1, 41));

class RecoveryRunsInMesh : public testing::TestWithParam<RecoveryRun::Mesh> {};

TEST_P(RecoveryRunsInMesh, LoseNothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 4, RecoveryRun::Time::absent, RecoveryRun::Saves::absent, GetParam());
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
  }
}

TEST_P(RecoveryRunsInMesh, GrantNothingTooEarly) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 4, RecoveryRun::Time::managed, RecoveryRun::Saves::absent, GetParam());
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(AllFailures, RecoveryRunsInMesh,
                         testing::Values(RecoveryRun::Mesh::links, RecoveryRun::Mesh::routers),
                         [](const auto& of) {
                           return of.param == RecoveryRun::Mesh::links ? "Links" : "Routers";
                         });

}  // namespace
}  // namespace triad::test
