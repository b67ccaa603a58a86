// Scenarios with several threads. Only one thread at a time may use an ambassador (refusals are in
// exceptions/whole_api.cpp). Several ambassadors are independent of each other.
#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <future>
#include <map>
#include <thread>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

// --- One ambassador, two threads in turn.

SCENARIO(Threads, AnAmbassadorMayPassFromThreadToThread) {
  auto& member = federate();
  auto& other = federate();
  other.subscribe("Vehicle", {"Speed"});
  std::thread([&] { member.publish("Vehicle", {"Speed"}); }).join();
  std::thread([&] { member.register_object("Vehicle", "Car"); }).join();
  member.update("Car", {{"Speed", "1"}});
  EXPECT_EQ(other.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                           "reflectAttributeValues Car {Speed=\"1\"} tag=\"\""}));
}

// Input ends the wait, so the hour never passes.
SCENARIO(Threads, AWaitingTickWakesForACallback) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  constexpr std::size_t kRounds = 20;
  for (std::size_t round = 1; round <= kRounds; ++round) {
    std::promise<void> about_to_wait;
    std::thread ticking([&] {
      about_to_wait.set_value();
      while (receiver.recorder().lines().size() < round) (void)receiver->tick(3600.0, 3600.0);
    });
    about_to_wait.get_future().wait();
    sender.send_interaction("Command", {});
    ticking.join();
  }
  EXPECT_EQ(receiver.recorder().take_lines().size(), kRounds);
}

// A service that waits for the RTIG does not depend on the other ambassadors of the process.
SCENARIO(Threads, AWaitingTickHoldsUpNobody) {
  auto& waiting = federate();
  auto& working = federate();
  waiting.subscribe_interaction("Command");
  std::promise<void> about_to_wait;
  std::thread ticking([&] {
    about_to_wait.set_value();
    while (waiting.recorder().lines().empty()) (void)waiting->tick(3600.0, 3600.0);
  });
  about_to_wait.get_future().wait();
  working.publish("Vehicle", {"Speed"});
  working.register_object("Vehicle", "Car");
  working.publish_interaction("Command");
  working.send_interaction("Command", {});
  ticking.join();
}

// --- One ambassador for each of several threads. All send numbered interactions to all, and each
// checks that it receives all numbers of each other one, in order.

constexpr int kTalkers = 5;
constexpr int kMessages = 300;

class Talker : public Recorder {
 public:
  using Recorder::Recorder;

  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values,
                          const char* tag) override {
    RTI::ULong length = 0;
    const char* const value = values.getValuePointer(0, length);
    const int number = std::stoi(std::string(value, length));
    if (number != ++heard_[tag]) ++out_of_order;
  }

  bool heard_all() const {
    return heard_.size() == kTalkers - 1 &&
           std::ranges::all_of(heard_, [](const auto& entry) { return entry.second == kMessages; });
  }

  int out_of_order = 0;

 private:
  std::map<std::string, int> heard_;
};

// Begins when all talkers have subscribed, and resigns when all have received everything.
void talk(RTI::RTIambassador& rti, Talker& talker, const std::string& federation, int self,
          std::barrier<>& together) {
  (void)rti.joinFederationExecution("talker", federation.c_str(), &talker);
  const auto command = rti.getInteractionClassHandle("Command");
  const auto verb = rti.getParameterHandle("Verb", command);
  rti.disableInteractionRelevanceAdvisorySwitch();
  rti.publishInteractionClass(command);
  rti.subscribeInteractionClass(command);
  together.arrive_and_wait();
  const ParameterValues values(RTI::ParameterSetFactory::create(1));
  for (int i = 1; i <= kMessages; ++i) {
    const std::string number = std::to_string(i);
    values->empty();
    values->add(verb, number.data(), number.size());
    rti.sendInteraction(command, *values, std::to_string(self).c_str());
    if (i % 16 == 0) (void)rti.tick();
  }
  while (!talker.heard_all() && talker.out_of_order == 0) (void)rti.tick(0.01, 0.1);
  together.arrive_and_wait();
  rti.resignFederationExecution(RTI::NO_ACTION);
}

SCENARIO(Threads, OneAmbassadorPerThreadUnderLoad) {
  std::barrier<> together(kTalkers);
  std::vector<std::string> faults(kTalkers);
  std::vector<std::thread> threads;
  threads.reserve(kTalkers);
  for (int self = 0; self < kTalkers; ++self) {
    threads.emplace_back([&, self] {
      std::string& fault = faults[static_cast<std::size_t>(self)];
      RTI::RTIambassador rti;
      Talker talker(rti);
      try {
        talk(rti, talker, federation(), self, together);
        if (talker.out_of_order != 0) fault = "heard something out of order";
      } catch (const RTI::Exception& e) {
        fault = std::string(e._name) + ": " + e._reason;
        together.arrive_and_drop();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& fault : faults) EXPECT_EQ(fault, "");
}

// --- Flow control.

// Settings of the ambassadors created while the object exists.
class FlowSettings {
 public:
  FlowSettings(const char* hold, const char* resume) {
    ::setenv("RTI_FLOW_HOLD", hold, 1);
    ::setenv("RTI_FLOW_RESUME", resume, 1);
  }
  ~FlowSettings() {
    ::unsetenv("RTI_FLOW_HOLD");
    ::unsetenv("RTI_FLOW_RESUME");
  }
  FlowSettings(const FlowSettings&) = delete;
  FlowSettings& operator=(const FlowSettings&) = delete;
};

constexpr int kLargeMessages = 200;
const std::string kLargeValue(65'536, 'v');

// Sends many large messages. Returns the error, if any.
std::string flood(Federate& sender) {
  try {
    for (int i = 0; i < kLargeMessages; ++i)
      sender.send_interaction("Command", {{"Verb", kLargeValue}});
    return {};
  } catch (const RTI::Exception& e) {
    return std::string(e._name) + ": " + e._reason;
  }
}

SCENARIO(Threads, ASenderMayBeFarAheadOfItsReceiver) {
  const FlowSettings flow("512K", "256K");
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  std::string fault;
  std::thread sending([&] { fault = flood(sender); });
  while (receiver.recorder().lines().size() < kLargeMessages) (void)receiver->tick2();
  sending.join();
  EXPECT_EQ(fault, "");
  EXPECT_EQ(receiver.recorder().take_lines().size(), static_cast<std::size_t>(kLargeMessages));
}

// A federate that itself waits to send holds no other.
SCENARIO(Threads, TwoThatOnlySendDoNotWaitForEachOther) {
  const FlowSettings flow("512K", "256K");
  auto& first = federate();
  auto& second = federate();
  for (auto* federate : {&first, &second}) {
    federate->subscribe_interaction("Command");
    federate->publish_interaction("Command");
    (*federate)->disableInteractionRelevanceAdvisorySwitch();
  }
  wait_until_quiet();
  first.recorder().take_lines();
  second.recorder().take_lines();
  // After its own messages it receives those of the other.
  const auto flood_and_listen = [](Federate& federate) {
    std::string fault = flood(federate);
    while (fault.empty() && federate.recorder().lines().size() < kLargeMessages) {
      (void)federate->tick(0.01, 0.1);
    }
    return fault;
  };
  std::string fault_of_second;
  std::thread sending([&] { fault_of_second = flood_and_listen(second); });
  EXPECT_EQ(flood_and_listen(first), "");
  sending.join();
  EXPECT_EQ(fault_of_second, "");
  EXPECT_EQ(first.take_callbacks().size(), static_cast<std::size_t>(kLargeMessages));
  EXPECT_EQ(second.take_callbacks().size(), static_cast<std::size_t>(kLargeMessages));
}

// Threads that create, join, register, resign and destroy do not affect each other's federations.
SCENARIO(Threads, FederationsComeAndGoInSeveralThreads) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 5;
  std::vector<std::string> faults(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  const std::string common = federation();
  for (int self = 0; self < kThreads; ++self) {
    threads.emplace_back([&, self] {
      try {
        const std::string own = common + "-thread-" + std::to_string(self);
        for (int round = 0; round < kRounds; ++round) {
          RTI::RTIambassador rti;
          Recorder recorder(rti);
          rti.createFederationExecution(own.c_str(), fed_file());
          for (const std::string& name : {own, common}) {
            (void)rti.joinFederationExecution("visitor", name.c_str(), &recorder);
            const auto person = rti.getObjectClassHandle("Person");
            const AttributeHandles rank(RTI::AttributeHandleSetFactory::create(1));
            rank->add(rti.getAttributeHandle("Rank", person));
            rti.publishObjectClass(person, *rank);
            (void)rti.registerObjectInstance(person, ("Ann" + std::to_string(self)).c_str());
            (void)rti.tick();
            rti.resignFederationExecution(RTI::DELETE_OBJECTS);
          }
          rti.destroyFederationExecution(own.c_str());
        }
      } catch (const RTI::Exception& e) {
        faults[static_cast<std::size_t>(self)] = std::string(e._name) + ": " + e._reason;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& fault : faults) EXPECT_EQ(fault, "");
}

}  // namespace
}  // namespace triad::scenario
