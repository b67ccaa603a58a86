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
                   "choose another; with `count`, write ${i} in it"}));
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

TEST(Scenario, VariablesCannotFillTheMemory) {
  std::string text =
      "variables: {v: " + std::string(1000, 'x') + "}\nfederates: [{name: a, " + "command: ['";
  for (int i = 0; i < 100; ++i) text += "${v}";
  EXPECT_EQ(problems_of(text + "']}]").size(), 1u);
}

}  // namespace
}  // namespace triad::rtirun
