#include "rtig/event_history.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::rtig {
namespace {

using std::chrono::milliseconds;

TEST(EventHistory, AReaderGetsEventsAfterItsNumberWithTheirAges) {
  EventHistory history;
  EXPECT_EQ(history.first(), 0u);
  EXPECT_TRUE(history.after(0, milliseconds(5)).empty());
  history.record({.kind = wire::EventKind::joined,
                  .federation = "f",
                  .federate = wire::FederateHandle(3),
                  .federate_type = "tank"},
                 milliseconds(100));
  history.record({.kind = wire::EventKind::lost,
                  .federation = "f",
                  .federate = wire::FederateHandle(3),
                  .text = "its link ended"},
                 milliseconds(400));
  const auto all = history.after(0, milliseconds(500));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].number, 1u);
  EXPECT_EQ(all[0].age_ms, 400u);
  EXPECT_EQ(all[0].federate_type, "tank");
  EXPECT_EQ(all[1].kind, wire::EventKind::lost);
  const auto later = history.after(1, milliseconds(500));
  ASSERT_EQ(later.size(), 1u);
  EXPECT_EQ(later[0].text, "its link ended");
  EXPECT_TRUE(history.after(2, milliseconds(500)).empty());
  EXPECT_TRUE(history.after(~std::uint64_t{0}, milliseconds(500)).empty());
}

TEST(EventHistory, ForgetsTheOldestCutsTextsAndLimitsAnAnswer) {
  EventHistory history;
  const std::string text(1000, 'x');
  for (std::size_t i = 0; i < EventHistory::kKeptMax + 5; ++i) {
    history.record({.kind = wire::EventKind::saved, .federation = "f", .text = text},
                   milliseconds(0));
  }
  EXPECT_EQ(history.first(), 6u);
  EXPECT_EQ(history.last(), EventHistory::kKeptMax + 5);
  const auto events = history.after(0, milliseconds(0));
  ASSERT_EQ(events.size(), wire::kEventsMax);
  EXPECT_EQ(events.front().number, 6u);
  EXPECT_EQ(events.front().text.size(), wire::kEventTextMax);
}

}  // namespace
}  // namespace triad::rtig
