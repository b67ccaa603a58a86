// Tests a federate after the end of its rtig or of another federate, and after a fork.
#include <sys/wait.h>
#include <unistd.h>

#include <RTIextensions.hh>
#include <csignal>
#include <cstdlib>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

using Failure = EveryConfiguration;
INSTANTIATE_TEST_SUITE_P(Ways, Failure, EVERY_CONFIGURATION);

TEST_P(Failure, ALostRtigEndsAWaitingTickWithAClearError) {
  auto federate = joined();
  rtig.kill();
  const auto text = reason([&] { (*federate)->tick(3600, 3600); });
  EXPECT_NE(text.find("RTIG"), std::string::npos) << text;
  EXPECT_EQ(thrown([&] { (*federate)->tick(); }), "RTIinternalError");
  EXPECT_EQ(thrown([&] { federate->tank(); }), "RTIinternalError");
  EXPECT_EQ(thrown([&] { (*federate)->registerFederationSynchronizationPoint("a", ""); }),
            "RTIinternalError");
}

TEST_P(Failure, ALostRtigEndsACallThatWaits) {
  auto federate = joined();
  rtig.kill();
  EXPECT_EQ(thrown([&] { (*federate)->resignFederationExecution(RTI::NO_ACTION); }),
            "RTIinternalError");
}

TEST_P(Failure, AnotherRtigIsFoundByTheSameAmbassador) {
  auto federate = joined();
  rtig.kill();
  EXPECT_EQ(thrown([&] { (*federate)->tick(60, 60); }), "RTIinternalError");
  RtigProcess another;
  setenv("RTI_URL", (GetParam().over == Over::tcp ? another.tcp_url() : another.shm_url()).c_str(),
         1);
  (*federate)->createFederationExecution("f", TRIAD_FED);
  (*federate)->joinFederationExecution("t", "f", &federate->listener);
  EXPECT_GT(federate->tank(), 0u);
}

// The rtig has room for one client that has not joined.
TEST_P(Failure, ALinkThatMadeRoomForOthersIsMadeAgain) {
  rtig.kill();
  setenv("RTIG_UNJOINED_MAX", "1", 1);
  RtigProcess crowded;
  unsetenv("RTIG_UNJOINED_MAX");
  setenv("RTI_URL", (GetParam().over == Over::tcp ? crowded.tcp_url() : crowded.shm_url()).c_str(),
         1);
  Federate first;
  first->createFederationExecution("f", TRIAD_FED);
  Federate second;
  second->createFederationExecution("g", TRIAD_FED);
  first->joinFederationExecution("t", "f", &first.listener);
  EXPECT_GT(first.tank(), 0u);
}

TEST_P(Failure, ADeletedAmbassadorIsLostToItsFederation) {
  auto stays = joined();
  stays->subscribe_tank();
  auto goes = joined();
  goes->publish_tank();
  (*goes)->registerObjectInstance(goes->tank(), "Tiger");
  stays->until("discover Tiger");
  goes.reset();
  stays->until("remove ");
  EXPECT_EQ(stays->listener.heard, (std::vector<std::string>{"discover Tiger", "remove "}));
}

TEST_P(Failure, AKilledFederateIsLostToItsFederation) {
  auto stays = joined();
  stays->subscribe_tank();
  int sync[2];
  ASSERT_EQ(pipe(sync), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto goes = joined();
    goes->publish_tank();
    (*goes)->registerObjectInstance(goes->tank(), "Tiger");
    (void)!write(sync[1], "x", 1);
    pause();
    _exit(0);
  }
  char ready = 0;
  ASSERT_EQ(read(sync[0], &ready, 1), 1);
  stays->until("discover Tiger");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  stays->until("remove ");
  close(sync[0]);
  close(sync[1]);
}

// The child may outlive its parent for long. It must not keep the connection open.
TEST_P(Failure, AKilledFederateIsLostThoughAChildOfItsLives) {
  auto stays = joined();
  stays->subscribe_tank();
  int sync[2];
  int life[2];
  ASSERT_EQ(pipe(sync), 0);
  ASSERT_EQ(pipe(life), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    close(life[1]);
    auto goes = joined();
    RTIextensions::callbackDescriptor(*goes->rti);
    goes->publish_tank();
    (*goes)->registerObjectInstance(goes->tank(), "Tiger");
    if (fork() == 0) {
      close(sync[1]);
      char end = 0;
      (void)!read(life[0], &end, 1);  // until the test has ended
      _exit(0);
    }
    (void)!write(sync[1], "x", 1);
    pause();
    _exit(0);
  }
  char ready = 0;
  ASSERT_EQ(read(sync[0], &ready, 1), 1);
  stays->until("discover Tiger");
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  stays->until("remove ");
  for (const int descriptor : {sync[0], sync[1], life[0], life[1]}) close(descriptor);
}

TEST_P(Failure, AForkedChildDropsItsCopyAndKeepsAConnectionOfItsOwn) {
  auto parent = joined();
  RTIextensions::callbackDescriptor(*parent->rti);
  const pid_t child = fork();
  if (child == 0) {
    // The new descriptors get the numbers of the copied ones.
    auto federate = joined();
    RTIextensions::callbackDescriptor(*federate->rti);
    parent.reset();
    const bool fine = federate->tank() > 0;
    federate->publish_tank();
    (*federate)->resignFederationExecution(RTI::NO_ACTION);
    _exit(fine ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  parent->publish_tank();
}

TEST_P(Failure, AForkedChildIsInertAndHarmless) {
  auto stays = joined();
  stays->subscribe_tank();
  auto parent = joined();
  parent->publish_tank();
  const auto object = (*parent)->registerObjectInstance(parent->tank(), "Tiger");
  stays->until("discover Tiger");
  const pid_t child = fork();
  if (child == 0) {
    const bool refused = thrown([&] { parent->tank(); }) == "RTIinternalError" &&
                         thrown([&] { (*parent)->tick(); }) == "RTIinternalError";
    parent.reset();
    stays.reset();
    _exit(refused ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  parent->update_speed(object, "1", "still here");
  stays->until("reflect 1 still here");
}

// Programs with a global RTIambassador and daemon(3) do this.
TEST_P(Failure, AnAmbassadorThatHadNotConnectedWorksInAForkedChild) {
  auto other = joined();
  auto unused = outsider();
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      (*unused)->joinFederationExecution("daemon", "f", &unused->listener);
      const bool fine = unused->tank() > 0;
      unused->publish_tank();
      (*unused)->tick(0.0, 0.0);
      (*unused)->resignFederationExecution(RTI::NO_ACTION);
      _exit(fine ? 0 : 1);
    }
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  // The parent's ambassador is unaffected.
  (*unused)->joinFederationExecution("parent", "f", &unused->listener);
  EXPECT_GT(unused->tank(), 0u);
}

// After a fork, an RTIambassador that found no rtig in its first call is like a new one.
TEST_P(Failure, AnAmbassadorThatFoundNoRtigWorksInAForkedChild) {
  if (GetParam().host == Host::process) return;  // its first call has started an rtia
  auto unused = outsider();
  const std::string url = std::getenv("RTI_URL");
  setenv("RTI_URL", "tcp://127.0.0.1:1", 1);
  setenv("RTI_CONNECT_TIMEOUT", "0", 1);
  EXPECT_EQ(thrown([&] { (*unused)->destroyFederationExecution("none such"); }),
            "RTIinternalError");
  setenv("RTI_URL", url.c_str(), 1);
  unsetenv("RTI_CONNECT_TIMEOUT");
  const pid_t child = fork();
  if (child == 0) {
    _exit(thrown([&] { (*unused)->destroyFederationExecution("none such"); }) ==
                  "FederationExecutionDoesNotExist"
              ? 0
              : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_P(Failure, AForkedChildMayBeAFederateItself) {
  auto parent = joined();
  const pid_t child = fork();
  if (child == 0) {
    auto federate = joined();
    const bool fine = federate->tank() > 0;
    (*federate)->resignFederationExecution(RTI::NO_ACTION);
    _exit(fine ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace triad::binding
