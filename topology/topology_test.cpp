// Tests of the values, links and canonical text made from a topology file.
#include "topology/topology.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "topology/read_topology.hpp"

namespace triad::topology {
namespace {

Topology read(const std::string& text) {
  auto topology = read_topology(text, "f");
  if (topology) return *std::move(topology);
  ADD_FAILURE() << topology.error().front().text();
  Topology none;
  none.routers.resize(10);
  return none;
}

Topology example(const std::string& name) {
  std::ifstream stream(std::string(TRIAD_SOURCE_DIR) + "/examples/mesh/" + name);
  return read({std::istreambuf_iterator<char>(stream), {}});
}

// Returns "beta->alpha" for each link, followed by its properties that are not the defaults.
std::vector<std::string> texts_of(const Topology& topology) {
  std::vector<std::string> texts;
  for (const Link& link : links_of(topology)) {
    std::string text = topology.routers[link.connecting_router].name + "->" +
                       topology.routers[link.accepting_router].name;
    if (link.relation == Link::Relation::child_parent) text += " parent";
    if (link.kind == LinkKind::memory) text += " memory";
    if (link.kind == LinkKind::mpi) text += " mpi";
    texts.push_back(text);
  }
  return texts;
}

TEST(Topology, OfOneGroupLinksEachRouterToEach) {
  const Topology mesh = example("one-group.yaml");
  ASSERT_EQ(mesh.routers.size(), 3u);
  EXPECT_EQ(mesh.routers[1], (Router{.name = "beta",
                                     .group = 0,
                                     .host = "ws2",
                                     .listen = {{transport::Url::Scheme::tcp, "ws2", 60400, ""}}}));
  EXPECT_EQ(mesh.groups,
            (std::vector<Group>{{.name = "site", .routers = {0, 1, 2}, .head = 0, .parent = {}}}));
  EXPECT_EQ(mesh.rtig, 0u);
  EXPECT_EQ(depth_of(mesh), 1u);
  EXPECT_EQ(texts_of(mesh),
            (std::vector<std::string>{"beta->alpha", "gamma->alpha", "gamma->beta"}));
}

TEST(Topology, HasSpareHeadsAndParents) {
  const std::string begin =
      "rtig: a\n"
      "groups:\n"
      "  - {name: g, head: a, routers: [{name: a, host: h, listen: tcp://h:1},\n"
      "                                 {name: b, host: h, listen: tcp://h:2}]}\n"
      "  - name: s\n";
  const std::string routers =
      "    routers: [{name: c, host: h, listen: tcp://h:3}, {name: d, host: h, listen: "
      "tcp://h:4}]\n";
  const std::string links = "links:\n  - {between: [d, b], keepalive-ms: 7}\n";
  const Topology mesh = read(begin + "    head: [c, d]\n    parent: [a, b]\n" + routers + links);
  EXPECT_EQ(heads_of(mesh.groups[1]), (std::vector<RouterIndex>{2, 3}));
  EXPECT_EQ(parents_of(mesh.groups[1]), (std::vector<RouterIndex>{0, 1}));
  EXPECT_EQ(texts_of(mesh), (std::vector<std::string>{"b->a", "d->c", "c->a parent"}));
  const std::vector<Link> spare = spare_links_of(mesh);
  ASSERT_EQ(spare.size(), 3u);
  EXPECT_EQ(spare[2].connecting_router, 3u);
  EXPECT_EQ(spare[2].accepting_router, 1u);
  EXPECT_EQ(spare[2].options.keepalive, std::chrono::milliseconds(7));
  const Topology other = read(begin + "    head: c\n    parent: a\n" + routers);
  EXPECT_TRUE(spare_links_of(other).empty());
  EXPECT_NE(canonical_text(mesh), canonical_text(other));
  EXPECT_EQ(canonical_text(other),
            canonical_text(read(begin + "    head: [c]\n    parent: [a]\n" + routers)));
}

TEST(Topology, EncryptsAllLinksOrSome) {
  const std::string routers =
      "rtig: a\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers:\n"
      "      - {name: a, host: h, listen: [tcp://h:1, tls://h:2]}\n"
      "      - {name: b, host: i, listen: tls://i:1}\n"
      "      - {name: c, host: j, listen: tcp://j:1}\n";
  const auto encrypted = [](const Topology& mesh) {
    std::string text;
    for (const Link& link : links_of(mesh)) text += link.options.is_encrypted ? "tls " : "plain ";
    return text;
  };
  const Topology none = read(routers);
  EXPECT_EQ(encrypted(none), "plain plain plain ");
  EXPECT_EQ(to_string(none.routers[0].listen[1]), "tls://h:2");
  const Topology all = read(routers + "link-defaults: {tls: true}\n");
  EXPECT_EQ(encrypted(all), "tls tls tls ");
  const Topology one = read(routers + "links:\n  - {between: [c, a], tls: true}\n");
  EXPECT_EQ(encrypted(one), "plain tls plain ");
  const Topology but_one = read(routers + "link-defaults: {tls: true}\n" +
                                "links:\n  - {between: [b, c], tls: false}\n");
  EXPECT_EQ(encrypted(but_one), "tls tls plain ");
  EXPECT_NE(canonical_text(none), canonical_text(all));
  EXPECT_NE(canonical_text(none), canonical_text(one));
}

TEST(Topology, LinksRoutersThatListenOnMpiByIt) {
  const std::string text =
      "rtig: a\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers:\n"
      "      - {name: a, host: h, listen: tcp://h:1}\n"
      "      - {name: b, host: h, listen: [mpi://, tcp://h:2]}\n"
      "      - {name: c, host: h, listen: [tcp://h:3, mpi://]}\n"
      "      - {name: d, host: h, listen: [tcp://h:4, mpi://]}\n"
      "links: [{between: [d, b], kind: tcp}]\n";
  const Topology mesh = read(text);
  EXPECT_EQ(ranks_of(mesh), (std::vector<RouterIndex>{1, 2, 3}));
  EXPECT_EQ(texts_of(mesh),
            (std::vector<std::string>{"b->a", "c->a", "c->b mpi", "d->a", "d->b", "d->c mpi"}));
  EXPECT_EQ(mesh.routers[1].listen.front().port, 2);
  Topology other = mesh;
  other.routers[3].is_rank = false;
  EXPECT_NE(canonical_text(mesh), canonical_text(other));
}

TEST(Topology, OfATreeLinksHeadsToParentsAndRoutersOfAProcessInMemory) {
  const Topology mesh = example("tree.yaml");
  EXPECT_EQ(depth_of(mesh), 3u);
  EXPECT_EQ(texts_of(mesh), (std::vector<std::string>{
                                "centre-2->centre-1", "north-up->north-primary memory",
                                "north-down->north-primary memory", "north-down->north-up memory",
                                "north-up->centre-1 parent", "south-2->south-1",
                                "south-1->centre-2 parent", "range-1->north-down parent"}));
}

TEST(Topology, HasWhatIsSaidOfARoutersFederates) {
  const Topology mesh = example("tree.yaml");
  const Router& range = mesh.routers.back();
  EXPECT_FALSE(range.federates_regulate);
  EXPECT_EQ(range.classes, (std::vector<std::string>{"Detonation", "Vehicle"}));
  EXPECT_EQ(range.queue_bytes, 134217728u);
  EXPECT_EQ(range.members, 20u);
  EXPECT_EQ(range.best_effort_age, std::chrono::milliseconds(2000));
  const Router& south = mesh.routers[5];
  EXPECT_TRUE(south.federates_regulate);
  EXPECT_FALSE(south.classes);
  EXPECT_FALSE(south.queue_bytes);
  EXPECT_FALSE(south.members);
  EXPECT_FALSE(south.best_effort_age);
}

TEST(Topology, HasLinkOptionsOfOneLinkBeforeThoseOfTheFileBeforeTheUsual) {
  using std::chrono::milliseconds;
  const Topology mesh = read(
      "rtig: a\n"
      "link-defaults: {keepalive-ms: 700}\n"
      "links: [{between: [a, b], retry-ms: [7, 70], peer-lost-after-ms: 900}]\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers: [{name: a, host: h, listen: tcp://h}, {name: b, host: i, listen: tcp://i},\n"
      "              {name: c, host: j, listen: tcp://j}]\n");
  const std::vector<Link> links = links_of(mesh);
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(links[0].options,
            (LinkOptions{milliseconds(700), milliseconds(7), milliseconds(70), milliseconds(900)}));
  EXPECT_EQ(links[2].options, (LinkOptions{milliseconds(700), milliseconds(100), milliseconds(5000),
                                           milliseconds(5000)}));
}

TEST(Topology, HasLongLinksWhereTheFileSaysSo) {
  using std::chrono::milliseconds;
  const Topology mesh = read(
      "rtig: a\n"
      "link-defaults: {long: {congestion: bbr, bandwidth-mbit: 100, rtt-ms: 200}}\n"
      "links: [{between: [a, b], long: {}}, {between: [c, a], long: {congestion: reno, "
      "compress-above: 1}}]\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers: [{name: a, host: h, listen: tcp://h}, {name: b, host: i, listen: tcp://i},\n"
      "              {name: c, host: j, listen: tcp://j}]\n");
  const std::vector<Link> links = links_of(mesh);
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(links[0].options.long_link, LongLinkOptions{});
  EXPECT_EQ(links[1].options.long_link,
            (LongLinkOptions{.congestion = "reno", .compress_above = 1}));
  EXPECT_EQ(
      links[2].options.long_link,
      (LongLinkOptions{.congestion = "bbr", .bandwidth_mbit = 100, .rtt = milliseconds(200)}));
}

TEST(Topology, LinksRoutersOfAProcessByTcpWhereTheFileSaysSo) {
  const Topology mesh = read(
      "rtig: a\n"
      "links: [{between: [b, a], kind: tcp}]\n"
      "groups:\n"
      "  - {name: g, head: a, routers: [{name: a, host: h, process: p, listen: tcp://h:1},\n"
      "                                 {name: b, host: h, process: p, listen: tcp://h:2}]}\n");
  EXPECT_EQ(texts_of(mesh), (std::vector<std::string>{"b->a"}));
}

TEST(Topology, KnowsWhichRoutersRunInOneProcessThatWithTheRtigFirst) {
  const Topology mesh = read(
      "rtig: c\n"
      "groups:\n"
      "  - {name: g, head: a, routers: [{name: a, host: h, process: p, listen: tcp://h:1},\n"
      "                                 {name: b, host: h, listen: tcp://h:2},\n"
      "                                 {name: c, host: h, process: p, listen: tcp://h:3},\n"
      "                                 {name: d, host: h, listen: tcp://h:4},\n"
      "                                 {name: e, host: h, process: p, listen: tcp://h:5}]}\n");
  using Routers = std::vector<RouterIndex>;
  for (const RouterIndex router : {0u, 2u, 4u}) {
    EXPECT_EQ(routers_of_process(mesh, router), (Routers{2, 0, 4}));
  }
  EXPECT_EQ(routers_of_process(mesh, 1), (Routers{1}));
  EXPECT_EQ(routers_of_process(mesh, 3), (Routers{3}));
}

TEST(Topology, HasThePrioritiesOfClassesAndHowLongBestEffortMayWait) {
  const Topology mesh = read(
      "rtig: a\n"
      "priorities: {Vehicle: 2, ObjectRoot.Vehicle.Tank: 7}\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers:\n"
      "      - {name: a, host: h, listen: tcp://h:1, limits: {best-effort-age-ms: 250}}\n"
      "      - {name: b, host: i, listen: tcp://i:1}\n");
  EXPECT_EQ(mesh.priorities,
            (std::map<std::string, std::uint8_t>{{"Vehicle", 2}, {"ObjectRoot.Vehicle.Tank", 7}}));
  EXPECT_EQ(mesh.routers[0].best_effort_age, std::chrono::milliseconds(250));
  EXPECT_FALSE(mesh.routers[1].best_effort_age);
}

TEST(Topology, HasWhereARouterSendsByMulticast) {
  const Topology mesh = read(
      "rtig: a\n"
      "groups:\n"
      "  - name: g\n"
      "    head: a\n"
      "    routers:\n"
      "      - {name: a, host: h, listen: tcp://h:1, multicast: \"239.192.7.0/16:60500\"}\n"
      "      - {name: b, host: i, listen: tcp://i:1}\n");
  EXPECT_EQ(mesh.routers[0].multicast, (transport::MulticastAddress{0xefc00700, 16, 60500}));
  EXPECT_FALSE(mesh.routers[1].multicast);
}

const char* const kPlain =
    "rtig: a\n"
    "groups:\n"
    "  - name: g\n"
    "    head: a\n"
    "    routers:\n"
    "      - {name: a, host: h, listen: [tcp://h:1], classes: [Car, Bus]}\n"
    "      - {name: b, host: i, listen: tcp://i:60400}\n"
    "  - {name: k, head: c, parent: a, routers: [{name: c, host: j, listen: tcp://j:1}]}\n";

TEST(CanonicalText, SaysAllThatTheFileSays) {
  EXPECT_EQ(canonical_text(read(kPlain)),
            "triad mesh 1\n"
            "name mesh\n"
            "rtig a\n"
            "links keepalive-ms=1000 retry-ms=100,5000 peer-lost-after-ms=5000\n"
            "group g head=a\n"
            "router a host=h listen=tcp://h:1 federates-regulate=true classes=Bus,Car\n"
            "router b host=i listen=tcp://i:60400 federates-regulate=true\n"
            "group k head=c parent=a\n"
            "router c host=j listen=tcp://j:1 federates-regulate=true\n");
}

TEST(CanonicalText, IgnoresCommentsLayoutOrderOfKeysAndWhatHoldsAnyway) {
  EXPECT_EQ(
      canonical_text(read(kPlain)),
      canonical_text(read(
          "# the same\r\n"
          "links:\n"
          "- between: [b, a]   # as it is by itself\n"
          "  kind: tcp\n"
          "groups:\n"
          "- routers:\n"
          "  - listen: 'tcp://j:1'\n"
          "    name: c\n"
          "    host: j\n"
          "  parent: a\n"
          "  head: c\n"
          "  name: k\n"
          "- {head: a, name: \"g\", routers: [{classes: [Bus, Car], federates-regulate: true,\n"
          "    listen: tcp://h:1, host: h, name: a}, {host: i, name: b, listen: tcp://i}]}\n"
          "link-defaults: {retry-ms: [100, 5000]}\n"
          "name: mesh\n"
          "rtig: a\n")));
}

TEST(CanonicalText, DiffersWithEachValue) {
  const std::string plain = canonical_text(read(kPlain));
  for (const auto& [part, by] : std::vector<std::pair<std::string, std::string>>{
           {"rtig: a", "rtig: b"},
           {"rtig: a", "rtig: a\nname: training"},
           {"name: g", "name: f"},
           {"head: a", "head: b"},
           {"parent: a", "parent: b"},
           {"host: i", "host: x"},
           {"host: i", "host: i, process: p"},
           {"host: i", "host: i, federates-regulate: false"},
           {"host: i", "host: i, classes: []"},
           {"host: i", "host: i, limits: {members: 5}"},
           {"host: i", "host: i, limits: {queue-bytes: 5000}"},
           {"host: i", "host: i, limits: {best-effort-age-ms: 50}"},
           {"host: i", "host: i, multicast: \"239.1.1.1/2:9\""},
           {"rtig: a", "rtig: a\npriorities: {Car: 1}"},
           {"tcp://i:60400", "tcp://i:60401"},
           {"[Car, Bus]", "[Car]"},
           {"rtig: a", "rtig: a\nlink-defaults: {retry-ms: [100, 5001]}"},
           {"rtig: a", "rtig: a\nlinks: [{between: [a, c], keepalive-ms: 1001}]"},
           {"rtig: a", "rtig: a\nlink-defaults: {long: {congestion: bbr}}"},
           {"rtig: a", "rtig: a\nlink-defaults: {long: {bandwidth-mbit: 10, rtt-ms: 20}}"},
           {"rtig: a", "rtig: a\nlink-defaults: {long: {compress-above: 100}}"},
           {"rtig: a", "rtig: a\nlink-defaults: {long: {bundle-ms: 2}}"},
           {"rtig: a", "rtig: a\nlink-defaults: {long: {bundle-ms: 2, bundle-bytes: 9}}"}}) {
    std::string text = kPlain;
    text.replace(text.find(part), part.size(), by);
    EXPECT_NE(canonical_text(read(text)), plain) << by;
  }
}

TEST(CanonicalText, DiffersWithTheOrderOfPeersWhichDecidesWhoConnects) {
  const std::string begin = "rtig: a\ngroups:\n  - name: g\n    head: a\n    routers:\n";
  const std::string a = "      - {name: a, host: h, listen: tcp://h:1}\n";
  const std::string b = "      - {name: b, host: i, listen: tcp://i:1}\n";
  EXPECT_NE(canonical_text(read(begin + a + b)), canonical_text(read(begin + b + a)));
}

}  // namespace
}  // namespace triad::topology
