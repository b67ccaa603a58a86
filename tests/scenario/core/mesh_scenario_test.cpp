// Members at routers (tests/scenario/core/small_mesh.hpp). They receive the same callbacks as
// members with a link to the RTIG. If a router is lost, its members lose the federation and learn
// why; no other member does.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenario/core/core_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

class Mesh : public CoreScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.mesh = small_mesh();
    return options;
  }
  explicit Mesh(HarnessOptions options = Mesh::options()) : CoreScenario(std::move(options)) {
    for (Federate* f : {&near, &far, &at_rtig, &elsewhere}) {
      *f = join("federate");
      EXPECT_EQ(publish(*f, kShot), "");
    }
    deliver_all();
  }

  bool is_member(Federate f) { return harness.rtig().state("Federation")->member(handle(f)); }
  // Text that says why the federate cannot continue.
  std::string end_of(Federate f) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(f, wire::PublishInteractionClass{kShot}), &why),
              "RTIinternalError");
    return why;
  }
  void expect_left(const std::vector<Federate>& left) {
    deliver_all();
    EXPECT_EQ(harness.rtig().state("Federation")->members().size(), left.size());
    for (const Federate f : left) {
      EXPECT_TRUE(is_member(f)) << f;
      EXPECT_EQ(subscribe(f, kShot), "");
    }
    deliver_all();
    for (const Federate from : left) {
      EXPECT_EQ(send_interaction(from, kShot, Values()), "");
      for (const Federate to : left) EXPECT_EQ(tick(to).size(), to == from ? 0u : 1u) << to;
    }
  }
  bool is_logged(std::string_view text) {
    return std::ranges::any_of(harness.log(),
                               [&](const auto& line) { return line.find(text) != line.npos; });
  }

  static constexpr RouterPlace kRouter = 0;
  static constexpr RouterPlace kRouterBelow = 1;
  Federate near = 0;       // at kRouter
  Federate far = 0;        // at kRouterBelow
  Federate at_rtig = 0;    // at no router
  Federate elsewhere = 0;  // at the third
};

TEST_F(Mesh, TellsEachMemberWhatTheOthersDo) {
  EXPECT_EQ(harness.place_of(far), kRouterBelow);
  EXPECT_GT(harness.router_steps(), 0u);
  expect_left({near, far, at_rtig, elsewhere});
}

TEST_F(Mesh, ARouterThatCrashesTakesAlongWhoIsBehindItAndNobodyElse) {
  harness.crash_router(kRouter);
  expect_left({at_rtig, elsewhere});
  EXPECT_TRUE(is_logged("its router router0 is gone: its link has ended"));
  EXPECT_EQ(end_of(near), "the link to the RTIG is cut");
  EXPECT_EQ(
      end_of(far),
      "the RTIG ended the link: this program has lost its router's connection to the RTIG: router "
      "router1: its link has "
      "ended");
}

TEST_F(Mesh, ARouterThatLosesItsLinkTellsAllWhoAreBehindItWhy) {
  harness.routers().cut(kRouter);
  expect_left({at_rtig, elsewhere});
  for (const Federate f : {near, far}) {
    EXPECT_EQ(end_of(f),
              "the RTIG ended the link: this program has lost its router's connection to the RTIG: "
              "router "
              "router0: its link has "
              "ended");
  }
}

TEST_F(Mesh, ARouterBelowAnotherMayGoAlone) {
  harness.crash_router(kRouterBelow);
  expect_left({near, at_rtig, elsewhere});
}

TEST_F(Mesh, WhoComesWhileItsRouterHasNoWayIsRefusedAndServedWhenItHas) {
  harness.routers().cut(kRouter);
  harness.settle();
  // Its link to the upper router still works.
  EXPECT_FALSE(harness.routers().has_path_to_rtig(kRouterBelow));
  for (const RouterPlace at : {kRouter, kRouterBelow}) {
    const Federate early = harness.add_at(at);
    std::string why;
    EXPECT_EQ(refusal(harness.call(early, create("Another")), &why), "RTIinternalError");
  }
  ASSERT_TRUE(harness.routers().may_restart(kRouter));
  harness.routers().restart(kRouter);
  for (const RouterPlace at : {kRouter, kRouterBelow}) {
    const Federate late = harness.add_at(at);
    EXPECT_EQ(rejoin(late, "late"), "");
    EXPECT_EQ(publish(late, kShot), "");
  }
  expect_left({at_rtig, elsewhere, 6, 7});
}

TEST_F(Mesh, ARouterThatIsStartedAgainServesOthers) {
  harness.crash_router(kRouter);
  harness.settle();
  EXPECT_FALSE(harness.routers().may_restart(kRouterBelow)) << "nobody is there";
  harness.routers().restart(kRouter);
  harness.routers().restart(kRouterBelow);
  const Federate late = harness.add_at(kRouterBelow);
  EXPECT_EQ(rejoin(late, "late"), "");
  EXPECT_EQ(publish(late, kShot), "");
  expect_left({at_rtig, elsewhere, late});
}

// --- Records that no member beyond a router wants.

// --- Two routers of a group below the RTIG's, each with a member.

class MeshOfPeers : public CoreScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.mesh.routers = {std::nullopt, std::nullopt};
    options.mesh.groups = {1, 1};
    options.mesh.members = {0, 1};
    return options;
  }
  MeshOfPeers() : CoreScenario(options()) {
    for (Federate* f : {&sender, &receiver}) *f = join("federate");
    EXPECT_EQ(publish(sender, kShot), "");
    EXPECT_EQ(subscribe(receiver, kShot), "");
    deliver_all();
  }
  // Expects that one interaction arrives, and that the link between the peers carries it `count`
  // times.
  void expect_directly(std::uint64_t count) {
    const std::uint64_t before = harness.routers().data_between_peers();
    EXPECT_EQ(send_interaction(sender, kShot, Values()), "");
    harness.settle();
    EXPECT_EQ(tick(receiver).size(), 1u);
    EXPECT_EQ(harness.routers().data_between_peers() - before, count);
  }

  Federate sender = 0;
  Federate receiver = 0;
};

TEST_F(MeshOfPeers, GoesFromOneToTheOtherAlone) {
  const std::uint64_t kept = harness.routers().records_kept(0);
  expect_directly(1);
  EXPECT_EQ(harness.routers().records_kept(0), kept + 1) << "the router above was sent it, too";
}

TEST_F(MeshOfPeers, GoesByTheRouterAboveWhileTheirLinkIsDown) {
  harness.routers().peers().cut(0);
  deliver_all();
  expect_directly(0);
  harness.routers().peers().connect(0);
  deliver_all();
  expect_directly(1);
}

TEST_F(MeshOfPeers, GoesToWhomeverSubscribesLater) {
  const Federate late = join("federate");
  const Federate later = join("federate");
  EXPECT_EQ(harness.place_of(later), 1u);
  deliver_all();
  for (const Federate f : {late, later}) EXPECT_EQ(subscribe(f, kShot), "");
  EXPECT_EQ(send_interaction(sender, kShot, Values()), "");
  harness.settle();
  for (const Federate f : {late, later}) EXPECT_EQ(tick(f).size(), 1u) << f;
}

// --- Five routers of a group with an overlay, in which each router relays to one other; each has a
// member.

class MeshOfSites : public CoreScenario {
 protected:
  static constexpr std::size_t kSites = 5;
  static HarnessOptions options() {
    HarnessOptions options;
    options.mesh.routers.assign(kSites, std::nullopt);
    options.mesh.groups.assign(kSites, 1);
    for (RouterPlace at = 0; at < kSites; ++at) options.mesh.members.emplace_back(at);
    options.mesh.relays = 1;
    return options;
  }
  MeshOfSites() : CoreScenario(options()) {
    for (std::size_t i = 0; i < kSites; ++i) members.push_back(join("federate"));
    for (const Federate f : members) {
      for (const wire::InteractionClassHandle what : {kTalk, kShot}) {
        EXPECT_EQ(publish(f, what), "");
        EXPECT_EQ(subscribe(f, what), "");
      }
    }
    deliver_all();
  }
  // Returns the number of receivers, and sets the number of copies that relays have made.
  std::size_t count_receivers(Federate from, wire::InteractionClassHandle sent_class,
                              std::uint64_t& copies) {
    const std::uint64_t before = harness.routers().relayed_count();
    EXPECT_EQ(send_interaction(from, sent_class, Values()), "");
    harness.settle();
    copies = harness.routers().relayed_count() - before;
    std::size_t count = 0;
    for (const Federate f : members) count += tick(f).size();
    return count;
  }

  std::vector<Federate> members;
};

TEST_F(MeshOfSites, BestEffortGoesFromOneToTheNext) {
  for (const Federate from : members) {
    std::uint64_t copies = 0;
    EXPECT_EQ(count_receivers(from, kTalk, copies), kSites - 1);
    EXPECT_EQ(copies, kSites - 2) << "all but the first are made by relays";
  }
}

TEST_F(MeshOfSites, WhatIsReliableGoesDirectly) {
  std::uint64_t copies = 0;
  EXPECT_EQ(count_receivers(members[2], kShot, copies), kSites - 1);
  EXPECT_EQ(copies, 0u);
}

// Reliable records have been received by then; otherwise they would take the other path.
TEST_F(MeshOfSites, BothComeInTheOrderInWhichTheyAreSentOneByOne) {
  for (int i = 0; i < 20; ++i) {
    std::uint64_t copies = 0;
    EXPECT_EQ(count_receivers(members[0], i % 2 == 0 ? kTalk : kShot, copies), kSites - 1);
  }
}

TEST_F(MeshOfSites, ALinkThatIsCutIsGoneRoundBehindTheFirstThatIsLost) {
  for (std::size_t link = 0; link < harness.routers().peers().link_count(); ++link) {
    harness.routers().peers().cut(link);
    deliver_all();
    std::uint64_t copies = 0;
    for (const Federate from : members) {
      (void)count_receivers(from, kTalk, copies);
      EXPECT_EQ(count_receivers(from, kTalk, copies), kSites - 1) << "link " << link;
    }
    harness.routers().peers().connect(link);
    deliver_all();
    harness.routers().peers().change_paths();
  }
}

class MeshSquelch : public Mesh {
 protected:
  // Returns the number of `count` records of `from` that its router keeps.
  std::uint64_t kept_of(Federate from, int count) {
    const RouterPlace at = *harness.place_of(from);
    const std::uint64_t before = harness.routers().records_kept(at);
    for (int i = 0; i < count; ++i) EXPECT_EQ(send_interaction(from, kShot, Values()), "");
    harness.settle();
    return harness.routers().records_kept(at) - before;
  }
};

TEST_F(MeshSquelch, IsNotPassedUp) {
  EXPECT_EQ(kept_of(far, 3), 3u);
  EXPECT_EQ(kept_of(elsewhere, 2), 2u);
  EXPECT_EQ(harness.routers().records_kept(kRouter), 0u) << "nothing has come to it";
}

TEST_F(MeshSquelch, GoesAsFarAsSomebodyWantsIt) {
  EXPECT_EQ(subscribe(near, kShot), "");
  EXPECT_EQ(kept_of(far, 3), 0u);
  EXPECT_EQ(harness.routers().records_kept(kRouter), 3u) << "nobody wants it further up";
  EXPECT_EQ(tick(near).size(), 3u);
  EXPECT_EQ(subscribe(at_rtig, kShot), "");
  deliver_all();
  EXPECT_EQ(kept_of(far, 1), 0u);
  EXPECT_EQ(harness.routers().records_kept(kRouter), 3u);
  EXPECT_EQ(tick(at_rtig).size(), 1u);
  EXPECT_EQ(call(near, wire::UnsubscribeInteractionClass{kShot}), "");
  EXPECT_EQ(call(at_rtig, wire::UnsubscribeInteractionClass{kShot}), "");
  harness.settle();
  EXPECT_EQ(kept_of(far, 2), 2u);
}

TEST_F(MeshSquelch, EndsWithTheMemberThatWantedIt) {
  EXPECT_EQ(subscribe(elsewhere, kShot), "");
  EXPECT_EQ(kept_of(far, 1), 0u);
  harness.crash_router(2);
  harness.settle();
  EXPECT_EQ(kept_of(far, 1), 1u);
}

TEST_F(MeshSquelch, IsToldAnewToARouterThatComesBack) {
  EXPECT_EQ(subscribe(at_rtig, kShot), "");
  harness.routers().cut(kRouterBelow);
  harness.settle();
  harness.routers().restart(kRouterBelow);
  const Federate late = harness.add_at(kRouterBelow);
  EXPECT_EQ(rejoin(late, "late"), "");
  EXPECT_EQ(publish(late, kShot), "");
  EXPECT_EQ(kept_of(late, 1), 0u);
  EXPECT_EQ(tick(at_rtig).size(), 1u);
  EXPECT_EQ(call(at_rtig, wire::UnsubscribeInteractionClass{kShot}), "");
  harness.settle();
  EXPECT_EQ(kept_of(late, 1), 1u);
}

// --- Members that share memory at their router.

class MeshWithASegment : public Mesh {
 protected:
  static HarnessOptions options() {
    HarnessOptions options = Mesh::options();
    options.mesh.segments = true;
    return options;
  }
  MeshWithASegment() : Mesh(options()) {
    beside = harness.add_at(kRouter);
    EXPECT_EQ(rejoin(beside, "beside"), "");
    EXPECT_EQ(subscribe(beside, kShot), "");
    // After the record on its link, it may write in the segment.
    EXPECT_EQ(send_interaction(near, kShot, Values()), "");
    EXPECT_EQ(tick(beside).size(), 1u);
  }
  Federate beside = 0;  // at kRouter, too
};

// The last record of a federate that dies may depend on log records that still wait in another
// member's link, after CausalDependencies for earlier reads.
TEST_F(MeshWithASegment, WhatOneWroteLastBeforeItDiedIsReadBehindTheLogThatItFollowsFrom) {
  harness.links().set_stopped(beside, true);
  EXPECT_EQ(send_interaction(near, kShot, Values()), "");  // written
  deliver_all();
  EXPECT_EQ(publish(elsewhere, kTalk), "");  // goes into the log
  deliver_all();
  EXPECT_EQ(send_interaction(near, kShot, Values()), "");  // written again, after all know of that
  deliver_all();
  EXPECT_EQ(send_interaction(near, kShot, Values()), "");  // written
  deliver_all();
  harness.kill(near);
  deliver_all();
  harness.links().set_stopped(beside, false);
  EXPECT_EQ(tick(beside).size(), 3u);
  EXPECT_TRUE(harness.faults().empty()) << harness.faults().front();
}

// The router takes no step between a send and its receipt, as if it were stopped.
TEST_F(MeshWithASegment, MembersHearEachOtherWhileTheirRouterIsStopped) {
  const auto hears = [this](Federate from, Federate to) {
    EXPECT_EQ(send_interaction(from, kShot, Values()), "");
    harness.links().read_shared(to);
    return harness.callbacks(to).size() == 1;
  };
  EXPECT_TRUE(hears(near, beside));
  EXPECT_EQ(publish(elsewhere, kTalk), "");  // goes into the log
  deliver_all();
  EXPECT_TRUE(hears(near, beside)) << "after a declaration by another federate";
  EXPECT_EQ(publish(near, kTank, {kPosition}), "");
  EXPECT_TRUE(register_object(near, kTank));
  deliver_all();
  EXPECT_TRUE(hears(near, beside)) << "after a registration of its own";
  EXPECT_TRUE(hears(near, beside));
}

// The interest holds as soon as the call returns, with many orders of all hops.
class MeshOfManySeeds : public testing::TestWithParam<std::uint64_t> {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.seed = GetParam();
    options.mesh = small_mesh();
    if (options.seed % 2 == 0) options.mesh.groups = {1, 2, 1};  // two are peers
    return options;
  }
};

TEST_P(MeshOfManySeeds, ASubscriptionThatHasReturnedHoldsAtEverySender) {
  CoreHarness harness(options());
  std::vector<Federate> all;
  all.reserve(4);
  for (int i = 0; i < 4; ++i) all.push_back(harness.add());
  ASSERT_TRUE(harness.call(all[0], wire::CreateFederationExecution{"F", "test.fed", false, {}}));
  for (const Federate f : all) {
    ASSERT_TRUE(harness.call(f, wire::JoinFederationExecution{"federate", "F", {}}));
    ASSERT_TRUE(harness.call(f, wire::PublishInteractionClass{kShot}));
  }
  for (const Federate to : all) {
    ASSERT_TRUE(harness.call(to, wire::SubscribeInteractionClass{kShot}));
    wire::SendInteraction shot;
    shot.interaction_class = kShot;
    std::vector<CoreHarness::Outcome<wire::Retraction>> sent;
    for (const Federate from : all) {
      if (from != to) sent.push_back(harness.begin_call(from, shot));
    }
    const auto is_shot = [](const std::string& line) {
      return line.starts_with("ReceiveInteraction");
    };
    EXPECT_EQ(std::ranges::count_if(harness.tick(to), is_shot), 3);
    for (const auto& outcome : sent) EXPECT_TRUE(*outcome && **outcome);
    ASSERT_TRUE(harness.call(to, wire::UnsubscribeInteractionClass{kShot}));
  }
  EXPECT_EQ(harness.faults(), Lines{});
}

// A wrong record is found by the router if it is not a record, and by the RTIG if no member may
// send it. With many orders of all hops.
class MeshWithHostileMember : public MeshOfManySeeds {
 protected:
  void expel(const wire::Buffer& frame, std::string_view reason) {
    CoreHarness harness(options());
    const Federate first = harness.add();
    const Federate hostile = harness.add();
    ASSERT_TRUE(harness.call(first, wire::CreateFederationExecution{"F", "test.fed", false, {}}));
    for (const Federate f : {first, hostile}) {
      ASSERT_TRUE(harness.call(f, wire::JoinFederationExecution{"federate", "F", {}}));
    }
    const wire::PublishInteractionClass request{kShot};
    const auto outcome = harness.begin_call(first, request);
    harness.inject_up(hostile, frame);
    harness.settle();
    ASSERT_TRUE(*outcome && **outcome) << "who did no wrong goes on";
    EXPECT_EQ(harness.rtig().state("F")->members().size(), 1u);
    std::string why;
    EXPECT_EQ(refusal(harness.call(hostile, request), &why), "RTIinternalError");
    EXPECT_EQ(why, reason);
    EXPECT_EQ(harness.faults(), Lines{});
  }
};

TEST_P(MeshWithHostileMember, WhoSendsWhatIsNoRecordIsOutAndLearnsWhy) {
  expel(
      wire::Buffer(5),
      "the RTIG ended the link: this program sent bytes that are not a record of Triad's protocol");
}

TEST_P(MeshWithHostileMember, WhoSendsWhatNoMemberSendsIsOutAndLearnsWhy) {
  wire::Buffer frame;
  wire::RecordHeader header;
  header.sender = 2;
  header.position = 1000;
  wire::encode_record(header, wire::ClientUp{1, "tcp"}, frame);
  expel(frame,
        "the RTIG resigned this federate, which sent a ClientUp record, which an RTIA does not "
        "send to an RTIG");
}

INSTANTIATE_TEST_SUITE_P(Core, MeshOfManySeeds, testing::Range<std::uint64_t>(1, 201));
INSTANTIATE_TEST_SUITE_P(Core, MeshWithHostileMember, testing::Range<std::uint64_t>(1, 51));

// --- Queues at routers.

class MeshBacklog : public Mesh {
 protected:
  static HarnessOptions options() {
    HarnessOptions options = Mesh::options();
    options.reports_backlog = true;
    options.backlog_factor = 100;
    options.rtig.queue.hold = 400'000;
    options.rtig.queue.resume = 0;
    return options;
  }
  MeshBacklog() : Mesh(options()) {}
};

TEST_F(MeshBacklog, HoldsSendersToAMemberThatTakesNothingFromItsRouter) {
  EXPECT_EQ(subscribe(far, kShot), "");
  deliver_all();
  harness.links().set_stopped(far, true);
  wire::SendInteraction request;
  request.interaction_class = kShot;
  CoreHarness::Outcome<wire::Retraction> pending;
  std::size_t sent = 0;
  for (; sent < 1000; ++sent) {
    pending = harness.begin_call(elsewhere, request);
    if (!pending->has_value()) break;
    harness.settle();
  }
  EXPECT_GT(sent, 2u);
  EXPECT_LT(sent, 1000u);
  harness.settle();
  EXPECT_TRUE(harness.is_in_call(elsewhere));
  EXPECT_EQ(send_interaction(at_rtig, kTalk, Values()), "InteractionClassNotPublished")
      << "it is not held";
  harness.links().set_stopped(far, false);
  harness.settle();
  EXPECT_FALSE(harness.is_in_call(elsewhere));
  EXPECT_EQ(tick(far).size(), sent + 1);
}

}  // namespace
}  // namespace triad::test
