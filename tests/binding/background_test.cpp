// Tests of the background thread of an embedded RTI ambassador inside its process. Scenarios test
// its work for the federation (tests/scenario/api/background_api_test.cpp).
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <RTIextensions.hh>
#include <csignal>
#include <cstdlib>
#include <fedtime.hh>
#include <filesystem>
#include <fstream>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

using Background = EveryConfiguration;
INSTANTIATE_TEST_SUITE_P(Ways, Background, EVERY_CONFIGURATION);

bool is_readable(int descriptor, int timeout_ms) {
  pollfd poller{descriptor, POLLIN, 0};
  return poll(&poller, 1, timeout_ms) == 1;
}

// Begins to regulate. Each constrained federate answers after all that was sent to it before.
void regulate(Federate& federate) {
  federate->enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  federate.until("regulating");
}

void constrain(Federate& federate) {
  federate->enableTimeConstrained();
  federate.until("constrained");
  federate->enableAsynchronousDelivery();
}

TEST_P(Background, TheCallbackDescriptorTellsOfWhatTheThreadHasRead) {
  auto receiver = joined();
  auto sender = joined();
  constrain(*receiver);
  receiver->subscribe_tank();
  sender->publish_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  receiver->until("discover Tiger");
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  for (int i = 0; i < 5; ++i) {
    const auto value = std::to_string(i);
    sender->update_speed(object, value, "t");
    regulate(*sender);
    // The receiver's thread has read the update before the record that it has answered, and nothing
    // more comes. The thread may not have made the descriptor readable yet.
    EXPECT_TRUE(is_readable(descriptor, -1));
    while ((*receiver)->tick() == RTI::RTI_TRUE) {
    }
    EXPECT_TRUE(receiver->listener.has("reflect " + value + " t"));
    while (is_readable(descriptor, 0)) (*receiver)->tick();
    (*sender)->disableTimeRegulation();
    sender->listener.heard.clear();
  }
}

// Returns the masks of blocked signals of this process's background threads, found by their name.
std::vector<std::string> background_threads() {
  std::vector<std::string> blocked;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(task.path() / "status");
    bool is_ours = false;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Name:")) is_ours = line.ends_with("triad-rtia");
      if (is_ours && line.starts_with("SigBlk:")) blocked.push_back(line.substr(8));
    }
  }
  return blocked;
}

TEST_P(Background, ItTakesNoSignalAndEndsWithTheAmbassador) {
  const std::size_t one = GetParam().host == Host::embedded ? 1 : 0;
  auto federate = joined();
  const auto threads = background_threads();
  ASSERT_EQ(threads.size(), one);
  if (one == 1) {
    // All signals but those that cannot be blocked, and the two of the C library.
    constexpr std::uint64_t kUnblockable = 1u << (SIGKILL - 1) | 1u << (SIGSTOP - 1) | 3ull << 31;
    EXPECT_EQ(std::stoull(threads[0], nullptr, 16) | kUnblockable, ~0ull);
  }
  federate.reset();
  EXPECT_EQ(background_threads().size(), 0u);
}

TEST_P(Background, ItIsNotThereWhereTheSettingSaysNo) {
  setenv("RTI_BACKGROUND", "no", 1);
  auto federate = joined();
  EXPECT_EQ(background_threads().size(), 0u);
  unsetenv("RTI_BACKGROUND");
}

// Waits for a byte, or until the other end is closed.
void await(int pipe_end) {
  char byte = 0;
  (void)!read(pipe_end, &byte, 1);
}

// Computes until it is told to continue, then exits without destroying its ambassador. Runs in a
// process of its own.
[[noreturn]] void compute_and_exit(Federate& federate, int ready, int go) {
  constrain(federate);
  federate.subscribe_tank();
  (void)!write(ready, "x", 1);
  await(go);
  std::exit(0);
}

TEST_P(Background, TheProcessMayEndAroundAThreadAtWork) {
  auto sender = joined();
  sender->publish_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  const auto flood = [&] {
    for (int i = 0; i < 2000; ++i) sender->update_speed(object, std::to_string(i), "t");
  };
  for (int round = 0; round < 5; ++round) {
    int ready[2];
    int go[2];
    ASSERT_EQ(pipe(ready), 0);
    ASSERT_EQ(pipe(go), 0);
    const pid_t child = fork();
    if (child == 0) compute_and_exit(*joined().release(), ready[1], go[0]);
    await(ready[0]);
    flood();
    regulate(*sender);  // returns after the child's thread has answered
    (void)!write(go[1], "x", 1);
    flood();
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    (*sender)->disableTimeRegulation();
    sender->listener.heard.clear();
    for (const int end : {ready[0], ready[1], go[0], go[1]}) close(end);
  }
}

}  // namespace
}  // namespace triad::binding
