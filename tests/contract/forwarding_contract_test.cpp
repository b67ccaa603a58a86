// Tests which neighbours of a router below the root receive a record, and which records go up.
#include <gtest/gtest.h>

#include "records/local_record.hpp"
#include "tests/contract/lower_router.hpp"

namespace triad::test {
namespace {

// ann, bob and cid have links to the router. bob wants updates with the key kHall.
class ForwardingContract : public testing::Test, protected LowerRouter {
 protected:
  ForwardingContract() {
    join({"ann", "bob", "cid"});
    wants("bob", kHall);
    (void)frames();
  }
  // The router above states an empty interest.
  void nobody_above_wants_anything() {
    interest_above({});
    (void)frames();
  }
};

// --- To members and routers below.

TEST_F(ForwardingContract, AnUpdateGoesToTheMembersThatWantIt) {
  updates("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "up for ann: update 1 of ann"}));
  wants("cid", kHall);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of ann", "cid: update 2 of ann",
                              "up for ann: update 2 of ann"}));
  wants("bob", kHall, 0);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames(), (Frames{"cid: update 3 of ann", "up for ann: update 3 of ann"}));
}

TEST_F(ForwardingContract, AnUpdateOfOtherAttributesOrClassesGoesToNoMember) {
  updates("ann", {.mask = 2});
  updates("ann", {.key = kGarden});
  EXPECT_EQ(frames_to("bob"), Frames());
}

TEST_F(ForwardingContract, NoMemberReceivesItsOwnUpdate) {
  updates("bob");
  EXPECT_EQ(frames(), Frames{"up for bob: update 2 of bob"});
}

TEST_F(ForwardingContract, AnUpdateWithARegionGoesToMembersWithOverlappingCells) {
  const wire::Cell here = 4;  // contains 1 to 7
  const wire::Cell inside = 5;
  const wire::Cell elsewhere = 12;
  sends("bob", wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {here}, {}}}});
  sends("cid", wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {elsewhere}, {}}}});
  (void)frames();
  updates("ann", {.cells = {inside}});
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "up for ann: update 1 of ann"}));
}

TEST_F(ForwardingContract, AnUpdateGoesOnceToARouterBelowForAllGuestsThatWantIt) {
  join_behind("east", {"dan", "eve", "fay"});
  wants("dan", kHall);
  wants("eve", kHall);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "east for dan, eve: update 1 of ann",
                              "up for ann: update 1 of ann"}));
}

TEST_F(ForwardingContract, ARouterBelowPassesUpdatesBetweenItsOwnGuests) {
  join_behind("east", {"dan", "eve"});
  join_behind("west", {"fay"});
  wants("eve", kHall);
  wants("fay", kHall);
  (void)frames();
  updates("dan");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of dan", "up for dan: update 1 of dan",
                              "west for fay: update 1 of dan"}));
}

TEST_F(ForwardingContract, AnUpdateInTimeStampOrderGoesUpOnly) {
  nobody_above_wants_anything();
  updates("ann", {.flags = wire::kTimeStamped});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
}

TEST_F(ForwardingContract, AnUpdateInTheNameOfAnotherFederateGoesUpOnly) {
  nobody_above_wants_anything();
  wire::RecordHeader header;
  header.sender = handle_of("cid").value;
  header.interest_key = kHall;
  header.interest_mask = 1;
  sends("ann", wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of cid"});
}

TEST_F(ForwardingContract, AnUpdateOfAClientThatHasNotJoinedGoesUpOnly) {
  member_comes("dan");
  (void)frames();
  updates("dan");
  EXPECT_EQ(frames(), Frames{"up for dan: update 1 of dan"});
}

// A restore admits a federate again. Its earlier records do not count.
TEST_F(ForwardingContract, AnUpdateFromBeforeTheSendersAdmissionGoesUpOnly) {
  log_passed(5);
  admit("ann", 5);
  log_passed(5);
  (void)frames();
  updates("ann", {.after = 4});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  updates("ann", {.after = 5});
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of ann", "up for ann: update 2 of ann"}));
}

TEST_F(ForwardingContract, ARecordFromAboveGoesToTheClientsThatItsFrameNames) {
  join_behind("east", {"dan", "eve"});
  (void)frames();
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 4;
  from_above({"ann", "dan", "eve"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames(), (Frames{"ann: update 4 of gus", "east for dan, eve: update 4 of gus"}));
}

// --- Records that go up.

TEST_F(ForwardingContract, EverythingGoesUpUntilTheInterestAboveIsComplete) {
  updates("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 1 of ann"});
  interest_above({}, true, false);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 2 of ann"});
  interest_above({}, false, true);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames(), Frames{"bob: update 3 of ann"}) << "nothing is wanted above";
  interest_above({}, true, false);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 4 of ann"});
}

TEST_F(ForwardingContract, AnUpdateGoesUpIfItIsWantedAbove) {
  interest_above({{kHall, 1, 1, {}}});
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames_to("up"), Frames{"for ann: update 1 of ann"});
  interest_above({{kHall, 2, 2, {}}}, false);
  (void)frames();
  updates("ann");
  EXPECT_EQ(frames_to("up"), Frames()) << "another attribute is wanted there";
}

TEST_F(ForwardingContract, AllRecordsButUpdatesAndInteractionsInReceiveOrderGoUp) {
  nobody_above_wants_anything();
  sends("ann", wire::LeaseObjectHandles{1});
  wants("ann", kHall);
  sends("ann", wire::FlowControl{handle_of("ann"), true});
  EXPECT_EQ(frames(),
            (Frames{"up for ann: LeaseObjectHandles 1 of ann",
                    "up for ann: InterestChanged 2 of ann", "up for ann: FlowControl 3 of ann"}));
}

// The stamp may be false. The root finds that.
TEST_F(ForwardingContract, AnUpdateThatWaitsGoesUp) {
  nobody_above_wants_anything();
  updates("ann", {.after = 5});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  updates("bob", {.after = 5});
  EXPECT_EQ(frames(), Frames{"up for bob: update 2 of bob"}) << "no member wants it, but it waits";
  log_passed(5);
  (void)frames();
  updates("ann", {.after = 5});
  updates("bob", {.after = 5});
  EXPECT_EQ(frames_to("up"), Frames());
}

TEST_F(ForwardingContract, AnUpdateWithAKeyBeyondThoseOfRoutersGoesUpOnly) {
  nobody_above_wants_anything();
  wants("bob", records::kLocalKeysEnd);
  (void)frames();
  updates("ann", {.key = records::kLocalKeysEnd});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
}

TEST_F(ForwardingContract, EverythingGoesUpAfterAnInterestWordWithoutSense) {
  interest_above({{kHall, 0, 1, {}}});
  (void)frames();
  updates("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames{"up for ann: update 1 of ann"});
  nobody_above_wants_anything();
  updates("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames());
}

// --- Peers.

// The federate gus is behind the peer "gamma" and wants updates with the key kHall.
class PeerContract : public testing::Test, protected LowerRouter {
 protected:
  static constexpr std::uint64_t kSession = 7;

  PeerContract() : LowerRouter({.peers = {"gamma", "delta"}}) {
    join({"ann", "bob"});
    wants("bob", kHall);
    interest_above({});
    peer_comes("gamma");
    EXPECT_EQ(upper_says(wire::PeersMeet{kSession, kWar, "gamma"}), "");
    EXPECT_EQ(upper_says(wire::PeerMember{kSession, handle_of("gus"), 0}), "");
    EXPECT_EQ(upper_says(wire::PeerDirect{kSession}), "");
    EXPECT_EQ(peer_says("gamma",
                        wire::PeerInterest{kSession, ++sequence, 1, true, {{kHall, 1, 1, {}}}, {}}),
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
    EXPECT_EQ(peer_says("gamma", wire::PeerData{kSession, ++sequence, 0, behind, record}), "");
  }

  std::uint64_t sequence = 0;
  wire::Position position = 0;
};

TEST_F(PeerContract, AnUpdateThatAPeerWantsGoesToThePeerAndNotUp) {
  updates("ann");
  EXPECT_EQ(frames(), (Frames{"bob: update 1 of ann", "gamma: data: update 1 of ann"}));
  updates("ann", {.key = kGarden});
  EXPECT_EQ(frames(), Frames());
}

TEST_F(PeerContract, AnUpdateOfAPeerGoesToMembersAndRoutersBelowAndNeitherUpNorToPeers) {
  join_behind("east", {"dan"});
  wants("dan", kHall);
  peer_comes("delta");
  EXPECT_EQ(upper_says(wire::PeersMeet{8, kWar, "delta"}), "");
  EXPECT_EQ(peer_says("delta", wire::PeerInterest{8, 1, 1, true, {{kHall, 1, 1, {}}}, {}}), "");
  interest_above({{kHall, 1, 1, {}}}, false);
  (void)frames();
  passes_on_update("gus");
  const Frames all = frames();
  EXPECT_EQ(all, (Frames{"bob: update 1 of gus", "east for dan: update 1 of gus",
                         "gamma: PeerReceived"}));
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsForTheLogOfItsStamp) {
  passes_on_update("gus", 5);
  EXPECT_EQ(frames_to("bob"), Frames());
  log_passed(5);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsForTheRequestOfItsSenderBeforeIt) {
  passes_on_update("gus", 0, 3);
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(upper_says(wire::PeerHandled{kSession, handle_of("gus"), 3}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

TEST_F(PeerContract, AnUpdateOfAPeerWaitsUntilItsSenderIsAMemberAndNoLongerThanThat) {
  passes_on_update("hal");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(upper_says(wire::PeerMember{kSession, handle_of("hal"), 0}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of hal"});
  EXPECT_EQ(upper_says(wire::PeerMemberGone{kSession, handle_of("hal"), 0}), "");
  passes_on_update("hal");
  EXPECT_EQ(frames_to("bob"), Frames());
}

// Earlier updates of the same federates come through the router above.
TEST_F(PeerContract, AnUpdateOfAPeerWaitsUntilTheSessionIsDirect) {
  EXPECT_EQ(upper_says(wire::PeersPart{kSession}), "");
  sequence = 0;
  EXPECT_EQ(upper_says(wire::PeersMeet{kSession, kWar, "gamma"}), "");
  EXPECT_EQ(upper_says(wire::PeerMember{kSession, handle_of("gus"), 0}), "");
  passes_on_update("gus");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_EQ(upper_says(wire::PeerDirect{kSession}), "");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of gus"});
}

// A federate that learns of the request has received the update.
TEST_F(PeerContract, RequestsAndTheEndOfAClientWaitUntilThePeerHasReceivedTheUpdateBefore) {
  updates("ann");
  sends("ann", wire::LeaseObjectHandles{1});
  EXPECT_EQ(frames_to("up"), Frames());
  sends("bob", wire::TimeReport{});
  wants("bob", kGarden);
  EXPECT_EQ(frames_to("up"), Frames()) << "what is sent later stays behind";
  member_goes("ann", "closed its connection");
  EXPECT_EQ(frames_to("up"), Frames());
  peer_receives_all("gamma");
  EXPECT_EQ(frames_to("up"),
            (Frames{"for ann: LeaseObjectHandles 2 of ann", "for bob: TimeReport 2 of bob",
                    "for bob: InterestChanged 3 of bob", "ann is down: closed its connection"}));
}

TEST_F(PeerContract, AStatementOfInterestDoesNotWaitForThePeer) {
  updates("ann");
  wants("ann", kGarden);
  EXPECT_EQ(frames_to("up"), Frames{"for ann: InterestChanged 2 of ann"});
}

TEST_F(PeerContract, APeerThatSendsAnythingElseIsAtFault) {
  EXPECT_EQ(peer_says("gamma", wire::SenderWaiting{true}),
            "a SenderWaiting record, which routers do not send to peers");
  EXPECT_EQ(peer_says("gamma", wire::PeerReceived{kSession, 1000}),
            "an acknowledgement of data that was not sent to it");
  EXPECT_EQ(frames_to("bob"), Frames());
}

}  // namespace
}  // namespace triad::test
