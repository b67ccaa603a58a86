// A filter of owners in groups: it skips the rest of a group as the caller asks.
#include "router/interest_owner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "wire/random.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;

constexpr wire::InterestKey kMap = 3;
constexpr wire::InterestMask kPosition = 1;
constexpr wire::InterestMask kColour = 2;

InterestOwner behind(std::uint64_t router, std::uint32_t member) {
  return InterestOwner::of_member(FederateHandle(member), LinkId{router});
}

TEST(InterestOwner, IsOfOneKind) {
  const InterestOwner member = InterestOwner::of_member(FederateHandle(7));
  const InterestOwner peer = InterestOwner::of_peer(7);
  EXPECT_TRUE(member.is_member());
  EXPECT_FALSE(member.is_peer());
  EXPECT_EQ(member.member(), FederateHandle(7));
  EXPECT_TRUE(peer.is_peer());
  EXPECT_FALSE(peer.is_member());
  EXPECT_EQ(peer.peer(), 7u);
  EXPECT_NE(member, peer) << "the same number";
  EXPECT_NE(InterestOwner::upper_router(), InterestOwner::of_peer(0));
  EXPECT_NE(InterestOwner::upper_router(), InterestOwner::of_member(FederateHandle(0)));
}

TEST(FilterInGroups, SkipsTheRestOfAGroupAfterTheFirstMatchThatIsEnough) {
  InterestFilter filter;
  filter.set(behind(0, 9), {kMap, kPosition, kPosition, {}});
  filter.set(behind(5, 2), {kMap, kColour, kColour, {}});
  filter.set(behind(5, 3), {kMap, kPosition, kPosition, {}});
  filter.set(behind(5, 8), {kMap, kPosition, kPosition, {}});
  filter.set(behind(6, 1), {kMap, kPosition, kPosition, {}});
  std::vector<InterestOwner> visited;
  filter.for_each_in_groups({kMap, kPosition}, [&](const InterestOwner& owner) {
    visited.push_back(owner);
    return owner.group != LinkId{};
  });
  EXPECT_EQ(visited, (std::vector{behind(0, 9), behind(5, 3), behind(6, 1)}));
}

// Some visits are not enough, for instance one of the record's sender.
TEST(FilterInGroups, VisitsWhatASearchThroughAllWouldVisit) {
  wire::Random random(1);
  for (int round = 0; round < 300; ++round) {
    InterestFilter filter;
    std::set<InterestOwner> enough;
    for (std::uint32_t member = 1; member <= 40; ++member) {
      const InterestOwner owner = behind(random.below(5), member);
      const wire::InterestMask mask = 1 + random.below(3);
      filter.set(owner, {kMap, mask, mask, {}});
      if (random.below(3) == 0) enough.insert(owner);
    }
    std::vector<InterestOwner> expected;
    std::set<LinkId> done;
    filter.for_each({kMap, kPosition}, [&](const InterestOwner& owner) {
      if (done.contains(owner.group)) return;
      expected.push_back(owner);
      if (enough.contains(owner)) done.insert(owner.group);
    });
    std::vector<InterestOwner> visited;
    filter.for_each_in_groups({kMap, kPosition}, [&](const InterestOwner& owner) {
      visited.push_back(owner);
      return enough.contains(owner);
    });
    EXPECT_EQ(visited, expected) << "round " << round;
  }
}

}  // namespace
}  // namespace triad::router
