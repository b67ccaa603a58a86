// Tests that `rtictl trace` follows two federates without an effect on them, and draws their
// actions. Uses real programs and waits for their output.
#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

struct Configuration {
  std::string transport;
  std::string rtia;
};

std::string contents(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool is_xml(const std::string& text) {
  xmlDoc* const document = xmlReadMemory(text.data(), static_cast<int>(text.size()), "trace.svg",
                                         nullptr, XML_PARSE_NONET);
  xmlFreeDoc(document);
  return document != nullptr;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in:\n" << text;
}

class TraceProgram {
 protected:
  explicit TraceProgram(const Configuration& way)
      : way_(way),
        rtig_({TRIAD_RTIG, "--listen", listen()},
              {.environment = {}, .descriptors_max = {}, .ready = true}),
        url_(rtig_.ready_lines().at(0)) {}

  std::string listen() const {
    return way_.transport == "tcp" ? "tcp://127.0.0.1:0"
                                   : "shm://trace-" + std::to_string(::getpid());
  }
  std::unique_ptr<Program> federate(const std::string& name) const {
    auto program = std::make_unique<Program>(
        std::vector<std::string>{TRIAD_TRACED_FEDERATE, name, TRIAD_FED},
        Program::Options{.environment = {"RTI_URL=" + url_, "RTI_RTIA=" + way_.rtia},
                         .descriptors_max = {},
                         .ready = false});
    EXPECT_NE(program->wait_for("ready"), "") << program->output();
    return program;
  }
  std::unique_ptr<Program> trace(std::vector<std::string> arguments = {}) const {
    std::vector<std::string> command{TRIAD_RTICTL, "--url", url_, "trace", "battle"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return std::make_unique<Program>(command);
  }
  // Waits until the federate's calls are reported.
  static void wait_until_followed(Program& trace, const std::string& federate,
                                  const std::string& time = "t=0  ") {
    std::string columns = federate;
    columns.resize(10, ' ');
    columns += time;
    columns.resize(20, ' ');
    EXPECT_NE(trace.wait_for("  " + columns + "-> queryFederateTime"), "") << trace.output();
  }

  const Configuration way_;
  Program rtig_;
  std::string url_;
};

class Trace : public testing::TestWithParam<Configuration>, protected TraceProgram {
 protected:
  Trace() : TraceProgram(GetParam()) {}
};

class TraceEnds : public testing::Test, protected TraceProgram {
 protected:
  TraceEnds() : TraceProgram({"tcp", "embedded"}) {}
};

TEST_P(Trace, FollowsAFederateWithoutAName) {
  const auto unnamed = federate("");
  const auto trace = this->trace({"--federate", "(unnamed)"});
  EXPECT_NE(trace->wait_for("  (unnamed)  t=0       -> queryFederateTime"), "") << trace->output();
  trace->signal(SIGINT);
  EXPECT_EQ(trace->wait(), 0) << trace->output();
}

TEST_P(Trace, ShowsAndDrawsWhatFederatesDo) {
  const std::string file = testing::TempDir() + "trace-" + std::to_string(::getpid());
  const auto tank = federate("tank");
  const auto radar = federate("radar");
  const auto trace = this->trace({"--last", "10000", "--diagram", file + ".svg", "--diagram",
                                  file + ".mmd", "--diagram", file + ".puml"});
  wait_until_followed(*trace, "tank");
  wait_until_followed(*trace, "radar");
  tank->signal(SIGUSR1);
  EXPECT_NE(tank->wait_for("met"), "") << tank->output();
  const std::string update =
      "tank      t=0       -> updateAttributeValues(theObject=tiger, "
      "theAttributes={Value=\"<\\\"fast\\\">\"}, theTag=tag)";
  for (const char* line :
       {update.c_str(), "tank      t=0       -> getAttributeHandle(theName=Value",
        "tank      t=0       -- and 2 more look-ups: getAttributeHandle 2",
        "tank      t=0       -> deleteObjectInstance(", " throws ObjectNotKnown",
        "tank      t=0       -> timeAdvanceRequest(theTime=4.5)",
        "tank      t=4.5     <- timeAdvanceGrant(theTime=4.5)",
        "tank      t=4.5     -> registerFederationSynchronizationPoint(label=all",
        "tank      t=4.5     <- federationSynchronized(label=all)"}) {
    EXPECT_NE(trace->wait_for(line), "") << line << " is not in\n" << trace->output();
  }
  EXPECT_NE(trace->wait_for("radar     t=0       <- reflectAttributeValues(theObject=tiger, "
                            "theAttributes={Value=\"<\\\"fast\\\">\"}, theTag=tag"),
            "")
      << trace->output();

  trace->signal(SIGINT);
  EXPECT_EQ(trace->wait(), 0) << trace->output();
  expect_contains(trace->output(), "ended: interrupted");
  expect_contains(trace->output(), "FEDERATE  NAME   TIME  EVENTS  SILENT FOR  LAST\n");
  const std::string svg = contents(file + ".svg");
  EXPECT_TRUE(is_xml(svg)) << svg;
  expect_contains(svg, "reflectAttributeValues(theObject=tiger, theAttributes={Value=&quot;&lt;");
  expect_contains(svg, "class=\"link\"");
  expect_contains(contents(file + ".mmd"), " (1) updateAttributeValues(");
  expect_contains(contents(file + ".mmd"), " (1) reflectAttributeValues(");
  expect_contains(contents(file + ".mmd"), "f1->>RTI: ");
  expect_contains(contents(file + ".mmd"), "f1-xRTI: ");
  expect_contains(contents(file + ".puml"), "RTI --> f1 : ");
  for (const char* ending : {".svg", ".mmd", ".puml"}) std::filesystem::remove(file + ending);

  // The trace has ended, so the calls are no longer reported.
  radar->signal(SIGUSR1);
  EXPECT_NE(radar->wait_for("is not reported"), "") << radar->output();
  // A federate that subscribes to such reports itself cannot be followed.
  const auto second = this->trace();
  EXPECT_NE(second->wait_for("alert: SetServiceReporting: FederateLoggingServiceCalls"), "");
  second->signal(SIGINT);
  EXPECT_EQ(second->wait(), 0);
  for (Program* federate : {tank.get(), radar.get()}) {
    federate->signal(SIGUSR1);
    EXPECT_EQ(federate->wait(), 0);
  }
  EXPECT_EQ(tank->output().find("PROVIDE"), std::string::npos) << tank->output();
}

INSTANTIATE_TEST_SUITE_P(Transports, Trace,
                         testing::Values(Configuration{"tcp", "embedded"},
                                         Configuration{"shm", "embedded"},
                                         Configuration{"tcp", "process"}),
                         [](const auto& way) {
                           return way.param.transport + "_" + way.param.rtia;
                         });

TEST_F(TraceEnds, WhenAllHaveLeft) {
  const auto tank = federate("tank");
  const auto trace = this->trace();
  wait_until_followed(*trace, "tank");
  const auto radar = federate("radar");  // a newcomer is followed too
  EXPECT_NE(trace->wait_for("radar               -- joined"), "") << trace->output();
  tank->signal(SIGUSR1);
  EXPECT_NE(tank->wait_for("met"), "");
  tank->signal(SIGUSR1);
  EXPECT_EQ(tank->wait(), 0);
  EXPECT_NE(trace->wait_for("-> resignFederationExecution(theAction=Delete Objects)"), "");
  EXPECT_NE(trace->wait_for("-- left"), "");
  radar->signal(SIGKILL);
  EXPECT_EQ(trace->wait(), 0);
  expect_contains(trace->output(), "ended: all federates have left");
  Program destroy({TRIAD_RTICTL, "--url", url_, "destroy", "battle"});
  EXPECT_EQ(destroy.wait(), 0) << destroy.output();
}

TEST_F(TraceEnds, WhenTheRtigDoes) {
  const std::string file = testing::TempDir() + "lost-" + std::to_string(::getpid()) + ".svg";
  const auto tank = federate("tank");
  const auto trace = this->trace({"--diagram", file});
  wait_until_followed(*trace, "tank");
  rtig_.signal(SIGKILL);
  EXPECT_EQ(trace->wait(), 3) << trace->output();
  expect_contains(trace->output(), "rtictl: the federation 'battle' is lost: ");
  const std::string svg = contents(file);
  EXPECT_TRUE(is_xml(svg)) << svg;
  expect_contains(svg, "queryFederateTime");
  std::filesystem::remove(file);
  EXPECT_EQ(tank->wait(), 1);
  EXPECT_EQ(tank->output().find("START"), std::string::npos) << tank->output();
}

TEST_F(TraceEnds, AfterACountInJsonOfOneFederateAlone) {
  const auto tank = federate("tank");
  const auto radar = federate("radar");
  const auto trace = this->trace({"--federate", "tank", "--count", "3", "--json"});
  EXPECT_EQ(trace->wait(), 0) << trace->output();
  expect_contains(trace->output(), "\"event\":\"joined\",\"federate\":1,\"name\":\"tank\"}\n");
  expect_contains(trace->output(),
                  "\"event\":\"call\",\"federate\":1,\"name\":\"tank\",\"time\":\"0\",\"service\":"
                  "\"queryFederateTime\",\"arguments\":{}");
  EXPECT_EQ(trace->output().find("radar"), std::string::npos) << trace->output();
  expect_contains(trace->output(),
                  "battle: 3 events; ended: the requested number of events is shown");
  const auto timed = this->trace({"--for", "0.1"});
  EXPECT_EQ(timed->wait(), 0);
  expect_contains(timed->output(), "ended: the time is up");
}

TEST_F(TraceEnds, HavingShownOnlyWhatIsWanted) {
  const auto tank = federate("tank");
  const auto radar = federate("radar");
  const auto chosen = this->trace({"--only", "class=Thing", "--only", "*AttributeValues",
                                   "--except", "provide*", "--except", "federate=radar"});
  EXPECT_NE(chosen->wait_for("tank                -- joined"), "") << chosen->output();
  const auto all = this->trace({"--limit", "5"});
  EXPECT_NE(all->wait_for("-- left out, more than 5 a second: "), "") << all->output();
  tank->signal(SIGUSR1);
  EXPECT_NE(tank->wait_for("met"), "");
  EXPECT_NE(chosen->wait_for("-> updateAttributeValues(theObject=tiger"), "") << chosen->output();
  for (Program* trace : {chosen.get(), all.get()}) {
    trace->signal(SIGINT);
    EXPECT_EQ(trace->wait(), 0);
  }
  expect_contains(all->output(), "CLOCK            FEDERATE  TIME      -> CALL, <- CALLBACK\n");
  expect_contains(chosen->output(), "battle: 1 event");
  for (const char* other : {"queryFederateTime(", "radar", "getAttributeHandle("}) {
    const std::string lines = chosen->output().substr(0, chosen->output().find("battle: "));
    EXPECT_EQ(lines.find(other), lines.npos) << other << "\n" << lines;
  }
}

TEST_F(TraceEnds, WithoutEndingAnother) {
  const auto tank = federate("tank");
  const auto first = trace();
  wait_until_followed(*first, "tank");
  const auto second = trace();
  wait_until_followed(*second, "tank");
  first->signal(SIGTERM);
  EXPECT_EQ(first->wait(), 0);
  tank->signal(SIGUSR1);
  EXPECT_NE(tank->wait_for("met"), "");
  wait_until_followed(*second, "tank", "t=4.5");
  second->signal(SIGTERM);
  EXPECT_EQ(second->wait(), 0);
}

TEST_F(TraceEnds, AtOnceWhereNoFederateHasTheNamesThatItIsGiven) {
  const auto tank = federate("tank");
  const auto nobody = trace({"--federate", "nobody", "--federate", "77"});
  EXPECT_EQ(nobody->wait(), 1);
  expect_contains(
      nobody->output(),
      "no federate nobody, 77 is joined to federation 'battle'; joined: tank; to follow one "
      "that joins later: --only federate=NAME\n");
  const auto some = trace({"--federate", "nobody", "--federate", "1", "--count", "1"});
  wait_until_followed(*some, "tank");
  EXPECT_EQ(some->wait(), 0);
  expect_contains(some->output(),
                  "no federate nobody is joined to federation 'battle'; joined: tank;");
}

TEST_F(TraceEnds, AtOnceWhereItCannotBegin) {
  std::unique_ptr<Program> trace = this->trace();
  EXPECT_EQ(trace->wait(), 1);
  expect_contains(trace->output(), "has no federation 'battle'; `rtictl list` shows them");

  Peer creator = Peer::after_handshake(url_);
  create_federation(creator, "battle",
                    "(FED (Federation partly) (FEDversion v1.3) (spaces)"
                    " (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)"
                    "  (class RTIprivate)))"
                    " (interactions (class InteractionRoot reliable timestamp"
                    "  (class RTIprivate reliable timestamp)"
                    "  (class Manager reliable receive (class Federate reliable receive)))))");
  trace = this->trace();
  EXPECT_EQ(trace->wait(), 1);
  expect_contains(
      trace->output(),
      "its FED has no parameter Federate of Manager.Federate.Adjust.SetServiceReporting");
  trace = this->trace({"--diagram", "/nowhere/a.svg"});
  EXPECT_EQ(trace->wait(), 2);
  expect_contains(trace->output(), "/nowhere/a.svg cannot be written: No such file");
  trace = this->trace({"--dance"});
  EXPECT_EQ(trace->wait(), 2);
  expect_contains(trace->output(), "there is no option --dance; `rtictl trace --help` shows");
}

}  // namespace
}  // namespace triad::tests
