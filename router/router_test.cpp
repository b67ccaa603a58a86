// Tests a Router as another application would use it, a chat server. Members talk in rooms (the
// keys), in a kind of message (a bit of the mask) and at a place (cells). The server knows the
// members and moderates: it wants all that is said in room 9.
#include "router/router.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
  void come(FederateHandle member, bool on_fabric = false) {
    router.attach(member, {.link = LinkId{member.value * 10}, .on_fabric = on_fabric});
  }
  // interest_exchange_test.cpp tests the answers.
  void state(FederateHandle member, const wire::InterestChanged& interest) {
    wire::RecordHeader header;
    header.sender = member.value;
    header.position = ++positions[member];
    wire::Buffer statement;
    wire::encode_record(header, interest, statement);
    EXPECT_EQ(fault_of(router.take(member, *wire::parse_record(statement))), "");
    (void)outlets.take();
  }
  void listen(FederateHandle member, wire::InterestKey room, wire::InterestMask kinds) {
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
  Router::Taken say(FederateHandle by, const Message& message, wire::RecordHeader header = {}) {
    record_of(by, message, header);
    return router.take(by, *wire::parse_record(frame));
  }
  // The Router does not read the body, so it is empty.
  Router::Taken talk(FederateHandle by, wire::InterestKey room, wire::InterestMask kind,
                     std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.interest_key = room;
    header.interest_mask = kind;
    header.flags = flags;
    return say(by, wire::SendInteraction{}, header);
  }
  // Advances the log by one record.
  void go_on() { router.paths().log_reaches(router.paths().log_position() + 1); }
  static std::string fault_of(const Router::Taken& taken) { return taken.fault.value_or(""); }

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
  come(kDan);
  for (const FederateHandle member : {kBob, kCid, kDan}) listen(member, kHall, kWords);
  talk(kAnn, kHall, kWords);
  EXPECT_EQ(outlets.take(), (Said{"link 30: SendInteraction", "link 40: SendInteraction"}));
  // That router does not forward time-stamped messages, which are counted.
  talk(kAnn, kHall, kWords, wire::kTimeStamped);
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction", "link 30: SendInteraction",
                                  "link 40: SendInteraction"}));
  talk(kDan, kHall, kWords);
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction", "link 30: SendInteraction"}));
}

TEST_F(RouterTest, AnswersAStatementAfterMembersOnTheFabricHaveTheSum) {
  come(kAnn, true);
  come(kBob);
  EXPECT_EQ(fault_of(say(kBob, wire::InterestChanged{false, {{kHall, 1, 1, {}}}, {}})), "");
  EXPECT_EQ(outlets.take(), (Said{"fabric: InterestChanged", "link 20: InterestAcknowledged"}));
  const wire::Record answer = *wire::parse_record(outlets.last());
  EXPECT_EQ(answer.header.cause(), kBob);
  EXPECT_EQ(answer.header.after_position, positions[kBob]);
  EXPECT_TRUE(wire::decode<wire::InterestAcknowledged>(answer.payload)->settled);
  come(kCid, true);
  router.send_interest_to_newcomer(kCid);
  router.send_interest_to_newcomer(kBob);
  EXPECT_EQ(outlets.take(), Said{"fabric wakes 3: InterestChanged"});
  router.request_interest_again(kBob);
  router.request_interest_again(kBob);
  EXPECT_EQ(outlets.take(), Said{"link 20: StateInterestAnew"});
  EXPECT_TRUE(say(kBob, wire::InterestAcknowledged{}).for_authority) << "it refuses that record";
}

TEST_F(RouterTest, WhatIsSaidGoesToThoseWhoListenThere) {
  for (const FederateHandle member : {kAnn, kBob, kCid, kDan}) come(member);
  listen(kBob, kHall, kWords | kPictures);
  listen(kCid, kHall, kPictures);
  listen(kDan, kGarden, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction"}));
  EXPECT_EQ(outlets.last(), frame) << "unchanged";
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kPictures)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction", "link 30: SendInteraction"}));
  EXPECT_EQ(fault_of(talk(kAnn, kCourt, kWords)), "");
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, NobodyHearsHimself) {
  come(kAnn);
  listen(kAnn, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, WhatIsSaidAtAPlaceGoesToThoseWhoseCellsOverlap) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) come(member);
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
  EXPECT_EQ(fault_of(router.take(kAnn, *wire::parse_record(frame))), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, TheAuthorityIsGivenWhatItWantsAndWhatIsForNobodyElse) {
  come(kAnn);
  come(kBob);
  listen(kBob, kCourt, kWords);
  router.authority_wants(kCourt);
  EXPECT_TRUE(talk(kAnn, kCourt, kWords).for_authority);
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction"})) << "those who listen hear it, too";
  EXPECT_FALSE(talk(kAnn, kHall, kWords).for_authority);
  EXPECT_TRUE(say(kAnn, wire::ReserveObjectName{"ann"}).for_authority);
  EXPECT_TRUE(talk(kAnn, 0, kWords).for_authority) << "it does not say whom it may concern";
}

TEST_F(RouterTest, WhatIsForOneGoesToThatOneIfItIsThere) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) come(member);
  wire::RecordHeader header;
  header.addressee = kBob.value;
  EXPECT_FALSE(say(kAnn, wire::RegulationFloor{}, header).for_authority);
  EXPECT_EQ(outlets.take(), (Said{"link 20: RegulationFloor"}));
  router.detach(kBob);
  EXPECT_EQ(fault_of(say(kAnn, wire::RegulationFloor{}, header)), "");
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, WhatTheAuthorityPassesOnGoesToAllOthers) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) come(member);
  const wire::Buffer deletion = record_of(kAnn, wire::DeleteObjectInstance{});
  router.pass_on_to_others(*wire::parse_record(deletion));
  EXPECT_EQ(outlets.take(),
            (Said{"link 20: DeleteObjectInstance", "link 30: DeleteObjectInstance"}));
}

TEST_F(RouterTest, WhatTheAuthorityPassesOnToSomeOnTheFabricStandsThereOnce) {
  come(kAnn, true);
  come(kBob, true);
  come(kCid);
  come(kDan);
  const wire::Buffer request = record_of(kCid, wire::RequestObjectAttributeValueUpdate{});
  const std::vector<FederateHandle> to{kAnn, kBob, kDan};
  router.pass_on(*wire::parse_record(request), to);
  EXPECT_EQ(outlets.take(), (Said{"fabric wakes 1: RequestObjectAttributeValueUpdate", "wakes 2",
                                  "link 40: RequestObjectAttributeValueUpdate"}));
}

// --- The fabric

TEST_F(RouterTest, WhatIsReadOnTheFabricIsForwardedToLinksAlone) {
  come(kAnn, true);
  come(kBob, true);
  come(kCid);
  listen(kBob, kHall, kWords);
  listen(kCid, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 30: SendInteraction"}));
}

TEST_F(RouterTest, WhatComesByALinkStandsOnTheFabricOnce) {
  come(kAnn, true);
  come(kBob, true);
  come(kCid);
  listen(kAnn, kHall, kWords);
  listen(kBob, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kCid, kHall, kWords)), "");
  EXPECT_EQ(outlets.take(), (Said{"fabric wakes 1: SendInteraction", "wakes 2"}));
}

TEST_F(RouterTest, OnTheFabricAHeaderIsEnoughWhereNobodyElseIsConcerned) {
  come(kAnn, true);
  come(kBob, true);
  come(kCid);
  listen(kBob, kHall, kWords);
  wire::RecordHeader header;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  const auto record = [&] { return *wire::parse_record(frame); };
  record_of(kAnn, wire::SendInteraction{}, header);
  EXPECT_FALSE(router.wants(kAnn, record()));
  EXPECT_EQ(router.take_header(kAnn, record()).value_or(""), "");
  EXPECT_EQ(router.position(kAnn), 1u);
  listen(kCid, kHall, kWords);
  EXPECT_TRUE(router.wants(kAnn, record()));
  EXPECT_TRUE(router.wants(kCid, record())) << "what comes by a link is forwarded by it alone";
  listen(kCid, kHall, 0);
  router.authority_wants(kHall);
  EXPECT_TRUE(router.wants(kAnn, record()));
}

// --- Checks

TEST_F(RouterTest, NobodySpeaksInTheNameOfAnother) {
  come(kAnn);
  come(kBob);
  record_of(kBob, wire::ReserveObjectName{"bob"});
  EXPECT_EQ(fault_of(router.take(kAnn, *wire::parse_record(frame))),
            "a record in the name of another federate");
}

TEST_F(RouterTest, NobodyFollowsWhatTheLogDoesNotHave) {
  come(kAnn);
  go_on();
  wire::RecordHeader header;
  header.after_position = 1;
  EXPECT_EQ(fault_of(say(kAnn, wire::ReserveObjectName{"ann"}, header)), "");
  for (const wire::Position ahead : {wire::Position{2}, wire::Position{1} << 60}) {
    header.after_position = ahead;
    EXPECT_EQ(fault_of(say(kAnn, wire::ReserveObjectName{"ann"}, header)),
              "a record that depends on a log position that does not exist yet");
  }
}

TEST_F(RouterTest, NobodyWritesTheLog) {
  come(kAnn);
  come(kBob);
  listen(kBob, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords, wire::kLogRecord)),
            "a record of the log, which is not its own");
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, NobodySaysToAnotherWhatOnlyTheRouterOrTheAuthoritySays) {
  come(kAnn);
  come(kBob);
  wire::RecordHeader header;
  header.addressee = kBob.value;
  EXPECT_EQ(fault_of(say(kAnn, wire::LbtsTold{}, header)),
            "a LbtsTold record, which members do not send to each other");
  EXPECT_EQ(fault_of(say(kAnn, wire::Accepted{}, header)),
            "a Accepted record, which members do not send to each other");
  EXPECT_EQ(fault_of(say(kAnn, wire::FederateResigned{}, header)),
            "a FederateResigned record, which members do not send to each other");
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, WhatNobodyKnowsIsForNobody) {
  come(kAnn);
  come(kBob);
  listen(kBob, kHall, kWords);
  for (wire::InterestKey key = 1; key != 0; key *= 2) {
    if (key == kHall) continue;
    EXPECT_EQ(fault_of(talk(kAnn, key, ~wire::InterestMask{0})), "");
    EXPECT_EQ(fault_of(talk(kAnn, ~key, ~wire::InterestMask{0})), "");
  }
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, WhatIsReliableComesInOrder) {
  come(kAnn);
  come(kBob);
  listen(kBob, kHall, kWords);
  wire::RecordHeader header;
  header.position = 7;
  EXPECT_EQ(fault_of(say(kAnn, wire::ReserveObjectName{"ann"}, header)), "");
  EXPECT_EQ(fault_of(say(kAnn, wire::ReserveObjectName{"ann"}, header)),
            "a record at a position that it has used before");
  // Best effort may come by another way.
  header.position = 3;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  header.flags = wire::kBestEffort;
  (void)outlets.take();
  EXPECT_EQ(fault_of(say(kAnn, wire::SendInteraction{}, header)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, WhatWasSentBeforeAMemberKnewOfItsNewLifeIsVoid) {
  come(kBob);
  listen(kBob, kHall, kWords);
  for (int i = 0; i < 5; ++i) go_on();
  router.attach(kAnn, {.link = LinkId{10}, .position = 100, .since = 5});
  EXPECT_EQ(router.position(kAnn), 100u);
  wire::RecordHeader header;
  header.interest_key = kHall;
  header.interest_mask = kWords;
  header.after_position = 4;
  const Router::Taken taken = say(kAnn, wire::SendInteraction{}, header);
  EXPECT_EQ(fault_of(taken), "");
  EXPECT_FALSE(taken.for_authority);
  EXPECT_EQ(outlets.take(), Said{});
  header.after_position = 5;
  EXPECT_EQ(fault_of(say(kAnn, wire::SendInteraction{}, header)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: SendInteraction"}));
}

TEST_F(RouterTest, AMalformedBodyIsAFaultWhereTheRouterReadsIt) {
  come(kAnn);
  wire::RecordHeader header;
  header.sender = kAnn.value;
  header.position = 1;
  frame.clear();
  wire::encode_record(header, wire::TimeWait{}, frame);
  frame.push_back(std::byte{1});
  EXPECT_EQ(fault_of(router.take(kAnn, *wire::parse_record(frame))), "a malformed TimeWait record");
}

// --- Flow control

TEST_F(RouterTest, WhoLagsHoldsTheOthersUntilItHasCaughtUp) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) come(member);
  EXPECT_FALSE(router.on_backlog(kBob, 1001));
  EXPECT_EQ(outlets.take(), (Said{"link 10: FlowControl", "link 30: FlowControl"}));
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_FALSE(router.on_backlog(kBob, 700));
  EXPECT_EQ(outlets.take(), Said{});
  come(kDan);
  router.holds().tell_newcomer(kDan);
  EXPECT_EQ(outlets.take(), (Said{"link 40: FlowControl"}));
  EXPECT_FALSE(router.on_backlog(kBob, 500));
  EXPECT_FALSE(router.holds().holds_others(kBob));
  EXPECT_EQ(outlets.take().size(), 3u);
  EXPECT_TRUE(router.on_backlog(kBob, 5001)) << "it is to be expelled";
}

TEST_F(RouterTest, WhoHasALimitOfItsOwnIsExpelledThere) {
  router.attach(kAnn, {.link = LinkId{10}, .expel = 2000});
  router.attach(kBob, {.link = LinkId{20}, .expel = 9000});
  EXPECT_FALSE(router.on_backlog(kAnn, 2000));
  EXPECT_TRUE(router.on_backlog(kAnn, 2001));
  EXPECT_FALSE(router.on_backlog(kBob, 9000));
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_TRUE(router.on_backlog(kBob, 9001));
}

TEST_F(RouterTest, WhoWaitsInASendHoldsNobody) {
  come(kAnn);
  come(kBob);
  EXPECT_EQ(fault_of(say(kBob, wire::FlowControl{kBob, true})), "");
  EXPECT_TRUE(router.holds().holds_others(kBob));
  EXPECT_EQ(fault_of(say(kBob, wire::SenderWaiting{true})), "");
  EXPECT_FALSE(router.holds().holds_others(kBob));
  EXPECT_TRUE(router.holds().waits_in_send(kBob));
}

TEST_F(RouterTest, WhoHoldsOthersForTooLongIsNamed) {
  come(kAnn);
  come(kBob);
  const std::chrono::seconds patience(60);
  EXPECT_EQ(fault_of(say(kBob, wire::FlowControl{kBob, true})), "");
  EXPECT_TRUE(router.holds().held_others_for(patience).empty());
  outlets.let_pass(patience);
  EXPECT_EQ(router.holds().held_others_for(patience), std::vector{kBob});
}

// --- Promises

TEST_F(RouterTest, WhoWaitsForABoundIsToldWhenTheOthersHaveReachedIt) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) {
    come(member);
    router.promises().regulation_begins(member, {});
    router.promises().constrained_begins(member, {});
  }
  const auto bound = [](const std::byte& time) { return wire::TimeBound{{&time, 1}, false}; };
  const std::byte one{1};
  const std::byte two{2};
  wire::TimeReport report;
  report.promise = bound(two);
  report.waits_for = bound(two);
  EXPECT_EQ(fault_of(say(kAnn, report)), "");
  EXPECT_EQ(fault_of(say(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take(), Said{});
  report.promise = bound(one);
  EXPECT_EQ(fault_of(say(kCid, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take(), (Said{"link 30: LbtsTold"})) << "who has promised less holds them back";
  report.promise = bound(two);
  EXPECT_EQ(fault_of(say(kCid, report)), "");
  router.end_turn();
  Said told = outlets.take();
  std::ranges::sort(told);
  EXPECT_EQ(told, (Said{"link 10: LbtsTold", "link 20: LbtsTold", "link 30: LbtsTold"}));
}

TEST_F(RouterTest, WhatRisesWithEachReportOfATurnIsToldOnce) {
  for (const FederateHandle member : {kAnn, kBob}) {
    come(member);
    router.promises().regulation_begins(member, {});
  }
  come(kCid);
  router.promises().constrained_begins(kCid, {});
  EXPECT_EQ(fault_of(say(kCid, wire::TimeWait{std::nullopt, true})), "");
  EXPECT_TRUE(router.turn_is_due());
  for (const std::byte time : {std::byte{1}, std::byte{2}, std::byte{3}}) {
    wire::TimeReport report;
    report.promise = {{&time, 1}, false};
    EXPECT_EQ(fault_of(say(kAnn, report)), "");
    EXPECT_EQ(fault_of(say(kBob, report)), "");
  }
  EXPECT_EQ(outlets.take(), Said{});
  router.end_turn();
  EXPECT_EQ(outlets.take(), (Said{"link 30: LbtsTold"}));
  EXPECT_FALSE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(outlets.take(), Said{});
}

TEST_F(RouterTest, ATimeThatIsNoneOfTheApplicationIsAFault) {
  come(kAnn);
  router.promises().regulation_begins(kAnn, {});
  const std::vector<std::byte> long_time(3);
  wire::TimeReport report;
  report.promise = {long_time, false};
  EXPECT_EQ(fault_of(say(kAnn, report)), "an invalid time for this federation");
  EXPECT_EQ(fault_of(say(kAnn, wire::TimeWait{report.promise, false})),
            "an invalid time for this federation");
}

TEST_F(RouterTest, NobodyPromisesWhoDoesNotRegulate) {
  come(kAnn);
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(say(kAnn, report)), "a promise, though it does not regulate");
}

TEST_F(RouterTest, MembersOnTheFabricAreToldTheirBoundsWhenPromisesAreReduced) {
  come(kAnn, true);
  come(kBob);
  router.promises().regulation_begins(kAnn, {});
  EXPECT_FALSE(router.promises().tells(kAnn));
  EXPECT_FALSE(router.promises().knows_all());
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(say(kAnn, report)), "a report that members publish in shared memory");
  router.promises().reduce_fabric();
  EXPECT_TRUE(router.promises().tells(kAnn));
  EXPECT_TRUE(router.promises().knows_all());
  EXPECT_EQ(fault_of(say(kAnn, report)), "");
}

// A member at a link asks before the members that share memory report.
TEST_F(RouterTest, ARequestForTheLbtsIsAnsweredWhenAllHavePromised) {
  come(kAnn, true);
  come(kBob);
  router.promises().regulation_begins(kAnn, {});
  const auto asks = record_of(kBob, wire::RequestLbts{});
  const auto record = wire::parse_record(asks);
  EXPECT_TRUE(router.take(kBob, *record).for_authority);
  router.promises().reduce_fabric();
  router.promises().answer_when_all_promise(kBob, record->header);
  router.end_turn();
  EXPECT_EQ(outlets.take(), Said{});
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(say(kAnn, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take(), (Said{"link 20: LbtsTold", "link 20: Accepted"}));
}

// --- Departures

// The member may have slept and not read the message, which did not concern it.
TEST_F(RouterTest, WhoHasNotReadWhatHoldsUpTheOthersIsWokenToReadAll) {
  come(kAnn, true);
  come(kBob, true);
  router.promises().reduce_fabric();
  for (const FederateHandle member : {kAnn, kBob}) router.promises().regulation_begins(member, {});
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  report.conditional = report.promise;
  EXPECT_EQ(fault_of(say(kAnn, report)), "");
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  EXPECT_EQ(outlets.take(), Said{});
  EXPECT_EQ(fault_of(say(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take(), Said{"wakes 1 to read all"});
}

TEST_F(RouterTest, NothingIsSentToWhoHasLeft) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) come(member);
  listen(kBob, kHall, kWords);
  router.detach(kBob);
  EXPECT_EQ(fault_of(talk(kAnn, kHall, kWords)), "");
  EXPECT_FALSE(router.on_backlog(kCid, 1001));
  EXPECT_EQ(outlets.take(), (Said{"link 10: FlowControl"}));
}

}  // namespace
}  // namespace triad::router
