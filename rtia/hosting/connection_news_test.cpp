#include "rtia/hosting/connection_news.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace triad::rtia {
namespace {

using std::chrono::seconds;
using Lines = std::vector<std::string>;

// Takes all callbacks.
Lines take_all(ConnectionNews& news) {
  Lines lines;
  while (const Callback* const callback = news.take()) {
    if (const auto* const lost = std::get_if<wire::ConnectionLost>(callback)) {
      lines.push_back("lost, " + std::string(lost->reason) + ", " +
                      std::to_string(lost->patience_s));
    } else {
      lines.push_back("restored, " +
                      std::string(std::get<wire::ConnectionRestored>(*callback).url));
    }
  }
  return lines;
}

TEST(ConnectionNews, SaysNothingUnlessItIsWatched) {
  ConnectionNews news;
  news.record_loss("a cable", seconds(35));
  news.watch(true);
  news.record_return("tcp://a:1");
  EXPECT_EQ(news.size(), 0U);
  EXPECT_EQ(take_all(news), Lines());
}

TEST(ConnectionNews, AlternatesLossesAndReturns) {
  ConnectionNews news;
  news.watch(true);
  news.record_return("tcp://a:1");  // it was not lost
  news.record_loss("a cable", seconds(35));
  news.record_loss("lost again before it went on", seconds(20));
  EXPECT_EQ(news.size(), 1U);
  EXPECT_EQ(take_all(news), Lines{"lost, a cable, 35"});
  news.record_return("tcp://b:2");
  news.record_return("tcp://b:2");
  EXPECT_EQ(take_all(news), Lines{"restored, tcp://b:2"});
}

TEST(ConnectionNews, KeepsBothForTheNextTick) {
  ConnectionNews news;
  news.watch(true);
  news.record_loss("a cable", seconds(35));
  news.record_return("tcp://b:2");
  EXPECT_EQ(news.size(), 2U);
  EXPECT_EQ(take_all(news), (Lines{"lost, a cable, 35", "restored, tcp://b:2"}));
}

TEST(ConnectionNews, ForgetsTheOldestPairsOfAFederateThatDoesNotTick) {
  ConnectionNews news;
  news.watch(true);
  for (int i = 1; i <= 1000; ++i) {
    news.record_loss("loss " + std::to_string(i), seconds(1));
    news.record_return("url " + std::to_string(i));
  }
  const Lines lines = take_all(news);
  ASSERT_EQ(lines.size(), 64U);
  EXPECT_EQ(lines.front(), "lost, loss 969, 1");
  EXPECT_EQ(lines.back(), "restored, url 1000");
}

TEST(ConnectionNews, DropsEverythingAtTheEndOfTheMembershipAndOfTheWatch) {
  ConnectionNews news;
  news.watch(true);
  news.record_loss("a cable", seconds(35));
  news.clear();
  news.record_return("tcp://b:2");
  EXPECT_EQ(take_all(news), Lines());
  news.record_loss("a cable", seconds(35));
  news.watch(false);
  EXPECT_EQ(news.size(), 0U);
  news.watch(true);
  news.record_loss("another", seconds(5));
  EXPECT_EQ(take_all(news), Lines{"lost, another, 5"});
}

}  // namespace
}  // namespace triad::rtia
