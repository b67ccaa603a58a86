#include "tools/rtirun/run_scenario.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

Scenario scenario_of(const std::string& text) {
  auto scenario = read_scenario(text, "run.yaml");
  if (scenario) return *scenario;
  ADD_FAILURE() << scenario.error().front().text();
  return {};
}

std::vector<std::string> problems_of(const std::string& text) {
  std::vector<std::string> texts;
  const auto scenario = read_scenario(text, "run.yaml");
  if (scenario) return texts;
  for (const topology::Problem& problem : scenario.error()) texts.push_back(problem.text());
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Scenario, CountAndVariablesGiveOneFederateEach) {
  const Scenario scenario = scenario_of(
      "variables: {rounds: 7, price: $$3}\n"
      "rtig: {listen: 'tcp://127.0.0.1:60500', arguments: [--fom-path, .]}\n"
      "federates:\n"
      "  - name: hello-${i}\n"
      "    count: 2\n"
      "    command: [hello, '${name}', '${rounds}', '${price}']\n"
      "    environment: {SEAT: '${i}'}\n"
      "    ready: started\n"
      "    on-exit: continue\n"
      "    restarts: 3\n"
      "start-timeout: 5\n"
      "time-limit: 60\n");
  ASSERT_EQ(scenario.federates.size(), 2u);
  const Federate& second = scenario.federates[1];
  EXPECT_EQ(second.name, "hello-2");
  EXPECT_EQ(second.command, (Texts{"hello", "hello-2", "7", "$3"}));
  EXPECT_EQ(second.environment.at(0), std::pair(std::string("SEAT"), std::string("2")));
  EXPECT_EQ(second.ready, Readiness::started);
  EXPECT_EQ(second.on_exit, OnExit::go_on);
  EXPECT_EQ(second.restarts_max, 3u);
  EXPECT_EQ(scenario.listen, "tcp://127.0.0.1:60500");
  EXPECT_EQ(scenario.rtig_arguments, (Texts{"--fom-path", "."}));
  EXPECT_EQ(scenario.start_timeout.count(), 5);
  EXPECT_EQ(scenario.time_limit.count(), 60);
}

TEST(Scenario, TextOfGreatSizeAfterItsVariablesIsRefused) {
  std::string long_text;
  for (int i = 0; i < 60; ++i) long_text += "${v}";
  std::string text = "variables: {v: " + std::string(900, 'x') + "}\nfederates:\n  - name: a\n" +
                     "    command: [&long \"" + long_text + "\"";
  for (int i = 0; i < 1500; ++i) text += ", *long";
  const Texts problems = problems_of(text + "]\n");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems.front().find("more than 64 MB"), std::string::npos) << problems.front();
}

TEST(Scenario, UnknownKeysAreNamedWithTheNearestKnownOne) {
  EXPECT_EQ(problems_of("federates:\n  - {name: a, comand: [b], command: [c]}\n"),
            (Texts{"run.yaml:2:15: there is no key \"comand\" in federate \"a\"; did you mean "
                   "\"command\"?"}));
}

TEST(Scenario, AnUnknownVariableIsNamedWithTheNearestKnownOne) {
  EXPECT_EQ(problems_of("variables: {rounds: 1}\nfederates:\n  - {name: a, command: [b, "
                        "'${round}']}\n"),
            (Texts{"run.yaml:3:28: there is no variable \"round\"; did you mean \"rounds\"?"}));
}

TEST(Scenario, ADollarSignWithoutAVariableIsAFault) {
  EXPECT_EQ(problems_of("federates: [{name: a, command: [b, '$x']}]").size(), 1u);
  EXPECT_EQ(problems_of("federates: [{name: a, command: [b, '${x']}]").size(), 1u);
}

TEST(Scenario, NamesMustDiffer) {
  EXPECT_EQ(problems_of("federates: [{name: a, count: 2, command: [b]}]"),
            (Texts{"run.yaml:1:20: \"name\" of federate \"a\" gives \"a\" again, after line 1; "
                   "choose another; with `count` or `for`, write ${i} in it"}));
}

TEST(Scenario, NamesThatWouldLeaveTheFolderOfLogsAreFaults) {
  for (const char* name : {"../a", ".a", "a/b", "rtig", "''"}) {
    EXPECT_EQ(problems_of("federates: [{name: " + std::string(name) + ", command: [b]}]").size(),
              1u)
        << name;
  }
}

TEST(Scenario, EachValueOfTheWrongKindIsAFault) {
  for (const char* text : {"",
                           "[]",
                           "federates: []",
                           "federates: [a]",
                           "federates: 3",
                           "federates: [{name: a}]",
                           "federates: [{command: [a]}]",
                           "federates: [{name: a, command: []}]",
                           "federates: [{name: a, command: b}]",
                           "federates: [{name: a, command: [[b]]}]",
                           "federates: [{name: a, command: [b], count: 0}]",
                           "federates: [{name: a, command: [b], ready: soon}]",
                           "federates: [{name: a, command: [b], on-exit: die}]",
                           "federates: [{name: a, command: [b], restarts: -1}]",
                           "federates: [{name: a, command: [b], environment: [c]}]",
                           "federates: [{name: a, command: [b], environment: {c: [d]}}]",
                           "{federates: [{name: a, command: [b]}], rtig: {listen: nowhere}}",
                           "{federates: [{name: a, command: [b]}], rtig: {listen: 'tcp://h:0'}}",
                           "{federates: [{name: a, command: [b]}], time-limit: 0}",
                           "{federates: [{name: a, command: [b]}], start-timeout: long}"}) {
    EXPECT_FALSE(problems_of(text).empty()) << text;
  }
}

TEST(Scenario, LoopsRepeatAnEntryWithEachCombination) {
  const Scenario scenario = scenario_of(
      "variables: {last: 2}\n"
      "hosts: [{name: 'ws${n}', for: {n: 1..3}, address: 'me@10.0.0.${n}'}]\n"
      "federates:\n"
      "  - name: ${site}-${seat}\n"
      "    for: {site: [north, south], seat: ['1..${last}', x]}\n"
      "    command: [sim, '${site}', '${i}']\n"
      "    placement: {host: 'ws${last}'}\n");
  ASSERT_EQ(scenario.hosts.size(), 3u);
  EXPECT_EQ(scenario.hosts[2].name, "ws3");
  EXPECT_EQ(scenario.hosts[2].address, "me@10.0.0.3");
  ASSERT_EQ(scenario.federates.size(), 6u);
  EXPECT_EQ(scenario.federates[0].name, "north-1");
  EXPECT_EQ(scenario.federates[2].name, "north-x");
  EXPECT_EQ(scenario.federates[5].name, "south-x");
  EXPECT_EQ(scenario.federates[5].command, (Texts{"sim", "south", "6"}));
}

TEST(Scenario, LoopsCannotFillTheMemory) {
  std::string text = "hosts:\n";
  for (int i = 0; i < 3; ++i) {
    text += "  - {name: 'h" + std::to_string(i) + "x${n}', for: {n: 1..900}}\n";
  }
  EXPECT_EQ(problems_of(text + "rtig: {}\nfederates: [{name: f, command: [b]}]\n"),
            (Texts{"run.yaml:3:5: the scenario has more than 1000 hosts; split it"}));
}

TEST(Scenario, EachFaultOfALoopIsNamed) {
  for (const char* loop : {"[]", "{}", "a", "{'a b': [1]}", "{a: []}", "{a: [[1]]}", "{a: 1..5000}",
                           "{a: 1..100, b: 1..100}", "{a: ['${c}']}"}) {
    EXPECT_FALSE(
        problems_of("federates: [{name: 'f${i}', command: [b], for: " + std::string(loop) + "}]")
            .empty())
        << loop;
  }
}

constexpr const char* kTopology =
    "rtig: alpha\n"
    "groups:\n"
    "  - name: site\n"
    "    head: alpha\n"
    "    routers:\n"
    "      - {name: beta, host: ws2, listen: 'tcp://ws2:60401'}\n"
    "      - {name: alpha, host: ws1, listen: 'tcp://ws1:60400'}\n";

TEST(Scenario, AMeshInTheFileIsRead) {
  const Scenario scenario = scenario_of(
      "hosts: [{name: ws1}, {name: other, address: me@ws2}]\n"
      "mesh:\n"
      "  topology:\n"
      "    rtig: alpha\n"
      "    groups: [{name: g, head: alpha, routers: [{name: beta, host: ws2, listen: "
      "'tcp://ws2:1'},"
      " {name: alpha, host: ws1, listen: 'tcp://ws1:2'}]}]\n"
      "federates: [{name: a, command: [b], router: beta}]\n");
  ASSERT_TRUE(scenario.mesh);
  ASSERT_EQ(scenario.mesh->processes.size(), 2u);
  EXPECT_EQ(scenario.mesh->processes[0].name, "rtig");
  EXPECT_EQ(scenario.mesh->processes[0].host, "ws1");
  EXPECT_EQ(scenario.mesh->processes[1].host, "other");
  EXPECT_EQ(scenario.mesh->processes[1].uplinks.at(0).next, "alpha");
  EXPECT_EQ(scenario.url, "tcp://ws1:2");
  EXPECT_EQ(scenario.mesh->urls.at("beta"), "mesh://ws2:1");
  // The routers read the same topology.
  const auto again = topology::read_topology(scenario.mesh->text, "mesh.yaml");
  ASSERT_TRUE(again) << again.error().front().text();
  EXPECT_EQ(again->routers.size(), 2u);
}

TEST(Scenario, AMeshIsMadeOrRead) {
  const Scenario made =
      scenario_of("mesh: {make: [mesh, --routers, 3]}\nfederates: [{name: a, command: [b]}]\n");
  ASSERT_TRUE(made.mesh);
  EXPECT_EQ(made.mesh->processes.size(), 3u);
  EXPECT_TRUE(topology::read_topology(made.mesh->text, "mesh.yaml"));

  const std::string text = "mesh: {file: m.yaml}\nfederates: [{name: a, command: [b]}]\n";
  const auto read = read_scenario(text, "run.yaml", [](const std::string& path) {
    EXPECT_EQ(path, "m.yaml");
    return rtimesh::Outcome<std::string>(boost::system::in_place_value, kTopology);
  });
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mesh->text, kTopology);
  EXPECT_FALSE(read_scenario(text, "run.yaml", [](const std::string&) {
    return rtimesh::Outcome<std::string>(boost::system::in_place_error,
                                         rtimesh::Fault{"no such file"});
  }));
}

TEST(Scenario, EachFaultOfAMeshIsNamed) {
  for (const char* mesh :
       {"{}", "{file: a, make: [mesh]}", "{make: [mesh]}", "{make: [--help]}",
        "{make: [mesh, --routers, 3, --output, x]}", "{make: mesh}", "{topology: {rtig: a}}",
        "{topology: 3}", "{shape: mesh}", "{file: m.yaml}"}) {
    EXPECT_FALSE(
        problems_of("mesh: " + std::string(mesh) + "\nfederates: [{name: a, command: [b]}]")
            .empty())
        << mesh;
  }
  const std::string mesh = "mesh: {make: [mesh, --routers, 2]}\n";
  for (const char* rest : {"rtig: {listen: 'tcp://h:1'}\nfederates: [{name: a, command: [b]}]",
                           "federates: [{name: router2, command: [b]}]",
                           "federates: [{name: a, command: [b], router: nowhere}]",
                           "hosts: [{name: ws1}]\nrtig: {}\nfederates: [{name: a, command: [b], "
                           "router: [c]}]"}) {
    EXPECT_FALSE(problems_of(mesh + rest).empty()) << rest;
  }
  EXPECT_FALSE(problems_of("hosts: [{name: ws1}]\nmesh: {make: [mesh, --routers, 2, --hosts, "
                           "'ws1,ws2']}\nfederates: [{name: a, command: [b]}]")
                   .empty());
  EXPECT_FALSE(problems_of("federates: [{name: a, command: [b], router: c}]").empty());
}

TEST(Scenario, EachFaultOfAHostIsNamed) {
  for (const char* hosts :
       {"[]", "{}", "a", "[a]", "[{}]", "[{name: '-a'}]", "[{name: a}, {name: a}]",
        "[{name: a, address: '-oProxyCommand=x'}]", "[{name: a, address: 'b;c'}]",
        "[{name: a, cores: 0}]", "[{name: a, programs: 'x y'}]", "[{name: a, directory: '$(x)'}]",
        "[{name: a, groups: [[b]]}]"}) {
    EXPECT_FALSE(
        problems_of("hosts: " + std::string(hosts) + "\nfederates: [{name: f, command: [b]}]")
            .empty())
        << hosts;
  }
  for (const char* placement : {"b", "{host: b}", "{group: h}", "{beside: f}", "{strategy: random}",
                                "{host: this}", "{host: a, group: g}", "{near: a}"}) {
    EXPECT_FALSE(problems_of("hosts: [{name: a, groups: g}]\nfederates: [{name: f, command: [b], "
                             "placement: " +
                             std::string(placement) + "}]")
                     .empty())
        << placement;
  }
  EXPECT_FALSE(problems_of("federates: [{name: f, command: [b], placement: {host: a}}]").empty());
}

TEST(Scenario, VariablesCannotFillTheMemory) {
  std::string text =
      "variables: {v: " + std::string(1000, 'x') + "}\nfederates: [{name: a, " + "command: ['";
  for (int i = 0; i < 100; ++i) text += "${v}";
  EXPECT_EQ(problems_of(text + "']}]").size(), 1u);
}

}  // namespace
}  // namespace triad::rtirun
