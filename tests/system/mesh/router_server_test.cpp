// Tests of a router and the RTIG's server in one process, over real links: handshakes, forwarding,
// and clients of a router that loses its way to the RTIG.
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <thread>

#include "../rtig_support.hpp"
#include "router/link_frame.hpp"
#include "running_router.hpp"
#include "transport/connect.hpp"
#include "transport/zstd/zstd_compression.hpp"
#include "wire/operator_url.hpp"

namespace triad::tests {

namespace {

// Returns the text with which the RTIG's server refuses a router that sends this handshake.
std::string refusal(RunningServer& rtig, const wire::RouterHello& hello) {
  Peer peer(rtig.url());
  peer.send(hello);
  EXPECT_TRUE(peer.next_message<wire::RouterHello>().has_value()) << "so that both ends can tell";
  const auto refused = peer.next_message<wire::Refused>();
  return refused ? std::string(refused->as<wire::Refused>()->text) : "it is let in";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RouterHandshake, RefusesAStrangerAndSaysWhy) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, rtig_options());
  const RouterIdentity beta = identity("beta");
  wire::RouterHello hello = hello_of(beta);

  hello.version = 999;
  EXPECT_PRED2(contains, refusal(rtig, hello), "version 999");
  hello = hello_of(beta);
  hello.mesh = "other";
  EXPECT_PRED2(contains, refusal(rtig, hello), "other");
  hello = hello_of(beta);
  hello.topology_hash = "fedcba";
  EXPECT_PRED2(contains, refusal(rtig, hello), "topology file that differs");
  const RouterIdentity nobody = identity("nobody");
  EXPECT_PRED2(contains, refusal(rtig, hello_of(nobody)), "nobody");
  const RouterIdentity alpha = identity("alpha");
  EXPECT_PRED2(contains, refusal(rtig, hello_of(alpha)), "alpha");
  EXPECT_EQ(rtig.log().count("closed the link from"), 5U);

  // Other clients are served.
  EXPECT_TRUE(Peer::after_handshake(rtig.url()).request_reply(wire::ListFederations{}).has_value());
}

TEST(RouterHandshake, RefusesASecondRouterOfTheSameName) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, rtig_options());
  const RunningRouter beta("beta", rtig.url());
  rtig.log().wait_for("router beta has connected");
  RunningRouter second("beta", rtig.url());
  EXPECT_PRED2(contains, second.log().wait_for("no connection to router alpha"),
               "connected already");
}

TEST(RouterHandshake, AnRtigOutsideAMeshTakesNoRouter) {
  RunningServer rtig({"tcp://127.0.0.1:0"});
  RunningRouter beta("beta", rtig.url());
  EXPECT_NE(beta.log().wait_for("start it with --topology FILE"), "");
  EXPECT_NE(rtig.log().wait_for("is a router of a mesh that does not include this rtig: start it"),
            "");
}

TEST(RouterHandshake, BothLogsSayThatTheTopologiesDiffer) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, rtig_options());
  RouterIdentity claimed = identity("beta");
  claimed.topology_hash = "fedcba9876543210";
  RunningRouter beta("beta", rtig.url(), {}, claimed);
  EXPECT_NE(beta.log().wait_for("topology file that differs"), "");
  EXPECT_NE(rtig.log().wait_for("topology file that differs"), "");
}

// A mesh of two routers below the RTIG's.
class Mesh : public testing::Test {
 protected:
  RunningServer rtig_{{"tcp://127.0.0.1:0"}, rtig_options()};
  RunningRouter beta_{"beta", rtig_.url(), {"delta"}};
  RunningRouter delta_{"delta", beta_.url()};

  Mesh() {
    rtig_.log().wait_for("router beta has connected");
    beta_.log().wait_for("router delta has connected");
    beta_.log().wait_for("connected to router alpha");
    delta_.log().wait_for("connected to router beta");
  }
};

TEST_F(Mesh, AFederateAtARouterIsAMemberLikeAnyOther) {
  Peer near = Peer::after_handshake(rtig_.url());
  Peer far = Peer::after_handshake(delta_.url());
  create_federation(far, "war");
  const wire::FederateHandle joined = far.join("war", "far");
  near.send(wire::ListFederations{});
  const auto list = near.next_message<wire::FederationList>();
  ASSERT_TRUE(list.has_value());
  const auto federations = list->as<wire::FederationList>()->federations;
  ASSERT_EQ(federations.size(), 1U);
  ASSERT_EQ(federations[0].federates.size(), 1U);
  EXPECT_EQ(federations[0].federates[0].federate, joined);
  EXPECT_PRED2(contains, std::string(federations[0].federates[0].transport),
               "at router delta at router beta");
}

TEST_F(Mesh, AFederateThatGoesIsResigned) {
  {
    Peer far = Peer::after_handshake(delta_.url());
    create_federation(far, "war");
    far.join("war", "far");
  }
  EXPECT_NE(rtig_.log().wait_for("lost federate 1 'far' of federation 'war'"), "");
}

TEST_F(Mesh, WhoSendsNonsenseEndsItselfAlone) {
  Peer good = Peer::after_handshake(delta_.url());
  create_federation(good, "war");
  good.join("war", "good");
  Peer bad = Peer::after_handshake(delta_.url());
  bad.join("war", "bad");
  bad.send(wire::FederateJoined{});  // a record that only the RTIG may send
  EXPECT_TRUE(bad.next_message<wire::Refused>().has_value());
  while (bad.next_record()) {
  }
  good.send(wire::LeaseObjectHandles{1}, wire::FederateHandle(1));
  EXPECT_TRUE(good.next_message<wire::ObjectHandlesLeased>().has_value());
}

TEST_F(Mesh, TellsWhoAsksToWhomItIsConnected) {
  Peer asker(beta_.url());
  asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                         "testhost", 0, 0});
  ASSERT_TRUE(asker.next_message<wire::Hello>().has_value());
  const Peer federate = Peer::after_handshake(delta_.url());
  asker.send(wire::QueryRouterStatus{});
  const auto received = asker.next_message<wire::RouterStatus>();
  ASSERT_TRUE(received.has_value());
  const auto status = received->as<wire::RouterStatus>();
  EXPECT_EQ(status->router, "beta");
  ASSERT_EQ(status->links.size(), 2U);
  EXPECT_EQ(status->links[0].router, "alpha");
  EXPECT_TRUE(status->links[0].up);
  EXPECT_EQ(status->links[0].clients, 1U);
  EXPECT_GT(status->links[0].frames_sent, 0U);
  EXPECT_EQ(status->links[1].router, "delta");
  EXPECT_EQ(status->links[1].clients, 1U);
}

TEST_F(Mesh, WhoeverLosesItsWayToTheRtigIsTold) {
  Peer far = Peer::after_handshake(delta_.url());
  create_federation(far, "war");
  far.join("war", "far");
  rtig_.stop();
  const auto refused = far.next_message<wire::Refused>();
  ASSERT_TRUE(refused.has_value());
  const std::string text(refused->as<wire::Refused>()->text);
  EXPECT_PRED2(contains, text, "has lost its router's connection to the RTIG");
  EXPECT_PRED2(contains, text, "the rtig was stopped");
  while (far.next_record()) {
  }
  // A client that comes later is refused as well.
  Peer late(delta_.url());
  late.send_hello();
  const auto now = late.next_message<wire::Refused>();
  ASSERT_TRUE(now.has_value());
  EXPECT_PRED2(contains, std::string(now->as<wire::Refused>()->text), "cannot be served by router");
}

// --- Unknown programs at the RTIG's server, some of which act as a router.

// An unknown program that makes a router's handshake.
class FalseRouter {
 public:
  FalseRouter(const std::string& url, const std::string& name) : peer_(url) {
    peer_.send(hello_of(identity(name)));
    EXPECT_TRUE(peer_.next_message<wire::RouterHello>().has_value());
  }
  template <class Message>
  void send_message(const Message& message) {
    wire::Buffer frame(router::kRouterPrefix.begin(), router::kRouterPrefix.end());
    wire::encode_record({}, message, frame);
    peer_.send_bytes(frame);
  }
  void announce(std::uint64_t client, const std::string& transport = "tcp 10.0.0.1:1") {
    send_message(wire::ClientUp{client, transport});
  }
  bool is_open() { return peer_.link().is_open(); }
  // Reads until its link has ended.
  void read_to_the_end() {
    while (peer_.next_record()) {
    }
  }

 private:
  Peer peer_;
};

// The RTIG's server alpha, and router beta with a member behind it.
class Strangers : public testing::Test {
 protected:
  void start(rtig::ServerOptions options) {
    rtig_.emplace(std::vector<std::string>{"tcp://127.0.0.1:0"}, std::move(options));
    beta_.emplace("beta", rtig_->url());
    beta_->log().wait_for("connected to router alpha");
    member_.emplace(Peer::after_handshake(beta_->url()));
    create_federation(*member_, "war");
    self_ = member_->join("war", "far");
  }
  // Returns true if a request of the member is answered.
  bool member_is_served() {
    member_->send(wire::LeaseObjectHandles{1}, self_);
    return member_->next_message<wire::ObjectHandlesLeased>().has_value();
  }

  std::optional<RunningServer> rtig_;
  std::optional<RunningRouter> beta_;
  std::optional<Peer> member_;
  wire::FederateHandle self_;
};

TEST_F(Strangers, WhoAreIdleEndNoRouterAndNoMember) {
  rtig::ServerOptions options = rtig_options();
  options.memory.unjoined = 2u << 20;
  options.newcomers_max = 0;
  start(std::move(options));
  // Makes the link of beta hold more bytes than that of any unknown program.
  const std::string tag(900u << 10, 't');
  member_->send(wire::RegisterFederationSynchronizationPoint{"p", tag, {}}, self_);
  ASSERT_TRUE(member_->next_message<wire::SynchronizationPointRegistered>().has_value());
  std::vector<Peer> idle;
  for (int i = 0; i < 60; ++i) {
    Peer& stranger = idle.emplace_back(rtig_->url());
    stranger.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kOperatorTool, "0",
                              "elsewhere", 4711});
  }
  rtig_->log().wait_for("programs that have not joined, which may have 2 MB (memory.unjoined)");
  EXPECT_TRUE(member_is_served());
  EXPECT_EQ(rtig_->log().count("router beta is gone"), 0u);
}

TEST_F(Strangers, WhoAreManyEndNoRouterAndNoMember) {
  rtig::ServerOptions options = rtig_options();
  options.unjoined_max = 100;
  start(std::move(options));
  std::vector<Peer> idle;
  for (int i = 0; i < 300; ++i) {
    Peer& stranger = idle.emplace_back(rtig_->url());
    stranger.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kOperatorTool, "0",
                              "elsewhere", 4711});
  }
  rtig_->log().wait_for("(unjoined.max): 100 so far were disconnected");
  EXPECT_TRUE(member_is_served());
}

TEST_F(Strangers, WhoActAsARouterCannotMakeItHoldLongTexts) {
  start(rtig_options());
  FalseRouter gamma(rtig_->url(), "gamma");
  gamma.announce(1, std::string(16u << 20, 'x'));
  gamma.read_to_the_end();
  rtig_->log().wait_for("router gamma is gone: sent a client's address with 16777216 bytes");
  FalseRouter again(rtig_->url(), "gamma");
  again.send_message(wire::PeerLinkState{std::string(16u << 20, 'x'), true});
  again.read_to_the_end();
  rtig_->log().wait_for("router gamma is gone: sent a peer's name with 16777216 bytes");
  EXPECT_TRUE(member_is_served());
}

TEST_F(Strangers, WhoActAsARouterAndExhaustTheMemoryForItEndThemselves) {
  rtig::ServerOptions options = rtig_options();
  options.memory.routers = 8u << 20;
  start(std::move(options));
  FalseRouter gamma(rtig_->url(), "gamma");
  const std::string transport(wire::kTransportBytesMax, 'x');
  std::uint64_t client = 0;
  while (gamma.is_open() && client < 100'000) gamma.announce(++client, transport);
  gamma.read_to_the_end();
  rtig_->log().wait_for("router gamma is gone: holds the most");
  EXPECT_TRUE(member_is_served());
}

TEST_F(Strangers, WhoActAsARouterCannotUseANumberTwice) {
  start(rtig_options());
  FalseRouter gamma(rtig_->url(), "gamma");
  gamma.announce(7);
  gamma.send_message(wire::ClientDown{7, "gone"});
  gamma.announce(7);
  gamma.read_to_the_end();
  rtig_->log().wait_for("router gamma is gone: sent a new client with the number 7");
  EXPECT_TRUE(member_is_served());
}

TEST_F(Strangers, WhoActAsARouterGetNoNumbersOfOthersWhenAllAreUsedUp) {
  rtig::ServerOptions options = rtig_options();
  // Leaves numbers for beta's link, its member, gamma's link, and gamma's first client.
  options.last_link = router::LinkId{router::kLastLink.value - 4};
  start(std::move(options));
  FalseRouter gamma(rtig_->url(), "gamma");
  gamma.announce(1);
  gamma.announce(2);
  gamma.read_to_the_end();
  rtig_->log().wait_for(
      "router gamma is gone: sent a new client, but all client numbers are used up");
  EXPECT_TRUE(member_is_served());
}

// Asks a router to leave the mesh and returns the answer.
std::optional<Received> request_leave(const std::string& url) {
  Peer asker(url);
  asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                         "testhost", 0, 0});
  EXPECT_TRUE(asker.next_message<wire::Hello>().has_value());
  asker.send(wire::LeaveMesh{});
  return asker.next_record();
}

class Leaving : public testing::Test {
 protected:
  RunningServer rtig_{{"tcp://127.0.0.1:0"}, rtig_options()};
  RunningRouter beta_{
      "beta", rtig_.url(), {}, identity(""), {}, {}, RunningRouter::Operators::allowed};

  Leaving() { beta_.log().wait_for("connected to router alpha"); }
  std::string operator_url() const {
    return wire::operator_url(static_cast<std::uint32_t>(::getpid()));
  }
};

TEST_F(Leaving, IsOrderedByProgramsOfItsUserAlone) {
  const auto answer = request_leave(beta_.url());
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->kind(), wire::Kind::Refused);
  EXPECT_PRED2(contains, std::string(answer->as<wire::Refused>()->text), "programs of its user");
  EXPECT_EQ(beta_.log().count("is asked to leave"), 0u);
}

TEST_F(Leaving, SendsNewcomersElsewhereAndEndsBehindItsLastMember) {
  Peer member = Peer::after_handshake(beta_.url());
  create_federation(member, "war");
  const wire::FederateHandle joined = member.join("war", "member");
  Peer idle = Peer::after_handshake(beta_.url());
  const auto answer = request_leave(operator_url());
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->kind(), wire::Kind::RouterStatus);
  EXPECT_TRUE(answer->as<wire::RouterStatus>()->leaving);
  EXPECT_EQ(answer->as<wire::RouterStatus>()->clients, 2u);

  const auto reply = idle.next_message<wire::ComeAgain>();
  ASSERT_TRUE(reply.has_value());
  EXPECT_TRUE(reply->as<wire::ComeAgain>()->elsewhere);
  Peer late(beta_.url());
  late.send_hello();
  const auto elsewhere = late.next_record();
  ASSERT_TRUE(elsewhere.has_value());
  ASSERT_EQ(elsewhere->kind(), wire::Kind::ComeAgain);
  EXPECT_TRUE(elsewhere->as<wire::ComeAgain>()->elsewhere);

  // The member continues until it resigns.
  member.send(wire::LeaseObjectHandles{1}, joined);
  EXPECT_TRUE(member.next_message<wire::ObjectHandlesLeased>().has_value());
  EXPECT_EQ(beta_.log().count("leaves the mesh"), 0u);
  member.send(wire::ResignFederationExecution{wire::ResignAction::no_action}, joined);
  EXPECT_TRUE(member.next_message<wire::FederateResigned>().has_value());
  beta_.wait_for_end();
  EXPECT_EQ(beta_.log().count("leaves the mesh: no member is behind it"), 1u);
}

TEST_F(Leaving, AnswersWhoAskedBeforeHeKnew) {
  Peer asker = Peer::after_handshake(beta_.url());
  asker.send(wire::ListFederations{});
  ASSERT_TRUE(request_leave(operator_url()).has_value());
  EXPECT_TRUE(asker.next_message<wire::FederationList>().has_value());
  beta_.wait_for_end();
}

TEST_F(Leaving, IsNotForTheRouterOfTheRtig) {
  Peer asker(rtig_.url());
  asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                         "testhost", 0, 0});
  ASSERT_TRUE(asker.next_message<wire::Hello>().has_value());
  asker.send(wire::LeaveMesh{});
  EXPECT_TRUE(asker.next_message<wire::Refused>().has_value());
}

// A compressed link between alpha and beta.
class CompressedLink : public testing::Test {
 protected:
  void SetUp() override {
    if (transport::zstd_compression() == nullptr) GTEST_SKIP() << "built without zstd";
    rtig::ServerOptions options = rtig_options();
    for (Neighbour& lower : options.mesh->lower) lower.long_link = long_link();
    rtig_.emplace(std::vector<std::string>{"tcp://127.0.0.1:0"}, options);
  }
  static transport::LongLinkOptions long_link() {
    return {.compress_above = 64, .make_compression = transport::zstd_compression()};
  }
  std::unique_ptr<RunningRouter> start_beta() {
    return std::make_unique<RunningRouter>(
        "beta", rtig_->url(), std::vector<std::string>{}, identity(""), std::vector<router::Peer>{},
        router::RouterServerOptions{}, RunningRouter::Operators::no, long_link());
  }
  // Returns the counts that a router reports of its first link.
  static wire::LongLinkInfo link_counts(const std::string& url) {
    Peer asker(url);
    asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                           "testhost", 0, 0});
    EXPECT_TRUE(asker.next_message<wire::Hello>().has_value());
    asker.send(wire::QueryRouterStatus{});
    const auto received = asker.next_message<wire::RouterStatus>();
    return received->as<wire::RouterStatus>()->links.at(0).long_link;
  }

  std::optional<RunningServer> rtig_;
};

TEST_F(CompressedLink, CarriesAllAndCountsIt) {
  const auto router = start_beta();
  router->log().wait_for("connected to router alpha");
  Peer far = Peer::after_handshake(router->url());
  create_federation(far, "war");
  far.join("war", "far");
  for (int i = 0; i < 300; ++i) {
    far.send(wire::ListFederations{});
    const auto list = far.next_message<wire::FederationList>();
    ASSERT_TRUE(list.has_value());
    ASSERT_EQ(list->as<wire::FederationList>()->federations.size(), 1U);
  }
  const wire::LongLinkInfo at_beta = link_counts(router->url());
  const wire::LongLinkInfo at_alpha = link_counts(rtig_->url());
  EXPECT_GT(at_beta.bytes_received, 300U * 64);
  EXPECT_LT(at_beta.compressed_received, at_beta.bytes_received);
  EXPECT_GE(at_alpha.bytes_sent, at_beta.bytes_received);
  EXPECT_GT(at_alpha.bytes_received, 0U);
}

TEST_F(CompressedLink, ComesBackAfterItWasLost) {
  for (int i = 0; i < 3; ++i) {
    const auto router = start_beta();
    router->log().wait_for("connected to router alpha");
    EXPECT_TRUE(
        Peer::after_handshake(router->url()).request_reply(wire::ListFederations{}).has_value());
  }
}

TEST_F(CompressedLink, EndsWithARouterThatDoesNotCompress) {
  Peer stranger(rtig_->url());
  stranger.send(hello_of(identity("beta")));
  EXPECT_TRUE(stranger.next_message<wire::RouterHello>().has_value());
  for (int i = 0; i < 3; ++i) stranger.send(wire::RouterAlive{});
  EXPECT_NE(rtig_->log().wait_for("the peer sent an invalid batch of a compressed link"), "");
  const auto router = start_beta();
  EXPECT_NE(router->log().wait_for("connected to router alpha"), "");
}

// Peers beta and gamma. Gamma opens their link.
class Peers : public testing::Test {
 protected:
  RunningServer rtig_{{"tcp://127.0.0.1:0"}, rtig_options()};
  RunningRouter beta_{"beta", rtig_.url(), {}, identity(""), {{neighbour("gamma"), true}}};
  RunningRouter gamma_{
      "gamma", rtig_.url(), {}, identity(""), {{neighbour("beta", beta_.url()), false}}};

  Peers() {
    beta_.log().wait_for("connected to router alpha");
    gamma_.log().wait_for("connected to router alpha");
    gamma_.log().wait_for("connected to router beta");
    beta_.log().wait_for("peer gamma has connected");
  }
  // Returns the report of one of the two about that link.
  static wire::RouterLinkInfo link_report(const RunningRouter& router, std::string_view other) {
    Peer asker(router.url());
    asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                           "testhost", 0, 0});
    EXPECT_TRUE(asker.next_message<wire::Hello>().has_value());
    asker.send(wire::QueryRouterStatus{});
    const auto received = asker.next_message<wire::RouterStatus>();
    const auto status = received->as<wire::RouterStatus>();
    EXPECT_EQ(status->links.size(), 2U);
    EXPECT_EQ(status->links.back().router, other);
    wire::RouterLinkInfo link = status->links.back();
    link.router = link.reason = {};
    return link;
  }
  static void state_interest(Peer& member, wire::FederateHandle federate, wire::InterestKey key) {
    member.send(wire::InterestChanged{false, {{key, 1, 1, {}}}, {}}, federate);
    EXPECT_TRUE(member.next_message<wire::InterestSettled>().has_value());
  }
};

// Interest is stated three times. From the second time on, both routers know of the session; from
// the third time on, all words of the session use the link.
TEST_F(Peers, TellEachOtherByTheirLinkWhatMembersWant) {
  Peer at_beta = Peer::after_handshake(beta_.url());
  create_federation(at_beta, "war");
  at_beta.join("war", "one");
  Peer at_gamma = Peer::after_handshake(gamma_.url());
  const wire::FederateHandle other = at_gamma.join("war", "other");
  EXPECT_TRUE(link_report(gamma_, "beta").up);
  for (const wire::InterestKey key : {2U, 3U, 4U}) state_interest(at_gamma, other, key);
  for (const auto& reply : {link_report(gamma_, "beta"), link_report(beta_, "gamma")}) {
    EXPECT_TRUE(reply.up);
    EXPECT_GT(reply.frames_sent, 0U);
    EXPECT_GT(reply.bytes_received, 0U);
  }
}

TEST_F(Peers, RefuseASecondOneOfTheSameName) {
  RunningRouter second("gamma", rtig_.url(), {}, identity(""),
                       {{neighbour("beta", beta_.url()), false}});
  EXPECT_NE(second.log().wait_for("no connection to router beta: it answers that this program "
                                  "calls itself router gamma, and so does "),
            "");
}

TEST(RouterServer, ConnectsAgainToARouterThatWasStartedAnew) {
  std::optional<RunningServer> rtig;
  rtig.emplace(std::vector<std::string>{"tcp://127.0.0.1:0"}, rtig_options());
  const std::string url = rtig->url();
  RunningRouter beta("beta", url);
  beta.log().wait_for("connected to router alpha");
  rtig.reset();
  beta.log().wait_for("the rtig was stopped");
  rtig.emplace(std::vector<std::string>{url}, rtig_options());
  beta.log().wait_for("connected to router alpha", 2);
  Peer peer = Peer::after_handshake(beta.url());
  create_federation(peer, "war");
  EXPECT_TRUE(peer.join("war", "again"));
}

TEST(RouterServer, SaysThatItWasStoppedAndNothingElseIsWrong) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, rtig_options());
  std::optional<RunningRouter> beta;
  beta.emplace("beta", rtig.url());
  rtig.log().wait_for("router beta has connected");
  beta.reset();
  rtig.log().wait_for("router beta is gone: router beta was stopped");
  EXPECT_EQ(rtig.log().count("which routers do not send to each other"), 0U);
}

TEST(RouterServer, SaysThatItWasStoppedToARouterThatHasNotAnswered) {
  auto listening = transport::listen(*transport::parse_url("tcp://127.0.0.1:0"));
  ASSERT_TRUE(listening);
  transport::Listener& listener = **listening;
  std::optional<RunningRouter> beta;
  beta.emplace("beta", listener.url());
  pollfd comes{listener.descriptor(), POLLIN, 0};
  ASSERT_EQ(::poll(&comes, 1, -1), 1);
  auto link = listener.accept();
  Peer upper(std::move(link.value()));
  ASSERT_TRUE(upper.next_message<wire::RouterHello>().has_value());
  beta.reset();
  const auto farewell = upper.next_record();
  ASSERT_TRUE(farewell.has_value());
  EXPECT_EQ(router::farewell_reason(farewell->bytes), "router beta was stopped");
}

// The link is open, but the router at its other end is silent.
TEST(RouterServer, GivesUpARouterThatIsSilent) {
  rtig::ServerOptions options = rtig_options();
  options.mesh->lower[0].lost_after = std::chrono::milliseconds(100);
  RunningServer rtig({"tcp://127.0.0.1:0"}, options);
  Peer silent(rtig.url());
  const RouterIdentity beta = identity("beta");
  silent.send(hello_of(beta));
  EXPECT_NE(rtig.log().wait_for("router beta is gone: no input from it for too long"), "");
  while (silent.next_record()) {
  }
}

}  // namespace

}  // namespace triad::tests
