#include "core/region_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "wire/generate.hpp"

namespace triad::core {
namespace {

using wire::FederateHandle;
using wire::Range;

constexpr std::uint64_t kMost = ~std::uint64_t{0};
constexpr SpaceHandle kSpace{1};
constexpr SpaceHandle kOtherSpace{5};

constexpr RegionHandle handle(std::uint32_t creator, std::uint32_t serial) {
  return wire::region_of(FederateHandle(creator), serial);
}

Region line(std::uint64_t lower, std::uint64_t upper) {
  return {kSpace, 1, 1, {{lower, upper}}};
}

TEST(Region, RangesAreHalfOpen) {
  EXPECT_TRUE(overlap(line(0, 10), line(9, 20)));
  EXPECT_FALSE(overlap(line(0, 10), line(10, 20))) << "touching";
  EXPECT_TRUE(overlap(line(0, 10), line(0, 1)));
  EXPECT_TRUE(overlap(line(0, 10), line(3, 4)));
  EXPECT_TRUE(overlap(line(0, kMost), line(kMost - 1, kMost)));
}

TEST(Region, AnEmptyRangeIsThePointAtItsLowerBound) {
  EXPECT_TRUE(overlap(line(5, 5), line(5, 5)));
  EXPECT_TRUE(overlap(line(5, 5), line(5, 8)));
  EXPECT_TRUE(overlap(line(5, 5), line(3, 8)));
  EXPECT_FALSE(overlap(line(5, 5), line(3, 5)));
  EXPECT_FALSE(overlap(line(5, 5), line(6, 6)));
}

TEST(Region, SomeExtentOverlapsInEveryDimension) {
  const Region wanted{kSpace, 2, 2, {{0, 10}, {0, 10}, {100, 110}, {0, 10}}};
  EXPECT_TRUE(overlap(wanted, {kSpace, 1, 2, {{105, 106}, {9, 20}}}));
  EXPECT_FALSE(overlap(wanted, {kSpace, 1, 2, {{105, 106}, {10, 20}}}));
  EXPECT_FALSE(overlap(wanted, {kSpace, 1, 2, {{50, 60}, {0, 10}}}));
  EXPECT_FALSE(overlap(wanted, {kOtherSpace, 1, 2, {{0, 10}, {0, 10}}}));
  EXPECT_FALSE(overlap(wanted, {kSpace, 1, 2, {}})) << "never notified";
}

// Region table and a list of the same regions, which are compared after every step.
class TableBesideBruteForce {
 public:
  TableBesideBruteForce(std::uint64_t seed, std::size_t dimensions)
      : random_(seed), dimensions_(dimensions) {}

  void step() {
    switch (regions_.empty() ? 0 : random_.below(6)) {
      case 0:
        create();
        break;
      case 1: {
        const RegionHandle gone = random_region();
        table_.erase(gone);
        regions_.erase(gone);
        break;
      }
      case 2:
        regions_[chosen_ = random_region()].updates = true;
        table_.use_for_updates(chosen_);
        break;
      case 3:
        regions_[chosen_ = random_region()].subscribes = true;
        table_.use_for_subscriptions(chosen_);
        break;
      default:
        modify(random_region());
    }
    compare();
  }

 private:
  using Pairs = std::set<std::pair<RegionHandle, RegionHandle>>;
  struct ExpectedRegion {
    Region region;
    bool updates = false;
    bool subscribes = false;
  };

  void create() {
    const auto creator = static_cast<std::uint32_t>(1 + random_.below(3));
    const RegionHandle created = handle(creator, ++serial_);
    Region region;
    region.space = random_.one_in(4) ? kOtherSpace : kSpace;
    region.extents = 1 + random_.below(3);
    region.dimensions = dimensions_;
    regions_[created] = {region, false, false};
    EXPECT_TRUE(table_.insert(created, region));
    EXPECT_FALSE(table_.insert(created, region));
  }

  RegionHandle random_region() {
    return std::next(regions_.begin(), static_cast<std::ptrdiff_t>(random_.below(regions_.size())))
        ->first;
  }

  // Returns mostly bounds in a small field, so that regions overlap, and sometimes bounds near the
  // limits of the type, where doubles cannot distinguish neighbours.
  std::uint64_t bound() {
    switch (random_.below(12)) {
      case 0:
        return kMost - random_.below(3);
      case 1:
        return (std::uint64_t{1} << 60) + random_.below(4);
      default:
        return random_.below(20);
    }
  }

  void modify(RegionHandle modified) {
    ExpectedRegion& kept = regions_.at(modified);
    std::vector<Range> ranges(kept.region.extents * dimensions_);
    for (Range& range : ranges) {
      range = {bound(), bound()};
      if (range.lower > range.upper) std::swap(range.lower, range.upper);
    }
    const Pairs before = overlaps();
    kept.region.ranges = ranges;
    const Pairs after = overlaps();
    Pairs changed;
    std::ranges::set_symmetric_difference(before, after, std::inserter(changed, changed.end()));
    Pairs reported;
    for (const auto& [updates, subscription] : table_.modify(modified, ranges)) {
      EXPECT_TRUE(reported.emplace(updates, subscription).second) << "reported twice";
    }
    EXPECT_EQ(reported, changed);
  }

  Pairs overlaps() const {
    Pairs pairs;
    for (const auto& [updates, left] : regions_) {
      for (const auto& [subscription, right] : regions_) {
        const bool match = left.updates && right.subscribes &&
                           wire::creator_of(updates) != wire::creator_of(subscription) &&
                           overlap(left.region, right.region);
        if (match) pairs.emplace(updates, subscription);
      }
    }
    return pairs;
  }

  void compare() const {
    const Pairs all = overlaps();
    Pairs by_updates;
    Pairs by_subscription;
    for (const auto& [region, kept] : regions_) {
      for (const auto other : table_.subscriptions_overlapping(region)) {
        by_updates.emplace(region, other);
      }
      for (const auto other : table_.updates_overlapping(region)) {
        by_subscription.emplace(other, region);
      }
    }
    ASSERT_EQ(by_updates, all);
    ASSERT_EQ(by_subscription, all);
  }

  wire::Random random_;
  const std::size_t dimensions_;
  RegionTable table_;
  std::map<RegionHandle, ExpectedRegion> regions_;
  RegionHandle chosen_;
  std::uint32_t serial_ = 0;
};

TEST(RegionTable, AgreesWithBruteForceAfterEveryStep) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TableBesideBruteForce both(seed, seed % 5);
    for (int i = 0; i < 150 && !testing::Test::HasFatalFailure(); ++i) both.step();
  }
}

TEST(RegionTable, DoesNotMatchRegionsOfOneFederate) {
  RegionTable table;
  table.insert(handle(1, 1), line(0, 10));
  table.insert(handle(1, 2), line(0, 10));
  table.insert(handle(2, 1), line(0, 10));
  table.use_for_updates(handle(1, 1));
  table.use_for_subscriptions(handle(1, 2));
  EXPECT_TRUE(table.subscriptions_overlapping(handle(1, 1)).empty());
  table.use_for_subscriptions(handle(2, 1));
  EXPECT_EQ(table.subscriptions_overlapping(handle(1, 1)).size(), 1u);
}

TEST(RegionTable, VisitsTheRegionsOfOneFederateAlone) {
  RegionTable table;
  for (const std::uint32_t creator : {3u, 1u, 2u}) {
    for (const std::uint32_t serial : {2u, 1u}) table.insert(handle(creator, serial), line(0, 10));
  }
  table.insert(handle(2, 0xffff'ffff), line(0, 10));
  std::vector<RegionHandle> visited;
  const auto visit = [&](RegionHandle region, const Region&) { visited.push_back(region); };
  table.for_each_of(wire::FederateHandle(2), visit);
  EXPECT_EQ(visited,
            (std::vector<RegionHandle>{handle(2, 1), handle(2, 2), handle(2, 0xffff'ffff)}));
  visited.clear();
  table.for_each_of(wire::FederateHandle(4), visit);
  EXPECT_TRUE(visited.empty());
}

TEST(RegionTable, KnowsNothingOfWhatIsNotThere) {
  RegionTable table;
  table.erase(handle(1, 1));
  table.use_for_updates(handle(1, 1));
  table.use_for_subscriptions(handle(1, 1));
  table.add_object(handle(1, 1), wire::ObjectHandle(1));
  EXPECT_EQ(table.find(handle(1, 1)), nullptr);
  EXPECT_TRUE(table.subscriptions_overlapping(handle(1, 1)).empty());
  EXPECT_TRUE(table.objects(handle(1, 1)).empty());
}

}  // namespace
}  // namespace triad::core
