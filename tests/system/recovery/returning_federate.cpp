// A federate that sends numbered updates, and expects those of the other federate: each once, in
// order. After every 500 updates it deletes the instance and registers another, so updates must
// arrive between the registration and the deletion. Its connection may be cut at any time. Uses
// only the public API. lost_links.py drives it by lines of standard input and output:
//
//   returning_federate FED FEDERATION NAME COUNT
//
// It prints "joined", "received N" for each hundredth update, "complete" when all have been sent
// and received, and "wrong ..." if one is missing, repeated or out of order. It begins on the line
// "go" and resigns on the line "quit". On the line "save" it requests a save; each federate then
// prints "saved". On the line "restore" it requests the first of them; each federate then prints
// "restored", and continues with the update that followed the save. It prints "connection lost" and
// "connection restored" for the callbacks of RTIextensions.
#include <poll.h>
#include <unistd.h>
#include <RTIextensions.hh>

#include <cstdlib>
#include <string>
#include <utility>

#include "tests/system/faults/faulty_federate.hpp"

namespace {

using faults::print_line;

constexpr long kReportInterval = 100;
constexpr long kUpdatesPerTick = 20;
constexpr long kUpdatesOfInstance = 500;

class Ambassador final : public NullFederateAmbassador {
 public:
  explicit Ambassador(RTI::RTIambassador& rti) : rti_(rti) {}

  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle, const char*) override {
    ++now.discovered;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    const std::string value = faults::value_in(values);
    if (value != std::to_string(now.received + 1)) {
      print_line("wrong: received " + value + " after " + std::to_string(now.received));
      std::exit(1);
    }
    if (++now.received % kReportInterval == 0) {
      print_line("received " + std::to_string(now.received));
    }
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override { ++now.removed; }

  void initiateFederateSave(const char* label) override {
    is_paused = true;
    if (label == std::string(kFirstSave)) {
      at_save_ = now;
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
    now = at_save_;
    go_on("restored");
  }
  void federationNotRestored() override { go_on("wrong: not restored"); }

  static constexpr const char* kFirstSave = "save 1";
  // A restore returns to the progress at the save.
  struct Progress {
    RTI::ObjectHandle instance = 0;  // own
    long discovered = 0;
    long removed = 0;
    long sent = 0;
    long received = 0;
  };
  Progress now;
  bool is_paused = false;  // by a save or restore

 private:
  void go_on(const char* line) {
    is_paused = false;
    print_line(line);
  }

  RTI::RTIambassador& rti_;
  Progress at_save_;
};

// Expects that losses and returns alternate, and that nothing else arrives between them.
class Observer final : public RTIextensions::ConnectionObserver {
 public:
  explicit Observer(const Ambassador& ambassador) : ambassador_(ambassador) {}

  void connectionLost(const char* reason, double seconds) override {
    if (std::exchange(is_lost_, true)) fail("a second loss");
    if (*reason == '\0' || seconds <= 0) fail("a loss without a reason or time");
    received_ = ambassador_.now.received;
    print_line("connection lost");
  }
  void connectionRestored(const char* url) override {
    if (!std::exchange(is_lost_, false)) fail("a return without a loss");
    if (*url == '\0') fail("a return without a URL");
    if (ambassador_.now.received != received_) fail("an update between a loss and the return");
    print_line("connection restored");
  }

 private:
  static void fail(const std::string& what) {
    print_line("wrong: " + what);
    std::exit(1);
  }

  const Ambassador& ambassador_;
  bool is_lost_ = false;
  long received_ = 0;
};

bool has_line() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

void send_update(RTI::RTIambassador& rti, Ambassador::Progress& now,
                 const faults::Classes& classes) {
  if (now.sent > 0 && now.sent % kUpdatesOfInstance == 0) {
    rti.deleteObjectInstance(now.instance, "");
    now.instance = rti.registerObjectInstance(classes.thing);
  }
  faults::update_value(rti, classes, now.instance, std::to_string(++now.sent));
}

// Exchanges updates until the driver's line "quit".
void exchange(RTI::RTIambassador& rti, Ambassador& ambassador, const faults::Classes& classes,
              long count) {
  Ambassador::Progress& now = ambassador.now;
  const long instances = 1 + (count - 1) / kUpdatesOfInstance;
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
    for (long i = 0; i < kUpdatesPerTick && now.sent < count && !ambassador.is_paused; ++i) {
      send_update(rti, now, classes);
    }
    rti.tick(0.001, 0.01);
    const bool was_complete =
        std::exchange(is_complete, now.sent == count && now.received == count);
    if (!is_complete || was_complete) continue;
    if (now.discovered != instances || now.removed != instances - 1) {
      print_line("wrong: discovered " + std::to_string(now.discovered) + ", removed " +
                 std::to_string(now.removed));
      std::exit(1);
    }
    print_line("complete");
  }
}

void run(const std::string& fed, const std::string& federation, const char* name, long count) {
  RTI::RTIambassador rti;
  Ambassador ambassador(rti);
  Observer observer(ambassador);
  RTIextensions::setConnectionObserver(rti, &observer);
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
  ambassador.now.instance = rti.registerObjectInstance(classes.thing, name);
  print_line("joined");
  faults::read_line();
  exchange(rti, ambassador, classes, count);
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
