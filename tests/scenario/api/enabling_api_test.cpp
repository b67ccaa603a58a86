// Scenarios of enabling regulation and constraint with one tick of each form. Programs written for
// other RTIs enable, tick once, and request an advance.
#include <fedtime.hh>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

using Tick = std::function<void(Federate&)>;

const std::vector<std::pair<std::string, Tick>> kTicks = {
    {"tick()", [](Federate& f) { (void)f->tick(); }},
    {"tick(0, 0)", [](Federate& f) { (void)f->tick(0.0, 0.0); }},
    {"tick(0.05, 0.5)", [](Federate& f) { (void)f->tick(0.05, 0.5); }},
};

void enable(Federate& f) {
  f->enableTimeRegulation(RTIfedTime(f.time().federate_time()), RTIfedTime(1));
  f->enableTimeConstrained();
}

// Time callbacks since the last call.
Lines answers(Federate& f) {
  Lines lines = f.recorder().take_lines();
  std::erase_if(lines, [](const std::string& line) { return !line.starts_with("time"); });
  return lines;
}

void disable(Federate& f) {
  f->disableTimeRegulation();
  f->disableTimeConstrained();
}

void advance(Federate& f, double by) {
  f->timeAdvanceRequest(RTIfedTime(f.time().federate_time() + by));
}

std::string grant(double time) {
  return "timeAdvanceGrant " + std::to_string(static_cast<int>(time));
}

SCENARIO(TimeRegulation, IsEnabledWithConstraintByTheNextTick) {
  auto& f = federate();
  for (const auto& [name, tick] : kTicks) {
    enable(f);
    tick(f);
    EXPECT_EQ(answers(f), Lines({"timeRegulationEnabled 0", "timeConstrainedEnabled 0"})) << name;
    disable(f);
  }
}

SCENARIO(TimeRegulation, IsEnabledByTheNextTickOfEachOfTwo) {
  auto& one = federate();
  auto& two = federate();
  for (const auto& [name, tick] : kTicks) {
    for (Federate* const f : {&one, &two}) {
      enable(*f);
      tick(*f);
      EXPECT_EQ(answers(*f).size(), 2u) << name << " of " << f->id();
    }
    for (Federate* const f : {&one, &two}) advance(*f, 1);
    const double time = one.time().federate_time() + 1;
    one.wait_for_callback(grant(time));
    two.wait_for_callback(grant(time));
    for (Federate* const f : {&one, &two}) disable(*f);
  }
}

// Callbacks queued before the answers do not delay the answers to a later tick.
SCENARIO(TimeRegulation, IsEnabledByATickThatHasOtherCallbacksFirst) {
  auto& f = federate();
  auto& other = federate();
  f.subscribe_interaction("Command");
  other.publish_interaction("Command");
  for (int i = 0; i < 10; ++i) other.send_interaction("Command", {{"Verb", "go"}});
  other.publish_interaction("Command");  // round trips: the commands have reached f's RTIA
  f.subscribe_interaction("Command");
  enable(f);
  (void)f->tick(0.0, 0.0);
  EXPECT_EQ(answers(f), Lines({"timeRegulationEnabled 0", "timeConstrainedEnabled 0"}));
}

SCENARIO(TimeRegulation, IsEnabledByTheTickInWhoseCallbackItIsAskedFor) {
  auto& f = federate();
  f.run_in_callback("timeRegulationEnabled 0", [&] { f->enableTimeConstrained(); });
  f->enableTimeRegulation(RTIfedTime(0), RTIfedTime(1));
  (void)f->tick();
  EXPECT_EQ(answers(f), Lines({"timeRegulationEnabled 0", "timeConstrainedEnabled 0"}));
}

// The answer depends on another federate's time, so no tick waits for it.
SCENARIO(TimeConstraint, IsNotWaitedForWhereOthersHoldItBack) {
  auto& slow = federate();
  auto& f = federate();
  slow.time().regulate(0, 1);
  advance(f, 10);
  f.wait_for_callback(grant(10));
  f->enableTimeConstrained();
  (void)f->tick();
  (void)f->tick();
  EXPECT_EQ(answers(f), Lines());
  slow->timeAdvanceRequest(RTIfedTime(9));
  f.wait_for_callback("timeConstrainedEnabled 10");
}

}  // namespace
}  // namespace triad::scenario
