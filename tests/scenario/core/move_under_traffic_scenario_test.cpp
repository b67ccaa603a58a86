// Members move while others send, join or are lost, with any order of the records in transit.
#include <deque>
#include <iterator>
#include <map>

#include "tests/scenario/core/move_scenario.hpp"

namespace triad::test {
namespace {

// Each member receives all messages of each other one, once.

struct Place {
  const char* name;
  MeshOptions mesh;
  PlaceInMesh to;
};

class MoveUnderTraffic : public testing::TestWithParam<Place> {};

class Traffic : public Move {
 public:
  Traffic(const Place& place, std::uint64_t seed) : Move(with(place, seed)) {
    if (harness.place_of(mover) != kLeaving) ADD_FAILURE();
    harness.moves().set_target(mover, place.to);
    subscribe_all_to_shots();
  }
  static HarnessOptions with(const Place& place, std::uint64_t seed) {
    HarnessOptions options;
    options.seed = seed;
    options.mesh = place.mesh;
    return options;
  }
  void TestBody() override {}
  void finish() { TearDown(); }

  void run() {
    std::map<Federate, CoreHarness::Outcome<wire::SendInteraction::Reply>> calls;
    std::deque<std::string> tags;
    constexpr std::size_t kEach = 30;
    std::map<Federate, std::size_t> sent;
    const auto act = [&](Federate f) {
      Lines& told = heard[f];
      for (const std::string& line : take_callback_tags(f)) told.push_back(line);
      if (sent[f] == kEach || (calls[f] && !calls[f]->has_value())) return;
      wire::SendInteraction request;
      request.interaction_class = kShot;
      request.tag = tags.emplace_back(std::to_string(f) + "." + std::to_string(sent[f]++));
      calls[f] = harness.begin_call(f, request);
    };
    for (std::size_t step = 0; step < 2000; ++step) {
      if (step == 40) harness.routers().leave(kLeaving);
      if (harness.random().one_in(3)) act(all()[harness.random().below(3)]);
      (void)harness.deliver_one();
    }
    for (std::size_t i = 0; i < 2 * kEach; ++i) {
      harness.settle();
      for (const Federate f : all()) act(f);
    }
    harness.settle();
    for (const Federate f : all()) act(f);
    for (const Federate to : all()) {
      for (const Federate from : all()) {
        if (from == to) continue;
        Lines wanted;
        for (std::size_t i = 0; i < kEach; ++i) {
          wanted.push_back(std::to_string(from) + "." + std::to_string(i));
        }
        Lines got;
        std::ranges::copy_if(heard[to], std::back_inserter(got), [&](const std::string& tag) {
          return tag.starts_with(std::to_string(from) + ".");
        });
        EXPECT_EQ(got, wanted) << from << " to " << to;
      }
    }
  }
  // Loses a further member while the mover moves.
  void lose_one_meanwhile() {
    const Federate lost = join("federate");
    deliver_all();
    expect_shots_between(all(), "before");
    drain_until_all_pause();
    for (std::size_t left = harness.random().below(100); left > 0; --left) {
      (void)harness.deliver_one();
    }
    harness.kill(lost);
    harness.settle();
    expect_shots_between(all(), "after");
  }
  bool has_moved() { return harness.moves().count() == 1; }

  std::map<Federate, Lines> heard;
};

TEST_P(MoveUnderTraffic, NothingIsLostAndNothingComesTwice) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Traffic traffic(GetParam(), seed);
    traffic.run();
    EXPECT_TRUE(traffic.has_moved());
    traffic.finish();
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, MoveUnderTraffic,
                         testing::Values(Place{"ToTheRtig",
                                               {.routers = {std::nullopt, std::nullopt},
                                                .members = {kLeaving, kOther, std::nullopt}},
                                               std::nullopt},
                                         Place{"ToASibling",
                                               {.routers = {std::nullopt, std::nullopt},
                                                .members = {kLeaving, kOther, std::nullopt}},
                                               kOther},
                                         Place{
                                             "ToAPeer",
                                             {.routers = {std::nullopt, std::nullopt, std::nullopt},
                                              .groups = {1, 1, 1},
                                              .members = {kLeaving, kOther, 2}},
                                             kOther},
                                         Place{"ToOneBelowThePeer",
                                               {.routers = {std::nullopt, std::nullopt, kOther},
                                                .groups = {1, 1, 0},
                                                .members = {kLeaving, kOther, kLeaving}},
                                               2},
                                         Place{"FromASegmentToASegment",
                                               {.routers = {std::nullopt, std::nullopt},
                                                .members = {kLeaving, kOther, kLeaving},
                                                .segments = true},
                                               kOther}),
                         [](const auto& place) { return std::string(place.param.name); });

// The new router states how far the log goes before it delivers the log records kept for the
// member.
TEST(MoveIntoASegment, WhoeverIsLostMeanwhileIsLostOnceToTheReturner) {
  const Place place{"",
                    {.routers = {std::nullopt, std::nullopt},
                     .members = {kLeaving, kOther, kOther, std::nullopt},
                     .segments = true},
                    kOther};
  for (std::uint64_t seed = 1; seed <= 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Traffic traffic(place, seed);
    traffic.lose_one_meanwhile();
    EXPECT_TRUE(traffic.has_moved());
    traffic.finish();
  }
}

// The root knows the mover's interest all the time. The mover's new router learns it later, when
// the mover states it again, and gives the mover the whole log until then.
class LossDuringMove : public Move {
 public:
  explicit LossDuringMove(std::uint64_t seed) : Move(Move::options(seed)) {
    lost = join("federate");
    EXPECT_EQ(publish(lost, kTank, {kPosition}), "");
    EXPECT_EQ(subscribe(mover, kTank, {kPosition}), "");
    tank = register_object(lost, kTank);
    transfer_when_lost();
    deliver_all();
    (void)take_callback_tags(mover);
  }
  void TestBody() override {}
  void finish() { TearDown(); }

  // Ends the federate with the tank so many deliveries after the mover has left its router.
  Lines lose_it_after(std::size_t deliveries) {
    drain_until_all_pause();
    while (harness.moves().count() == 0 && harness.deliver_one()) {
    }
    for (std::size_t i = 0; i < deliveries; ++i) (void)harness.deliver_one();
    harness.kill(lost);
    harness.settle();
    EXPECT_EQ(harness.place_of(mover), kOther);
    return take_callback_tags(mover);
  }

  // Makes the lost federate own an attribute of a tank of another federate, and a third wait for
  // that attribute.
  void transfer_when_lost() {
    for (const Federate f : {lost, other, at_rtig}) {
      EXPECT_EQ(publish(f, kTank, {kPosition}), "");
      EXPECT_EQ(subscribe(f, kTank, {kPosition}), "");
    }
    const ObjectHandle given = register_object(at_rtig, kTank);
    const AttributeSet position{kPosition};
    deliver_all();
    EXPECT_EQ(call(at_rtig, wire::UnconditionalAttributeOwnershipDivestiture{given, position}), "");
    deliver_all();
    EXPECT_EQ(call(lost, wire::AttributeOwnershipAcquisition{given, {}, position, {}}), "");
    deliver_all();
    EXPECT_EQ(call(other, wire::AttributeOwnershipAcquisition{given, {}, position, {}}), "");
  }

  Federate lost = 0;
  ObjectHandle tank;
};

TEST(MoverInterest, ARecordOfTheLogReachesTheMoverBeforeItsNewRouterKnowsItsInterest) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (std::size_t deliveries = 0; deliveries < 50; ++deliveries) {
      LossDuringMove loss(seed);
      const Lines removed{"RemoveObjectInstance{object=" + std::to_string(loss.tank.value) +
                          " tag=\"\"}"};
      EXPECT_EQ(loss.lose_it_after(deliveries), removed) << seed << ", " << deliveries;
      loss.finish();
    }
  }
}

}  // namespace
}  // namespace triad::test
