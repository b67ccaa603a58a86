// Two federates, of which one waits for the other, which computes or is stopped in a debugger:
// `rtictl time` and rtig's log name both. Uses real programs and waits for their output.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

struct Configuration {
  std::string transport;
  std::string rtia;
};

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in:\n" << text;
}

class Waits : public testing::TestWithParam<Configuration> {
 protected:
  Waits()
      : rtig_({TRIAD_RTIG, "--listen", listen(), "--report-waits", "0.2"},
              {.environment = {}, .descriptors_max = {}, .ready = true}),
        url_(rtig_.ready_lines().at(0)),
        tank_(federate("tank"), surroundings()) {
    EXPECT_NE(tank_.wait_for("ticks at 30.5"), "") << tank_.output();
  }

  static std::string listen() {
    if (GetParam().transport == "tcp") return "tcp://127.0.0.1:0";
    return "shm://waits-" + std::to_string(::getpid());
  }
  static std::vector<std::string> federate(const std::string& name) {
    return {TRIAD_WAITING_FEDERATE, name, TRIAD_FED};
  }
  Program::Options surroundings() const {
    return {.environment = {"RTI_URL=" + url_, "RTI_RTIA=" + GetParam().rtia},
            .descriptors_max = {},
            .ready = false};
  }
  std::string rtictl(std::vector<std::string> arguments) {
    std::vector<std::string> command{TRIAD_RTICTL, "--url", url_, "time"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Program rtictl(command);
    code_ = rtictl.wait();
    return rtictl.output();
  }

  // Checks that the tank is reported as not ticking, although its background thread or its rtia
  // answers. The tank's own user is told as well.
  void expect_sleep_to_be_told() {
    EXPECT_NE(rtig_.wait_for(", outside the RTI for "), "");
    std::string sleeping;
    while (sleeping.find("; it has not ticked for ") == std::string::npos) {
      sleeping = rtictl({"battle", "--wait", "100"});
      EXPECT_EQ(code_, 0);
    }
    expect_in(sleeping, ", outside the RTI for ");
    EXPECT_NE(tank_.wait_for("triad: this federate holds up 1 federate and has not ticked for "),
              "");
  }

  Program rtig_;
  std::string url_;
  Program tank_;
  int code_ = -1;
};

TEST_P(Waits, AreShownAndLogged) {
  const bool embedded = GetParam().rtia == "embedded";
  Program radar(federate("radar"), surroundings());
  ASSERT_NE(radar.wait_for("waits at 30"), "") << radar.output();

  // Both tick, so both answer.
  const std::string table = rtictl({"battle", "--wait", "100"});
  EXPECT_EQ(code_, 0);
  expect_in(table, "battle: 2 federates\n");
  expect_in(table, "1  tank   30.5  granted");
  expect_in(table, "2  radar    30  NER to 40");
  expect_in(table, "radar waits for tank, for ");
  expect_in(table, "tank holds up 1 federate: granted at 30.5 for ");
  expect_in(rtictl({"battle", "--wait", "100", "--json"}),
            R"("stalls":[{"blockers":[1],"more":0,"waiting":[2]}],"steps":[]})");
  Program watch({"/bin/sh", "-c",
                 std::string(TRIAD_RTICTL) + " --url " + url_ +
                     " time battle --watch 0.05 | grep -m 2 -c 'battle: 2 federates'"});
  EXPECT_EQ(watch.wait(), 0);
  EXPECT_EQ(watch.output(), "2\n");
  EXPECT_EQ(table.find("does not tick"), std::string::npos) << table;

  tank_.signal(SIGUSR1);
  ASSERT_NE(tank_.wait_for("stands still"), "");
  // A background thread or an rtia answers for a federate that computes.
  const std::string held =
      "in NER to 40 (at 30, LBTS 31): held back by federate 1 'tank' (at 30.5, lookahead 0.5, "
      "granted";
  expect_in(rtig_.wait_for(held), "federation 'battle': federate 2 'radar' waits for ");
  expect_sleep_to_be_told();

  // In a debugger an embedded RTIA cannot answer.
  if (embedded) {
    tank_.signal(SIGSTOP);
    std::string later;
    while (later.find("does not tick: no message from it for ") == std::string::npos) {
      later = rtictl({"--wait", "0.1", "battle"});
      EXPECT_EQ(code_, 0);
    }
    expect_in(later, "1  tank   30.5  granted");
    EXPECT_NE(rtig_.wait_for(held + ", not ticking for "), "");
    tank_.signal(SIGCONT);
  }

  tank_.signal(SIGUSR1);
  EXPECT_NE(radar.wait_for("is at 40"), "") << radar.output();
  EXPECT_NE(rtig_.wait_for("federate 2 'radar' continues after a wait"), "");
  expect_in(rtictl({"battle", "--wait", "100"}),
            "No federate waits for time, a synchronization point, a save or a restore.\n");
  radar.signal(SIGUSR1);
  EXPECT_EQ(radar.wait(), 0) << radar.output();
  tank_.signal(SIGUSR1);
  EXPECT_EQ(tank_.wait(), 0) << tank_.output();
  expect_in(rtictl({"battle"}), "battle: no federates.\n");
}

INSTANTIATE_TEST_SUITE_P(Transports, Waits,
                         testing::Values(Configuration{"tcp", "embedded"},
                                         Configuration{"shm", "embedded"},
                                         Configuration{"tcp", "process"}),
                         [](const auto& way) {
                           return way.param.transport + "_" + way.param.rtia;
                         });

TEST(RtictlTime, EndsAsTheOtherCommandsDo) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"},
               {.environment = {}, .descriptors_max = {}, .ready = true});
  const std::string url = rtig.ready_lines().at(0);
  const auto run = [&](std::vector<std::string> arguments, std::string& output) {
    std::vector<std::string> command{TRIAD_RTICTL, "--url", url, "time"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Program rtictl(command);
    const int code = rtictl.wait();
    output = rtictl.output();
    return code;
  };
  std::string output;
  EXPECT_EQ(run({"nowhere"}, output), 1);
  expect_in(output, "FederationExecutionDoesNotExist");
  EXPECT_EQ(run({}, output), 2);
  expect_in(output, "`rtictl list` shows them");
  EXPECT_EQ(run({"battle", "--wait"}, output), 2);
  EXPECT_EQ(run({"battle", "--wait", "soon"}, output), 2);
  expect_in(output, "a number of seconds");
  EXPECT_EQ(run({"battle", "--dance"}, output), 2);
  expect_in(output, "`rtictl time --help` shows the usage");
  EXPECT_EQ(run({"--help"}, output), 0);
  expect_in(output, "which federates block others");
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  EXPECT_EQ(run({"battle"}, output), 3);
}

}  // namespace
}  // namespace triad::tests
