// Tests of the overlay of a group in a topology file.
#include <gtest/gtest.h>

#include <algorithm>

#include "topology/read_topology.hpp"
#include "topology/topology_hash.hpp"

namespace triad::topology {

namespace {

std::string digits(char one) {
  return std::string(64, one);
}

// Alpha has the RTIG; the other routers are in the overlay. `overlay` and `of_gamma` are inserted
// into the file.
std::string sites(const std::string& overlay, const std::string& of_gamma = "key: " + digits('c')) {
  return "rtig: alpha\n"
         "groups:\n"
         "  - name: sites\n"
         "    head: alpha\n"
         "    overlay: " +
         overlay +
         "\n"
         "    routers:\n"
         "      - {name: alpha, host: a, listen: tcp://a:1}\n"
         "      - {name: beta, host: b, listen: tcp://b:1, key: " +
         digits('b') +
         "}\n"
         "      - {name: gamma, host: c, listen: tcp://c:1, " +
         of_gamma + "}\n";
}

Topology good(const std::string& text) {
  const auto topology = read_topology(text, "f");
  EXPECT_TRUE(topology) << topology.error().front().text();
  return topology ? *topology : Topology();
}

std::vector<std::string> problems(const std::string& text) {
  const auto topology = read_topology(text, "f");
  std::vector<std::string> texts;
  if (topology) return texts;
  for (const Problem& problem : topology.error()) texts.push_back(problem.text());
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST(TopologyOverlay, HasAllRoutersOfTheGroupButTheOneNearestToTheRtig) {
  const Topology topology = good(sites("{file: /var/registry}"));
  const Overlay& overlay = *topology.groups[0].overlay;
  EXPECT_EQ(routers_of_overlay(topology, 0), (std::vector<RouterIndex>{1, 2}));
  EXPECT_EQ(overlay.registry, 1u) << "the first of them";
  EXPECT_EQ(overlay.file, "/var/registry");
  EXPECT_EQ(overlay.out_degree, 2u);
  EXPECT_EQ(overlay.delay_max, std::chrono::milliseconds(100));
  EXPECT_TRUE(overlay.is_signed);
  EXPECT_EQ(topology.routers[2].key, digits('c'));
}

TEST(TopologyOverlay, SaysWhatIsWrittenOfIt) {
  const Topology topology = good(
      sites("{registry: gamma, file: r, private-keys: /etc/keys, out-degree: 3, delay-ms: 40, "
            "update-ms: 500, keep-ms: 7000, signed: false, senders: {Some fight: [gamma, beta]}}"));
  const Overlay& overlay = *topology.groups[0].overlay;
  EXPECT_EQ(overlay.registry, 2u);
  EXPECT_EQ(overlay.private_keys, "/etc/keys");
  EXPECT_EQ(overlay.out_degree, 3u);
  EXPECT_EQ(overlay.delay_max, std::chrono::milliseconds(40));
  EXPECT_EQ(overlay.update, std::chrono::milliseconds(500));
  EXPECT_EQ(overlay.keep, std::chrono::milliseconds(7000));
  EXPECT_FALSE(overlay.is_signed);
  EXPECT_EQ(overlay.senders.at("Some fight"), (std::vector<RouterIndex>{1, 2}));
}

// Routers refuse each other if any of these values differs.
TEST(TopologyOverlay, IsPartOfTheHash) {
  const std::string without = topology_hash(good(sites("{file: r}")));
  for (const char* overlay : {"{file: s}", "{file: r, registry: gamma}", "{file: r, out-degree: 3}",
                              "{file: r, delay-ms: 99}", "{file: r, update-ms: 1}",
                              "{file: r, keep-ms: 1}", "{file: r, signed: false}",
                              "{file: r, private-keys: k}", "{file: r, senders: {F: beta}}"}) {
    EXPECT_NE(topology_hash(good(sites(overlay))), without) << overlay;
  }
  EXPECT_NE(topology_hash(good(sites("{file: r}", "key: " + digits('d')))), without);
  EXPECT_EQ(topology_hash(good(sites("{file: r, registry: beta, out-degree: 2, signed: true}"))),
            without)
      << "what holds anyway";
}

TEST(TopologyOverlay, IsRefusedWithPlaceAndCure) {
  EXPECT_EQ(problems(sites("{}")),
            (Texts{"f:5:14: \"overlay\" has no \"file\"; add `file: FILE`"}));
  EXPECT_EQ(
      problems(sites("{file: r, out-degree: 0}")),
      (Texts{"f:5:36: \"out-degree\" of \"overlay\" is \"0\"; write a whole number from 1 to 64"}));
  EXPECT_EQ(problems(sites("{file: r, outdegree: 1}")),
            (Texts{"f:5:24: there is no key \"outdegree\" in \"overlay\"; did you mean "
                   "\"out-degree\"?"}));
  EXPECT_EQ(problems(sites("{file: r, registry: alpha}")),
            (Texts{"f:5:34: the registry is at \"alpha\", which is not in the overlay; name a "
                   "router of the group, but not the one nearest to the RTIG"}));
  EXPECT_EQ(problems(sites("{file: r, registry: gama}")),
            (Texts{"f:5:34: the registry is at \"gama\", which is not in the overlay; did you mean "
                   "\"gamma\"?"}));
  EXPECT_EQ(problems(sites("{file: r, senders: {F: [beta, gama]}}")),
            (Texts{"f:5:44: a sender is \"gama\", which is not in the overlay; did you mean "
                   "\"gamma\"?"}));
}

TEST(TopologyOverlay, WantsAKeyOfEachRouter) {
  EXPECT_EQ(
      problems(sites("{file: r}", "limits: {members: 3}")),
      (Texts{"f:9:16: router \"gamma\" is in the overlay and has no key; make one, rtimesh key "
             "FILE, and add the `key` that this prints"}));
  EXPECT_EQ(
      problems(sites("{file: r}", "key: " + digits('b'))),
      (Texts{
          "f:9:56: it is also the key of router \"beta\"; make a separate key for each router"}));
  EXPECT_EQ(problems(sites("{file: r}", "key: abc")),
            (Texts{"f:9:56: \"key\" is \"abc\"; write the 64 digits that `rtimesh key FILE` "
                   "prints"}));
  EXPECT_EQ(problems(sites("{file: r}", "process: p, key: " + digits('c'))),
            (Texts{"f:9:60: a router of an overlay is a process of its own; remove `process`, or "
                   "the group's `overlay`"}));
}

TEST(TopologyOverlay, OfOneRouterIsNone) {
  EXPECT_EQ(problems("rtig: alpha\ngroups:\n  - name: g\n    head: alpha\n    overlay: {file: r}\n"
                     "    routers: [{name: alpha, host: a, listen: tcp://a:1}]\n"),
            (Texts{"f:5:14: the overlay has no routers: the group's only router is the nearest to "
                   "the RTIG; remove it"}));
}

}  // namespace triad::topology
