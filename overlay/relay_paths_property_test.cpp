// Properties of the trees of an overlay, for random delays, members and bounds.
#include <gtest/gtest.h>

#include <algorithm>

#include "overlay/relay_paths.hpp"
#include "overlay/relay_table.hpp"
#include "wire/random.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kSeeds = 400;
constexpr std::size_t kPlacesOfSeedMax = 24;

struct RandomOverlay {
  Delays delays{0};
  Places members;
  Bounds bounds;
};

// Random delays, short and long. Some links do not exist; for some the two ends state different
// values.
RandomOverlay make_random_overlay(wire::Random& random) {
  const std::size_t places = 1 + random.below(kPlacesOfSeedMax);
  RandomOverlay made{.delays = Delays(places), .members = {}, .bounds = {}};
  made.bounds = {.out_degree = 1 + random.below(4),
                 .delay_max = static_cast<Delay>(1 + random.below(200'000))};
  const bool all_alike = random.one_in(4);
  for (Place a = 0; a < end_of_places(places); ++a) {
    made.members.set(a, !random.one_in(6));
    for (Place b = 0; b < a; ++b) {
      if (random.one_in(8)) continue;
      const auto delay = all_alike ? Delay{10'000} : static_cast<Delay>(1 + random.below(100'000));
      made.delays.set_stated(a, b, delay);
      made.delays.set_stated(b, a, random.one_in(5) ? delay / 2 + 1 : delay);
    }
  }
  return made;
}

std::size_t count_children(const Paths& paths, Place source, Place relay) {
  std::size_t children = 0;
  for (Place at = 0; at < paths.places; ++at) {
    if (at != source && paths.parent(source, at) == relay) ++children;
  }
  return children;
}

}  // namespace

TEST(Paths, ReachEachMemberOnceWithinTheBoundsOrDirectly) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    wire::Random random(seed);
    const RandomOverlay made = make_random_overlay(random);
    const Paths paths = find_paths(made.delays, made.members, made.bounds);
    ASSERT_EQ(check_paths(paths), std::nullopt) << "seed " << seed;
    for (Place source = 0; source < paths.places; ++source) {
      for (Place at = 0; at < paths.places; ++at) {
        const Place parent = paths.parent(source, at);
        if (!made.members.test(source) || !made.members.test(at)) {
          ASSERT_EQ(parent, kNoPlace) << "seed " << seed << ": who is not in it has no part";
          continue;
        }
        if (at == source) continue;
        const bool is_linked = made.delays.between(source, at) != kNoDelay;
        if (parent == kNoPlace) {
          ASSERT_FALSE(is_linked) << "seed " << seed << ": it could have been reached directly";
          continue;
        }
        if (parent == source) {
          ASSERT_TRUE(is_linked) << "seed " << seed;
        } else {
          ASSERT_LE(path_delay(paths, made.delays, source, at), made.bounds.delay_max)
              << "seed " << seed << ": by relays it takes too long";
          ASSERT_LE(count_children(paths, source, parent), made.bounds.out_degree)
              << "seed " << seed;
        }
      }
    }
  }
}

// If all members are near, some relay always has room.
TEST(Paths, KeepTheOutDegreeOfTheSourceWhereAllAreNear) {
  for (std::size_t places = 2; places <= 100; places += 7) {
    Delays delays(places);
    Places members;
    for (Place a = 0; a < end_of_places(places); ++a) {
      members.set(a);
      for (Place b = 0; b < end_of_places(places); ++b) delays.set_stated(a, b, 5000);
    }
    for (const std::size_t degree : {1u, 2u, 5u}) {
      const Paths paths = find_paths(delays, members, {degree, 10'000'000});
      for (Place source = 0; source < end_of_places(places); ++source) {
        for (Place at = 0; at < end_of_places(places); ++at) {
          ASSERT_LE(count_children(paths, source, at), degree);
          ASSERT_NE(paths.parent(source, at), kNoPlace);
        }
      }
    }
  }
}

TEST(Paths, ThatAreNoTreesAreFound) {
  Paths paths{1, 3, {0, 0, 1, kNoPlace, kNoPlace, kNoPlace, kNoPlace, kNoPlace, kNoPlace}};
  EXPECT_EQ(check_paths(paths), std::nullopt);
  paths.parents[1] = 2;  // A circle: each of two places is the parent of the other.
  EXPECT_EQ(check_paths(paths), "paths with a cycle");
  paths.parents[1] = 1;
  EXPECT_EQ(check_paths(paths), "paths that are not trees");
  paths.parents[1] = 7;
  EXPECT_EQ(check_paths(paths), "paths that are not trees");
  paths.parents[1] = 0;
  paths.parents[0] = kNoPlace;  // The source is not in its own tree.
  EXPECT_EQ(check_paths(paths), "paths that are not trees");
  paths.parents.pop_back();
  EXPECT_EQ(check_paths(paths), "paths for a wrong number of routers");
}

// The tables of all routers together describe the same tree.
TEST(RelayTables, PassEachRecordToEachReceiverOnce) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    wire::Random random(seed);
    const RandomOverlay made = make_random_overlay(random);
    const Paths paths = find_paths(made.delays, made.members, made.bounds);
    std::vector<RelayTable> tables;
    for (Place own = 0; own < paths.places; ++own) tables.emplace_back(paths, own);
    for (Place source = 0; source < paths.places; ++source) {
      Places to;
      for (Place at = 0; at < paths.places; ++at) {
        to.set(at, at != source && paths.parent(source, at) != kNoPlace && random.one_in(2));
      }
      std::vector<int> received(paths.places, 0);
      std::vector<Place> way{source};
      for (std::size_t i = 0; i < way.size(); ++i) {
        for (const RelayTable::Child& child : tables[way[i]].children(source)) {
          ASSERT_EQ(tables[child.at].parent(source), way[i]) << "seed " << seed;
          if ((child.subtree & to).none()) continue;
          ++received[child.at];
          way.push_back(child.at);
          ASSERT_LE(way.size(), paths.places) << "seed " << seed << ": it goes in a circle";
        }
      }
      for (Place at = 0; at < paths.places; ++at) {
        ASSERT_TRUE(received[at] == 1 || (received[at] == 0 && !to.test(at))) << "seed " << seed;
      }
    }
  }
}

}  // namespace triad::overlay
