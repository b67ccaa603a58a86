#include "tools/rtirun/placement.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

using Texts = std::vector<std::string>;

Scenario three_hosts(const std::string& federates) {
  auto scenario = read_scenario(
      "hosts:\n"
      "  - {name: a, cores: 2, groups: [g]}\n"
      "  - {name: b, cores: 4, groups: [g, h]}\n"
      "  - {name: c}\n"
      "rtig: {host: a, url: 'tcp://a:60400'}\n"
      "federates:\n" +
          federates,
      "run.yaml");
  if (scenario) return *scenario;
  ADD_FAILURE() << scenario.error().front().text();
  return {};
}

Texts placed(const std::string& federates, const std::map<std::string, unsigned>& cores = {}) {
  return place_processes(three_hosts(federates), cores);
}

TEST(Placement, SpreadsOverFederatesForEachCore) {
  EXPECT_EQ(placed("  - {name: 'f-${i}', count: 7, command: [x]}\n"),
            (Texts{"a", "a", "b", "c", "b", "a", "b", "b"}));
}

TEST(Placement, TheHostsOwnCoresCountUnlessTheFileGivesThem) {
  EXPECT_EQ(placed("  - {name: 'f-${i}', count: 4, command: [x]}\n", {{"c", 100}, {"a", 100}}),
            (Texts{"a", "a", "b", "c", "c"}));
}

TEST(Placement, PacksHostsInOrder) {
  EXPECT_EQ(placed("  - {name: 'f-${i}', count: 8, command: [x], placement: {strategy: pack}}\n"),
            (Texts{"a", "a", "a", "b", "b", "b", "b", "c", "a"}));
}

TEST(Placement, HostGroupAndBesideAreKept) {
  EXPECT_EQ(placed("  - {name: f, command: [x], placement: {host: c}}\n"
                   "  - {name: 'g-${i}', count: 2, command: [x], placement: {group: h}}\n"
                   "  - {name: k, command: [x], placement: {beside: f}}\n"),
            (Texts{"a", "c", "b", "b", "c"}));
}

TEST(Placement, WithoutHostsAllIsOnThisHost) {
  const auto scenario = read_scenario("federates: [{name: f, command: [x]}]", "run.yaml");
  ASSERT_TRUE(scenario);
  EXPECT_EQ(place_processes(*scenario, {}), (Texts{kThisHost, kThisHost}));
  EXPECT_EQ(hosts_used(*scenario), (Texts{kThisHost}));
}

TEST(Placement, OtherHostsMustReachTheRtig) {
  Scenario scenario = three_hosts("  - {name: f, command: [x]}\n");
  EXPECT_TRUE(check_reach(scenario, {"a", "b"}));
  for (const char* url : {"tcp://127.0.0.1:60400", "tcp://localhost:60400", "tcp://*:60400",
                          "shm://x", "tcp://[::1]:60400"}) {
    scenario.url = url;
    EXPECT_FALSE(check_reach(scenario, {"a", "b"})) << url;
    EXPECT_TRUE(check_reach(scenario, {kThisHost, kThisHost})) << url;
  }
}

}  // namespace
}  // namespace triad::rtirun
