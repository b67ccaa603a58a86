// What links may hold and how long a frame may take: the rules alone.
#include "rtig/program/link_limits.hpp"

#include <gtest/gtest.h>

namespace triad::rtig {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTimeout{1000};

TEST(FrameWatch, FindsAFrameOverdueThatHasStopped) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({1, 10}, milliseconds(5000), kTimeout));
  EXPECT_FALSE(watch.is_overdue({1, 10}, milliseconds(5999), kTimeout));
  EXPECT_TRUE(watch.is_overdue({1, 10}, milliseconds(6000), kTimeout));
}

TEST(FrameWatch, DoesNotTakeATrickleForProgress) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({1, 10}, milliseconds(0), kTimeout));
  EXPECT_FALSE(watch.is_overdue({1, 500}, milliseconds(500), kTimeout));
  EXPECT_TRUE(watch.is_overdue({1, 1000}, milliseconds(1000), kTimeout));
}

TEST(FrameWatch, LetsALongFrameTakeTheTimeItNeeds) {
  FrameWatch watch;
  for (int i = 0; i < 50; ++i) {
    const std::size_t come = static_cast<std::size_t>(i) * kFrameProgress;
    EXPECT_FALSE(watch.is_overdue({1, come}, i * milliseconds(900), kTimeout));
  }
}

TEST(FrameWatch, BeginsAnewWithTheNextFrameAndForgetsOneThatHasCome) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({1, 10}, milliseconds(0), kTimeout));
  EXPECT_FALSE(watch.is_overdue({2, 10}, milliseconds(900), kTimeout));
  EXPECT_FALSE(watch.is_overdue({0, 0}, milliseconds(1800), kTimeout));
  EXPECT_FALSE(watch.is_overdue({3, 10}, milliseconds(2700), kTimeout));
  EXPECT_TRUE(watch.is_overdue({3, 10}, milliseconds(3700), kTimeout));
}

const MemoryLimits kLimits{.unjoined = 100, .federation = 200, .total = 300};

std::vector<std::uint32_t> ended(std::vector<Holder> holders) {
  std::vector<std::uint32_t> links;
  for (const auto& [link, reason] : beyond(kLimits, std::move(holders))) {
    links.push_back(link.value);
  }
  return links;
}

TEST(MemoryLimits, EndNobodyWhoIsWithinThem) {
  EXPECT_TRUE(ended({{LinkId{1}, "", 100}, {LinkId{2}, "a", 100}, {LinkId{3}, "a", 100}}).empty());
}

TEST(MemoryLimits, EndWhoHoldsMostOfAFederationThatIsBeyondItsOwn) {
  EXPECT_EQ(ended({{LinkId{1}, "a", 60}, {LinkId{2}, "a", 141}, {LinkId{3}, "b", 90}}),
            std::vector<std::uint32_t>{2});
}

TEST(MemoryLimits, EndWhoHasNotJoinedBeforeTheyTakeFromMembers) {
  EXPECT_EQ(
      ended({{LinkId{1}, "", 60}, {LinkId{2}, "", 60}, {LinkId{3}, "", 60}, {LinkId{4}, "a", 200}}),
      (std::vector<std::uint32_t>{1, 2}));
}

TEST(MemoryLimits, EndWhoHoldsMostOfAllWhereTheTotalIsExceeded) {
  EXPECT_EQ(ended({{LinkId{1}, "a", 150}, {LinkId{2}, "b", 149}, {LinkId{3}, "c", 2}}),
            std::vector<std::uint32_t>{1});
}

TEST(MemoryLimits, SayWhichSettingItWas) {
  const auto endings = beyond(kLimits, {{LinkId{2}, "a", 201}});
  ASSERT_EQ(endings.size(), 1u);
  EXPECT_NE(endings[0].second.find("memory.federation"), std::string::npos) << endings[0].second;
  EXPECT_NE(endings[0].second.find("federation 'a'"), std::string::npos) << endings[0].second;
}

}  // namespace
}  // namespace triad::rtig
