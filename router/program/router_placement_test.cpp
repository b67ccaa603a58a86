#include "router/program/router_placement.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "topology/read_topology.hpp"
#include "transport/link.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {
namespace {

constexpr const char* kFile = R"(
rtig: alpha
priorities: {Vehicle: 2}
groups:
  - name: site
    head: alpha
    routers:
      - {name: alpha, host: n1, listen: tcp://n1:60400}
      - {name: beta, host: n2, listen: tcp://n2:60400, federates-regulate: false}
      - {name: gamma, host: n3, listen: tcp://n3:60400, limits: {queue-bytes: 8000, members: 3}}
      - {name: delta, host: n4, listen: tcp://n4:60400, classes: [Vehicle], limits: {best-effort-age-ms: 250},
         multicast: "239.192.7.0/2:60500"}
      - {name: epsilon, host: n5, listen: tcp://n5:60400, process: shared}
      - {name: zeta, host: n5, listen: tcp://n5:60401, process: shared}
  - {name: below, head: eta, parent: epsilon, routers: [
      {name: eta, host: n5, listen: tcp://n5:60402, process: shared},
      {name: theta, host: n1, listen: tcp://n1:60401, process: first}]}
links:
  - {between: [zeta, epsilon], kind: tcp}
  - {between: [beta, alpha], long: {congestion: bbr, bandwidth-mbit: 100, rtt-ms: 200,
                                    bundle-ms: 3}}
)";

RouterPlacement place_of(std::size_t router) {
  const auto topology = topology::read_topology(kFile, "mesh.yaml");
  EXPECT_TRUE(topology.has_value());
  return make_placement(*topology, router);
}

TEST(PlaceInMesh, EveryRouterKnowsWhatTheFileSaysOfTheFederatesOfEach) {
  for (const std::size_t router : {std::size_t{0}, std::size_t{1}}) {
    const auto place = place_of(router);
    const RulesOfRouters& rules = place.mesh.rules;
    ASSERT_EQ(rules.size(), 8U);
    EXPECT_TRUE(rules.at("alpha").federates_regulate);
    EXPECT_FALSE(rules.at("beta").federates_regulate);
    EXPECT_EQ(rules.at("beta").queue_bytes, std::nullopt);
    EXPECT_TRUE(rules.at("gamma").federates_regulate);
    EXPECT_EQ(rules.at("gamma").queue_bytes, 8000U);
    EXPECT_EQ(rules.at("gamma").classes, std::nullopt);
    EXPECT_EQ(rules.at("delta").classes, std::vector<std::string>{"Vehicle"});
  }
}

TEST(PlaceInMesh, ARoutersOwnLimitIsThatOfTheFile) {
  EXPECT_EQ(place_of(0).mesh.queue_bytes(), std::nullopt);
  EXPECT_EQ(place_of(2).mesh.queue_bytes(), 8000U);
  EXPECT_EQ(place_of(2).members, 3U);
  EXPECT_EQ(place_of(2).mesh.best_effort_age(), std::nullopt);
  EXPECT_EQ(place_of(3).mesh.best_effort_age(), std::chrono::milliseconds(250));
}

TEST(PlaceInMesh, ARouterSendsByMulticastWhereTheFileSays) {
  EXPECT_EQ(place_of(2).mesh.multicast, std::nullopt);
  EXPECT_EQ(place_of(3).mesh.multicast, (transport::MulticastAddress{0xefc00700, 2, 60500}));
}

TEST(PlaceInMesh, EveryRouterHasThePrioritiesOfClasses) {
  for (const std::size_t router : {std::size_t{0}, std::size_t{3}}) {
    EXPECT_EQ(place_of(router).mesh.priorities, (core::PrioritiesByName{{"Vehicle", 2}}));
  }
}

TEST(PlaceInMesh, RoutersOfAProcessAreLinkedInMemoryUnlessTheFileSaysOtherwise) {
  const RouterPlacement eta = place_of(6);
  EXPECT_EQ(eta.mesh.uppers.front().url, url_in_process("epsilon"));
  ASSERT_EQ(eta.mesh.lower.size(), 1U);
  EXPECT_EQ(to_string(eta.mesh.lower[0].url), "tcp://n1:60401");
  EXPECT_EQ(place_of(4).mesh.lower[0].url, url_in_process("eta"));
  EXPECT_EQ(to_string(place_of(4).mesh.uppers.front().url), "tcp://n1:60400");
  EXPECT_EQ(to_string(place_of(5).mesh.peers.back().url), "tcp://n5:60400");
  for (const std::size_t router : {4U, 5U, 6U}) {
    EXPECT_EQ(place_of(router).mesh.routers_in_process, 3U);
    EXPECT_EQ(place_of(router).mesh.place_in_process, router - 4);
  }
  EXPECT_EQ(place_of(7).mesh.routers_in_process, 1U);
}

TEST(PlaceInMesh, HasSpareRoutersAboveAndBelow) {
  const auto topology = topology::read_topology(R"(
rtig: alpha
groups:
  - {name: top, head: alpha, routers: [{name: alpha, host: n1, listen: "tcp://n1:1"}]}
  - {name: one, head: beta, parent: alpha, routers: [{name: beta, host: n2, listen: "tcp://n2:1"}]}
  - {name: two, head: gamma, parent: alpha, routers: [{name: gamma, host: n3, listen: "tcp://n3:1"}]}
  - name: leaf
    head: [delta, epsilon]
    parent: [beta, gamma]
    routers:
      - {name: delta, host: n4, listen: "tcp://n4:1"}
      - {name: epsilon, host: n5, listen: "tcp://n5:1"}
)",
                                                "mesh.yaml");
  ASSERT_TRUE(topology.has_value());
  const auto text_of = [](const std::vector<Neighbour>& all) {
    std::string text;
    for (const Neighbour& one : all) text += (one.is_spare ? " spare " : " ") + one.name;
    return text;
  };
  const auto place = [&](std::size_t router) { return make_placement(*topology, router).mesh; };
  EXPECT_EQ(text_of(place(3).uppers), " beta gamma epsilon");
  EXPECT_EQ(text_of(place(4).uppers), " delta beta gamma");
  EXPECT_EQ(text_of(place(1).lower), " delta spare epsilon");
  EXPECT_EQ(text_of(place(2).lower), " spare delta spare epsilon");
  EXPECT_EQ(text_of(place(4).lower), " spare delta");
  EXPECT_EQ(to_string(place(4).uppers[2].url), "tcp://n3:1");
}

// Everyone else reaches such a router at its host.
TEST(PlaceInMesh, ARouterThatListensAtAllAddressesIsReachedAtItsHost) {
  const auto topology = topology::read_topology(R"(
rtig: alpha
groups:
  - name: site
    head: alpha
    routers:
      - {name: alpha, host: n1, listen: "tcp://*:60400"}
      - {name: beta, host: n2, listen: "tcp://*:60400"}
      - {name: gamma, host: n3, listen: "tcp://n3:60400"}
)",
                                                "mesh.yaml");
  ASSERT_TRUE(topology.has_value());
  const RouterPlacement gamma = make_placement(*topology, 2);
  EXPECT_EQ(to_string(gamma.mesh.uppers.front().url), "tcp://n1:60400");
  EXPECT_EQ(to_string(gamma.mesh.peers.at(0).url), "tcp://n2:60400");
  EXPECT_EQ(make_placement(*topology, 0).listen, std::vector<std::string>{"tcp://*:60400"});
}

// The window is two round trips of 2.5 MB: data in transit, and new data while lost data is
// retransmitted.
TEST(PlaceInMesh, BothEndsOfALongLinkKnowThatItIs) {
  transport::LongLinkOptions expected = place_of(1).mesh.uppers.front().long_link;
  EXPECT_EQ(expected.congestion, "bbr");
  EXPECT_EQ(expected.window_bytes, 5'000'000U);
  EXPECT_EQ(expected.bundle_time, std::chrono::milliseconds(3));
  EXPECT_EQ(expected.bundle_bytes, 16'384U);
  ASSERT_NE(expected.may_bundle, nullptr);
  EXPECT_EQ(place_of(0).mesh.lower.at(0).name, "beta");
  EXPECT_EQ(place_of(0).mesh.lower.at(0).long_link, expected);
  const transport::LongLinkOptions usual = place_of(2).mesh.uppers.front().long_link;
  EXPECT_EQ(usual.congestion, "");
  EXPECT_EQ(usual.window_bytes, 0U);
  EXPECT_EQ(usual.may_bundle, nullptr);
}

TEST(PlaceInMesh, OfWhatALongLinkCarriesUpdatesAndInteractionsAloneMayWait) {
  const auto may_wait = [](const auto& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    const wire::Buffer prefix(8);
    const std::array<transport::Bytes, 2> frame{prefix, record};
    return place_of(1).mesh.uppers.front().long_link.may_bundle(frame);
  };
  EXPECT_TRUE(may_wait(wire::UpdateAttributeValues{}));
  EXPECT_TRUE(may_wait(wire::SendInteraction{}));
  EXPECT_TRUE(may_wait(wire::PeerData{}));
  EXPECT_FALSE(may_wait(wire::TimeReport{}));
  EXPECT_FALSE(may_wait(wire::RouterAlive{}));
  EXPECT_FALSE(may_wait(wire::ListFederations{}));
}

class PlacesOfAFile : public testing::Test {
 protected:
  PlacesOfAFile() { std::ofstream(file_) << kFile; }
  ~PlacesOfAFile() override { std::filesystem::remove(file_); }
  static std::string named(const wire::Result<std::vector<RouterPlacement>>& places) {
    if (!places) return places.error().text;
    std::string names;
    for (const RouterPlacement& place : *places) names += place.mesh.identity.router + " ";
    return names;
  }
  std::string router(const std::string& name) const {
    const auto place = place_of_router(*load_topology(file_), file_, name);
    return place ? place->mesh.identity.router : place.error().text;
  }
  std::string process(const std::string& name) const {
    return named(places_of_process(*load_topology(file_), file_, name));
  }
  const std::string file_ = testing::TempDir() + "place_in_mesh." + std::to_string(::getpid());
};

TEST_F(PlacesOfAFile, AreOfOneRouterOrOfAllOfItsProcess) {
  EXPECT_EQ(router("beta"), "beta");
  EXPECT_EQ(router("theta"), "theta");
  EXPECT_EQ(process("shared"), "epsilon zeta eta ");
  EXPECT_EQ(process("first"), "theta ");
  EXPECT_EQ(named(places_beside_rtig(file_)), "alpha ");
}

TEST_F(PlacesOfAFile, SayWhatIsToBeStartedInstead) {
  EXPECT_EQ(router("zeta"),
            "router zeta is one of process shared: start that, rtirouter --topology " + file_ +
                " --process shared");
  EXPECT_EQ(router("alpha"),
            "the RTIG is at router alpha: start it there, rtig --topology " + file_);
  EXPECT_EQ(router("iota"),
            file_ +
                " has no router \"iota\"; it has alpha, beta, gamma, delta, epsilon, zeta, eta, "
                "theta");
  EXPECT_EQ(process(""), file_ + " has no process \"\"; it has shared, first");
}

TEST_F(PlacesOfAFile, OfTheRtigAreThoseOfItsProcessToo) {
  std::string with = kFile;
  with.replace(with.find("rtig: alpha"), 11, "rtig: zeta ");
  std::ofstream(file_) << with;
  EXPECT_EQ(named(places_beside_rtig(file_)), "zeta epsilon eta ");
  EXPECT_EQ(process("shared"),
            "the RTIG is at router zeta: start it there, rtig --topology " + file_);
  EXPECT_EQ(router("eta"), process("shared"));
}

}  // namespace
}  // namespace triad::router
