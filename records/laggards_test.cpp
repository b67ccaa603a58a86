// Compares the two remembered laggards with a search through all promises.
#include "records/laggards.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace triad::records {
namespace {

using Bound = TimeNote::Bound;

class LaggardsTest : public ::testing::Test {
 protected:
  bool has_two_laggards(const Bound& before) {
    return laggards_.has_two_laggards(before, others_.size(),
                                      [&](std::size_t index) { return others_[index]; });
  }
  Laggards laggards_;
  std::vector<std::optional<Bound>> others_;
};

TEST_F(LaggardsTest, OneAloneMayBeWhoWaits) {
  others_ = {Bound{1, false}};
  EXPECT_FALSE(has_two_laggards({1, false}));
  others_.push_back(Bound{2, false});
  EXPECT_FALSE(has_two_laggards({1, false}));
}

TEST_F(LaggardsTest, TwoThatPromiseNoMoreHoldBackAll) {
  others_ = {Bound{5, false}, Bound{1, false}, std::nullopt, Bound{1, true}, Bound{0, false}};
  EXPECT_TRUE(has_two_laggards({1, false}));
  EXPECT_FALSE(has_two_laggards({0, true}));
}

TEST_F(LaggardsTest, WhoSaysNothingAndWhatIsNoTimeCountForNobody) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  others_ = {std::nullopt, Bound{none, false}, Bound{none, true}, Bound{1, false}};
  EXPECT_FALSE(has_two_laggards({7, false}));
}

TEST_F(LaggardsTest, WhomItHadFoundMayHaveLeft) {
  others_.assign(5, Bound{9, false});
  others_[3] = others_[4] = Bound{1, false};
  EXPECT_TRUE(has_two_laggards({1, false}));
  others_ = {Bound{1, false}, Bound{1, false}};
  EXPECT_TRUE(has_two_laggards({1, false}));
  others_.clear();
  EXPECT_FALSE(has_two_laggards({1, false}));
}

// Each member in turn is the one that waits. The bounds that members wait for do not matter.
TEST_F(LaggardsTest, WhereTwoLagBehindNoLeastPromiseRises) {
  std::mt19937 random(7);
  const auto below = [&](unsigned end) { return random() % end; };
  int held_back = 0;
  for (int run = 0; run < 2000; ++run) {
    others_.assign(below(9), std::nullopt);
    for (auto& other : others_) {
      if (below(8) != 0) other = Bound{static_cast<double>(below(5)), below(2) == 0};
    }
    const Bound before{static_cast<double>(below(5)), below(2) == 0};
    if (!has_two_laggards(before)) continue;
    ++held_back;
    for (std::size_t who = 0; who < others_.size(); ++who) {
      std::optional<Bound> least;
      for (std::size_t i = 0; i < others_.size(); ++i) {
        if (i != who && others_[i]) least = least ? std::min(*least, *others_[i]) : *others_[i];
      }
      ASSERT_TRUE(least.has_value());
      EXPECT_FALSE(before < *least) << "by a higher promise this one can go on";
    }
  }
  EXPECT_GT(held_back, 500);
}

}  // namespace
}  // namespace triad::records
