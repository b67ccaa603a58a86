// A modern federate: override, noexcept, nullptr. Compiled from C++11.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>
#include <memory>

class Federate final : public NullFederateAmbassador {
 public:
  Federate() = default;
  Federate(const Federate&) = delete;
  Federate& operator=(const Federate&) = delete;

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char* name) override {
    last_ = object;
    name_ = name;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    for (auto i = values.start(); values.valid(i) != 0; i = values.next(i)) {
      RTI::ULong length = 0;
      bytes_.append(values.getValuePointer(i, length), length);
    }
  }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime& time, const char* tag,
                              RTI::EventRetractionHandle) override {
    now_ = time;
    reflectAttributeValues(object, values, tag);
  }
  void timeAdvanceGrant(const RTI::FedTime& time) noexcept override { now_ = time; }

 private:
  RTI::ObjectHandle last_ = 0;
  std::string name_;
  std::string bytes_;
  RTIfedTime now_{0.0};
};

void run() {
  const std::unique_ptr<Federate> federate(new Federate);
  const std::unique_ptr<RTI::RTIambassador> ambassador(new RTI::RTIambassador);
  const std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(3));
  const std::unique_ptr<char[]> name(ambassador->getObjectClassName(1));
  const auto handle = ambassador->joinFederationExecution("type", "federation", federate.get());
  set->add(handle);
  while (ambassador->tick(0.0, 0.1) == RTI::RTI_TRUE) {
  }
}
