// Records that a router forwards between its own members: the receivers and the order.
#include "router/edge_switch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "records/record_class.hpp"

namespace triad::router {

namespace {

using Lines = std::vector<std::string>;

constexpr wire::InterestKey kKey = 3;
constexpr LinkId kA{1};
constexpr LinkId kB{2};
constexpr LinkId kC{3};
constexpr LinkId kBelow{9};  // a router

class Edge : public testing::Test, private EdgeSwitch::Host {
 protected:
  Edge() {
    join(kA);
    join(kB);
    subscribe(kB);
  }
  static FederateHandle federate_at(LinkId client) {
    return FederateHandle(static_cast<std::uint32_t>(client.value));
  }
  // Adds a member with the client's number as its handle.
  void join(LinkId client, LinkId via = {}, wire::Position since = 0) {
    edge.add(client, {federate_at(client), via, since});
  }
  void subscribe(LinkId client, bool after_restore = false) {
    wire::InterestChanged changed;
    changed.after_restore = after_restore;
    changed.entries.push_back({kKey, 1, 1, {}});
    send_to_edge(client, changed, {});
  }
  template <class Message>
  void send_to_edge(LinkId client, const Message& message, wire::RecordHeader header) {
    if (header.from() == wire::kRtig) header.sender = federate_at(client).value;
    header.position = header.position == 0 ? ++position_ : header.position;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    goes_up_ = edge.receive_from_client(client, *wire::parse_record(frame));
  }
  // Returns true if the last record also goes to the RTIG.
  bool needs_rtig() const { return goes_up_; }
  // Applies interest from the router above.
  void state_outside_interest(std::vector<wire::InterestEntry> entries, bool complete = true) {
    wire::OutsideInterest statement;
    statement.round = ++rounds_;
    statement.replaces_earlier = true;
    statement.complete = complete;
    statement.entries = std::move(entries);
    edge.interest().receive_statement_from_upper(statement);
  }
  // Sends an update of a sender that had applied the log up to `stamp`.
  void send_update(LinkId client, wire::Position stamp = 0, std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.after_position = stamp;
    header.flags = flags;
    header.interest_key = kKey;
    header.interest_mask = 1;
    send_to_edge(client, wire::UpdateAttributeValues{}, header);
  }
  // Sends a request. Returns its position, for record_handled().
  wire::Position send_request(LinkId client) {
    send_to_edge(client, wire::LeaseObjectHandles{1}, {});
    return position_;
  }
  Lines take_lines() { return std::exchange(lines_, {}); }

  EdgeSwitch edge{[this](LinkId client, wire::Bytes record) {
                    const auto parsed = wire::parse_record(record);
                    lines_.push_back(std::to_string(client.value) + " from " +
                                     std::to_string(parsed->header.sender));
                  },
                  *this};

 private:
  std::string_view federation() const override { return "X"; }
  std::uint64_t new_number() override { return ++numbers_; }
  bool send_to_router(LinkId, wire::Bytes) override { return true; }
  void send_word_up(wire::Bytes) override {}
  void answer_member(FederateHandle, wire::Position, InterestExchange::Answer,
                     wire::Bytes) override {}

  wire::Position position_ = 0;
  std::uint64_t rounds_ = 0;  // from above
  std::uint64_t numbers_ = 0;
  bool goes_up_ = false;
  Lines lines_;
};

TEST_F(Edge, PassesAnUpdateToWhoeverWantsIt) {
  join(kC);
  send_update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  subscribe(kC);
  send_update(kA);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "3 from 1"}));
}

TEST_F(Edge, SendsNobodyHisOwn) {
  send_update(kB);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, LeavesWhatIsInTimeStampOrderToTheRtig) {
  send_update(kA, 0, wire::kTimeStamped);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, LeavesThoseBehindOneRouterBelowToThat) {
  join(kC, kBelow);
  subscribe(kC);
  join(LinkId{4}, kBelow);
  send_update(LinkId{4});
  EXPECT_EQ(take_lines(), Lines{"2 from 4"});
  send_update(kA);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "3 from 1"}));
}

TEST_F(Edge, AnUpdateWaitsForTheLogThatItsSenderHad) {
  edge.record_log_forwarded(4);
  send_update(kA, 5);
  send_update(kA, 4);  // after the other update
  EXPECT_EQ(take_lines(), Lines());
  EXPECT_GT(edge.held_bytes(), 0U);
  edge.record_log_forwarded(5);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "2 from 1"}));
  EXPECT_EQ(edge.held_bytes(), 0U);
}

// A record of the log may be in transit to some members after others have received it.
TEST_F(Edge, ARecordFromAboveTellsHowFarTheLogIs) {
  wire::RecordHeader log;
  log.flags = wire::kLogRecord;
  log.position = 6;
  send_update(kA, 6);
  edge.record_log_position(log);
  EXPECT_EQ(take_lines(), Lines());
  log.position = 7;
  edge.record_log_position(log);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});

  wire::RecordHeader answer;
  answer.position = 8;
  send_update(kA, 8);
  edge.record_log_position(answer);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});

  wire::RecordHeader of_another;
  of_another.sender = 77;
  of_another.position = 1;
  of_another.after_position = 9;
  send_update(kA, 9);
  edge.record_log_position(of_another);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

TEST_F(Edge, AnUpdateWaitsForWhatFollowsFromTheRequestBeforeIt) {
  const wire::Position first = send_request(kA);
  send_update(kA);
  const wire::Position second = send_request(kA);
  send_update(kA);
  EXPECT_EQ(take_lines(), Lines());
  edge.record_handled(kA, first);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  edge.record_handled(kA, second);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  send_update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

TEST_F(Edge, OneWhoWaitsHoldsNobodyElse) {
  send_request(kA);
  send_update(kA);
  join(kC);
  send_update(kC);
  EXPECT_EQ(take_lines(), Lines{"2 from 3"});
}

TEST_F(Edge, WhatTheRouterTakesIsNoRequest) {
  send_to_edge(kA, wire::SenderWaiting{true}, {});
  send_update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

// Receivers are chosen on arrival, as at the router above.
TEST_F(Edge, WhoSubscribesLaterIsNotSentWhatWaits) {
  send_request(kA);
  send_update(kA);
  join(kC);
  subscribe(kC);
  edge.remove(kB);
  edge.record_handled(kA, 100);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, WhatALeaverHadWaitingGoesWithHim) {
  send_request(kA);
  send_update(kA);
  edge.remove(kA);
  EXPECT_EQ(edge.held_bytes(), 0U);
  edge.record_log_forwarded(100);
  edge.record_handled(kA, 100);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, ARecordInTheNameOfAnotherGoesToNobody) {
  wire::RecordHeader header;
  header.sender = 55;
  header.interest_key = kKey;
  header.interest_mask = 1;
  send_to_edge(kA, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, AStampOfTheFarFutureHoldsItsSenderAlone) {
  send_update(kA, wire::Position{1} << 60);
  edge.record_log_forwarded(1000);
  join(kC);
  send_update(kC, 1000);
  EXPECT_EQ(take_lines(), Lines{"2 from 3"});
}

TEST_F(Edge, AfterARestoreWhatWasStatedForThatHolds) {
  join(kC);
  subscribe(kC, true);
  send_update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  edge.record_log_forwarded(10);
  for (const LinkId client : {kA, kB, kC}) join(client, {}, 11);
  send_update(kA, 10);  // as the member from before the restore
  send_update(kA, 11);
  wire::RecordHeader restored;
  restored.position = 13;
  edge.record_log_position(restored);  // one member has received the log
  EXPECT_EQ(take_lines(), Lines());
  edge.record_log_forwarded(13);  // all members have
  EXPECT_EQ(take_lines(), Lines{"3 from 1"});
}

TEST_F(Edge, AfterARestoreMembersMayHaveTheHandlesOfEachOther) {
  edge.add(kB, {federate_at(kA), {}, 11});
  edge.add(kA, {federate_at(kB), {}, 11});
  ASSERT_NE(edge.find(federate_at(kA)), nullptr);
  ASSERT_NE(edge.find(federate_at(kB)), nullptr);
  EXPECT_EQ(*edge.find(federate_at(kA)), kB);
  EXPECT_EQ(*edge.find(federate_at(kB)), kA);
  ASSERT_TRUE(edge.member(kA).has_value());
  EXPECT_EQ(edge.member(kA)->federate, federate_at(kB));
}

// --- Records to the RTIG

TEST_F(Edge, EverythingGoesUpUntilItIsToldWhatIsWantedThere) {
  send_update(kA);
  EXPECT_TRUE(needs_rtig());
  state_outside_interest({}, false);
  send_update(kA);
  EXPECT_TRUE(needs_rtig()) << "there is more to come";
  state_outside_interest({});
  send_update(kA);
  EXPECT_FALSE(needs_rtig());
  EXPECT_EQ(take_lines().size(), 3u) << "those here are given it in any case";
  state_outside_interest({}, false);
  send_update(kA);
  EXPECT_TRUE(needs_rtig());
}

TEST_F(Edge, WhatIsWantedOutsideGoesUp) {
  state_outside_interest({{kKey, 1, 1, {}}});
  send_update(kA);
  EXPECT_TRUE(needs_rtig());
  state_outside_interest({{kKey, 2, 2, {}}});
  send_update(kA);
  EXPECT_FALSE(needs_rtig()) << "another attribute";
}

TEST_F(Edge, AllButUpdatesAndInteractionsInReceiveOrderGoesUp) {
  state_outside_interest({});
  send_update(kA, 0, wire::kTimeStamped);
  EXPECT_TRUE(needs_rtig());
  send_request(kA);
  EXPECT_TRUE(needs_rtig());
  subscribe(kA);
  EXPECT_TRUE(needs_rtig());
}

TEST_F(Edge, WhatWaitsHereGoesUpSoThatSomebodyLooksAtIt) {
  state_outside_interest({});
  send_update(kA, 5);
  EXPECT_TRUE(needs_rtig());
  send_update(kC, 5);
  EXPECT_TRUE(needs_rtig()) << "nobody of that name is here";
  join(kC);
  send_update(kB, 5);
  EXPECT_TRUE(needs_rtig()) << "nobody wants it, but it claims what cannot be";
  edge.record_log_forwarded(5);
  send_update(kA, 5);
  EXPECT_FALSE(needs_rtig());
}

TEST_F(Edge, WhatIsWantedOfMoreThanItKnowsGoesUp) {
  state_outside_interest({{records::kLocalKeysEnd, 1, 1, {}}});
  send_update(kA);
  EXPECT_FALSE(needs_rtig());
  wire::RecordHeader header;
  header.interest_key = records::kLocalKeysEnd;
  header.interest_mask = 1;
  send_to_edge(kA, wire::UpdateAttributeValues{}, header);
  EXPECT_TRUE(needs_rtig());
}

TEST_F(Edge, AnOutsideThatMakesNoSenseIsAsIfItWantedEverything) {
  state_outside_interest({{kKey, 0, 1, {}}});
  send_update(kA);
  EXPECT_TRUE(needs_rtig());
  state_outside_interest({});
  send_update(kA);
  EXPECT_FALSE(needs_rtig());
}

}  // namespace

}  // namespace triad::router
