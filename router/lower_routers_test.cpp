// What a router below may say of its clients, and what it may not.
#include "router/lower_routers.hpp"

#include <gtest/gtest.h>

#include <string>

#include "router/test_mesh.hpp"
#include "wire/limits.hpp"

namespace triad::router {
namespace {

constexpr LinkId kBeta{1};

class RouterBelow : public testing::Test {
 protected:
  RouterBelow() { above_.lower.add(kBeta, "beta"); }

  template <class Message>
  Fault send_message(const Message& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    return above_.lower.receive_frame(kBeta, joined(kRouterPrefix, record));
  }
  Fault announce(ClientNumber client, const std::string& transport = "tcp 10.0.0.1:1") {
    return send_message(wire::ClientUp{client, transport});
  }
  Fault send_record(ClientNumber client, const wire::Buffer& record) {
    wire::Buffer prefix;
    append_link_prefix(std::span(&client, 1), prefix);
    return above_.lower.receive_frame(kBeta, joined(prefix, record));
  }
  static wire::Buffer record_of(std::size_t bytes) {
    wire::Buffer record = record_at(1);
    record.resize(bytes);
    return record;
  }

  Above above_;
};

TEST_F(RouterBelow, NoClientGetsTheNumberOfAnotherHoweverManyHaveCome) {
  above_.last_client = 0xffff'ffff - 1;
  for (const ClientNumber client : {1u, 2u, 3u}) EXPECT_EQ(announce(client), Fault());
  above_.clients.take_lines();
  for (const ClientNumber client : {1u, 2u, 3u})
    EXPECT_EQ(send_record(client, record_at(7)), Fault());
  EXPECT_EQ(
      above_.clients.take_lines(),
      (std::vector<std::string>{"4294967295 sent 7", "4294967296 sent 7", "4294967297 sent 7"}));
}

TEST_F(RouterBelow, CannotAnnounceAClientWhenAllNumbersAreUsedUp) {
  above_.last_client = kLastLink.value - 1;
  EXPECT_EQ(announce(1), Fault());
  above_.clients.take_lines();
  EXPECT_EQ(announce(2), Fault("a new client, but all client numbers are used up"));
  EXPECT_EQ(above_.clients.take_lines(), std::vector<std::string>{});
}

TEST_F(RouterBelow, IsNotBelievedAboutIdentitiesIfItHasProvedNone) {
  EXPECT_EQ(send_message(wire::ClientUp{1, "tls 10.0.0.1:1", "user anna"}), Fault());
  EXPECT_EQ(above_.clients.last_principal.text(), "anonymous");
  constexpr LinkId kGamma{2};
  above_.lower.add(kGamma, "gamma", true);
  const auto principal_of = [&](ClientNumber client, std::string_view text) {
    wire::Buffer record;
    wire::encode_record({}, wire::ClientUp{client, "tls 10.0.0.1:1", text}, record);
    EXPECT_EQ(above_.lower.receive_frame(kGamma, joined(kRouterPrefix, record)), Fault());
    return above_.clients.last_principal.text();
  };
  EXPECT_EQ(principal_of(1, "user anna"), "user anna");
  EXPECT_EQ(principal_of(2, ""), "anonymous");
  EXPECT_EQ(principal_of(3, "uid 0 (root)"), "anonymous") << "of another machine";
  EXPECT_EQ(principal_of(4, "king anna"), "anonymous");
  EXPECT_EQ(send_message(wire::ClientUp{2, "tcp", std::string(1000, 'u')}),
            Fault("a client's identity with 1000 bytes"));
}

TEST_F(RouterBelow, CannotAnnounceANumberAgain) {
  EXPECT_EQ(announce(5), Fault());
  EXPECT_TRUE(announce(5));
  EXPECT_EQ(send_message(wire::ClientDown{5, "gone"}), Fault());
  EXPECT_TRUE(announce(5)) << "what was under way to the first one would be for the second";
  EXPECT_TRUE(announce(4));
  EXPECT_EQ(announce(ClientNumber{1} << 40), Fault());
}

TEST_F(RouterBelow, CannotSpeakForClientsThatItHasNotAnnounced) {
  EXPECT_EQ(announce(5), Fault());
  const ClientNumber other = (ClientNumber{1} << 32) + 5;  // the same in its lower half
  above_.clients.take_lines();
  EXPECT_TRUE(send_record(other, record_at(1)));
  EXPECT_TRUE(send_message(wire::ClientDown{other, ""}));
  EXPECT_TRUE(send_message(wire::ClientBacklog{other, 1, {}}));
  EXPECT_TRUE(send_message(wire::ClientInterestDoubted{other}));
  EXPECT_TRUE(send_message(wire::ClientToMove{other}));
  EXPECT_TRUE(send_message(wire::ClientInterestDigests{{{other, 1, 1}}}));
  EXPECT_EQ(above_.clients.take_lines(), std::vector<std::string>{});
}

TEST_F(RouterBelow, CannotAnnounceMoreClientsThanARouterMayHave) {
  for (ClientNumber client = 1; client <= Above::kClientsMax; ++client) {
    EXPECT_EQ(announce(client), Fault());
  }
  EXPECT_EQ(announce(100), Fault("one client more than the 10 that a router may have"));
  EXPECT_EQ(send_message(wire::ClientDown{1, "gone"}), Fault());
  EXPECT_EQ(announce(100), Fault());
}

TEST_F(RouterBelow, CannotSayLongTexts) {
  EXPECT_TRUE(announce(1, std::string(wire::kTransportBytesMax + 1, 'x')));
  EXPECT_EQ(announce(2, std::string(wire::kTransportBytesMax, 'x')), Fault());
  const std::string name(wire::kRouterNameBytesMax + 1, 'x');
  EXPECT_TRUE(send_message(wire::PeerLinkState{name, true}));
  EXPECT_TRUE(send_record(2, record_of(wire::kHandshakeBytesMax + 1)));
}

TEST_F(RouterBelow, AReasonIsCut) {
  EXPECT_EQ(announce(1), Fault());
  above_.clients.take_lines();
  EXPECT_EQ(send_message(wire::ClientDown{1, std::string(100'000, 'x')}), Fault());
  EXPECT_EQ(above_.clients.take_lines().at(0).size(), std::string("101 down ").size() + 4096);
}

TEST_F(RouterBelow, ARecordThatIsTooLongForAProgramThatHasNotJoinedIsVoid) {
  EXPECT_EQ(announce(1), Fault());
  EXPECT_EQ(send_record(1, record_at(1)), Fault());
  above_.clients.take_lines();
  EXPECT_EQ(send_record(1, record_of(wire::kUnjoinedRecordBytesMax + 1)), Fault());
  EXPECT_EQ(above_.clients.take_lines(), std::vector<std::string>{});
  above_.lower.notify(MemberAdmitted{LinkId{101}, {"war", wire::FederateHandle(1), 0}});
  EXPECT_EQ(send_record(1, record_of(wire::kUnjoinedRecordBytesMax + 1)), Fault());
  EXPECT_EQ(above_.clients.take_lines(), std::vector<std::string>{"101 sent 1"});
}

TEST_F(RouterBelow, TheMemoryOfItsWordsIsCountedForItsLink) {
  EXPECT_EQ(above_.lower.held_bytes(kBeta), 0u);
  const std::string transport(1000, 'x');
  EXPECT_EQ(announce(1, transport), Fault());
  EXPECT_EQ(send_record(1, record_of(3000)), Fault());
  EXPECT_EQ(announce(2, transport), Fault());
  EXPECT_GE(above_.lower.held_bytes(kBeta), 5000u);
  EXPECT_EQ(above_.lower.held_bytes(), above_.lower.held_bytes(kBeta));
  EXPECT_EQ(above_.lower.held_bytes(LinkId{77}), 0u);
  EXPECT_EQ(send_message(wire::ClientDown{1, "gone"}), Fault());
  EXPECT_LT(above_.lower.held_bytes(kBeta), 3000u);
  EXPECT_EQ(send_message(wire::ClientDown{2, "gone"}), Fault());
  EXPECT_EQ(above_.lower.held_bytes(kBeta), 0u);
}

// Whose fault it is if there is no memory for it.
TEST_F(RouterBelow, WhatItTakesIsTheClientsOrItsOwn) {
  EXPECT_EQ(announce(1), Fault());
  EXPECT_EQ(above_.lower.record_sender(), kBeta);
  EXPECT_EQ(send_record(1, record_at(1)), Fault());
  EXPECT_EQ(above_.lower.record_sender(), LinkId{101});
  EXPECT_EQ(send_message(wire::RouterAlive{}), Fault());
  EXPECT_EQ(above_.lower.record_sender(), kBeta);
}

}  // namespace
}  // namespace triad::router
