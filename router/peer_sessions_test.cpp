// Which routers pass on to each other, and what they are told for that.
#include "router/peer_sessions.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace triad::router {

namespace {

using SessionLines = std::vector<std::string>;

constexpr LinkId kBeta{1};
constexpr LinkId kGamma{2};
constexpr LinkId kDelta{3};
constexpr FederateHandle kB{11};
constexpr FederateHandle kC{12};

class Sessions : public testing::Test, private PeerSessions::Host {
 protected:
  Sessions() {
    sessions.router_came(kBeta, "beta");
    sessions.router_came(kGamma, "gamma");
    sessions.router_came(kDelta, "delta");
  }
  void link(LinkId router, std::string_view peer, bool up = true) {
    EXPECT_EQ(sessions.on(router, wire::PeerLinkState{peer, up}), std::nullopt);
  }
  // Beta and gamma have a link and a member each.
  void meet() {
    link(kBeta, "gamma");
    link(kGamma, "beta");
    sessions.member_came(kBeta, "F", kB);
    sessions.member_came(kGamma, "F", kC);
    sessions.end_turn();
    told_.clear();
  }
  SessionLines told(LinkId router) { return std::exchange(told_[router], {}); }

  PeerSessions sessions{*this};

 private:
  void tell_router(LinkId router, wire::Bytes record) override {
    const auto parsed = wire::parse_record(record);
    std::string line(name_of(parsed->header.message_kind()));
    line += " " + std::to_string(session_of_word(*parsed));
    told_[router].push_back(line);
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

TEST_F(Sessions, BeginWhenBothHaveALinkAndMembers) {
  link(kBeta, "gamma");
  sessions.member_came(kBeta, "F", kB);
  sessions.member_came(kGamma, "F", kC);
  sessions.end_turn();
  EXPECT_EQ(told(kBeta), SessionLines{}) << "gamma does not say that there is a link";
  link(kGamma, "beta");
  sessions.end_turn();
  EXPECT_EQ(told(kBeta), (SessionLines{"PeersMeet 1", "PeerMember 1"}));
  EXPECT_EQ(told(kGamma), (SessionLines{"PeersMeet 1", "PeerMember 1"}));
  EXPECT_EQ(told(kDelta), SessionLines{});
  sessions.end_turn();
  EXPECT_EQ(told(kBeta), SessionLines{});
}

TEST_F(Sessions, TellThePeerWhatBecomesOfMembers) {
  meet();
  sessions.handled(kBeta, "F", kB, 5);
  sessions.member_came(kBeta, "F", FederateHandle(13));
  sessions.member_gone(kBeta, "F", kB, 9);
  EXPECT_EQ(told(kGamma), (SessionLines{"PeerHandled 1", "PeerMember 1", "PeerMemberGone 1"}));
  EXPECT_EQ(told(kBeta), SessionLines{});
}

TEST_F(Sessions, EndWithTheLastMemberOfOne) {
  meet();
  std::optional<PeerSessions::Direct> begun;
  EXPECT_EQ(sessions.begin_direct(kBeta, 1, begun), std::nullopt);
  ASSERT_TRUE(begun.has_value());
  EXPECT_EQ(begun->to, kGamma);
  sessions.passed_before(1, kBeta);
  EXPECT_EQ(told(kGamma), SessionLines{"PeerDirect 1"});
  sessions.member_gone(kGamma, "F", kC, 9);
  EXPECT_EQ(told(kBeta), (SessionLines{"PeerMemberGone 1", "PeersPart 1"}));
  EXPECT_EQ(told(kGamma), SessionLines{"PeersPart 1"});
  const auto ended = sessions.take_ended();
  ASSERT_EQ(ended.size(), 1u) << "the other direction had not begun";
  EXPECT_EQ(ended[0].from, kBeta);
  begun.reset();
  EXPECT_EQ(sessions.begin_direct(kGamma, 1, begun), std::nullopt);
  EXPECT_FALSE(begun.has_value()) << "it was on its way";
}

TEST_F(Sessions, EndWithARouterAndAtARestore) {
  meet();
  sessions.restored("F");
  EXPECT_EQ(told(kBeta), SessionLines{"PeersPart 1"});
  sessions.end_turn();
  EXPECT_EQ(told(kBeta), (SessionLines{"PeersMeet 2", "PeerMember 2"}));
  told(kGamma);
  sessions.router_gone(kBeta);
  EXPECT_EQ(told(kGamma), SessionLines{"PeersPart 2"});
}

TEST_F(Sessions, PassWordsOnToThePeerAlone) {
  meet();
  wire::Buffer word;
  wire::encode_record({}, wire::PeerReceived{1, 1}, word);
  EXPECT_EQ(sessions.pass_on(kBeta, *wire::parse_record(word)), std::nullopt);
  EXPECT_EQ(told(kGamma), SessionLines{"PeerReceived 1"});
  EXPECT_EQ(sessions.pass_on(kDelta, *wire::parse_record(word)),
            Fault("a word of a session that others have"));
  std::optional<PeerSessions::Direct> begun;
  EXPECT_EQ(sessions.begin_direct(kDelta, 1, begun),
            Fault("a word of a session that others have"));
  EXPECT_EQ(sessions.begin_direct(kDelta, 2, begun),
            Fault("a word of a session that there was not"));
}

}  // namespace

}  // namespace triad::router
