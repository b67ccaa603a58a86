// Tests of the program rtig: its command line, its start, failures that it survives, and its end.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <thread>

#include "tests/system/rtig_support.hpp"
#include "transport/fabric/attach_message.hpp"

namespace triad::tests {
namespace {

const std::vector<std::string> kRtigOnTcp{TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"};
const Program::Options kReady{.environment = {}, .descriptors_max = {}, .ready = true};

TEST(RtigProgram, TellsItsUseAndItsVersion) {
  Program help({TRIAD_RTIG, "--help"});
  EXPECT_EQ(help.wait(), 0);
  EXPECT_NE(help.output().find("--listen URL"), std::string::npos);
  Program version({TRIAD_RTIG, "--version"});
  EXPECT_EQ(version.wait(), 0);
  EXPECT_TRUE(std::regex_match(
      version.output(),
      std::regex(
          "rtig \\(Triad RTI\\) [0-9.]+\ncommit ([0-9a-f]{7,}\\+?|unknown), protocol version "
          "[0-9]+, (release|debug) build\n")))
      << version.output();
}

TEST(RtigProgram, LogsFromWhichCommitItWasBuilt) {
  Program version({TRIAD_RTIG, "--version"});
  ASSERT_EQ(version.wait(), 0);
  std::smatch commit;
  const std::string text = version.output();
  ASSERT_TRUE(std::regex_search(text, commit, std::regex("commit [0-9a-z+]+"))) << text;
  Program rtig(kRtigOnTcp, kReady);
  EXPECT_NE(rtig.wait_for(commit[0].str() + ", "), "");
}

TEST(RtigProgram, RefusesAWrongValueWithTheAllowedOnes) {
  Program rtig({TRIAD_RTIG, "--lost-action", "explode"});
  EXPECT_EQ(rtig.wait(), 2);
  EXPECT_NE(rtig.output().find("release_attributes, delete_objects"), std::string::npos)
      << rtig.output();
  Program url({TRIAD_RTIG, "--listen", "carrier-pigeon://roof"});
  EXPECT_EQ(url.wait(), 2);
  EXPECT_NE(url.output().find("shm://"), std::string::npos) << url.output();
}

TEST(RtigProgram, SaysWhereItListensAndHowToOpenIt) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u) << rtig.wait() << rtig.output();
  EXPECT_NE(rtig.wait_for("listens on " + urls[0]), "");
  EXPECT_NE(rtig.wait_for("--listen tcp://0.0.0.0:" + urls[0].substr(urls[0].rfind(':') + 1)), "");
}

TEST(RtigProgram, EndsCleanlyOnSigtermAndTellsItsPeers) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  rtig.signal(SIGTERM);
  const auto farewell = peer.next_record();
  ASSERT_TRUE(farewell.has_value());
  EXPECT_EQ(farewell->kind(), wire::Kind::Refused);
  EXPECT_FALSE(peer.next_record().has_value());
  EXPECT_EQ(rtig.wait(), 0) << rtig.output();
  EXPECT_NE(rtig.output().find("stopped"), std::string::npos);
}

// Its standard error is a pipe that this test does not read meanwhile.
TEST(RtigProgram, ServesThoughNobodyTakesItsLog) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  // The creator joins, because a program that has not joined has too small a share of the log.
  create_federation(peer, "home");
  peer.join("home", "creator");
  const auto create = [&](const std::string& federation) {
    peer.send(wire::CreateFederationExecution{federation, "small.fed", true,
                                              std::as_bytes(std::span(kSmallFed))});
    EXPECT_TRUE(peer.next_message<wire::Accepted>());
  };
  for (int i = 0; i < 600; ++i) {
    create(
        "a federation with a name of a hundred characters, as lines in a log "
        "are to be long here: number " +
        std::to_string(i));
  }
  EXPECT_NE(rtig.wait_for("' created"), "");
  create("last");
  EXPECT_NE(rtig.wait_for("warning: no reader took the log; "), "") << rtig.output();
  EXPECT_NE(rtig.wait_for("'last'"), "");
}

TEST(RtigProgram, SaysWhoElseListensThere) {
  Program first(kRtigOnTcp, kReady);
  const auto urls = first.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Program second({TRIAD_RTIG, "--listen", urls[0]});
  EXPECT_EQ(second.wait(), 1);
  EXPECT_NE(second.output().find(urls[0].substr(6)), std::string::npos) << second.output();
}

TEST(RtigProgram, TakesCertisVariables) {
  Program rtig({TRIAD_RTIG, "-v", "1"},
               {.environment = {"CERTI_TCP_PORT=0"}, .descriptors_max = {}, .ready = true});
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u) << rtig.output();
  EXPECT_TRUE(urls[0].starts_with("tcp://127.0.0.1:")) << urls[0];
}

TEST(RtigProgram, WritesItsLogToAFile) {
  const std::string path = ::testing::TempDir() + "rtig-" + std::to_string(::getpid()) + ".log";
  {
    Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--log-file", path}, kReady);
    ASSERT_EQ(rtig.ready_lines().size(), 1u);
    rtig.signal(SIGINT);
    EXPECT_EQ(rtig.wait(), 0);
    EXPECT_EQ(rtig.output(), "");
  }
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("listens on tcp://127.0.0.1:"), std::string::npos) << text;
  std::filesystem::remove(path);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Renames the file and sends SIGHUP, as logrotate does.
TEST(RtigProgram, OpensItsLogAgainOnSighup) {
  const std::string path = ::testing::TempDir() + "rtig-hup-" + std::to_string(::getpid()) + ".log";
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--log-file", path}, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  std::filesystem::rename(path, path + ".1");
  rtig.signal(SIGHUP);
  while (text_of(path).find("SIGHUP: the log goes on in this file\n") == std::string::npos) {
    ASSERT_EQ(::kill(rtig.pid(), 0), 0);
    ASSERT_EQ(::waitpid(rtig.pid(), nullptr, WNOHANG), 0) << "it has ended";
    std::this_thread::yield();
  }
  Peer peer = Peer::after_handshake(urls[0]);
  create_federation(peer, "battle");
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  EXPECT_NE(text_of(path).find("federation 'battle' created"), std::string::npos) << text_of(path);
  EXPECT_EQ(text_of(path + ".1").find("battle"), std::string::npos);
  for (const std::string& file : {path, path + ".1"}) std::filesystem::remove(file);
}

// Returns true if the process blocks or catches SIGHUP, according to /proc.
bool withstands_sighup(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigBlk:") && !line.starts_with("SigCgt:")) continue;
    if ((std::stoull(line.substr(7), nullptr, 16) & 1) != 0) return true;
  }
  return false;
}

TEST(RtigProgram, GoesOnAfterSighupWhileItStarts) {
  Program rtig(kRtigOnTcp);
  while (!withstands_sighup(rtig.pid())) {
    ASSERT_EQ(::waitpid(rtig.pid(), nullptr, WNOHANG), 0) << "it has ended";
  }
  rtig.signal(SIGHUP);
  EXPECT_NE(rtig.wait_for("SIGHUP: the log goes to standard error"), "") << rtig.output();
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
}

TEST(RtigProgram, GoesOnAfterSighupWhereItsLogGoesToStandardError) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  rtig.signal(SIGHUP);
  EXPECT_NE(rtig.wait_for("SIGHUP: the log goes to standard error"), "") << rtig.output();
  EXPECT_TRUE(peer.request_reply(wire::ListFederations{}).has_value());
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
}

// timeout(1) signals its child and then the child's process group.
TEST(RtigProgram, TakesAnOrderToStopThatComesTwiceForOne) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  rtig.signal(SIGTERM);
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  EXPECT_NE(rtig.output().find("stops and informs 1 peer"), std::string::npos) << rtig.output();
}

TEST(RtigProgram, SaysWhatItsHostNameStandsFor) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://localhost:0"}, kReady);
  ASSERT_EQ(rtig.ready_lines().size(), 1u);
  EXPECT_NE(rtig.wait_for(", which is 127.0.0.1:"), "") << rtig.output();
  const std::string line = rtig.wait_for("only federates of this host can reach it");
  EXPECT_EQ(line.find("0.0.0.0:60400"), std::string::npos) << "not the port that it has: " << line;
}

// Uses a terminal of the test, which closes with its other end. "$0" is this test's rtig.
TEST(RtigProgram, TellsItsPeersWhenItsTerminalIsClosed) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  const std::string path = ::testing::TempDir() + "rtig-tty-" + std::to_string(::getpid()) + ".url";
  Program rtig({"/usr/bin/env", "setsid", "--wait", "sh", "-c",
                "exec \"$0\" --listen tcp://127.0.0.1:0 --ready-fd 3 <\"$1\" 2>\"$1\" 3>\"$2\"",
                TRIAD_RTIG, ::ptsname(terminal), path},
               {.environment = {}, .descriptors_max = {}, .ready = false});
  std::string url;
  while (!url.ends_with('\n')) {
    ASSERT_EQ(::waitpid(rtig.pid(), nullptr, WNOHANG), 0) << rtig.output();
    std::this_thread::yield();
    url = text_of(path);
  }
  url.pop_back();
  Peer peer = Peer::after_handshake(url);
  ::close(terminal);
  const auto farewell = peer.next_record();
  ASSERT_TRUE(farewell.has_value());
  EXPECT_EQ(farewell->kind(), wire::Kind::Refused);
  EXPECT_EQ(rtig.wait(), 0);
  std::filesystem::remove(path);
}

TEST(RtigProgram, ListensOnLoopbackWhereItIsGivenAPortAlone) {
  std::string port;
  {
    Program other(kRtigOnTcp, kReady);
    const std::string url = other.ready_lines().at(0);
    port = url.substr(url.rfind(':') + 1);
    Program second({TRIAD_RTIG, "--listen", port});
    EXPECT_EQ(second.wait(), 1);
    EXPECT_NE(second.output().find("cannot listen on tcp://127.0.0.1:" + port), std::string::npos)
        << second.output();
  }
  Program wrong({TRIAD_RTIG, "--listen", "127.1"});
  EXPECT_EQ(wrong.wait(), 2);
  EXPECT_NE(wrong.output().find("must be a whole IPv4 address"), std::string::npos)
      << wrong.output();
  Program rtig({TRIAD_RTIG, "--listen", port}, kReady);
  EXPECT_EQ(rtig.ready_lines(), std::vector<std::string>{"tcp://127.0.0.1:" + port});
  EXPECT_NE(rtig.wait_for("for others: rtig --listen tcp://0.0.0.0:" + port), "") << rtig.output();
}

TEST(RtigProgram, SaysWhichConnectionHasItsPort) {
  Program other(kRtigOnTcp, kReady);
  const std::string url = other.ready_lines().at(0);
  const auto connection =
      transport::connect(transport::parse_url(url).value(), std::chrono::seconds(60)).value();
  sockaddr_in local{};
  socklen_t length = sizeof local;
  ASSERT_EQ(::getsockname(connection->descriptor(), reinterpret_cast<sockaddr*>(&local), &length),
            0);
  const std::string at = "127.0.0.1:" + std::to_string(ntohs(local.sin_port));
  Program rtig({TRIAD_RTIG, "--listen", "tcp://" + at});
  EXPECT_EQ(rtig.wait(), 1);
  EXPECT_NE(rtig.output().find("no program listens there, but a connection of "), std::string::npos)
      << rtig.output();
  EXPECT_NE(rtig.output().find("(pid " + std::to_string(::getpid()) + ") from " + at + " to " +
                               url.substr(6) + " has the port"),
            std::string::npos)
      << rtig.output();
}

TEST(RtigProgram, NotesWhenTwoFederatesHaveOneName) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer first = Peer::after_handshake(urls[0]);
  create_federation(first, "battle");
  first.join("battle", "tank");
  Peer second = Peer::after_handshake(urls[0]);
  second.join("battle", "tank");
  const std::string line = rtig.wait_for("federate 2 'tank' joined");
  EXPECT_TRUE(line.ends_with("; note: federate 1 of that federation has the same name")) << line;
  Peer third = Peer::after_handshake(urls[0]);
  third.join("battle", "radar");
  EXPECT_EQ(rtig.wait_for("federate 3 'radar' joined").find("note"), std::string::npos);
}

TEST(RtigProgram, GoesOnServingWhenDescriptorsRunOut) {
  // Without this setting it would first disconnect programs that have not joined.
  Program rtig(kRtigOnTcp,
               {.environment = {"RTIG_UNJOINED_MAX=0"}, .descriptors_max = 32, .ready = true});
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer early = Peer::after_handshake(urls[0]);
  std::vector<StrangerSocket> crowd;
  crowd.reserve(64);
  for (int i = 0; i < 64; ++i) crowd.emplace_back(urls[0]);
  EXPECT_NE(rtig.wait_for("still serving"), "");
  EXPECT_TRUE(early.request_reply(wire::ListFederations{}).has_value());
  crowd.clear();
  // The rtig frees descriptors when it sees the crowd leave. Until then it may refuse a newcomer.
  bool served = false;
  while (!served) {
    Peer late(urls[0]);
    late.send_hello();
    served = late.next_record().has_value();
  }
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  const std::string& output = rtig.output();
  EXPECT_EQ(output.find("still serving"), output.rfind("still serving")) << output;
}

TEST(RtigProgram, OutlivesItsFederatesDeaths) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  {
    Peer alpha = Peer::after_handshake(urls[0]);
    create_federation(alpha, "battle");
    alpha.join("battle", "alpha");
  }
  EXPECT_NE(rtig.wait_for("lost federate 1 'alpha' of federation 'battle'"), "");
  Peer beta = Peer::after_handshake(urls[0]);
  EXPECT_EQ(beta.join("battle", "beta").value, 2u);
}

// Only the memory of the process limits the synchronization points here.
TEST(RtigProgram, EndsTheFederationThatItHasNoMemoryForAndGoesOnWithTheOthers) {
  Program rtig(kRtigOnTcp, {.environment = {},
                            .descriptors_max = {},
                            .ready = true,
                            .memory_max = std::size_t{120} << 20});
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer alpha = Peer::after_handshake(urls[0]);
  create_federation(alpha, "battle");
  const auto a = alpha.join("battle", "alpha");
  Peer greedy = Peer::after_handshake(urls[0]);
  create_federation(greedy, "greed");
  const auto g = greedy.join("greed", "greedy");
  const std::string tag(std::size_t{20} << 20, 't');
  bool ended = false;
  for (int i = 0; i < 100 && !ended; ++i) {
    greedy.send(wire::RegisterFederationSynchronizationPoint{std::to_string(i), tag, {}}, g);
    auto answer = greedy.next_record();
    while (answer && answer->kind() == wire::Kind::UpdateAttributeValues)
      answer = greedy.next_record();
    ended = !answer || answer->kind() != wire::Kind::SynchronizationPointRegistered;
  }
  EXPECT_TRUE(ended);
  EXPECT_NE(rtig.wait_for("no memory"), "") << rtig.output();
  alpha.send(wire::RegisterFederationSynchronizationPoint{"p", "", {}}, a);
  EXPECT_TRUE(alpha.next_message<wire::SynchronizationPointRegistered>().has_value());
  Peer late = Peer::after_handshake(urls[0]);
  EXPECT_EQ(late.join("battle", "beta").value, 2u);
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0) << rtig.output();
}

// --- Shared memory: files

class RtigOnShm : public ::testing::Test {
 protected:
  RtigOnShm() {
    char name[] = "/tmp/triad-rtig-shm-XXXXXX";
    directory_ = ::mkdtemp(name);
    ::setenv("XDG_RUNTIME_DIR", directory_.c_str(), 1);
  }
  ~RtigOnShm() override { std::filesystem::remove_all(directory_); }

  std::vector<std::string> leftover_files() const {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_)) {
      if (!entry.is_directory()) paths.push_back(entry.path().string());
    }
    return paths;
  }

  const std::vector<std::string> command_{TRIAD_RTIG, "--listen", "shm://system-test", "--listen",
                                          "tcp://127.0.0.1:0"};
  std::string directory_;
};

TEST_F(RtigOnShm, LeavesNothingBehindOnSigterm) {
  Program rtig(command_, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << rtig.wait() << rtig.output();
  EXPECT_FALSE(leftover_files().empty());
  Peer over_shm = Peer::after_handshake(urls[0]);
  Peer over_tcp = Peer::after_handshake(urls[1]);
  EXPECT_TRUE(over_shm.request_reply(wire::ListFederations{}).has_value());
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  EXPECT_TRUE(leftover_files().empty()) << leftover_files()[0];
}

TEST_F(RtigOnShm, TakesThePlaceOfOneThatWasKilled) {
  {
    Program killed(command_, kReady);
    ASSERT_EQ(killed.ready_lines().size(), 2u);
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.wait(), 128 + SIGKILL);
  }
  Program rtig(command_, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << rtig.wait() << rtig.output();
  EXPECT_TRUE(Peer::after_handshake(urls[0]).request_reply(wire::ListFederations{}).has_value());
}

TEST_F(RtigOnShm, DoesNotTakeTheNameOfOneThatLives) {
  Program first(command_, kReady);
  const auto urls = first.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << first.wait() << first.output();
  Program second(command_, kReady);
  EXPECT_EQ(second.wait(), 1);
  EXPECT_NE(second.output().find("system-test"), std::string::npos) << second.output();
  EXPECT_TRUE(Peer::after_handshake(urls[0]).request_reply(wire::ListFederations{}).has_value());
}

std::set<int> open_descriptors() {
  std::set<int> open;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    open.insert(std::stoi(entry.path().filename().string()));
  }
  return open;
}

// Flags of an open file are shared by all processes that have it. So one process could make another
// block in a read or write that should not block.
TEST_F(RtigOnShm, GoesOnWhateverAPeerDoesToWhatItWasHanded) {
  Program rtig(command_, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << rtig.wait() << rtig.output();
  const std::set<int> before = open_descriptors();
  Peer hostile = Peer::after_handshake(urls[0]);
  create_federation(hostile, "battle");
  transport::DescriptorPort& port = *hostile.link().capabilities().descriptors;
  const auto fabric = transport::Fabric::create({}).value();
  port.send_descriptors(transport::AttachMessage{}.make_message(fabric->endpoint()));
  hostile.join("battle", "hostile");
  const auto endpoint_of_rtig = port.receive_descriptors();
  ASSERT_TRUE(endpoint_of_rtig && transport::AttachMessage::read(*endpoint_of_rtig));

  for (const int descriptor : open_descriptors()) {
    if (!before.contains(descriptor)) ::fcntl(descriptor, F_SETFL, 0);
  }
  // Wakes rtig without ringing its doorbell.
  port.send_descriptors(transport::AttachMessage{}.make_message(fabric->endpoint()));
  Peer honest = Peer::after_handshake(urls[0]);
  EXPECT_TRUE(honest.request_reply(wire::ListFederations{}).has_value());

  ASSERT_EQ(::shutdown(endpoint_of_rtig->descriptors[1].get(), SHUT_RDWR), 0);
  EXPECT_NE(rtig.wait_for("has closed the socket by which federates that share memory wake"), "")
      << rtig.output();
  EXPECT_TRUE(honest.request_reply(wire::ListFederations{}).has_value());
}

}  // namespace
}  // namespace triad::tests
