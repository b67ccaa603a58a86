// Tests the rules for frames that stall and for memory of links.
#include "router/program/link_limits.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTimeout{1000};
// Numbers of a link's frames. kNoFrame: no frame is in progress.
constexpr std::uint64_t kNoFrame = 0;
constexpr std::uint64_t kFirst = 1;
constexpr std::uint64_t kSecond = 2;
constexpr std::uint64_t kThird = 3;

TEST(FrameWatch, FindsAFrameOverdueThatHasStopped) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(5000), kTimeout));
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(5999), kTimeout));
  EXPECT_TRUE(watch.is_overdue({kFirst, 10}, milliseconds(6000), kTimeout));
}

TEST(FrameWatch, DoesNotTakeATrickleForProgress) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(0), kTimeout));
  EXPECT_FALSE(watch.is_overdue({kFirst, 500}, milliseconds(500), kTimeout));
  EXPECT_TRUE(watch.is_overdue({kFirst, 1000}, milliseconds(1000), kTimeout));
}

TEST(FrameWatch, LetsALongFrameTakeTheTimeItNeeds) {
  FrameWatch watch;
  for (int i = 0; i < 50; ++i) {
    const std::size_t come = static_cast<std::size_t>(i) * kFrameProgressBytes;
    EXPECT_FALSE(watch.is_overdue({kFirst, come}, i * milliseconds(900), kTimeout));
  }
}

TEST(FrameWatch, BeginsAnewWithTheNextFrameAndForgetsOneThatHasCome) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(0), kTimeout));
  EXPECT_FALSE(watch.is_overdue({kSecond, 10}, milliseconds(900), kTimeout));
  EXPECT_FALSE(watch.is_overdue({kNoFrame, 0}, milliseconds(1800), kTimeout));
  EXPECT_FALSE(watch.is_overdue({kThird, 10}, milliseconds(2700), kTimeout));
  EXPECT_TRUE(watch.is_overdue({kThird, 10}, milliseconds(3700), kTimeout));
}

TEST(FrameWatch, GivesAFrameOnALinkThatWasNotReadItsTimeAgain) {
  FrameWatch watch;
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(0), kTimeout));
  watch.record_unread(milliseconds(5000));
  EXPECT_FALSE(watch.is_overdue({kFirst, 10}, milliseconds(5999), kTimeout));
  EXPECT_TRUE(watch.is_overdue({kFirst, 10}, milliseconds(6000), kTimeout));
}

constexpr LinkId kRed{1};
constexpr LinkId kBlue{2};
constexpr LinkId kGreen{3};
constexpr LinkId kWhite{4};

const MemoryLimits kLimits{.unjoined = 100, .federation = 200, .total = 300};

std::vector<LinkId> ended(const std::vector<Holder>& holders) {
  std::vector<LinkId> links;
  for (const auto& [link, reason] : links_over_limits(kLimits, holders)) {
    links.push_back(link);
  }
  return links;
}

TEST(MemoryLimits, EndNobodyWhoIsWithinThem) {
  EXPECT_TRUE(ended({{kRed, "", 100}, {kBlue, "a", 100}, {kGreen, "a", 100}}).empty());
}

TEST(MemoryLimits, EndWhoHoldsMostOfAFederationThatIsBeyondItsOwn) {
  EXPECT_EQ(ended({{kRed, "a", 60}, {kBlue, "a", 141}, {kGreen, "b", 90}}),
            std::vector<LinkId>{kBlue});
}

TEST(MemoryLimits, EndWhoHasNotJoinedBeforeTheyTakeFromMembers) {
  EXPECT_EQ(ended({{kRed, "", 60}, {kBlue, "", 60}, {kGreen, "", 60}, {kWhite, "a", 200}}),
            (std::vector<LinkId>{kRed, kBlue}));
}

TEST(MemoryLimits, EndWhoHoldsMostOfAllWhereTheTotalIsExceeded) {
  EXPECT_EQ(ended({{kRed, "a", 150}, {kBlue, "b", 149}, {kGreen, "c", 2}}),
            std::vector<LinkId>{kRed});
}

constexpr std::size_t kMuch = 10 * kSmallHolderBytes;

TEST(MemoryLimits, EndProgramsThatHaveNotJoinedBeforeAMemberOrARouterWhereTheTotalIsExceeded) {
  const MemoryLimits limits{.unjoined = 10, .federation = 100, .routers = 100, .total = 190};
  const auto endings = links_over_limits(limits, {{.link = kRed, .federation = "a", .bytes = 95},
                                                  {.link = kBlue, .bytes = 93, .is_router = true},
                                                  {.link = kGreen, .bytes = 2, .last_input = 1},
                                                  {.link = kWhite, .bytes = 3, .last_input = 2}});
  ASSERT_EQ(endings.size(), 2u);
  EXPECT_EQ(endings[0].first, kGreen);
  EXPECT_EQ(endings[1].first, kWhite);
  EXPECT_NE(endings[0].second.find("of the 0 MB"), std::string::npos) << endings[0].second;
  EXPECT_NE(endings[0].second.find("memory.total"), std::string::npos) << endings[0].second;
}

TEST(MemoryLimits, EndNoRouterForProgramsThatHaveNotJoined) {
  const MemoryLimits limits{.unjoined = kMuch, .federation = kMuch, .routers = 40 * kMuch};
  std::vector<Holder> holders{{.link = kRed, .bytes = 30 * kMuch, .is_router = true}};
  for (std::uint64_t crowd = 100; crowd < 200; ++crowd) {
    holders.push_back(
        {.link = LinkId{crowd}, .bytes = kSmallHolderBytes, .address = "a", .last_input = crowd});
  }
  const auto endings = links_over_limits(limits, holders);
  ASSERT_EQ(endings.size(), 90u);
  EXPECT_EQ(endings.front().first, LinkId{100}) << "the one that has been silent for longest";
  EXPECT_EQ(endings.back().first, LinkId{189});
}

TEST(MemoryLimits, EndARouterThatHoldsMostOfWhatRoutersMayHave) {
  const MemoryLimits limits{.routers = 5 * kMuch};
  const auto endings =
      links_over_limits(limits, {{.link = kRed, .bytes = 4 * kMuch, .is_router = true},
                                 {.link = kBlue, .bytes = 2 * kMuch, .is_router = true}});
  ASSERT_EQ(endings.size(), 1u);
  EXPECT_EQ(endings[0].first, kRed);
  EXPECT_NE(endings[0].second.find("memory.routers"), std::string::npos) << endings[0].second;
}

TEST(MemoryLimits, EndNoProgramForThoseAtAnotherAddress) {
  const MemoryLimits limits{.unjoined = 10 * kMuch};
  std::vector<Holder> holders{{.link = kRed, .bytes = 4 * kMuch, .address = "a", .last_input = 1}};
  for (std::uint64_t crowd = 100; crowd < 110; ++crowd) {
    holders.push_back({.link = LinkId{crowd}, .bytes = kMuch, .address = "b", .last_input = crowd});
  }
  const auto endings = links_over_limits(limits, holders);
  ASSERT_EQ(endings.size(), 4u);
  for (const auto& [link, reason] : endings) EXPECT_NE(link, kRed);
}

TEST(MemoryLimits, EndNoFederationThatHoldsLittleForManyOfAnotherAddress) {
  const MemoryLimits limits{.total = 10 * kMuch};
  std::vector<std::string> names;
  names.reserve(100);
  for (int i = 0; i < 100; ++i) names.push_back("federation " + std::to_string(i));
  std::vector<Holder> holders{{.link = kRed, .federation = "war", .bytes = kMuch, .address = "a"}};
  for (std::uint64_t i = 0; i < 100; ++i) {
    holders.push_back(
        {.link = LinkId{100 + i}, .federation = names[i], .bytes = kMuch / 10, .address = "b"});
  }
  const auto endings = links_over_limits(limits, holders);
  ASSERT_FALSE(endings.empty());
  for (const auto& [link, reason] : endings) EXPECT_NE(link, kRed);
}

TEST(MemoryLimits, SayWhichSettingItWas) {
  const auto endings = links_over_limits(kLimits, {{kBlue, "a", 201}});
  ASSERT_EQ(endings.size(), 1u);
  EXPECT_NE(endings[0].second.find("memory.federation"), std::string::npos) << endings[0].second;
  EXPECT_NE(endings[0].second.find("federation 'a'"), std::string::npos) << endings[0].second;
}

}  // namespace
}  // namespace triad::router
