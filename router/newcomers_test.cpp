#include "router/newcomers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace triad::router {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{2'000};

LinkId newcomer(std::uint32_t number) {
  return LinkId{number};
}

TEST(Newcomers, AreServedUpToTheLimit) {
  Newcomers newcomers(3, kPatience, 1);
  for (std::uint32_t i = 1; i <= 3; ++i) EXPECT_FALSE(newcomers.come(newcomer(i), {}));
  EXPECT_TRUE(newcomers.come(newcomer(4), {}));
  EXPECT_EQ(newcomers.told(), 1u);
}

TEST(Newcomers, HaveThePlaceOfOneThatHasJoinedOrGone) {
  Newcomers newcomers(2, kPatience, 1);
  EXPECT_FALSE(newcomers.come(newcomer(1), {}));
  EXPECT_FALSE(newcomers.come(newcomer(2), {}));
  newcomers.settled(newcomer(2));
  EXPECT_FALSE(newcomers.come(newcomer(3), {}));
  EXPECT_TRUE(newcomers.come(newcomer(4), {}));
  newcomers.settled(newcomer(4));  // was told to come again
  EXPECT_TRUE(newcomers.come(newcomer(5), {}));
}

// Else those that connect and stay would keep out all others.
TEST(Newcomers, HaveThePlaceOfOneThatDoesNotJoin) {
  Newcomers newcomers(1, kPatience, 1);
  EXPECT_FALSE(newcomers.come(newcomer(1), milliseconds(0)));
  EXPECT_TRUE(newcomers.come(newcomer(2), milliseconds(1'999)));
  EXPECT_FALSE(newcomers.come(newcomer(3), milliseconds(2'000)));
  EXPECT_TRUE(newcomers.come(newcomer(4), milliseconds(2'001)));
  newcomers.settled(newcomer(1));  // long since
  EXPECT_TRUE(newcomers.come(newcomer(5), milliseconds(2'002)));
}

TEST(Newcomers, WithoutALimitAreAllServed) {
  Newcomers newcomers(0, kPatience, 1);
  for (std::uint32_t i = 1; i <= 10'000; ++i) EXPECT_FALSE(newcomers.come(newcomer(i), {}));
}

TEST(Newcomers, ComeAgainOneAfterTheOther) {
  Newcomers newcomers(1, kPatience, 1);
  EXPECT_FALSE(newcomers.come(newcomer(1), {}));
  std::set<milliseconds> times;
  for (std::uint32_t i = 2; i <= 900; ++i) times.insert(newcomers.come(newcomer(i), {}).value());
  EXPECT_GE(*times.begin(), milliseconds(37));
  EXPECT_LE(*times.rbegin(), milliseconds(2'500));
  EXPECT_GT(times.size(), 400u) << "many at the same time";
}

// A thousand at once, each served in a tenth of a second, and no more than that limit at once.
TEST(Newcomers, AllComeToBeServed) {
  Newcomers newcomers(100, kPatience, 7);
  struct Client {
    milliseconds comes{0};
    milliseconds joins{0};
    bool served = false;
    bool joined = false;
  };
  std::vector<Client> clients(1000);
  std::size_t joined = 0;
  milliseconds now{0};
  for (; joined < clients.size() && now < milliseconds(10'000); ++now) {
    for (std::uint32_t i = 0; i < clients.size(); ++i) {
      Client& client = clients[i];
      if (!client.served && client.comes <= now) {
        const auto after = newcomers.come(newcomer(i + 1), now);
        client.served = !after;
        (after ? client.comes : client.joins) = now + after.value_or(milliseconds(100));
      } else if (client.served && !client.joined && client.joins <= now) {
        client.joined = true;
        newcomers.settled(newcomer(i + 1));
        ++joined;
      }
    }
    const auto served = std::ranges::count_if(
        clients, [](const Client& client) { return client.served && !client.joined; });
    ASSERT_LE(served, 100);
  }
  EXPECT_EQ(joined, clients.size());
  EXPECT_LT(now, milliseconds(4'000));
}

}  // namespace
}  // namespace triad::router
