// A federate that sends numbered updates, and expects those of the other federate: each once, in
// order. Its connection may be cut at any time. Uses only the public API. lost_links.py drives it
// by lines of standard input and output:
//
//   returning_federate FED FEDERATION NAME COUNT
//
// It prints "joined", "received N" for each hundredth update, "complete" when all have been sent
// and received, and "wrong ..." if one is missing, repeated or out of order. It begins on the line
// "go" and resigns on the line "quit". On the line "save" it requests a save; each federate then
// prints "saved". On the line "restore" it requests the first of them; each federate then prints
// "restored", and continues with the update that followed the save.
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "tests/system/faults/faulty_federate.hpp"

namespace {

using faults::print_line;

constexpr long kReportInterval = 100;
constexpr long kUpdatesPerTick = 20;

class Ambassador final : public NullFederateAmbassador {
 public:
  explicit Ambassador(RTI::RTIambassador& rti) : rti_(rti) {}

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

  void initiateFederateSave(const char* label) override {
    is_paused = true;
    if (label == std::string(kFirstSave)) {
      sent_at_save_ = sent;
      received_at_save_ = received;
    }
    rti_.federateSaveBegun();
    rti_.federateSaveComplete();
  }
  void federationSaved() override { go_on("saved"); }
  void federationNotSaved() override { go_on("wrong: not saved"); }
  void federationRestoreBegun() override { is_paused = true; }
  void initiateFederateRestore(const char*, RTI::FederateHandle) override {
    rti_.federateRestoreComplete();
  }
  void federationRestored() override {
    sent = sent_at_save_;
    received = received_at_save_;
    go_on("restored");
  }
  void federationNotRestored() override { go_on("wrong: not restored"); }

  static constexpr const char* kFirstSave = "save 1";
  int discovered = 0;
  int removed = 0;
  long sent = 0;
  long received = 0;
  bool is_paused = false;  // by a save or restore

 private:
  void go_on(const char* line) {
    is_paused = false;
    print_line(line);
  }

  RTI::RTIambassador& rti_;
  long sent_at_save_ = 0;
  long received_at_save_ = 0;
};

bool has_line() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

// Exchanges updates until the driver's line "quit".
void exchange(RTI::RTIambassador& rti, Ambassador& ambassador, const faults::Classes& classes,
              RTI::ObjectHandle thing, long count) {
  int saves = 0;
  bool is_complete = false;
  for (;;) {
    if (has_line()) {
      const std::string line = faults::read_line();
      if (line == "quit") return;
      if (line == "save") {
        rti.requestFederationSave(("save " + std::to_string(++saves)).c_str());
      } else if (line == "restore") {
        rti.requestFederationRestore(Ambassador::kFirstSave);
      }
    }
    for (long i = 0; i < kUpdatesPerTick && ambassador.sent < count && !ambassador.is_paused; ++i) {
      faults::update_value(rti, classes, thing, std::to_string(++ambassador.sent));
    }
    rti.tick(0.001, 0.01);
    const bool was_complete =
        std::exchange(is_complete, ambassador.sent == count && ambassador.received == count);
    if (!is_complete || was_complete) continue;
    if (ambassador.discovered != 1 || ambassador.removed != 0) {
      print_line("wrong: discovered " + std::to_string(ambassador.discovered) + ", removed " +
                 std::to_string(ambassador.removed));
      std::exit(1);
    }
    print_line("complete");
  }
}

void run(const std::string& fed, const std::string& federation, const char* name, long count) {
  RTI::RTIambassador rti;
  Ambassador ambassador(rti);
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
  exchange(rti, ambassador, classes, thing, count);
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
