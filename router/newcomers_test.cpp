#include "router/newcomers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace triad::router {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{2'000};

constexpr Newcomers::Origin kHere{1, 1, 1};

LinkId newcomer(std::uint32_t number) {
  return LinkId{number};
}

TEST(Newcomers, AreServedUpToTheLimit) {
  Newcomers newcomers(3, kPatience, 1);
  for (std::uint32_t i = 1; i <= 3; ++i)
    EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(i), kHere, {}));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(4), kHere, {}));
  EXPECT_EQ(newcomers.postponed_count(), 1u);
}

TEST(Newcomers, HaveThePlaceOfOneThatHasJoinedOrGone) {
  Newcomers newcomers(2, kPatience, 1);
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(1), kHere, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(2), kHere, {}));
  newcomers.release_place(newcomer(2));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(3), kHere, {}));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(4), kHere, {}));
  newcomers.release_place(newcomer(4));  // was told to come again
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(5), kHere, {}));
}

// Otherwise clients that connect and never join would keep out all others.
TEST(Newcomers, HaveThePlaceOfOneThatDoesNotJoin) {
  Newcomers newcomers(1, kPatience, 1);
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(1), kHere, milliseconds(0)));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(2), kHere, milliseconds(1'999)));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(3), kHere, milliseconds(2'000)));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(4), kHere, milliseconds(2'001)));
  newcomers.release_place(newcomer(1));  // its place was lost before
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(5), kHere, milliseconds(2'002)));
}

TEST(Newcomers, WithoutALimitAreAllServed) {
  Newcomers newcomers(0, kPatience, 1);
  for (std::uint32_t i = 1; i <= 10'000; ++i)
    EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(i), kHere, {}));
}

TEST(Newcomers, ComeAgainOneAfterTheOther) {
  Newcomers newcomers(1, kPatience, 1);
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(1), kHere, {}));
  std::set<milliseconds> times;
  for (std::uint32_t i = 2; i <= 900; ++i)
    times.insert(newcomers.serve_or_postpone(newcomer(i), kHere, {}).value());
  EXPECT_GE(*times.begin(), milliseconds(37));
  EXPECT_LE(*times.rbegin(), milliseconds(2'500));
  EXPECT_GT(times.size(), 400u) << "many at the same time";
}

// A thousand clients at once; each is served in 0.1 s. At most 100 are served at once.
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
        const auto after = newcomers.serve_or_postpone(newcomer(i + 1), kHere, now);
        client.served = !after;
        (after ? client.comes : client.joins) = now + after.value_or(milliseconds(100));
      } else if (client.served && !client.joined && client.joins <= now) {
        client.joined = true;
        newcomers.release_place(newcomer(i + 1));
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

// A flood of clients from one address takes every free place.
TEST(Newcomers, OfOneAddressDoNotKeepOutAnother) {
  Newcomers newcomers(8, kPatience, 1);
  std::uint32_t last = 0;
  milliseconds now{0};
  const auto flood = [&] {
    for (int i = 0; i < 100; ++i) (void)newcomers.serve_or_postpone(newcomer(++last), kHere, ++now);
  };
  flood();
  for (std::uint64_t address = 2; address <= 5; ++address) {
    EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(++last), {address, address, 1}, now))
        << address;
    flood();
  }
}

TEST(Newcomers, ShareThePlacesByAddress) {
  Newcomers newcomers(4, kPatience, 1);
  constexpr Newcomers::Origin kThere{2, 2, 2};
  for (std::uint32_t i = 1; i <= 4; ++i)
    EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(i), kHere, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(5), kThere, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(6), kThere, {}));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(7), kThere, {})) << "each has two";
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(8), kHere, {}));
  newcomers.release_place(newcomer(1));  // lost its place to another client
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(9), kHere, {}));
  newcomers.release_place(newcomer(5));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(10), kHere, {}));
}

// A router may claim a different address for each of its clients.
TEST(Newcomers, BehindOneRouterAreOneGroup) {
  Newcomers newcomers(4, kPatience, 1);
  const auto behind = [](std::uint64_t address) { return Newcomers::Origin{9, address, 1}; };
  for (std::uint32_t i = 1; i <= 4; ++i) {
    EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(i), behind(i % 2), {}));
  }
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(5), behind(7), {}))
      << "among themselves they share, too";
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(6), kHere, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(7), kHere, {}));
  for (std::uint32_t i = 10; i < 20; ++i) {
    EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(i), behind(i), {})) << i;
  }
}

// A program on the other clients' host floods the router.
TEST(Newcomers, OfOneProcessDoNotKeepOutAnotherOfItsAddress) {
  Newcomers newcomers(4, kPatience, 1);
  for (std::uint32_t i = 1; i <= 100; ++i)
    (void)newcomers.serve_or_postpone(newcomer(i), {1, 1, 1}, {});
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(101), {1, 1, 2}, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(102), {1, 1, 3}, {}));
  EXPECT_TRUE(newcomers.serve_or_postpone(newcomer(103), {1, 1, 1}, {}));
  EXPECT_FALSE(newcomers.serve_or_postpone(newcomer(104), {1, 2, 1}, {})) << "addresses come first";
}

}  // namespace
}  // namespace triad::router
