// Tests of every kind of problem of a topology file: text, line and column.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "topology/read_topology.hpp"

namespace triad::topology {
namespace {

const std::string kTop =
    "rtig: a\n"
    "groups:\n"
    "  - name: g\n"
    "    head: a\n"
    "    routers:\n";
const std::string kA = "      - {name: a, host: h, listen: tcp://h:1}\n";
const std::string kGood = kTop + kA + "      - {name: b, host: i, listen: tcp://i:1}\n";
const std::string kChild =
    "  - name: k\n"
    "    head: c\n"
    "    parent: a\n"
    "    routers:\n"
    "      - {name: c, host: j, listen: tcp://j:1}\n";

std::string router_with(const std::string& more) {
  return kTop + "      - {name: a, host: h, listen: tcp://h:1, " + more + "}\n";
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  return text.replace(text.find(part), part.size(), by);
}

std::vector<std::string> problems_of(const std::string& text) {
  const auto topology = read_topology(text, "f");
  std::vector<std::string> lines;
  if (topology) return lines;
  for (const Problem& problem : topology.error()) lines.push_back(problem.text());
  return lines;
}

struct Case {
  const char* name;
  std::string text;
  std::vector<std::string> problems;  // Without "f:".
};

// Prints the name of a case in GoogleTest's messages.
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

class TopologyProblems : public testing::TestWithParam<Case> {};

TEST_P(TopologyProblems, AreToldWithPlaceAndCure) {
  std::vector<std::string> expected;
  for (const std::string& problem : GetParam().problems) expected.push_back("f:" + problem);
  EXPECT_EQ(problems_of(GetParam().text), expected) << GetParam().text;
}

const std::vector<Case> kOfTheText = {
    {"AnEmptyFile", "", {"1:1: the file is empty; write `rtig:` and `groups:`"}},
    {"AFileOfComments", "# nothing\n\n", {"1:1: the file is empty; write `rtig:` and `groups:`"}},
    {"NoYaml",
     "rtig: a\ngroups: ]\n",
     {"2:9: this is not YAML: illegal flow end; correct it here or in the lines before"}},
    {"AnUnknownEscape",
     "rtig: \"\\\xc3\"\n",
     {"1:10: this is not YAML: unknown escape character: \\xc3; correct it here or in the lines "
      "before"}},
    {"AnUnknownAlias",
     "rtig: *a\n",
     {"1:7: this is not YAML: the referenced anchor is not defined; correct it here or in the "
      "lines before"}},
    {"AControlCharacter",
     "rtig: a\ngroups: \x04\n",
     {"2:9: a control character, \"\\x04\"; write the file as UTF-8 text, with an editor"}},
    {"ASecondDocument",
     kGood + "---\nrtig: b\n",
     {"8:1: a second YAML document begins here; keep one and remove what follows it"}},
};

const std::vector<Case> kOfValues = {
    {"AListForTheFile",
     "- a\n",
     {"1:1: the file is a list, not a map; write `key: value` with the keys name, rtig, groups, "
      "links, link-defaults or priorities"}},
    {"AnUnknownKey",
     "rtig: a\ngruops: []\n" + kGood.substr(kGood.find('\n') + 1),
     {"2:1: there is no key \"gruops\" in the file; did you mean \"groups\"?"}},
    {"AnUnknownKeyWithoutANearOne",
     router_with("colour: red"),
     {"6:47: there is no key \"colour\" in router \"a\"; there are name, host, listen, process, "
      "federates-regulate, classes, limits, multicast or key"}},
    {"AKeyTwice",
     kGood + "rtig: a\n",
     {"8:1: the key \"rtig\" of the file is there already, in line 1; keep one of the two"}},
    {"AListForAKey",
     kGood + "? [x]\n: y\n",
     {"8:3: a key of the file is a list; write one of name, rtig, groups, links, link-defaults or "
      "priorities"}},
    {"NoRtig",
     kGood.substr(kGood.find('\n') + 1),
     {"1:1: the file has no \"rtig\"; add `rtig: ROUTER`"}},
    {"NoGroups", "rtig: a\n", {"1:1: the file has no \"groups\"; add `groups:`"}},
    {"GroupsThatAreAMap",
     "rtig: a\ngroups: {g: 1}\n",
     {"2:9: \"groups\" of the file is a map, not a list; write [ONE, ANOTHER], or each in a line "
      "of its own after `- `"}},
    {"NoGroupInGroups",
     "rtig: a\ngroups: []\n",
     {"2:9: \"groups\" of the file is an empty list; write at least one"}},
    {"AGroupThatIsAText",
     "rtig: a\ngroups: [g]\n",
     {"2:10: a group is a text, not a map; write `key: value` with the keys name, head, parent, "
      "overlay or routers"}},
    {"AGroupWithoutANameAHeadOrRouters",
     "rtig: a\ngroups:\n  - {}\n",
     {"3:5: a group has no \"name\"; add `name: GROUP`",
      "3:5: a group has no \"head\"; add `head: ROUTER`",
      "3:5: a group has no \"routers\"; add `routers:`"}},
    {"ARouterWithoutANameAHostOrAnAddress",
     kGood + "      - {}\n",
     {"8:9: a router has no \"name\"; add `name: ROUTER`",
      "8:9: a router has no \"host\"; add `host: HOST`",
      "8:9: a router has no \"listen\"; add `listen: tcp://HOST:PORT`"}},
    {"ANameThatIsAList",
     kTop + kA + "      - {name: [b], host: i, listen: tcp://i:1}\n",
     {"7:16: \"name\" of a router is a list; write one text"}},
    {"ANameThatIsEmpty",
     kTop + kA + "      - {name: , host: i, listen: tcp://i:1}\n",
     {"7:10: \"name\" of a router is empty; write one text"}},
    {"ANameWithABlank",
     kTop + kA + "      - {name: b b, host: i, listen: tcp://i:1}\n",
     {"7:16: \"name\" of router \"b b\" is \"b b\"; write up to 255 letters, digits and - _ ."}},
    {"AHostWithASlash",
     kTop + "      - {name: a, host: h/x, listen: tcp://h:1}\n",
     {"6:25: \"host\" of router \"a\" is \"h/x\"; write up to 255 letters, digits and - _ . : %"}},
    {"AnAddressThatIsNoUrl",
     kTop + "      - {name: a, host: h, listen: h:60400}\n",
     {"6:36: \"listen\" of router \"a\" has \"h:60400\"; write tcp://HOST:PORT or "
      "tls://HOST:PORT with a port from 1 to 65535, or shm://NAME"}},
    {"AnAddressOfAnotherKind",
     kTop + "      - {name: a, host: h, listen: [tcp://h:1, memory:h]}\n",
     {"6:48: \"listen\" of router \"a\" has \"memory:h\"; write tcp://HOST:PORT or "
      "tls://HOST:PORT with a port from 1 to 65535, or shm://NAME"}},
    {"AnAddressForFederates",
     kTop + "      - {name: a, host: h, listen: mesh://h:1}\n",
     {"6:36: \"listen\" of router \"a\" has \"mesh://h:1\"; write tcp://HOST:PORT or "
      "tls://HOST:PORT with a port from 1 to 65535, or shm://NAME"}},
    {"AnAddressWithPortZero",
     kTop + "      - {name: a, host: h, listen: tcp://h:0}\n",
     {"6:36: \"listen\" of router \"a\" has \"tcp://h:0\"; write tcp://HOST:PORT or "
      "tls://HOST:PORT with a port from 1 to 65535, or shm://NAME"}},
    {"AnAddressOfCharactersThatNoHostHas",
     kTop + "      - {name: a, host: h, listen: \"tcp://h,i:1\"}\n",
     {"6:36: \"listen\" of router \"a\" has \"tcp://h,i:1\"; write tcp://HOST:PORT or "
      "tls://HOST:PORT with a port from 1 to 65535, or shm://NAME"}},
    {"NoAddressInTheList",
     kTop + "      - {name: a, host: h, listen: []}\n",
     {"6:36: \"listen\" of router \"a\" is an empty list; write at least one"}},
    {"RegulationThatIsNeitherTrueNorFalse",
     router_with("federates-regulate: maybe"),
     {"6:67: \"federates-regulate\" of router \"a\" is \"maybe\"; write true or false"}},
    {"ClassesThatAreAMap",
     router_with("classes: {}"),
     {"6:56: \"classes\" of router \"a\" is a map, not a list; write [ONE, ANOTHER], or each in a "
      "line of its own after `- `"}},
    {"AClassTwice",
     router_with("classes: [Car, Bus, Car]"),
     {"6:56: \"classes\" of router \"a\" has \"Car\" twice; remove one of the two"}},
    {"LimitsThatAreNoMap",
     router_with("limits: 5"),
     {"6:55: \"limits\" of router \"a\" is a text, not a map; write `key: value` with the keys "
      "queue-bytes, members or best-effort-age-ms"}},
    {"LimitsThatAreNoNumbers",
     router_with("limits: {queue-bytes: 1k, members: -1}"),
     {"6:69: \"queue-bytes\" of \"limits\" of router \"a\" is \"1k\"; write a whole number from "
      "4096 to 1099511627776",
      "6:82: \"members\" of \"limits\" of router \"a\" is \"-1\"; write a whole number from 1 to "
      "1000000"}},
    {"AnAgeOfNothing",
     router_with("limits: {best-effort-age-ms: 0}"),
     {"6:76: \"best-effort-age-ms\" of \"limits\" of router \"a\" is \"0\"; write a whole number "
      "from 1 to 3600000"}},
    {"MulticastToNoGroup",
     router_with("multicast: \"10.0.0.1:60500\""),
     {"6:58: \"multicast\" of router \"a\" is \"10.0.0.1:60500\"; write ADDRESS/GROUPS:PORT, such "
      "as "
      "239.192.7.0/16:60500, with groups from 224.0.1.0 to 239.255.255.255, at most 256 of them, "
      "and "
      "a port from 1 to 65535"}},
    {"PrioritiesThatAreAList",
     kGood + "priorities: [Car]\n",
     {"8:13: \"priorities\" is a list, not a map; write `key: value` with the keys CLASS"}},
    {"PrioritiesOutOfRange",
     kGood + "priorities: {Car: 8, Bus: high}\n",
     {"8:19: \"Car\" of \"priorities\" is \"8\"; write a whole number from 0 to 7",
      "8:27: \"Bus\" of \"priorities\" is \"high\"; write a whole number from 0 to 7"}},
    {"APriorityTwice",
     kGood + "priorities: {Car: 1, Car: 2}\n",
     {"8:22: the key \"Car\" of \"priorities\" is there already, in line 8; keep one of the two"}},
    {"LimitsOutOfRange",
     router_with("limits: {queue-bytes: 4095, members: 1000001}"),
     {"6:69: \"queue-bytes\" of \"limits\" of router \"a\" is \"4095\"; write a whole number from "
      "4096 to 1099511627776",
      "6:84: \"members\" of \"limits\" of router \"a\" is \"1000001\"; write a whole number from 1 "
      "to 1000000"}},
    {"DefaultsOutOfRange",
     kGood + "link-defaults:\n  keepalive-ms: 0\n  peer-lost-after-ms: 3600001\n",
     {"9:17: \"keepalive-ms\" of link-defaults is \"0\"; write a whole number from 1 to 3600000",
      "10:23: \"peer-lost-after-ms\" of link-defaults is \"3600001\"; write a whole number from 1 "
      "to 3600000"}},
    {"ARetryOfOneNumber",
     kGood + "link-defaults: {retry-ms: 100}\n",
     {"8:27: \"retry-ms\" of link-defaults is not a list of two numbers; write the smallest and "
      "the largest wait: [100, 5000]"}},
    {"ARetryOfNoNumbers",
     kGood + "link-defaults: {retry-ms: [some, []]}\n",
     {"8:28: \"retry-ms\" of link-defaults is \"some\"; write a whole number from 1 to 3600000",
      "8:34: \"retry-ms\" of link-defaults is a list; write a whole number from 1 to 3600000"}},
    {"ARetryThatBeginsWithTheLargest",
     kGood + "link-defaults: {retry-ms: [2, 1]}\n",
     {"8:27: \"retry-ms\" of link-defaults begins with the larger number; write the smallest and "
      "the largest wait: [100, 5000]"}},
};

const std::vector<Case> kOfTheWhole = {
    {"ALongLinkThatIsNoMap",
     kGood + "link-defaults: {long: bbr}\n",
     {"8:23: long is a text, not a map; write `key: value` with the keys congestion, "
      "bandwidth-mbit, rtt-ms, compress-above, bundle-ms or bundle-bytes"}},
    {"ABandwidthWithoutAWay",
     kGood + "link-defaults: {long: {bandwidth-mbit: 100}}\n",
     {"8:40: \"bandwidth-mbit\" of long needs \"rtt-ms\"; add `rtt-ms`"}},
    {"AWayWithoutABandwidth",
     kGood + "link-defaults: {long: {rtt-ms: 0}}\n",
     {"8:32: \"rtt-ms\" of long is \"0\"; write a whole number from 1 to 60000",
      "8:32: \"rtt-ms\" of long needs \"bandwidth-mbit\"; add `bandwidth-mbit`"}},
    {"ABundleThatWaitsForever",
     kGood + "link-defaults: {long: {bundle-bytes: 1000}}\n",
     {"8:38: \"bundle-bytes\" of long needs \"bundle-ms\"; add `bundle-ms`"}},
    {"ACongestionControlWithALongName",
     kGood + "link-defaults: {long: {congestion: none-has-so-long}}\n",
     {"8:36: \"congestion\" of long is \"none-has-so-long\"; name one of those in "
      "/proc/sys/net/ipv4/tcp_available_congestion_control"}},
    {"APeerThatIsLostBeforeTheNextKeepalive",
     kGood + "link-defaults: {keepalive-ms: 6000}\n",
     {"8:31: the peer would be lost after 5000 ms, before the next keepalive after 6000 ms; make "
      "peer-lost-after-ms larger than keepalive-ms, two times or more"}},
    {"TheSameOfOneLink",
     kGood + "links:\n  - {between: [a, b], peer-lost-after-ms: 1000}\n",
     {"9:43: the peer would be lost after 1000 ms, before the next keepalive after 1000 ms; make "
      "peer-lost-after-ms larger than keepalive-ms, two times or more"}},
    {"ARouterNameTwice",
     kGood + "      - {name: a, host: j, listen: tcp://j:1}\n",
     {"8:16: there is a router \"a\" already, in line 6; give one of them another name"}},
    {"AGroupNameTwice",
     kGood + replaced(kChild, "name: k", "name: g"),
     {"8:11: there is a group \"g\" already, in line 3; give one of them another name"}},
    {"AnAddressTwiceOnAHost",
     kTop + kA + "      - {name: b, host: h, listen: [tcp://h:2, tcp://h:1]}\n",
     {"7:48: tcp://h:1 of host \"h\" is taken in line 6; choose another port"}},
    {"AnAddressOfAllInterfacesBesideAnother",
     kTop + kA + "      - {name: b, host: h, listen: tcp://*:1}\n",
     {"7:36: tcp://*:1 of host \"h\" is taken in line 6; choose another port"}},
    {"ANameOfMemoryTwiceOnAHost",
     kTop + "      - {name: a, host: h, listen: [tcp://h:1, shm://m]}\n" +
         "      - {name: b, host: h, listen: [tcp://h:2, shm://m]}\n",
     {"7:48: shm://m of host \"h\" is taken in line 6; choose another name"}},
    {"MemoryAloneWhereOtherRoutersConnect",
     kTop + kA + "      - {name: b, host: i, listen: shm://m}\n",
     {"7:36: the router listens only in shared memory, to which no other router connects; add an "
      "address: listen: [tcp://HOST:PORT, shm://NAME]"}},
    {"AHeadThatThereIsNot",
     "rtig: alpha\ngroups:\n"
     "  - {name: g, head: alph, routers: [{name: alpha, host: h, listen: tcp://h:1}]}\n",
     {"3:21: the head is \"alph\", and there is no such router; did you mean \"alpha\"?"}},
    {"AHeadOfAnotherGroup",
     kGood + replaced(kChild, "head: c", "head: b"),
     {"9:11: the head \"b\" is a router of another group; name one of this group's routers"}},
    {"ASpareHeadOfAnotherGroup",
     kGood + replaced(kChild, "head: c", "head: [c, b]"),
     {"9:15: the head \"b\" is a router of another group; name one of this group's routers"}},
    {"AHeadTwice",
     kGood + replaced(kChild, "head: c", "head: [c, c]"),
     {"9:15: \"c\" is in the list twice; name each router once"}},
    {"NoHead",
     kGood + replaced(kChild, "head: c", "head: []"),
     {"9:11: \"head\" of group \"k\" is an empty list; write at least one"}},
    {"AParentTwice",
     kGood + replaced(kChild, "parent: a", "parent: [a, b, a]"),
     {"10:20: \"a\" is in the list twice; name each router once"}},
    {"ASpareParentThatThereIsNot",
     kGood + replaced(kChild, "parent: a", "parent: [a, x]"),
     {"10:17: the parent is \"x\", and there is no such router; name one of the routers"}},
    {"AParentThatThereIsNot",
     kGood + replaced(kChild, "parent: a", "parent: x"),
     {"10:13: the parent is \"x\", and there is no such router; name one of the routers"}},
    {"AParentOfTheSameGroup",
     kGood + replaced(kChild, "parent: a", "parent: c"),
     {"10:13: the parent \"c\" is a router of the same group; name a router of another group, or "
      "leave `parent` out"}},
    {"TwoRoots",
     kGood + replaced(kChild, "    parent: a\n", ""),
     {"8:11: the group has no parent, and the group in line 3 has none either; give all groups but "
      "one a parent"}},
    {"ACircle",
     "rtig: a\n"
     "groups:\n"
     "  - {name: r, head: a, routers: [{name: a, host: a, listen: tcp://h:1}]}\n"
     "  - {name: s, head: b, parent: c, routers: [{name: b, host: b, listen: tcp://h:1}]}\n"
     "  - {name: t, head: c, parent: b, routers: [{name: c, host: c, listen: tcp://h:1}]}\n",
     {"4:32: the parents form a cycle: \"s\", \"t\", \"s\"; leave out the `parent` of the group "
      "that is to be the root, or change one"}},
    {"ACircleAndAGroupBelowIt",
     "rtig: a\n"
     "groups:\n"
     "  - {name: r, head: a, routers: [{name: a, host: a, listen: tcp://h:1}]}\n"
     "  - {name: u, head: d, parent: c, routers: [{name: d, host: d, listen: tcp://h:1}]}\n"
     "  - {name: s, head: b, parent: c, routers: [{name: b, host: b, listen: tcp://h:1}]}\n"
     "  - {name: t, head: c, parent: b, routers: [{name: c, host: c, listen: tcp://h:1}]}\n",
     {"4:12: the group is not reachable from the root: its parents lead into a cycle; change its "
      "parent, or one of the cycle",
      "5:32: the parents form a cycle: \"s\", \"t\", \"s\"; leave out the `parent` of the group "
      "that is to be the root, or change one"}},
    {"ACircleWithoutARoot",
     "rtig: a\n"
     "groups:\n"
     "  - {name: r, head: a, parent: b, routers: [{name: a, host: a, listen: tcp://h:1}]}\n"
     "  - {name: s, head: b, parent: a, routers: [{name: b, host: b, listen: tcp://h:1}]}\n",
     {"3:32: the parents form a cycle: \"r\", \"s\", \"r\"; leave out the `parent` of the group "
      "that is to be the root, or change one"}},
    {"AnUnknownRtig",
     replaced(kGood, "rtig: a", "rtig: z"),
     {"1:7: rtig is at \"z\", and there is no such router; name one of the routers"}},
    {"AnUnknownRtigWithANearName",
     replaced(replaced(kGood, "rtig: a", "rtig: centre-1"), "name: b", "name: center-1"),
     {"1:7: rtig is at \"centre-1\", and there is no such router; did you mean \"center-1\"?"}},
    {"AProcessOnTwoHosts",
     kTop + "      - {name: a, host: h, process: p, listen: tcp://h:1}\n      - {name: b, host: i, "
            "process: p, listen: tcp://i:1}\n",
     {"7:37: process \"p\" is on host \"h\" in line 6 and on \"i\" here; give the process of "
      "another host another name"}},
    {"ALinkOfOneRouter",
     kGood + "links:\n  - {between: [a]}\n",
     {"9:15: \"between\" of a link is not a list of two routers; write [ROUTER, ROUTER]"}},
    {"ALinkOfNoRouter",
     kGood + "links:\n  - kind: tcp\n",
     {"9:5: a link has no \"between\"; add `between: [ROUTER, ROUTER]`"}},
    {"ALinkToARouterThatThereIsNot",
     kGood + "links:\n  - {between: [a, x]}\n",
     {"9:19: the link is between \"x\", and there is no such router; name one of the routers"}},
    {"ALinkToItself",
     kGood + "links:\n  - {between: [a, a]}\n",
     {"9:16: there is no link between \"a\" and \"a\"; name two routers of one group, or a head "
      "and its parent"}},
    {"ALinkThatThereIsNot",
     kGood + kChild + "links:\n  - {between: [b, c]}\n",
     {"14:16: there is no link between \"b\" and \"c\"; name two routers of one group, or a head "
      "and its parent"}},
    {"ALinkTwice",
     kGood + "links:\n  - {between: [a, b]}\n  - {between: [b, a]}\n",
     {"10:16: the link between \"b\" and \"a\" is there already, in line 9; make one entry of the "
      "two"}},
    {"ALinkOfAnUnknownKind",
     kGood + "links:\n  - {between: [a, b], kind: udp}\n",
     {"9:29: \"kind\" of a link is \"udp\"; write tcp, mpi or memory"}},
    {"AnMpiLinkOfNoRanks",
     kGood + "links:\n  - {between: [a, b], kind: mpi}\n",
     {"9:29: the link uses MPI, but \"a\" and \"b\" do not both listen on mpi://; add mpi:// to "
      "the `listen` of both, or write `kind: tcp`"}},
    {"ARankWithAHost",
     kTop + kA + "      - {name: b, host: i, listen: [tcp://i:1, mpi://i]}\n",
     {"7:48: \"listen\" of router \"b\" has \"mpi://i\"; write mpi:// with nothing after it"}},
    {"ARankThatNoFederateReaches",
     kTop + kA + "      - {name: b, host: i, listen: mpi://}\n",
     {"7:36: the router listens only on mpi://, to which no federate connects; add an address: "
      "listen: "
      "[tcp://HOST:PORT, mpi://]"}},
    {"ARankWithTheRtig",
     kTop + "      - {name: a, host: h, listen: [tcp://h:1, mpi://]}\n",
     {"6:48: the RTIG is at this router, and rtig cannot be a rank of an MPI job; remove mpi:// "
      "here, or put the RTIG at a router without it"}},
    {"ARankInASharedProcess",
     kTop + kA + "      - {name: b, host: i, process: p, listen: [tcp://i:1, mpi://]}\n",
     {"7:60: a rank of an MPI job is a process of its own; remove mpi://, or `process`"}},
    {"ALinkInMemoryBetweenHosts",
     kGood + "links:\n  - {between: [a, b], kind: memory}\n",
     {"9:29: the link is in memory, but \"a\" and \"b\" are not in one process; give both the same "
      "host and the same `process`, or write `kind: tcp`"}},
    {"AnEncryptedLinkToARouterWithoutAnAddressForIt",
     kGood + "links:\n  - {between: [a, b], tls: true}\n",
     {"6:16: the link from \"b\" to \"a\" has `tls: true`, and the router has no tls:// address; "
      "add "
      "an address to its `listen`: tls://HOST:PORT"}},
    {"AnEncryptedLinkToTheRouterOfTheRtigThatComesLaterInTheFile",
     "rtig: b\ngroups:\n  - name: g\n    head: a\n    routers:\n"
     "      - {name: a, host: h, listen: tls://h:1}\n"
     "      - {name: b, host: i, listen: tcp://i:1}\n"
     "links:\n  - {between: [a, b], tls: true}\n",
     {"7:16: the link from \"a\" to \"b\" has `tls: true`, and the router has no tls:// address; "
      "add "
      "an address to its `listen`: tls://HOST:PORT"}},
    {"ALongLinkThatGoesByNoNetwork",
     kTop + "      - {name: a, host: h, process: p, listen: tcp://h:1}\n" +
         "      - {name: b, host: h, process: p, listen: tcp://h:2}\n" +
         "links:\n  - {between: [a, b], long: {congestion: bbr}}\n",
     {"9:29: the link between \"a\" and \"b\" does not use TCP, so `long` has no effect; remove "
      "it, or write `kind: tcp`"}},
};

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(OfTheText, TopologyProblems, testing::ValuesIn(kOfTheText), name_of_case);
INSTANTIATE_TEST_SUITE_P(OfValues, TopologyProblems, testing::ValuesIn(kOfValues), name_of_case);
INSTANTIATE_TEST_SUITE_P(OfTheWhole, TopologyProblems, testing::ValuesIn(kOfTheWhole),
                         name_of_case);

TEST(TopologyProblemList, HasAllOfAFileInItsOrder) {
  const std::vector<std::string> problems = problems_of(
      "rtig: z\n"
      "groups:\n"
      "  - {name: g, head: b, routers: [{name: a, hots: h, listen: tcp://h:1}]}\n"
      "links: 5\n");
  ASSERT_EQ(problems.size(), 5u);
  EXPECT_EQ(problems[0].substr(0, 6), "f:1:7:");
  EXPECT_EQ(problems[1].substr(0, 7), "f:3:21:");
  EXPECT_EQ(problems[2].substr(0, 7), "f:3:34:");
  EXPECT_EQ(problems[3],
            "f:3:44: there is no key \"hots\" in router \"a\"; did you mean \"host\"?");
  EXPECT_EQ(problems[4].substr(0, 6), "f:4:8:");
}

TEST(TopologyProblemList, EndsAfterAHundred) {
  std::string text = kGood + "links:\n";
  for (int i = 0; i < 150; ++i) text += "  - {between: [a, x]}\n";
  const std::vector<std::string> problems = problems_of(text);
  ASSERT_EQ(problems.size(), 101u);
  EXPECT_EQ(problems.back(), "f:108:19: 50 more problems are not listed; correct these first");
}

TEST(TopologyProblemList, HasTooManyRouters) {
  std::string text = "rtig: r0\ngroups:\n  - name: g\n    head: r0\n    routers:\n";
  for (std::size_t i = 0; i <= kRoutersMax; ++i) {
    const std::string number = std::to_string(i);
    text += "      - {name: r" + number + ", host: h" + number + ", listen: tcp://h:1}\n";
  }
  EXPECT_EQ(problems_of(text),
            std::vector<std::string>{
                "f:1006:16: there are 1001 routers, more than 1000; divide it into two meshes"});
}

TEST(TopologyProblemList, IsOneEntryForAFileThatIsTooLarge) {
  EXPECT_EQ(problems_of(std::string(kFileBytesMax + 1, '\n')),
            std::vector<std::string>{"f:1:1: the file has 16777217 bytes, more than the 16777216 "
                                     "that are read; is this the right file? Such files need far "
                                     "less"});
}

TEST(TopologyProblemList, ShowsNoBytesThatATerminalCouldObey) {
  EXPECT_EQ(quoted_text("a\x1b[2J\xc3\xa4"), "\"a\\x1b[2J\\xc3\\xa4\"");
  EXPECT_EQ(quoted_text(std::string(61, 'x')), "\"" + std::string(60, 'x') + "...\"");
}

}  // namespace
}  // namespace triad::topology
