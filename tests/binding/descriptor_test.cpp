// Tests of RTIextensions::callbackDescriptor, on which a program with its own event loop sleeps.
#include <poll.h>

#include <RTIextensions.hh>
#include <thread>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

bool readable(int descriptor, int timeout_ms) {
  pollfd poller{descriptor, POLLIN, 0};
  return poll(&poller, 1, timeout_ms) == 1;
}

// Acts as an event loop that sleeps only on the descriptor, until the line has come.
void loop_until(Federate& federate, int descriptor, const std::string& line) {
  while (!federate.listener.has(line)) {
    ASSERT_TRUE(readable(descriptor, -1));
    while (federate->tick() == RTI::RTI_TRUE) {
    }
  }
}

using CallbackDescriptor = EveryConfiguration;
INSTANTIATE_TEST_SUITE_P(Ways, CallbackDescriptor, EVERY_CONFIGURATION);

TEST_P(CallbackDescriptor, WakesAnEventLoopForEveryCallback) {
  auto receiver = outsider();
  // The descriptor is requested before there is a connection.
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  (*receiver)->joinFederationExecution("t", "f", &receiver->listener);
  auto sender = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  loop_until(*receiver, descriptor, "discover Tiger");
  for (int i = 0; i < 100; ++i) {
    const auto value = std::to_string(i);
    sender->update_speed(object, value, "t");
    loop_until(*receiver, descriptor, "reflect " + value + " t");
  }
}

TEST_P(CallbackDescriptor, WakesALoopThatSleepsInAnotherThread) {
  auto receiver = joined();
  auto sender = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  std::thread looping([&] { loop_until(*receiver, descriptor, "reflect 99 t"); });
  const auto object = (*sender)->registerObjectInstance(sender->tank());
  for (int i = 0; i < 100; ++i) sender->update_speed(object, std::to_string(i), "t");
  looping.join();
}

TEST_P(CallbackDescriptor, FallsSilentWhenNothingIsLeft) {
  auto receiver = joined();
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  auto sender = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  loop_until(*receiver, descriptor, "discover Tiger");
  while (readable(descriptor, 0)) (*receiver)->tick();
}

// A callback that comes after a tick has ended is delivered by the next tick. Until then, services
// treat it as not delivered.
TEST_P(CallbackDescriptor, TellsOfWhatTheNextTickAloneGives) {
  auto receiver = joined();
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  auto sender = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  while ((*receiver)->tick(0.001, 0.001) != RTI::RTI_FALSE) {
  }
  (*sender)->registerObjectInstance(sender->tank(), "Lion");
  while (!receiver->listener.has("discover Lion")) {
    ASSERT_TRUE(readable(descriptor, -1));
    EXPECT_EQ(thrown([&] { (*receiver)->getObjectInstanceHandle("Lion"); }), "ObjectNotKnown");
    (*receiver)->tick();
  }
  EXPECT_EQ(thrown([&] { (*receiver)->getObjectInstanceHandle("Lion"); }), "");
}

TEST_P(CallbackDescriptor, BecomesReadableWhenTheRtigIsLost) {
  auto receiver = joined();
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  rtig.kill();
  std::string lost;
  while (lost.empty()) {
    ASSERT_TRUE(readable(descriptor, -1));
    lost = thrown([&] { (*receiver)->tick(); });
  }
  EXPECT_EQ(lost, "RTIinternalError");
  EXPECT_TRUE(readable(descriptor, 0));
}

TEST_P(CallbackDescriptor, StaysTheSameAcrossResignAndJoin) {
  auto receiver = joined();
  const int descriptor = RTIextensions::callbackDescriptor(*receiver->rti);
  (*receiver)->resignFederationExecution(RTI::NO_ACTION);
  (*receiver)->joinFederationExecution("t", "f", &receiver->listener);
  EXPECT_EQ(RTIextensions::callbackDescriptor(*receiver->rti), descriptor);
  (*receiver)->registerFederationSynchronizationPoint("l", "");
  loop_until(*receiver, descriptor, "announce l ");
}

}  // namespace
}  // namespace triad::binding
