// Tests of the program rtictl with a real rtig and without one.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>

#include "tests/system/rtig_support.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::tests {
namespace {

class Rtictl : public ::testing::Test {
 protected:
  Rtictl()
      : rtig_({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"},
              {.environment = {}, .descriptors_max = {}, .ready = true}),
        url_(rtig_.ready_lines().at(0)) {}

  // Runs `rtictl --url URL ARGUMENT...`, puts its output into output_ and returns its exit status.
  int run(std::vector<std::string> arguments) {
    std::vector<std::string> command{TRIAD_RTICTL, "--url", url_};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Program rtictl(command);
    const int code = rtictl.wait();
    output_ = rtictl.output();
    return code;
  }

  Program rtig_;
  std::string url_;
  std::string output_;
};

TEST_F(Rtictl, SaysWhenThereIsNoFederation) {
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(output_, "No federations.\n");
  EXPECT_EQ(run({"list", "--json"}), 0);
  EXPECT_EQ(output_, "{\"federations\":[]}\n");
}

TEST_F(Rtictl, ListsFederationsWithTheirFederates) {
  Peer alpha = Peer::after_handshake(url_);
  create_federation(alpha, "battle");
  alpha.join("battle", "alpha");
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_NE(output_.find("battle: FED small.fed, 0 objects, 1 federate\n"), std::string::npos)
      << output_;
  EXPECT_NE(output_.find("alpha  peerhost  4711  tcp 127.0.0.1:"), std::string::npos) << output_;
  EXPECT_EQ(run({"list", "--json"}), 0);
  EXPECT_NE(output_.find(R"("federate":1,"type":"alpha","host":"peerhost","pid":4711)"),
            std::string::npos)
      << output_;
  EXPECT_EQ(run({"list", "--names"}), 0);
  EXPECT_EQ(output_, "battle\n");
}

TEST_F(Rtictl, DestroysAFederationThatItsFederatesLeft) {
  {
    Peer alpha = Peer::after_handshake(url_);
    create_federation(alpha, "battle");
  }
  EXPECT_EQ(run({"destroy", "battle"}), 0) << output_;
  EXPECT_EQ(run({"destroy", "battle"}), 1);
  EXPECT_NE(output_.find("FederationExecutionDoesNotExist"), std::string::npos) << output_;
}

TEST_F(Rtictl, DestroysALiveFederationOnlyByForce) {
  Peer alpha = Peer::after_handshake(url_);
  create_federation(alpha, "battle");
  alpha.join("battle", "alpha");
  EXPECT_EQ(run({"destroy", "battle"}), 1);
  EXPECT_NE(output_.find("--force"), std::string::npos) << output_;
  EXPECT_EQ(run({"destroy", "battle", "--force"}), 0) << output_;
  ASSERT_TRUE(alpha.next_message<wire::Refused>().has_value());
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(output_, "No federations.\n");
}

TEST_F(Rtictl, IsRefusedToDestroyWhereTheRtigHasNoSocketForOperators) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"},
               {.environment = {"XDG_RUNTIME_DIR=/proc"}, .descriptors_max = {}, .ready = true});
  url_ = rtig.ready_lines().at(0);
  Peer alpha = Peer::after_handshake(url_);
  create_federation(alpha, "battle");
  EXPECT_EQ(run({"destroy", "battle"}), 1);
  EXPECT_NE(output_.find("only the user of the rtig"), std::string::npos) << output_;
}

// Runs rtig as the system service does, with its own user and folder.
class RtictlOfService : public ::testing::Test {
 protected:
  static constexpr unsigned kUser = 64'000;

  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, to act as several users";
    std::string name = ::testing::TempDir() + "rtig-service.XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    ASSERT_EQ(::chown(folder_.c_str(), kUser, kUser), 0);
    rtig_ = as(kUser, {TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"}, true);
    url_ = rtig_->ready_lines().at(0);
    Peer federate = Peer::after_handshake(url_);
    create_federation(federate, "battle");
  }
  ~RtictlOfService() override {
    rtig_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::unique_ptr<Program> as(unsigned user, const std::vector<std::string>& command,
                              bool is_rtig = false) const {
    const std::string id = std::to_string(user);
    std::vector<std::string> whole{"/usr/bin/env", "setpriv", "--reuid",       id,
                                   "--regid",      id,        "--clear-groups"};
    whole.insert(whole.end(), command.begin(), command.end());
    Program::Options options{.environment = {}, .descriptors_max = {}, .ready = is_rtig};
    options.environment.push_back("XDG_RUNTIME_DIR=" + (is_rtig ? folder_ : ""));
    return std::make_unique<Program>(whole, options);
  }
  // Runs `rtictl destroy battle` as that user.
  int destroy_as(unsigned user) {
    const auto rtictl = as(user, {TRIAD_RTICTL, "--url", url_, "destroy", "battle"});
    const int code = rtictl->wait();
    output_ = rtictl->output();
    return code;
  }

  std::string folder_;
  std::string url_;
  std::string output_;
  std::unique_ptr<Program> rtig_;
};

TEST_F(RtictlOfService, DestroysAsRoot) {
  EXPECT_EQ(destroy_as(0), 0) << output_;
}

TEST_F(RtictlOfService, DestroysAsTheUserOfTheRtig) {
  EXPECT_EQ(destroy_as(kUser), 0) << output_;
}

TEST_F(RtictlOfService, IsRefusedToDestroyAsAnotherUser) {
  EXPECT_EQ(destroy_as(kUser + 1), 1);
  EXPECT_NE(output_.find("sudo rtictl destroy"), std::string::npos) << output_;
}

TEST_F(Rtictl, DestroysOverTcpWhereAnybodyMay) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--operators", "anybody"},
               {.environment = {"XDG_RUNTIME_DIR=/proc"}, .descriptors_max = {}, .ready = true});
  url_ = rtig.ready_lines().at(0);
  Peer alpha = Peer::after_handshake(url_);
  create_federation(alpha, "battle");
  EXPECT_EQ(run({"destroy", "battle"}), 0) << output_;
}

// Newcomers keep their places for two seconds.
TEST_F(Rtictl, GetsThroughACrowdByTheOperatorsSocketAndElseComesAgain) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--newcomers-max", "1"},
               {.environment = {}, .descriptors_max = {}, .ready = true});
  url_ = rtig.ready_lines().at(0);
  Peer newcomer = Peer::after_handshake(url_);
  EXPECT_EQ(run({"list"}), 0) << output_;
  EXPECT_EQ(output_, "No federations.\n");
  Program elsewhere(
      {TRIAD_RTICTL, "--url", url_, "--timeout", "60", "list"},
      {.environment = {"XDG_RUNTIME_DIR=/proc"}, .descriptors_max = {}, .ready = false});
  EXPECT_EQ(elsewhere.wait(), 0) << elsewhere.output();
  rtig.signal(SIGTERM);
  rtig.wait();
  EXPECT_NE(rtig.output().find("clients connect at once (newcomers.max)"), std::string::npos);
}

TEST_F(Rtictl, SaysThatThereAreNoSaves) {
  EXPECT_EQ(run({"saves"}), 0);
  EXPECT_EQ(output_, "No saves.\n");
  EXPECT_EQ(run({"saves", "x"}), 2);
}

TEST_F(Rtictl, SaysThatNoSavesAreKept) {
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0", "--saves", ""},
               {.environment = {}, .descriptors_max = {}, .ready = true});
  url_ = rtig.ready_lines().at(0);
  EXPECT_EQ(run({"saves"}), 0);
  EXPECT_NE(output_.find("keeps no saves"), std::string::npos) << output_;
}

TEST_F(Rtictl, SaysWhatIsWrongWithItsCommandLine) {
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(run({"dance"}), 2);
  EXPECT_NE(output_.find("there is no command 'dance'"), std::string::npos) << output_;
  EXPECT_EQ(run({"destroy"}), 2);
  EXPECT_EQ(run({"list", "extra"}), 2);
  EXPECT_NE(output_.find("unexpected argument 'extra'; `rtictl list --help`"), std::string::npos)
      << output_;
  EXPECT_EQ(run({"destroy", "a", "b"}), 2);
}

TEST(RtictlWithoutRtig, NamesTheUrlAndHowToStartOne) {
  std::string url;
  {
    Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"},
                 {.environment = {}, .descriptors_max = {}, .ready = true});
    url = rtig.ready_lines().at(0);
    rtig.signal(SIGTERM);
    rtig.wait();
  }
  Program rtictl({TRIAD_RTICTL, "list"},
                 {.environment = {"RTI_URL=" + url}, .descriptors_max = {}, .ready = false});
  EXPECT_EQ(rtictl.wait(), 3);
  EXPECT_NE(rtictl.output().find(url), std::string::npos) << rtictl.output();
  EXPECT_NE(rtictl.output().find("Start one with `rtig --listen " + url + "`"), std::string::npos)
      << rtictl.output();
}

TEST(RtictlWithoutRtig, NamesWhereToStartOneInSharedMemory) {
  Program rtictl({TRIAD_RTICTL, "--url", "shm://no-such-rtig", "list"});
  EXPECT_EQ(rtictl.wait(), 3);
  EXPECT_NE(rtictl.output().find("Start one with `rtig --listen shm://no-such-rtig`"),
            std::string::npos)
      << rtictl.output();
}

// The kernel accepts connections at that URL, but no program answers.
TEST(RtictlWithoutRtig, GivesUpAProgramThatNeverAnswersAndGoesOnInItsList) {
  const auto silent = transport::listen(transport::parse_url("tcp://127.0.0.1:0").value()).value();
  Program alone({TRIAD_RTICTL, "--url", silent->url(), "--timeout", "0.2", "list"});
  EXPECT_EQ(alone.wait(), 3);
  EXPECT_NE(alone.output().find(silent->url() +
                                " took the connection and sent no handshake within 0.2 s: another "
                                "program has that port"),
            std::string::npos)
      << alone.output();
  Program rtig({TRIAD_RTIG, "--listen", "tcp://127.0.0.1:0"},
               {.environment = {}, .descriptors_max = {}, .ready = true});
  Program both({TRIAD_RTICTL, "--url", silent->url() + "," + rtig.ready_lines().at(0), "--timeout",
                "1", "list"});
  EXPECT_EQ(both.wait(), 0) << both.output();
}

TEST(RtictlWithoutRtig, SaysThatAPortIsNotTriads) {
  for (const char* greeting : {"SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"}) {
    const transport::UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    ASSERT_EQ(::bind(listener.get(), any, length), 0);
    ASSERT_EQ(::listen(listener.get(), 1), 0);
    ASSERT_EQ(::getsockname(listener.get(), any, &length), 0);
    const std::string url = "tcp://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    Program rtictl({TRIAD_RTICTL, "--url", url, "list"});
    const transport::UniqueFd link(::accept(listener.get(), nullptr, nullptr));
    ASSERT_GT(::send(link.get(), greeting, std::strlen(greeting), MSG_NOSIGNAL), 0);
    EXPECT_EQ(rtictl.wait(), 3);
    EXPECT_NE(rtictl.output().find(url + " is not a Triad program: it did not answer with Triad's "
                                         "handshake; check host and port"),
              std::string::npos)
        << rtictl.output();
  }
}

TEST(RtictlWithoutRtig, SaysHowToStartARouterWhereNoneListens) {
  Program rtictl({TRIAD_RTICTL, "--url", "mesh://127.0.0.1:1", "list"});
  EXPECT_EQ(rtictl.wait(), 3);
  EXPECT_NE(rtictl.output().find("cannot connect to mesh://127.0.0.1:1"), std::string::npos)
      << rtictl.output();
  EXPECT_NE(rtictl.output().find("Start it with `rtirouter "), std::string::npos)
      << rtictl.output();
}

// Names below .invalid never resolve (RFC 2606).
TEST(RtictlWithoutRtig, SaysThatAHostIsUnknownAndNotToStartOneThere) {
  Program rtictl({TRIAD_RTICTL, "--url", "tcp://nowhere.invalid:60400", "list"});
  EXPECT_EQ(rtictl.wait(), 3);
  EXPECT_NE(rtictl.output().find("does not resolve"), std::string::npos) << rtictl.output();
  EXPECT_EQ(rtictl.output().find("Start one"), std::string::npos) << rtictl.output();
}

TEST(RtictlWithoutRtig, HelpsWithItselfAndEachCommand) {
  Program help({TRIAD_RTICTL, "--help"});
  EXPECT_EQ(help.wait(), 0);
  EXPECT_NE(help.output().find("  destroy FEDERATION    end a federation"), std::string::npos);
  EXPECT_NE(help.output().find("Exit status:"), std::string::npos);
  Program of_command({TRIAD_RTICTL, "destroy", "--help"});
  EXPECT_EQ(of_command.wait(), 0);
  EXPECT_NE(of_command.output().find("Resigns the federates first"), std::string::npos);
}

}  // namespace
}  // namespace triad::tests
