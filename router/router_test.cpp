// Tests the records that a Router receives and forwards.
#include <string>
#include <vector>

#include "router/test_router.hpp"

namespace triad::router {
namespace {

// --- Receivers

// Another router forwards data between the members behind it.
TEST_F(RouterTest, WhoIsBehindTheSameRouterHasItFromThere) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) {
    const LinkId via{member == kCid ? 8U : 7U};
    router.attach(member, {.link = LinkId{member.value * 10}, .via = via});
  }
  attach_member(kDan);
  for (const FederateHandle member : {kBob, kCid, kDan}) subscribe(member, kHall, kWords);
  talk(kAnn, kHall, kWords);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 40: SendInteraction", "link 30: SendInteraction"}));
  // That router does not forward time-stamped messages, which are counted.
  talk(kAnn, kHall, kWords, wire::kTimeStamped);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 40: SendInteraction", "link 20: SendInteraction",
                         "link 30: SendInteraction"}));
  talk(kDan, kHall, kWords);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 20: SendInteraction", "link 30: SendInteraction"}));
}

TEST_F(RouterTest, AnswersAStatementAfterMembersOnTheFabricHaveTheSum) {
  attach_member(kAnn, true);
  attach_member(kBob);
  EXPECT_EQ(fault_of(send_message(kBob, wire::InterestChanged{false, {{kHall, 1, 1, {}}}, {}})),
            "");
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"fabric: InterestChanged", "link 20: InterestAcknowledged"}));
  const wire::Record answer = *wire::parse_record(outlets.last_record());
  EXPECT_EQ(answer.header.cause(), kBob);
  EXPECT_EQ(answer.header.after_position, positions[kBob]);
  EXPECT_TRUE(wire::decode<wire::InterestAcknowledged>(answer.payload)->settled);
  attach_member(kCid, true);
  router.send_interest_to_newcomer(kCid);
  router.send_interest_to_newcomer(kBob);
  EXPECT_EQ(outlets.take_lines(), OutputLines{"fabric wakes 3: InterestChanged"});
  router.request_interest_again(kBob);
  router.request_interest_again(kBob);
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 20: RestateInterest"});
  EXPECT_TRUE(send_message(kBob, wire::InterestAcknowledged{}).for_authority)
      << "it refuses that record";
}

TEST_F(RouterTest, WhatIsSaidGoesToThoseWhoListenThere) {
  for (const FederateHandle member : {kAnn, kBob, kCid, kDan}) attach_member(member);
  subscribe(kBob, kHall, kWords | kPictures);
  subscribe(kCid, kHall, kPictures);
  subscribe(kDan, kGarden, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: SendInteraction"}));
  EXPECT_EQ(outlets.last_record(), frame) << "unchanged";
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kPictures)), "");
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 20: SendInteraction", "link 30: SendInteraction"}));
  EXPECT_EQ(fault_of(talk(kAnn, kCourt, kWords)), "");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, NobodyHearsHimself) {
  attach_member(kAnn);
  subscribe(kAnn, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, WhatIsSaidAtAPlaceGoesToThoseWhoseCellsOverlap) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) attach_member(member);
  const wire::Cell here = 4;  // contains 1 to 7
  const wire::Cell inside = 5;
  const wire::Cell there = 12;
  state(kBob, {false, {{kHall, kWords, 0, {kHall}}}, {{kHall, {here}, {}}}});
  state(kCid, {false, {{kHall, kWords, 0, {kHall}}}, {{kHall, {there}, {}}}});
  wire::RecordHeader header;
  header.sender = kAnn.value;
  header.position = 1;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  frame.clear();
  wire::encode_record(header, wire::SendInteraction{}, frame, nullptr, {inside});
  EXPECT_EQ(fault_of(router.receive_from_member(kAnn, *wire::parse_record(frame))), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, TheAuthorityIsGivenWhatItWantsAndWhatIsForNobodyElse) {
  attach_member(kAnn);
  attach_member(kBob);
  subscribe(kBob, kCourt, kWords);
  router.add_authority_interest(kCourt);
  EXPECT_TRUE(talk(kAnn, kCourt, kWords).for_authority);
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: SendInteraction"}))
      << "those who listen hear it, too";
  EXPECT_FALSE(talk(kAnn, kHall, kWords).for_authority);
  EXPECT_TRUE(send_message(kAnn, wire::ReserveObjectName{"ann"}).for_authority);
  EXPECT_TRUE(talk(kAnn, 0, kWords).for_authority) << "it does not say whom it may concern";
}

TEST_F(RouterTest, WhatIsForOneGoesToThatOneIfItIsThere) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) attach_member(member);
  wire::RecordHeader header;
  header.addressee = kBob.value;
  EXPECT_FALSE(send_message(kAnn, wire::RegulationFloor{}, header).for_authority);
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: RegulationFloor"}));
  router.detach(kBob);
  EXPECT_EQ(fault_of(send_message(kAnn, wire::RegulationFloor{}, header)), "");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, WhatTheAuthorityPassesOnGoesToAllOthers) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) attach_member(member);
  const wire::Buffer deletion = record_of(kAnn, wire::DeleteObjectInstance{});
  router.forward_to_others(*wire::parse_record(deletion));
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 20: DeleteObjectInstance", "link 30: DeleteObjectInstance"}));
}

TEST_F(RouterTest, WhatTheAuthorityPassesOnToSomeOnTheFabricStandsThereOnce) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  attach_member(kCid);
  attach_member(kDan);
  const wire::Buffer request = record_of(kCid, wire::RequestObjectAttributeValueUpdate{});
  const std::vector<FederateHandle> to{kAnn, kBob, kDan};
  router.forward_to_members(*wire::parse_record(request), to);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"fabric wakes 1: RequestObjectAttributeValueUpdate", "wakes 2",
                         "link 40: RequestObjectAttributeValueUpdate"}));
}

// --- The fabric

TEST_F(RouterTest, WhatIsReadOnTheFabricIsForwardedToLinksAlone) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  attach_member(kCid);
  subscribe(kBob, kHall, kWords);
  subscribe(kCid, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 30: SendInteraction"}));
}

TEST_F(RouterTest, WhatComesByALinkStandsOnTheFabricOnce) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  attach_member(kCid);
  subscribe(kAnn, kHall, kWords);
  subscribe(kBob, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kCid, kHall, kWords)), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"fabric wakes 1: SendInteraction", "wakes 2"}));
}

TEST_F(RouterTest, OnTheFabricAHeaderIsEnoughWhereNobodyElseIsConcerned) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  attach_member(kCid);
  subscribe(kBob, kHall, kWords);
  wire::RecordHeader header;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  const auto record = [&] { return *wire::parse_record(frame); };
  record_of(kAnn, wire::SendInteraction{}, header);
  EXPECT_FALSE(router.needs_record(kAnn, record()));
  EXPECT_EQ(router.receive_header(kAnn, record()).value_or(""), "");
  EXPECT_EQ(router.position(kAnn), 1u);
  subscribe(kCid, kHall, kWords);
  EXPECT_TRUE(router.needs_record(kAnn, record()));
  EXPECT_TRUE(router.needs_record(kCid, record()))
      << "what comes by a link is forwarded by it alone";
  subscribe(kCid, kHall, 0);
  router.add_authority_interest(kHall);
  EXPECT_TRUE(router.needs_record(kAnn, record()));
}

// --- Checks

TEST_F(RouterTest, NobodySpeaksInTheNameOfAnother) {
  attach_member(kAnn);
  attach_member(kBob);
  record_of(kBob, wire::ReserveObjectName{"bob"});
  EXPECT_EQ(fault_of(router.receive_from_member(kAnn, *wire::parse_record(frame))),
            "a record in the name of another federate");
}

TEST_F(RouterTest, NobodyFollowsWhatTheLogDoesNotHave) {
  attach_member(kAnn);
  advance_log();
  wire::RecordHeader header;
  header.after_position = 1;
  EXPECT_EQ(fault_of(send_message(kAnn, wire::ReserveObjectName{"ann"}, header)), "");
  for (const wire::Position ahead : {wire::Position{2}, wire::Position{1} << 60}) {
    header.after_position = ahead;
    EXPECT_EQ(fault_of(send_message(kAnn, wire::ReserveObjectName{"ann"}, header)),
              "a record that depends on a log position that does not exist yet");
  }
}

TEST_F(RouterTest, NobodyWritesTheLog) {
  attach_member(kAnn);
  attach_member(kBob);
  subscribe(kBob, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords, wire::kLogRecord)),
            "a record of the log, which is not its own");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, NobodySaysToAnotherWhatOnlyTheRouterOrTheAuthoritySays) {
  attach_member(kAnn);
  attach_member(kBob);
  wire::RecordHeader header;
  header.addressee = kBob.value;
  EXPECT_EQ(fault_of(send_message(kAnn, wire::LbtsTold{}, header)),
            "a LbtsTold record, which members do not send to each other");
  EXPECT_EQ(fault_of(send_message(kAnn, wire::Accepted{}, header)),
            "a Accepted record, which members do not send to each other");
  EXPECT_EQ(fault_of(send_message(kAnn, wire::FederateResigned{}, header)),
            "a FederateResigned record, which members do not send to each other");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, WhatNobodyKnowsIsForNobody) {
  attach_member(kAnn);
  attach_member(kBob);
  subscribe(kBob, kHall, kWords);
  for (wire::InterestKey key = 1; key != 0; key *= 2) {
    if (key == kHall) continue;
    EXPECT_EQ(fault_of(talk(kAnn, key, ~wire::InterestMask{0})), "");
    EXPECT_EQ(fault_of(talk(kAnn, ~key, ~wire::InterestMask{0})), "");
  }
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, WhatIsReliableComesInOrder) {
  attach_member(kAnn);
  attach_member(kBob);
  subscribe(kBob, kHall, kWords);
  wire::RecordHeader header;
  header.position = 7;
  EXPECT_EQ(fault_of(send_message(kAnn, wire::ReserveObjectName{"ann"}, header)), "");
  EXPECT_EQ(fault_of(send_message(kAnn, wire::ReserveObjectName{"ann"}, header)),
            "a record at a position that it has used before");
  // Best effort may come by another way.
  header.position = 3;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  header.flags = wire::kBestEffort;
  (void)outlets.take_lines();
  EXPECT_EQ(fault_of(send_message(kAnn, wire::SendInteraction{}, header)), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, WhatWasSentBeforeAMemberKnewOfItsNewLifeIsVoid) {
  attach_member(kBob);
  subscribe(kBob, kHall, kWords);
  for (int i = 0; i < 5; ++i) advance_log();
  router.attach(kAnn, {.link = LinkId{10}, .position = 100, .since = 5});
  EXPECT_EQ(router.position(kAnn), 100u);
  wire::RecordHeader header;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  header.after_position = 4;
  const Router::ReceiveResult taken = send_message(kAnn, wire::SendInteraction{}, header);
  EXPECT_EQ(fault_of(taken), "");
  EXPECT_FALSE(taken.for_authority);
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  header.after_position = 5;
  EXPECT_EQ(fault_of(send_message(kAnn, wire::SendInteraction{}, header)), "");
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, AMalformedBodyIsAFaultWhereTheRouterReadsIt) {
  attach_member(kAnn);
  wire::RecordHeader header;
  header.sender = kAnn.value;
  header.position = 1;
  frame.clear();
  wire::encode_record(header, wire::TimeWait{}, frame);
  frame.push_back(std::byte{1});
  EXPECT_EQ(fault_of(router.receive_from_member(kAnn, *wire::parse_record(frame))),
            "a malformed TimeWait record");
}

// --- Flow control

TEST_F(RouterTest, WhoLagsHoldsTheOthersUntilItHasCaughtUp) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) attach_member(member);
  EXPECT_FALSE(router.record_backlog(kBob, 1001));
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 10: FlowControl", "link 30: FlowControl"}));
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_FALSE(router.record_backlog(kBob, 700));
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  attach_member(kDan);
  router.holds().send_holds_to_newcomer(kDan);
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 40: FlowControl"}));
  EXPECT_FALSE(router.record_backlog(kBob, 500));
  EXPECT_FALSE(router.holds().holds_others(kBob));
  EXPECT_EQ(outlets.take_lines().size(), 3u);
  EXPECT_TRUE(router.record_backlog(kBob, 5001)) << "it is to be expelled";
}

TEST_F(RouterTest, WhoHasALimitOfItsOwnIsExpelledThere) {
  router.attach(kAnn, {.link = LinkId{10}, .expel = 2000});
  router.attach(kBob, {.link = LinkId{20}, .expel = 9000});
  EXPECT_FALSE(router.record_backlog(kAnn, 2000));
  EXPECT_TRUE(router.record_backlog(kAnn, 2001));
  EXPECT_FALSE(router.record_backlog(kBob, 9000));
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_TRUE(router.record_backlog(kBob, 9001));
}

TEST_F(RouterTest, WhoWaitsInASendHoldsNobody) {
  attach_member(kAnn);
  attach_member(kBob);
  EXPECT_EQ(fault_of(send_message(kBob, wire::FlowControl{kBob, true})), "");
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_EQ(fault_of(send_message(kBob, wire::SenderWaiting{true})), "");
  EXPECT_FALSE(router.holds().holds_others(kBob));
  EXPECT_TRUE(router.holds().waits_in_send(kBob));
}

TEST_F(RouterTest, WhoHoldsOthersForTooLongIsNamed) {
  attach_member(kAnn);
  attach_member(kBob);
  const std::chrono::seconds patience(60);
  EXPECT_EQ(fault_of(send_message(kBob, wire::FlowControl{kBob, true})), "");
  EXPECT_TRUE(router.holds().members_holding_for(patience).empty());
  outlets.advance_clock(patience);
  EXPECT_EQ(router.holds().members_holding_for(patience), std::vector{kBob});
}

TEST_F(RouterTest, NothingIsSentToWhoHasLeft) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) attach_member(member);
  subscribe(kBob, kHall, kWords);
  router.detach(kBob);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_FALSE(router.record_backlog(kCid, 1001));
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 10: FlowControl"}));
}

}  // namespace
}  // namespace triad::router
