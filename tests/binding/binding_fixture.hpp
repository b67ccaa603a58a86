// Shared by the tests of the binding: a FederateAmbassador that records its callbacks, and a
// fixture that starts an rtig and makes joined federates.
#pragma once

#include <gtest/gtest.h>

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/binding/rtig_process.hpp"

namespace triad::binding {

// Records one line for each callback.
class Listener : public NullFederateAmbassador {
 public:
  std::vector<std::string> heard;
  std::function<void(const std::string& line)> then;  // runs inside the callback

  RTI::ObjectHandle discovered = 0;
  RTI::EventRetractionHandle retraction = {0, 0};

  bool has(const std::string& line) const;

  void startRegistrationForObjectClass(RTI::ObjectClassHandle) override;
  void turnInteractionsOn(RTI::InteractionClassHandle) override;
  void announceSynchronizationPoint(const char* label, const char* tag) override;
  void federationSynchronized(const char* label) override;
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char* name) override;
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char* tag) override;
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime& time, const char* tag,
                              RTI::EventRetractionHandle handle) override;
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const char* tag) override;
  void removeObjectInstance(RTI::ObjectHandle, const char* tag) override;
  void provideAttributeValueUpdate(RTI::ObjectHandle,
                                   const RTI::AttributeHandleSet& attributes) override;
  void timeRegulationEnabled(const RTI::FedTime&) override;
  void timeConstrainedEnabled(const RTI::FedTime&) override;

 private:
  void note(const std::string& line);
};

// A federate of the test, with its ambassador and listener.
struct Federate {
  std::unique_ptr<RTI::RTIambassador> rti = std::make_unique<RTI::RTIambassador>();
  Listener listener;
  RTI::FederateHandle handle = 0;

  RTI::RTIambassador* operator->() { return rti.get(); }
  // Ticks until the line has come, without a time limit.
  void until(const std::string& line);
  RTI::ObjectClassHandle tank();
  RTI::AttributeHandle speed();
  void publish_tank();
  void subscribe_tank();
  void update_speed(RTI::ObjectHandle object, const std::string& value, const char* tag);
};

// Return the name and the reason of the exception that the call throws; empty: none.
std::string thrown(const std::function<void()>& call);
std::string reason(const std::function<void()>& call);

enum class Host { embedded, process };
enum class Over { tcp, shm };
struct Configuration {
  Host host;
  Over over;
};

// A federation "f" on an rtig that the test starts.
class Binding : public testing::Test {
 protected:
  Binding() : Binding({Host::embedded, Over::tcp}) {}
  explicit Binding(Configuration configuration);

  std::unique_ptr<Federate> outsider();
  std::unique_ptr<Federate> joined(const std::string& type = "federate");

  RtigProcess rtig;
};

// Each of its tests runs with both hosts and over both transports between processes.
class EveryConfiguration : public Binding, public testing::WithParamInterface<Configuration> {
 protected:
  EveryConfiguration() : Binding(GetParam()) {}
};
std::string configuration_name(const testing::TestParamInfo<Configuration>& configuration);
#define EVERY_CONFIGURATION                                                               \
  testing::Values(                                                                        \
      Configuration{Host::embedded, Over::tcp}, Configuration{Host::embedded, Over::shm}, \
      Configuration{Host::process, Over::tcp}, Configuration{Host::process, Over::shm}),  \
      configuration_name

}  // namespace triad::binding
