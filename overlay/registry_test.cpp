// Tests of participants with their registry: admission, paths, and losses.
#include "overlay/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "overlay/test_overlay.hpp"
#include "wire/random.hpp"

namespace triad::overlay {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

bool has_line(const std::vector<std::string>& lines, std::string_view part) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

template <class Message>
wire::Buffer encode_message(const Message& message) {
  wire::Buffer word;
  wire::encode_record({}, message, word);
  return word;
}

// Returns the longest delay of a path by relays.
Delay longest_path(TestOverlay& net, std::size_t places) {
  const Paths& paths = net.registry()->paths();
  Delay longest = 0;
  for (Place source = 0; source < end_of_places(places); ++source) {
    for (Place at = 0; at < end_of_places(places); ++at) {
      const Place parent = paths.parent(source, at);
      if (parent == kNoPlace || parent == source) continue;
      longest = std::max(longest, path_delay(paths, net.delays(), source, at));
    }
  }
  return longest;
}

// All running routers with a link to the registry use its last paths, which contain no other
// router.
void expect_agreement(TestOverlay& net, std::size_t places, const std::string& where) {
  const Registry& registry = *net.registry();
  for (Place at = 0; at < end_of_places(places); ++at) {
    const bool is_in = net.is_running(at) && (at == 0 || net.is_linked(0, at));
    ASSERT_EQ(registry.members().test(at), is_in) << where << ", place " << at;
    ASSERT_EQ(registry.paths().parent(at, at) == at, is_in) << where << ", place " << at;
    if (!is_in) continue;
    ASSERT_TRUE(net.node(at).used) << where << ", place " << at;
    ASSERT_EQ(*net.node(at).used, registry.paths()) << where << ", place " << at;
  }
  ASSERT_EQ(check_paths(registry.paths()), std::nullopt) << where;
}

}  // namespace

TEST(Registry, GivesAllThatItAdmitsTheSamePaths) {
  TestOverlay net({.places = 6, .registry = 0, .bounds = {.out_degree = 2, .delay_max = 20'000}});
  net.start_all();
  net.run_for(seconds(15));
  EXPECT_TRUE(net.faults.empty());
  expect_agreement(net, 6, "after a start");
  const Paths& paths = net.registry()->paths();
  for (Place source = 0; source < 6; ++source) {
    std::size_t direct = 0;
    for (Place at = 0; at < 6; ++at) {
      ASSERT_NE(paths.parent(source, at), kNoPlace);
      if (at != source && paths.parent(source, at) == source) ++direct;
    }
    EXPECT_EQ(direct, 2u) << "the others are reached by relays";
  }
  EXPECT_TRUE(has_line(net.lines, "router router3 is admitted to the overlay"));
  EXPECT_TRUE(
      has_line(net.node(3).lines, "is admitted to the overlay by its registry, router router0"));
}

TEST(Registry, RefusesWhoHasAnotherKeyThanTheFileSaysAndSaysSoAtBothEnds) {
  TestOverlay net({.places = 4});
  net.set_wrong_key(2);
  net.start_all();
  net.run_for(seconds(15));
  EXPECT_EQ(net.node(2).participant.state(), Participant::State::refused);
  EXPECT_FALSE(net.registry()->members().test(2));
  EXPECT_FALSE(net.node(2).used);
  EXPECT_TRUE(has_line(
      net.node(2).lines,
      "warning: the registry of the overlay, router router0, refuses this router, and best "
      "effort goes directly: router router2 has another key than the mesh's file states"));
  EXPECT_TRUE(has_line(net.lines,
                       "warning: router router2 is refused in the overlay: it has another key "
                       "than the mesh's file states"));
  EXPECT_EQ(net.stored->routers[2], (RegistryState::Router{0, 1}));
  EXPECT_EQ(net.stored->routers[1], (RegistryState::Router{1, 0}));
  EXPECT_EQ(net.registry()->paths().parent(1, 3) != kNoPlace, true) << "the others are served";
}

TEST(Registry, IsNotBelievedWithoutTheKeyOfTheFile) {
  TestOverlay net({.places = 3});
  net.set_wrong_key(0);
  net.start_all();
  net.run_for(seconds(15));
  EXPECT_EQ(net.node(1).participant.state(), Participant::State::refused);
  EXPECT_FALSE(net.node(1).used);
  EXPECT_TRUE(has_line(net.node(1).lines,
                       "warning: the registry of the overlay, router router0, has another key "
                       "than the mesh's file states"));
}

// A proof is valid for one challenge only.
TEST(Registry, TakesNoProofTwice) {
  TestOverlay net({.places = 3});
  net.start_all();
  net.run_for(seconds(2));
  EXPECT_EQ(net.inject(1, 0, encode_message(wire::OverlayProof{})), "a proof without a challenge");
  EXPECT_TRUE(net.registry()->members().test(1)) << "who is in stays";
}

TEST(Registry, GoesDirectlyWhereRelaysWouldTakeTooLong) {
  TestOverlay net({.places = 5, .registry = 0, .bounds = {.out_degree = 1, .delay_max = 50'000}});
  net.start_all();
  net.run_for(seconds(15));
  ASSERT_EQ(net.registry()->paths().parent(1, 4) == 1 && net.registry()->paths().parent(1, 3) == 1,
            false)
      << "one is nearest, the others are behind it";
  for (Place at = 0; at < 4; ++at) net.set_delay(4, at, milliseconds(60));
  net.run_for(seconds(30));
  expect_agreement(net, 5, "after one is far");
  for (Place source = 0; source < 4; ++source) {
    EXPECT_EQ(net.registry()->paths().parent(source, 4), source) << "it takes too long by others";
  }
  for (Place at = 0; at < 4; ++at) net.set_delay(4, at, milliseconds(2));
  net.run_for(seconds(60));
  std::size_t relayed = 0;
  for (Place source = 0; source < 4; ++source) {
    if (net.registry()->paths().parent(source, 4) != source) ++relayed;
  }
  EXPECT_GT(relayed, 0u) << "and when it is near again it is behind others";
  EXPECT_TRUE(net.faults.empty());
}

TEST(Registry, FindsPathsThatTakeTooLongThoughNoDelayHasChangedMuch) {
  TestOverlay net({.places = 5,
                   .registry = 0,
                   .bounds = {.out_degree = 1, .delay_max = 50'000},
                   .delay = milliseconds(15)});
  net.start_all();
  net.run_for(seconds(15));
  EXPECT_EQ(longest_path(net, 5), 45'000u);
  for (Place at = 0; at < 5; ++at) {
    for (Place other = 0; other < at; ++other) net.set_delay(at, other, milliseconds(18));
  }
  net.run_for(seconds(60));
  EXPECT_EQ(longest_path(net, 5), 36'000u);
  expect_agreement(net, 5, "after the change");
}

TEST(Registry, LeavesOutWhoIsLostAndTakesItBack) {
  TestOverlay net({.places = 5, .registry = 0, .bounds = {.out_degree = 2, .delay_max = 20'000}});
  net.start_all();
  net.run_for(seconds(15));
  net.stop(3);
  net.run_for(seconds(1));
  expect_agreement(net, 5, "without one");
  net.start(3);
  net.run_for(seconds(12));
  expect_agreement(net, 5, "with it");
  EXPECT_EQ(net.stored->routers[3].admissions, 2u);
  EXPECT_TRUE(net.faults.empty());
}

TEST(Registry, IsMissedForAWhileAndThenAllGoesDirectly) {
  TestOverlay net({.places = 4});
  net.start_all();
  net.run_for(seconds(15));
  const Paths known = *net.node(2).used;
  net.stop(0);
  for (int second = 0; second < 59; ++second) {
    // As a failed attempt to connect reports it.
    net.node(2).participant.record_link_state(0, false, net.now());
    net.run_for(seconds(1));
  }
  EXPECT_EQ(net.node(2).used, known) << "the paths go on";
  EXPECT_EQ(std::ranges::count_if(
                net.node(2).lines,
                [](const std::string& line) { return line.find("is lost") != std::string::npos; }),
            1);
  EXPECT_TRUE(has_line(net.node(2).lines,
                       "warning: the registry of the overlay, router router0, is lost: best "
                       "effort uses the known paths for 60 s, then goes directly"));
  net.run_for(seconds(2));
  EXPECT_FALSE(net.node(2).used);
  EXPECT_TRUE(
      has_line(net.node(2).lines,
               "warning: the overlay has had no registry for 60 s: best effort goes directly "
               "from now on"));
  net.start(0);
  net.run_for(seconds(5));
  expect_agreement(net, 4, "when it is back");
  EXPECT_GT(net.registry()->paths().version, known.version) << "it knows which paths there were";
  EXPECT_TRUE(net.faults.empty());
}

TEST(Registry, EndsTheWaitForWhoDoesNotTakeItsPaths) {
  TestOverlay net({.places = 4});
  net.start_all();
  net.run_for(seconds(15));
  const std::uint64_t before = net.registry()->paths().version;
  net.set_delay(0, 2, seconds(20));  // Answers from router 2 arrive too late.
  net.stop(3);
  net.run_for(seconds(12));
  EXPECT_FALSE(net.registry()->members().test(2));
  EXPECT_TRUE(has_line(
      net.lines, "warning: router router2 has not accepted the paths of the overlay in time"));
  ASSERT_TRUE(net.node(1).used);
  EXPECT_GT(net.node(1).used->version, before) << "the others go on";
}

TEST(Registry, TakesNothingOfWhoIsNotInIt) {
  TestOverlay net({.places = 3});
  net.start(0);
  net.start(1);
  net.run_for(seconds(15));
  const std::uint64_t version = net.registry()->paths().version;
  EXPECT_EQ(net.inject(2, 0, encode_message(wire::OverlayDelays{{1, 1, 1}})), std::nullopt);
  EXPECT_EQ(net.inject(2, 0, encode_message(wire::OverlayDelays{{1, 1}})),
            "delays for a wrong number of routers");
  EXPECT_EQ(net.inject(2, 0, encode_message(wire::OverlayPathsTaken{version + 1})),
            "an answer to unknown paths");
  EXPECT_EQ(net.inject(2, 1, encode_message(wire::OverlayPaths{})),
            "paths, which only the registry of the overlay may send");
  EXPECT_EQ(net.inject(2, 1, encode_message(wire::OverlayRefused{})),
            "a refusal, which only the registry of the overlay may send");
  EXPECT_EQ(net.inject(0, 1, encode_message(wire::OverlayPaths{9, {1, 2}})),
            "paths for a wrong number of routers");
  net.run_for(seconds(3));
  EXPECT_EQ(net.registry()->paths().version, version);
}

// A router that joins and leaves all the time causes new paths at most once per `damping_interval`.
TEST(Registry, IsNotTroubledByWhoComesAllTheTime) {
  TestOverlay net({.places = 4});
  net.start_all();
  net.run_for(seconds(20));
  const std::uint64_t before = net.registry()->paths().version;
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(net.inject(3, 0, encode_message(wire::OverlayJoin{wire::Buffer(32)})), std::nullopt);
    const auto delay = i % 2 == 0 ? kNoDelay : Delay{2000};
    EXPECT_EQ(
        net.inject(3, 0, encode_message(wire::OverlayDelays{{delay, delay, delay, kNoDelay}})),
        std::nullopt);
    net.run_for(milliseconds(100));
  }
  EXPECT_LE(net.registry()->paths().version - before, 10u) << "in 20 s";
  expect_agreement(net, 3, "of the others");
}

// After any sequence of losses, returns and changes, all routers agree once nothing changes.
TEST(RegistryProperty, AllAgreeWhateverHappened) {
  constexpr std::size_t kPlaces = 7;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    wire::Random random(seed);
    TestOverlay net({.places = kPlaces,
                     .registry = 0,
                     .bounds = {.out_degree = 1 + random.below(3),
                                .delay_max = static_cast<Delay>(1000 + random.below(100'000))}});
    net.start_all();
    for (int step = 0; step < 30; ++step) {
      const auto at = static_cast<Place>(random.below(kPlaces));
      const auto other = static_cast<Place>((at + 1 + random.below(kPlaces - 1)) % kPlaces);
      switch (random.below(4)) {
        case 0:
          net.is_running(at) ? net.stop(at) : net.start(at);
          break;
        case 1:
          if (net.is_running(at) && net.is_running(other))
            net.set_link(at, other, !net.is_linked(at, other));
          break;
        default:
          net.set_delay(at, other, Time(1 + random.below(80'000)));
      }
      net.run_for(milliseconds(random.below(4000)));
    }
    if (!net.is_running(0)) net.start(0);
    net.run_for(seconds(40));
    ASSERT_TRUE(net.faults.empty()) << "seed " << seed << ": " << net.faults.front();
    expect_agreement(net, kPlaces, "seed " + std::to_string(seed));
    const Paths& paths = net.registry()->paths();
    for (Place source = 0; source < kPlaces; ++source) {
      for (Place to = 0; to < kPlaces; ++to) {
        const Place parent = paths.parent(source, to);
        if (parent == kNoPlace || to == source) continue;
        ASSERT_TRUE(net.is_linked(parent, to)) << "seed " << seed << ": a path without a link";
      }
    }
  }
}

}  // namespace triad::overlay
