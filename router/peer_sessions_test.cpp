// Tests which routers send data directly to each other, and the words that arrange it.
#include "router/peer_sessions.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace triad::router {

namespace {

using SessionLines = std::vector<std::string>;

constexpr LinkId kAtBeta{1};
constexpr LinkId kAtGamma{2};
constexpr LinkId kAtDelta{3};
constexpr FederateHandle kBehindBeta{11};
constexpr FederateHandle kBehindGamma{12};

class SessionsOfPeers : public testing::Test, private PeerSessions::Host {
 protected:
  SessionsOfPeers() {
    sessions.add_router(kAtBeta, "beta");
    sessions.add_router(kAtGamma, "gamma");
    sessions.add_router(kAtDelta, "delta");
  }
  void link(LinkId router, std::string_view peer, bool up = true) {
    EXPECT_EQ(sessions.receive_link_state(router, wire::PeerLinkState{peer, up}), std::nullopt);
  }
  // Gives beta and gamma a link and a member each.
  void link_and_join() {
    link(kAtBeta, "gamma");
    link(kAtGamma, "beta");
    sessions.add_member(kAtBeta, "F", kBehindBeta);
    sessions.add_member(kAtGamma, "F", kBehindGamma);
    sessions.end_turn();
    told_.clear();
  }
  SessionLines told(LinkId router) { return std::exchange(told_[router], {}); }
  // Returns the sessions of a program that begins with a number above this one.
  PeerSessions sessions_after(std::uint64_t last) { return PeerSessions(*this, last); }

  PeerSessions sessions{*this};

 private:
  bool send_to_router(LinkId router, wire::Bytes record) override {
    const auto parsed = wire::parse_record(record);
    std::string line(name_of(parsed->header.message_kind()));
    line += " " + std::to_string(session_of_word(*parsed));
    told_[router].push_back(line);
    return true;
  }
  static std::uint64_t session_of_word(const wire::Record& word) {
    std::uint64_t session = 0;
    if (word.payload.size() >= sizeof session) {
      std::memcpy(&session, word.payload.data(), sizeof session);
    }
    return session;
  }
  std::map<LinkId, SessionLines> told_;
};

TEST_F(SessionsOfPeers, BeginWhenBothHaveALinkAndMembers) {
  link(kAtBeta, "gamma");
  sessions.add_member(kAtBeta, "F", kBehindBeta);
  sessions.add_member(kAtGamma, "F", kBehindGamma);
  sessions.end_turn();
  EXPECT_EQ(told(kAtBeta), SessionLines{}) << "gamma does not say that there is a link";
  link(kAtGamma, "beta");
  sessions.end_turn();
  EXPECT_EQ(told(kAtBeta), (SessionLines{"PeersMeet 1", "PeerMember 1"}));
  EXPECT_EQ(told(kAtGamma), (SessionLines{"PeersMeet 1", "PeerMember 1"}));
  EXPECT_EQ(told(kAtDelta), SessionLines{});
  sessions.end_turn();
  EXPECT_EQ(told(kAtBeta), SessionLines{});
}

TEST_F(SessionsOfPeers, TellThePeerWhatBecomesOfMembers) {
  link_and_join();
  sessions.record_handled(kAtBeta, "F", kBehindBeta, 5);
  sessions.add_member(kAtBeta, "F", FederateHandle(13));
  sessions.remove_member(kAtBeta, "F", kBehindBeta, 9);
  EXPECT_EQ(told(kAtGamma), (SessionLines{"PeerHandled 1", "PeerMember 1", "PeerMemberGone 1"}));
  EXPECT_EQ(told(kAtBeta), SessionLines{});
}

TEST_F(SessionsOfPeers, EndWithTheLastMemberOfOne) {
  link_and_join();
  std::optional<PeerSessions::DirectRoute> begun;
  EXPECT_EQ(sessions.begin_direct(kAtBeta, 1, begun), std::nullopt);
  ASSERT_TRUE(begun.has_value());
  EXPECT_EQ(begun->to, kAtGamma);
  sessions.record_forwarded_before(1, kAtBeta);
  EXPECT_EQ(told(kAtGamma), SessionLines{"PeerDirect 1"});
  sessions.remove_member(kAtGamma, "F", kBehindGamma, 9);
  EXPECT_EQ(told(kAtBeta), (SessionLines{"PeerMemberGone 1", "PeersPart 1"}));
  EXPECT_EQ(told(kAtGamma), SessionLines{"PeersPart 1"});
  const auto ended = sessions.take_ended_directs();
  ASSERT_EQ(ended.size(), 1u) << "the other direction had not begun";
  EXPECT_EQ(ended[0].from, kAtBeta);
  begun.reset();
  EXPECT_EQ(sessions.begin_direct(kAtGamma, 1, begun), std::nullopt);
  EXPECT_FALSE(begun.has_value()) << "it was on its way";
}

TEST_F(SessionsOfPeers, EndWithARouterAndAtARestore) {
  link_and_join();
  for (const LinkId router : {kAtBeta, kAtGamma}) sessions.begin_restore(router, "F");
  EXPECT_EQ(told(kAtBeta), SessionLines{"PeersPart 1"});
  sessions.add_member(kAtBeta, "F", kBehindGamma);
  sessions.add_member(kAtGamma, "F", kBehindBeta);
  sessions.end_turn();
  EXPECT_EQ(told(kAtBeta), (SessionLines{"PeersMeet 2", "PeerMember 2"}));
  told(kAtGamma);
  sessions.remove_router(kAtBeta);
  EXPECT_EQ(told(kAtGamma), SessionLines{"PeersPart 2"});
}

TEST_F(SessionsOfPeers, EndWhereOneIsHeldUpAndBeginWhenItSaysSo) {
  link_and_join();
  std::optional<PeerSessions::DirectRoute> begun;
  EXPECT_EQ(sessions.begin_direct(kAtGamma, 1, begun), std::nullopt);
  link(kAtBeta, "gamma", false);
  EXPECT_EQ(sessions.end_session(kAtBeta, 1), std::nullopt);
  for (const LinkId router : {kAtBeta, kAtGamma}) {
    EXPECT_EQ(told(router), SessionLines{"PeersPart 1"});
  }
  const auto ended = sessions.take_ended_directs();
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].from, kAtGamma);
  EXPECT_EQ(sessions.end_session(kAtBeta, 1), std::nullopt) << "it was on its way";
  sessions.add_member(kAtBeta, "F", FederateHandle(13));
  sessions.end_turn();
  EXPECT_EQ(told(kAtGamma), SessionLines{});
  link(kAtBeta, "gamma");
  sessions.end_turn();
  EXPECT_EQ(told(kAtGamma), (SessionLines{"PeersMeet 2", "PeerMember 2", "PeerMember 2"}));
  EXPECT_EQ(sessions.end_session(kAtDelta, 2), Fault("a word of a session of other routers"));
  EXPECT_EQ(sessions.end_session(kAtBeta, 3), Fault("a word of an unknown session"));
}

// Each new session costs the peer work.
TEST_F(SessionsOfPeers, BeginNoMoreWhereOneEndsThemAgainAndAgain) {
  link_and_join();
  std::uint64_t session = 1;
  for (; session <= 30; ++session) {
    link(kAtBeta, "gamma", false);
    EXPECT_EQ(sessions.end_session(kAtBeta, session), std::nullopt);
    link(kAtBeta, "gamma");
    sessions.end_turn();
    told(kAtGamma);
    if (told(kAtBeta).size() == 1) break;  // only PeersPart
  }
  EXPECT_EQ(session, 21u);
}

// A word of a session may still be on its way between the peers when the router above is started
// again.
TEST_F(SessionsOfPeers, HaveOtherNumbersAfterAnotherStart) {
  PeerSessions later = sessions_after(41);
  later.add_router(kAtBeta, "beta");
  later.add_router(kAtGamma, "gamma");
  EXPECT_EQ(later.receive_link_state(kAtBeta, wire::PeerLinkState{"gamma", true}), std::nullopt);
  EXPECT_EQ(later.receive_link_state(kAtGamma, wire::PeerLinkState{"beta", true}), std::nullopt);
  later.add_member(kAtBeta, "F", kBehindBeta);
  later.add_member(kAtGamma, "F", kBehindGamma);
  later.end_turn();
  EXPECT_EQ(told(kAtBeta), (SessionLines{"PeersMeet 42", "PeerMember 42"}));
  EXPECT_EQ(later.end_session(kAtBeta, 43), Fault("a word of an unknown session"));
}

TEST_F(SessionsOfPeers, PassWordsOnToThePeerAlone) {
  link_and_join();
  wire::Buffer word;
  wire::encode_record({}, wire::PeerReceived{1, 1}, word);
  EXPECT_EQ(sessions.forward_to_peer(kAtBeta, *wire::parse_record(word)), std::nullopt);
  EXPECT_EQ(told(kAtGamma), SessionLines{"PeerReceived 1"});
  EXPECT_EQ(sessions.forward_to_peer(kAtDelta, *wire::parse_record(word)),
            Fault("a word of a session of other routers"));
  std::optional<PeerSessions::DirectRoute> begun;
  EXPECT_EQ(sessions.begin_direct(kAtDelta, 1, begun),
            Fault("a word of a session of other routers"));
  EXPECT_EQ(sessions.begin_direct(kAtDelta, 2, begun), Fault("a word of an unknown session"));
}

}  // namespace

}  // namespace triad::router
