// Benchmark of one modification of a region among n regions used for updates and n used for
// subscriptions, in two dimensions: with the RegionTable, and by comparison with every region,
// which also checks the table's results. The field grows with n, so that the number of overlaps per
// region is constant.
//
// Also measures how well cells separate regions. Updates with regions of several kinds are compared
// with 1,000 receivers with one such region each. The results are the number of receivers that
// subscribe, the number that the header filter passes, and the cost of a comparison, for each
// number of cells per extent (region.cells).
//
// Not a test. docs/performance.md has the results.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/region_table.hpp"
#include "wire/generate.hpp"

namespace triad::core {
namespace {

constexpr SpaceHandle kSpace{1};
constexpr std::uint64_t kSide = 100;  // side of a region
constexpr wire::FederateHandle kSender{1};
constexpr wire::FederateHandle kReceiver{2};

class Field {
 public:
  explicit Field(std::int64_t count)
      : count_(static_cast<std::uint32_t>(count)),
        width_(static_cast<std::uint64_t>(50 * std::sqrt(static_cast<double>(count)))) {
    for (std::uint32_t i = 1; i <= count_; ++i) {
      for (const auto creator : {kSender, kReceiver}) {
        const RegionHandle handle = wire::region_of(creator, i);
        table_.insert(handle, {kSpace, 1, 2, {}});
        creator == kSender ? table_.use_for_updates(handle) : table_.use_for_subscriptions(handle);
        (void)table_.modify(handle, random_ranges());
      }
    }
  }

  std::uint32_t count() const { return count_; }
  RegionHandle random_region() {
    return wire::region_of(kSender, static_cast<std::uint32_t>(1 + random_.below(count_)));
  }
  std::vector<wire::Range> random_ranges() {
    const std::uint64_t east = random_.below(width_);
    const std::uint64_t north = random_.below(width_);
    return {{east, east + kSide}, {north, north + kSide}};
  }
  // Returns bounds a small step away, as for a moving object.
  std::vector<wire::Range> moved_ranges(RegionHandle handle) {
    std::vector<wire::Range> ranges = table_.find(handle)->ranges;
    for (wire::Range& range : ranges) {
      const std::uint64_t step = random_.below(5);
      range = {range.lower + step, range.upper + step};
    }
    return ranges;
  }
  // Returns the subscriptions that the region overlaps, found by comparison with all.
  std::vector<RegionHandle> find_by_comparison(const Region& region) const {
    std::vector<RegionHandle> found;
    for (std::uint32_t i = 1; i <= count_; ++i) {
      const RegionHandle handle = wire::region_of(kReceiver, i);
      if (overlap(region, *table_.find(handle))) found.push_back(handle);
    }
    return found;
  }
  bool is_correct() {
    for (int i = 0; i < 100; ++i) {
      const RegionHandle handle = random_region();
      const auto matched = table_.subscriptions_overlapping(handle);
      if (!std::ranges::equal(matched, find_by_comparison(*table_.find(handle)))) return false;
    }
    return true;
  }

  RegionTable& table() { return table_; }

 private:
  const std::uint32_t count_;
  const std::uint64_t width_;
  wire::Random random_{1};
  RegionTable table_;
};

void run_modifications(benchmark::State& state, bool steps) {
  Field field(state.range(0));
  std::size_t changes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const RegionHandle handle = field.random_region();
    auto ranges = steps ? field.moved_ranges(handle) : field.random_ranges();
    state.ResumeTiming();
    changes += field.table().modify(handle, std::move(ranges)).size();
  }
  if (!field.is_correct()) state.SkipWithError("the table and the comparison with all differ");
  state.counters["changes"] =
      benchmark::Counter(static_cast<double>(changes), benchmark::Counter::kAvgIterations);
  state.SetComplexityN(state.range(0));
}

void modify_by_a_step(benchmark::State& state) {
  run_modifications(state, true);
}
void modify_by_a_jump(benchmark::State& state) {
  run_modifications(state, false);
}

void compare_with_all(benchmark::State& state) {
  Field field(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(field.find_by_comparison({kSpace, 1, 2, field.random_ranges()}));
  }
  state.SetComplexityN(state.range(0));
}

BENCHMARK(modify_by_a_step)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oLogN);
BENCHMARK(modify_by_a_jump)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oLogN);
BENCHMARK(compare_with_all)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oN);

// --- Filters with cells.

constexpr std::size_t kReceivers = 1000;

// Kind of regions, in a field of such a size that one region overlaps about ten of 1,000.
struct Kind {
  const char* name;
  std::size_t dimensions;
  std::size_t extents;
  std::uint64_t width;  // width of the field
  // Returns the lengths of an extent's sides.
  std::pair<std::uint64_t, std::uint64_t> (*sides)(wire::Random&);
};

std::uint64_t from_ten_to_a_thousand(wire::Random& random) {
  return static_cast<std::uint64_t>(
      std::pow(10.0, 1 + 2 * static_cast<double>(random.below(1000)) / 1000));
}

using Sides = std::pair<std::uint64_t, std::uint64_t>;

const std::vector<Kind> kKinds = {
    {"squares of one size", 2, 1, 2000,
     [](wire::Random&) {
       return Sides{kSide, kSide};
     }},
    {"squares of many sizes", 2, 1, 4000,
     [](wire::Random& random) {
       const std::uint64_t side = from_ten_to_a_thousand(random);
       return Sides{side, side};
     }},
    {"oblongs", 2, 1, 4000,
     [](wire::Random& random) {
       return random.below(2) == 0 ? Sides{10 * kSide, kSide / 10} : Sides{kSide / 10, 10 * kSide};
     }},
    {"squares, 8 extents", 2, 8, 16000,
     [](wire::Random&) {
       return Sides{kSide, kSide};
     }},
    {"ranges", 1, 1, 20000,
     [](wire::Random&) {
       return Sides{kSide, 0};
     }},
    {"large bounds", 2, 1, std::uint64_t{1} << 32,
     [](wire::Random&) {
       return Sides{200'000'000, 200'000'000};
     }},
};

Region region_of(const Kind& kind, wire::Random& random) {
  Region region{kSpace, kind.extents, kind.dimensions, {}};
  for (std::size_t i = 0; i < kind.extents; ++i) {
    const Sides sides = kind.sides(random);
    for (std::size_t d = 0; d < kind.dimensions; ++d) {
      const std::uint64_t lower = random.below(kind.width);
      region.ranges.push_back({lower, lower + (d == 0 ? sides.first : sides.second)});
    }
  }
  return region;
}

void filter_by_cells(benchmark::State& state, const Kind& kind) {
  const auto cells_of_extent = static_cast<std::size_t>(state.range(0));
  wire::Random random{1};
  RegionTable table;
  std::vector<records::CellSet> receivers(kReceivers);
  for (std::uint32_t i = 0; i < kReceivers; ++i) {
    table.insert(wire::region_of(kSender, i + 1), region_of(kind, random), cells_of_extent);
    const RegionHandle own = wire::region_of(kReceiver, i + 1);
    table.insert(own, region_of(kind, random), cells_of_extent);
    receivers[i].add(table.cells(own));
  }
  std::size_t wanted = 0;
  std::size_t let_through = 0;
  for (std::uint32_t i = 0; i < kReceivers; ++i) {
    const RegionHandle sent = wire::region_of(kSender, i + 1);
    for (std::uint32_t k = 0; k < kReceivers; ++k) {
      const Region& own = *table.find(wire::region_of(kReceiver, k + 1));
      const bool passes = receivers[k].overlaps(table.header_cells(sent));
      const bool is_wanted = overlap(*table.find(sent), own);
      if (is_wanted && !passes)
        return state.SkipWithError("the filter drops a region that overlaps");
      wanted += is_wanted ? 1 : 0;
      let_through += passes ? 1 : 0;
    }
  }
  std::uint32_t next = 0;
  for (auto _ : state) {
    const auto cells = table.header_cells(wire::region_of(kSender, next + 1));
    for (const records::CellSet& receiver : receivers) {
      benchmark::DoNotOptimize(receiver.overlaps(cells));
    }
    next = (next + 1) % kReceivers;
  }
  state.counters["wanted"] = static_cast<double>(wanted) / kReceivers;
  state.counters["let_through"] = static_cast<double>(let_through) / kReceivers;
  state.counters["a_receiver"] = benchmark::Counter(
      static_cast<double>(kReceivers),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Measures the move of a subscription's region in the filter alone.
void move_cells(benchmark::State& state) {
  const auto cells_of_extent = static_cast<std::size_t>(state.range(0));
  wire::Random random{1};
  const auto regions = [&] {
    std::vector<Region> made;
    for (std::size_t i = 0; i < kReceivers; ++i) made.push_back(region_of(kKinds[0], random));
    return made;
  }();
  records::CellSet cells;
  for (const Region& region : regions) cells.add(cells_of(region, cells_of_extent));
  std::size_t next = 0;
  for (auto _ : state) {
    cells.remove(cells_of(regions[next], cells_of_extent));
    cells.add(cells_of(regions[next], cells_of_extent));
    next = (next + 1) % kReceivers;
  }
}
BENCHMARK(move_cells)->Arg(1)->Arg(4)->Arg(9)->Arg(16);

void register_kinds() {
  for (const Kind& kind : kKinds) {
    benchmark::RegisterBenchmark((std::string("filter_by_cells/") + kind.name).c_str(),
                                 [&kind](benchmark::State& state) { filter_by_cells(state, kind); })
        ->Arg(1)
        ->Arg(4)
        ->Arg(9)
        ->Arg(16);
  }
}

}  // namespace
}  // namespace triad::core

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  triad::core::register_kinds();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
