// Tests the words about clients between a router below the root and its neighbours: clients that
// connect, join, move and leave, and queues of clients. Also tests frames that only a faulty
// neighbour sends.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/contract/lower_router.hpp"

namespace triad::test {
namespace {

class MembershipContract : public testing::Test, protected LowerRouter {
 protected:
  explicit MembershipContract(const LowerRouterOptions& options = {}) : LowerRouter(options) {
    for (const Name client : {"ann", "bob"}) connect_member(client);
    connect_lower("east");
    announce_guest("east", "dan");
    (void)frames();
  }
};

// --- Clients that come and go.

TEST_F(MembershipContract, AClientIsAnnouncedBeforeItsRecordsGoUp) {
  connect_member("cid");
  send_message("cid", wire::ListFederations{});
  announce_guest("east", "eve");
  send_message("eve", wire::ListFederations{});
  EXPECT_EQ(frames(), (Frames{"up: cid is up", "up for cid: ListFederations 1 of cid",
                              "up: eve is up", "up for eve: ListFederations 1 of eve"}));
}

TEST_F(MembershipContract, NumbersOfClientsGrow) {
  const std::uint64_t last = announced_number("dan");
  connect_member("cid");
  EXPECT_GT(announced_number("cid"), last);
}

TEST_F(MembershipContract, AnAnswerGoesToItsClient) {
  receive_message_for_clients({"ann"}, wire::Accepted{});
  EXPECT_EQ(frames(), Frames{"ann: Accepted"});
  receive_message_for_clients({"dan"}, wire::Accepted{});
  EXPECT_EQ(frames(), Frames{"east for dan: Accepted"});
}

TEST_F(MembershipContract, AClientThatEndsIsToldUpBehindItsRecords) {
  send_message("ann", wire::ListFederations{});
  disconnect_member("ann", "closed its connection");
  end_guest("dan", "was killed");
  EXPECT_EQ(frames(),
            (Frames{"up for ann: ListFederations 1 of ann",
                    "up: ann is down: closed its connection", "up: dan is down: was killed"}));
}

TEST_F(MembershipContract, AClientThatIsSentAwayIsCutOffBehindWhatItWasSent) {
  receive_message_for_clients({"ann"}, wire::Accepted{});
  EXPECT_EQ(receive_from_upper(wire::ClientDown{announced_number("ann"), "did wrong"}), "");
  EXPECT_EQ(frames(), (Frames{"ann: Accepted", "ann is cut off: did wrong"}));
  send_message("ann", wire::ListFederations{});
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, AClientMayEndAtBothEndsAtOnce) {
  disconnect_member("ann", "closed its connection");
  (void)frames();
  receive_message_for_clients({"ann"}, wire::Accepted{});
  EXPECT_EQ(receive_from_upper(wire::ClientDown{announced_number("ann"), "did wrong"}), "");
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, AllGuestsGoWithTheirRouter) {
  announce_guest("east", "eve");
  (void)frames();
  disconnect_lower("east", "the peer closed the connection");
  const std::string why = "its router east is gone: the peer closed the connection";
  EXPECT_EQ(frames(), (Frames{"up: dan is down: " + why, "up: eve is down: " + why}));
}

TEST_F(MembershipContract, AClientThatSendsNonsenseIsOutAlone) {
  receive_from_client("ann", wire::Buffer(5));
  send_message("ann", wire::ListFederations{});
  send_message("bob", wire::ListFederations{});
  const std::string why = "sent bytes that are not a record of Triad's protocol";
  EXPECT_EQ(frames(), (Frames{"ann: refused: this program " + why, "ann is cut off: " + why,
                              "up: ann is down: " + why, "up for bob: ListFederations 1 of bob"}));
}

class CrowdContract : public MembershipContract {
 protected:
  CrowdContract() : MembershipContract({.clients_max = 3}) {}
};

TEST_F(CrowdContract, AClientTooManyIsRefusedAndNotAnnounced) {
  connect_member("cid");
  const std::string why =
      "exceeds the limit of clients: router beta may have 3 clients (limits: members)";
  EXPECT_EQ(frames(), (Frames{"cid: refused: this program " + why, "cid is cut off: " + why}));
}

// --- The way to the root.

TEST_F(MembershipContract, WhenTheWayUpEndsAllClientsAreToldWhyAndGo) {
  for (const char* client : {"ann", "bob", "dan"}) send_message(client, wire::ListFederations{});
  (void)frames();
  disconnect_upper("it has no connection to router alpha");
  const std::string why =
      "has lost its router's connection to the RTIG: router beta: it has no connection to router "
      "alpha";
  EXPECT_EQ(frames(),
            (Frames{"ann: refused: this program " + why, "ann is cut off: " + why,
                    "bob: refused: this program " + why, "bob is cut off: " + why,
                    "east for dan: refused: this program " + why, "east: dan is down: " + why}));
  send_message("ann", wire::ListFederations{});
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, AClientThatComesWithoutAWayUpIsRefused) {
  disconnect_upper("it has no connection to router alpha");
  (void)frames();
  connect_member("cid");
  const std::string why =
      "cannot be served by router beta now: it has no connection to router alpha";
  EXPECT_EQ(frames(), (Frames{"cid: refused: this program " + why, "cid is cut off: " + why}));
  connect_upper();
  connect_member("gus");
  EXPECT_EQ(frames(), (Frames{"up: AttachRouter", "up: gus is up"}));
}

// The router below waits for that word. No other router sends it. The guest may return elsewhere,
// so it has not resigned.
TEST_F(MembershipContract, AGuestThatHadGoneIsCutOffWhenTheWayUpEnds) {
  admit("dan");
  end_guest("dan", "closed its connection");
  (void)frames();
  disconnect_upper("the peer closed the connection");
  EXPECT_EQ(frames_to("east"), Frames{"dan is down: has lost its router's connection to the RTIG: "
                                      "router beta: the peer closed the connection"});
}

// --- A router that leaves the mesh.

TEST_F(MembershipContract, ARouterThatLeavesNamesItsOwnMembersToTheRoot) {
  admit("ann");
  admit("dan");
  leave_mesh();
  EXPECT_EQ(frames(), (Frames{"ann: ComeAgain", "bob: ComeAgain", "east: dan is admitted to war",
                              "up: ann is to move"}));
  admit("bob");
  EXPECT_EQ(frames(), Frames{"up: bob is to move"}) << "its request was on its way";
  leave_mesh();
  Frames again = frames();
  std::ranges::sort(again);
  EXPECT_EQ(again, (Frames{"up: ann is to move", "up: bob is to move"}))
      << "members are asked again, clients are told once";
}

TEST_F(MembershipContract, ARouterThatLeavesStaysForMembers) {
  admit("ann");
  leave_mesh();
  EXPECT_FALSE(may_end());
  resign("ann", 3);
  EXPECT_TRUE(may_end());
}

TEST_F(MembershipContract, ARouterThatLeavesStaysForAnswers) {
  leave_mesh();
  EXPECT_TRUE(may_end());
  const wire::Position request = send_message("ann", wire::ListFederations{});
  EXPECT_FALSE(may_end());
  receive_message_for_clients({"ann"}, wire::Accepted{}, {.after_position = request + 1});
  EXPECT_FALSE(may_end()) << "that answers another request";
  receive_message_for_clients({"ann"}, wire::Accepted{}, {.after_position = request});
  EXPECT_TRUE(may_end());
}

TEST_F(MembershipContract, WordThatAMemberStaysGoesToItsRouter) {
  EXPECT_EQ(receive_from_upper(wire::ClientStays{announced_number("ann"), "it has nowhere to go"}),
            "");
  EXPECT_EQ(receive_from_upper(wire::ClientStays{announced_number("dan"), "it has nowhere to go"}),
            "");
  EXPECT_EQ(frames(),
            (Frames{"ann stays: it has nowhere to go", "east: dan stays: it has nowhere to go"}));
  EXPECT_EQ(receive_from_lower("east", wire::ClientToMove{guest_number("dan")}), "");
  EXPECT_EQ(frames(), Frames{"up: dan is to move"});
}

// --- Queues of clients. A router reports them in steps of 32 KB, and when they are empty.

TEST_F(MembershipContract, TheQueueOfAClientIsToldUpInSteps) {
  for (const std::size_t bytes : {40'000u, 41'000u, 70'000u, 0u})
    report_member_queue("ann", bytes, 3);
  EXPECT_EQ(frames(), (Frames{"up: ann has 40000 bytes waiting, dropped 3",
                              "up: ann has 70000 bytes waiting, dropped 3",
                              "up: ann has 0 bytes waiting, dropped 3"}));
}

TEST_F(MembershipContract, LossesAreToldUpWhileTheQueueStaysAsItIs) {
  report_member_queue("ann", 40'000);
  (void)frames();
  for (const std::uint64_t dropped : {1u, 2u, 80u, 90u, 91u})
    report_member_queue("ann", 40'000, dropped);
  EXPECT_EQ(frames(), (Frames{"up: ann has 40000 bytes waiting, dropped 1",
                              "up: ann has 40000 bytes waiting, dropped 2",
                              "up: ann has 40000 bytes waiting, dropped 80",
                              "up: ann has 40000 bytes waiting, dropped 91"}));
}

TEST_F(MembershipContract, TheQueueOfARouterBelowCountsForAllItsGuests) {
  announce_guest("east", "eve");
  (void)frames();
  wire::BestEffortLosses losses;
  losses.by_priority[2] = 3;
  EXPECT_EQ(receive_from_lower("east", wire::ClientBacklog{guest_number("dan"), 40'000, losses}),
            "");
  EXPECT_EQ(frames(), Frames{"up: dan has 40000 bytes waiting, dropped 3"});
  report_lower_queue("east", 100'000);
  report_lower_queue("east", 101'000);
  EXPECT_EQ(frames(), (Frames{"up: dan has 140000 bytes waiting, dropped 3",
                              "up: eve has 100000 bytes waiting, dropped 0"}));
}

// --- Hostile neighbours.

TEST_F(MembershipContract, TheRouterAboveMayAdmitAnnouncedClientsOnly) {
  EXPECT_EQ(receive_from_upper(wire::ClientAdmitted{announced_number("dan") + 1, kWar,
                                                    wire::FederateHandle(1), 0}),
            "word of client " + std::to_string(announced_number("dan") + 1) +
                ", which was not announced");
}

TEST_F(MembershipContract, TheRouterAboveMayAdmitFederatesOnly) {
  for (const std::uint32_t federate : {0u, 0xffff'0000u, 0xffff'ffffu}) {
    EXPECT_EQ(
        receive_from_upper(
            wire::ClientAdmitted{announced_number("ann"), kWar, wire::FederateHandle(federate), 0}),
        "a member with the invalid handle " + std::to_string(federate) + ", which no federate has");
  }
}

TEST_F(MembershipContract, TheRouterAboveMaySayOnlyWhatRoutersAboveSay) {
  EXPECT_EQ(receive_from_upper(wire::ClientUp{1, "tcp"}),
            "a ClientUp record, which routers do not send to each other");
  EXPECT_EQ(receive_bytes_from_upper(wire::Buffer(5)), "a malformed frame");
  wire::Buffer too_long = encoded(wire::LogPassed{kWar, 5});
  too_long.push_back(std::byte{1});
  EXPECT_EQ(receive_frame_from_upper({}, too_long), "a malformed LogPassed record");
  EXPECT_EQ(receive_frame_from_upper({}, wire::Buffer(60)), "a malformed record");
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, ARouterBelowMaySpeakForAnnouncedClientsOnly) {
  const std::uint64_t nobody = guest_number("dan") + 1;
  const std::string fault =
      "a record of client " + std::to_string(nobody) + ", which it has not announced";
  EXPECT_EQ(receive_frame_from_lower("east", {nobody}, encoded(wire::ListFederations{})), fault);
  EXPECT_EQ(receive_from_lower("east", wire::ClientDown{nobody, ""}), fault);
  EXPECT_EQ(receive_from_lower("east", wire::ClientToMove{nobody}), fault);
  EXPECT_EQ(receive_from_lower("east", wire::ClientBacklog{nobody, 1, {}}), fault);
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, ARouterBelowMayUseANumberOnce) {
  const std::uint64_t used = guest_number("dan");
  const auto fault = [&](std::uint64_t number) {
    return "a new client with the number " + std::to_string(number) + ", and has announced " +
           std::to_string(used) + " before";
  };
  EXPECT_EQ(receive_from_lower("east", wire::ClientUp{used, "tcp"}), fault(used));
  EXPECT_EQ(receive_from_lower("east", wire::ClientUp{used - 1, "tcp"}), fault(used - 1));
  EXPECT_EQ(frames(), Frames());
}

TEST_F(MembershipContract, ARouterBelowMayAnswerOnlyWhatItWasTold) {
  const auto fault = [](std::uint64_t round) {
    return "an answer to round " + std::to_string(round) + ", which was not sent to it";
  };
  EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestTaken{kWar, 1, true}), fault(1));
  admit("dan");
  receive_interest_from_upper({});
  EXPECT_EQ(frames(), (Frames{"east: dan is admitted to war", "east: interest anew"}));
  EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestTaken{kWar, 0, true}), fault(0));
  EXPECT_EQ(frames(), Frames());
  EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestTaken{kWar, 1, true}), "");
  EXPECT_EQ(frames(), Frames{"up: interest 1 taken"});
}

TEST_F(MembershipContract, ARouterBelowMaySayOnlyWhatRoutersBelowSay) {
  EXPECT_EQ(receive_from_lower("east", wire::SenderWaiting{true}),
            "a SenderWaiting record, which routers do not send to each other");
  EXPECT_EQ(receive_from_lower("east", wire::ClientAdmitted{1, kWar, {}, 0}),
            "a ClientAdmitted record, which routers do not send to each other");
  EXPECT_EQ(receive_frame_from_lower("east", {guest_number("dan"), guest_number("dan") + 1},
                                     encoded(wire::ListFederations{})),
            "a malformed frame");
  EXPECT_EQ(frames(), Frames());
}

}  // namespace
}  // namespace triad::test
