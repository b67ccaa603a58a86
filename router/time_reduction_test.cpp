// Tests the reduction of promises alone, as another application could use it. Its bounds are
// numbers.
#include "router/time_reduction.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace triad::router {
namespace {

struct ByValue {
  static bool comparable() { return true; }
  static int compare(int a, int b) { return a - b; }
};
// An order without meaning: it only tells different numbers apart.
struct ByLooks {
  static bool comparable() { return false; }
  static int compare(int a, int b) { return (a ^ 0x55) - (b ^ 0x55); }
};

using Reduction = TimeReduction<int, ByValue>;
using Told = std::map<std::uint64_t, std::vector<int>>;

constexpr std::uint64_t kAlpha = 1, kBravo = 2, kCharlie = 3;

// Returns the promises in the answers due now, by member; no promises: no other member promises.
template <class Any>
Told told(Any& reduction, bool together = false) {
  Told all;
  reduction.visit_due(together, [&](std::uint64_t member, const Reduced<int>& now) {
    EXPECT_TRUE(now.known);
    EXPECT_FALSE(all.contains(member)) << "told twice at once";
    all[member].assign(now.promises.begin(), now.promises.end());
  });
  return all;
}

template <class Any>
void begin_at(Any& reduction, std::uint64_t member, int promise) {
  reduction.begin(member);
  reduction.promise(member, promise, std::nullopt);
}

TEST(TimeReduction, TellsWhoWaitsForABoundWhenTheOthersHaveReachedIt) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo, kCharlie}) begin_at(reduction, member, 1);
  reduction.set_wait(kAlpha, WaitsFor::bound, 3);
  EXPECT_EQ(told(reduction), Told{});
  reduction.promise(kBravo, 4, std::nullopt);
  EXPECT_EQ(told(reduction), Told{}) << "Charlie has promised 1";
  reduction.promise(kCharlie, 3, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {3}}})) << "its own promise of 1 does not count";
  reduction.promise(kCharlie, 5, std::nullopt);
  EXPECT_EQ(told(reduction), Told{}) << "it has been told once";
}

TEST(TimeReduction, TellsAtOnceWhatIsReachedAlready) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  reduction.set_wait(kAlpha, WaitsFor::bound, 7);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {7}}}));
}

TEST(TimeReduction, HasNoBoundBeforeAllWhoPromiseHaveDoneSo) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  reduction.begin(kCharlie);
  reduction.set_wait(kAlpha, WaitsFor::bound, 2);
  reduction.set_wait(kCharlie, WaitsFor::bound, 2);
  EXPECT_EQ(told(reduction), (Told{{kCharlie, {7}}})) << "who is missing has a bound itself";
  reduction.promise(kCharlie, 3, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {3}}}));
}

TEST(TimeReduction, TellsAgainWhoWasToldBeforeAnotherBegan) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  reduction.set_wait(kAlpha, WaitsFor::bound, 7);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {7}}}));
  begin_at(reduction, kCharlie, 5);
  EXPECT_EQ(told(reduction), Told{});
  reduction.promise(kCharlie, 8, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {7}}}));
}

TEST(TimeReduction, RisesWhenWhoHeldItBackLeaves) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  begin_at(reduction, kCharlie, 1);
  reduction.set_wait(kAlpha, WaitsFor::bound, 7);
  EXPECT_EQ(told(reduction), Told{});
  reduction.remove(kCharlie);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {7}}}));
  reduction.set_wait(kAlpha, WaitsFor::bound, 9);
  EXPECT_EQ(told(reduction), Told{});
  reduction.end(kBravo);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {}}})) << "nobody else promises anything";
}

TEST(TimeReduction, RisesWhenAllWhoHadYetToPromiseLeave) {
  Reduction reduction;
  for (const auto member : {kBravo, kCharlie}) reduction.begin(member);
  reduction.set_wait(kAlpha, WaitsFor::each_rise);
  EXPECT_EQ(told(reduction), Told{});
  for (const auto member : {kBravo, kCharlie}) reduction.remove(member);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {}}})) << "nobody else promises anything";
}

TEST(TimeReduction, TellsAllWhoWaitForTheSame) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo, kCharlie}) begin_at(reduction, member, 1);
  for (const auto member : {kAlpha, kBravo}) reduction.set_wait(member, WaitsFor::bound, 2);
  reduction.promise(kAlpha, 2, std::nullopt);
  reduction.promise(kCharlie, 2, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kBravo, {2}}})) << "Bravo's own promise holds Alpha back";
  reduction.promise(kBravo, 2, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {2}}}));
}

TEST(TimeReduction, TellsEachRiseToWhoWaitsForThemAndNothingElse) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo, kCharlie}) begin_at(reduction, member, 1);
  reduction.set_wait(kAlpha, WaitsFor::each_rise);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {1}}}));
  reduction.promise(kBravo, 2, std::nullopt);
  EXPECT_EQ(told(reduction), Told{});
  reduction.promise(kCharlie, 3, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {2}}}));
  reduction.set_wait(kAlpha, WaitsFor::nothing);
  reduction.promise(kBravo, 9, std::nullopt);
  EXPECT_EQ(told(reduction), Told{});
}

TEST(TimeReduction, WhoWaitsAnewKnowsWhatItWasTold) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  reduction.set_wait(kAlpha, WaitsFor::bound, 5);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {7}}}));
  reduction.set_wait(kAlpha, WaitsFor::each_rise);
  EXPECT_EQ(told(reduction), Told{});
  reduction.promise(kBravo, 8, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {8}}}));
  reduction.forget_wait(kAlpha);
  reduction.set_wait(kAlpha, WaitsFor::each_rise);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {8}}}));
}

TEST(TimeReduction, WhoBeginsAnewPromisesNothingConditionally) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo}) begin_at(reduction, member, 1);
  reduction.begin(kAlpha);
  EXPECT_EQ(reduction.conditional(), 0u);
  reduction.promise(kAlpha, 1, 5);
  EXPECT_EQ(reduction.conditional(), 1u);
  reduction.promise(kAlpha, 2, std::nullopt);
  EXPECT_EQ(reduction.conditional(), 0u);
  reduction.promise(kAlpha, 2, 5);
  reduction.end(kAlpha);
  EXPECT_EQ(reduction.conditional(), 0u);
  EXPECT_TRUE(reduction.reduced(kBravo, true).together.empty());
}

// Otherwise the others would wait for a promise that the member could raise and has not stated.
TEST(TimeReduction, WhatHeldTogetherHidesNoLaterRise) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo}) begin_at(reduction, member, 1);
  reduction.set_wait(kAlpha, WaitsFor::each_rise);
  reduction.promise(kAlpha, 1, 50);
  EXPECT_EQ(told(reduction, true), (Told{{kAlpha, {1}}}));
  reduction.promise(kBravo, 3, 60);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {3}}})) << "by 50 it was told more";
}

TEST(TimeReduction, APromiseDoesNotFall) {
  Reduction reduction;
  begin_at(reduction, kBravo, 7);
  reduction.promise(kBravo, 3, std::nullopt);
  EXPECT_EQ(reduction.reduced(kAlpha, false).promises.front(), 7);
}

TEST(TimeReduction, WhatHoldsTogetherIsTheLeastOfAllConditionalPromises) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo, kCharlie}) {
    begin_at(reduction, member, 1);
    reduction.set_wait(member, WaitsFor::each_rise);
  }
  told(reduction);
  reduction.promise(kAlpha, 1, 50);
  reduction.promise(kBravo, 1, 40);
  EXPECT_EQ(told(reduction), Told{}) << "nothing has risen";
  std::map<std::uint64_t, int> together;
  const auto collect = [&](std::uint64_t member, const Reduced<int>& now) {
    ASSERT_EQ(now.together.size(), 1u);
    together[member] = now.together.front();
  };
  reduction.promise(kCharlie, 60, std::nullopt);
  reduction.visit_due(true, collect);
  EXPECT_EQ(together, (std::map<std::uint64_t, int>{{kAlpha, 40}, {kBravo, 40}, {kCharlie, 40}}));
  together.clear();
  reduction.promise(kCharlie, 70, std::nullopt);
  reduction.visit_due(true, collect);
  EXPECT_EQ(together, (std::map<std::uint64_t, int>{})) << "nothing has risen";
  reduction.set_wait(kCharlie, WaitsFor::each_rise, 30);
  reduction.visit_due(true, collect);
  EXPECT_EQ(together, (std::map<std::uint64_t, int>{{kCharlie, 40}})) << "it knows of 30 alone";
}

TEST(TimeReduction, WhoWaitsForRisesIsToldWhatIsAboveWhatItKnows) {
  Reduction reduction;
  for (const auto member : {kAlpha, kBravo}) begin_at(reduction, member, 5);
  reduction.set_wait(kAlpha, WaitsFor::each_rise, 5);
  EXPECT_EQ(told(reduction), Told{});
  reduction.set_wait(kAlpha, WaitsFor::each_rise, 4);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {5}}})) << "what it was told may be void";
  reduction.promise(kBravo, 6, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {6}}}));
  begin_at(reduction, kCharlie, 5);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {5}}})) << "whoever begins may have lowered it";
}

TEST(TimeReduction, WithoutAnOrderTellsTheDifferentPromisesWhenOneHasGone) {
  TimeReduction<int, ByLooks> reduction;
  for (const auto member : {kAlpha, kBravo, kCharlie}) begin_at(reduction, member, 1);
  reduction.set_wait(kAlpha, WaitsFor::bound, 2);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {1}}}));
  reduction.promise(kBravo, 2, std::nullopt);
  EXPECT_EQ(told(reduction), Told{}) << "one more can raise no least";
  reduction.promise(kCharlie, 2, std::nullopt);
  EXPECT_EQ(told(reduction), (Told{{kAlpha, {2}}}));
}

// The joint bound rises when the least of its bounds disappears, even if no other one appears.
TEST(TimeReduction, WithoutAnOrderTellsTheJointBoundsWhenOneHasGone) {
  TimeReduction<int, ByLooks> reduction;
  begin_at(reduction, kAlpha, 5);
  reduction.set_wait(kAlpha, WaitsFor::bound, 3);
  begin_at(reduction, kBravo, 1);
  begin_at(reduction, kCharlie, 1);
  reduction.promise(kBravo, 1, 5);
  EXPECT_EQ(told(reduction, true), (Told{{kAlpha, {1}}}));
  reduction.promise(kCharlie, 1, 5);
  EXPECT_EQ(told(reduction, true), (Told{{kAlpha, {1}}}));
  EXPECT_EQ(told(reduction, true), Told{});
}

// --- Against brute force: each member that waits for a bound gets an answer when it is reached and
// not before, and each member that waits for rises knows the current bound.

class Model {
 public:
  explicit Model(unsigned seed) : random_(seed) {}

  void step() {
    const auto member = static_cast<std::uint64_t>(draw(kMembers));
    switch (draw(6)) {
      case 0:
        reduction_.begin(member);
        promised_[member] = std::nullopt;
        told_.clear();
        known_.clear();
        break;
      case 1:
        reduction_.end(member);
        promised_.erase(member);
        break;
      case 2:
        wait(member, draw(40));
        break;
      case 3:
        rise(member);
        break;
      default:
        promise(member);
    }
    check();
  }

 private:
  static constexpr int kMembers = 7;

  int draw(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

  void wait(std::uint64_t member, int need) {
    reduction_.set_wait(member, WaitsFor::bound, need);
    needs_[member] = need;
    told_.erase(member);
    rises_.erase(member);
  }
  void rise(std::uint64_t member) {
    reduction_.set_wait(member, WaitsFor::each_rise);
    needs_.erase(member);
    rises_.insert(member);
  }
  void promise(std::uint64_t member) {
    const int bound = draw(50);
    reduction_.promise(member, bound, std::nullopt);
    const auto at = promised_.find(member);
    if (at != promised_.end()) at->second = std::max(at->second.value_or(bound), bound);
  }

  // Returns the bound; empty: unknown.
  std::optional<int> bound_of(std::uint64_t member) const {
    int least = kInfinite;
    for (const auto& [of, bound] : promised_) {
      if (of == member) continue;
      if (!bound) return std::nullopt;
      least = std::min(least, *bound);
    }
    return least;
  }

  void check() {
    reduction_.visit_due(false, [&](std::uint64_t member, const Reduced<int>& now) {
      const int bound = now.promises.empty() ? kInfinite : now.promises.front();
      ASSERT_EQ(bound, bound_of(member));
      if (needs_.contains(member)) {
        EXPECT_GE(bound, needs_[member]) << "told for nothing";
        EXPECT_TRUE(told_.insert(member).second) << "told twice";
      } else {
        ASSERT_TRUE(rises_.contains(member)) << "does not wait";
        const auto known = known_.find(member);
        EXPECT_TRUE(known == known_.end() || known->second < bound) << "told for nothing";
      }
      known_[member] = bound;
    });
    for (const auto& [member, need] : needs_) {
      const auto bound = bound_of(member);
      if (!bound || *bound < need) continue;
      EXPECT_TRUE(told_.contains(member)) << "not told";
    }
    for (const std::uint64_t member : rises_) {
      const auto bound = bound_of(member);
      if (!bound) continue;
      EXPECT_TRUE(known_.contains(member) && known_[member] >= *bound) << "does not know of a rise";
    }
  }

  static constexpr int kInfinite = 1000;
  std::mt19937 random_;
  Reduction reduction_;
  std::map<std::uint64_t, std::optional<int>> promised_;
  std::map<std::uint64_t, int> needs_;
  std::set<std::uint64_t> told_;
  std::set<std::uint64_t> rises_;
  std::map<std::uint64_t, int> known_;  // from all that it was told
};

TEST(TimeReduction, AgreesWithBruteForce) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Model model(seed);
    for (int step = 0; step < 300 && !testing::Test::HasFailure(); ++step) model.step();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace triad::router
