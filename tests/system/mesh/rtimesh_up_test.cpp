// Tests of `rtimesh up` and `rtimesh status` as a user runs them: their output, the processes that
// they start, and the end. Most routers are stand-ins (fake_router.cpp) that fail as a test
// requires.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

namespace fs = std::filesystem;

class RtimeshUp : public ::testing::Test {
 protected:
  // Makes a folder that contains the programs side by side, as an installation does.
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "rtimesh-up.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = fs::canonical(name);
    fs::create_directory(folder_ / "bin");
    fs::copy_file(TRIAD_RTIMESH, folder_ / "bin/rtimesh");
    install(TRIAD_FAKE_ROUTER_PROGRAM, TRIAD_FAKE_ROUTER_PROGRAM);
    logs_ = folder_ / "logs";
    file_ = write_mesh("localhost");
  }
  ~RtimeshUp() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  void install(const std::string& rtig, const std::string& rtirouter) const {
    constexpr auto kReplace = fs::copy_options::overwrite_existing;
    fs::copy_file(rtig, folder_ / "bin/rtig", kReplace);
    fs::copy_file(rtirouter, folder_ / "bin/rtirouter", kReplace);
  }

  // Returns an address for this process only, so that tests that run at the same time can use the
  // same ports.
  static std::string address() {
    const auto pid = static_cast<unsigned>(::getpid());
    return "127." + std::to_string(64 + (pid >> 16)) + "." + std::to_string((pid >> 8) & 255) +
           "." + std::to_string(pid & 255);
  }
  // Uses ports that the kernel never assigns.
  static std::string url(int i) { return "tcp://" + address() + ":" + std::to_string(20400 + i); }
  static std::string mesh_url(int i) { return "mesh" + url(i).substr(3); }

  // Describes alpha with the RTIG and its peers beta and gamma; gamma is on `host`.
  std::string write_mesh(const std::string& host) const {
    std::ofstream file(folder_ / "mesh.yaml");
    file << "rtig: alpha\ngroups:\n  - name: site\n    head: alpha\n    routers:\n";
    file << "      - {name: alpha, host: " << address() << ", listen: \"" << url(0) << "\"}\n";
    file << "      - {name: beta, host: localhost, listen: \"" << url(1) << "\"}\n";
    file << "      - {name: gamma, host: " << host << ", listen: \"" << url(2) << "\"}\n";
    return (folder_ / "mesh.yaml").string();
  }

  // Writes the same mesh with each router in process `process_of(router)`.
  template <class ProcessOf>
  void write_processes(ProcessOf process_of) const {
    std::ofstream file(folder_ / "mesh.yaml");
    file << "rtig: alpha\ngroups:\n  - name: site\n    head: alpha\n    routers:\n";
    int i = 0;
    for (const char* const router : {"beta", "alpha", "gamma"}) {
      file << "      - {name: " << router << ", host: localhost, process: " << process_of(router)
           << ", listen: \"" << url(i++) << "\"}\n";
    }
  }

  // Starts rtimesh. `behaviour` is that of the stand-ins. With `ready`, rtimesh reports when all
  // are ready.
  std::unique_ptr<Program> start(std::vector<std::string> arguments,
                                 const std::string& behaviour = {}, bool ready = false) const {
    arguments.insert(arguments.begin(), (folder_ / "bin/rtimesh").string());
    Program::Options options;
    options.environment = {"TRIAD_FAKE_ROUTER=" + behaviour};
    options.ready = ready;
    return std::make_unique<Program>(arguments, options);
  }
  std::unique_ptr<Program> up(const std::string& behaviour = {},
                              const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"up", file_, "--log-directory", logs_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return start(arguments, behaviour, more.empty() || more.front() != "--");
  }

  std::string log_of(const std::string& router) const {
    std::ifstream stream(logs_ / (router + ".log"), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  // Returns the process id of the router's last run.
  pid_t process_of(const std::string& router) const {
    const std::string log = log_of(router);
    const std::regex start("starts as .*process (\\d+)");
    pid_t process = -1;
    for (std::sregex_iterator at(log.begin(), log.end(), start), end; at != end; ++at) {
      process = std::stoi((*at)[1]);
    }
    // The check matters because kill() takes -1 for every process of the machine.
    if (process <= 0) throw std::runtime_error("the log of " + router + " names no process");
    return process;
  }
  // Returns the number of processes that run programs of this test's folder.
  std::size_t routers_left() const {
    std::size_t left = 0;
    for (const fs::directory_entry& process : fs::directory_iterator("/proc")) {
      std::error_code gone;
      const fs::path program = fs::read_symlink(process.path() / "exe", gone);
      if (!gone && program.parent_path() == folder_ / "bin") ++left;
    }
    return left;
  }

  fs::path folder_;
  fs::path logs_;
  std::string file_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(RtimeshUp, StartsTheRoutersSaysHowTheyAreLinkedAndEndsThem) {
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines(),
            (std::vector<std::string>{"alpha " + mesh_url(0), "beta " + mesh_url(1),
                                      "gamma " + mesh_url(2)}));
  EXPECT_EQ(routers_left(), 4u);  // the three routers and rtimesh
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 0);
  EXPECT_EQ(rtimesh->output(), "starting alpha (RTIG), beta, gamma; logs are in " + logs_.string() +
                                   "\nready:\n"
                                   "beta -> alpha   up    0 clients\n"
                                   "gamma -> alpha  up    0 clients\n"
                                   "federates may join at:\n"
                                   "alpha  " +
                                   mesh_url(0) + "\nbeta  " + mesh_url(1) + "\ngamma  " +
                                   mesh_url(2) + "\n");
  EXPECT_EQ(routers_left(), 0u);
  for (const char* const router : {"alpha", "beta", "gamma"}) {
    EXPECT_HAS(log_of(router), std::string(router) + " ends\n");
  }
}

TEST_F(RtimeshUp, StartsTheRoutersOfTriad) {
  install(TRIAD_RTIG, TRIAD_RTIROUTER);
  const std::string status = (folder_ / "bin/rtimesh").string() + " status " + file_;
  const auto whole =
      up({}, {"--", "sh", "-c", "until " + status + " > /dev/null; do :; done; " + status});
  EXPECT_EQ(whole->wait(), 0);
  // Links between peers may come up later.
  EXPECT_HAS(
      whole->output(),
      "ready:\nbeta -> alpha   up    0 clients\ngamma -> alpha  up    0 clients\ngamma -> beta ");
  EXPECT_HAS(whole->output(), "federates may join at:\n");
  EXPECT_HAS(whole->output(), "gamma  " + mesh_url(2) + "\nbeta -> alpha   up    0 clients  -> ");
  EXPECT_EQ(routers_left(), 0u);
  const auto broken = up();
  EXPECT_EQ(broken->ready_lines().size(), 3u);
  ::kill(process_of("alpha"), SIGKILL);
  EXPECT_HAS(broken->wait_for("router alpha"), "router alpha was ended by signal 9 (Killed)");
  broken->signal(SIGTERM);
  EXPECT_EQ(broken->wait(), 1);
  EXPECT_EQ(routers_left(), 0u);
}

// Runs rtig at alpha and rtirouter at beta.
TEST_F(RtimeshUp, StartsRoutersThatOutliveSighup) {
  install(TRIAD_RTIG, TRIAD_RTIROUTER);
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  for (const char* const router : {"alpha", "beta"}) {
    ::kill(process_of(router), SIGHUP);
    while (log_of(router).find("SIGHUP: the log goes to standard error") == std::string::npos) {
      ASSERT_EQ(routers_left(), 4u) << router << " has ended: " << log_of(router);
    }
  }
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 0) << rtimesh->output();
}

TEST_F(RtimeshUp, DrainsARouter) {
  install(TRIAD_RTIG, TRIAD_RTIROUTER);
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  Peer member = Peer::after_handshake(url(1));
  create_federation(member, "war");
  const wire::FederateHandle joined = member.join("war", "member");
  const auto drain = start({"drain", file_, "beta"});
  EXPECT_EQ(drain->wait(), 0) << drain->output();
  EXPECT_EQ(drain->output(),
            "beta accepts no new clients, and ends when no federate behind it is joined; "
            "1 client is connected\n");
  const auto status = start({"status", file_});
  status->wait();
  EXPECT_HAS(status->output(), "beta is leaving: it accepts no new clients\n");
  member.send(wire::ResignFederationExecution{wire::ResignAction::no_action}, joined);
  while (member.next_record()) {
  }
  EXPECT_HAS(rtimesh->wait_for("router beta"), "router beta ended");
  for (const auto& [router, why] :
       {std::pair{"alpha", "the RTIG runs at this router"}, std::pair{"beta", "does not answer"},
        std::pair{"delta", "is not a router of mesh"}}) {
    const auto refused = start({"drain", file_, router});
    EXPECT_EQ(refused->wait(), 1);
    EXPECT_HAS(refused->output(), why);
  }
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 1);
}

TEST_F(RtimeshUp, StartsTheRoutersOfAProcessAsOne) {
  install(TRIAD_RTIG, TRIAD_RTIROUTER);
  write_processes([](std::string_view router) { return router == "alpha" ? "centre" : "site"; });
  const auto rtimesh = up({}, {"--status", "0.05"});
  EXPECT_EQ(rtimesh->ready_lines(),
            (std::vector<std::string>{"alpha " + mesh_url(1), "beta " + mesh_url(0),
                                      "gamma " + mesh_url(2)}));
  EXPECT_EQ(routers_left(), 3u);  // rtig, rtirouter and rtimesh
  EXPECT_NE(rtimesh->wait_for("gamma -> beta   up"), "");
  EXPECT_HAS(log_of("beta"), " starts as routers beta, gamma, process ");
  EXPECT_HAS(log_of("beta"), " router gamma: connected to router beta at memory:beta");
  ::kill(process_of("beta"), SIGKILL);
  EXPECT_HAS(rtimesh->wait_for("process site"),
             "process site (beta, gamma) was ended by signal 9 (Killed); its log ends with: ");
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, StartsOtherRoutersInTheProcessOfTheRtig) {
  install(TRIAD_RTIG, TRIAD_RTIROUTER);
  write_processes([](std::string_view) { return "whole"; });
  const auto rtimesh = up({}, {"--status", "0.05"});
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  EXPECT_EQ(routers_left(), 2u);  // rtig and rtimesh
  EXPECT_NE(rtimesh->wait_for("gamma -> beta   up"), "");
  EXPECT_HAS(log_of("alpha"), " router gamma: connected to router alpha at memory:alpha");
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 0);
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, RunsACommandInTheMeshAndEndsAsItDoes) {
  const auto fails = up({}, {"--", "sh", "-c", "echo \"it is at $RTI_URL\"; exit 7"});
  EXPECT_EQ(fails->wait(), 7);
  EXPECT_HAS(fails->output(), "it is at " + mesh_url(0) + "\n");
  EXPECT_EQ(routers_left(), 0u);
  EXPECT_EQ(up({}, {"--", "true"})->wait(), 0);
  const auto absent = up({}, {"--", "no-such-command"});
  EXPECT_EQ(absent->wait(), 1);
  EXPECT_HAS(absent->output(), "\"no-such-command\" cannot be run: No such file or directory");
}

TEST_F(RtimeshUp, EndsTheCommandWhenItIsAskedToEnd) {
  const auto rtimesh = up({}, {"--", "sh", "-c", "echo it runs; exec sleep 1000"});
  EXPECT_NE(rtimesh->wait_for("it runs"), "");
  rtimesh->signal(SIGINT);
  EXPECT_EQ(rtimesh->wait(), 128 + SIGTERM);
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, ShowsTheLogOfARouterThatEndsTooEarlyAndEndsTheOthers) {
  const auto rtimesh = up("gamma=dies");
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_HAS(
      rtimesh->output(),
      "router gamma ended with status 3 before all routers were ready; its log ends with:\n");
  EXPECT_HAS(rtimesh->output(), "\n  the test has it die\n");
  EXPECT_TRUE(rtimesh->ready_lines().empty());
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, SaysWhatIsMissingWhenTheTimeIsOver) {
  const auto rtimesh = up("beta=alone gamma=alone", {"--timeout", "1.5"});
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_HAS(rtimesh->output(),
             "rtimesh: not ready:\n"
             "  beta -> alpha  down  the test keeps it alone\n"
             "  gamma -> alpha  down  the test keeps it alone\n"
             "rtimesh: not ready within 1.5 s (--timeout): all processes are ended\n");
  EXPECT_EQ(routers_left(), 0u);
  const auto silent = up("beta=silent", {"--timeout", "1"});
  EXPECT_EQ(silent->wait(), 1);
  EXPECT_HAS(silent->output(),
             "  beta does not listen; its log ends with: rtirouter starts as router beta, process");
}

TEST_F(RtimeshUp, TellsOfARouterThatEndsLaterAndGoesOn) {
  const auto rtimesh = up({}, {"--status", "0.05"});
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  ::kill(process_of("gamma"), SIGKILL);
  EXPECT_HAS(rtimesh->wait_for("router gamma"),
             "rtimesh: router gamma was ended by signal 9 (Killed); its log ends with: "
             "rtirouter starts as router gamma, process ");
  EXPECT_HAS(rtimesh->wait_for("gamma does not answer"),
             "gamma does not answer: it was ended by signal 9 (Killed)");
  EXPECT_NE(rtimesh->wait_for("gamma -> alpha  down"), "");
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, EndsWhenNoRouterRunsAnyMore) {
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  for (const char* const router : {"alpha", "beta", "gamma"}) {
    ::kill(process_of(router), SIGKILL);
  }
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_HAS(rtimesh->output(), "no router of this host is running");
}

TEST_F(RtimeshUp, ShowsRates) {
  const auto rtimesh = up({}, {"--status", "0.1"});
  const std::string line = rtimesh->wait_for("frames/s");
  EXPECT_TRUE(std::regex_match(line, std::regex("beta -> alpha   up    0 clients  "
                                                "-> [0-9.]+ frames/s [0-9.]+ KB/s  "
                                                "<- [0-9.]+ frames/s [0-9.]+ KB/s")))
      << line;
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 0);
}

TEST_F(RtimeshUp, LeavesNoRouterBehindWhenItIsKilled) {
  const auto rtimesh = up("beta=stubborn gamma=stubborn");
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  std::vector<Peer> peers;
  for (const int i : {0, 1, 2}) peers.push_back(Peer::after_handshake(url(i)));
  rtimesh->signal(SIGKILL);
  for (Peer& peer : peers) EXPECT_FALSE(peer.next_record());  // the link has ended
}

TEST_F(RtimeshUp, KillsARouterThatDoesNotEndAndEndsTheOneWithTheRtigLast) {
  const auto rtimesh = up("gamma=stubborn");
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  Peer beta = Peer::after_handshake(url(1));
  rtimesh->signal(SIGTERM);
  EXPECT_FALSE(beta.next_record());
  Peer::after_handshake(url(0));  // rtig still waits for gamma
  EXPECT_EQ(rtimesh->wait(), 1);
  EXPECT_HAS(rtimesh->output(), "router gamma has not ended within 5 s and is killed\n");
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, KillsAtOnceWhenItIsAskedToEndAgain) {
  const auto rtimesh = up("gamma=stubborn");
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  Peer beta = Peer::after_handshake(url(1));
  rtimesh->signal(SIGTERM);
  EXPECT_FALSE(beta.next_record());  // the first signal has been handled
  rtimesh->signal(SIGTERM);
  EXPECT_EQ(rtimesh->wait(), 0);
  EXPECT_EQ(rtimesh->output().find("has not ended"), std::string::npos) << rtimesh->output();
  EXPECT_EQ(routers_left(), 0u);
}

TEST_F(RtimeshUp, SaysWhatToStartOnOtherHosts) {
  file_ = write_mesh("farm.example");
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines().size(), 2u);
  EXPECT_EQ(rtimesh->wait_for("on host"),
            "on host farm.example `rtimesh up " + file_ + "` starts gamma");
  const auto on_farm =
      start({"up", file_, "--host", "farm.example", "--log-directory", logs_.string()}, {}, true);
  EXPECT_EQ(on_farm->ready_lines(), std::vector<std::string>{"gamma " + mesh_url(2)});
  EXPECT_NE(on_farm->wait_for("on host localhost `rtimesh up --host localhost " + file_ +
                              "` starts beta"),
            "");
  EXPECT_NE(on_farm->wait_for("gamma -> alpha  up    0 clients"), "");
  // The first rtimesh corrects its report of the links.
  EXPECT_EQ(rtimesh->wait_for("gamma -> alpha"), "gamma -> alpha  up  0 clients");
  for (const auto& program : {on_farm.get(), rtimesh.get()}) {
    program->signal(SIGTERM);
    EXPECT_EQ(program->wait(), 0);
  }
  const auto nowhere = start({"up", file_, "--host", "elsewhere"});
  EXPECT_EQ(nowhere->wait(), 1);
  EXPECT_HAS(nowhere->output(),
             "no router of mesh \"mesh\" is on this host (elsewhere), they are "
             "on " +
                 address() + ", localhost, farm.example; select one with --host");
}

TEST_F(RtimeshUp, AsksAllRoutersOfARunningMesh) {
  const auto none = start({"status", file_});
  EXPECT_EQ(none->wait(), 1);
  EXPECT_HAS(none->output(), "beta -> alpha   ?     beta does not answer\n");
  EXPECT_HAS(none->output(), "alpha does not answer: cannot connect to " + url(0));
  const auto rtimesh = up();
  EXPECT_EQ(rtimesh->ready_lines().size(), 3u);
  const auto whole = start({"status", file_});
  EXPECT_EQ(whole->wait(), 0);
  EXPECT_HAS(whole->output(), "beta -> alpha   up    0 clients  -> ");
  EXPECT_HAS(whole->output(), "\ngamma -> alpha  up    0 clients  -> ");
  ::kill(process_of("gamma"), SIGSTOP);
  const auto silent = start({"status", file_});
  EXPECT_EQ(silent->wait(), 1);
  EXPECT_HAS(silent->output(), "gamma does not answer: " + url(2) + " is silent for 2");
  ::kill(process_of("gamma"), SIGKILL);
  EXPECT_NE(rtimesh->wait_for("router gamma was ended"), "");
  const auto broken = start({"status", file_});
  EXPECT_EQ(broken->wait(), 1);
  EXPECT_HAS(broken->output(), "gamma does not answer: cannot connect to " + url(2));
}

TEST_F(RtimeshUp, RefusesAFileWithProblems) {
  std::ofstream(file_) << "rtig: nobody\n";
  const auto bad = start({"up", file_});
  EXPECT_EQ(bad->wait(), 1);
  EXPECT_HAS(bad->output(), file_ + ":1:");
  const auto wrong = start({"up", file_, "--timeout", "0"});
  EXPECT_EQ(wrong->wait(), 2);
}

}  // namespace
}  // namespace triad::tests
