// A router below another: records of clients go up, records from above go to their receivers, and
// both routers know the begin and end of each client's link.
#include "router/relay.hpp"

#include <gtest/gtest.h>

#include <array>

#include "router/test_mesh.hpp"

namespace triad::router {

namespace {

using Lines = std::vector<std::string>;

constexpr LinkId kLinkOfBeta{1};  // the link of beta at the router above
constexpr LinkId kClientA{5};
constexpr LinkId kClientB{9};

class TwoRouters : public testing::Test {
 protected:
  TwoRouters() {
    above_.lower.add(kLinkOfBeta, "beta");
    below_.relay.record_upper_connected();
    deliver();
    EXPECT_EQ(above_.clients.take_lines(), Lines{"1 asks for the way 1"});
  }
  // All that is under way in either direction, until nothing is.
  void deliver() {
    above_.lower.flush();
    while (!below_.frames.empty() || !above_.frames[kLinkOfBeta].empty()) {
      while (!below_.frames.empty()) {
        const wire::Buffer frame = std::move(below_.frames.front());
        below_.frames.pop_front();
        EXPECT_EQ(above_.lower.receive_frame(kLinkOfBeta, frame), Fault());
      }
      above_.lower.flush();
      while (!above_.frames[kLinkOfBeta].empty()) {
        const wire::Buffer frame = std::move(above_.frames[kLinkOfBeta].front());
        above_.frames[kLinkOfBeta].pop_front();
        EXPECT_EQ(below_.relay.receive_frame_from_upper(frame), Fault());
      }
    }
  }
  void begin_two_clients() {
    below_.relay.add_client(kClientA, {"tcp 10.0.0.1:1"});
    below_.relay.add_client(kClientB, {"tcp 10.0.0.1:2"});
    deliver();
    above_.clients.take_lines();
  }

  std::size_t held_below() const {
    std::size_t held = 0;
    below_.relay.for_each_held([&](const auto&, std::size_t bytes) { held += bytes; });
    return held;
  }

  Above above_;
  Below below_;
};

TEST_F(TwoRouters, TheRouterAboveCanAdmitNoClientThatWasNotAnnounced) {
  begin_two_clients();
  wire::Buffer record;
  wire::encode_record(
      {}, wire::ClientAdmitted{kClientB.value + 1, "war", wire::FederateHandle(1), 0}, record);
  EXPECT_EQ(below_.relay.receive_frame_from_upper(joined(kRouterPrefix, record)),
            Fault("word of client 10, which was not announced"));
}

TEST_F(TwoRouters, TheRouterAboveCanAdmitNoMemberThatCountsAsAPeer) {
  begin_two_clients();
  for (const wire::FederateHandle federate :
       {wire::FederateHandle(), wire::FederateHandle(kLastFederate.value + 1)}) {
    wire::Buffer record;
    wire::encode_record({}, wire::ClientAdmitted{kClientB.value, "war", federate, 0}, record);
    EXPECT_TRUE(below_.relay.receive_frame_from_upper(joined(kRouterPrefix, record)))
        << federate.value;
  }
}

TEST_F(TwoRouters, WhatIsToldOfAFederationThatIsNotThereIsAnswered) {
  wire::OutsideInterest outside;
  outside.federation = "war";
  outside.round = 1;
  wire::Buffer out;
  EXPECT_TRUE(send_message_to_router(above_.lower, kLinkOfBeta, outside, out));
  EXPECT_FALSE(send_message_to_router(above_.lower, LinkId{77}, outside, out))
      << "no router has that link";
  deliver();
  EXPECT_EQ(above_.clients.take_lines(), Lines{"1 took round 1, unknown"});
}

TEST_F(TwoRouters, AClientBelowIsAClientAbove) {
  below_.relay.add_client(kClientA, {"tcp 10.0.0.1:1"});
  below_.relay.receive_from_client(kClientA, record_at(7));
  deliver();
  EXPECT_EQ(above_.clients.take_lines(),
            (Lines{"101 up tcp 10.0.0.1:1 at router beta", "101 sent 7"}));
  above_.lower.send_to_client(LinkId{101}, record_at(8));
  deliver();
  EXPECT_EQ(below_.take_lines(), (Lines{"5 sent 8"}));
}

TEST_F(TwoRouters, WhatSeveralAreSentCrossesTheLinkOnce) {
  begin_two_clients();
  above_.lower.send_to_client(LinkId{101}, record_at(1));
  above_.lower.send_to_client(LinkId{102}, record_at(1));
  above_.lower.flush();
  EXPECT_EQ(above_.frames[kLinkOfBeta].size(), 1U);
  deliver();
  EXPECT_EQ(below_.take_lines(), (Lines{"5 sent 1", "9 sent 1"}));
}

TEST_F(TwoRouters, WordOfAClientComesBehindWhatItWasSent) {
  begin_two_clients();
  above_.lower.send_to_client(LinkId{101}, record_at(1));
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  above_.lower.send_to_client(LinkId{101}, record_at(2));
  above_.lower.disconnect(LinkId{101}, "did wrong");
  deliver();
  EXPECT_EQ(below_.take_lines(),
            (Lines{"5 sent 1", "5 admitted to war", "5 sent 2", "5 disconnected did wrong"}));
  EXPECT_FALSE(above_.lower.has_client(LinkId{101}));
  EXPECT_EQ(below_.relay.client_count(), 1U);
}

TEST_F(TwoRouters, TellsTheFederationOfAClient) {
  begin_two_clients();
  EXPECT_EQ(below_.relay.federation_of(kClientA), "");
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  EXPECT_EQ(below_.relay.federation_of(kClientA), "war");
  EXPECT_EQ(below_.relay.federation_of(kClientB), "");
}

TEST_F(TwoRouters, WhoIsToLeaveTellsItsClientsAndStaysForMembers) {
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  below_.take_lines();
  EXPECT_FALSE(below_.relay.may_end());
  below_.relay.leave_mesh();
  below_.relay.leave_mesh();  // told once
  EXPECT_EQ(below_.take_lines().size(), 2U);
  EXPECT_FALSE(below_.relay.may_end());
  above_.lower.notify(MemberResigned{LinkId{101}, 3});
  deliver();
  EXPECT_TRUE(below_.relay.may_end());
}

TEST_F(TwoRouters, TellsTheRtigThatAHostHasClosedALink) {
  begin_two_clients();
  above_.clients.take_lines();
  below_.relay.remove_client(kClientA, "its process has ended", LinkEnd::closed_by_peer);
  below_.relay.remove_client(kClientB, "its network has failed", LinkEnd::other);
  deliver();
  EXPECT_EQ(above_.clients.take_lines(),
            (Lines{"101 closed its process has ended", "102 down its network has failed"}));
}

// A router below counts it as a member until ClientResigned comes, and its members wait for that.
TEST_F(TwoRouters, AMemberThatHasGoneIsOneNoMoreWhenTheWayUpEndsBeforeTheRtigHasSaidSo) {
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  below_.relay.remove_client(kClientA, "closed its connection", LinkEnd::other);
  below_.take_lines();
  below_.relay.record_upper_lost("the peer closed the connection");
  EXPECT_EQ(below_.take_lines().front(), "5 resigned");
}

// The router there would otherwise remove the handle of another member when it resigns.
TEST_F(TwoRouters, AMemberThatHasGoneBelowALowerRouterGetsItsHandleInARestore) {
  below_.router = LinkId{3};
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  below_.relay.remove_client(kClientA, "closed its connection", LinkEnd::other);
  below_.take_lines();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(2), 9}});
  deliver();
  EXPECT_EQ(below_.take_lines(), Lines{"5 admitted to war"});
}

TEST_F(TwoRouters, WhoIsToLeaveNamesItsMembersToTheRtig) {
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  below_.relay.leave_mesh();
  deliver();
  EXPECT_EQ(above_.clients.take_lines(), Lines{"101 is to move"});
  // And a client that becomes a member by a request that was in transit.
  above_.lower.notify(MemberAdmitted{LinkId{102}, {"war", wire::FederateHandle(2), 0}});
  deliver();
  EXPECT_EQ(above_.clients.take_lines(), Lines{"102 is to move"});
  below_.relay.leave_mesh();  // asked again
  deliver();
  EXPECT_EQ(above_.clients.take_lines().size(), 2U);
}

TEST_F(TwoRouters, WhoIsToLeaveHearsWhoStays) {
  begin_two_clients();
  below_.take_lines();
  above_.lower.notify(MemberStays{LinkId{101}, "it has nowhere to go"});
  deliver();
  EXPECT_EQ(below_.take_lines(), Lines{"5 stays: it has nowhere to go"});
}

TEST_F(TwoRouters, WhoIsToLeaveStaysForAnswers) {
  begin_two_clients();
  below_.relay.leave_mesh();
  EXPECT_TRUE(below_.relay.may_end());
  wire::Buffer request;
  wire::encode_record(wire::RecordHeader{.position = 4}, wire::ListFederations{}, request);
  below_.relay.receive_from_client(kClientA, request);
  deliver();
  EXPECT_FALSE(below_.relay.may_end());
  const auto answer = [&](wire::Position asked) {
    wire::Buffer bytes;
    wire::encode_record(wire::RecordHeader{.after_position = asked}, wire::Accepted{}, bytes);
    above_.lower.send_to_client(LinkId{101}, bytes);
    deliver();
  };
  answer(3);
  EXPECT_FALSE(below_.relay.may_end());
  answer(4);
  EXPECT_TRUE(below_.relay.may_end());
}

TEST_F(TwoRouters, AClientThatEndsBelowEndsAbove) {
  begin_two_clients();
  below_.relay.receive_from_client(kClientA, record_at(1));
  below_.relay.remove_client(kClientA, "the peer closed the connection", LinkEnd::other);
  deliver();
  EXPECT_EQ(above_.clients.take_lines(),
            (Lines{"101 sent 1", "101 down the peer closed the connection"}));
}

// Each end has said so before it hears it.
TEST_F(TwoRouters, AClientMayEndAtBothEndsAtOnce) {
  begin_two_clients();
  above_.lower.send_to_client(LinkId{101}, record_at(1));
  above_.lower.disconnect(LinkId{101}, "did wrong");
  below_.relay.receive_from_client(kClientA, record_at(2));
  below_.relay.remove_client(kClientA, "the peer closed the connection", LinkEnd::other);
  deliver();
  EXPECT_EQ(above_.clients.take_lines(), Lines());
  EXPECT_EQ(below_.take_lines(), Lines());
}

// As a federate that registers, updates and is killed: those elsewhere get the update.
TEST_F(TwoRouters, WhatOneHadSentGoesToTheOthersThoughItsLinkHasEnded) {
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  above_.lower.notify(MemberAdmitted{LinkId{102}, {"war", wire::FederateHandle(2), 0}});
  deliver();
  const auto from = [](std::uint32_t federate, wire::Position position) {
    wire::RecordHeader header;
    header.sender = federate;
    header.position = position;
    return header;
  };
  wire::Buffer record;
  wire::encode_record(from(2, 1), wire::InterestChanged{false, {{3, 1, 1, {}}}, {}}, record);
  below_.relay.receive_from_client(kClientB, record);
  record.clear();
  wire::encode_record(from(1, 1), wire::LeaseObjectHandles{1}, record);
  below_.relay.receive_from_client(kClientA, record);
  record.clear();
  wire::RecordHeader update = from(1, 2);
  update.interest_key = 3;
  update.interest_mask = 1;
  wire::encode_record(update, wire::UpdateAttributeValues{}, record);
  below_.relay.receive_from_client(kClientA, record);
  below_.relay.remove_client(kClientA, "killed", LinkEnd::other);
  (void)below_.take_lines();
  EXPECT_GT(held_below(), 0U);
  deliver();
  EXPECT_EQ(below_.take_lines(), (Lines{"9 sent 2", "5 handled 1"}));
  EXPECT_EQ(held_below(), 0U);
}

// The next record may be the effect of a later request of the same federate, which is still held.
TEST_F(TwoRouters, ARequestWasHandledBeforeMoreIsSent) {
  begin_two_clients();
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  deliver();
  below_.take_lines();
  wire::RecordHeader header;
  header.sender = 1;
  header.position = 1;
  wire::Buffer record;
  wire::encode_record(header, wire::LeaseObjectHandles{1}, record);
  below_.relay.receive_from_client(kClientA, record);
  EXPECT_EQ(above_.lower.receive_frame(kLinkOfBeta, below_.frames.front()), Fault());
  below_.frames.pop_front();
  above_.lower.send_to_client(LinkId{102}, record_at(5));
  deliver();
  EXPECT_EQ(below_.take_lines(), (Lines{"5 handled 1", "9 sent 5"}));
}

TEST_F(TwoRouters, AllClientsGoWithTheirRouter) {
  begin_two_clients();
  above_.lower.remove(kLinkOfBeta, "the peer closed the connection");
  EXPECT_EQ(above_.clients.take_lines(),
            (Lines{"101 down its router beta is gone: the peer closed the connection",
                   "102 down its router beta is gone: the peer closed the connection"}));
  EXPECT_FALSE(above_.lower.has_client(LinkId{101}));
}

TEST_F(TwoRouters, AllClientsAreToldThatTheWayToTheRtigIsLost) {
  begin_two_clients();
  below_.relay.receive_from_client(kClientA, record_at(1));
  below_.relay.receive_from_client(kClientB, record_at(1));
  deliver();
  below_.relay.record_upper_lost("it has no connection to router alpha");
  const std::string why =
      "has lost its router's connection to the RTIG: router beta: it has no connection to router "
      "alpha";
  EXPECT_EQ(below_.take_lines(), (Lines{"5 refused this program " + why, "5 disconnected " + why,
                                        "9 refused this program " + why, "9 disconnected " + why}));
  below_.relay.receive_from_client(kClientA, record_at(1));
  EXPECT_TRUE(below_.frames.empty());
}

// A member that returns by this router may have made only the handshake.
TEST_F(TwoRouters, AClientWithoutARequestMayGoOnByAnotherRouter) {
  begin_two_clients();
  wire::Buffer record;
  wire::encode_record({}, wire::Hello{}, record);
  below_.relay.receive_from_client(kClientA, record);
  record.clear();
  wire::encode_record({}, wire::ResumeMember{}, record);
  below_.relay.receive_from_client(kClientB, record);
  below_.relay.receive_from_client(kClientB, record_at(1));
  below_.relay.record_upper_lost("it has no connection to router alpha");
  const std::string why =
      "has lost its router's connection to the RTIG: router beta: it has no connection to router "
      "alpha";
  EXPECT_EQ(below_.take_lines(), (Lines{"5 disconnected " + why, "9 disconnected " + why}));
}

// Its next request cannot be repeated elsewhere.
TEST_F(TwoRouters, AClientWhoseRequestToJoinIsRefusedIsToldThatTheWayIsLost) {
  begin_two_clients();
  wire::Buffer record;
  wire::RecordHeader header;
  header.position = 1;
  wire::JoinFederationExecution join;
  join.session.low = 1;
  wire::encode_record(header, join, record);
  below_.relay.receive_from_client(kClientA, record);
  deliver();
  record.clear();
  header = {};
  header.after_position = 1;
  wire::encode_record(header, wire::Refused{wire::ErrorCode::RTIinternalError, "full"}, record);
  above_.lower.send_to_client(LinkId{101}, record);
  deliver();
  below_.take_lines();
  below_.relay.record_upper_lost("it has no connection to router alpha");
  const Lines lines = below_.take_lines();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines.front().starts_with("5 refused this program has lost")) << lines.front();
}

TEST_F(TwoRouters, WhoComesMeanwhileIsRefused) {
  below_.relay.record_upper_lost("it has no connection to router alpha");
  below_.relay.add_client(kClientA, {"tcp 10.0.0.1:1"});
  const std::string why =
      "cannot be served by router beta now: it has no connection to router alpha";
  EXPECT_EQ(below_.take_lines(), (Lines{"5 refused this program " + why, "5 disconnected " + why}));
  below_.relay.record_upper_connected();
  below_.relay.add_client(kClientB, {"tcp 10.0.0.1:2"});
  EXPECT_EQ(below_.take_lines(), Lines());
}

TEST_F(TwoRouters, RefusesMoreClientsThanItMayHave) {
  Below small(1);
  small.relay.record_upper_connected();
  small.relay.add_client(kClientA, {"tcp 10.0.0.1:1"});
  small.relay.add_client(kClientB, {"tcp 10.0.0.1:2"});
  const std::string why =
      "exceeds the limit of clients: router beta may have 1 clients (limits: members)";
  EXPECT_EQ(small.take_lines(), (Lines{"9 refused this program " + why, "9 disconnected " + why}));
}

// The others behind its router go on: nothing of it is passed on.
TEST_F(TwoRouters, WhoSendsNonsenseIsOutAlone) {
  begin_two_clients();
  below_.relay.receive_from_client(kClientA, wire::Buffer(5));
  below_.relay.receive_from_client(kClientA, record_at(1));
  below_.relay.receive_from_client(kClientB, record_at(2));
  deliver();
  const std::string why = "sent bytes that are not a record of Triad's protocol";
  EXPECT_EQ(below_.take_lines(), (Lines{"5 refused this program " + why, "5 disconnected " + why}));
  EXPECT_EQ(above_.clients.take_lines(), (Lines{"101 down " + why, "102 sent 2"}));
  EXPECT_EQ(below_.relay.client_count(), 1U);
}

// In steps of 32 KB, and when it is empty.
TEST_F(TwoRouters, TellsWhatWaitsForAClient) {
  begin_two_clients();
  below_.dropped.by_priority[2] = 3;
  below_.relay.record_backlog(kClientA, 40'000);
  below_.relay.record_backlog(kClientA, 41'000);
  below_.relay.record_backlog(kClientA, 70'000);
  below_.relay.record_backlog(kClientA, 0);
  deliver();
  EXPECT_EQ(above_.clients.take_lines(),
            (Lines{"101 backlog 40000", "101 backlog 70000", "101 backlog 0"}));
  EXPECT_EQ(above_.lower.best_effort_losses(LinkId{101}), below_.dropped);
}

// A queue that is full of best-effort records keeps its length.
TEST_F(TwoRouters, TellsWhatIsDroppedWhileTheQueueStaysAsItIs) {
  begin_two_clients();
  below_.relay.record_backlog(kClientA, 40'000);
  deliver();
  for (const std::uint64_t dropped : {1U, 2U, 80U, 90U, 91U}) {
    below_.dropped.by_priority[4] = dropped;
    below_.relay.record_backlog(kClientA, 40'000);
    deliver();
    EXPECT_EQ(above_.lower.best_effort_losses(LinkId{101}).total(), dropped == 90 ? 80U : dropped);
  }
}

TEST_F(TwoRouters, WhatWaitsForARouterWaitsForAllBehindIt) {
  begin_two_clients();
  below_.relay.record_backlog(kClientA, 40'000);
  deliver();
  above_.clients.take_lines();
  above_.lower.record_backlog(kLinkOfBeta, 100'000);
  above_.lower.record_backlog(kLinkOfBeta, 101'000);
  EXPECT_EQ(above_.clients.take_lines(), (Lines{"101 backlog 140000", "102 backlog 100000"}));
}

class HostileNeighbour : public TwoRouters {
 protected:
  template <class Message>
  Fault send_message_to_upper(const Message& message) {
    wire::Buffer frame;
    append_link_prefix({}, frame);
    wire::encode_record({}, message, frame);
    return above_.lower.receive_frame(kLinkOfBeta, frame);
  }
};

TEST_F(HostileNeighbour, MayNotSpeakForAClientThatItHasNotAnnounced) {
  wire::Buffer frame;
  const std::array<ClientNumber, 1> client{4};
  append_link_prefix(client, frame);
  const wire::Buffer record = record_at(1);
  frame.insert(frame.end(), record.begin(), record.end());
  EXPECT_EQ(above_.lower.receive_frame(kLinkOfBeta, frame),
            "a record of client 4, which it has not announced");
  EXPECT_EQ(send_message_to_upper(wire::ClientDown{4, ""}),
            "a record of client 4, which it has not announced");
  EXPECT_EQ(send_message_to_upper(wire::ClientToMove{4}),
            "a record of client 4, which it has not announced");
  EXPECT_EQ(send_message_to_upper(wire::ClientBacklog{4, 1, {}}),
            "a record of client 4, which it has not announced");
  EXPECT_EQ(above_.clients.take_lines(), Lines());
}

TEST_F(HostileNeighbour, MayNotUseANumberTwice) {
  EXPECT_EQ(send_message_to_upper(wire::ClientUp{4, "tcp"}), Fault());
  EXPECT_EQ(send_message_to_upper(wire::ClientUp{3, "tcp"}),
            "a new client with the number 3, and has announced 4 before");
  EXPECT_EQ(send_message_to_upper(wire::ClientUp{4, "tcp"}),
            "a new client with the number 4, and has announced 4 before");
}

TEST_F(HostileNeighbour, MayNotAnswerWhatItWasNotTold) {
  const auto answers = [this](std::uint64_t round) {
    return below_.relay.receive_from_router(kLinkOfBeta,
                                            wire::OutsideInterestTaken{"war", round, true});
  };
  EXPECT_EQ(answers(0), "an answer to round 0, which was not sent to it");
  EXPECT_EQ(answers(1), "an answer to round 1, which was not sent to it");
}

TEST_F(HostileNeighbour, MaySendNothingElse) {
  EXPECT_EQ(send_message_to_upper(wire::SenderWaiting{true}),
            "a SenderWaiting record, which routers do not send to each other");
  EXPECT_EQ(send_message_to_upper(wire::ClientAdmitted{1, "war", {}, 0}),
            "a ClientAdmitted record, which routers do not send to each other");
  EXPECT_EQ(above_.lower.receive_frame(kLinkOfBeta, wire::Buffer(3)), "a malformed frame");
}

TEST_F(HostileNeighbour, IsNoneToTheRouterBelowEither) {
  begin_two_clients();
  wire::Buffer frame;
  append_link_prefix({}, frame);
  wire::encode_record({}, wire::ClientUp{1, "tcp"}, frame);
  EXPECT_EQ(below_.relay.receive_frame_from_upper(frame),
            "a ClientUp record, which routers do not send to each other");
  EXPECT_EQ(below_.relay.receive_frame_from_upper(wire::Buffer(5)), "a malformed frame");
  EXPECT_EQ(below_.take_lines(), Lines());
}

}  // namespace

}  // namespace triad::router
