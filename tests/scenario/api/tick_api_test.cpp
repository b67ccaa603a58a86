// Scenarios of the forms of tick, and of the services that a callback may and may not call. Threads
// are in threads_api_test.cpp.
#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

using Clock = std::chrono::steady_clock;

const std::string kVerb1 = "receiveInteraction InteractionRoot.Command {Verb=\"1\"} tag=\"\"";
const std::string kVerb2 = "receiveInteraction InteractionRoot.Command {Verb=\"2\"} tag=\"\"";
const std::string kVerb3 = "receiveInteraction InteractionRoot.Command {Verb=\"3\"} tag=\"\"";

// A receiver with three commands queued for its next tick.
struct ThreeCommands {
  explicit ThreeCommands(Scenario& scenario)
      : sender(scenario.federate("sender")), receiver(scenario.federate("receiver")) {
    receiver.subscribe_interaction("Command");
    sender.publish_interaction("Command");
    sender.wait_for_callback("turnInteractionsOn InteractionRoot.Command");
    for (const char* verb : {"1", "2", "3"}) sender.send_interaction("Command", {{"Verb", verb}});
    // Round trips to the RTIG: the commands have left the sender and reached the receiver's RTIA.
    sender.publish_interaction("Command");
    receiver.subscribe_interaction("Command");
  }
  Federate& sender;
  Federate& receiver;
};

// --- The forms of tick.

SCENARIO(Tick, WithoutAFederationItReturnsAtOnce) {
  auto& never_joined = outsider();
  EXPECT_EQ(never_joined->tick(), RTI::RTI_FALSE);
  EXPECT_EQ(never_joined->tick(0.0, 0.0), RTI::RTI_FALSE);
  auto& member = federate();
  member.resign();
  EXPECT_EQ(member->tick(), RTI::RTI_FALSE);
}

SCENARIO(Tick, WithNothingToTellItReturnsFalse) {
  auto& member = federate();
  wait_until_quiet();
  EXPECT_EQ(member->tick(), RTI::RTI_FALSE);
  EXPECT_EQ(member->tick(0.0, 0.0), RTI::RTI_FALSE);
  EXPECT_EQ(member->tick(0.0, 5.0), RTI::RTI_FALSE);
}

SCENARIO(Tick, ItDeliversAllThatIsReady) {
  ThreeCommands s(*this);
  while (s.receiver->tick() == RTI::RTI_TRUE) {
  }
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb1, kVerb2, kVerb3}));
}

SCENARIO(Tick, WithNothingToTellItWaitsForItsMinimum) {
  auto& member = federate();
  wait_until_quiet();
  const auto start = Clock::now();
  EXPECT_EQ(member->tick(0.05, 1.0), RTI::RTI_FALSE);
  EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(50));
}

SCENARIO(Tick, OddTimesAreMadeSenseOf) {
  auto& member = federate();
  wait_until_quiet();
  EXPECT_EQ(member->tick(-1.0, -1.0), RTI::RTI_FALSE);
  EXPECT_EQ(member->tick(-1.0, 0.0), RTI::RTI_FALSE);
  const auto start = Clock::now();
  EXPECT_EQ(member->tick(0.02, 0.0), RTI::RTI_FALSE);  // the larger value is the maximum
  EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(20));
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(member->tick(not_a_number, not_a_number), RTI::RTI_FALSE);
}

// tick waits only for the first callback: a minimum of an hour does not delay queued ones.
SCENARIO(Tick, WithSomethingToTellItDoesNotWait) {
  ThreeCommands s(*this);
  EXPECT_EQ(s.receiver->tick(3600.0, 7200.0), RTI::RTI_FALSE);
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb1, kVerb2, kVerb3}));
}

SCENARIO(Tick, PastItsMaximumItLeavesTheRest) {
  ThreeCommands s(*this);
  // A callback that takes longer than the maximum is not interrupted, and the next one waits.
  s.receiver.run_in_callback(kVerb1, [] {
    const auto start = Clock::now();
    while (Clock::now() - start < std::chrono::milliseconds(3)) {
    }
  });
  EXPECT_EQ(s.receiver->tick(0.0, 0.002), RTI::RTI_TRUE) << "more callbacks are waiting";
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb1}));
  while (s.receiver->tick() == RTI::RTI_TRUE) {
  }
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb2, kVerb3}));
}

SCENARIO(Tick, Tick2DeliversOneCallback) {
  ThreeCommands s(*this);
  EXPECT_EQ(s.receiver->tick2(), RTI::RTI_TRUE);
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb1}));
  EXPECT_EQ(s.receiver->tick2(), RTI::RTI_TRUE);
  EXPECT_EQ(s.receiver->tick2(), RTI::RTI_FALSE);
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb2, kVerb3}));
}

SCENARIO(Tick, TheKernelFormDeliversOneOrAll) {
  ThreeCommands s(*this);
  EXPECT_EQ(s.receiver->__tick_kernel(RTI::RTI_FALSE, 1.0, 1.0), RTI::RTI_TRUE);
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb1}));
  EXPECT_EQ(s.receiver->__tick_kernel(RTI::RTI_TRUE, 1.0, 1.0), RTI::RTI_FALSE);
  EXPECT_EQ(s.receiver.recorder().take_lines(), Lines({kVerb2, kVerb3}));
}

SCENARIO(Tick, CallbacksComeInTicksOnly) {
  ThreeCommands s(*this);
  s.receiver.publish("Vehicle", {"Speed"});
  s.receiver.register_object("Vehicle", "Car");
  EXPECT_EQ(s.receiver.recorder().lines(), Lines());
  EXPECT_EQ(s.receiver.take_callbacks(), Lines({kVerb1, kVerb2, kVerb3}));
}

// --- Exceptions of the federate.

SCENARIO(Callbacks, AnExceptionOfTheFederateEndsNothing) {
  ThreeCommands s(*this);
  s.receiver.run_in_callback(kVerb1,
                             [] { throw RTI::FederateInternalError("thrown by the test"); });
  s.receiver.run_in_callback(kVerb2, [] { throw std::runtime_error("thrown by the test"); });
  s.receiver.run_in_callback(kVerb3, [] { throw 42; });
  EXPECT_EQ(s.receiver.take_callbacks(), Lines({kVerb1, kVerb2, kVerb3}));
  s.sender.send_interaction("Command", {{"Verb", "1"}});
  EXPECT_EQ(s.receiver.take_callbacks(), Lines({kVerb1}));
}

SCENARIO(Callbacks, AnExceptionDoesNotUndoWhatItWasToldOf) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  observer.run_in_callback("discoverObjectInstance Car ObjectRoot.Vehicle",
                           [] { throw RTI::CouldNotDiscover("thrown by the test"); });
  observer.run_in_callback("announceSynchronizationPoint ready tag=\"\"",
                           [] { throw RTI::FederateInternalError("thrown by the test"); });
  owner.register_object("Vehicle", "Car");
  owner.update("Car", {{"Speed", "1"}});
  owner->registerFederationSynchronizationPoint("ready", "");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "reflectAttributeValues Car {Speed=\"1\"} tag=\"\"",
                                              "announceSynchronizationPoint ready tag=\"\""}));
  EXPECT_EQ(observer->getObjectInstanceHandle("Car"), observer.object("Car"));
  observer->synchronizationPointAchieved("ready");
  observer.run_in_callback("removeObjectInstance Car tag=\"\"",
                           [] { throw RTI::ObjectNotKnown("thrown by the test"); });
  owner.remove("Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"removeObjectInstance Car tag=\"\""}));
  EXPECT_THROWS(ObjectNotKnown, (void)observer->getObjectInstanceHandle("Car"));
}

// --- Services inside a callback.

SCENARIO(Callbacks, TickJoinAndResignAreRefusedInside) {
  ThreeCommands s(*this);
  int refused = 0;
  s.receiver.run_in_callback(kVerb1, [&] {
    EXPECT_THROWS(ConcurrentAccessAttempted, (void)s.receiver->tick());
    EXPECT_THROWS(ConcurrentAccessAttempted, (void)s.receiver->tick(0.0, 1.0));
    EXPECT_THROWS(ConcurrentAccessAttempted, (void)s.receiver->tick2());
    EXPECT_THROWS(ConcurrentAccessAttempted, s.receiver->resignFederationExecution(RTI::NO_ACTION));
    EXPECT_THROWS(ConcurrentAccessAttempted,
                  (void)s.receiver->joinFederationExecution("t", federation().c_str(),
                                                            &s.receiver.recorder()));
    refused = 5;
  });
  EXPECT_EQ(s.receiver.take_callbacks(), Lines({kVerb1, kVerb2, kVerb3}));
  EXPECT_EQ(refused, 5);
}

// An accepted call has its full effect, and no other callback comes before this one has returned.
SCENARIO(Callbacks, ServicesAreCarriedOutInside) {
  ThreeCommands s(*this);
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  observer.subscribe_interaction("Report");
  Lines inside;
  s.receiver.run_in_callback(kVerb1, [&] {
    s.receiver.publish("Vehicle", {"Speed"});
    s.receiver.publish_interaction("Report");
    s.receiver.register_object("Vehicle", "Car");
    s.receiver.update("Car", {{"Speed", "1"}});
    s.receiver.send_interaction("Report", {{"Text", "from inside"}});
    s.receiver.subscribe("Person", {"Rank"});
    s.receiver->registerFederationSynchronizationPoint("ready", "");
    s.receiver->enableAttributeScopeAdvisorySwitch();
    s.receiver.remove("Car");
    inside = s.receiver.recorder().lines();
  });
  Lines told = s.receiver.take_callbacks();
  EXPECT_EQ(inside, Lines({kVerb1})) << "nothing was called back within the callback";
  EXPECT_EQ(Lines(told.begin(), told.begin() + 3), Lines({kVerb1, kVerb2, kVerb3}));
  EXPECT_EQ(
      observer.take_callbacks(),
      Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
             "reflectAttributeValues Car {Speed=\"1\"} tag=\"\"",
             "receiveInteraction InteractionRoot.Report {Text=\"from inside\"} tag=\"\"",
             "announceSynchronizationPoint ready tag=\"\"", "removeObjectInstance Car tag=\"\""}));
  s.receiver.unsubscribe("Person");
}

// The arguments of a callback stay unchanged while it calls services.
SCENARIO(Callbacks, WhatACallbackShowsOutlivesServicesInside) {
  auto& sender = federate();
  auto& receiver = federate();
  const std::string large(200'000, 'v');

  class Reader : public Recorder {
   public:
    Reader(RTI::RTIambassador& rti, Federate& self) : Recorder(rti), self_(self) {}
    void receiveInteraction(RTI::InteractionClassHandle interaction,
                            const RTI::ParameterHandleValuePairSet& values,
                            const char* tag) override {
      self_.update("Car", {{"Speed", std::string(300'000, 'x')}}, "another tag");
      for (int i = 0; i < 100; ++i) self_.publish_interaction("Report");
      self_->registerFederationSynchronizationPoint("label", "a third tag");
      Recorder::receiveInteraction(interaction, values, tag);
    }

   private:
    Federate& self_;
  };

  receiver.resign();
  Reader reader(*receiver.operator->(), receiver);
  receiver->joinFederationExecution("reader", federation().c_str(), &reader);
  receiver.publish("Vehicle", {"Speed"});
  receiver.register_object("Vehicle", "Car");
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  sender.send_interaction("Command", {{"Verb", large}}, "the tag");
  while (reader.lines().empty()) (void)receiver->tick(0.01, 0.01);
  EXPECT_EQ(reader.lines().front(),
            "receiveInteraction InteractionRoot.Command {Verb=200000 bytes} tag=\"the tag\"");
  EXPECT_TRUE(reader.last_values().at("Verb") == large);
  receiver->resignFederationExecution(RTI::DELETE_OBJECTS);
}

// An object may end, or be forgotten, inside the callback about it.
SCENARIO(Callbacks, AnInstanceIsForgottenWithinItsOwnCallbacks) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  const auto forget = [&] { observer->localDeleteObjectInstance(observer.object("Car")); };
  observer.run_in_callback("discoverObjectInstance Car ObjectRoot.Vehicle", forget);
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "discoverObjectInstance Car ObjectRoot.Vehicle"}));
  observer.run_in_callback("reflectAttributeValues Car {Speed=\"1\"} tag=\"\"", forget);
  owner.update("Car", {{"Speed", "1"}});
  EXPECT_EQ(observer.take_callbacks(), Lines({"reflectAttributeValues Car {Speed=\"1\"} tag=\"\"",
                                              "discoverObjectInstance Car ObjectRoot.Vehicle"}));
  observer.run_in_callback("reflectAttributeValues Car {Speed=\"2\"} tag=\"\"",
                           [&] { observer.unsubscribe("Vehicle"); });
  owner.update("Car", {{"Speed", "2"}});
  owner.update("Car", {{"Speed", "3"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Car {Speed=\"2\"} tag=\"\""}));
}

SCENARIO(Callbacks, AnInstanceIsDeletedWithinARequestForIt) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  owner.run_in_callback("provideAttributeValueUpdate Car {Speed}",
                        [&] { owner.remove("Car", "no more"); });
  const auto speed = observer.attributes("Vehicle", {"Speed"});
  observer->requestObjectAttributeValueUpdate(observer.object("Car"), *speed);
  observer->requestObjectAttributeValueUpdate(observer.object("Car"), *speed);
  EXPECT_EQ(observer.take_callbacks(), Lines({"removeObjectInstance Car tag=\"no more\""}));
  EXPECT_EQ(owner.take_callbacks(), Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle",
                                           "provideAttributeValueUpdate Car {Speed}"}));
}

// A federate may delete its ambassador in a callback, as programs do that end on a message.
SCENARIO(Callbacks, TheAmbassadorIsDeletedWithinACallback) {
  auto& sender = federate();
  sender.publish_interaction("Command");
  auto dying = std::make_unique<RTI::RTIambassador>();
  bool called = false;

  class LastWords : public Recorder {
   public:
    LastWords(std::unique_ptr<RTI::RTIambassador>& rti, bool& called)
        : Recorder(*rti), ambassador_(rti), called_(called) {}
    void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                            const char*) override {
      called_ = true;
      ambassador_.reset();
    }

   private:
    std::unique_ptr<RTI::RTIambassador>& ambassador_;
    bool& called_;
  } last_words(dying, called);

  (void)dying->joinFederationExecution("dying", federation().c_str(), &last_words);
  dying->subscribeInteractionClass(dying->getInteractionClassHandle("Command"));
  sender.send_interaction("Command", {});
  sender.send_interaction("Command", {});
  while (dying != nullptr) (void)dying->tick(0.01, 0.01);
  EXPECT_TRUE(called);
  // The federation is informed at once, not at the end of the scenario.
  sender.wait_for_callback("turnInteractionsOn InteractionRoot.Command");
  sender.wait_for_callback("turnInteractionsOff InteractionRoot.Command");
}

// A callback may call another ambassador of its process.
SCENARIO(Callbacks, AnotherAmbassadorMayTickInside) {
  ThreeCommands s(*this);
  auto& other = federate();
  bool ticked = false;
  s.receiver.run_in_callback(kVerb1, [&] {
    (void)other->tick();
    (void)other->tick(0.0, 0.0);
    ticked = true;
  });
  EXPECT_EQ(s.receiver.take_callbacks(), Lines({kVerb1, kVerb2, kVerb3}));
  EXPECT_TRUE(ticked);
}

}  // namespace
}  // namespace triad::scenario
