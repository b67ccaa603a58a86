// How much a member, and a router for many, may state.
#include "router/stated_filter.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace triad::router {
namespace {

constexpr wire::InterestKey kMap = 3;
const InterestOwner kMember = InterestOwner::of_member(FederateHandle(1));

wire::InterestChanged cells(std::size_t count, std::size_t first = 0) {
  std::vector<wire::Cell> all;
  for (std::size_t i = first; i < first + count; ++i) {
    all.push_back(static_cast<wire::Cell>(i) << 1 | 1);
  }
  return {false, {{kMap, 1, 0, {kMap}}}, {{kMap, all, {}}}};
}

class Statement : public testing::Test {
 protected:
  void state(const InterestOwner& by, const wire::InterestChanged& changed) {
    ASSERT_EQ(filter.check(by, changed), Fault());
    ASSERT_EQ(filter.apply_change(by, changed), Fault());
  }
  StatedFilter filter{InterestLimits{}};
};

TEST_F(Statement, OfAMemberHasAsManyCellsAsAFederateMayCoverAndNoMore) {
  constexpr std::size_t kMost = 262'144;
  EXPECT_EQ(wire::kInterestCellsMax, kMost) << "an RTIA refuses more";
  EXPECT_TRUE(filter.check(kMember, cells(kMost + 1)));
  state(kMember, cells(kMost));
  EXPECT_EQ(filter.check(kMember, cells(1, kMost)), Fault("an interest in more cells than 262144"));
  EXPECT_FALSE(filter.check(InterestOwner::of_member(FederateHandle(2)), cells(kMost)))
      << "each has as many";
}

TEST_F(Statement, OfManyMembersHasMoreCellsInSeveralRecords) {
  constexpr std::size_t kAtOnce = 65'536;
  for (const InterestOwner& by : {InterestOwner::of_peer(0), InterestOwner::upper_router()}) {
    EXPECT_EQ(filter.check(by, cells(kAtOnce + 1)), Fault("more cells at once than 65536"));
    for (std::size_t i = 0; i < 5; ++i) state(by, cells(kAtOnce, i * kAtOnce));
  }
}

TEST_F(Statement, NamesAClassOnceAtMost) {
  wire::InterestChanged many;
  many.entries.assign((1u << 17) + 1, {kMap, 1, 1, {}});
  EXPECT_EQ(filter.check(kMember, many), Fault("more interests than there are classes"));
  wire::InterestChanged sets;
  sets.cells.resize((1u << 17) + 1);
  for (auto& set : sets.cells) set.set = kMap;
  EXPECT_EQ(filter.check(kMember, sets), Fault("more sets of cells than there are classes"));
}

}  // namespace
}  // namespace triad::router
