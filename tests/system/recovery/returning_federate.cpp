// A federate that sends numbered updates, and expects those of the other federate: each once, in
// order. Its connection may be cut at any time. Uses only the public API. lost_links.py drives it
// by lines of standard input and output:
//
//   returning_federate FED FEDERATION NAME COUNT
//
// It prints "joined", "received N" for each hundredth update, "complete" when all have been sent
// and received, and "wrong ..." if one is missing, repeated or out of order. It begins on the line
// "go" and resigns on the line "quit".
#include <cstdlib>
#include <string>

#include "tests/system/faults/faulty_federate.hpp"

namespace {

using faults::print_line;

constexpr long kReportInterval = 100;
constexpr long kUpdatesPerTick = 20;

class Ambassador final : public NullFederateAmbassador {
 public:
  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle, const char*) override {
    ++discovered;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    const std::string value = faults::value_in(values);
    if (value != std::to_string(received + 1)) {
      print_line("wrong: received " + value + " after " + std::to_string(received));
      std::exit(1);
    }
    if (++received % kReportInterval == 0) print_line("received " + std::to_string(received));
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override { ++removed; }

  int discovered = 0;
  int removed = 0;
  long received = 0;
};

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
  rti.publishObjectClass(classes.thing, *classes.values());
  rti.subscribeObjectClassAttributes(classes.thing, *classes.values());
  const RTI::ObjectHandle thing = rti.registerObjectInstance(classes.thing, name);
  print_line("joined");
  faults::read_line();
  for (long sent = 0; sent < count || ambassador.received < count;) {
    for (long i = 0; i < kUpdatesPerTick && sent < count; ++i) {
      faults::update_value(rti, classes, thing, std::to_string(++sent));
    }
    rti.tick(0.001, 0.01);
  }
  if (ambassador.discovered != 1 || ambassador.removed != 0) {
    print_line("wrong: discovered " + std::to_string(ambassador.discovered) + ", removed " +
               std::to_string(ambassador.removed));
    std::exit(1);
  }
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
