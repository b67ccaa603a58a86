// The way of a router to the RTIG (router/way_up.hpp), and chains of routers that ask by each
// other.
#include "router/way_up.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>

namespace triad::router {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const WayUp::Words& words) {
  Lines lines;
  for (const WayUp::Word& word : words) {
    std::string line = word.to ? std::to_string(word.to->value) + " " : "up ";
    if (const auto* const asks = std::get_if<wire::AttachRouter>(&word.message))
      line += "asks " + std::to_string(asks->number);
    if (const auto* const yes = std::get_if<wire::RouterAttached>(&word.message))
      line += "attached " + std::to_string(yes->number);
    if (const auto* const no = std::get_if<wire::RouterDetached>(&word.message))
      line += "detached " + std::string(no->reason);
    lines.push_back(line);
  }
  return lines;
}

constexpr LinkId kBelow{4};
constexpr LinkId kOther{5};

TEST(WayUp, IsConfirmedByTheRtig) {
  WayUp way;
  EXPECT_EQ(lines_of(way.connect()), Lines{"up asks 1"});
  EXPECT_FALSE(way.is_confirmed());
  EXPECT_EQ(lines_of(way.confirm(2)), Lines()) << "it has not asked with that number";
  EXPECT_FALSE(way.is_confirmed());
  EXPECT_EQ(lines_of(way.confirm(1)), Lines());
  EXPECT_TRUE(way.is_confirmed());
  EXPECT_EQ(lines_of(way.disconnect("cut")), Lines());
  EXPECT_FALSE(way.is_confirmed());
  EXPECT_EQ(lines_of(way.confirm(1)), Lines()) << "it came by the link before";
  EXPECT_FALSE(way.is_confirmed());
}

TEST(WayUp, PassesOnTheRequestsOfRoutersBelow) {
  WayUp way;
  EXPECT_EQ(lines_of(way.request(kBelow, {9, 0})), Lines{"4 detached it has just been started"});
  EXPECT_EQ(lines_of(way.connect()), Lines{"up asks 1"});
  EXPECT_EQ(lines_of(way.request(kOther, {3, 0})),
            Lines{"5 detached it waits for an answer of the RTIG"});
  EXPECT_EQ(lines_of(way.confirm(1)), (Lines{"up asks 2", "up asks 3"}));
  EXPECT_EQ(lines_of(way.request(kBelow, {10, 0})), Lines{"up asks 4"}) << "in place of 9";
  EXPECT_EQ(lines_of(way.confirm(3)), Lines{"5 attached 3"});
  EXPECT_EQ(lines_of(way.confirm(4)), Lines{"4 attached 10"});
  EXPECT_EQ(lines_of(way.confirm(4)), Lines());
  EXPECT_EQ(lines_of(way.request(kBelow, {11, 0})), Lines{"up asks 5"});
  EXPECT_EQ(lines_of(way.request(kOther, {12, 0})), Lines{"up asks 6"});
  EXPECT_EQ(lines_of(way.confirm(6)), (Lines{"4 attached 11", "5 attached 12"}))
      << "the answer to 5 as well";
}

TEST(WayUp, OfTheRouterAboveMayBeLost) {
  WayUp way;
  (void)way.connect();
  (void)way.confirm(1);
  (void)way.request(kBelow, {9, 0});
  (void)way.confirm(2);
  (void)way.request(kOther, {3, 0});
  EXPECT_EQ(lines_of(way.detach("lost")),
            (Lines{"4 detached lost", "5 detached lost", "up asks 4"}));
  EXPECT_EQ(lines_of(way.detach("lost")), Lines()) << "it has asked again";
  EXPECT_EQ(lines_of(way.request(kBelow, {10, 0})), Lines{"4 detached lost"});
  EXPECT_EQ(lines_of(way.confirm(3)), Lines()) << "an earlier answer";
  EXPECT_EQ(lines_of(way.confirm(4)), (Lines{"up asks 5", "up asks 6"})) << "those that wait";
  EXPECT_EQ(lines_of(way.confirm(6)), (Lines{"4 attached 10", "5 attached 3"}));
  EXPECT_EQ(lines_of(way.disconnect("cut")), (Lines{"4 detached cut", "5 detached cut"}));
}

TEST(WayUp, ForgetsRoutersBelow) {
  WayUp way;
  (void)way.request(kBelow, {9, 0});
  way.forget(kBelow);
  EXPECT_EQ(lines_of(way.connect()), Lines{"up asks 1"});
  EXPECT_EQ(lines_of(way.disconnect("cut")), Lines());
}

// Each took the next one for its way when that had one, and has not learned of the loss.
TEST(WayUp, InACircleIsNeverConfirmed) {
  std::vector<WayUp> ways(3);
  std::deque<std::pair<std::size_t, wire::AttachRouter>> asked;  // and the router that is asked
  const auto send = [&](std::size_t from, const WayUp::Words& words) {
    for (const WayUp::Word& word : words) {
      if (!word.to) asked.emplace_back((from + 1) % 3, std::get<wire::AttachRouter>(word.message));
    }
  };
  for (WayUp& way : ways) {
    (void)way.connect();
    (void)way.confirm(1);
  }
  send(0, ways[0].disconnect("cut"));
  send(0, ways[0].connect());
  bool is_told = false;
  for (int step = 0; !asked.empty(); ++step) {
    ASSERT_LT(step, 1000) << "the requests run in a circle";
    const auto [to, request] = asked.front();
    asked.pop_front();
    const WayUp::Words words = ways[to].request(kBelow, request);
    is_told = is_told || (!words.empty() && words.front().to.has_value());
    send(to, words);
  }
  EXPECT_TRUE(is_told);
  EXPECT_FALSE(ways[0].is_confirmed());
}

}  // namespace
}  // namespace triad::router
