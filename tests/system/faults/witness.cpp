// The program witness: the victim's partner. It executes the driver's commands, answers the victim,
// and reports its own callbacks. It serves one victim after another with the same RTIambassador,
// even if its rtig is killed and started again.
//
//   witness FED [others]
//
// With "others" it uses only OtherThing and OtherWord. Commands: "join FEDERATION THING", "delete
// [BYTES]", "leave", "burst N", "fill N" (long updates), "send-on" (until a service throws),
// "subscribe-others" (to OtherThing as well), "regulate" (with a lookahead of 1), "taken NAME",
// "destroy FEDERATION", "quit". Each ends with a line "done COMMAND ok|EXCEPTION REASON".
#include <poll.h>
#include <RTIextensions.hh>
#include <fedtime.hh>

#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/system/faults/faulty_federate.hpp"

namespace faults {
namespace {

class Ambassador final : public NullFederateAmbassador {
 public:
  void announceSynchronizationPoint(const char* label, const char*) override {
    print_line(std::string("announced ") + label);
    pending_labels.push_back(label);
  }
  void federationSynchronized(const char* label) override {
    print_line(std::string("synchronized ") + label);
  }
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char* name) override {
    names_[object] = name;
    print_line("discovered " + names_[object]);
  }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    const std::string value = value_in(values);
    print_line("reflected " + value.substr(0, value.find(' ')) + " of " + names_[object]);
  }
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const char*) override {
    const std::string text = text_in(values);
    print_line("received " + text);
    if (text == "ping") must_send_pong = true;
  }
  void removeObjectInstance(RTI::ObjectHandle object, const char*) override {
    print_line("removed " + names_[object]);
    names_.erase(object);
  }
  void timeRegulationEnabled(const RTI::FedTime&) override { print_line("regulates"); }
  void provideAttributeValueUpdate(RTI::ObjectHandle, const RTI::AttributeHandleSet&) override {
    must_update = true;
  }

  // Done between ticks.
  std::vector<std::string> pending_labels;
  bool must_send_pong = false;
  bool must_update = false;

 private:
  std::map<RTI::ObjectHandle, std::string> names_;
};

class Witness {
 public:
  Witness(std::string fed, bool others) : fed_(std::move(fed)), uses_other_classes_(others) {}

  // Executes commands until "quit".
  void run() {
    const int descriptor = RTIextensions::callbackDescriptor(rti_);
    for (;;) {
      pollfd descriptors[] = {{0, POLLIN, 0}, {joined_ ? descriptor : -1, POLLIN, 0}};
      if (poll(descriptors, 2, -1) < 0) continue;
      if (descriptors[1].revents != 0) tick_until_idle();
      if (descriptors[0].revents != 0 && !execute_line(read_line())) return;
    }
  }

 private:
  bool execute_line(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "quit") return false;
    std::string argument;
    std::getline(words >> std::ws, argument);
    print_line("done " + command + " " + outcome_of([&] { execute_command(command, argument); }));
    if (joined_) tick_until_idle();
    return true;
  }

  void execute_command(const std::string& command, const std::string& argument) {
    if (command == "join") return join(argument);
    if (command == "delete") return delete_thing(argument);
    if (command == "leave") return resign();
    if (command == "burst") return burst(std::stoi(argument));
    if (command == "fill") return fill(std::stoi(argument));
    if (command == "send-on") return continue_sending();
    if (command == "subscribe-others") return subscribe_others();
    if (command == "regulate") return regulate();
    if (command == "taken") return expect_name_taken(argument);
    if (command == "destroy") return rti_.destroyFederationExecution(argument.c_str());
    throw RTI::FederateInternalError("no such command");
  }

  // `argument`: "FEDERATION NAME OF THE THING".
  void join(const std::string& argument) {
    const std::string federation = argument.substr(0, argument.find(' '));
    const std::string thing = argument.substr(federation.size() + 1);
    try {
      rti_.createFederationExecution(federation.c_str(), fed_.c_str());
    } catch (const RTI::FederationExecutionAlreadyExists&) {
      // The victim created it.
    }
    ambassador_ = Ambassador();
    rti_.joinFederationExecution("witness", federation.c_str(), &ambassador_);
    joined_ = true;
    classes_.find_handles(rti_, uses_other_classes_);
    rti_.publishObjectClass(classes_.thing, *classes_.values());
    rti_.subscribeObjectClassAttributes(classes_.thing, *classes_.values());
    thing_ = rti_.registerObjectInstance(classes_.thing, thing.c_str());
    has_thing_ = true;
    // These return when the RTIG has them, and therefore also the thing. So a federate that joins
    // later discovers it in time.
    rti_.publishInteractionClass(classes_.word);
    rti_.subscribeInteractionClass(classes_.word);
  }

  // Deletes the thing with a tag of that many bytes.
  void delete_thing(const std::string& bytes) {
    const std::string tag(bytes.empty() ? 0 : std::stoul(bytes), 't');
    rti_.deleteObjectInstance(thing_, tag.c_str());
    has_thing_ = false;
  }

  void resign() {
    rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    joined_ = false;
  }

  void burst(int count) {
    for (int i = 1; i <= count; ++i) {
      update_value(rti_, classes_, thing_, std::to_string(i));
      send_text(rti_, classes_, "word " + std::to_string(i));
    }
  }

  void fill(int count) {
    const std::string rest(4096, 'x');
    for (int i = 1; i <= count; ++i)
      update_value(rti_, classes_, thing_, std::to_string(i) + " " + rest);
  }

  // Sends without ticking. The values are large, so that unread ones fill every queue soon.
  void continue_sending() {
    print_line("sends");
    const std::string value(4096, 'x');
    for (;;) update_value(rti_, classes_, thing_, value);
  }

  void subscribe_others() {
    Classes classes;
    classes.find_handles(rti_, true);
    rti_.subscribeObjectClassAttributes(classes.thing, *classes.values());
  }

  void regulate() { rti_.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0)); }

  // Throws nothing if the name is that of an object and another object cannot take it.
  void expect_name_taken(const std::string& name) {
    rti_.getObjectInstanceHandle(name.c_str());
    try {
      rti_.registerObjectInstance(classes_.thing, name.c_str());
    } catch (const RTI::ObjectAlreadyRegistered&) {
      return;
    }
    throw RTI::FederateInternalError(("the name was free: " + name).c_str());
  }

  void tick_until_idle() {
    const std::string outcome = outcome_of([&] {
      while (rti_.tick()) {
      }
      run_deferred_actions();
    });
    if (outcome != "ok") report_loss(outcome);
  }

  // A ping may come when the thing is already deleted, because a victim without its rtia asks for
  // the deletion at once.
  void run_deferred_actions() {
    for (const std::string& label : std::exchange(ambassador_.pending_labels, {})) {
      rti_.synchronizationPointAchieved(label.c_str());
    }
    if (std::exchange(ambassador_.must_send_pong, false)) {
      if (has_thing_) update_value(rti_, classes_, thing_, "0");
      send_text(rti_, classes_, "pong");
    }
    if (std::exchange(ambassador_.must_update, false) && has_thing_) {
      update_value(rti_, classes_, thing_, "0");
    }
  }

  // Reports how services end. Each must report the loss of the federation, and none may hang.
  void report_loss(const std::string& outcome) {
    print_line("lost tick " + outcome);
    const auto attempt = [](const char* service, const std::function<void()>& body) {
      print_line(std::string("lost ") + service + " " + outcome_of(body));
    };
    attempt("tick", [&] { rti_.tick(); });
    attempt("updateAttributeValues", [&] { update_value(rti_, classes_, thing_, "2"); });
    attempt("publishObjectClass",
            [&] { rti_.publishObjectClass(classes_.thing, *classes_.values()); });
    attempt("registerObjectInstance",
            [&] { rti_.registerObjectInstance(classes_.thing, "other"); });
    attempt("getObjectClassHandle", [&] { rti_.getObjectClassHandle("Thing"); });
    attempt("resignFederationExecution", [&] { rti_.resignFederationExecution(RTI::NO_ACTION); });
    joined_ = false;
    print_line("lost end");
  }

  const std::string fed_;
  const bool uses_other_classes_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  Classes classes_;
  RTI::ObjectHandle thing_ = 0;
  bool has_thing_ = false;
  bool joined_ = false;
};

}  // namespace
}  // namespace faults

int main(int argc, char** argv) {
  faults::end_with_driver();
  const bool others = argc == 3 && std::string(argv[2]) == "others";
  if (argc != 2 && !others) {
    faults::print_line("usage: witness FED [others]");
    return 2;
  }
  {
    faults::Witness witness(argv[1], others);
    witness.run();
  }
  faults::print_line("end");
  return 0;
}
