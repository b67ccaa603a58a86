// A federate of recording_test.py: recorded_federate ROLE NAME FED COUNT. It reports its progress
// on standard output.
//
//   sender    regulates and is constrained; registers a thing, and COUNT times updates it at the
//   next
//             time and advances; then deletes it and resigns
//   receiver  is constrained; prints each value of a thing, and resigns when the thing is removed
//   flood     updates a thing COUNT times without a pause, though no other federate subscribes
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

using triad::test::print_line;

constexpr const char* kFederation = "recorded";
constexpr std::size_t kFloodBytes = 128;

class Federate : private NullFederateAmbassador {
 public:
  Federate(const char* name, const char* fed) {
    try {
      rti.createFederationExecution(kFederation, fed);
    } catch (const RTI::FederationExecutionAlreadyExists&) {
    }
    rti.joinFederationExecution(name, kFederation, this);
    thing_ = rti.getObjectClassHandle("Thing");
    value_ = rti.getAttributeHandle("Value", thing_);
    attributes_->add(value_);
  }

  void send(int count) {
    become_regulating_and_constrained();
    rti.publishObjectClass(thing_, *attributes_);
    const RTI::ObjectHandle object = rti.registerObjectInstance(thing_, "counter");
    wait_for_receiver();
    send_without_parameters();
    for (int i = 1; i <= count; ++i) {
      const RTIfedTime next(static_cast<double>(i));
      rti.updateAttributeValues(object, *values_of(std::to_string(i)), next, "count");
      advance_to(next);
    }
    const RTIfedTime end(static_cast<double>(count + 1));
    rti.deleteObjectInstance(object, end, "done");
    advance_to(end);
    resign();
  }

  void receive() {
    rti.enableTimeConstrained();
    tick_until(is_constrained_);
    rti.subscribeObjectClassAttributes(thing_, *attributes_);
    print_line("subscribed");
    tick_until(is_discovered_);  // now the sender regulates
    while (!is_removed_) {
      is_granted_ = false;
      rti.nextEventRequest(RTIfedTime(1e9));
      tick_until(is_granted_);
    }
    resign();
  }

  void flood(int count) {
    rti.publishObjectClass(thing_, *attributes_);
    const RTI::ObjectHandle object = rti.registerObjectInstance(thing_, "flood");
    const auto values = values_of(std::string(kFloodBytes, 'x'));
    print_line("flooding");
    for (int i = 0; i < count; ++i) {
      rti.updateAttributeValues(object, *values, "flood");
      if (i % 1000 == 0) rti.tick();
    }
    print_line("flooded");
    resign();
  }

 private:
  void become_regulating_and_constrained() {
    rti.enableTimeConstrained();
    tick_until(is_constrained_);
    rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
    tick_until(is_regulating_);
  }
  void send_without_parameters() {
    const RTI::InteractionClassHandle step = rti.getInteractionClassHandle("Step");
    rti.publishInteractionClass(step);
    const std::unique_ptr<RTI::ParameterHandleValuePairSet> none(
        RTI::ParameterSetFactory::create(0));
    rti.sendInteraction(step, *none, "step");
  }
  // Waits for the subscription of the receiver.
  void wait_for_receiver() { tick_until(is_wanted_); }
  void tick_until(const bool& flag) {
    while (!flag) rti.tick(0.01, 1.0);
  }
  void advance_to(const RTIfedTime& time) {
    is_granted_ = false;
    rti.timeAdvanceRequest(time);
    tick_until(is_granted_);
  }
  void resign() {
    rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    print_line("resigned");
  }
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_of(const std::string& text) const {
    std::unique_ptr<RTI::AttributeHandleValuePairSet> values(RTI::AttributeSetFactory::create(1));
    values->add(value_, text.data(), static_cast<RTI::ULong>(text.size()));
    return values;
  }

  void timeRegulationEnabled(const RTI::FedTime&) override { is_regulating_ = true; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { is_constrained_ = true; }
  void timeAdvanceGrant(const RTI::FedTime&) override { is_granted_ = true; }
  void startRegistrationForObjectClass(RTI::ObjectClassHandle) override { is_wanted_ = true; }
  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle, const char*) override {
    is_discovered_ = true;
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override { is_removed_ = true; }
  void removeObjectInstance(RTI::ObjectHandle, const RTI::FedTime&, const char*,
                            RTI::EventRetractionHandle) override {
    is_removed_ = true;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char* tag) override {
    print_value(values, tag, "");
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime& time, const char* tag,
                              RTI::EventRetractionHandle) override {
    const RTIfedTime at(time);
    print_value(values, tag, " at " + std::to_string(at.getTime()));
  }
  static void print_value(const RTI::AttributeHandleValuePairSet& values, const char* tag,
                          const std::string& at) {
    RTI::ULong length = 0;
    const char* const value = values.getValuePointer(0, length);
    print_line("got " + std::string(value, length) + " " + tag + at);
  }

  RTI::RTIambassador rti;
  RTI::ObjectClassHandle thing_ = 0;
  RTI::AttributeHandle value_ = 0;
  std::unique_ptr<RTI::AttributeHandleSet> attributes_{RTI::AttributeHandleSetFactory::create(1)};
  bool is_regulating_ = false;
  bool is_constrained_ = false;
  bool is_granted_ = false;
  bool is_wanted_ = false;
  bool is_discovered_ = false;
  bool is_removed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  triad::test::block_continue_signal();
  const std::string role = argv[1];
  try {
    Federate federate(argv[2], argv[3]);
    if (role == "sender") federate.send(std::atoi(argv[4]));
    if (role == "receiver") federate.receive();
    if (role == "flood") federate.flood(std::atoi(argv[4]));
  } catch (const RTI::Exception& error) {
    print_line(std::string(error._name) + ": " + error._reason);
    return 1;
  }
  return 0;
}
