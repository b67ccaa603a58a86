// A federate of list_program_test. Its first argument selects the role. Each reports its progress
// on standard output and continues when it receives SIGUSR1.
//
//   talker    when told to, sends words without a pause until told to stop
//   listener  receives them until told to stop
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <cstdio>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

constexpr const char* kFederation = "talk";

int run(const std::string& role, const char* fed) {
  RTI::RTIambassador rti;
  NullFederateAmbassador ambassador;
  try {
    rti.createFederationExecution(kFederation, fed);
  } catch (const RTI::FederationExecutionAlreadyExists&) {
  }
  rti.joinFederationExecution(role.c_str(), kFederation, &ambassador);
  const RTI::InteractionClassHandle word = rti.getInteractionClassHandle("Word");
  if (role == "listener") {
    rti.subscribeInteractionClass(word);
    triad::test::print_line("listens");
    while (!triad::test::has_continue_signal()) rti.tick(0.01, 0.01);
  } else {
    rti.publishInteractionClass(word);
    triad::test::print_line("is ready");
    triad::test::wait_for_continue_signal();
    const std::string text(10'000, 'w');
    const std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
        RTI::ParameterSetFactory::create(1));
    values->add(rti.getParameterHandle("Text", word), text.data(),
                static_cast<RTI::ULong>(text.size()));
    while (!triad::test::has_continue_signal()) {
      rti.sendInteraction(word, *values, "");
      rti.tick();
    }
  }
  rti.resignFederationExecution(RTI::NO_ACTION);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  triad::test::block_continue_signal();
  try {
    return run(arguments[1], arguments[2]);
  } catch (const RTI::Exception& error) {
    std::fprintf(stderr, "%s: %s\n", error._name, error._reason);
    return 1;
  }
}
