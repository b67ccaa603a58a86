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
    wants("bob", kHall);
    (void)frames();
  }
  wire::Position requests(Name by) { return sends(by, wire::LeaseObjectHandles{1}); }
};

// --- The log.

TEST_F(GateContract, AnUpdateWaitsForTheLogOfItsStamp) {
  log_passed(4);
  updates("ann", {.after = 5});
  updates("ann", {.after = 4});
  EXPECT_EQ(frames_to("bob"), Frames()) << "the second update stays behind the first";
  EXPECT_GT(held_bytes(), 0u);
  log_passed(5);
  EXPECT_EQ(frames_to("bob"), (Frames{"update 1 of ann", "update 2 of ann"}));
  EXPECT_EQ(held_bytes(), 0u);
}

// Other members may not have received the log record.
TEST_F(GateContract, ALogRecordOpensTheGateForUpdatesThatFollowEarlierLogRecords) {
  updates("ann", {.after = 6});
  log_from_above({"bob"}, 6);
  EXPECT_EQ(frames_to("bob"), Frames{"FederateJoined"});
  log_from_above({"bob"}, 7);
  EXPECT_EQ(frames_to("bob"), (Frames{"update 1 of ann", "FederateJoined"}));
}

TEST_F(GateContract, AnAnswerOfTheRootOpensTheGateUpToItsPosition) {
  updates("ann", {.after = 8});
  from_above({"cid"}, wire::Accepted{}, {.position = 7});
  EXPECT_EQ(frames_to("bob"), Frames());
  from_above({"cid"}, wire::Accepted{}, {.position = 8});
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, ARecordOfAnotherFederateOpensTheGateUpToItsStamp) {
  wire::RecordHeader header;
  header.sender = handle_of("gus").value;
  header.position = 1;
  header.after_position = 9;
  updates("ann", {.after = 9});
  from_above({"cid"}, wire::UpdateAttributeValues{}, header);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, WordOfAResignationOpensTheGateUpToItsLogPosition) {
  updates("ann", {.after = 5});
  resign("cid", 5);
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of ann"});
}

TEST_F(GateContract, AStampOfTheFarFutureHoldsItsSenderOnly) {
  updates("ann", {.after = wire::Position{1} << 60});
  log_passed(1000);
  updates("cid", {.after = 1000});
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of cid"});
}

// --- Requests.

TEST_F(GateContract, AnUpdateWaitsUntilTheRequestBeforeItIsHandled) {
  const wire::Position first = requests("ann");
  updates("ann");
  const wire::Position second = requests("ann");
  updates("ann");
  EXPECT_EQ(frames_to("bob"), Frames());
  handled("ann", first);
  EXPECT_EQ(frames_to("bob"), Frames{"update 2 of ann"});
  handled("ann", second);
  EXPECT_EQ(frames_to("bob"), Frames{"update 4 of ann"});
  updates("ann");
  EXPECT_EQ(frames_to("bob"), Frames{"update 5 of ann"});
}

TEST_F(GateContract, AMemberThatWaitsHoldsNoOther) {
  requests("ann");
  updates("ann");
  updates("cid");
  EXPECT_EQ(frames_to("bob"), Frames{"update 1 of cid"});
}

TEST_F(GateContract, WordsThatRoutersTakeAreNoRequests) {
  sends("ann", wire::SenderWaiting{true});
  wants("ann", kGarden);
  updates("ann");
  EXPECT_EQ(frames_to("bob"), Frames{"update 3 of ann"});
}

// Its process may have been killed.
TEST_F(GateContract, AnUpdateThatWaitsIsDeliveredAfterTheLinkOfItsSenderHasEnded) {
  const wire::Position request = requests("ann");
  updates("ann");
  member_goes("ann", "killed");
  EXPECT_EQ(frames_to("bob"), Frames());
  EXPECT_GT(held_bytes(), 0u);
  handled("ann", request);
  EXPECT_EQ(frames_to("bob"), Frames{"update 2 of ann"});
  EXPECT_EQ(held_bytes(), 0u);
}

TEST_F(GateContract, AnUpdateThatWaitsIsDroppedWhenItsSenderResigns) {
  const wire::Position request = requests("ann");
  updates("ann");
  resign("ann");
  EXPECT_EQ(held_bytes(), 0u);
  log_passed(100);
  handled("ann", request);
  EXPECT_EQ(frames_to("bob"), Frames());
}

TEST_F(GateContract, ReceiversOfAnUpdateAreThoseOfTheTimeWhenItArrived) {
  const wire::Position request = requests("ann");
  updates("ann");
  wants("cid", kHall);
  resign("bob");
  handled("ann", request);
  EXPECT_EQ(frames_to("cid"), Frames());
}

// --- A restore.

TEST_F(GateContract, AfterARestoreTheInterestStatedForItHoldsAndNoOther) {
  wire::InterestChanged restored = interest_in(kHall);
  restored.after_restore = true;
  sends("cid", restored);
  updates("ann");
  EXPECT_EQ(frames_to("cid"), Frames()) << "it counts from the restore on";
  log_passed(10);
  for (const Name member : {"ann", "bob", "cid"}) admit(member, 11);
  (void)frames();
  updates("ann", {.after = 10});
  updates("ann", {.after = 11});
  from_above({"ann"}, wire::Accepted{}, {.position = 13});
  log_passed(10);
  EXPECT_EQ(frames_to("cid"), Frames()) << "not all members have been told";
  log_passed(13);
  EXPECT_EQ(frames(), Frames{"cid: update 3 of ann"});
}

// --- Routers below.

TEST_F(GateContract, ALogThatHasPassedIsToldToRoutersBelowWithMembersAfterTheRecordsBefore) {
  join_behind("east", {"dan"});
  lower_comes("west");
  guest_comes("west", "eve");
  (void)frames();
  log_from_above({"dan"}, 4);
  log_passed(4);
  EXPECT_EQ(frames(), (Frames{"east for dan: FederateJoined", "east: log passed 4"}));
}

TEST_F(GateContract, ARequestOfAGuestIsToldAsHandledToItsRouterOnly) {
  join_behind("east", {"dan"});
  join_behind("west", {"eve"});
  (void)frames();
  const wire::Position request = requests("dan");
  updates("dan");
  EXPECT_EQ(frames_to("bob"), Frames());
  handled("dan", request);
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of dan", "east: handled 1 of dan"}));
}

TEST_F(GateContract, WordsAboutAGuestKeepTheirPlaceAmongItsRecords) {
  lower_comes("east");
  guest_comes("east", "dan");
  (void)frames();
  from_above({"dan"}, wire::Accepted{}, {.position = 1});
  admit("dan");
  from_above({"dan"}, wire::RequestLbts{}, {.position = 1});
  EXPECT_EQ(upper_says(wire::ClientDown{number("dan"), "did wrong"}), "");
  EXPECT_EQ(frames(), (Frames{"east for dan: Accepted", "east: dan is admitted to war",
                              "east for dan: RequestLbts", "east: dan is down: did wrong"}));
}

}  // namespace
}  // namespace triad::test
