// Tests which neighbours of a router below the root receive a record, and which records go up.
#include <gtest/gtest.h>

#include <algorithm>

#include "records/record_class.hpp"
#include "tests/contract/lower_router.hpp"
#include "wire/pieces.hpp"

namespace triad::test {
namespace {

// ann, bob and cid have links to the router. bob wants updates with the key kHall.
class ForwardingContract : public testing::Test, protected LowerRouter {
 protected:
  ForwardingContract() {
    join({"ann", "bob", "cid"});
    send_interest("bob", kHall);
    (void)frames();
  }
  // The router above states an empty interest.
  void nobody_above_wants_anything() {
    receive_interest_from_upper({});
    (void)frames();
  }
};

// Replaces the guest that a frame to `router` names by "one": any guest may stand for its router.
Frames with_any_guest(Frames frames, const std::string& router) {
  for (std::string& line : frames) {
    if (!line.starts_with(router + " for ")) continue;
    line = router + " for one" + line.substr(line.find(':'));
  }
  return frames;
}

// --- To members and routers below.

TEST_F(ForwardingContract, AnUpdateGoesToTheMembersThatWantIt) {
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "up for ann: update 1 of ann"}));
  send_interest("cid", kHall);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of ann", "cid: update 2 of ann",
                              "up for ann: update 2 of ann"}));
  send_interest("bob", kHall, 0);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"cid: update 3 of ann", "up for ann: update 3 of ann"}));
}

TEST_F(ForwardingContract, AnUpdateOfOtherAttributesOrClassesGoesToNoMember) {
  send_update("ann", {.mask = 2});
  send_update("ann", {.key = kGarden});
  EXPECT_EQ(frames_to("bob"), Frames());
}

TEST_F(ForwardingContract, NoMemberReceivesItsOwnUpdate) {
  send_update("bob");
  EXPECT_EQ(frames(), Frames{"up for bob: update 2 of bob"});
}

TEST_F(ForwardingContract, AnUpdateWithARegionGoesToMembersWithOverlappingCells) {
  const wire::Cell here = 4;  // contains 1 to 7
  const wire::Cell inside = 5;
  const wire::Cell elsewhere = 12;
  send_message("bob",
               wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {here}, {}}}});
  send_message("cid",
               wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {elsewhere}, {}}}});
  (void)frames();
  send_update("ann", {.cells = {inside}});
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "up for ann: update 1 of ann"}));
}

TEST_F(ForwardingContract, AnUpdateGoesToARouterBelowForTheFirstGuestThatWantsIt) {
  join_behind("east", {"dan", "eve", "fay"});
  send_interest("dan", kHall);
  send_interest("eve", kHall);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "east for dan: update 1 of ann",
                              "up for ann: update 1 of ann"}));
}

TEST_F(ForwardingContract, ARouterBelowPassesUpdatesBetweenItsOwnGuests) {
  join_behind("east", {"dan", "eve"});
  join_behind("west", {"fay"});
  send_interest("eve", kHall);
  send_interest("fay", kHall);
  (void)frames();
  send_update("dan");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of dan", "up for dan: update 1 of dan",
                              "west for fay: update 1 of dan"}));
}

TEST_F(ForwardingContract, AnUpdateInTimeStampOrderGoesUpOnly) {
  nobody_above_wants_anything();
  send_update("ann", {.flags = wire::kTimeStamped});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
}

TEST_F(ForwardingContract, AnUpdateInTheNameOfAnotherFederateGoesUpOnly) {
  nobody_above_wants_anything();
  wire::RecordHeader header;
  header.sender = handle_of("cid").value;
  header.interest_key = kHall;
  header.interest_mask = 1;
  send_message("ann", wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of cid"});
}

TEST_F(ForwardingContract, AnUpdateOfAClientThatHasNotJoinedGoesUpOnly) {
  connect_member("dan");
  (void)frames();
  send_update("dan");
  EXPECT_EQ(frames(), Frames{"up for dan: update 1 of dan"});
}

// A restore admits a federate again. Its earlier records do not count.
TEST_F(ForwardingContract, AnUpdateFromBeforeTheSendersAdmissionGoesUpOnly) {
  receive_log_forwarded_from_upper(5);
  admit("ann", 5);
  receive_log_forwarded_from_upper(5);
  (void)frames();
  send_update("ann", {.after = 4});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  send_update("ann", {.after = 5});
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of ann", "up for ann: update 2 of ann"}));
}

TEST_F(ForwardingContract, ARecordFromAboveGoesToTheClientsThatItsFrameNames) {
  join_behind("east", {"dan", "eve"});
  (void)frames();
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 4;
  receive_message_for_clients({"ann", "dan", "eve"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), (Frames{"ann: update 4 of gus", "east for dan, eve: update 4 of gus"}));
}

// The named clients want nothing. They only stand for their federation.
TEST_F(ForwardingContract, AnUpdateFromAboveGoesToTheMembersThatWantIt) {
  join_behind("east", {"dan", "eve"});
  for (const Name member : {"cid", "eve"}) send_interest(member, kHall);
  (void)frames();
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 4;
  header.interest_key = kHall;
  header.interest_mask = 1;
  const Frames all{"bob: update 4 of gus", "cid: update 4 of gus", "east for eve: update 4 of gus"};
  for (const Name named : {"ann", "dan"}) {
    receive_message_for_clients({named}, wire::UpdateAttributeValues{}, header);
    EXPECT_EQ(frames(), all);
  }
  disconnect_member("ann", "killed");
  (void)frames();
  receive_message_for_clients({"ann"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), all) << "the router above takes ann for a member";
}

// The router has ended dan's link and no longer reaches dan. The router above takes dan for a
// member.
TEST_F(ForwardingContract, AGuestWithoutALinkStandsForNoOtherGuest) {
  join_behind("east", {"dan", "eve"});
  for (const Name member : {"dan", "eve"}) send_interest(member, kHall);
  wire::Buffer bytes = encoded(wire::Accepted{});
  bytes[0] = bytes[1] = std::byte{0xff};  // no kind of record
  receive_from_client("dan", bytes);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames_to("east"), Frames{"for eve: update 1 of ann"});
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 4;
  header.interest_key = kHall;
  header.interest_mask = 1;
  receive_message_for_clients({"dan"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames_to("east"), Frames{"for eve: update 4 of gus"});
}

TEST_F(ForwardingContract, AnUpdateInTimeStampOrderGoesToItsReceiversOnceTheRouterHasTimes) {
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 4;
  header.flags = wire::kTimeStamped;
  header.interest_key = kHall;
  header.interest_mask = 1;
  receive_message_for_clients({"ann"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), Frames{"ann: update 4 of gus"}) << "the router above counts each copy";
  join_behind("east", {"dan", "eve"});
  for (const Name member : {"dan", "eve"}) send_interest(member, kHall);
  EXPECT_EQ(receive_from_upper(wire::TimeBegins{kWar, 1, 0}), "");
  (void)frames();
  receive_message_for_clients({"ann"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames_to("bob"), Frames{"update 4 of gus"});
  receive_message_for_clients({"ann"}, wire::UpdateAttributeValues{}, header);
  const Frames east = frames_to("east");
  EXPECT_EQ(std::ranges::count_if(
                east, [](const auto& line) { return line.find("update 4 of gus") != line.npos; }),
            1);
}

TEST_F(ForwardingContract, ARetractionGoesToAllMembersButItsSender) {
  join_behind("east", {"dan", "eve"});
  (void)frames();
  wire::RecordHeader header;
  header.sender = handle_of("ann").value;
  header.position = 4;
  receive_message_for_clients({"eve"}, wire::Retract{}, header);
  EXPECT_EQ(
      with_any_guest(frames(), "east"),
      (Frames{"bob: Retract 4 of ann", "cid: Retract 4 of ann", "east for one: Retract 4 of ann"}));
}

// --- The log. The named client only stands for its federation.

class LogContract : public ForwardingContract {
 protected:
  // A record of the log that a request of ann caused.
  void receive_log(Name named, wire::InterestKey key, std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.flags = static_cast<std::uint16_t>(wire::kLogRecord | flags);
    header.position = ++log_position_;
    header.after = handle_of("ann").value;
    header.interest_key = key;
    header.interest_mask = key == 0 ? 0 : 1;
    receive_message_for_clients({named}, wire::ObjectInstanceRegistered{}, header);
  }

 private:
  wire::Position log_position_ = 0;
};

TEST_F(LogContract, ARecordForAllGoesToAllMembersAndOnceToEachRouterBelow) {
  join_behind("east", {"dan", "eve"});
  connect_member("fay");  // no member
  (void)frames();
  receive_log("eve", 0);
  EXPECT_EQ(with_any_guest(frames(), "east"),
            (Frames{"ann: ObjectInstanceRegistered", "bob: ObjectInstanceRegistered",
                    "cid: ObjectInstanceRegistered", "east for one: ObjectInstanceRegistered"}));
}

TEST_F(LogContract, ARecordByInterestGoesToTheMembersThatWantItAndItsCause) {
  join_behind("east", {"dan", "eve"});
  send_interest("eve", kHall);
  (void)frames();
  receive_log("cid", kHall);
  EXPECT_EQ(frames(), (Frames{"ann: ObjectInstanceRegistered", "bob: ObjectInstanceRegistered",
                              "east for eve: ObjectInstanceRegistered"}));
  receive_log("cid", kGarden);
  EXPECT_EQ(frames(), Frames{"ann: ObjectInstanceRegistered"});
}

TEST_F(LogContract, ARecordThatIsNotForItsCauseGoesToTheOthersAlone) {
  send_interest("ann", kHall);
  (void)frames();
  receive_log("cid", kHall, wire::kNotToCause);
  EXPECT_EQ(frames(), Frames{"bob: ObjectInstanceRegistered"});
}

TEST_F(LogContract, ARecordWithAKeyBeyondThoseOfRoutersGoesToAllMembers) {
  receive_log("bob", records::kLocalKeysEnd, wire::kNotToCause);
  EXPECT_EQ(frames(), (Frames{"bob: ObjectInstanceRegistered", "cid: ObjectInstanceRegistered"}));
}

TEST_F(LogContract, AMemberThatHasMovedReceivesAllUntilItStatesItsInterest) {
  connect_member("dan");
  join_behind("east", {"eve"});
  announce_guest("east", "fay");
  (void)frames();
  for (const Name mover : {"dan", "fay"}) {
    EXPECT_EQ(receive_from_upper(
                  wire::ClientAdmitted{announced_number(mover), kWar, handle_of(mover), 0, true}),
              "");
  }
  EXPECT_EQ(frames_to("east"), Frames{"fay is admitted to war from another router"});
  receive_log("dan", kGarden);
  EXPECT_EQ(frames(), (Frames{"ann: ObjectInstanceRegistered", "dan: ObjectInstanceRegistered",
                              "east for fay: ObjectInstanceRegistered"}));
  for (const Name mover : {"dan", "fay"}) send_interest(mover, kHall);
  (void)frames();
  receive_log("dan", kGarden);
  EXPECT_EQ(frames().size(), 3u) << "these statements are not complete";
  for (const Name mover : {"dan", "fay"}) {
    wire::InterestChanged complete = interest_in(kHall);
    complete.replaces_earlier = true;
    send_message(mover, complete);
  }
  (void)frames();
  receive_log("dan", kGarden);
  EXPECT_EQ(frames(), Frames{"ann: ObjectInstanceRegistered"});
}

// The root sends each member the pieces of a long record, because each member joins them itself.
TEST_F(LogContract, APieceOfALongRecordGoesToTheClientsOfItsFrame) {
  wire::RecordHeader header;
  header.flags = wire::kLogRecord;
  header.position = 1;
  const wire::Piece piece{2 * wire::kPieceBytes, {}};
  for (const Name member : {"bob", "cid"}) {
    receive_message_for_clients({member}, piece, header);
    EXPECT_EQ(frames(), Frames{std::string(member) + ": Piece"});
  }
}

TEST_F(LogContract, ARecordWithAnAddresseeGoesToItsClient) {
  wire::RecordHeader header;
  header.flags = wire::kLogRecord;
  header.position = 1;
  header.addressee = handle_of("cid").value;
  receive_message_for_clients({"cid"}, wire::ObjectInstanceRegistered{}, header);
  EXPECT_EQ(frames(), Frames{"cid: ObjectInstanceRegistered"});
}

// --- Records that go up.

TEST_F(ForwardingContract, EverythingGoesUpUntilTheInterestAboveIsComplete) {
  send_update("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 1 of ann"});
  receive_interest_from_upper({}, true, false);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 2 of ann"});
  receive_interest_from_upper({}, false, true);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), Frames{"bob: update 3 of ann"}) << "nothing is wanted above";
  receive_interest_from_upper({}, true, false);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 4 of ann"});
}

TEST_F(ForwardingContract, AnUpdateGoesUpIfItIsWantedAbove) {
  receive_interest_from_upper({{kHall, 1, 1, {}}});
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 1 of ann"});
  receive_interest_from_upper({{kHall, 2, 2, {}}}, false);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames_to("up"), Frames()) << "another attribute is wanted there";
}

TEST_F(ForwardingContract, AllRecordsButUpdatesAndInteractionsInReceiveOrderGoUp) {
  nobody_above_wants_anything();
  send_message("ann", wire::LeaseObjectHandles{1});
  send_interest("ann", kHall);
  send_message("ann", wire::FlowControl{handle_of("ann"), true});
  EXPECT_EQ(frames(),
            (Frames{"up for ann: LeaseObjectHandles 1 of ann",
                    "up for ann: InterestChanged 2 of ann", "up for ann: FlowControl 3 of ann"}));
}

// The stamp may be false. The root finds that.
TEST_F(ForwardingContract, AnUpdateThatWaitsGoesUp) {
  nobody_above_wants_anything();
  send_update("ann", {.after = 5});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  send_update("bob", {.after = 5});
  EXPECT_EQ(frames(), Frames{"up for bob: update 2 of bob"}) << "no member wants it, but it waits";
  receive_log_forwarded_from_upper(5);
  (void)frames();
  send_update("ann", {.after = 5});
  send_update("bob", {.after = 5});
  EXPECT_EQ(frames_to("up"), Frames());
}

TEST_F(ForwardingContract, AnUpdateWithAKeyBeyondThoseOfRoutersGoesUpOnly) {
  nobody_above_wants_anything();
  send_interest("bob", records::kLocalKeysEnd);
  (void)frames();
  send_update("ann", {.key = records::kLocalKeysEnd});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
}

TEST_F(ForwardingContract, EverythingGoesUpAfterAnInterestWordWithoutSense) {
  receive_interest_from_upper({{kHall, 0, 1, {}}});
  (void)frames();
  send_update("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  nobody_above_wants_anything();
  send_update("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames());
}

// --- Peers.

// The federate gus is behind the peer "gamma" and wants updates with the key kHall.
class PeerContract : public testing::Test, protected LowerRouter {
 protected:
  static constexpr std::uint64_t kSession = 7;

  PeerContract() : LowerRouter({.peers = {"gamma", "delta"}}) {
    join({"ann", "bob"});
    send_interest("bob", kHall);
    receive_interest_from_upper({});
    connect_peer("gamma");
    EXPECT_EQ(receive_from_upper(wire::PeersMeet{kSession, kWar, "gamma"}), "");
    EXPECT_EQ(receive_from_upper(wire::PeerMember{kSession, handle_of("gus"), 0}), "");
    EXPECT_EQ(receive_from_upper(wire::PeerDirect{kSession}), "");
    EXPECT_EQ(
        receive_from_peer(
            "gamma", wire::PeerInterest{kSession, ++sequence, 1, true, {{kHall, 1, 1, {}}}, {}}),
        "");
    (void)frames();
  }
  // The peer passes on an update of one of its federates, which had sent a request at `behind`.
  void passes_on_update(Name of, wire::Position after = 0, wire::Position behind = 0) {
    wire::RecordHeader header;
    header.sender = handle_of(of).value;
    header.position = ++position;
    header.after_position = after;
    header.interest_key = kHall;
    header.interest_mask = 1;
    const wire::Buffer record = encoded(wire::UpdateAttributeValues{}, header);
    EXPECT_EQ(receive_from_peer("gamma", wire::PeerData{kSession, ++sequence, 0, behind, record}),
              "");
  }

  std::uint64_t sequence = 0;
  wire::Position position = 0;
};

TEST_F(PeerContract, AnUpdateThatAPeerWantsGoesToThePeerAndNotUp) {
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "gamma: data: update 1 of ann"}));
  send_update("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames());
}

TEST_F(PeerContract, AnUpdateOfAPeerGoesToMembersAndRoutersBelowAndNeitherUpNorToPeers) {
  join_behind("east", {"dan"});
  send_interest("dan", kHall);
  connect_peer("delta");
  EXPECT_EQ(receive_from_upper(wire::PeersMeet{8, kWar, "delta"}), "");
  EXPECT_EQ(receive_from_peer("delta", wire::PeerInterest{8, 1, 1, true, {{kHall, 1, 1, {}}}, {}}),
            "");
  receive_interest_from_upper({{kHall, 1, 1, {}}}, false);
  (void)frames();
  passes_on_update("gus");
  const Frames all = frames();
  EXPECT_EQ(all, (Frames{"bob: update 1 of gus", "east for dan: update 1 of gus",
                         "gamma: PeerReceived"}));
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsForTheLogOfItsStamp) {
  passes_on_update("gus", 5);
  EXPECT_EQ(frames_to("bob"), Frames());
  receive_log_forwarded_from_upper(5);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsForTheRequestOfItsSenderBeforeIt) {
  passes_on_update("gus", 0, 3);
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(receive_from_upper(wire::PeerHandled{kSession, handle_of("gus"), 3}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsUntilItsSenderIsAMemberAndNoLongerThanThat) {
  passes_on_update("hal");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(receive_from_upper(wire::PeerMember{kSession, handle_of("hal"), 0}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of hal"});
  EXPECT_EQ(receive_from_upper(wire::PeerMemberGone{kSession, handle_of("hal"), 0}), "");
  passes_on_update("hal");
  EXPECT_EQ(frames_to("bob"), Frames());
}

// Earlier updates of the same federates come through the router above.
TEST_F(PeerContract, AnUpdateOfAPeerWaitsUntilTheSessionIsDirect) {
  EXPECT_EQ(receive_from_upper(wire::PeersPart{kSession}), "");
  sequence = 0;
  EXPECT_EQ(receive_from_upper(wire::PeersMeet{kSession, kWar, "gamma"}), "");
  EXPECT_EQ(receive_from_upper(wire::PeerMember{kSession, handle_of("gus"), 0}), "");
  passes_on_update("gus");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(receive_from_upper(wire::PeerDirect{kSession}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

// A federate that learns of the request has received the update.
TEST_F(PeerContract, RequestsAndTheEndOfAClientWaitUntilThePeerHasReceivedTheUpdateBefore) {
  send_update("ann");
  send_message("ann", wire::LeaseObjectHandles{1});
  EXPECT_EQ(frames_to("up"), Frames());
  send_message("bob", wire::TimeReport{});
  send_interest("bob", kGarden);
  EXPECT_EQ(frames_to("up"), Frames()) << "what is sent later stays behind";
  disconnect_member("ann", "closed its connection");
  EXPECT_EQ(frames_to("up"), Frames());
  acknowledge_all_from_peer("gamma");
  EXPECT_EQ(frames_to("up"),
            (Frames{"for ann: LeaseObjectHandles 2 of ann", "for bob: TimeReport 2 of bob",
                    "for bob: InterestChanged 3 of bob", "ann is down: closed its connection"}));
}

TEST_F(PeerContract, AStatementOfInterestDoesNotWaitForThePeer) {
  send_update("ann");
  send_interest("ann", kGarden);
  EXPECT_EQ(frames_to("up"), Frames{"for ann: InterestChanged 2 of ann"});
}

TEST_F(PeerContract, APeerThatSendsAnythingElseIsAtFault) {
  EXPECT_EQ(receive_from_peer("gamma", wire::SenderWaiting{true}),
            "a SenderWaiting record, which routers do not send to peers");
  EXPECT_EQ(receive_from_peer("gamma", wire::PeerReceived{kSession, 1000}),
            "an acknowledgement of data that was not sent to it");
  EXPECT_EQ(frames_to("bob"), Frames());
}

}  // namespace
}  // namespace triad::test
