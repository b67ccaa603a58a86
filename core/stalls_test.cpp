#include "core/stalls.hpp"

#include <gtest/gtest.h>

namespace triad::core {
namespace {

using Handles = std::vector<wire::FederateHandle>;
using Places = std::vector<std::size_t>;

// Federates 1, 2, 3 and so on, some of which wait.
class Stalls : public testing::Test {
 protected:
  wire::FederateTimeStatus& add() {
    wire::FederateTimeStatus federate;
    federate.federate = wire::FederateHandle(static_cast<std::uint32_t>(federates.size() + 1));
    federate.known = true;
    return federates.emplace_back(federate);
  }
  void add_waiting(std::initializer_list<std::uint32_t> holders, std::uint64_t for_ms = 0) {
    auto& federate = add();
    federate.told.waits = true;
    federate.told.in_state_ms = for_ms;
    for (const std::uint32_t holder : holders) {
      federate.told.held_by.emplace_back(holder);
    }
    federate.told.holders = static_cast<std::uint32_t>(holders.size());
  }
  static Handles handles(std::initializer_list<std::uint32_t> values) {
    Handles handles;
    for (const std::uint32_t value : values) handles.emplace_back(value);
    return handles;
  }

  std::vector<wire::FederateTimeStatus> federates;
};

TEST_F(Stalls, AreNoneWhereNobodyWaits) {
  add();
  add().told.undelivered = true;
  EXPECT_TRUE(find_stalls(federates).empty());
}

TEST_F(Stalls, GatherThoseWhoWaitForTheSameOneTheLongestFirst) {
  add();
  add();
  add_waiting({2}, 5);
  add_waiting({1}, 100);
  add_waiting({2}, 7);
  const auto found = find_stalls(federates);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].blockers, handles({2}));
  EXPECT_EQ(found[0].waiting, Places({4, 2}));
  EXPECT_EQ(found[1].blockers, handles({1}));
  EXPECT_EQ(found[1].waiting, Places({3}));
}

TEST_F(Stalls, FollowWhoWaitsHimself) {
  add();
  add_waiting({1});
  add_waiting({2, 1});
  add_waiting({3});
  const auto found = find_stalls(federates);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].blockers, handles({1}));
  EXPECT_EQ(found[0].waiting.size(), 3u);
}

// Its last report may be outdated.
TEST_F(Stalls, TakeWhoDoesNotAnswerForTheOneWhoHasToGoOn) {
  add();
  add_waiting({1});
  federates.back().owes_answer = true;
  add_waiting({2});
  const auto found = find_stalls(federates);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].blockers, handles({2}));
}

TEST_F(Stalls, EndWhereAllWaitForEachOther) {
  add_waiting({2});
  add_waiting({1});
  const auto found = find_stalls(federates);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].blockers, handles({1}));
  EXPECT_EQ(found[1].blockers, handles({2}));
}

TEST_F(Stalls, LeaveOutWhoHasLeftAndCountWhoIsNotNamed) {
  add();
  add_waiting({1, 77});
  federates.back().told.holders = 20;
  const auto found = find_stalls(federates);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].blockers, handles({1}));
  EXPECT_EQ(found[0].unnamed_blockers, 18u);
}

}  // namespace
}  // namespace triad::core
