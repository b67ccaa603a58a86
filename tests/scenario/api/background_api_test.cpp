// Scenarios of a federate that computes and calls no service. No other federate has to wait for it,
// except as time management requires. Only the named federate ticks here, so answers of the idle
// federate come from its background thread, or from its rtia process.
#include <fedtime.hh>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <stdexcept>
#include <thread>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

RTIfedTime moment(double time) {
  return RTIfedTime(time);
}

// Ticks only this federate, until it has received the line.
void alone_until(Federate& federate, const std::string& line) {
  const auto heard = [&] {
    const Lines& lines = federate.recorder().lines();
    return std::ranges::find(lines, line) != lines.end();
  };
  while (!heard()) (void)federate->tick(3600.0, 3600.0);
  federate.recorder().take_lines();
}

// Makes the federate constrained, with asynchronous delivery.
void constrain_and_listen(Federate& federate) {
  federate.time().constrain();
  federate->enableAsynchronousDelivery();
}

// Enables regulation, which needs an answer of every constrained federate.
void regulate_alone(Federate& federate, double lookahead) {
  federate->enableTimeRegulation(moment(0), moment(lookahead));
  alone_until(federate, "timeRegulationEnabled 0");
}

SCENARIO(Background, AFederateThatComputesLetsOthersRegulate) {
  auto& still = federate();
  auto& newcomer = federate();
  still.time().constrain();
  for (int round = 0; round < 3; ++round) {
    regulate_alone(newcomer, 1);
    newcomer->disableTimeRegulation();
  }
}

SCENARIO(Background, AFederateThatComputesInACallbackLetsOthersRegulate) {
  auto& still = federate();
  auto& newcomer = federate();
  constrain_and_listen(still);
  still.subscribe_interaction("Command");
  newcomer.publish_interaction("Command");
  still.run_in_callback("receiveInteraction InteractionRoot.Command {} tag=\"now\"", [&] {
    regulate_alone(newcomer, 1);
    // Services of the callback and its arguments work as usual.
    EXPECT_EQ(still.time().federate_time(), 0);
  });
  newcomer.send_interaction("Command", {}, "now");
  alone_until(still, "receiveInteraction InteractionRoot.Command {} tag=\"now\"");
  EXPECT_EQ(newcomer.time().lookahead(), 1);
}

// The federate waits for an event, and a message to it is in transit. Until its RTIA has reported
// that it has the message, the others may count only on its lookahead.
SCENARIO(Background, AFederateThatComputesPromisesWhatItMay) {
  auto& still = federate();
  auto& other = federate();
  still.subscribe_interaction("Report");
  other.publish_interaction("Report");
  for (auto* federate : {&still, &other}) {
    federate->time().regulate(0, 1);
    federate->time().constrain();
  }
  still->nextEventRequest(moment(1000));
  other.send_interaction_at(500, "Report", {});
  for (const char* step : {"1", "2", "3", "400"}) {
    other->timeAdvanceRequest(moment(std::atof(step)));
    alone_until(other, std::string("timeAdvanceGrant ") + step);
  }
  // The message may cause it to send from 501 on.
  other->timeAdvanceRequest(moment(501));
  other.take_settled_callbacks();
  EXPECT_EQ(other.time().federate_time(), 400);
  still.wait_for_callback("timeAdvanceGrant 500");
  still->nextEventRequest(moment(1000));
  other.wait_for_callback("timeAdvanceGrant 501");
}

// When too much waits for the federate, senders to it are held. Other federates and control
// messages go on.
SCENARIO(Background, AFloodToAFederateThatComputesHoldsItsSenderAndNobodyElse) {
  ::setenv("RTI_FLOW_HOLD", "512K", 1);
  ::setenv("RTI_FLOW_RESUME", "256K", 1);
  auto& still = federate();
  auto& sender = federate();
  auto& third = federate();
  ::unsetenv("RTI_FLOW_HOLD");
  ::unsetenv("RTI_FLOW_RESUME");
  constrain_and_listen(still);
  still.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  constexpr std::size_t kFlooded = 400;
  const std::string value(65'536, 'v');
  std::string fault;
  std::thread sending([&] {
    try {
      for (std::size_t i = 0; i < kFlooded; ++i)
        sender.send_interaction("Command", {{"Verb", value}});
    } catch (const RTI::Exception& e) {
      fault = std::string(e._name) + ": " + e._reason;
    }
  });
  for (int round = 0; round < 3; ++round) {
    regulate_alone(third, 1);
    third->disableTimeRegulation();
  }
  while (still.recorder().lines().size() < kFlooded) (void)still->tick2();
  sending.join();
  EXPECT_EQ(fault, "");
  EXPECT_EQ(still.recorder().take_lines().size(), kFlooded);
}

// Best effort is dropped if there is no room. No sender waits, and the remaining messages arrive in
// order.
SCENARIO(Background, BestEffortWaitsForNobody) {
  ::setenv("RTI_FLOW_HOLD", "64K", 1);
  ::setenv("RTI_FLOW_RESUME", "32K", 1);
  auto& still = federate();
  auto& sender = federate();
  ::unsetenv("RTI_FLOW_HOLD");
  ::unsetenv("RTI_FLOW_RESUME");
  still.subscribe_interaction("Report.Contact");
  sender.publish_interaction("Report.Contact");
  const std::string value(1000, 'v');
  constexpr int kContacts = 2000;
  for (int i = 0; i < kContacts; ++i) {
    sender.send_interaction("Report.Contact", {{"Range", value}}, std::to_string(i).c_str());
  }
  // This one is reliable, so it waits until there is room, and follows the others.
  still.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  std::thread ending([&] { sender.send_interaction("Command", {}, "end"); });
  const std::string end = "receiveInteraction InteractionRoot.Command {} tag=\"end\"";
  int last = -1;
  for (bool ended = false; !ended;) {
    (void)still->tick(3600.0, 3600.0);
    for (const std::string& line : still.recorder().take_lines()) {
      ended = line == end;
      if (ended) break;
      const int number = std::stoi(line.substr(line.rfind("tag=\"") + 5));
      EXPECT_GT(number, last);
      last = number;
    }
  }
  ending.join();
  EXPECT_LT(last, kContacts);
}

// The answer to the new federate follows the interaction through the idle federate's RTIA, so the
// interaction has been read when the answer arrives.
SCENARIO(Background, WhatCameMeanwhileIsDeliveredByTheNextTick) {
  auto& still = federate();
  auto& sender = federate();
  constrain_and_listen(still);
  still.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  for (int i = 0; i < 1000; ++i) sender.send_interaction("Command", {}, std::to_string(i).c_str());
  regulate_alone(sender, 1);
  EXPECT_EQ(still.recorder().take_lines(), Lines());
  while (still.recorder().lines().size() < 1000) (void)still->tick();
  const Lines lines = still.recorder().take_lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i],
              "receiveInteraction InteractionRoot.Command {} tag=\"" + std::to_string(i) + "\"");
  }
}

// Updates of a burst are flushed although the federate calls nothing more, and so is a single
// update. Repeated, because a burst may begin while the last one is still guarded.
SCENARIO(Background, ABurstLeavesThoughNothingFollowsIt) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  for (const int length : {50, 1, 7, 300, 1, 1, 40}) {
    for (int i = 1; i <= length; ++i)
      sender.send_interaction("Command", {}, std::to_string(i).c_str());
    while (receiver.recorder().lines().size() < static_cast<std::size_t>(length)) {
      (void)receiver->tick(3600.0, 3600.0);
    }
    EXPECT_EQ(
        receiver.recorder().take_lines().back(),
        "receiveInteraction InteractionRoot.Command {} tag=\"" + std::to_string(length) + "\"");
  }
}

// The burst is larger than the system accepts at once. The rest is sent when there is room, without
// another call of the federate.
SCENARIO(Background, ALargeBurstLeavesThoughNothingFollowsIt) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  const std::string value(15'000, 'v');
  for (std::size_t length = 100; length < 140; ++length) {
    for (std::size_t i = 0; i < length; ++i) sender.send_interaction("Command", {{"Verb", value}});
    while (receiver.recorder().lines().size() < length) (void)receiver->tick(3600.0, 3600.0);
    receiver.recorder().take_lines();
  }
}

// The calls pause for about the time after which the thread takes over, and come from changing
// threads. The background thread must never appear as a second caller.
SCENARIO(Background, NobodyIsRefusedBecauseOfTheThread) {
  auto& caller = federate();
  auto& sender = federate();
  caller.subscribe_interaction("Command");
  sender.publish_interaction("Command");
  for (int round = 0; round < 30; ++round) {
    sender.send_interaction("Command", {}, std::to_string(round).c_str());
    (void)sender->tick(round * 0.001, round * 0.001);  // the caller pauses
    std::thread([&] { (void)caller.interaction_class("Command"); }).join();
    alone_until(caller, "receiveInteraction InteractionRoot.Command {} tag=\"" +
                            std::to_string(round) + "\"");
  }
}

}  // namespace
}  // namespace triad::scenario
