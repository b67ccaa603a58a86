#include "tests/scenario/api/scenario_federate.hpp"

#include <algorithm>
#include <fedtime.hh>

#include "tests/scenario/api/host.hpp"
#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {

namespace {
constexpr const char* kReliableMarker = "Marker";
constexpr const char* kBestEffortMarker = "BestEffortMarker";
}  // namespace

Federate::Federate(Scenario& scenario, std::string id, std::string type)
    : scenario_(scenario),
      id_(std::move(id)),
      type_(std::move(type)),
      rti_(std::make_unique<RTI::RTIambassador>()),
      recorder_(*rti_) {
  select_next_url();
  recorder_.on_callback = [this](const std::string& line) {
    const auto at =
        std::ranges::find(actions_, line, [](const auto& entry) { return entry.first; });
    if (at == actions_.end()) return;
    const auto action = std::move(at->second);
    actions_.erase(at);
    action();
  };
}

void Federate::join(const std::string& federation) {
  handle_ = rti_->joinFederationExecution(type_.c_str(), federation.c_str(), &recorder_);
  federation_ = federation;
  const auto reliable = interaction_class(kReliableMarker);
  const auto best_effort = interaction_class(kBestEffortMarker);
  recorder_.set_marker_classes(reliable, best_effort);
  for (const auto marker : {reliable, best_effort}) {
    rti_->publishInteractionClass(marker);
    rti_->subscribeInteractionClass(marker);
  }
}

void Federate::resign(RTI::ResignAction action) {
  rti_->resignFederationExecution(action);
  federation_.clear();
  recorder_.clear_markers();
}

void Federate::mark_resigned() {
  federation_.clear();
  recorder_.clear_markers();
}

void Federate::delete_ambassador() {
  federation_.clear();
  rti_.reset();
}

Lines Federate::take_callbacks() {
  scenario_.wait_until_quiet();
  return recorder_.take_lines();
}

void Federate::wait_for_callback(const std::string& line) {
  scenario_.wait_for_callback(*this, line);
}

void Federate::run_in_callback(const std::string& line, std::function<void()> action) {
  actions_.emplace_back(line, std::move(action));
}

// The RTIG decides publishInteractionClass even if it changes nothing. It returns when the RTIG has
// handled everything sent before, and the stamps of the markers refer to that.
void Federate::send_markers(int round) {
  for (const char* name : {kReliableMarker, kBestEffortMarker}) {
    rti_->publishInteractionClass(interaction_class(name));
  }
  for (const char* name : {kReliableMarker, kBestEffortMarker}) {
    send_interaction(name, {{"From", id_}, {"Round", std::to_string(round)}});
  }
}

void Federate::publish(const std::string& object_class, const Names& attribute_names) {
  rti_->publishObjectClass(this->object_class(object_class),
                           *attributes(object_class, attribute_names));
}

void Federate::unpublish(const std::string& object_class) {
  rti_->unpublishObjectClass(this->object_class(object_class));
}

void Federate::subscribe(const std::string& object_class, const Names& attribute_names,
                         RTI::Boolean active) {
  rti_->subscribeObjectClassAttributes(this->object_class(object_class),
                                       *attributes(object_class, attribute_names), active);
}

void Federate::unsubscribe(const std::string& object_class) {
  rti_->unsubscribeObjectClass(this->object_class(object_class));
}

void Federate::publish_interaction(const std::string& interaction_class) {
  rti_->publishInteractionClass(this->interaction_class(interaction_class));
}

void Federate::unpublish_interaction(const std::string& interaction_class) {
  rti_->unpublishInteractionClass(this->interaction_class(interaction_class));
}

void Federate::subscribe_interaction(const std::string& interaction_class, RTI::Boolean active) {
  rti_->subscribeInteractionClass(this->interaction_class(interaction_class), active);
}

void Federate::unsubscribe_interaction(const std::string& interaction_class) {
  rti_->unsubscribeInteractionClass(this->interaction_class(interaction_class));
}

RTI::ObjectHandle Federate::register_object(const std::string& object_class,
                                            const std::string& name) {
  const auto handle = this->object_class(object_class);
  const auto object = rti_->registerObjectInstance(handle, name.c_str());
  recorder_.add_object(object, handle, name);
  return object;
}

void Federate::update(const std::string& object, const Values& values, const char* tag) {
  const auto handle = this->object(object);
  const std::string known_class =
      owned_text(rti_->getObjectClassName(rti_->getObjectClass(handle)));
  rti_->updateAttributeValues(handle, *this->values(known_class, values), tag);
}

void Federate::send_interaction(const std::string& interaction_class, const Values& values,
                                const char* tag) {
  rti_->sendInteraction(this->interaction_class(interaction_class),
                        *parameters(interaction_class, values), tag);
}

void Federate::remove(const std::string& object, const char* tag) {
  rti_->deleteObjectInstance(this->object(object), tag);
}

void TimeServices::regulate(double time, double lookahead) {
  federate_->enableTimeRegulation(RTIfedTime(time), RTIfedTime(lookahead));
  federate_.wait_for_callback("timeRegulationEnabled " + time_text(RTIfedTime(time)));
}

void TimeServices::constrain() {
  federate_->enableTimeConstrained();
  federate_.wait_for_callback("timeConstrainedEnabled " + time_text(RTIfedTime(federate_time())));
}

RTI::EventRetractionHandle Federate::update_at(double time, const std::string& object,
                                               const Values& values, const char* tag) {
  const auto handle = this->object(object);
  const std::string known_class =
      owned_text(rti_->getObjectClassName(rti_->getObjectClass(handle)));
  return rti_->updateAttributeValues(handle, *this->values(known_class, values), RTIfedTime(time),
                                     tag);
}

RTI::EventRetractionHandle Federate::send_interaction_at(double time,
                                                         const std::string& interaction_class,
                                                         const Values& values, const char* tag) {
  return rti_->sendInteraction(this->interaction_class(interaction_class),
                               *parameters(interaction_class, values), RTIfedTime(time), tag);
}

RTI::EventRetractionHandle Federate::remove_at(double time, const std::string& object,
                                               const char* tag) {
  return rti_->deleteObjectInstance(this->object(object), RTIfedTime(time), tag);
}

double TimeServices::query(void (RTI::RTIambassador::*service)(RTI::FedTime&)) {
  RTIfedTime time;
  (federate_.operator->()->*service)(time);
  return time.getTime();
}

double TimeServices::federate_time() {
  return query(&RTI::RTIambassador::queryFederateTime);
}
double TimeServices::lbts() {
  return query(&RTI::RTIambassador::queryLBTS);
}
double TimeServices::min_next_event_time() {
  return query(&RTI::RTIambassador::queryMinNextEventTime);
}
double TimeServices::lookahead() {
  return query(&RTI::RTIambassador::queryLookahead);
}

Lines Federate::take_settled_callbacks() {
  scenario_.settle();
  return recorder_.take_lines();
}

RTI::ObjectClassHandle Federate::object_class(const std::string& name) {
  return rti_->getObjectClassHandle(name.c_str());
}

RTI::InteractionClassHandle Federate::interaction_class(const std::string& name) {
  return rti_->getInteractionClassHandle(name.c_str());
}

RTI::AttributeHandle Federate::attribute(const std::string& object_class, const std::string& name) {
  return rti_->getAttributeHandle(name.c_str(), this->object_class(object_class));
}

RTI::ParameterHandle Federate::parameter(const std::string& interaction_class,
                                         const std::string& name) {
  return rti_->getParameterHandle(name.c_str(), this->interaction_class(interaction_class));
}

AttributeHandles Federate::attributes(const std::string& object_class, const Names& names) {
  AttributeHandles set(RTI::AttributeHandleSetFactory::create(names.size()));
  for (const std::string& name : names) set->add(attribute(object_class, name));
  return set;
}

AttributeValues Federate::values(const std::string& object_class, const Values& values) {
  AttributeValues set(RTI::AttributeSetFactory::create(values.size()));
  for (const auto& [name, value] : values) {
    set->add(attribute(object_class, name), value.data(), value.size());
  }
  return set;
}

ParameterValues Federate::parameters(const std::string& interaction_class, const Values& values) {
  ParameterValues set(RTI::ParameterSetFactory::create(values.size()));
  for (const auto& [name, value] : values) {
    set->add(parameter(interaction_class, name), value.data(), value.size());
  }
  return set;
}

bool Federate::owns(const std::string& object, const std::string& attribute) {
  const auto handle = this->object(object);
  const auto known_class = rti_->getObjectClass(handle);
  return rti_->isAttributeOwnedByFederate(
             handle, rti_->getAttributeHandle(attribute.c_str(), known_class)) == RTI::RTI_TRUE;
}

FederateHandles federate_set(std::initializer_list<RTI::FederateHandle> federates) {
  FederateHandles set(RTI::FederateHandleSetFactory::create(federates.size()));
  for (const auto federate : federates) set->add(federate);
  return set;
}

}  // namespace triad::scenario
