// Records that a router forwards between its own members: the receivers and the order.
#include "router/edge_switch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "router/local_data.hpp"

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
  static FederateHandle member_at(LinkId client) {
    return FederateHandle(static_cast<std::uint32_t>(client.value));
  }
  // Adds a member with the client's number as its handle.
  void join(LinkId client, LinkId via = {}, wire::Position since = 0) {
    edge.add(client, member_at(client), via, since);
  }
  void subscribe(LinkId client, bool after_restore = false) {
    wire::InterestChanged changed;
    changed.after_restore = after_restore;
    changed.entries.push_back({kKey, 1, 1, {}});
    take(client, changed, {});
  }
  template <class Message>
  void take(LinkId client, const Message& message, wire::RecordHeader header) {
    header.sender = header.sender == 0 ? member_at(client).value : header.sender;
    header.position = header.position == 0 ? ++position_ : header.position;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    goes_up_ = edge.take(client, *wire::parse_record(frame));
  }
  // Returns true if the last record also goes to the RTIG.
  bool goes_up() const { return goes_up_; }
  // Applies interest from the router above.
  void outside(std::vector<wire::InterestEntry> entries, bool complete = true) {
    wire::OutsideInterest told;
    told.round = ++rounds_;
    told.anew = true;
    told.complete = complete;
    told.entries = std::move(entries);
    edge.interest().receive_statement_from_upper(told);
  }
  // Sends an update of a sender that had applied the log up to `stamp`.
  void update(LinkId client, wire::Position stamp = 0, std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.after_position = stamp;
    header.flags = flags;
    header.interest_key = kKey;
    header.interest_mask = 1;
    take(client, wire::UpdateAttributeValues{}, header);
  }
  // Sends a request. Returns its position, for handled().
  wire::Position request(LinkId client) {
    take(client, wire::LeaseObjectHandles{1}, {});
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
  update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  subscribe(kC);
  update(kA);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "3 from 1"}));
}

TEST_F(Edge, SendsNobodyHisOwn) {
  update(kB);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, LeavesWhatIsInTimeStampOrderToTheRtig) {
  update(kA, 0, wire::kTimeStamped);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, LeavesThoseBehindOneRouterBelowToThat) {
  join(kC, kBelow);
  subscribe(kC);
  join(LinkId{4}, kBelow);
  update(LinkId{4});
  EXPECT_EQ(take_lines(), Lines{"2 from 4"});
  update(kA);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "3 from 1"}));
}

TEST_F(Edge, AnUpdateWaitsForTheLogThatItsSenderHad) {
  edge.log_passed(4);
  update(kA, 5);
  update(kA, 4);  // after the other update
  EXPECT_EQ(take_lines(), Lines());
  EXPECT_GT(edge.held_bytes(), 0U);
  edge.log_passed(5);
  EXPECT_EQ(take_lines(), (Lines{"2 from 1", "2 from 1"}));
  EXPECT_EQ(edge.held_bytes(), 0U);
}

// A record of the log may be in transit to some members after others have received it.
TEST_F(Edge, ARecordFromAboveTellsHowFarTheLogIs) {
  wire::RecordHeader log;
  log.flags = wire::kLogRecord;
  log.position = 6;
  update(kA, 6);
  edge.note_from_above(log);
  EXPECT_EQ(take_lines(), Lines());
  log.position = 7;
  edge.note_from_above(log);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});

  wire::RecordHeader answer;
  answer.position = 8;
  update(kA, 8);
  edge.note_from_above(answer);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});

  wire::RecordHeader of_another;
  of_another.sender = 77;
  of_another.position = 1;
  of_another.after_position = 9;
  update(kA, 9);
  edge.note_from_above(of_another);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

TEST_F(Edge, AnUpdateWaitsForWhatFollowsFromTheRequestBeforeIt) {
  const wire::Position first = request(kA);
  update(kA);
  const wire::Position second = request(kA);
  update(kA);
  EXPECT_EQ(take_lines(), Lines());
  edge.handled(kA, first);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  edge.handled(kA, second);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

TEST_F(Edge, OneWhoWaitsHoldsNobodyElse) {
  request(kA);
  update(kA);
  join(kC);
  update(kC);
  EXPECT_EQ(take_lines(), Lines{"2 from 3"});
}

TEST_F(Edge, WhatTheRouterTakesIsNoRequest) {
  take(kA, wire::SenderWaiting{true}, {});
  update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
}

// Receivers are chosen on arrival, as at the router above.
TEST_F(Edge, WhoSubscribesLaterIsNotSentWhatWaits) {
  request(kA);
  update(kA);
  join(kC);
  subscribe(kC);
  edge.remove(kB);
  edge.handled(kA, 100);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, WhatALeaverHadWaitingGoesWithHim) {
  request(kA);
  update(kA);
  edge.remove(kA);
  EXPECT_EQ(edge.held_bytes(), 0U);
  edge.log_passed(100);
  edge.handled(kA, 100);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, ARecordInTheNameOfAnotherGoesToNobody) {
  wire::RecordHeader header;
  header.sender = 55;
  header.interest_key = kKey;
  header.interest_mask = 1;
  take(kA, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(take_lines(), Lines());
}

TEST_F(Edge, AStampOfTheFarFutureHoldsItsSenderAlone) {
  update(kA, wire::Position{1} << 60);
  edge.log_passed(1000);
  join(kC);
  update(kC, 1000);
  EXPECT_EQ(take_lines(), Lines{"2 from 3"});
}

TEST_F(Edge, AfterARestoreWhatWasStatedForThatHolds) {
  join(kC);
  subscribe(kC, true);
  update(kA);
  EXPECT_EQ(take_lines(), Lines{"2 from 1"});
  edge.log_passed(10);
  for (const LinkId client : {kA, kB, kC}) join(client, {}, 11);
  update(kA, 10);  // as the member from before the restore
  update(kA, 11);
  wire::RecordHeader restored;
  restored.position = 13;
  edge.note_from_above(restored);  // one member has received the log
  EXPECT_EQ(take_lines(), Lines());
  edge.log_passed(13);  // all members have
  EXPECT_EQ(take_lines(), Lines{"3 from 1"});
}

// --- Records to the RTIG

TEST_F(Edge, EverythingGoesUpUntilItIsToldWhatIsWantedThere) {
  update(kA);
  EXPECT_TRUE(goes_up());
  outside({}, false);
  update(kA);
  EXPECT_TRUE(goes_up()) << "there is more to come";
  outside({});
  update(kA);
  EXPECT_FALSE(goes_up());
  EXPECT_EQ(take_lines().size(), 3u) << "those here are given it in any case";
  outside({}, false);
  update(kA);
  EXPECT_TRUE(goes_up());
}

TEST_F(Edge, WhatIsWantedOutsideGoesUp) {
  outside({{kKey, 1, 1, {}}});
  update(kA);
  EXPECT_TRUE(goes_up());
  outside({{kKey, 2, 2, {}}});
  update(kA);
  EXPECT_FALSE(goes_up()) << "another attribute";
}

TEST_F(Edge, AllButUpdatesAndInteractionsInReceiveOrderGoesUp) {
  outside({});
  update(kA, 0, wire::kTimeStamped);
  EXPECT_TRUE(goes_up());
  request(kA);
  EXPECT_TRUE(goes_up());
  subscribe(kA);
  EXPECT_TRUE(goes_up());
}

TEST_F(Edge, WhatWaitsHereGoesUpSoThatSomebodyLooksAtIt) {
  outside({});
  update(kA, 5);
  EXPECT_TRUE(goes_up());
  update(kC, 5);
  EXPECT_TRUE(goes_up()) << "nobody of that name is here";
  join(kC);
  update(kB, 5);
  EXPECT_TRUE(goes_up()) << "nobody wants it, but it claims what cannot be";
  edge.log_passed(5);
  update(kA, 5);
  EXPECT_FALSE(goes_up());
}

TEST_F(Edge, WhatIsWantedOfMoreThanItKnowsGoesUp) {
  outside({{kLocalKeysEnd, 1, 1, {}}});
  update(kA);
  EXPECT_FALSE(goes_up());
  wire::RecordHeader header;
  header.interest_key = kLocalKeysEnd;
  header.interest_mask = 1;
  take(kA, wire::UpdateAttributeValues{}, header);
  EXPECT_TRUE(goes_up());
}

TEST_F(Edge, AnOutsideThatMakesNoSenseIsAsIfItWantedEverything) {
  outside({{kKey, 0, 1, {}}});
  update(kA);
  EXPECT_TRUE(goes_up());
  outside({});
  update(kA);
  EXPECT_FALSE(goes_up());
}

}  // namespace

}  // namespace triad::router
