// Tests records between peers: their order, their way, and which of them a peer accepts.
#include "router/peer_routes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overlay/hosting/relaying.hpp"

namespace triad::router {

namespace {

using Lines = std::vector<std::string>;

constexpr wire::InterestKey kPeerKey = 3;
constexpr FederateHandle kMine{1};
constexpr FederateHandle kTheirs{2};

// One router, with a switch that forwards all records that may be forwarded.
class PeerAlone final : public PeerRoutes::Host, private PeerRoutes::Inside {
 public:
  void send_to_peer(PeerIndex, wire::Bytes word) override { add_word(by_link, word); }
  void send_through_upper(wire::Bytes word) override { add_word(through_upper, word); }
  void begin_direct(std::uint64_t session) override {
    lines.push_back("direct in " + std::to_string(session));
  }
  void record_peer_receipt() override { lines.emplace_back("received"); }
  void end_session(std::uint64_t session) override {
    lines.push_back("ends " + std::to_string(session));
  }
  std::size_t record_held_bytes(PeerIndex, std::ptrdiff_t change) override {
    return held += static_cast<std::size_t>(change);
  }

  // Returns the records that have come since the last call.
  Lines told() { return std::exchange(lines, {}); }
  // Gives the words to the other router. Returns the first fault.
  static Fault deliver_words(std::vector<wire::Buffer>& words, PeerAlone& to) {
    Fault fault;
    for (const wire::Buffer& word : std::exchange(words, {})) {
      Fault wrong = to.routes.receive_from_peer(0, *wire::parse_record(word));
      if (!fault) fault = std::move(wrong);
    }
    return fault;
  }

  std::vector<wire::Buffer> by_link;
  std::vector<wire::Buffer> through_upper;
  Lines lines;
  ForwardedLog log;
  std::size_t held = 0;
  PeerRoutes routes{*this, *this, log};

 private:
  static void add_word(std::vector<wire::Buffer>& words, wire::Bytes word) {
    words.emplace_back(word.begin(), word.end());
  }
  void deliver_from_peer(const wire::Record& record) override {
    lines.push_back("update " + std::to_string(record.header.position));
  }
  void add_peer(PeerIndex peer) override {
    wire::OutsideInterest whole;
    whole.complete = true;
    routes.send_interest(peer, whole);
  }
  void remove_peer(PeerIndex) override { lines.emplace_back("left"); }
  void forward_all_up() override { lines.emplace_back("lets everything up"); }
  void request_complete_interest() override { lines.emplace_back("asks anew"); }
  Fault apply_peer_interest(PeerIndex peer, const wire::PeerInterest& states) override {
    routes.send_interest_taken(peer, states.round);
    return {};
  }
  void record_peer_acknowledgement(PeerIndex, std::uint64_t round) override {
    lines.push_back("taken " + std::to_string(round));
  }
};

wire::Buffer update_at(wire::Position position, wire::Position stamp = 0, FederateHandle by = kMine,
                       std::uint16_t flags = 0) {
  wire::RecordHeader header;
  header.sender = by.value;
  header.position = position;
  header.after_position = stamp;
  header.interest_key = kPeerKey;
  header.flags = flags;
  wire::Buffer record;
  wire::encode_record(header, wire::UpdateAttributeValues{}, record);
  return record;
}

// Two peers of one session, each with a member, after all words that begin the session.
class PeerPair : public testing::Test {
 protected:
  PeerPair() {
    a.routes.begin_session(1, 0, true);
    b.routes.begin_session(1, 0, true);
    b.routes.receive_from_upper(wire::PeerMember{1, kMine, 0});
    a.routes.receive_from_upper(wire::PeerMember{1, kTheirs, 0});
    exchange();
    b.routes.receive_from_upper(wire::PeerDirect{1});
    a.routes.receive_from_upper(wire::PeerDirect{1});
    a.told();
    b.told();
  }
  void exchange() {
    for (int round = 0; round < 4; ++round) {
      EXPECT_EQ(PeerAlone::deliver_words(a.through_upper, b), std::nullopt);
      EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), std::nullopt);
      b.routes.end_turn();
      EXPECT_EQ(PeerAlone::deliver_words(b.through_upper, a), std::nullopt);
      EXPECT_EQ(PeerAlone::deliver_words(b.by_link, a), std::nullopt);
      a.routes.end_turn();
    }
  }
  // A sends an update of its member.
  void send(const wire::Buffer& record, wire::Position behind = 0) {
    EXPECT_TRUE(a.routes.send_data(0, behind, record));
  }

  PeerAlone a;
  PeerAlone b;
};

TEST_F(PeerPair, PassOnDirectlyOnceTheOtherHasToldWhatItWants) {
  PeerAlone first;
  PeerAlone second;
  first.routes.begin_session(7, 0, true);
  EXPECT_FALSE(first.routes.send_data(0, 0, update_at(1))) << "it goes by the router above";
  EXPECT_EQ(first.through_upper.size(), 1u) << "which tells the other of the session first";
  second.routes.begin_session(7, 0, true);
  EXPECT_EQ(PeerAlone::deliver_words(second.through_upper, first), std::nullopt);
  EXPECT_EQ(first.told(), Lines{"direct in 7"});
  EXPECT_TRUE(first.routes.send_data(0, 0, update_at(1)));
}

TEST_F(PeerPair, WaitForTheLog) {
  send(update_at(5, 7));
  exchange();
  EXPECT_EQ(b.told(), Lines{});
  b.log.record_forwarded(7);
  b.routes.release();
  EXPECT_EQ(b.told(), Lines{"update 5"});
}

TEST_F(PeerPair, WaitForWhatTheSenderHadSentBefore) {
  send(update_at(5), 4);
  send(update_at(6), 4);
  exchange();
  b.routes.receive_from_upper(wire::PeerHandled{1, kMine, 3});
  EXPECT_EQ(b.told(), Lines{});
  b.routes.receive_from_upper(wire::PeerHandled{1, kMine, 4});
  EXPECT_EQ(b.told(), (Lines{"update 5", "update 6"}));
}

TEST_F(PeerPair, WaitForWhatHadComeByTheRouterAbove) {
  PeerAlone late;
  late.routes.begin_session(1, 0, true);
  late.routes.receive_from_upper(wire::PeerMember{1, kMine, 0});
  PeerAlone early;
  early.routes.begin_session(1, 0, true);
  EXPECT_EQ(PeerAlone::deliver_words(late.through_upper, early), std::nullopt);
  EXPECT_TRUE(early.routes.send_data(0, 0, update_at(1)));
  EXPECT_EQ(PeerAlone::deliver_words(early.through_upper, late), std::nullopt);
  EXPECT_EQ(PeerAlone::deliver_words(early.by_link, late), std::nullopt);
  EXPECT_EQ(late.told(), (Lines{"direct in 1", "taken 1"}));
  late.routes.receive_from_upper(wire::PeerDirect{1});
  EXPECT_EQ(late.told(), Lines{"update 1"});
}

TEST_F(PeerPair, TakeDataOfMembersBehindThePeerAlone) {
  constexpr FederateHandle kOther{9};
  send(update_at(5, 0, kOther));
  exchange();
  EXPECT_EQ(b.told(), Lines{}) << "word of it may still come";
  b.routes.receive_from_upper(wire::PeerMember{1, kOther, 0});
  EXPECT_EQ(b.told(), Lines{"update 5"});
  b.routes.receive_from_upper(wire::PeerMemberGone{1, kOther, 0});
  send(update_at(6, 0, kOther));
  exchange();
  EXPECT_EQ(b.told(), Lines{});
  EXPECT_EQ(b.routes.held_bytes(), 0u);
  EXPECT_EQ(b.held, 0u);
}

TEST_F(PeerPair, AreWaitedForUntilAllHasBeenReceived) {
  send(update_at(5, 7));
  const UpGate::Marks marks = a.routes.unreceived_marks();
  EXPECT_FALSE(a.routes.are_received(marks));
  exchange();
  EXPECT_TRUE(a.routes.are_received(marks)) << "though it waits there for the log";
  EXPECT_TRUE(a.routes.unreceived_marks().empty());
}

TEST_F(PeerPair, SendWhatWasLostWithTheirLinkThroughTheRouterAbove) {
  send(update_at(5));
  send(update_at(6));
  a.by_link.pop_back();
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), std::nullopt);
  a.routes.record_link_state(0, false);
  b.routes.record_link_state(0, false);
  send(update_at(7));
  EXPECT_TRUE(a.by_link.empty());
  exchange();
  EXPECT_EQ(b.told(), (Lines{"update 5", "update 6", "update 7", "received"}));
  EXPECT_TRUE(a.routes.unreceived_marks().empty());
  a.routes.record_link_state(0, true);
  send(update_at(8));
  EXPECT_FALSE(a.by_link.empty());
  exchange();
  EXPECT_EQ(b.told(), (Lines{"update 8", "received"}));
}

wire::Buffer best_effort_at(wire::Position position) {
  return update_at(position, 0, kMine, wire::kBestEffort | wire::priority_flags(2));
}

TEST_F(PeerPair, SayOfBestEffortThatItMayBeLost) {
  send(best_effort_at(5));
  ASSERT_EQ(a.by_link.size(), 1u);
  EXPECT_EQ(wire::priority_if_lost(a.by_link[0]), wire::Priority{2});
  send(update_at(6));
  EXPECT_EQ(wire::priority_if_lost(a.by_link[1]), std::nullopt);
  exchange();
  EXPECT_EQ(b.told(), (Lines{"update 5", "update 6"}));
}

TEST_F(PeerPair, GoOnWhenBestEffortIsDroppedOnItsWay) {
  send(update_at(5));
  send(best_effort_at(6));
  send(best_effort_at(7));
  send(update_at(8));
  a.by_link.erase(a.by_link.begin() + 1);
  exchange();
  EXPECT_EQ(b.told(), (Lines{"update 5", "update 7", "update 8"}));
  EXPECT_EQ(a.routes.unreceived_bytes(), 0u);
}

// Otherwise the next request to the RTIG would overtake the data.
TEST_F(PeerPair, AreWaitedForAlsoBehindBestEffort) {
  send(best_effort_at(5));
  const UpGate::Marks marks = a.routes.unreceived_marks();
  EXPECT_FALSE(a.routes.are_received(marks));
  a.by_link.erase(a.by_link.begin());
  exchange();
  EXPECT_TRUE(a.routes.are_received(marks)) << "though it was dropped";
  EXPECT_EQ(b.told(), Lines{});
  EXPECT_TRUE(a.routes.unreceived_marks().empty()) << "nothing was sent since";
}

TEST_F(PeerPair, DropBestEffortThatHasBeenOvertaken) {
  send(best_effort_at(5));
  const std::vector<wire::Buffer> late = std::exchange(a.by_link, {});
  send(best_effort_at(6));
  exchange();
  EXPECT_EQ(b.told(), Lines{"update 6"});
  std::vector<wire::Buffer> words = late;
  EXPECT_EQ(PeerAlone::deliver_words(words, b), std::nullopt);
  EXPECT_EQ(b.told(), Lines{}) << "by a later one";
  send(update_at(7));
  exchange();
  b.told();
  words = late;
  EXPECT_EQ(PeerAlone::deliver_words(words, b), std::nullopt);
  EXPECT_EQ(b.told(), Lines{}) << "by one that is reliable";
}

TEST_F(PeerPair, BreakWithOneThatSendsBestEffortBehindWhatItDidNotSend) {
  send(update_at(5));
  send(best_effort_at(6));
  a.by_link.erase(a.by_link.begin());
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b),
            Fault("best effort that follows words which it has not sent"));
}

TEST_F(PeerPair, BreakWithOneThatSendsARecordOfTheLog) {
  send(update_at(5, 0, kMine, wire::kLogRecord));
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), Fault("data that peers do not forward"));
  EXPECT_EQ(b.told(), (Lines{"left", "received"}));
  send(update_at(6));
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), std::nullopt);
  EXPECT_EQ(b.told(), Lines{});
}

TEST_F(PeerPair, BreakWithOneThatLeavesSomethingOut) {
  send(update_at(5));
  send(update_at(6));
  a.by_link.erase(a.by_link.begin());
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), Fault("a word out of sequence"));
}

TEST_F(PeerPair, BreakWithOneThatHasReceivedWhatItWasNotSent) {
  wire::Buffer word;
  wire::encode_record({}, wire::PeerReceived{1, 1000}, word);
  std::vector<wire::Buffer> words{word};
  send(update_at(5));
  const UpGate::Marks marks = a.routes.unreceived_marks();
  EXPECT_EQ(PeerAlone::deliver_words(words, a),
            Fault("an acknowledgement of data that was not sent to it"));
  EXPECT_TRUE(a.routes.are_received(marks)) << "nobody else waits for it";
}

TEST_F(PeerPair, WaitForNothingOfASessionThatIsOver) {
  send(update_at(5, 7));
  const UpGate::Marks marks = a.routes.unreceived_marks();
  a.routes.end_session(1);
  EXPECT_TRUE(a.routes.are_received(marks));
  EXPECT_EQ(a.told(), (Lines{"left", "received"}));
  exchange();
  b.routes.end_session(1);
  EXPECT_EQ(b.routes.held_bytes(), 0u);
}

// --- A peer that holds up others. A is correct, and each test chooses the words of B.

using std::chrono::seconds;

class HostilePeer : public PeerPair {
 protected:
  static constexpr PeerPatience kPatience{seconds(30), seconds(60)};

  Fault check_patience(PeerAlone& at, std::optional<PeerOutput> link = PeerOutput{100, 100}) {
    return at.routes.check_patience(0, kPatience, link, now);
  }
  // Delivers A's words to B, and drops B's acknowledgements.
  void drop_answers() {
    EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), std::nullopt);
    b.routes.end_turn();
    b.by_link.clear();
  }
  seconds now{100};
};

TEST_F(HostilePeer, ThatSaysNotThatItHasReceivedIsFoundOut) {
  EXPECT_EQ(check_patience(a), Fault());
  send(update_at(5));
  drop_answers();
  EXPECT_EQ(check_patience(a), Fault());
  now += seconds(29);
  EXPECT_EQ(check_patience(a), Fault());
  now += seconds(1);
  EXPECT_EQ(check_patience(a), Fault("has not acknowledged data for 30 s"));
}

TEST_F(HostilePeer, IsNotOneThatHasReceivedWhatWasSentBefore) {
  for (wire::Position at = 5; at < 20; ++at) {
    send(update_at(at));
    EXPECT_EQ(check_patience(a), Fault());
    exchange();
    send(update_at(at + 100));
    now += seconds(29);
    EXPECT_EQ(check_patience(a), Fault());
  }
}

TEST_F(HostilePeer, IsNotOneWithASlowLinkByWhichBytesLeave) {
  send(update_at(5));
  a.by_link.clear();
  constexpr std::uint64_t kHanded = 1'000'000;
  for (std::uint64_t left = 0; left < kHanded; left += 100'000) {
    EXPECT_EQ(check_patience(a, PeerOutput{kHanded, left}), Fault()) << left;
    now += seconds(29);
  }
  EXPECT_EQ(check_patience(a, PeerOutput{kHanded, kHanded}), Fault());
  now += seconds(30);
  EXPECT_NE(check_patience(a, PeerOutput{2 * kHanded, 2 * kHanded}), Fault())
      << "all has left by then";
}

TEST_F(HostilePeer, IsOneByWhoseLinkNextToNothingLeaves) {
  send(update_at(5));
  constexpr std::uint64_t kHanded = 1'000'000;
  for (std::uint64_t left = 0; left < 30; ++left, now += seconds(1)) {
    EXPECT_EQ(check_patience(a, PeerOutput{kHanded, left}), Fault());
  }
  EXPECT_NE(check_patience(a, PeerOutput{kHanded, 30}), Fault());
}

TEST_F(HostilePeer, GainsNoTimeByConnectingAgain) {
  send(update_at(5));
  EXPECT_EQ(check_patience(a, PeerOutput{1'000'000, 0}), Fault());
  for (int times = 0; times < 2; ++times) {
    now += seconds(14);
    EXPECT_EQ(check_patience(a, PeerOutput{500'000, 400'000}), Fault());
  }
  now += seconds(2);
  EXPECT_NE(check_patience(a, PeerOutput{500'000, 500'000}), Fault());
}

// The data of A claims to follow a log record that does not exist.
TEST_F(HostilePeer, ThatSendsDataFromTheFutureIsFoundOut) {
  send(update_at(5, 1'000'000));
  exchange();
  b.told();
  for (int i = 0; i < 6; ++i, now += seconds(10)) {
    EXPECT_EQ(check_patience(b), Fault());
    b.log.record_forwarded(b.log.position() + 100);  // the log advances, and the record leaves
    b.routes.release();
  }
  EXPECT_EQ(b.told(), Lines{});
  EXPECT_EQ(check_patience(b), Fault());
  EXPECT_EQ(b.told(), Lines{"asks anew"}) << "the log may be on its way";
  now += seconds(100);
  EXPECT_EQ(check_patience(b), Fault()) << "for as long as there is no answer";
  b.routes.record_interest_restated();
  EXPECT_EQ(check_patience(b), Fault("sends data that depends on records missing for 60 s"));
}

TEST_F(HostilePeer, IsNotOneWhoseDataFollowsALogThatComesLate) {
  send(update_at(5, 7));
  exchange();
  b.told();
  EXPECT_EQ(check_patience(b), Fault());
  now += seconds(60);
  EXPECT_EQ(check_patience(b), Fault());
  b.log.record_forwarded(7);
  b.routes.release();
  b.routes.record_interest_restated();
  EXPECT_EQ(check_patience(b), Fault());
  EXPECT_EQ(b.told(), (Lines{"asks anew", "update 5"}));
}

TEST_F(HostilePeer, ThatSendsMoreThanCanWaitIsBrokenWithWhateverItsFederations) {
  b.held = std::size_t{256} << 20;  // in other federations
  send(update_at(5, 7));
  EXPECT_EQ(PeerAlone::deliver_words(a.by_link, b), Fault("more data than can be queued here"));
  EXPECT_EQ(b.held, std::size_t{256} << 20);
}

TEST_F(HostilePeer, WhenCutOffGetsTheRestThroughTheRouterAboveAndIsWaitedForNoMore) {
  send(update_at(5));
  drop_answers();
  send(update_at(6));
  a.by_link.clear();
  const UpGate::Marks marks = a.routes.unreceived_marks();
  a.routes.cut_off(0);
  EXPECT_EQ(a.told(), (Lines{"lets everything up", "left", "received", "ends 1"}));
  EXPECT_TRUE(a.routes.are_received(marks));
  EXPECT_EQ(a.routes.unreceived_bytes(), 0u);
  EXPECT_FALSE(a.routes.send_data(0, 0, update_at(7))) << "it goes by the router above";
  exchange();
  EXPECT_EQ(b.told(), (Lines{"update 5", "update 6"})) << "nothing that it had been sent is lost";
  EXPECT_EQ(a.told(), Lines{});
  a.routes.end_session(1);
  EXPECT_EQ(a.told(), Lines{"received"});
}

TEST_F(HostilePeer, WhenCutOffLosesWhatWaits) {
  send(update_at(5, 7));
  exchange();
  EXPECT_GT(b.held, 0u);
  b.routes.cut_off(0);
  EXPECT_EQ(b.held, 0u);
  EXPECT_EQ(b.routes.held_bytes(), 0u);
}

// Best-effort records of A's member come to B by relays, which this test does not have.
class RelayedPair : public PeerPair {
 protected:
  RelayedPair() { b.routes.set_relaying(relaying, "F"); }
  void receive_relayed_record(std::uint64_t number, wire::Position position,
                              std::uint64_t session = 1) {
    const wire::Buffer record = update_at(position, 0, kMine, wire::kBestEffort);
    wire::PeerRelayed word;
    word.newest_session = session;
    word.number = number;
    word.federation = "F";
    word.record = record;
    b.routes.receive_relayed(0, word);
  }
  overlay::Relaying relaying{{.own_place = 0, .names = {"b", "a"}, .peers = {std::nullopt, 0}},
                             [](const std::string&, std::uint64_t) {}};
};

TEST_F(RelayedPair, TakeEachOnceInTheOrderOfItsNumbers) {
  receive_relayed_record(5, 10);
  receive_relayed_record(5, 10);
  receive_relayed_record(4, 9);
  receive_relayed_record(6, 11);
  EXPECT_EQ(b.told(), (Lines{"update 10", "update 11"}));
  EXPECT_EQ(relaying.counts().late, 2u);
}

// A makes a request to the RTIG. Earlier best effort has arrived by then, or is dropped.
TEST_F(RelayedPair, TakeNothingThatIsBehindItsFence) {
  send(update_at(10, 0, kMine, wire::kBestEffort));  // number 1
  (void)a.routes.unreceived_marks();
  exchange();
  EXPECT_EQ(b.told(), Lines{"update 10"});
  receive_relayed_record(1, 9);
  EXPECT_EQ(b.told(), Lines{});
  receive_relayed_record(2, 11);
  EXPECT_EQ(b.told(), Lines{"update 11"});
}

TEST_F(RelayedPair, TakeNothingFromBeforeTheirSession) {
  receive_relayed_record(1, 10, 0);
  EXPECT_EQ(b.told(), Lines{});
  receive_relayed_record(2, 11, 3);  // A has other sessions since
  EXPECT_EQ(b.told(), Lines{"update 11"});
}

TEST_F(RelayedPair, TakeNothingOfWhoHasGoneNorWhatIsReliable) {
  b.routes.receive_from_upper(wire::PeerMemberGone{1, kMine, 0});
  receive_relayed_record(1, 10);
  EXPECT_EQ(b.told(), Lines{});
  const wire::Buffer reliable = update_at(11, 0, kTheirs);
  wire::PeerRelayed word;
  word.newest_session = 1;
  word.number = 2;
  word.record = reliable;
  b.routes.receive_relayed(0, word);
  EXPECT_EQ(b.told(), Lines{});
}

}  // namespace

}  // namespace triad::router
