// A federate of idle_mesh_test: joins, regulates and is constrained, publishes and subscribes,
// reports that, and then only ticks until it receives SIGUSR1.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

class Ambassador : public NullFederateAmbassador {
 public:
  bool answered = false;

  void timeRegulationEnabled(const RTI::FedTime&) override { answered = true; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { answered = true; }
};

int run(const char* fed) {
  constexpr const char* kFederation = "idle";
  RTI::RTIambassador rti;
  Ambassador ambassador;
  try {
    rti.createFederationExecution(kFederation, fed);
  } catch (const RTI::FederationExecutionAlreadyExists&) {
  }
  rti.joinFederationExecution("idler", kFederation, &ambassador);
  const RTI::InteractionClassHandle word = rti.getInteractionClassHandle("Word");
  rti.publishInteractionClass(word);
  rti.subscribeInteractionClass(word);
  const auto tick_until_answered = [&] {
    while (!ambassador.answered) rti.tick(1.0, 1.0);
    ambassador.answered = false;
  };
  rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  tick_until_answered();
  rti.enableTimeConstrained();
  tick_until_answered();
  triad::test::print_line("is idle");
  while (!triad::test::has_continue_signal()) rti.tick(0.01, 0.01);
  rti.resignFederationExecution(RTI::NO_ACTION);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  triad::test::block_continue_signal();
  try {
    return run(arguments[1]);
  } catch (const RTI::Exception& error) {
    std::fprintf(stderr, "%s: %s\n", error._name, error._reason);
    return 1;
  }
}
