// A worker and its overseer in a federation with times of the type WholeTicks. Through the MOM the
// overseer reads the worker's times, as WholeTicks prints them, and orders it to advance to times
// as WholeTicks encodes them.
//   overseer FEDERATION FED
#include <NullFederateAmbassador.hh>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/binding/own_time/whole_ticks.hh"

namespace {

using Texts = std::map<std::string, std::string>;

[[noreturn]] void fail(const std::string& why) {
  std::printf("failed: %s\n", why.c_str());
  std::exit(1);
}

void expect(const std::string& what, const std::string& is, const std::string& wanted) {
  if (is != wanted) fail(what + " is '" + is + "' instead of '" + wanted + "'");
}

long long ticks(const RTI::FedTime& time) {
  return static_cast<const WholeTicks&>(time).ticks();
}

std::string encoded(long long count) {
  const WholeTicks time(count);
  std::string bytes(static_cast<std::size_t>(time.encodedLength()), '\0');
  time.encode(bytes.data());
  return bytes;
}

// Returns the text as the MOM encodes it, with a NUL at its end.
std::string ended(std::string text) {
  text.push_back('\0');
  return text;
}

template <class Set>
std::string value_of(const Set& values, RTI::ULong i) {
  RTI::ULong length = 0;
  const char* const bytes = values.getValuePointer(i, length);
  return std::string(bytes, length).c_str();
}

class Worker : public NullFederateAmbassador {
 public:
  RTI::RTIambassador rti;
  bool constrained = false;
  bool regulating = false;
  long long granted = -1;

  void timeConstrainedEnabled(const RTI::FedTime&) override { constrained = true; }
  void timeRegulationEnabled(const RTI::FedTime&) override { regulating = true; }
  void timeAdvanceGrant(const RTI::FedTime& time) override { granted = ticks(time); }
};

class Overseer : public NullFederateAmbassador {
 public:
  RTI::RTIambassador rti;
  bool regulating = false;
  long long granted = -1;
  long long removed_at = -1;
  std::string managed;           // name of the worker's object
  Texts times;                   // last values of its attributes
  std::vector<Texts> calls;      // reports of its calls and callbacks
  std::vector<std::string> why;  // alerts about it

  void timeRegulationEnabled(const RTI::FedTime&) override { regulating = true; }
  void timeAdvanceGrant(const RTI::FedTime& time) override { granted = ticks(time); }
  void removeObjectInstance(RTI::ObjectHandle, const RTI::FedTime& time, const char*,
                            RTI::EventRetractionHandle) override {
    removed_at = ticks(time);
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override { removed_at = 0; }
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    const std::unique_ptr<char[]> name(rti.getObjectInstanceName(object));
    const auto manager = rti.getObjectClassHandle("Manager.Federate");
    Texts texts;
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      const std::unique_ptr<char[]> attribute(rti.getAttributeName(values.getHandle(i), manager));
      texts[attribute.get()] = value_of(values, i);
    }
    if (texts["FederateType"] == "worker") managed = name.get();
    if (managed == name.get()) times = std::move(texts);
  }
  void receiveInteraction(RTI::InteractionClassHandle interaction,
                          const RTI::ParameterHandleValuePairSet& values, const char*) override {
    Texts texts;
    for (RTI::ULong i = 0; i < values.size(); ++i) {
      const std::unique_ptr<char[]> name(rti.getParameterName(values.getHandle(i), interaction));
      texts[name.get()] = value_of(values, i);
    }
    if (texts.contains("AlertDescription")) {
      why.push_back(texts["AlertDescription"]);
    } else {
      calls.push_back(std::move(texts));
    }
  }
};

class Scene {
 public:
  Scene(const char* federation, const char* fed);
  void play();

 private:
  template <class Done>
  void until(Done done) {
    while (!done()) {
      worker_.rti.tick();
      overseer_.rti.tick(0.001, 0.01);
    }
  }
  void subscribe(const char* object_class, std::initializer_list<const char*> attributes);
  void order(const std::string& interaction, Texts parameters);
  void advance(const std::string& service, long long to, long long granted);
  // Request the worker's times, once or until its LBTS reflects the overseer's promise.
  Texts times();
  Texts times_with_lbts(const std::string& lbts);
  void expect_call(const std::string& service, const std::string& argument);

  // The parts of play(), in this order.
  void begin_time_management();
  void advance_by_each_service();
  void delete_at_a_time();
  void refuse_a_text_as_time();
  void report_periodically();

  Worker worker_;
  Overseer overseer_;
  std::string worker_handle_;
};

Scene::Scene(const char* federation, const char* fed) {
  overseer_.rti.createFederationExecution(federation, fed);
  overseer_.rti.joinFederationExecution("overseer", federation, &overseer_);
  worker_handle_ =
      std::to_string(worker_.rti.joinFederationExecution("worker", federation, &worker_));
  for (const char* report : {"ReportServiceInvocation", "Alert"}) {
    const std::string path = "Manager.Federate.Report." + std::string(report);
    overseer_.rti.subscribeInteractionClass(overseer_.rti.getInteractionClassHandle(path.c_str()));
  }
  subscribe("Manager.Federate",
            {"FederateType", "FederateTime", "Lookahead", "LBTS", "MinNextEventTime"});
  until([&] { return overseer_.times.contains("MinNextEventTime"); });
}

void Scene::subscribe(const char* object_class, std::initializer_list<const char*> attributes) {
  const auto handle = overseer_.rti.getObjectClassHandle(object_class);
  const std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(8));
  for (const char* name : attributes) set->add(overseer_.rti.getAttributeHandle(name, handle));
  overseer_.rti.subscribeObjectClassAttributes(handle, *set);
}

// Sends an order to the worker.
void Scene::order(const std::string& interaction, Texts parameters) {
  const auto handle =
      overseer_.rti.getInteractionClassHandle(("Manager.Federate." + interaction).c_str());
  parameters.emplace("Federate", ended(worker_handle_));
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> set(RTI::ParameterSetFactory::create(8));
  for (const auto& [name, value] : parameters) {
    set->add(overseer_.rti.getParameterHandle(name.c_str(), handle), value.data(),
             static_cast<RTI::ULong>(value.size()));
  }
  overseer_.rti.publishInteractionClass(handle);
  overseer_.rti.sendInteraction(handle, *set, "");
}

void Scene::advance(const std::string& service, long long to, long long granted) {
  order("Service." + service, {{"FederationTime", encoded(to)}});
  until([&] { return worker_.granted == granted || !overseer_.why.empty(); });
  if (!overseer_.why.empty()) fail(overseer_.why.front());
}

Texts Scene::times() {
  overseer_.times.clear();
  const auto manager = overseer_.rti.getObjectClassHandle("Manager.Federate");
  const std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(8));
  for (const char* name : {"FederateTime", "Lookahead", "LBTS", "MinNextEventTime"}) {
    set->add(overseer_.rti.getAttributeHandle(name, manager));
  }
  overseer_.rti.requestObjectAttributeValueUpdate(
      overseer_.rti.getObjectInstanceHandle(overseer_.managed.c_str()), *set);
  until([&] { return overseer_.times.size() >= 4; });
  return overseer_.times;
}

Texts Scene::times_with_lbts(const std::string& lbts) {
  for (;;) {
    Texts now = times();
    if (now["LBTS"] == lbts) return now;
  }
}

void Scene::expect_call(const std::string& service, const std::string& argument) {
  const auto reported = [&]() -> const Texts* {
    for (const Texts& call : overseer_.calls) {
      if (call.at("Service") == service) return &call;
    }
    return nullptr;
  };
  until([&] { return reported() != nullptr; });
  expect("the argument of " + service, reported()->at("SuppliedArgument1"), argument);
}

void Scene::play() {
  begin_time_management();
  advance_by_each_service();
  delete_at_a_time();
  refuse_a_text_as_time();
  report_periodically();
  worker_.rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  overseer_.rti.resignFederationExecution(RTI::NO_ACTION);
}

void Scene::begin_time_management() {
  order("Adjust.SetServiceReporting", {{"ReportingState", ended("True")}});
  order("Service.EnableTimeConstrained", {});
  order("Service.EnableTimeRegulation",
        {{"FederationTime", encoded(0)}, {"Lookahead", encoded(3)}});
  until([&] { return worker_.constrained && worker_.regulating; });
  expect_call("enableTimeRegulation", "theFederateTime=0");
  overseer_.rti.enableTimeRegulation(WholeTicks(300), WholeTicks(2));
  until([&] { return overseer_.regulating; });
}

void Scene::advance_by_each_service() {
  advance("TimeAdvanceRequest", 256, 256);  // its encoding ends with a NUL
  expect_call("timeAdvanceRequest", "theTime=256");
  expect_call("timeAdvanceGrant", "theTime=256");
  Texts now = times_with_lbts("302");
  expect("FederateTime", now["FederateTime"], "256");
  expect("Lookahead", now["Lookahead"], "3");
  expect("MinNextEventTime", now["MinNextEventTime"], "302");

  const auto hail = overseer_.rti.getInteractionClassHandle("Hail");
  overseer_.rti.publishInteractionClass(hail);
  worker_.rti.subscribeInteractionClass(hail);
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> nothing(
      RTI::ParameterSetFactory::create(1));
  overseer_.rti.sendInteraction(hail, *nothing, WholeTicks(305), "");
  overseer_.rti.timeAdvanceRequest(WholeTicks(400));
  until([&] { return overseer_.granted == 400; });
  now = times_with_lbts("402");
  expect("MinNextEventTime", now["MinNextEventTime"], "305");
  advance("NextEventRequest", 390, 305);
  advance("TimeAdvanceRequestAvailable", 306, 306);
  advance("NextEventRequestAvailable", 307, 307);
  advance("FlushQueueRequest", 308, 308);
  expect_call("flushQueueRequest", "theTime=308");
  order("Service.ModifyLookahead", {{"Lookahead", encoded(5)}});
  expect_call("modifyLookahead", "theLookahead=5");
  expect("Lookahead", times()["Lookahead"], "5");
}

// The encoding of the time begins with a NUL.
void Scene::delete_at_a_time() {
  const auto ship = worker_.rti.getObjectClassHandle("Ship");
  const std::unique_ptr<RTI::AttributeHandleSet> cargo(RTI::AttributeHandleSetFactory::create(1));
  cargo->add(worker_.rti.getAttributeHandle("Cargo", ship));
  worker_.rti.publishObjectClass(ship, *cargo);
  subscribe("Ship", {"Cargo"});
  worker_.rti.registerObjectInstance(ship, "Tug");
  order("Service.DeleteObjectInstance", {{"ObjectInstance", ended("Tug")},
                                         {"Tag", ended("")},
                                         {"FederationTime", ended(encoded(350))}});
  until([&] { return overseer_.removed_at >= 0; });
  expect("the deletion's time", std::to_string(overseer_.removed_at), "350");
}

// FedTime has no function that reads a text.
void Scene::refuse_a_text_as_time() {
  order("Service.TimeAdvanceRequest", {{"FederationTime", ended("380")}});
  until([&] { return !overseer_.why.empty(); });
  expect("the alert", overseer_.why.front(),
         "TimeAdvanceRequest: RTIinternalError: the parameter FederationTime is not a time of this "
         "federation");
}

void Scene::report_periodically() {
  overseer_.times.clear();
  order("Adjust.SetTiming", {{"ReportPeriod", ended("0.02")}});
  until([&] { return overseer_.times.contains("FederateTime"); });
  expect("FederateTime", overseer_.times["FederateTime"], "308");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    Scene(argv[1], argv[2]).play();
  } catch (const RTI::Exception& e) {
    fail(std::string(e._name) + ": " + e._reason);
  }
  std::printf("all as ordered\n");
  return 0;
}
