// A federate that advances in steps of 1 with another federate. Both regulate and are constrained.
// In each step it sends a numbered interaction in time-stamp order, and expects that of the other:
// each once, in order, before the grant of its time. Its connection may be cut at any time. Uses
// only the public API. lost_links.py drives it by lines of standard input and output:
//
//   timed_federate FED FEDERATION NAME COUNT
//
// It prints "joined", "received N" for each hundredth step, "complete" after COUNT steps, and
// "wrong ..." if a message or a grant is missing, repeated, early, late or out of order. It begins
// on the line "go" and resigns on the line "quit".
#include <cstdlib>
#include <fedtime.hh>
#include <string>

#include "tests/system/faults/faulty_federate.hpp"

namespace {

using faults::print_line;

constexpr long kReportInterval = 100;
constexpr long kRetractionInterval = 10;
constexpr const char* kRetracted = "retracted";

[[noreturn]] void fail(const std::string& text) {
  print_line("wrong: " + text);
  std::exit(1);
}

long time_of(const RTI::FedTime& time) {
  return static_cast<long>(static_cast<const RTIfedTime&>(time).getTime());
}

class Ambassador final : public NullFederateAmbassador {
 public:
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) override {
    fail("a message in receive order");
  }
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const RTI::FedTime& time,
                          const char*, RTI::EventRetractionHandle) override {
    const std::string text = faults::text_in(values);
    if (text != std::to_string(received + 1)) {
      fail("received " + text + " after " + std::to_string(received));
    }
    ++received;
    if (time_of(time) != received || received != requested) {
      fail("received " + text + " at " + std::to_string(time_of(time)) + " while waiting for " +
           std::to_string(requested));
    }
    if (received % kReportInterval == 0) print_line("received " + std::to_string(received));
  }
  void requestRetraction(RTI::EventRetractionHandle) override { fail("asked for a retraction"); }
  void timeRegulationEnabled(const RTI::FedTime&) override { ++enabled; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { ++enabled; }
  void timeAdvanceGrant(const RTI::FedTime& time) override {
    if (granted == requested || time_of(time) != requested || received != requested) {
      fail("granted " + std::to_string(time_of(time)) + " in place of " +
           std::to_string(requested) + ", after message " + std::to_string(received));
    }
    granted = requested;
  }

  int enabled = 0;
  long received = 0;
  long requested = 0;
  long granted = 0;
};

RTI::EventRetractionHandle send(RTI::RTIambassador& rti, const faults::Classes& classes,
                                const std::string& text, long time) {
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> set(RTI::ParameterSetFactory::create(1));
  set->add(classes.text, text.data(), static_cast<RTI::ULong>(text.size()));
  return rti.sendInteraction(classes.word, *set, RTIfedTime(static_cast<double>(time)), "");
}

void make_step(RTI::RTIambassador& rti, const faults::Classes& classes, Ambassador& ambassador) {
  const long to = ambassador.granted + 1;
  (void)send(rti, classes, std::to_string(to), to);
  if (to % kRetractionInterval == 0) rti.retract(send(rti, classes, kRetracted, to + 3));
  ambassador.requested = to;
  const RTIfedTime time(static_cast<double>(to));
  if (to % 2 == 0) {
    rti.timeAdvanceRequest(time);
  } else {
    rti.nextEventRequest(time);
  }
  while (ambassador.granted < to) rti.tick(0.01, 0.1);
}

void run(const std::string& fed, const std::string& federation, const char* name, long count) {
  RTI::RTIambassador rti;
  Ambassador ambassador;
  faults::Classes classes;
  try {
    rti.createFederationExecution(federation.c_str(), fed.c_str());
  } catch (const RTI::FederationExecutionAlreadyExists&) {
    // The other federate has created it.
  }
  rti.joinFederationExecution(name, federation.c_str(), &ambassador);
  classes.find_handles(rti);
  rti.publishInteractionClass(classes.word);
  rti.subscribeInteractionClass(classes.word);
  rti.changeInteractionOrderType(classes.word, rti.getOrderingHandle("timestamp"));
  rti.enableTimeConstrained();
  while (ambassador.enabled < 1) rti.tick(0.01, 0.1);
  rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  while (ambassador.enabled < 2) rti.tick(0.01, 0.1);
  print_line("joined");
  faults::read_line();
  while (ambassador.granted < count) make_step(rti, classes, ambassador);
  print_line("complete");
  faults::read_line();
  rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
}

}  // namespace

int main(int argc, char** argv) {
  faults::end_with_driver();
  if (argc != 5) return 2;
  const std::string outcome =
      faults::outcome_of([&] { run(argv[1], argv[2], argv[3], std::atol(argv[4])); });
  if (outcome == "ok") return 0;
  print_line("wrong: " + outcome);
  return 1;
}
