// Tests of router/stability.hpp.
#include "router/stability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "wire/random.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;

constexpr FederateHandle kSender{1};
constexpr LinkId kReceiver{10};
constexpr LinkId kOtherReceiver{11};

TEST(Stability, IsTheLeastPositionOfReceiversThatLackSomething) {
  Stability stability;
  stability.add_sender(kSender);
  stability.record_sent(kSender, kReceiver, 3);
  stability.record_sent(kSender, kOtherReceiver, 5);
  stability.record_arrival(kSender, 6);
  std::vector<wire::Position> stable;
  const auto take = [&] {
    stable.clear();
    stability.take_stable([&](FederateHandle, wire::Position at) { stable.push_back(at); });
    return stable;
  };
  EXPECT_TRUE(take().empty());
  stability.record_ack(kReceiver, std::vector{wire::StreamPosition{kSender, 9}});
  EXPECT_TRUE(take().empty());
  stability.record_ack(kOtherReceiver, std::vector{wire::StreamPosition{kSender, 4}});
  EXPECT_EQ(take(), std::vector<wire::Position>{4});
  EXPECT_FALSE(stability.has_stable());
  stability.remove_receiver(kOtherReceiver);
  EXPECT_TRUE(stability.has_stable());
  EXPECT_EQ(take(), std::vector<wire::Position>{6});
}

// Positions computed from the definition, for all pairs.
class StabilityModel {
 public:
  wire::Position stable(FederateHandle sender) const {
    wire::Position least = arrived.contains(sender) ? arrived.at(sender) : 0;
    for (const auto& [pair, progress] : pairs) {
      const auto& [sent, acked] = progress;
      if (pair.first == sender && acked < sent) least = std::min(least, acked);
    }
    return least;
  }

  std::map<FederateHandle, wire::Position> arrived;
  std::map<std::pair<FederateHandle, LinkId>, std::pair<wire::Position, wire::Position>>
      pairs;  // by sender and receiver: sent, acknowledged
};

// Sends a record to `receiver` and some of the others. Returns how often Stability::Turn sufficed.
int send_next(FederateHandle sender, FederateHandle receiver,
              const std::vector<FederateHandle>& members, wire::Random& random,
              Stability& stability, StabilityModel& model) {
  const wire::Position position = ++model.arrived[sender];
  stability.record_arrival(sender, position);
  Stability::Turn turn;
  if (random.below(2) == 0) turn = stability.begin_turn(sender, position);
  int sent_in_turn = 0;
  for (const FederateHandle to : members) {
    const bool is_chosen = to == receiver || random.below(2) == 0;
    if (!is_chosen) continue;
    model.pairs[{sender, LinkId{to.value}}].first = position;
    if (turn.record_sent(LinkId{to.value})) {
      ++sent_in_turn;
    } else {
      stability.record_sent(sender, LinkId{to.value}, position);
      turn = {};
    }
  }
  return sent_in_turn;
}

TEST(Stability, AgreesWithItsDefinitionInRandomOrders) {
  wire::Random random(7);
  int sent_in_turn = 0;
  for (int run = 0; run < 50; ++run) {
    Stability stability;
    StabilityModel model;
    std::map<FederateHandle, wire::Position> told;
    std::vector<FederateHandle> members;
    for (std::uint32_t i = 1; i <= 5; ++i) members.emplace_back(i);
    for (const FederateHandle member : members) stability.add_sender(member);
    const auto any = [&] { return members[random.below(members.size())]; };
    for (int i = 0; i < 400; ++i) {
      const FederateHandle sender = any();
      const FederateHandle leaver = any();
      const LinkId receiver{leaver.value};
      auto& [sent, acked] = model.pairs[{sender, receiver}];
      switch (random.below(8)) {
        case 0:
        case 1:
        case 2: {
          sent_in_turn += send_next(sender, leaver, members, random, stability, model);
          break;
        }
        case 3:
        case 4:
        case 5: {
          const wire::Position upto = random.below(model.arrived[sender] + 2);
          acked = std::max(acked, std::min(sent, upto));
          stability.record_ack(receiver, std::vector{wire::StreamPosition{sender, upto}});
          break;
        }
        case 6:
          if (members.size() == 2 || random.below(20) != 0) break;
          std::erase(members, leaver);
          stability.remove_sender(leaver);
          stability.remove_receiver(receiver);
          std::erase_if(model.pairs, [&](const auto& entry) {
            return entry.first.first == leaver || entry.first.second == receiver;
          });
          break;
        default: {
          std::map<FederateHandle, wire::Position> expected, taken;
          for (const FederateHandle of : members) {
            const wire::Position stable = model.stable(of);
            if (stable > told[of]) expected[of] = told[of] = stable;
          }
          EXPECT_EQ(stability.has_stable(), !expected.empty());
          stability.take_stable([&](FederateHandle of, wire::Position at) { taken[of] = at; });
          ASSERT_EQ(taken, expected) << "run " << run << ", step " << i;
        }
      }
    }
  }
  EXPECT_GT(sent_in_turn, 1000);
}

// The sender is known only as long as something of it is not stable.
TEST(Stability, ForgetsSendersElsewhereWhenEverythingIsStable) {
  Stability stability;
  std::vector<wire::Position> stable;
  const auto take = [&] {
    stable.clear();
    stability.take_stable([&](FederateHandle, wire::Position at) { stable.push_back(at); });
    return stable;
  };
  stability.record_arrival(kSender, 4);
  stability.record_sent(kSender, kReceiver, 4);
  EXPECT_TRUE(take().empty());
  stability.record_ack(kReceiver, std::vector{wire::StreamPosition{kSender, 4}});
  EXPECT_EQ(take(), std::vector<wire::Position>{4});
  // It is sent again in an epoch.
  stability.record_arrival(kSender, 3);
  EXPECT_EQ(take(), std::vector<wire::Position>{3});
}

TEST(Stability, TakesAllPositionsAgainInAnEpoch) {
  Stability stability;
  stability.add_sender(kSender);
  stability.record_arrival(kSender, 4);
  stability.take_stable([](FederateHandle, wire::Position) {});
  EXPECT_FALSE(stability.has_stable());
  stability.record_sent(kSender, kReceiver, 4);
  stability.begin_epoch();
  EXPECT_TRUE(stability.has_stable());
}

}  // namespace
}  // namespace triad::router
