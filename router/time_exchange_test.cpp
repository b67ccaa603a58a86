// Tests members behind two routers, one below the other: the statements to the upper router, and
// the bounds that each member gets.
#include "router/time_exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>

#include "router/test_order.hpp"

namespace triad::router {
namespace {

using wire::MemberTimeChange;

wire::TimeBound at(const std::byte& time) {
  return {wire::Bytes(&time, 1), false};
}

int value(const TimeBound& bound) {
  return static_cast<int>(bound.time.bytes()[0]);
}

// Has a bit that marks routers in the reduction if handles and links are taken for 32 bits.
constexpr LinkId kRouter{0x4000'0007};
constexpr FederateHandle kKay{1};
constexpr FederateHandle kFay{2};
constexpr FederateHandle kGus{3};  // at the upper end

// The end of a link nearer to the RTIG, and the router at the other end. Words wait until they are
// delivered.
class TimeExchangeTest : public ::testing::Test, private TimeExchange::Host {
 protected:
  TimeExchangeTest() {
    for (int time = 0; time < 256; ++time) bytes_of[time] = std::byte(time);
    upper.begin(kGus.value);
  }

  void add(FederateHandle member, std::initializer_list<MemberTimeChange> changes) {
    members.emplace_back(member, LinkId{});
    exchange.add_member(member, {});
    lower.add(kRouter, member);
    for (const MemberTimeChange change : changes) lower.send_change(kRouter, member, change, 1);
    deliver_down();
  }
  // Delivers this many waiting words, or all.
  void deliver_down(std::size_t count = 1000) {
    for (; count > 0 && !down.empty(); --count) {
      const wire::Buffer frame = std::move(down.front());
      down.pop_front();
      const auto record = wire::parse_record(frame);
      if (const auto begins = decoded<wire::TimeBegins>(*record))
        exchange.receive_from_upper(*begins, members);
      if (const auto changed = decoded<wire::MemberTimeChanged>(*record))
        exchange.receive_from_upper(*changed);
      if (const auto word = decoded<wire::TimeTold>(*record)) {
        EXPECT_EQ(exchange.receive_from_upper(*word), Fault());
      }
    }
  }
  void deliver_up(std::size_t count = 1000) {
    for (; count > 0 && !up.empty(); --count) {
      const wire::Buffer word = std::move(up.front());
      up.pop_front();
      const auto stated = decoded<wire::TimeStated>(*wire::parse_record(word));
      EXPECT_EQ(lower.receive_statement(kRouter, *stated), Fault());
    }
  }
  // Lets both ends handle their input until there is none.
  void settle() {
    do {
      deliver_down();
      exchange.end_turn();
      deliver_up();
      send_lbts_from_upper();
    } while (!down.empty() || exchange.turn_is_due());
  }
  void send_lbts_from_upper() {
    std::vector<LinkId> routers;
    upper.visit_due(!lower.has_late_members(),
                    [&](BoundReduction::Member member, const ReducedBounds&) {
                      const LinkId waiting = LowerTimes::router_waiting(member);
                      routers.push_back(waiting != LinkId{} ? waiting : kRouter);
                    });
    lower.send_promises(routers, least(), 1);
  }
  LeastPromises least() const {
    LeastPromises promises = LeastPromises::from(
        upper.least(), [](FederateHandle federate) { return federate <= kGus; });
    if (lower.has_late_members()) promises.joint_least.reset();
    return promises;
  }
  void report(FederateHandle by, int promise, std::optional<int> conditional = std::nullopt,
              std::uint64_t received = 0, std::optional<int> waits_for = std::nullopt) {
    wire::TimeReport said{at(bytes_of[promise]), {}, received, {}, conditional.has_value()};
    if (conditional) said.conditional = at(bytes_of[*conditional]);
    if (waits_for) said.waits_for = at(bytes_of[*waits_for]);
    EXPECT_EQ(receive_from_member(by, said), Fault());
  }
  template <class Message>
  Fault receive_from_member(FederateHandle by, const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = ++position;
    header.after_position = 1;
    wire::Buffer bytes;
    wire::encode_record(header, message, bytes);
    return exchange.receive_from_member(by, *wire::parse_record(bytes));
  }
  TimeBound bound(int of) const { return TimeBound::from(at(bytes_of[of])); }
  void promise_as_gus(int promise, std::optional<int> conditional = std::nullopt) {
    upper.promise(kGus.value, bound(promise),
                  conditional ? std::optional(bound(*conditional)) : std::nullopt);
  }
  std::vector<std::string> take_sent_lbts() {
    std::ranges::sort(told);
    return std::exchange(told, {});
  }

  template <class Message>
  static std::optional<Message> decoded(const wire::Record& record) {
    if (record.header.message_kind() != wire::kind_of<Message>) return std::nullopt;
    return wire::decode<Message>(record.payload);
  }

  std::deque<wire::Buffer> down;
  std::deque<wire::Buffer> up;
  std::vector<std::string> told;
  std::vector<TimeExchange::MemberPlace> members;
  std::byte bytes_of[256] = {};
  wire::Position position = 1;
  ByteOrder order;
  BoundReduction upper{BoundComparator{&order}};
  LowerTimes lower{*this, order, upper, upper};
  TimeExchange exchange{*this, TimeExchange::Place::below_root, order};

 private:
  std::string_view federation() const override { return "X"; }
  std::uint64_t new_number() override { return ++sessions; }
  bool send_to_router(LinkId, wire::Bytes word) override {
    down.emplace_back(word.begin(), word.end());
    return true;
  }
  void send_time_statement(const wire::TimeStated& stated) override {
    wire::Buffer word;
    wire::encode_record({}, stated, word);
    up.push_back(std::move(word));
  }
  void send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& lbts,
                 wire::Position) override {
    for (const FederateHandle member : to) {
      std::string line = std::to_string(member.value) + ":";
      line += lbts.least ? " " + std::to_string(value(TimeBound::from(*lbts.least))) : " nobody";
      if (lbts.together) {
        line += " together " + std::to_string(value(TimeBound::from(*lbts.together))) + " with " +
                std::to_string(lbts.own_report);
      }
      told.push_back(line);
    }
  }
  std::uint64_t sessions = 0;
};

using Lines = std::vector<std::string>;
constexpr std::initializer_list<MemberTimeChange> kBoth{MemberTimeChange::regulation_begins,
                                                        MemberTimeChange::constrained_begins};

TEST_F(TimeExchangeTest, OneStatementAndOneAnswerForAStepOfAllWhoAreBehind) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(20);
  report(kKay, 10, {}, 0, 10);
  report(kFay, 10, {}, 0, 10);
  exchange.end_turn();
  EXPECT_EQ(up.size(), 1u);
  deliver_up();
  deliver_down();
  send_lbts_from_upper();
  EXPECT_EQ(down.size(), 1u);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 10", "2: 10"}));
  EXPECT_TRUE(up.empty());
}

TEST_F(TimeExchangeTest, AStepIsStatedWhenTheLastHasPromised) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(20);
  report(kKay, 10, {}, 0, 10);
  report(kFay, 10, {}, 0, 10);
  settle();
  take_sent_lbts();
  report(kKay, 12, {}, 0, 12);
  exchange.end_turn();
  EXPECT_TRUE(up.empty());
  exchange.send_complete_statement();
  EXPECT_EQ(up.size(), 1u);
  deliver_up();
  report(kFay, 12, {}, 0, 12);
  exchange.end_turn();
  EXPECT_EQ(up.size(), 1u);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 12", "2: 12"}));
}

// The query goes up after the router's word has arrived and before the turn ends.
TEST_F(TimeExchangeTest, AQuestionForTheLbtsTakesNoAnswerFromWhoWaitsForOne) {
  add(kKay, kBoth);
  promise_as_gus(20);
  report(kKay, 10, {}, 0, 20);
  exchange.end_turn();
  deliver_up();
  send_lbts_from_upper();
  deliver_down();
  exchange.send_complete_statement();
  EXPECT_TRUE(exchange.turn_is_due());
  exchange.end_turn();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 20"}));
}

TEST_F(TimeExchangeTest, NobodyIsHeldBackByHisOwnPromise) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kFay, 20, {}, 0, 5);
  report(kKay, 10, {}, 0, 20);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 20", "2: 10"}));
}

TEST_F(TimeExchangeTest, WhoBeginsToRegulateCountsBeforeItsRouterHasSaidSo) {
  add(kKay, kBoth);
  promise_as_gus(30);
  report(kKay, 10);
  settle();
  add(kFay, {});
  exchange.end_turn();  // a statement of before the change
  lower.send_change(kRouter, kFay, MemberTimeChange::regulation_begins, 1);
  deliver_up();
  EXPECT_FALSE(upper.least().first);
  report(kKay, 12);
  settle();
  EXPECT_FALSE(upper.least().first);
  report(kFay, 15);
  settle();
  EXPECT_EQ(value(*upper.least().first), 12);
}

TEST_F(TimeExchangeTest, WhoCeasesToRegulateHoldsBackNobody) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kKay, 10);
  report(kFay, 20);
  settle();
  lower.send_change(kRouter, kKay, MemberTimeChange::regulation_ends, position);
  settle();
  EXPECT_EQ(value(*upper.least().first), 20);
  EXPECT_EQ(receive_from_member(kKay, wire::TimeReport{at(bytes_of[40]), {}, 0, {}, false}),
            "a promise, though it does not regulate");
}

TEST_F(TimeExchangeTest, WhoHasGoneHoldsBackNobody) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kKay, 10);
  report(kFay, 20, {}, 0, 30);
  settle();
  lower.remove(kRouter, kKay);
  exchange.remove_member(kKay);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"2: 30"}));
  report(kFay, 25);
  settle();
  EXPECT_EQ(value(*upper.least().first), 25);
}

// The upper router has lost its own way, so the member may return elsewhere with the same promise.
TEST_F(TimeExchangeTest, WhoIsCutOffStillHoldsBackTheOthers) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kKay, 10);
  report(kFay, 20, {}, 0, 30);
  settle();
  exchange.cut_off_member(kKay);
  exchange.end_turn();
  EXPECT_TRUE(take_sent_lbts().empty());
  lower.remove(kRouter, kKay);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"2: 30"}));
}

TEST_F(TimeExchangeTest, WhatIsUnderWayToARouterKeepsReportsFromHoldingTogether) {
  add(kKay, kBoth);
  promise_as_gus(5, 45);
  lower.record_tso_sent(kRouter);
  report(kKay, 10, 50);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 5"}));
  exchange.record_tso_from_upper();
  exchange.record_tso_forwarded(kKay);
  settle();  // the copy has reached the router, but not Kay
  EXPECT_TRUE(take_sent_lbts().empty());
  report(kKay, 10, 40, 1);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 5", "1: 5 together 40 with " + std::to_string(position)}));
}

TEST_F(TimeExchangeTest, WhatHoldsTogetherIsNotForWhoHasPromisedSomethingElseSince) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kKay, 10, 50);
  report(kFay, 10, 40);
  exchange.end_turn();
  deliver_up();
  send_lbts_from_upper();
  const wire::Position of_kay = position - 1;
  report(kFay, 10, 60);
  deliver_down();
  exchange.end_turn();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 10 together 30 with " + std::to_string(of_kay), "2: 10"}));
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"2: 10 together 30 with " + std::to_string(position)}));
}

TEST_F(TimeExchangeTest, AReportThatChangesNoStatementEntersWithTheLast) {
  add(kKay, kBoth);
  add(kFay, kBoth);
  promise_as_gus(30);
  report(kKay, 10, 50);
  report(kFay, 10, 60);
  settle();
  take_sent_lbts();
  report(kFay, 10, 70);
  exchange.end_turn();
  exchange.end_turn();
  EXPECT_FALSE(exchange.turn_is_due());
  EXPECT_TRUE(up.empty());
  EXPECT_EQ(take_sent_lbts(),
            (Lines{"2: 10", "2: 10 together 30 with " + std::to_string(position)}));
}

TEST_F(TimeExchangeTest, AStatementOfAnEarlierSessionIsVoid) {
  add(kKay, kBoth);
  promise_as_gus(30);
  report(kKay, 10);
  exchange.end_turn();
  lower.clear();
  upper.begin(kGus.value);
  promise_as_gus(30);
  add(kKay, kBoth);
  deliver_up();
  EXPECT_FALSE(upper.least().first);
}

TEST_F(TimeExchangeTest, ARouterThatStatesWhatCannotBeIsFaulty) {
  add(kKay, kBoth);
  wire::TimeStated stated;
  stated.federation = "X";
  stated.session = 1;
  stated.number = 1;
  stated.tso_received = 1;
  EXPECT_NE(lower.receive_statement(kRouter, stated), Fault());
  stated.tso_received = 0;
  stated.changes = 3;
  EXPECT_NE(lower.receive_statement(kRouter, stated), Fault());
  stated.changes = 2;
  EXPECT_EQ(lower.receive_statement(kRouter, stated), Fault());
  EXPECT_NE(lower.receive_statement(kRouter, stated), Fault());
  stated.number = 2;
  stated.promises.least = wire::TimeBound{};
  EXPECT_NE(lower.receive_statement(kRouter, stated), Fault());
}

TEST_F(TimeExchangeTest, ARouterCannotPromiseForThoseOfOthers) {
  add(kKay, kBoth);
  promise_as_gus(30);
  wire::TimeStated stated;
  stated.federation = "X";
  stated.session = 1;
  stated.number = 1;
  stated.changes = 2;
  stated.promises.any = true;
  stated.promises.of = kGus;
  stated.promises.least = at(bytes_of[200]);
  EXPECT_EQ(lower.receive_statement(kRouter, stated), Fault());
  EXPECT_EQ(value(*upper.least().first), 30);
}

TEST_F(TimeExchangeTest, AFallIsToldAtOnce) {
  add(kKay, kBoth);
  promise_as_gus(30);
  report(kKay, 10, {}, 0, 25);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 30"}));
  upper.begin(kGus.value);
  lower.send_promises_to_all(least(), 1);
  EXPECT_EQ(down.size(), 1u);
  deliver_down();
  report(kKay, 28, {}, 0, 28);
  settle();
  EXPECT_TRUE(take_sent_lbts().empty());
  promise_as_gus(28);
  settle();
  EXPECT_EQ(take_sent_lbts(), (Lines{"1: 28"}));
}

}  // namespace
}  // namespace triad::router
