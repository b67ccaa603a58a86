// A federate at the limits: large_federate FED TYPE MODE [NUMBER]. It prints its results.
//   sends BYTES  calls every service that takes an argument of any length with that many bytes,
//                prints each result, and then sends an update that is not too long
//   fills BYTES  sends an update with a value of that many bytes, and a short one
//   hears        subscribes, prints the length of each value, and "over" after the shortest
//   unnamed N    registers N instances without a name, and stays
//   named N      registers N instances with names of 65536 bytes, and stays
//   finds N      joins, subscribes and discovers N instances
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

using triad::test::print_line;

constexpr const char* kFederation = "limits";
constexpr std::size_t kNameBytesMax = 65536;

class LargeFederate : public NullFederateAmbassador {
 public:
  LargeFederate(const char* fed, const char* type) {
    try {
      rti_.createFederationExecution(kFederation, fed);
    } catch (RTI::FederationExecutionAlreadyExists&) {
    }
    rti_.joinFederationExecution(type, kFederation, this);
    thing_ = rti_.getObjectClassHandle("Thing");
    value_ = rti_.getAttributeHandle("Value", thing_);
    word_ = rti_.getInteractionClassHandle("Word");
    text_ = rti_.getParameterHandle("Text", word_);
    attributes_.reset(RTI::AttributeHandleSetFactory::create(1));
    attributes_->add(value_);
    print_line("joined");
  }

  void fill(std::size_t bytes) {
    rti_.publishObjectClass(thing_, *attributes_);
    const RTI::ObjectHandle object = rti_.registerObjectInstance(thing_);
    update(object, std::string(bytes, 'x'), "");
    update(object, "last", "");
    print_line("sent the last");
  }

  void send(std::size_t bytes) {
    const std::string large(bytes, 'x');
    const std::string name(kNameBytesMax + 1, 'n');
    rti_.publishObjectClass(thing_, *attributes_);
    rti_.publishInteractionClass(word_);
    const RTI::ObjectHandle object = rti_.registerObjectInstance(thing_);
    const char* const tag = large.c_str();
    report_outcome("update", [&] { update(object, large, ""); });
    report_outcome("tag of an update", [&] { update(object, "1", tag); });
    report_outcome("interaction", [&] { send_interaction(large, ""); });
    report_outcome("tag of an interaction", [&] { send_interaction("1", tag); });
    report_outcome("tag of a deletion", [&] { rti_.deleteObjectInstance(object, tag); });
    report_outcome("tag of a point",
                   [&] { rti_.registerFederationSynchronizationPoint("p", tag); });
    report_outcome("tag of a divestiture", [&] {
      rti_.negotiatedAttributeOwnershipDivestiture(object, *attributes_, tag);
    });
    report_outcome("label of a point",
                   [&] { rti_.registerFederationSynchronizationPoint(name.c_str(), ""); });
    report_outcome("label of a save", [&] { rti_.requestFederationSave(name.c_str()); });
    report_outcome("label of a restore", [&] { rti_.requestFederationRestore(name.c_str()); });
    report_outcome("name of an instance",
                   [&] { rti_.registerObjectInstance(thing_, name.c_str()); });
    report_outcome("name of a federation",
                   [&] { RTI::RTIambassador().createFederationExecution(name.c_str(), "a.fed"); });
    report_outcome("name of a federate", [&] {
      NullFederateAmbassador nobody;
      RTI::RTIambassador().joinFederationExecution(name.c_str(), kFederation, &nobody);
    });
    update(object, "last", "");
    print_line("sent the last");
  }

  void receive_until_last() {
    rti_.subscribeObjectClassAttributes(thing_, *attributes_);
    rti_.subscribeInteractionClass(word_);
    print_line("hears");
    tick_until([this] { return has_received_last_; });
    print_line("over");
  }

  void register_instances(int count, std::size_t name_bytes) {
    rti_.publishObjectClass(thing_, *attributes_);
    for (int i = 0; i < count; ++i) {
      std::string name(name_bytes, 'n');
      if (!name.empty()) name.replace(0, 3, std::to_string(100 + i));
      rti_.registerObjectInstance(thing_, name.empty() ? nullptr : name.c_str());
    }
    // The answer to this comes after the registrations.
    rti_.subscribeInteractionClass(word_);
    print_line("enrolled");
  }

  void discover_instances(int count) {
    rti_.subscribeObjectClassAttributes(thing_, *attributes_);
    tick_until([&] { return found_ >= count; });
    print_line("found " + std::to_string(found_) + ", names of " + std::to_string(longest_name_));
  }

  void tick_forever() {
    for (;;) rti_.tick(1.0, 1.0);
  }

 private:
  void report_outcome(const char* label, const std::function<void()>& call) {
    try {
      call();
      print_line(std::string(label) + ": carried out");
    } catch (RTI::Exception& e) {
      print_line(std::string(label) + ": " + e._name + ": " + e._reason);
    }
  }
  void update(RTI::ObjectHandle object, const std::string& value, const char* tag) {
    const std::unique_ptr<RTI::AttributeHandleValuePairSet> set(
        RTI::AttributeSetFactory::create(1));
    set->add(value_, value.data(), static_cast<RTI::ULong>(value.size()));
    rti_.updateAttributeValues(object, *set, tag);
  }
  void send_interaction(const std::string& value, const char* tag) {
    const std::unique_ptr<RTI::ParameterHandleValuePairSet> set(
        RTI::ParameterSetFactory::create(1));
    set->add(text_, value.data(), static_cast<RTI::ULong>(value.size()));
    rti_.sendInteraction(word_, *set, tag);
  }
  void tick_until(const std::function<bool()>& condition) {
    while (!condition()) rti_.tick(0.1, 0.1);
  }

  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) RTI_MAY_THROW override {
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(0, length);
    const std::string value(bytes, length);
    print_line("reflects " + std::to_string(length));
    has_received_last_ = value == "last";
  }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) RTI_MAY_THROW override {
    print_line("receives");
  }
  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle,
                              const char* name) RTI_MAY_THROW override {
    ++found_;
    longest_name_ = std::max(longest_name_, std::string(name).size());
  }

  RTI::RTIambassador rti_;
  RTI::ObjectClassHandle thing_ = 0;
  RTI::AttributeHandle value_ = 0;
  RTI::InteractionClassHandle word_ = 0;
  RTI::ParameterHandle text_ = 0;
  std::unique_ptr<RTI::AttributeHandleSet> attributes_;
  bool has_received_last_ = false;
  int found_ = 0;
  std::size_t longest_name_ = 0;
};

int run(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string mode = argv[3];
  const int number = argc > 4 ? std::atoi(argv[4]) : 0;
  LargeFederate federate(argv[1], argv[2]);
  if (mode == "hears") {
    federate.receive_until_last();
  } else if (mode == "sends") {
    federate.send(static_cast<std::size_t>(number));
  } else if (mode == "fills") {
    federate.fill(static_cast<std::size_t>(number));
  } else if (mode == "finds") {
    federate.discover_instances(number);
  } else {
    federate.register_instances(number, mode == "named" ? kNameBytesMax : 0);
    federate.tick_forever();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  triad::test::block_continue_signal();
  try {
    return run(argc, argv);
  } catch (RTI::Exception& e) {
    std::printf("%s: %s\n", e._name, e._reason);
    return 1;
  }
}
