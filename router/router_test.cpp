// Tests a Router as another application would use it, a chat server. Members talk in rooms (the
// keys), in a kind of message (a bit of the mask) and at a place (cells). The server knows the
// members and moderates: it wants all that is said in room 9.
#include "router/router.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "records/handled_messages.hpp"
#include "router/test_order.hpp"
#include "router/test_outlets.hpp"

namespace triad::router {
namespace {

constexpr FederateHandle kAnn(1);
constexpr FederateHandle kBob(2);
constexpr FederateHandle kCid(3);
constexpr FederateHandle kDan(4);

constexpr wire::InterestKey kHall = 3;
constexpr wire::InterestKey kGarden = 5;
constexpr wire::InterestKey kCourt = 9;
constexpr wire::InterestMask kWords = 1;
constexpr wire::InterestMask kPictures = 2;

// Times are single bytes.
class RouterTest : public ::testing::Test {
 protected:
  static RouterOptions options() {
    RouterOptions options;
    options.queue = {1000, 500, 5000};
    options.between_members = {wire::Kind::RegulationFloor};
    return options;
  }
  void attach_member(FederateHandle member, bool on_fabric = false) {
    router.attach(member, {.link = LinkId{member.value * 10}, .on_fabric = on_fabric});
  }
  // interest_exchange_test.cpp tests the answers.
  void state(FederateHandle member, const wire::InterestChanged& interest) {
    wire::RecordHeader header;
    header.sender = member.value;
    header.position = ++positions[member];
    wire::Buffer statement;
    wire::encode_record(header, interest, statement);
    EXPECT_EQ(fault_of(router.receive_from_member(member, *wire::parse_record(statement))), "");
    (void)outlets.take_lines();
  }
  void subscribe(FederateHandle member, wire::InterestKey room, wire::InterestMask kinds) {
    state(member, {false, {{room, kinds, kinds, {}}}, {}});
  }

  template <class Message>
  const wire::Buffer& record_of(FederateHandle by, const Message& message,
                                wire::RecordHeader header = {}) {
    header.sender = by.value;
    if (header.position == 0) header.position = ++positions[by];
    frame.clear();
    wire::encode_record(header, message, frame);
    return frame;
  }
  template <class Message>
  Router::ReceiveResult send_message(FederateHandle by, const Message& message,
                                     wire::RecordHeader header = {}) {
    record_of(by, message, header);
    return router.receive_from_member(by, *wire::parse_record(frame));
  }
  // The Router does not read the body, so it is empty.
  Router::ReceiveResult talk(FederateHandle by, wire::InterestKey room, wire::InterestMask kind,
                             std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.interest_key = room;
    header.interest_mask = kind;
    header.flags = flags;
    return send_message(by, wire::SendInteraction{}, header);
  }
  // Members that share memory and wait for events, where promises are reduced. Each promises 1, and
  // 5 on condition.
  void share_memory_and_wait(std::initializer_list<FederateHandle> members) {
    for (const FederateHandle member : members) attach_member(member, true);
    router.time().reduce_fabric();
    for (const FederateHandle member : members)
      router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  void report_wait(FederateHandle by, std::uint64_t received, wire::Position log_position = 0) {
    const std::byte one{1};
    const std::byte five{5};
    wire::TimeReport report;
    report.promise = {{&one, 1}, false};
    report.conditional = {{&five, 1}, false};
    report.received = received;
    report.each_rise = true;
    wire::RecordHeader header;
    header.after_position = log_position;
    EXPECT_EQ(fault_of(send_message(by, report, header)), "");
  }
  // Returns whether the last record has a joint bound.
  bool has_joint_bound() const {
    const auto told =
        wire::decode<wire::LbtsTold>(wire::parse_record(outlets.last_record())->payload);
    return told && told->together.has_value();
  }
  // Advances the log by one record.
  void advance_log() { router.paths().set_log_position(router.paths().log_position() + 1); }
  static std::string fault_of(const Router::ReceiveResult& taken) {
    return taken.fault.value_or("");
  }

  TestOutlets outlets;
  ByteOrder order;
  Router router{outlets, order, options()};
  std::map<FederateHandle, wire::Position> positions;
  wire::Buffer frame;
};

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

// --- Promises

TEST_F(RouterTest, WhoWaitsForABoundIsToldWhenTheOthersHaveReachedIt) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
    router.time().change_role(member, wire::MemberTimeChange::constrained_begins, 0);
  }
  const auto bound = [](const std::byte& time) { return wire::TimeBound{{&time, 1}, false}; };
  const std::byte one{1};
  const std::byte two{2};
  wire::TimeReport report;
  report.promise = bound(two);
  report.waits_for = bound(two);
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  report.promise = bound(one);
  EXPECT_EQ(fault_of(send_message(kCid, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 30: LbtsTold"}))
      << "who has promised less holds them back";
  report.promise = bound(two);
  EXPECT_EQ(fault_of(send_message(kCid, report)), "");
  router.end_turn();
  OutputLines told = outlets.take_lines();
  std::ranges::sort(told);
  EXPECT_EQ(told, (OutputLines{"link 10: LbtsTold", "link 20: LbtsTold", "link 30: LbtsTold"}));
}

TEST_F(RouterTest, WhatRisesWithEachReportOfATurnIsToldOnce) {
  for (const FederateHandle member : {kAnn, kBob}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  attach_member(kCid);
  router.time().change_role(kCid, wire::MemberTimeChange::constrained_begins, 0);
  EXPECT_EQ(fault_of(send_message(kCid, wire::TimeWait{std::nullopt, true})), "");
  EXPECT_TRUE(router.turn_is_due());
  for (const std::byte time : {std::byte{1}, std::byte{2}, std::byte{3}}) {
    wire::TimeReport report;
    report.promise = {{&time, 1}, false};
    EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
    EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  }
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 30: LbtsTold"}));
  EXPECT_FALSE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, ATimeThatIsNoneOfTheApplicationIsAFault) {
  attach_member(kAnn);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  const std::vector<std::byte> long_time(3);
  wire::TimeReport report;
  report.promise = {long_time, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "an invalid time for this federation");
  EXPECT_EQ(fault_of(send_message(kAnn, wire::TimeWait{report.promise, false})),
            "an invalid time for this federation");
}

TEST_F(RouterTest, NobodyPromisesWhoDoesNotRegulate) {
  attach_member(kAnn);
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "a promise, though it does not regulate");
}

TEST_F(RouterTest, MembersOnTheFabricAreToldTheirBoundsWhenPromisesAreReduced) {
  attach_member(kAnn, true);
  attach_member(kBob);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  EXPECT_FALSE(router.time().sends_lbts_to(kAnn));
  EXPECT_FALSE(router.time().knows_all());
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "a report that members publish in shared memory");
  router.time().reduce_fabric();
  EXPECT_TRUE(router.time().sends_lbts_to(kAnn));
  EXPECT_TRUE(router.time().knows_all());
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
}

// A member at a link asks before the members that share memory report.
TEST_F(RouterTest, ARequestForTheLbtsIsAnsweredWhenAllHavePromised) {
  attach_member(kAnn, true);
  attach_member(kBob);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  const auto asks = record_of(kBob, wire::RequestLbts{});
  const auto record = wire::parse_record(asks);
  EXPECT_TRUE(router.receive_from_member(kBob, *record).for_authority);
  router.time().reduce_fabric();
  router.time().answer_when_all_promise(kBob, record->header.position);
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: LbtsTold", "link 20: Accepted"}));
}

// --- Departures

// The member may have slept and not read the message, which did not concern it.
TEST_F(RouterTest, WhoHasNotReadWhatHoldsUpTheOthersIsWokenToReadAll) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  router.time().reduce_fabric();
  for (const FederateHandle member : {kAnn, kBob})
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  report.conditional = report.promise;
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"wakes 1 to read all", "wakes itself to read all"}));
}

// The Router reads the message after the report of the member that had handled it.
TEST_F(RouterTest, ReportsHoldTogetherWhenTheMessagesInMemoryHaveBeenRead) {
  share_memory_and_wait({kAnn, kBob});
  records::HandledMessages heard;
  heard.add(kBob, positions[kBob] + 2);  // it follows a report
  report_wait(kBob, 0);
  report_wait(kAnn, heard.received(kAnn));
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"wakes 1 to read all", "wakes itself to read all",
                                               "fabric wakes 1: LbtsTold", "wakes 1", "wakes 2"}));
  EXPECT_FALSE(has_joint_bound());
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
}

// The messages of a leaver no longer count, so earlier reports do not count either.
TEST_F(RouterTest, ReportsFromBeforeADepartureDoNotHoldTogether) {
  share_memory_and_wait({kAnn, kBob});
  attach_member(kCid, true);
  EXPECT_EQ(fault_of(talk(kCid, kHall, kWords, wire::kTimeStamped)), "");
  for (const FederateHandle member : {kAnn, kBob}) report_wait(member, 0);
  advance_log();
  router.detach(kCid);
  router.end_turn();
  EXPECT_FALSE(has_joint_bound());
  for (const FederateHandle member : {kAnn, kBob}) report_wait(member, 0, 1);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
}

// Members count messages from zero after a recovery, and have not reported again yet.
TEST_F(RouterTest, PromisesHoldAfterARecoveryAndConditionsDoNot) {
  for (const FederateHandle member : {kAnn, kBob}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  subscribe(kAnn, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  report_wait(kAnn, 1);
  report_wait(kBob, 0);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
  router.begin_recovery();
  router.change_link(kAnn, LinkId{11});
  router.end_recovery();
  (void)outlets.take_lines();
  EXPECT_EQ(router.time().slowest(kAnn), std::vector<FederateHandle>{kBob}) << "it has promised";
  report_wait(kBob, 0);
  router.end_turn();
  // Ann has not reported since, so a joint bound is no higher than its promise.
  const auto told =
      wire::decode<wire::LbtsTold>(wire::parse_record(outlets.last_record())->payload);
  ASSERT_TRUE(told.has_value());
  ASSERT_TRUE(told->together.has_value());
  EXPECT_EQ(told->together->time[0], std::byte{1});
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: LbtsTold"}));
  report_wait(kAnn, 0);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  report_wait(kBob, 0);
  (void)outlets.take_lines();
  router.end_turn();
  EXPECT_FALSE(has_joint_bound()) << "the message counts";
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
