// The rtig program as a process: its command line, its start, what it survives, and its end.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

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
  EXPECT_NE(version.output().find("Triad"), std::string::npos);
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
  EXPECT_NE(rtig.wait_for("--listen tcp://0.0.0.0:60400"), "");
}

TEST(RtigProgram, EndsCleanlyOnSigtermAndTellsItsPeers) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  rtig.signal(SIGTERM);
  const auto farewell = peer.next();
  ASSERT_TRUE(farewell.has_value());
  EXPECT_EQ(farewell->kind(), wire::Kind::Refused);
  EXPECT_FALSE(peer.next().has_value());
  EXPECT_EQ(rtig.wait(), 0) << rtig.output();
  EXPECT_NE(rtig.output().find("stopped"), std::string::npos);
}

// Its standard error is a pipe that this test does not read meanwhile.
TEST(RtigProgram, ServesThoughNobodyTakesItsLog) {
  Program rtig(kRtigOnTcp, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer peer = Peer::after_handshake(urls[0]);
  // A program that has not joined has a smaller share of the log than this.
  create_federation(peer, "home");
  peer.join("home", "creator");
  const auto create = [&](const std::string& federation) {
    peer.send(wire::CreateFederationExecution{federation, "small.fed", true,
                                              std::as_bytes(std::span(kSmallFed))});
    EXPECT_TRUE(peer.next_of<wire::Accepted>());
  };
  for (int i = 0; i < 600; ++i) {
    create(
        "a federation with a name of a hundred characters, as lines in a log "
        "are to be long here: number " +
        std::to_string(i));
  }
  EXPECT_NE(rtig.wait_for("' created"), "");
  create("last");
  EXPECT_NE(rtig.wait_for("warning: nobody took the log; "), "") << rtig.output();
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

TEST(RtigProgram, GoesOnServingWhenDescriptorsRunOut) {
  Program rtig(kRtigOnTcp, {.environment = {}, .descriptors_max = 32, .ready = true});
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 1u);
  Peer early = Peer::after_handshake(urls[0]);
  std::vector<StrangerSocket> crowd;
  crowd.reserve(64);
  for (int i = 0; i < 64; ++i) crowd.emplace_back(urls[0]);
  EXPECT_NE(rtig.wait_for("goes on serving"), "");
  EXPECT_TRUE(early.ask(wire::ListFederations{}).has_value());
  crowd.clear();
  // Descriptors come back as rtig sees the crowd leave; until then a newcomer may be turned away.
  bool served = false;
  while (!served) {
    Peer late(urls[0]);
    late.send_hello();
    served = late.next().has_value();
  }
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  const std::string& output = rtig.output();
  EXPECT_EQ(output.find("goes on serving"), output.rfind("goes on serving")) << output;
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

// What it keeps of synchronization points is a federation's, and has no other end.
TEST(RtigProgram, EndsTheFederationThatItHasNoMemoryForAndGoesOnWithTheOthers) {
  Program rtig(kRtigOnTcp, {.environment = {},
                            .descriptors_max = {},
                            .ready = true,
                            .memory_max = std::size_t{600} << 20});
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
    auto answer = greedy.next();
    while (answer && answer->kind() == wire::Kind::UpdateAttributeValues) answer = greedy.next();
    ended = !answer || answer->kind() != wire::Kind::SynchronizationPointRegistered;
  }
  EXPECT_TRUE(ended);
  EXPECT_NE(rtig.wait_for("no memory"), "") << rtig.output();
  alpha.send(wire::RegisterFederationSynchronizationPoint{"p", "", {}}, a);
  EXPECT_TRUE(alpha.next_of<wire::SynchronizationPointRegistered>().has_value());
  Peer late = Peer::after_handshake(urls[0]);
  EXPECT_EQ(late.join("battle", "beta").value, 2u);
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0) << rtig.output();
}

// --- Shared memory: what lies in the file system ---

class RtigOnShm : public ::testing::Test {
 protected:
  RtigOnShm() {
    char name[] = "/tmp/triad-rtig-shm-XXXXXX";
    directory_ = ::mkdtemp(name);
    ::setenv("XDG_RUNTIME_DIR", directory_.c_str(), 1);
  }
  ~RtigOnShm() override { std::filesystem::remove_all(directory_); }

  std::vector<std::string> left_behind() const {
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
  EXPECT_FALSE(left_behind().empty());
  Peer over_shm = Peer::after_handshake(urls[0]);
  Peer over_tcp = Peer::after_handshake(urls[1]);
  EXPECT_TRUE(over_shm.ask(wire::ListFederations{}).has_value());
  rtig.signal(SIGTERM);
  EXPECT_EQ(rtig.wait(), 0);
  EXPECT_TRUE(left_behind().empty()) << left_behind()[0];
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
  EXPECT_TRUE(Peer::after_handshake(urls[0]).ask(wire::ListFederations{}).has_value());
}

TEST_F(RtigOnShm, DoesNotTakeTheNameOfOneThatLives) {
  Program first(command_, kReady);
  const auto urls = first.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << first.wait() << first.output();
  Program second(command_, kReady);
  EXPECT_EQ(second.wait(), 1);
  EXPECT_NE(second.output().find("system-test"), std::string::npos) << second.output();
  EXPECT_TRUE(Peer::after_handshake(urls[0]).ask(wire::ListFederations{}).has_value());
}

std::set<int> open_descriptors() {
  std::set<int> open;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    open.insert(std::stoi(entry.path().filename().string()));
  }
  return open;
}

// Through the flags of an open file, which all who have it share, one process could make another
// stand still in a read or write that it takes for one that does not wait.
TEST_F(RtigOnShm, GoesOnWhateverAPeerDoesToWhatItWasHanded) {
  Program rtig(command_, kReady);
  const auto urls = rtig.ready_lines();
  ASSERT_EQ(urls.size(), 2u) << rtig.wait() << rtig.output();
  const std::set<int> before = open_descriptors();
  Peer hostile = Peer::after_handshake(urls[0]);
  create_federation(hostile, "battle");
  transport::DescriptorPort& port = *hostile.link().descriptor_port();
  const auto fabric = transport::Fabric::create({}).value();
  port.pass(transport::AttachMessage{}.with(fabric->endpoint()));
  hostile.join("battle", "hostile");
  const auto endpoint_of_rtig = port.take();
  ASSERT_TRUE(endpoint_of_rtig && transport::AttachMessage::read(*endpoint_of_rtig));

  for (const int descriptor : open_descriptors()) {
    if (!before.contains(descriptor)) ::fcntl(descriptor, F_SETFL, 0);
  }
  // Wakes rtig, which finds that nobody has rung.
  port.pass(transport::AttachMessage{}.with(fabric->endpoint()));
  Peer honest = Peer::after_handshake(urls[0]);
  EXPECT_TRUE(honest.ask(wire::ListFederations{}).has_value());

  ASSERT_EQ(::shutdown(endpoint_of_rtig->descriptors[1].get(), SHUT_RDWR), 0);
  EXPECT_NE(rtig.wait_for("has shut down what wakes rtig"), "") << rtig.output();
  EXPECT_TRUE(honest.ask(wire::ListFederations{}).has_value());
}

}  // namespace
}  // namespace triad::tests
