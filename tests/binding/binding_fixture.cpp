#include "tests/binding/binding_fixture.hpp"

#include <algorithm>
#include <cstdlib>
#include <fedtime.hh>

namespace triad::binding {
namespace {

template <class Set>
std::string values_of(const Set& values) {
  std::string text;
  for (RTI::ULong i = 0; i < values.size(); ++i) {
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(i, length);
    text += " " + std::string(bytes, length);
  }
  return text;
}

}  // namespace

bool Listener::has(const std::string& line) const {
  return std::ranges::find(heard, line) != heard.end();
}

void Listener::note(const std::string& line) {
  heard.push_back(line);
  if (then) then(line);
}

void Listener::startRegistrationForObjectClass(RTI::ObjectClassHandle) {
  note("start registration");
}
void Listener::turnInteractionsOn(RTI::InteractionClassHandle) {
  note("turn interactions on");
}
void Listener::announceSynchronizationPoint(const char* label, const char* tag) {
  note(std::string("announce ") + label + " " + tag);
}
void Listener::federationSynchronized(const char* label) {
  note(std::string("synchronized ") + label);
}
void Listener::discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                                      const char* name) {
  discovered = object;
  note(std::string("discover ") + name);
}
void Listener::reflectAttributeValues(RTI::ObjectHandle,
                                      const RTI::AttributeHandleValuePairSet& values,
                                      const char* tag) {
  note("reflect" + values_of(values) + " " + tag);
}
void Listener::reflectAttributeValues(RTI::ObjectHandle,
                                      const RTI::AttributeHandleValuePairSet& values,
                                      const RTI::FedTime& time, const char* tag,
                                      RTI::EventRetractionHandle handle) {
  retraction = handle;
  note("reflect" + values_of(values) + " " + tag + " at " +
       std::to_string(dynamic_cast<const RTIfedTime&>(time).getTime()));
}
void Listener::receiveInteraction(RTI::InteractionClassHandle,
                                  const RTI::ParameterHandleValuePairSet& values, const char* tag) {
  note("receive" + values_of(values) + " " + tag);
}
void Listener::timeRegulationEnabled(const RTI::FedTime&) {
  note("regulating");
}
void Listener::timeConstrainedEnabled(const RTI::FedTime&) {
  note("constrained");
}
void Listener::removeObjectInstance(RTI::ObjectHandle, const char* tag) {
  note(std::string("remove ") + tag);
}
void Listener::provideAttributeValueUpdate(RTI::ObjectHandle,
                                           const RTI::AttributeHandleSet& attributes) {
  note("provide " + std::to_string(attributes.size()));
}

void Federate::until(const std::string& line) {
  while (!listener.has(line)) rti->tick(1, 1);
}

RTI::ObjectClassHandle Federate::tank() {
  return rti->getObjectClassHandle("Tank");
}

RTI::AttributeHandle Federate::speed() {
  return rti->getAttributeHandle("Speed", tank());
}

namespace {

std::unique_ptr<RTI::AttributeHandleSet> tank_attributes(Federate& federate) {
  std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(2));
  set->add(federate.speed());
  set->add(federate->getAttributeHandle("Ammunition", federate.tank()));
  return set;
}

}  // namespace

void Federate::publish_tank() {
  rti->publishObjectClass(tank(), *tank_attributes(*this));
}

void Federate::subscribe_tank() {
  rti->subscribeObjectClassAttributes(tank(), *tank_attributes(*this));
}

void Federate::update_speed(RTI::ObjectHandle object, const std::string& value, const char* tag) {
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
      RTI::AttributeSetFactory::create(1));
  values->add(speed(), value.data(), value.size());
  rti->updateAttributeValues(object, *values, tag);
}

std::string thrown(const std::function<void()>& call) {
  try {
    call();
  } catch (const RTI::Exception& e) {
    return e._name;
  }
  return "";
}

std::string reason(const std::function<void()>& call) {
  try {
    call();
  } catch (const RTI::Exception& e) {
    return e._reason;
  }
  return "";
}

Binding::Binding(Configuration configuration) {
  setenv("RTI_URL", (configuration.over == Over::tcp ? rtig.tcp_url() : rtig.shm_url()).c_str(), 1);
  setenv("RTI_RTIA", configuration.host == Host::embedded ? "embedded" : "process", 1);
  RTI::RTIambassador creator;
  creator.createFederationExecution("f", TRIAD_FED);
}

std::unique_ptr<Federate> Binding::outsider() {
  return std::make_unique<Federate>();
}

std::unique_ptr<Federate> Binding::joined(const std::string& type) {
  auto federate = outsider();
  federate->handle = federate->rti->joinFederationExecution(type.c_str(), "f", &federate->listener);
  return federate;
}

std::string configuration_name(const testing::TestParamInfo<Configuration>& configuration) {
  return std::string(configuration.param.host == Host::embedded ? "Embedded" : "Process") +
         (configuration.param.over == Over::tcp ? "Tcp" : "Shm");
}

}  // namespace triad::binding
