// Tests several routers in one process, as rtirouter --process runs them, with the RTIG's server
// and links within the process.
#include "router/program/router_threads.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <thread>

#include "../rtig_support.hpp"
#include "wire/operator_url.hpp"

namespace triad::tests {

namespace {

using router::RouterPlacement;

router::RouterIdentity router_identity(const std::string& router) {
  return {"triads", "0123456789abcdef", router,
          "test",   "testhost",         static_cast<std::uint32_t>(::getpid())};
}

// Returns a neighbour with a timeout so long that a slow router is not given up.
template <class Neighbour = router::Neighbour>
Neighbour patient_neighbour(const std::string& name, const transport::Url& url) {
  Neighbour neighbour;
  neighbour.name = name;
  neighbour.url = url;
  neighbour.keepalive = std::chrono::milliseconds(50);
  neighbour.lost_after = std::chrono::minutes(1);
  neighbour.retry_smallest = std::chrono::milliseconds(1);
  neighbour.retry_largest = std::chrono::milliseconds(20);
  return neighbour;
}

router::Peer peer(const std::string& name, bool connects) {
  auto peer = patient_neighbour<router::Peer>(name, router::url_in_process(name));
  peer.connects_here = connects;
  return peer;
}

// Returns the places of three routers: up below the RTIG's router, and the peers primary and down
// below up.
std::vector<RouterPlacement> triad_below(const std::string& rtig_url) {
  std::vector<RouterPlacement> places;
  for (const char* const name : {"primary", "up", "down"}) {
    RouterPlacement& place = places.emplace_back();
    place.mesh.identity = router_identity(name);
    place.mesh.uppers = {patient_neighbour("up", router::url_in_process("up"))};
    place.mesh.routers_in_process = 3;
    place.mesh.place_in_process = places.size() - 1;
    place.listen = {"tcp://127.0.0.1:0"};
  }
  places[0].mesh.peers = {peer("down", true)};
  places[2].mesh.peers = {peer("primary", false)};
  places[1].mesh.uppers = {patient_neighbour("alpha", *transport::parse_url(rtig_url))};
  for (const char* const name : {"primary", "down"}) {
    places[1].mesh.lower.push_back(patient_neighbour(name, router::url_in_process(name)));
  }
  return places;
}

rtig::ServerOptions options_of_rtig() {
  rtig::ServerOptions options = RunningServer::default_options();
  options.mesh =
      router::MeshPlace{router_identity("alpha"),
                        {},
                        {patient_neighbour("up", *transport::parse_url("tcp://127.0.0.1:1"))}};
  return options;
}

class Triad : public testing::Test {
 protected:
  RunningServer rtig_{{"tcp://127.0.0.1:0"}, options_of_rtig()};
  LogLines lines_;
  router::Log log_{router::LogLevel::debug, lines_.sink()};
  std::unique_ptr<router::RouterThreads> threads_ =
      router::RouterThreads::create({}, triad_below(rtig_.url()), log_).value();
  std::vector<std::string> urls_ = threads_->urls();
  std::thread main_{[this] { threads_->run(); }};

  Triad() {
    lines_.wait_for("router up: connected to router alpha");
    lines_.wait_for("router primary: connected to router up");
    lines_.wait_for("router down: connected to router up");
    lines_.wait_for("router down: connected to router primary");
  }

  ~Triad() override { stop(); }
  void stop() {
    threads_->first().stop();
    if (main_.joinable()) main_.join();
  }

  // Returns the report of a router about its first link.
  wire::RouterLinkInfo first_link(std::size_t router) {
    Peer asker(wire::operator_url(static_cast<std::uint32_t>(::getpid()), router));
    asker.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kMeshInquirer, "test",
                           "testhost", 0, 0});
    EXPECT_TRUE(asker.next_message<wire::Hello>().has_value());
    const auto received = asker.request_reply(wire::QueryRouterStatus{});
    const auto status = received->as<wire::RouterStatus>();
    wire::RouterLinkInfo link = status->links.front();
    EXPECT_EQ(link.router, router == 1 ? "alpha" : "up");
    link.router = link.reason = {};
    return link;
  }
};

TEST_F(Triad, ServesFederatesAtEachOfItsRouters) {
  ASSERT_EQ(urls_.size(), 3U);
  Peer first = Peer::after_handshake(urls_[0]);
  create_federation(first, "war");
  first.join("war", "at primary");
  Peer second = Peer::after_handshake(urls_[1]);
  second.join("war", "at up");
  Peer third = Peer::after_handshake(urls_[2]);
  third.join("war", "at down");
  Peer near = Peer::after_handshake(rtig_.url());
  near.send(wire::ListFederations{});
  const auto list = near.next_message<wire::FederationList>();
  ASSERT_TRUE(list.has_value());
  const auto federates = list->as<wire::FederationList>()->federations.at(0).federates;
  ASSERT_EQ(federates.size(), 3U);
  EXPECT_TRUE(federates[0].transport.ends_with("at router primary at router up"))
      << federates[0].transport;
  EXPECT_TRUE(federates[1].transport.ends_with("at router up")) << federates[1].transport;
  EXPECT_TRUE(federates[2].transport.ends_with("at router down at router up"))
      << federates[2].transport;
}

TEST_F(Triad, EachRouterSaysOfItselfToWhomItIsConnected) {
  const Peer federate = Peer::after_handshake(urls_[0]);
  for (const std::size_t router : {0U, 1U, 2U}) {
    EXPECT_TRUE(first_link(router).up);
    EXPECT_EQ(first_link(router).clients, router == 2 ? 0U : 1U);
  }
}

TEST_F(Triad, LogsNameTheRouter) {
  EXPECT_NE(lines_.wait_for("router up: router primary has connected from memory up"), "");
  EXPECT_NE(lines_.wait_for("router primary: peer down has connected from memory primary"), "");
  EXPECT_NE(lines_.wait_for("router down: listens on " + urls_[2]), "");
}

TEST_F(Triad, EndsWhenTheFirstOfThemIsStopped) {
  Peer federate = Peer::after_handshake(urls_[2]);
  create_federation(federate, "war");
  federate.join("war", "at down");
  stop();
  EXPECT_EQ(lines_.count(": stopped"), 3U);
  EXPECT_FALSE(threads_->have_failed());
  EXPECT_NE(rtig_.log().wait_for("router up is gone: router up was stopped"), "");
  EXPECT_NE(rtig_.log().wait_for("lost federate 1 'at down' of federation 'war'"), "");
}

// The handshake within a process has the same rules as on any link.
TEST(RouterThreads, RefusesARouterOfItsProcessWithAnotherTopology) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, options_of_rtig());
  std::vector<RouterPlacement> places = triad_below(rtig.url());
  places[2].mesh.identity.topology_hash = "fedcba9876543210";
  LogLines lines;
  router::Log log(router::LogLevel::info, lines.sink());
  const auto threads = router::RouterThreads::create({}, std::move(places), log).value();
  threads->start();
  EXPECT_NE(lines.wait_for("router down: no connection to router up: it calls itself \"up\" and "
                           "has a topology file that differs"),
            "");
  EXPECT_NE(lines.wait_for("router primary: connected to router up"), "");
}

TEST(RouterThreads, SaysThatARouterCannotListen) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, options_of_rtig());
  std::vector<RouterPlacement> places = triad_below(rtig.url());
  places[1].listen = {rtig.url()};
  LogLines lines;
  router::Log log(router::LogLevel::info, lines.sink());
  const auto threads = router::RouterThreads::create({}, std::move(places), log);
  ASSERT_FALSE(threads);
  EXPECT_EQ(threads.error().code, transport::Error::Code::in_use);
}

}  // namespace

}  // namespace triad::tests
