// Compares the header filter with brute force on random object models, subscriptions and regions.
// The filter may pass records without a subscriber, but must pass every record that has one.
#include "records/header_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/data_reach.hpp"
#include "core/federation_state.hpp"

namespace triad::core {
namespace {

using wire::Range;

constexpr RegionHandle kA = wire::region_of(FederateHandle(1), 1);
constexpr RegionHandle kB = wire::region_of(FederateHandle(2), 1);

Region region_of(std::vector<Range> ranges, std::size_t dimensions) {
  return {SpaceHandle(1), ranges.size() / dimensions, dimensions, std::move(ranges)};
}

// Returns true if the cells overlap, those of `a` as in a header and those of `b` as in a filter,
// with this many cells per extent.
bool cells_overlap(const Region& a, const Region& b, std::size_t of_a = kCellsOfExtent,
                   std::size_t of_b = kCellsOfExtent) {
  RegionTable regions;
  regions.insert(kA, a, of_a);
  regions.insert(kB, b, of_b);
  CellSet cells;
  cells.add(regions.cells(kB));
  return cells.overlaps(regions.header_cells(kA));
}

TEST(RegionCells, ARegionHasFewCellsOfItsOwnSize) {
  EXPECT_EQ(cells_of(region_of({{8, 16}, {8, 16}}, 2)).size(), 4u);
  EXPECT_EQ(cells_of(region_of({{5, 5}, {7, 8}}, 2)).size(), 1u);
  EXPECT_TRUE(cells_of({SpaceHandle(1), 1, 2, {}}).empty()) << "not notified";
  EXPECT_EQ(cells_of({SpaceHandle(1), 1, 0, {}}).size(), 1u) << "all of a space without dimensions";
}

TEST(RegionCells, RegionsFarFromEachOtherShareNoCell) {
  EXPECT_FALSE(
      cells_overlap(region_of({{0, 10}, {0, 10}}, 2), region_of({{100, 110}, {0, 10}}, 2)));
  EXPECT_FALSE(cells_overlap(region_of({{0, 10}}, 1), region_of({{5000, 6000}}, 1)));
  const std::uint64_t far = std::uint64_t{1} << 60;
  EXPECT_FALSE(
      cells_overlap(region_of({{far, far + 10}}, 1), region_of({{far / 2, far / 2 + 9}}, 1)));
}

TEST(RegionCells, ALargeRegionAndASmallOneInItShareACell) {
  EXPECT_TRUE(cells_overlap(region_of({{0, ~std::uint64_t{0}}}, 1), region_of({{77, 78}}, 1)));
  EXPECT_TRUE(cells_overlap(region_of({{77, 78}}, 1), region_of({{0, ~std::uint64_t{0}}}, 1)));
}

TEST(RegionCells, WhatAPeerCallsACellOverlapsEverythingOrNothing) {
  CellSet cells;
  EXPECT_FALSE(cells.overlaps(std::vector<Cell>{0}));
  cells.add(cells_of(region_of({{77, 78}}, 1)));
  EXPECT_TRUE(cells.overlaps(std::vector<Cell>{0}));
  EXPECT_FALSE(cells.overlaps(std::vector<Cell>{~Cell{0}}));
}

// A cell covers the numbers around its own, up to the value of its lowest set bit.
TEST(RegionCells, ASetOverlapsWhatOneOfItsCellsOverlaps) {
  const auto overlap = [](Cell a, Cell b) {
    const auto around = [](Cell cell) { return (cell & (~cell + 1)) - 1; };
    return a - around(a) <= b + around(b) && b - around(b) <= a + around(a);
  };
  std::mt19937 random(1);
  const auto random_cell = [&] {
    const Cell one = Cell{1} << (2 * (random() % 8));
    return (Cell{random() % 4096} << 8 & (~(2 * one) + 1)) | one;
  };
  CellSet cells;
  std::vector<Cell> naive;
  for (int i = 0; i < 20'000; ++i) {
    if (naive.empty() || (naive.size() < 6 && random() % 2 == 0)) {
      naive.push_back(random_cell());
      cells.add(std::vector<Cell>{naive.back()});
    } else {
      const auto at = naive.begin() + static_cast<std::ptrdiff_t>(random() % naive.size());
      EXPECT_EQ(cells.remove(std::vector<Cell>{*at}), 1u);
      naive.erase(at);
    }
    const Cell asked = random_cell();
    ASSERT_EQ(cells.overlaps(std::vector<Cell>{asked}),
              std::ranges::any_of(naive, [&](Cell cell) { return overlap(cell, asked); }));
  }
}

TEST(RegionCells, ALongRegionHasAsManyAsAWideOne) {
  EXPECT_EQ(cells_of(region_of({{0, 16}}, 1)).size(), 4u);
  EXPECT_EQ(cells_of(region_of({{0, 64}, {0, 16}}, 2), 16).size(), 16u);
  EXPECT_EQ(cells_of(region_of({{0, 16}, {0, 16}}, 2), 16).size(), 16u);
  EXPECT_EQ(cells_of(region_of({{0, 16}, {0, 16}}, 2), 1).size(), 1u);
}

TEST(RegionCells, MoreOfThemTellMoreRegionsApart) {
  const Region room = region_of({{1, 18}, {1, 18}}, 2);
  const Region beside_it = region_of({{25, 26}, {25, 26}}, 2);
  EXPECT_TRUE(cells_overlap(room, beside_it, 1, 4));
  EXPECT_FALSE(cells_overlap(room, beside_it, 16, 4));
}

TEST(RegionCells, ARegionOfManyExtentsHasLargerOnesInAHeader) {
  std::vector<Range> ranges;
  for (std::uint64_t i = 0; i < 20; ++i) ranges.push_back({1000 * i, 1000 * i + 5});
  const Region region = region_of(ranges, 1);
  EXPECT_GE(cells_of(region).size(), 20u);
  RegionTable regions;
  regions.insert(kA, region);
  EXPECT_FALSE(regions.header_cells(kA).empty());
  EXPECT_TRUE(cells_overlap(region, region_of({{19004, 19005}}, 1)));
  EXPECT_FALSE(cells_overlap(region, region_of({{100'000, 200'000}}, 1)));
}

TEST(RegionCells, OnlyAsManyAsAreAskedForCoverAll) {
  std::vector<Range> ranges;
  for (std::uint64_t i = 0; i < 50; ++i) ranges.push_back({i * i * i, i * i * i + i});
  const auto cells = cells_of(region_of(ranges, 1));
  for (std::size_t count = 1; count <= cells.size(); ++count) {
    const auto fewer = coarser_cells(cells, count);
    EXPECT_LE(fewer.size(), count);
    CellSet set;
    set.add(fewer);
    for (const Cell cell : cells) EXPECT_TRUE(set.overlaps(std::vector{cell}));
  }
}

class RegionCellsProperty : public testing::Test {
 protected:
  std::uint64_t bound() {
    const int bits = static_cast<int>(random() % 65);
    return bits == 0 ? 0 : random() >> (64 - bits);
  }
  Region region(std::size_t dimensions) {
    std::vector<Range> ranges;
    const std::size_t extents = 1 + random() % 6;
    const std::uint64_t near = bound();
    for (std::size_t i = 0; i < extents * dimensions; ++i) {
      const std::uint64_t lower = random() % 2 == 0 ? bound() : near ^ (random() % 64);
      const std::uint64_t size = random() % 3 == 0 ? 0 : bound();
      ranges.push_back({lower, lower + std::min(size, ~std::uint64_t{0} - lower)});
    }
    return region_of(std::move(ranges), dimensions);
  }
  std::mt19937_64 random{4711};
};

TEST_F(RegionCellsProperty, RegionsThatOverlapHaveCellsThatOverlap) {
  int overlapping = 0;
  int told_apart = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t dimensions = 1 + random() % 3;
    const Region a = region(dimensions);
    const Region b = region(dimensions);
    // Sender and filter may have different settings.
    const bool by_cells = cells_overlap(a, b, 1 + random() % 16, 1 + random() % 16);
    if (overlap(a, b)) {
      ++overlapping;
      ASSERT_TRUE(by_cells) << "case " << i;
    }
    told_apart += by_cells ? 0 : 1;
  }
  EXPECT_GT(overlapping, 2000);
  EXPECT_GT(told_apart, 2000);
}

TEST_F(RegionCellsProperty, ASetForgetsWhatIsRemoved) {
  CellSet cells;
  std::vector<Region> regions;
  for (int i = 0; i < 100; ++i) cells.add(cells_of(regions.emplace_back(region(2))));
  for (const Region& one : regions) cells.remove(cells_of(one));
  EXPECT_FALSE(cells.overlaps(std::vector<Cell>{0}));
}

// --- Filter of a federation.

// Makes a model with classes in a chain or a tree, many attributes and two routing spaces.
ObjectModel random_model(std::mt19937_64& random) {
  ObjectModel model;
  model.spaces = {
      {"Line", SpaceHandle(1), {{"x", DimensionHandle(2)}}},
      {"Cube",
       SpaceHandle(3),
       {{"x", DimensionHandle(4)}, {"y", DimensionHandle(5)}, {"z", DimensionHandle(6)}}}};
  for (RoutingSpace& space : model.spaces) {
    space.cells_of_extent = static_cast<std::uint32_t>(1 + random() % wire::kCellsMax);
  }
  const auto a_space = [&] { return SpaceHandle(random() % 2 == 0 ? 1 : 3); };
  for (std::uint32_t value = 1; value <= 6; ++value) {
    ObjectClass object_class{"C" + std::to_string(value), {}, {}, 0};
    InteractionClass interaction_class{"I" + std::to_string(value),
                                       {},
                                       Transportation::reliable,
                                       Ordering::receive,
                                       a_space(),
                                       {},
                                       0};
    if (value > 1) {
      const std::uint64_t parent = 1 + random() % (value - 1);
      object_class.parent = ObjectClassHandle(static_cast<std::uint32_t>(parent));
      object_class.attributes = model.object_classes[parent - 1].attributes;
      interaction_class.parent = InteractionClassHandle(static_cast<std::uint32_t>(parent));
      interaction_class.space = model.interaction_classes[parent - 1].space;
    }
    const std::size_t more = 1 + random() % 50;
    for (std::size_t i = 0; i < more; ++i) {
      object_class.attributes.push_back(
          {"a" + std::to_string(i), Transportation::reliable, Ordering::receive, a_space()});
    }
    model.object_classes.push_back(std::move(object_class));
    model.interaction_classes.push_back(std::move(interaction_class));
  }
  return model;
}

// Three federates subscribe, unsubscribe and move their regions at random. After each change the
// filter is checked with random updates and interactions of the first.
class HeaderFilterProperty {
 public:
  explicit HeaderFilterProperty(std::uint64_t seed)
      : random_(seed), federation_(random_model(random_)) {
    for (const FederateHandle federate : kAll) {
      federation_.apply(wire::FederateJoined{federate, "one"});
      for (int i = 0; i < 4; ++i) create_region(federate);
    }
  }

  void run() {
    for (int step = 0; step < 60; ++step) {
      change(kAll[random_() % 3]);
      for (int i = 0; i < 10; ++i) {
        ask_about_update();
        ask_about_interaction();
      }
    }
    federation_.apply(wire::FederateResigned{kAll[1], wire::ResignAction::no_action, false, {}});
    ask_about_update();
  }

  int wanted = 0;
  int kept_away = 0;  // records that the filter kept from members

 private:
  static constexpr FederateHandle kAll[] = {FederateHandle(1), FederateHandle(2),
                                            FederateHandle(3)};

  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  ObjectClassHandle object_class() { return ObjectClassHandle(1 + below(6)); }
  InteractionClassHandle interaction_class() { return InteractionClassHandle(1 + below(6)); }

  void create_region(FederateHandle by) {
    const SpaceHandle space(below(2) == 0 ? 1u : 3u);
    const auto handle = wire::region_of(by, federation_.member(by)->last_region + 1);
    ASSERT_TRUE(federation_.apply(by, wire::CreateRegion{space, 1 + below(6), handle}));
    regions_.push_back(handle);
  }
  RegionHandle region_by(FederateHandle by) {
    while (true) {
      const RegionHandle region = regions_[below(regions_.size())];
      if (wire::creator_of(region) == by) return region;
    }
  }
  AttributeSet attributes(ObjectClassHandle of, std::optional<RegionHandle> region) {
    const auto& all = federation_.model().find(of)->attributes;
    AttributeSet some;
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t one = below(all.size());
      if (region && all[one].space != federation_.regions().find(*region)->space) continue;
      some.insert(AttributeHandle(one + 1));
    }
    return some;
  }

  void change(FederateHandle by) {
    const RegionHandle region = region_by(by);
    const ObjectClassHandle c = object_class();
    const InteractionClassHandle i = interaction_class();
    switch (below(9)) {
      case 0:
        return federation_.apply(by,
                                 wire::SubscribeObjectClassAttributes{c, attributes(c, {}), true});
      case 1:
        return federation_.apply(by, wire::UnsubscribeObjectClass{c});
      case 2:
        return federation_.apply(by, wire::SubscribeInteractionClass{i, true});
      case 3:
        return federation_.apply(by, wire::UnsubscribeInteractionClass{i});
      case 4:
        static_cast<void>(federation_.apply(by, wire::UnsubscribeObjectClassWithRegion{c, region}));
        return;
      case 5:
        static_cast<void>(
            federation_.apply(by, wire::UnsubscribeInteractionClassWithRegion{i, region}));
        return;
      case 6:
        static_cast<void>(
            federation_.apply(by, wire::SubscribeInteractionClassWithRegion{i, region, true}));
        return;
      case 7:
        static_cast<void>(federation_.apply(by, wire::SubscribeObjectClassAttributesWithRegion{
                                                    c, region, attributes(c, region), true}));
        return;
      default:
        return move(by, region);
    }
  }
  void move(FederateHandle by, RegionHandle handle) {
    const Region& region = *federation_.regions().find(handle);
    std::vector<wire::Range> ranges;
    for (std::size_t i = 0; i < region.extents * region.dimensions; ++i) {
      const std::uint64_t lower = below(200);
      ranges.push_back({lower, lower + below(30)});
    }
    ASSERT_TRUE(federation_.apply(by, wire::NotifyAboutRegionModification{handle, ranges}));
  }

  RegionHandle region_or_none() {
    if (below(3) == 0) return {};
    const RegionHandle region = region_by(kAll[0]);
    federation_.prepare_to_send_with(region);
    return region;
  }
  template <class Wanted>
  void compare(const wire::Interest& interest, Wanted&& is_wanted) {
    std::vector<FederateHandle> let_through;
    federation_.interest().filter().for_each(interest,
                                             [&](FederateHandle f) { let_through.push_back(f); });
    EXPECT_TRUE(std::ranges::is_sorted(let_through));
    for (const FederateHandle federate : kAll) {
      if (federation_.member(federate) == nullptr) {
        EXPECT_FALSE(std::ranges::find(let_through, federate) != let_through.end());
        continue;
      }
      const bool is_let_through = std::ranges::find(let_through, federate) != let_through.end();
      EXPECT_EQ(federation_.interest().filter().may_need_record(federate, interest),
                is_let_through);
      const bool want = federate != kAll[0] && is_wanted(federate);
      if (want) {
        ++wanted;
        EXPECT_TRUE(is_let_through);
      }
      kept_away += is_let_through ? 0 : 1;
    }
  }

  void ask_about_update() {
    const ObjectClassHandle sent = object_class();
    const RegionHandle region = region_or_none();
    const AttributeSet of = attributes(sent, region ? std::optional(region) : std::nullopt);
    if (of.empty()) return;
    compare(interest_of(federation_, sent, wire::interest_mask(of), region), [&](FederateHandle f) {
      for (auto at = sent; at; at = federation_.model().find(at)->parent) {
        if (attributes_reached(federation_, f, at, region).intersects(of)) return true;
      }
      return false;
    });
  }
  void ask_about_interaction() {
    const InteractionClassHandle sent = interaction_class();
    RegionHandle region = region_or_none();
    if (region &&
        federation_.regions().find(region)->space != federation_.model().find(sent)->space) {
      region = {};
    }
    compare(interest_of(federation_, sent, below(2), region),
            [&](FederateHandle f) { return reaches(federation_, f, sent, region); });
  }

  std::mt19937_64 random_;
  Federation federation_;
  std::vector<RegionHandle> regions_;
};

TEST(HeaderFilter, KeepsNothingFromWhoWantsIt) {
  int wanted = 0;
  int kept_away = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    HeaderFilterProperty property(seed);
    property.run();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    wanted += property.wanted;
    kept_away += property.kept_away;
  }
  EXPECT_GT(wanted, 2000);
  EXPECT_GT(kept_away, 2000);
}

TEST(HeaderFilter, TakesAMaskOfNothingForOneThatDoesNotSay) {
  HeaderFilter filter;
  filter.set(FederateHandle(1), {2, 4, 4, {}});
  EXPECT_TRUE(filter.may_need_record(FederateHandle(1), {2, 0}));
  EXPECT_TRUE(filter.may_need_record(FederateHandle(1), {2, 6}));
  EXPECT_FALSE(filter.may_need_record(FederateHandle(1), {2, 8}));
  EXPECT_FALSE(filter.may_need_record(FederateHandle(2), {2, 4}));
  EXPECT_FALSE(filter.may_need_record(FederateHandle(1), {~wire::InterestKey{0}, 4}))
      << "an unknown key";
}

}  // namespace
}  // namespace triad::core
