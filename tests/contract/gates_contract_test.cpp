// Tests which records a router below the root keeps, and when it sends them. An update waits for
// the log that its sender had applied, for requests of its sender, and for a restore.
#include <gtest/gtest.h>

#include "tests/contract/lower_router.hpp"

namespace triad::test {
namespace {

// bob wants updates with the key kHall.
class GateContract : public testing::Test, protected LowerRouter {
 protected:
  GateContract() {
    join({"ann", "bob", "cid"});
    send_interest("bob", kHall);
    (void)frames();
  }
  wire::Position requests(Name by) { return send_message(by, wire::LeaseObjectHandles{1}); }
};

// --- The log.

TEST_F(GateContract, AnUpdateWaitsForTheLogOfItsStamp) {
  receive_log_forwarded_from_upper(4);
  send_update("ann", {.after = 5});
  send_update("ann", {.after = 4});
  EXPECT_EQ(frames_to("bob"), Frames()) << "the second update stays behind the first";
  EXPECT_GT(held_bytes(), 0u);
  receive_log_forwarded_from_upper(5);
  EXPECT_EQ(frames_to("bob"), (Frames{"update 1 of ann", "update 2 of ann"}));
  EXPECT_EQ(held_bytes(), 0u);
}

// Other members may not have received the log record.
TEST_F(GateContract, ALogRecordOpensTheGateForUpdatesThatFollowEarlierLogRecords) {
  send_update("ann", {.after = 6});
  receive_log_for_clients({"bob"}, 6);
  EXPECT_EQ(frames_to("bob"), Frames{"FederateJoined"});
  receive_log_for_clients({"bob"}, 7);
  EXPECT_EQ(frames_to("bob"), (Frames{"update 1 of ann", "FederateJoined"}));
}

TEST_F(GateContract, AnAnswerOfTheRootOpensTheGateUpToItsPosition) {
  send_update("ann", {.after = 8});
  receive_message_for_clients({"cid"}, wire::Accepted{}, {.position = 7});
  EXPECT_EQ(frames_to("bob"), Frames());
  receive_message_for_clients({"cid"}, wire::Accepted{}, {.position = 8});
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, ARecordOfAnotherFederateOpensTheGateUpToItsStamp) {
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 1;
  header.after_position = 9;
  send_update("ann", {.after = 9});
  receive_message_for_clients({"cid"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, WordOfAResignationOpensTheGateUpToItsLogPosition) {
  send_update("ann", {.after = 5});
  resign("cid", 5);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, AStampOfTheFarFutureHoldsItsSenderOnly) {
  send_update("ann", {.after = wire::Position{1} << 60});
  receive_log_forwarded_from_upper(1000);
  send_update("cid", {.after = 1000});
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of cid"});
}

// --- Requests.

TEST_F(GateContract, AnUpdateWaitsUntilTheRequestBeforeItIsHandled) {
  const wire::Position first = requests("ann");
  send_update("ann");
  const wire::Position second = requests("ann");
  send_update("ann");
  EXPECT_EQ(frames_to("bob"), Frames());
  receive_handled_from_upper("ann", first);
  EXPECT_EQ(frames_to("bob"), Frames{"update 2 of ann"});
  receive_handled_from_upper("ann", second);
  EXPECT_EQ(frames_to("bob"), Frames{"update 4 of ann"});
  send_update("ann");
  EXPECT_EQ(frames_to("bob"), Frames{"update 5 of ann"});
}

TEST_F(GateContract, AMemberThatWaitsHoldsNoOther) {
  requests("ann");
  send_update("ann");
  send_update("cid");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of cid"});
}

TEST_F(GateContract, WordsThatRoutersTakeAreNoRequests) {
  send_message("ann", wire::SenderWaiting{true});
  send_interest("ann", kGarden);
  send_update("ann");
  EXPECT_EQ(frames_to("bob"), Frames{"update 3 of ann"});
}

// Its process may have been killed.
TEST_F(GateContract, AnUpdateThatWaitsIsDeliveredAfterTheLinkOfItsSenderHasEnded) {
  const wire::Position request = requests("ann");
  send_update("ann");
  disconnect_member("ann", "killed");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_GT(held_bytes(), 0u);
  receive_handled_from_upper("ann", request);
  EXPECT_EQ(frames_to("bob"), Frames{"update 2 of ann"});
  EXPECT_EQ(held_bytes(), 0u);
}

TEST_F(GateContract, AnUpdateThatWaitsIsDroppedWhenItsSenderResigns) {
  const wire::Position request = requests("ann");
  send_update("ann");
  resign("ann");
  EXPECT_EQ(held_bytes(), 0u);
  receive_log_forwarded_from_upper(100);
  receive_handled_from_upper("ann", request);
  EXPECT_EQ(frames_to("bob"), Frames());
}

TEST_F(GateContract, ReceiversOfAnUpdateAreThoseOfTheTimeWhenItArrived) {
  const wire::Position request = requests("ann");
  send_update("ann");
  send_interest("cid", kHall);
  resign("bob");
  receive_handled_from_upper("ann", request);
  EXPECT_EQ(frames_to("cid"), Frames());
}

TEST_F(GateContract, AnUpdateThatWaitsGoesToARouterBelowForAGuestThatIsStillThere) {
  join_behind("east", {"dan", "eve"});
  for (const Name member : {"dan", "eve"}) send_interest(member, kHall);
  const wire::Position request = requests("ann");
  send_update("ann");
  resign("dan");
  (void)frames();
  receive_handled_from_upper("ann", request);
  EXPECT_EQ(frames_to("east"), Frames{"for eve: update 2 of ann"});
}

// --- A restore.

TEST_F(GateContract, AfterARestoreTheInterestStatedForItHoldsAndNoOther) {
  wire::InterestChanged restored = interest_in(kHall);
  restored.after_restore = true;
  send_message("cid", restored);
  send_update("ann");
  EXPECT_EQ(frames_to("cid"), Frames()) << "it counts from the restore on";
  receive_log_forwarded_from_upper(10);
  for (const Name member : {"ann", "bob", "cid"}) admit(member, 11);
  (void)frames();
  send_update("ann", {.after = 10});
  send_update("ann", {.after = 11});
  receive_message_for_clients({"ann"}, wire::Accepted{}, {.position = 13});
  receive_log_forwarded_from_upper(10);
  EXPECT_EQ(frames_to("cid"), Frames()) << "not all members have been told";
  receive_log_forwarded_from_upper(13);
  EXPECT_EQ(frames(), Frames{"cid: update 3 of ann"});
}

// --- Routers below.

TEST_F(GateContract, ALogThatHasPassedIsToldToRoutersBelowWithMembersAfterTheRecordsBefore) {
  join_behind("east", {"dan"});
  connect_lower("west");
  announce_guest("west", "eve");
  (void)frames();
  receive_log_for_clients({"dan"}, 4);
  receive_log_forwarded_from_upper(4);
  EXPECT_EQ(frames(), (Frames{"ann: FederateJoined", "bob: FederateJoined", "cid: FederateJoined",
                              "east for dan: FederateJoined", "east: log passed 4"}));
}

TEST_F(GateContract, ARequestOfAGuestIsToldAsHandledToItsRouterOnly) {
  join_behind("east", {"dan"});
  join_behind("west", {"eve"});
  (void)frames();
  const wire::Position request = requests("dan");
  send_update("dan");
  EXPECT_EQ(frames_to("bob"), Frames());
  receive_handled_from_upper("dan", request);
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of dan", "east: handled 1 of dan"}));
}

TEST_F(GateContract, WordsAboutAGuestKeepTheirPlaceAmongItsRecords) {
  connect_lower("east");
  announce_guest("east", "dan");
  (void)frames();
  receive_message_for_clients({"dan"}, wire::Accepted{}, {.position = 1});
  admit("dan");
  receive_message_for_clients({"dan"}, wire::RequestLbts{}, {.position = 1});
  EXPECT_EQ(receive_from_upper(wire::ClientDown{announced_number("dan"), "did wrong"}), "");
  EXPECT_EQ(frames(), (Frames{"east for dan: Accepted", "east: dan is admitted to war",
                              "east for dan: RequestLbts", "east: dan is down: did wrong"}));
}

}  // namespace
}  // namespace triad::test
