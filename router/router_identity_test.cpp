// Tests which routers are accepted as neighbours, and the reasons for refusing others.
#include "router/router_identity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "wire/record.hpp"

namespace triad::router {
namespace {

const std::string kHash = "3f2a5b77c0de0000000000000000000000000000000000000000000000000000";
const std::string kOtherHash = "00aa5b77c0de0000000000000000000000000000000000000000000000000000";

class RouterIdentityTest : public testing::Test {
 protected:
  std::string refused(const wire::RouterHello& hello) {
    return why_refused(own, hello, neighbours).value_or("taken");
  }

  const RouterIdentity own{"exercise", kHash, "alpha", "1.2", "ws1", 100};
  const RouterIdentity beta{"exercise", kHash, "beta", "1.2", "ws2", 200};
  wire::RouterHello other = hello_of(beta);
  std::vector<std::string> neighbours{"gamma", "beta"};
};

TEST_F(RouterIdentityTest, ANeighbourIsTakenAsItSaysWhoItIs) {
  EXPECT_EQ(refused(other), "taken");
  wire::Buffer record;
  wire::encode_record({}, hello_of(beta), record);
  const auto said = wire::decode<wire::RouterHello>(wire::parse_record(record)->payload);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->magic, wire::kMagic);
  EXPECT_EQ(said->version, wire::kProtocolVersion);
  EXPECT_EQ(said->mesh, "exercise");
  EXPECT_EQ(said->topology_hash, kHash);
  EXPECT_EQ(said->router, "beta");
  EXPECT_EQ(said->release, "1.2");
  EXPECT_EQ(said->host, "ws2");
  EXPECT_EQ(said->process, 200u);
  EXPECT_EQ(refused(*said), "taken");
}

TEST_F(RouterIdentityTest, NeitherTheReleaseNorTheHostMatters) {
  other.release = "1.3";
  other.host = "elsewhere";
  other.process = own.process;
  EXPECT_EQ(refused(other), "taken");
}

TEST_F(RouterIdentityTest, WhatIsNoRouterIsRefusedWhateverElseItSays) {
  other.magic = 0x20544547;
  EXPECT_EQ(refused(other), "is not a Triad router: it did not begin with the handshake of one");
}

TEST_F(RouterIdentityTest, AnotherProtocolIsRefusedBeforeWhatItMayMeanByTheRest) {
  other.version = wire::kProtocolVersion + 1;
  other.release = "2.0";
  other.mesh = "?";
  EXPECT_EQ(refused(other), "speaks protocol version " +
                                std::to_string(wire::kProtocolVersion + 1) +
                                " (Triad \"2.0\"), this router protocol version " +
                                std::to_string(wire::kProtocolVersion) +
                                " (Triad \"1.2\"): install the same release on both");
}

TEST_F(RouterIdentityTest, AnotherMeshIsRefused) {
  other.mesh = "rehearsal";
  other.topology_hash = kOtherHash;
  EXPECT_EQ(refused(other),
            "calls itself \"beta\" of mesh \"rehearsal\", this router is \"alpha\" of mesh "
            "\"exercise\": give both the same topology file, or correct where the one connects");
}

TEST_F(RouterIdentityTest, AnotherTopologyFileIsRefused) {
  other.topology_hash = kOtherHash;
  EXPECT_EQ(refused(other),
            "calls itself \"beta\" and has a topology file that differs from ours (its hash "
            "\"00aa5b77c0de...\", ours \"3f2a5b77c0de...\"): give both the same file");
}

TEST_F(RouterIdentityTest, HashesThatBeginAlikeDiffer) {
  std::string hash = kHash;
  hash.back() = '1';
  other.topology_hash = hash;
  EXPECT_NE(refused(other).find("give both the same file"), std::string::npos) << refused(other);
}

TEST_F(RouterIdentityTest, ItsOwnNameIsRefusedEvenIfItIsExpected) {
  other.router = "alpha";
  neighbours.emplace_back("alpha");
  EXPECT_EQ(refused(other),
            "calls itself \"alpha\", as this router does, and is process 200 on host \"ws2\": "
            "start each router of the topology file once");
}

TEST_F(RouterIdentityTest, WhoIsNoNeighbourIsRefused) {
  other.router = "delta";
  EXPECT_EQ(refused(other),
            "calls itself \"delta\", which is no neighbour of \"alpha\" in mesh \"exercise\": "
            "expected are \"gamma\", \"beta\"");
  neighbours.clear();
  EXPECT_EQ(refused(other),
            "calls itself \"delta\", which is no neighbour of \"alpha\" in mesh \"exercise\": "
            "it has no neighbours");
}

TEST_F(RouterIdentityTest, OfManyNeighboursSomeAreNamed) {
  other.router = "delta";
  neighbours.assign(999, "n");
  const std::string text = refused(other);
  EXPECT_TRUE(text.ends_with(", \"n\" and 989 more")) << text;
  EXPECT_LT(text.size(), 200u);
}

// Puts arbitrary bytes into each field that can be the reason, and into all of them.
TEST_F(RouterIdentityTest, WhateverTheOtherSaysTheReasonIsPrintableAndShort) {
  std::string anything(4000, '\0');
  for (std::size_t i = 0; i < anything.size(); ++i) anything[i] = static_cast<char>(i * 7 % 256);
  const auto check = [&](const wire::RouterHello& hello) {
    const std::string text = refused(hello);
    EXPECT_NE(text, "taken");
    EXPECT_LT(text.size(), 500u) << text;
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; })) << text;
  };
  for (const auto field :
       {&wire::RouterHello::mesh, &wire::RouterHello::topology_hash, &wire::RouterHello::router}) {
    wire::RouterHello hello = other;
    hello.*field = anything;
    check(hello);
  }
  wire::RouterHello hello = other;
  hello.router = "alpha";
  hello.host = anything;
  check(hello);
  check({wire::kMagic, wire::kProtocolVersion + 1, anything, anything, anything, anything, anything,
         0});
}

}  // namespace
}  // namespace triad::router
