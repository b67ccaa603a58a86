// What one modification of a region costs among n regions used for updates and n used for
// subscriptions, in two dimensions: by the RegionTable, and by comparing with every region, which
// is also the oracle that the table's answers are checked against. The field grows with n, so that
// a region overlaps as many others whatever n is. Not a test; docs/performance.md has its figures.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/region_table.hpp"
#include "wire/generate.hpp"

namespace triad::core {
namespace {

constexpr SpaceHandle kSpace{1};
constexpr std::uint64_t kSide = 100;  // of a region
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
        (void)table_.modify(handle, anywhere());
      }
    }
  }

  std::uint32_t count() const { return count_; }
  RegionHandle any() {
    return wire::region_of(kSender, static_cast<std::uint32_t>(1 + random_.below(count_)));
  }
  std::vector<wire::Range> anywhere() {
    const std::uint64_t east = random_.below(width_);
    const std::uint64_t north = random_.below(width_);
    return {{east, east + kSide}, {north, north + kSide}};
  }
  // A small step, as of something that moves.
  std::vector<wire::Range> nearby(RegionHandle handle) {
    std::vector<wire::Range> ranges = table_.find(handle)->ranges;
    for (wire::Range& range : ranges) {
      const std::uint64_t step = random_.below(5);
      range = {range.lower + step, range.upper + step};
    }
    return ranges;
  }
  // The subscriptions that the region overlaps, by comparing with all.
  std::vector<RegionHandle> compared(const Region& region) const {
    std::vector<RegionHandle> found;
    for (std::uint32_t i = 1; i <= count_; ++i) {
      const RegionHandle handle = wire::region_of(kReceiver, i);
      if (overlap(region, *table_.find(handle))) found.push_back(handle);
    }
    return found;
  }
  bool right() {
    for (int i = 0; i < 100; ++i) {
      const RegionHandle handle = any();
      const auto matched = table_.subscriptions_overlapping(handle);
      if (!std::ranges::equal(matched, compared(*table_.find(handle)))) return false;
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

void run(benchmark::State& state, bool steps) {
  Field field(state.range(0));
  std::size_t changes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const RegionHandle handle = field.any();
    auto ranges = steps ? field.nearby(handle) : field.anywhere();
    state.ResumeTiming();
    changes += field.table().modify(handle, std::move(ranges)).size();
  }
  if (!field.right()) state.SkipWithError("the table and the comparison with all differ");
  state.counters["changes"] =
      benchmark::Counter(static_cast<double>(changes), benchmark::Counter::kAvgIterations);
  state.SetComplexityN(state.range(0));
}

void modify_by_a_step(benchmark::State& state) {
  run(state, true);
}
void modify_by_a_jump(benchmark::State& state) {
  run(state, false);
}

void compare_with_all(benchmark::State& state) {
  Field field(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(field.compared({kSpace, 1, 2, field.anywhere()}));
  }
  state.SetComplexityN(state.range(0));
}

BENCHMARK(modify_by_a_step)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oLogN);
BENCHMARK(modify_by_a_jump)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oLogN);
BENCHMARK(compare_with_all)->RangeMultiplier(10)->Range(100, 100000)->Complexity(benchmark::oN);

}  // namespace
}  // namespace triad::core

BENCHMARK_MAIN();
