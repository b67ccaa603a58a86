// Tests of an RTIA in its own process: how it is found and started, and that it leaves the
// federate's process unchanged.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

namespace fs = std::filesystem;

class ProcessHost : public Binding {
 protected:
  ProcessHost() : Binding({Host::process, Over::tcp}) {}
  ~ProcessHost() override { unsetenv("TRIAD_RTIA"); }

  // Returns the rtia processes that serve this test's rtig, found by its URL on their command
  // lines.
  std::vector<pid_t> rtias() const {
    std::vector<pid_t> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream stream(entry.path() / "cmdline", std::ios::binary);
      std::ostringstream text;  // reads until the end, also if the process ends meanwhile
      text << stream.rdbuf();
      const std::string line = text.str();
      if (line.find("--federate") != std::string::npos &&
          line.find(rtig.tcp_url()) != std::string::npos) {
        found.push_back(std::stoi(entry.path().filename()));
      }
    }
    return found;
  }

  // Waits until only one is left, because the rtia of the fixture's former RTIambassador may still
  // be ending.
  pid_t only_rtia() const {
    std::vector<pid_t> found;
    while ((found = rtias()).size() > 1) std::this_thread::yield();
    return found.empty() ? -1 : found[0];
  }
};

TEST_F(ProcessHost, IsNoChildThatTheFederateCouldWaitFor) {
  auto federate = joined();
  EXPECT_GT(only_rtia(), 0);
  // The rtig, which still runs, is the only child.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), 0);
  rtig.kill();
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ProcessHost, RaisesNoSigchldAtTheFederate) {
  static volatile sig_atomic_t raised = 0;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) { raised = 1; };
  sigaction(SIGCHLD, &action, &before);
  {
    auto federate = joined();
    EXPECT_GT(federate->tank(), 0u);
  }
  while (!rtias().empty()) std::this_thread::yield();
  EXPECT_EQ(raised, 0);
  sigaction(SIGCHLD, &before, nullptr);
}

TEST_F(ProcessHost, EndsWithTheFederateThatIsKilled) {
  int sync[2];
  ASSERT_EQ(pipe(sync), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto federate = joined();
    (void)!write(sync[1], "x", 1);
    pause();
    _exit(0);
  }
  char ready = 0;
  ASSERT_EQ(read(sync[0], &ready, 1), 1);
  EXPECT_GT(only_rtia(), 0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  while (!rtias().empty()) std::this_thread::yield();
  close(sync[0]);
  close(sync[1]);
}

TEST_F(ProcessHost, HoldsNoDescriptorOfTheFederates) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  auto federate = joined();
  close(pipe_ends[1]);
  char nothing = 0;
  EXPECT_EQ(read(pipe_ends[0], &nothing, 1), 0);  // end of file: no other process can write
  close(pipe_ends[0]);
}

TEST_F(ProcessHost, RunsWithoutTheFederatesSignalMaskAndIgnoredSignals) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  auto federate = joined();
  sigprocmask(SIG_SETMASK, &before, nullptr);
  std::ifstream status("/proc/" + std::to_string(only_rtia()) + "/status");
  std::string line;
  while (std::getline(status, line) && !line.starts_with("SigBlk:")) {
  }
  EXPECT_EQ(line, "SigBlk:\t0000000000000000");
}

TEST_F(ProcessHost, IsMissedWhenItIsKilled) {
  auto federate = joined();
  const pid_t rtia = only_rtia();
  ASSERT_GT(rtia, 0);
  kill(rtia, SIGKILL);
  const auto text = reason([&] { (*federate)->tick(3600, 3600); });
  EXPECT_NE(text.find("the rtia process"), std::string::npos) << text;
  EXPECT_EQ(thrown([&] { federate->tank(); }), "RTIinternalError");
}

// Updates that need no answer do not wait for the rtia until the ring is full.
TEST_F(ProcessHost, TakesUpdatesWhileItIsStopped) {
  constexpr int kUpdates = 10'000;
  auto sender = joined();
  const pid_t rtia = only_rtia();
  ASSERT_GT(rtia, 0);
  auto receiver = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const RTI::ObjectHandle object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  receiver->until("discover Tiger");
  receiver->listener.heard.clear();
  const RTI::AttributeHandle speed = sender->speed();
  std::atomic<int> returned = 0;
  const auto update = [&] {
    const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
        RTI::AttributeSetFactory::create(1));
    const std::string text = std::to_string(returned);
    values->add(speed, text.data(), text.size());
    (*sender)->updateAttributeValues(object, *values, "t");
    ++returned;
  };
  update();
  kill(rtia, SIGSTOP);
  std::thread updating([&] {
    while (returned < kUpdates) update();
  });
  while (returned < 100) std::this_thread::yield();
  kill(rtia, SIGCONT);
  updating.join();
  receiver->until("reflect " + std::to_string(kUpdates - 1) + " t");
  EXPECT_EQ(receiver->listener.heard.size(), static_cast<std::size_t>(kUpdates));
}

TEST_F(ProcessHost, IsMissedByUpdatesWhenItIsKilled) {
  auto sender = joined();
  const pid_t rtia = only_rtia();
  ASSERT_GT(rtia, 0);
  sender->publish_tank();
  const RTI::ObjectHandle object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  sender->update_speed(object, "0", "t");
  kill(rtia, SIGKILL);
  EXPECT_EQ(thrown([&] {
              for (;;) sender->update_speed(object, "1", "t");
            }),
            "RTIinternalError");
}

TEST_F(ProcessHost, IsLookedForWhereItIsSaidToBe) {
  setenv("TRIAD_RTIA", "/nowhere/rtia", 1);
  RTI::RTIambassador rti;
  const auto text = reason([&] { rti.destroyFederationExecution("g"); });
  EXPECT_NE(text.find("no rtia program at /nowhere/rtia"), std::string::npos) << text;
}

TEST_F(ProcessHost, IsRefusedWhenItIsAnotherProgram) {
  setenv("TRIAD_RTIA", "/bin/true", 1);
  RTI::RTIambassador rti;
  const auto text = reason([&] { rti.destroyFederationExecution("g"); });
  EXPECT_NE(text.find("is it a Triad program?"), std::string::npos) << text;
}

TEST_F(ProcessHost, IsRefusedForTheMemoryTransport) {
  setenv("RTI_URL", "memory:here", 1);
  RTI::RTIambassador rti;
  const auto text = reason([&] { rti.destroyFederationExecution("g"); });
  EXPECT_NE(text.find("use RTI_RTIA=embedded"), std::string::npos) << text;
}

}  // namespace
}  // namespace triad::binding
