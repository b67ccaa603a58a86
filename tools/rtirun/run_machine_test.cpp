#include "tools/rtirun/run_machine.hpp"

#include <gtest/gtest.h>
#include <signal.h>

namespace triad::rtirun {
namespace {

// Returns e.g. "start 0", "signal 2 to 1", "finish good". Leaves out texts.
struct Shown {
  std::string operator()(const Start& start) const {
    return "start " + std::to_string(start.process) + "; ";
  }
  std::string operator()(const Signal& signal) const {
    return "signal " + std::to_string(signal.number) + " to " + std::to_string(signal.process) +
           "; ";
  }
  std::string operator()(const Say&) const { return {}; }
  std::string operator()(const ShowLog& log) const {
    return "log " + std::to_string(log.process) + "; ";
  }
  std::string operator()(const Finish& finish) const { return finish.is_good ? "good; " : "bad; "; }
};

std::string shown(const Actions& actions) {
  std::string text;
  for (const Action& action : actions) text += std::visit(Shown(), action);
  return text;
}

constexpr Moment kStart{1000};

Scenario two_federates() {
  Scenario scenario;
  scenario.federates = {{.name = "a", .command = {"a"}}, {.name = "b", .command = {"b"}}};
  return scenario;
}

// Brings the run up.
void bring_up(RunMachine& machine) {
  EXPECT_EQ(shown(machine.begin(kStart)), "start 0; ");
  EXPECT_EQ(shown(machine.process_is_ready(0, kStart)), "start 1; start 2; ");
  EXPECT_EQ(shown(machine.process_is_ready(1, kStart)), "");
  EXPECT_FALSE(machine.is_up());
  EXPECT_EQ(shown(machine.process_is_ready(2, kStart)), "");
  EXPECT_TRUE(machine.is_up());
}

// Reports the end of a process without grandchildren.
std::string end(RunMachine& machine, std::size_t process, bool is_good = true) {
  std::string text = shown(machine.process_ended(process, is_good, "ended", kStart));
  text += shown(machine.process_is_gone(process, kStart));
  return text;
}

TEST(RunMachine, EndsTheRtigAfterTheLastFederate) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(machine.deadline(), std::nullopt);
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(shown(machine.process_ended(2, true, "ended", kStart)), "signal 2 to 2; ");
  EXPECT_EQ(shown(machine.process_is_gone(2, kStart)), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "good; ");
}

TEST(RunMachine, SendsTheThreeSignalsFiveSecondsApart) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(shown(machine.stop_requested("end", kStart)), "signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(machine.deadline(), kStart + Moment(5000));
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(4999))), "");
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(5000))), "signal 15 to 2; ");
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(10000))), "signal 9 to 2; ");
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(15000))), "signal 9 to 2; ");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "good; ");
  EXPECT_EQ(machine.deadline(), std::nullopt);
}

TEST(RunMachine, ASecondRequestSendsTheNextSignalAtOnce) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  machine.stop_requested("end", kStart);
  EXPECT_EQ(shown(machine.stop_requested("end", kStart)), "signal 15 to 1; signal 15 to 2; ");
}

TEST(RunMachine, WaitsForGrandchildrenOfAnEndedProcess) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  machine.stop_requested("end", kStart);
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(shown(machine.process_ended(2, true, "ended", kStart)), "");
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(5000))), "signal 15 to 2; ");
}

TEST(RunMachine, AFailedFederateEndsTheRunWithItsLog) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(shown(machine.process_ended(1, false, "ended", kStart)),
            "log 1; signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(shown(machine.process_is_gone(1, kStart)), "");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "bad; ");
}

TEST(RunMachine, AFailedFederateDoesNotEndTheRunIfThePolicySaysSo) {
  Scenario scenario = two_federates();
  scenario.federates[0].on_exit = OnExit::go_on;
  RunMachine machine(plan_of(scenario));
  bring_up(machine);
  EXPECT_EQ(end(machine, 1, false), "");
  EXPECT_FALSE(machine.is_stopping());
}

TEST(RunMachine, AGoodEndEndsTheRunIfThePolicySaysSo) {
  Scenario scenario = two_federates();
  scenario.federates[0].on_exit = OnExit::stop;
  RunMachine machine(plan_of(scenario));
  bring_up(machine);
  EXPECT_EQ(end(machine, 1), "signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "good; ");
}

TEST(RunMachine, RestartsAFailedFederateAsOftenAsAllowed) {
  Scenario scenario = two_federates();
  scenario.federates[0].restarts_max = 1;
  RunMachine machine(plan_of(scenario));
  bring_up(machine);
  EXPECT_EQ(end(machine, 1, false), "signal 9 to 1; start 1; ");
  EXPECT_EQ(machine.processes()[1].state, ProcessState::starting);
  EXPECT_EQ(end(machine, 1, false), "log 1; signal 2 to 1; signal 2 to 2; ");
}

TEST(RunMachine, TheEndOfTheRtigFailsTheRun) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(end(machine, 0), "log 0; signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(end(machine, 2), "bad; ");
}

TEST(RunMachine, AFederateThatDoesNotJoinInTimeFailsTheRun) {
  RunMachine machine(plan_of(two_federates()));
  machine.begin(kStart);
  machine.process_is_ready(0, kStart);
  machine.process_is_ready(1, kStart);
  EXPECT_EQ(machine.deadline(), kStart + Moment(30000));
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(30000))),
            "log 2; signal 2 to 1; signal 2 to 2; ");
}

TEST(RunMachine, AProgramThatCannotStartFailsTheRun) {
  RunMachine machine(plan_of(two_federates()));
  EXPECT_EQ(shown(machine.begin(kStart)), "start 0; ");
  EXPECT_EQ(shown(machine.start_failed(0, "no such file", kStart)), "log 0; bad; ");
}

TEST(RunMachine, EndsIfNoFederateCanStart) {
  RunMachine machine(plan_of(two_federates()));
  machine.begin(kStart);
  machine.process_is_ready(0, kStart);
  EXPECT_EQ(shown(machine.start_failed(1, "no such file", kStart)), "log 1; signal 2 to 2; ");
  EXPECT_EQ(shown(machine.start_failed(2, "no such file", kStart)), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "bad; ");
}

TEST(RunMachine, AStoppedFederateLeavesTheRunUp) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(machine.refusal(1), "");
  EXPECT_EQ(shown(machine.process_stop_requested(1, kStart)), "signal 2 to 1; ");
  EXPECT_NE(machine.refusal(1), "");
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(5000))), "signal 15 to 1; ");
  EXPECT_EQ(end(machine, 1, false), "");
  EXPECT_EQ(machine.processes()[1].state, ProcessState::stopped);
  EXPECT_EQ(machine.deadline(), std::nullopt);
  EXPECT_EQ(end(machine, 2), "");  // The user may start the stopped one again.
  EXPECT_FALSE(machine.is_stopping());
  EXPECT_EQ(shown(machine.process_restart_requested(1, kStart)), "start 1; ");
  EXPECT_EQ(machine.processes()[1].restarts, 0u);
  EXPECT_EQ(shown(machine.process_ended(1, true, "ended", kStart)), "signal 2 to 1; ");
}

TEST(RunMachine, ARestartEndsTheFederateFirst) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_EQ(shown(machine.process_restart_requested(1, kStart)), "signal 2 to 1; ");
  EXPECT_EQ(end(machine, 1, false), "start 1; ");
  EXPECT_EQ(machine.processes()[1].starts, 2u);
  EXPECT_EQ(shown(machine.process_is_ready(1, kStart)), "");
  EXPECT_FALSE(machine.is_stopping());
}

TEST(RunMachine, TheRtigIsNotStoppedAlone) {
  RunMachine machine(plan_of(two_federates()));
  bring_up(machine);
  EXPECT_NE(machine.refusal(kRtig), "");
}

TEST(RunMachine, RoutersStartBetweenTheRtigAndTheFederates) {
  RunPlan plan{.processes = {{.name = "rtig", .layer = 0},
                             {.name = "r1", .layer = 1},
                             {.name = "r2", .layer = 1},
                             {.name = "a", .layer = 2}}};
  RunMachine machine(plan);
  EXPECT_EQ(shown(machine.begin(kStart)), "start 0; ");
  EXPECT_EQ(shown(machine.process_is_ready(0, kStart)), "start 1; start 2; ");
  EXPECT_EQ(shown(machine.process_is_ready(2, kStart)), "");
  EXPECT_EQ(shown(machine.process_is_ready(1, kStart)), "start 3; ");
  machine.process_is_ready(3, kStart);
  EXPECT_TRUE(machine.is_up());
  EXPECT_EQ(shown(machine.stop_requested("end", kStart)), "signal 2 to 3; ");
  EXPECT_EQ(end(machine, 3), "signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "good; ");
}

TEST(RunMachine, GoesOnWithAKnownRun) {
  Scenario scenario = two_federates();
  scenario.federates.push_back({.name = "c", .command = {"c"}});
  RunMachine machine(plan_of(scenario));
  KnownRun known{.processes = {{.name = "rtig", .state = ProcessState::ready, .starts = 1},
                               {.name = "a", .state = ProcessState::ready, .starts = 1},
                               {.name = "b", .state = ProcessState::restarting, .starts = 1},
                               {.name = "c", .state = ProcessState::waiting}}};
  known.processes[0].is_gone = known.processes[1].is_gone = false;
  EXPECT_EQ(shown(machine.take_up(known, kStart)), "start 2; start 3; ");
  EXPECT_FALSE(machine.is_up());
  machine.process_is_ready(2, kStart);
  machine.process_is_ready(3, kStart);
  EXPECT_TRUE(machine.is_up());
}

TEST(RunMachine, GoesOnWithTheEndOfAKnownRun) {
  RunMachine machine(plan_of(two_federates()));
  KnownRun known{.processes = {{.name = "rtig", .state = ProcessState::ready, .starts = 1},
                               {.name = "a", .state = ProcessState::ended, .starts = 1},
                               {.name = "b", .state = ProcessState::ready, .starts = 1}},
                 .is_stopping = true,
                 .is_good = false};
  known.processes[0].is_gone = known.processes[2].is_gone = false;
  EXPECT_EQ(shown(machine.take_up(known, kStart)), "signal 2 to 2; ");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "bad; ");
}

TEST(RunMachine, TheTimeLimitCountsFromTheBeginOfTheRun) {
  Scenario scenario = two_federates();
  scenario.time_limit = std::chrono::seconds(60);
  RunMachine machine(plan_of(scenario));
  KnownRun known{.processes = {{.name = "rtig"}, {.name = "a"}, {.name = "b"}},
                 .used = Moment(45000)};
  machine.take_up(known, kStart);
  EXPECT_EQ(machine.deadline(), kStart + Moment(15000));
}

TEST(RunMachine, TheTimeLimitFailsTheRun) {
  Scenario scenario = two_federates();
  scenario.time_limit = std::chrono::seconds(60);
  RunMachine machine(plan_of(scenario));
  bring_up(machine);
  EXPECT_EQ(machine.deadline(), kStart + Moment(60000));
  EXPECT_EQ(shown(machine.time_passed(kStart + Moment(60000))), "signal 2 to 1; signal 2 to 2; ");
  EXPECT_EQ(end(machine, 1), "");
  EXPECT_EQ(end(machine, 2), "signal 2 to 0; ");
  EXPECT_EQ(end(machine, 0), "bad; ");
}

}  // namespace
}  // namespace triad::rtirun
