// A federate at the limits: large_federate FED TYPE MODE [NUMBER]. What becomes of it it prints.
//   unnamed N    registers N instances without a name, and stays
//   named N      registers N instances whose names have 65536 bytes, and stays
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

using triad::test::say;

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
    say("joined");
  }

  void enroll(int count, std::size_t name_bytes) {
    rti_.publishObjectClass(thing_, *attributes_);
    for (int i = 0; i < count; ++i) {
      std::string name(name_bytes, 'n');
      if (!name.empty()) name.replace(0, 3, std::to_string(100 + i));
      rti_.registerObjectInstance(thing_, name.empty() ? nullptr : name.c_str());
    }
    // An answer to this comes behind them.
    rti_.subscribeInteractionClass(word_);
    say("enrolled");
  }

  void find(int count) {
    rti_.subscribeObjectClassAttributes(thing_, *attributes_);
    until([&] { return found_ >= count; });
    say("found " + std::to_string(found_) + ", names of " + std::to_string(longest_name_));
  }

  void stay() {
    for (;;) rti_.tick(1.0, 1.0);
  }

 private:
  void until(const std::function<bool()>& condition) {
    while (!condition()) rti_.tick(0.1, 0.1);
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
  int found_ = 0;
  std::size_t longest_name_ = 0;
};

int run(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string mode = argv[3];
  const int number = argc > 4 ? std::atoi(argv[4]) : 0;
  LargeFederate federate(argv[1], argv[2]);
  if (mode == "finds") {
    federate.find(number);
  } else {
    federate.enroll(number, mode == "named" ? kNameBytesMax : 0);
    federate.stay();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  triad::test::be_signalled();
  try {
    return run(argc, argv);
  } catch (RTI::Exception& e) {
    std::printf("%s: %s\n", e._name, e._reason);
    return 1;
  }
}
