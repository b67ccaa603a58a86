// Tests which neighbours of the root receive a record, in which order, and which records end the
// membership of their sender.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/contract/root_router.hpp"

namespace triad::test {
namespace {

class RootContract : public testing::Test, protected RootRouter {
 protected:
  // Expects that the root cuts off ann, and that bob receives the record of that and no other.
  void expect_ann_is_out(const std::string& why) {
    EXPECT_EQ(frames(), (Frames{"ann: refused: this program sent " + why, "ann: FederateResigned",
                                "ann is cut off: sent " + why, "bob: FederateResigned"}));
    EXPECT_FALSE(is_member("ann"));
    EXPECT_TRUE(is_member("bob"));
  }
  void resigns(Name member) {
    send_message(member, wire::ResignFederationExecution{wire::ResignAction::no_action});
  }
  // bob wants updates with the key kHall.
  void join_ann_and_bob() {
    join({"ann", "bob"});
    send_interest("bob", kHall);
    (void)frames();
  }
};

// --- Data.

TEST_F(RootContract, AnUpdateGoesToTheMembersThatWantIt) {
  join({"ann", "bob", "cid", "dan"});
  send_interest("bob", kHall, 3);
  send_interest("cid", kHall, 2);
  send_interest("dan", kGarden);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), Frames{"bob: update 1 of ann"});
  send_update("ann", {.mask = 2});
  EXPECT_EQ(frames(), (Frames{"bob: update 2 of ann", "cid: update 2 of ann"}));
  send_update("ann", {.key = 9});
  EXPECT_EQ(frames(), Frames());
}

TEST_F(RootContract, NoMemberReceivesItsOwnUpdate) {
  join_ann_and_bob();
  send_update("bob");
  EXPECT_EQ(frames(), Frames());
}

TEST_F(RootContract, AnUpdateWithARegionGoesToMembersWithOverlappingCells) {
  join({"ann", "bob", "cid"});
  const wire::Cell here = 4;  // contains 1 to 7
  const wire::Cell inside = 5;
  const wire::Cell elsewhere = 12;
  send_message("bob",
               wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {here}, {}}}});
  send_message("cid",
               wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {elsewhere}, {}}}});
  (void)frames();
  send_update("ann", {.cells = {inside}});
  EXPECT_EQ(frames(), Frames{"bob: update 1 of ann"});
}

TEST_F(RootContract, AKeyThatNoMemberKnowsConcernsNoMember) {
  join_ann_and_bob();
  for (wire::InterestKey key = 1; key != 0; key *= 2) {
    send_update("ann", {.key = key, .mask = ~wire::InterestMask{0}});
    send_update("ann", {.key = ~key, .mask = ~wire::InterestMask{0}});
  }
  EXPECT_EQ(frames(), Frames());
  EXPECT_TRUE(is_member("ann"));
}

TEST_F(RootContract, NothingGoesToAMemberThatHasResigned) {
  join_ann_and_bob();
  resigns("bob");
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), Frames());
}

// ann and bob are behind east. cid is behind west. dan has a link of its own.
class RootOfTree : public RootContract {
 protected:
  RootOfTree() {
    join_behind("east", {"ann", "bob"});
    join_behind("west", {"cid"});
    join({"dan"});
    for (const Name member : {"bob", "cid", "dan"}) send_interest(member, kHall);
    (void)frames();
  }
};

TEST_F(RootOfTree, ARouterBelowPassesUpdatesBetweenItsOwnGuests) {
  send_update("ann");
  EXPECT_EQ(frames(), (Frames{"dan: update 1 of ann", "west for cid: update 1 of ann"}));
  send_update("dan");
  EXPECT_EQ(frames(), (Frames{"east for bob: update 2 of dan", "west for cid: update 2 of dan"}));
}

TEST_F(RootOfTree, AnUpdateInTimeStampOrderIsForwardedByTheRootToAll) {
  send_update("ann", {.flags = wire::kTimeStamped});
  EXPECT_EQ(frames(), (Frames{"dan: update 1 of ann", "east for bob: update 1 of ann",
                              "east: handled 1 of ann", "west for cid: update 1 of ann"}));
}

TEST_F(RootOfTree, AnUpdateThatSeveralGuestsWantGoesOnceToTheirRouter) {
  send_interest("ann", kHall);
  (void)frames();
  send_update("dan");
  EXPECT_EQ(frames(), (Frames{"east for ann: update 2 of dan", "west for cid: update 2 of dan"}));
}

// The next record may follow from a later request of the same federate.
TEST_F(RootOfTree, ARequestIsHandledBeforeItsRouterIsSentAnythingElse) {
  send_message("ann", wire::LeaseObjectHandles{1});
  send_update("dan");
  EXPECT_EQ(frames_to("east"), (Frames{"for ann: ObjectHandlesLeased", "handled 1 of ann",
                                       "for bob: update 2 of dan"}));
}

TEST_F(RootOfTree, ARouterBelowLearnsOfAResignationBeforeTheLogSaysSo) {
  resigns("bob");
  EXPECT_EQ(frames_to("east"),
            (Frames{"bob has resigned", "for ann: FederateResigned", "for bob: FederateResigned",
                    "log passed " + std::to_string(log_position())}));
}

TEST_F(RootOfTree, AMemberThatResignsDoesNotStandForItsRouter) {
  resigns("ann");
  EXPECT_EQ(frames_to("east"),
            (Frames{"ann has resigned", "for bob: FederateResigned", "for ann: FederateResigned",
                    "log passed " + std::to_string(log_position())}));
}

TEST_F(RootOfTree, ALogRecordGoesOnceToEachRouterBelow) {
  join({"eve"});
  Frames all = frames();
  std::erase_if(all, [](const auto& line) { return line.find("FederateJoined") == line.npos; });
  EXPECT_EQ(all, (Frames{"dan: FederateJoined", "east for ann: FederateJoined",
                         "west for cid: FederateJoined"}));
}

TEST_F(RootOfTree, AllMembersBehindARouterResignWhenItsLinkEnds) {
  disconnect_lower("east", "the peer closed the connection");
  EXPECT_FALSE(is_member("ann"));
  EXPECT_FALSE(is_member("bob"));
  EXPECT_EQ(frames_to("dan"), (Frames{"FederateResigned", "FederateResigned"}));
}

// --- Records for one member, and for the authority.

TEST_F(RootContract, ARecordForOneMemberGoesToThatMemberIfItIsThere) {
  join({"ann", "bob", "cid"});
  (void)frames();
  const wire::RecordHeader to_bob{.addressee = handle_of("bob").value};
  send_message("ann", wire::RegulationFloor{}, to_bob);
  EXPECT_EQ(frames(), Frames{"bob: RegulationFloor 1 of ann"});
  resigns("bob");
  (void)frames();
  send_message("ann", wire::RegulationFloor{}, to_bob);
  EXPECT_EQ(frames(), Frames());
  EXPECT_TRUE(is_member("ann"));
}

TEST_F(RootContract, ARequestIsAnsweredByTheAuthorityToItsSender) {
  join_ann_and_bob();
  send_message("ann", wire::LeaseObjectHandles{1});
  EXPECT_EQ(frames(), Frames{"ann: ObjectHandlesLeased"});
}

TEST_F(RootContract, ALogRecordGoesToAllMembers) {
  join({"ann"});
  join_behind("east", {"bob"});
  join_behind("west", {"cid"});
  (void)frames();
  join({"dan"});
  Frames all = frames();
  std::erase_if(all, [](const auto& line) { return line.find("FederateJoined") == line.npos; });
  EXPECT_EQ(all, (Frames{"ann: FederateJoined", "east for bob: FederateJoined",
                         "west for cid: FederateJoined"}));
}

// --- Shared memory at the root.

TEST_F(RootContract, AnUpdateInSharedMemoryIsForwardedToLinksOnly) {
  join_in_shared_memory({"ann", "bob"});
  join({"cid"});
  send_interest("bob", kHall);
  send_interest("cid", kHall);
  (void)frames();
  send_update("ann");
  EXPECT_EQ(frames(), Frames{"cid: update 1 of ann"});
}

TEST_F(RootContract, AnUpdateFromALinkIsPublishedInSharedMemoryOnce) {
  join_in_shared_memory({"ann", "bob"});
  join({"cid"});
  send_interest("ann", kHall);
  send_interest("bob", kHall);
  (void)frames();
  send_update("cid");
  EXPECT_EQ(frames_to("memory"), (Frames{"for ann: update 1 of cid", "wakes bob"}));
}

TEST_F(RootContract, OfAnUpdateInSharedMemoryTheHeaderIsEnoughUnlessALinkWantsIt) {
  join_in_shared_memory({"ann", "bob"});
  join({"cid"});
  send_interest("bob", kHall);
  EXPECT_FALSE(needs_shared_update("ann", {}));
  send_interest("cid", kHall);
  EXPECT_TRUE(needs_shared_update("ann", {}));
  EXPECT_TRUE(needs_shared_update("cid", {})) << "an update from a link is always forwarded";
}

// --- Records that end the membership of their sender.

TEST_F(RootContract, NoMemberSpeaksInTheNameOfAnother) {
  join_ann_and_bob();
  send_message("ann", wire::LeaseObjectHandles{1}, {.sender = handle_of("bob").value});
  expect_ann_is_out("a record in the name of another federate");
}

TEST_F(RootContract, NoRecordFollowsALogThatIsNotThereYet) {
  join_ann_and_bob();
  send_message("ann", wire::LeaseObjectHandles{1}, {.after_position = log_position()});
  EXPECT_EQ(frames(), Frames{"ann: ObjectHandlesLeased"});
  send_message("ann", wire::LeaseObjectHandles{1}, {.after_position = log_position() + 1});
  expect_ann_is_out("a record that depends on a log position that does not exist yet");
}

TEST_F(RootContract, NoMemberWritesTheLog) {
  join_ann_and_bob();
  send_update("ann", {.flags = wire::kLogRecord});
  expect_ann_is_out("a record of the log, which is not its own");
}

TEST_F(RootContract, NoMemberSendsAnotherARecordOfTheRoot) {
  join_ann_and_bob();
  send_message("ann", wire::LbtsTold{}, {.addressee = handle_of("bob").value});
  expect_ann_is_out("a LbtsTold record, which members do not send to each other");
}

TEST_F(RootContract, NoMemberSendsTheRootARecordOfTheRoot) {
  join_ann_and_bob();
  send_message("ann", wire::FederateResigned{});
  expect_ann_is_out("a FederateResigned record, which an RTIA does not send to an RTIG");
}

TEST_F(RootContract, ReliableRecordsComeInOrder) {
  join_ann_and_bob();
  wire::RecordHeader at_seven{.position = 7};
  send_message("ann", wire::LeaseObjectHandles{1}, at_seven);
  EXPECT_EQ(frames(), Frames{"ann: ObjectHandlesLeased"});
  wire::RecordHeader best_effort{.position = 3};
  best_effort.flags = wire::kBestEffort;
  best_effort.interest_key = kHall;
  best_effort.interest_mask = 1;
  send_message("ann", wire::UpdateAttributeValues{}, best_effort);
  EXPECT_EQ(frames(), Frames{"bob: update 3 of ann"}) << "it may come by another way";
  send_message("ann", wire::LeaseObjectHandles{1}, at_seven);
  expect_ann_is_out("a record at a position that it has used before");
}

TEST_F(RootContract, NoRecordForTheRouterIsMalformed) {
  join_ann_and_bob();
  wire::RecordHeader header{.sender = handle_of("ann").value, .position = 1};
  wire::Buffer wait = encoded(wire::TimeWait{}, header);
  wait.push_back(std::byte{1});
  receive_from_client("ann", wait);
  expect_ann_is_out("a malformed TimeWait record");
}

TEST_F(RootContract, NoMemberPromisesThatDoesNotRegulate) {
  join_ann_and_bob();
  const std::array<std::byte, 8> one{std::byte{0x3f}, std::byte{0xf0}};
  wire::TimeReport report;
  report.promise = {one, false};
  send_message("ann", report);
  expect_ann_is_out("a promise, though it does not regulate");
}

TEST_F(RootContract, NoMemberNamesATimeOfAnotherTimeType) {
  join_ann_and_bob();
  const std::array<std::byte, 3> no_time{};
  send_message("ann", wire::TimeWait{wire::TimeBound{no_time, false}, false});
  expect_ann_is_out("an invalid time for this federation");
}

// --- Flow control.

TEST_F(RootContract, AMemberThatLagsHoldsTheOthersUntilItHasCaughtUp) {
  join({"ann", "bob", "cid"});
  (void)frames();
  report_member_queue("bob", 1001);
  EXPECT_EQ(frames(), (Frames{"ann: FlowControl", "cid: FlowControl"}));
  report_member_queue("bob", 700);
  EXPECT_EQ(frames(), Frames());
  join({"dan"});
  EXPECT_EQ(std::ranges::count(frames_to("dan"), "FlowControl"), 1) << "a newcomer is held, too";
  report_member_queue("bob", 500);
  EXPECT_EQ(frames(), (Frames{"ann: FlowControl", "cid: FlowControl", "dan: FlowControl"}));
  report_member_queue("bob", 5001);
  EXPECT_FALSE(is_member("bob")) << "the others go on without it";
}

TEST_F(RootContract, AMemberThatWaitsInASendHoldsNoOther) {
  join_ann_and_bob();
  send_message("bob", wire::FlowControl{handle_of("bob"), true});
  EXPECT_EQ(frames(), Frames{"ann: FlowControl"});
  send_message("bob", wire::SenderWaiting{true});
  EXPECT_EQ(frames(), Frames{"ann: FlowControl"}) << "ann is let go";
}

class ImpatientRoot : public testing::Test, protected RootRouter {
 protected:
  ImpatientRoot() : RootRouter({.hold_patience = std::chrono::seconds(60)}) {}
};

TEST_F(ImpatientRoot, AMemberThatHoldsOthersForTooLongIsResigned) {
  join({"ann", "bob"});
  send_message("bob", wire::FlowControl{handle_of("bob"), true});
  pass_time(std::chrono::seconds(59));
  EXPECT_TRUE(is_member("bob"));
  pass_time(std::chrono::seconds(1));
  EXPECT_FALSE(is_member("bob"));
  EXPECT_TRUE(is_member("ann"));
}

// --- Routers below that break the protocol.

TEST_F(RootOfTree, ARouterBelowMaySpeakForAnnouncedClientsOnly) {
  const std::uint64_t nobody = guest_number("hal");
  EXPECT_EQ(receive_frame_from_lower("east", {nobody}, encoded(wire::ListFederations{})),
            "a record of client " + std::to_string(nobody) + ", which it has not announced");
  EXPECT_EQ(frames(), Frames());
}

TEST_F(RootOfTree, AGuestThatBreaksARuleIsOutAlone) {
  send_message("ann", wire::LeaseObjectHandles{1}, {.sender = handle_of("bob").value});
  EXPECT_FALSE(is_member("ann"));
  EXPECT_TRUE(is_member("bob"));
  EXPECT_EQ(std::ranges::count(frames_to("east"),
                               "ann is down: sent a record in the name of another federate"),
            1);
}

}  // namespace
}  // namespace triad::test
