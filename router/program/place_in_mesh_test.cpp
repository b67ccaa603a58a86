#include "router/program/place_in_mesh.hpp"

#include <gtest/gtest.h>

#include "topology/read_topology.hpp"

namespace triad::router {
namespace {

constexpr const char* kFile = R"(
rtig: alpha
groups:
  - name: site
    head: alpha
    routers:
      - {name: alpha, host: n1, listen: tcp://n1:60400}
      - {name: beta, host: n2, listen: tcp://n2:60400, federates-regulate: false}
      - {name: gamma, host: n3, listen: tcp://n3:60400, limits: {queue-bytes: 8000, members: 3}}
      - {name: delta, host: n4, listen: tcp://n4:60400, classes: [Vehicle]}
      - {name: epsilon, host: n5, listen: tcp://n5:60400, process: shared}
      - {name: zeta, host: n5, listen: tcp://n5:60401, process: shared}
)";

wire::Result<PlaceInMesh> place_of(std::size_t router) {
  const auto topology = topology::read_topology(kFile, "mesh.yaml");
  EXPECT_TRUE(topology.has_value());
  return place_in_mesh(*topology, router);
}

TEST(PlaceInMesh, EveryRouterKnowsWhatTheFileSaysOfTheFederatesOfEach) {
  for (const std::size_t router : {std::size_t{0}, std::size_t{1}}) {
    const auto place = place_of(router);
    ASSERT_TRUE(place.has_value()) << place.error().text;
    const RulesOfRouters& rules = place->mesh.rules;
    ASSERT_EQ(rules.size(), 6U);
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
  EXPECT_EQ(place_of(0)->mesh.queue_bytes(), std::nullopt);
  EXPECT_EQ(place_of(2)->mesh.queue_bytes(), 8000U);
  EXPECT_EQ(place_of(2)->members, 3U);
}

TEST(PlaceInMesh, RefusesWhatIsNotThereYet) {
  EXPECT_EQ(place_of(4).error().text,
            "router epsilon: `process`, several routers in one process, is not there yet");
}

}  // namespace
}  // namespace triad::router
