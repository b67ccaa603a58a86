#include "tools/rtictl/trace/tracer.hpp"

#include <RTIextensions.hh>
#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

#include "core/shown_name.hpp"
#include "wire/harmless_text.hpp"
#include "wire/messages/federation_messages.hpp"

namespace triad::rtictl {

namespace {

using EventKind = TraceEvent::Kind;

constexpr std::size_t kDepartedMax = 1000;
constexpr const char* kOwnType = "rtictl trace";

std::string text_of(const char* bytes, RTI::ULong length) {
  return {bytes, ::strnlen(bytes, length)};
}

std::uint64_t parse_number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

const std::string& value(const std::map<std::string, std::string>& values, const char* name) {
  static const std::string kNone;
  const auto at = values.find(name);
  return at == values.end() ? kNone : at->second;
}

bool is_true(const std::string& text) {
  return !text.empty() && std::string_view("tT1").find(text.front()) != std::string_view::npos;
}

std::string reason_of(const RTI::Exception& error) {
  return std::string(error._name == nullptr ? "RTI exception" : error._name) + ": " +
         (error._reason == nullptr ? "" : error._reason);
}

}  // namespace

std::optional<Failure> Tracer::start() {
  return join_and_subscribe();
}

std::optional<Failure> Tracer::join_and_subscribe() {
  try {
    join_federation();
    if (auto failure = look_up_handles()) return failure;
    read_object_classes();
    read_interaction_classes();
    subscribe();
  } catch (const RTI::SaveInProgress& error) {
    record_absence(reason_of(error));
  } catch (const RTI::RestoreInProgress& error) {
    record_absence(reason_of(error));
  } catch (const RTI::FederateNotExecutionMember& error) {
    return end_membership(reason_of(error));
  } catch (const RTI::FederationExecutionDoesNotExist& error) {
    return Failure{ExitCode::refused, reason_of(error)};
  } catch (const RTI::Exception& error) {
    return Failure{ExitCode::refused, "following the federation " +
                                          wire::quoted(options_.federation) +
                                          " failed: " + reason_of(error)};
  }
  return std::nullopt;
}

void Tracer::join_federation() {
  own_handle_ = RTIextensions::joinAsObserver(rti_, kOwnType, options_.federation.c_str(), this);
  is_joined_ = true;
  if (std::exchange(is_away_, false)) emit_event(EventKind::note, nullptr, "joined again");
}

void Tracer::record_absence(const std::string& reason) {
  is_joined_ = false;
  if (std::exchange(is_away_, true)) return;
  emit_event(EventKind::note, nullptr, "outside the federation until it can join again: " + reason);
}

// Handles the end of this membership. If the tracer is only outside during a save or restore, it
// keeps the members, to recognize them later. It forgets which reports were on, because a restore
// may change that.
std::optional<Failure> Tracer::end_membership(const std::string& reason) {
  is_joined_ = false;
  if (reason.find(wire::kObserverOutside) == reason.npos) {
    return Failure{ExitCode::no_answer,
                   "the federation " + wire::quoted(options_.federation) + " is lost: " + reason};
  }
  record_absence(reason);
  for (auto& [object, member] : members_) {
    if (!member.traced.name.empty())
      members_before_absence_[member.traced.federate] = std::move(member);
  }
  members_.clear();
  objects_.clear();
  already_reporting_.clear();
  reporting_for_others_.clear();
  return std::nullopt;
}

std::optional<Failure> Tracer::tick(bool& more) {
  more = false;
  if (is_away_) return join_and_subscribe();
  try {
    more = rti_.tick(0.0, 0.05) == RTI::RTI_TRUE;
  } catch (const RTI::Exception& error) {
    return end_membership(reason_of(error));
  }
  return std::nullopt;
}

void Tracer::resign() {
  if (!is_joined_) return;
  is_joined_ = false;
  try {
    for (const std::uint64_t federate : switched_on_) {
      if (!reporting_for_others_.contains(federate)) switch_reporting(federate, false);
    }
    rti_.resignFederationExecution(RTI::NO_ACTION);
  } catch (const RTI::Exception&) {
    // The federation is lost.
  }
}

int Tracer::descriptor() {
  return RTIextensions::callbackDescriptor(rti_);
}

bool Tracer::has_lost_all_federates() const {
  const auto followed = [](const auto& entry) { return entry.second.is_followed; };
  return !is_away_ && members_before_absence_.empty() && !departed_.empty() &&
         std::ranges::none_of(members_, followed);
}

std::vector<TracedFederate> Tracer::federates() const {
  std::vector<TracedFederate> all = departed_;
  for (const auto& [object, member] : members_) {
    if (member.is_followed) all.push_back(member.traced);
  }
  for (const auto& [federate, member] : members_before_absence_) {
    if (member.is_followed) all.push_back(member.traced);
  }
  return all;
}

// --- Callbacks.

void Tracer::discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                                    const char* name) {
  if (object_class == manager_) members_[object];
  names_.add_object(object, {name, object_class});
}

void Tracer::reflectAttributeValues(RTI::ObjectHandle object,
                                    const RTI::AttributeHandleValuePairSet& values, const char*) {
  const auto at = members_.find(object);
  if (at == members_.end()) return;
  Member& member = at->second;
  for (RTI::ULong i = 0; i < values.size(); ++i) {
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(i, length);
    const std::string text = text_of(bytes, length);
    const RTI::AttributeHandle attribute = values.getHandle(i);
    if (attribute == manager_handle_) {
      member.traced.federate = parse_number(text);
      objects_[member.traced.federate] = object;
    }
    if (attribute == manager_type_) member.type = core::shown_name(text);
    if (attribute == manager_time_) member.traced.time = text;
  }
  follow_if_selected(member);
}

// Follows a federate after its handle and its type are known.
void Tracer::follow_if_selected(Member& member) {
  const std::uint64_t federate = member.traced.federate;
  const bool is_self = federate == own_handle_ || member.type == kOwnType;
  if (member.is_followed || federate == 0 || member.type.empty()) return;
  if (is_self) return report_absent_members();
  if (member.traced.name.empty()) identify_member(member);
  if (is_selected(member)) {
    const bool is_new = member.traced.traced_since == WallTime{};
    member.is_followed = true;
    if (is_new) member.traced.traced_since = std::chrono::system_clock::now();
    if (is_new) emit_event(EventKind::joined, &member);
    request_reports(member);
  }
  report_absent_members();
}

// Restores a member's name and state from before the absence, if handle and type are the same.
// After a restore another federate may have the handle.
void Tracer::identify_member(Member& member) {
  const std::uint64_t federate = member.traced.federate;
  const auto before = members_before_absence_.find(federate);
  if (before != members_before_absence_.end() && before->second.type == member.type) {
    const std::string time = member.traced.time;
    member.traced = std::move(before->second.traced);
    if (!time.empty()) member.traced.time = time;
    members_before_absence_.erase(before);
    return;
  }
  names_.remove_federate(federate);
  member.traced.name = names_.add_federate(federate, member.type);
}

// Reports members that have left during the absence. It waits until all current members, including
// the tracer itself, are known.
void Tracer::report_absent_members() {
  const bool all = std::ranges::all_of(members_, [](const auto& entry) {
    return entry.second.traced.federate != 0 && !entry.second.type.empty();
  });
  if (members_before_absence_.empty() || !all || !objects_.contains(own_handle_)) return;
  for (auto& [federate, member] : std::exchange(members_before_absence_, {})) {
    if (member.is_followed) record_departure(std::move(member));
  }
}

void Tracer::record_departure(Member&& member) {
  emit_event(EventKind::left, &member);
  const std::uint64_t federate = member.traced.federate;
  if (!objects_.contains(federate)) switched_on_.erase(federate);
  member.traced.has_left = true;
  departed_.push_back(std::move(member.traced));
  if (departed_.size() > kDepartedMax) departed_.erase(departed_.begin());
}

void Tracer::request_reports(const Member& member) {
  const std::uint64_t federate = member.traced.federate;
  if (already_reporting_.contains(federate)) {
    emit_event(EventKind::note, &member, "service reporting was on already, and stays on");
  } else {
    try_service([&] { switch_reporting(federate, true); });
    switched_on_.insert(federate);
  }
}

bool Tracer::is_selected(const Member& member) const {
  return options_.filter.is_selected_federate(member.type, member.traced.name,
                                              member.traced.federate);
}

void Tracer::receiveInteraction(RTI::InteractionClassHandle interaction,
                                const RTI::ParameterHandleValuePairSet& values, const char*) {
  if (interaction == report_.handle) return receive_report(read_values(report_, values));
  if (interaction == set_reporting_.handle) {
    return receive_reporting_switch(read_values(set_reporting_, values));
  }
  if (interaction == alert_.handle) receive_alert(read_values(alert_, values));
}

Tracer::Values Tracer::read_values(const Interaction& interaction,
                                   const RTI::ParameterHandleValuePairSet& values) {
  Values texts;
  for (RTI::ULong i = 0; i < values.size(); ++i) {
    const auto name = interaction.names.find(values.getHandle(i));
    if (name == interaction.names.end()) continue;
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(i, length);
    texts[name->second] = text_of(bytes, length);
  }
  return texts;
}

void Tracer::receive_report(const Values& values) {
  ServiceInvocation report;
  report.federate = parse_number(value(values, "Federate"));
  report.service = value(values, "Service");
  report.by_rti = value(values, "Initiator") == "RTI";
  for (const char* argument : {"SuppliedArgument1", "SuppliedArgument2", "SuppliedArgument3",
                               "SuppliedArgument4", "SuppliedArgument5"}) {
    if (const auto& text = value(values, argument); !text.empty()) report.arguments.push_back(text);
  }
  report.returned = value(values, "ReturnedArgument");
  report.exception = value(values, "ExceptionDescription");
  if (!switched_on_.contains(report.federate)) already_reporting_.insert(report.federate);
  // Reports before this tracer follows the federate are due to another federate's request.
  if (!names_.has_federate(report.federate)) return;

  names_.add_from_report(report);
  TraceEvent event = make_event(report, names_);
  event.at = std::chrono::system_clock::now();
  event.federate_name = names_.federate(report.federate);
  if (Member* const member = find_member(report.federate)) {
    if (!member->is_followed) return;
    if (const auto time = time_reached(report); !time.empty()) member->traced.time = time;
    event.time = member->traced.time;
    ++member->traced.events;
    member->traced.last = event;
  } else if (!options_.filter.is_selected_federate(event.federate_name, event.federate_name,
                                                   event.federate)) {
    return;
  }
  if (options_.filter.is_selected_event(event)) sink_(event);
}

// Handles a switch by another federate, such as a second tracer or a logger. When that federate
// ends, it switches off reports that this tracer still needs.
void Tracer::receive_reporting_switch(const Values& values) {
  const std::uint64_t federate = parse_number(value(values, "Federate"));
  if (is_true(value(values, "ReportingState"))) {
    reporting_for_others_.insert(federate);
    return;
  }
  reporting_for_others_.erase(federate);
  const Member* const member = find_member(federate);
  if (member == nullptr || !member->is_followed) return;
  emit_event(EventKind::note, member,
             "its reports were switched off by another federate, and are on again");
  try_service([&] { switch_reporting(federate, true); });
  switched_on_.insert(federate);
  request_time(federate);
}

void Tracer::receive_alert(const Values& values) {
  const Member* const member = find_member(parse_number(value(values, "Federate")));
  if (member != nullptr && member->is_followed) {
    emit_event(EventKind::note, member, "alert: " + value(values, "AlertDescription"));
  }
}

void Tracer::removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                                  RTI::EventRetractionHandle) {
  remove_instance(object);
}

void Tracer::removeObjectInstance(RTI::ObjectHandle object, const char*) {
  remove_instance(object);
}

void Tracer::remove_instance(RTI::ObjectHandle object) {
  names_.remove_object(object);
  const auto at = members_.find(object);
  if (at == members_.end()) return;
  Member member = std::move(at->second);
  members_.erase(at);
  objects_.erase(member.traced.federate);
  if (member.is_followed) record_departure(std::move(member));
  report_absent_members();
}

void Tracer::announceSynchronizationPoint(const char* label, const char*) {
  try_service([&] { rti_.synchronizationPointAchieved(label); });
}

// --- Actions.

void Tracer::switch_reporting(std::uint64_t federate, bool on) {
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
      RTI::ParameterSetFactory::create(2));
  const auto add = [&](const char* name, const std::string& text) {
    values->add(set_reporting_.parameters.at(name), text.c_str(),
                static_cast<RTI::ULong>(text.size() + 1));
  };
  add("Federate", std::to_string(federate));
  add("ReportingState", on ? "True" : "False");
  rti_.sendInteraction(set_reporting_.handle, *values, "");
}

// Requests the time, because grants may have happened while reports were off.
void Tracer::request_time(std::uint64_t federate) {
  if (manager_time_ == 0) return;
  try_service([&] {
    const std::unique_ptr<RTI::AttributeHandleSet> attributes(
        RTI::AttributeHandleSetFactory::create(1));
    attributes->add(manager_time_);
    rti_.requestObjectAttributeValueUpdate(objects_.at(federate), *attributes);
  });
}

Tracer::Member* Tracer::find_member(std::uint64_t federate) {
  const auto object = objects_.find(federate);
  return object == objects_.end() ? nullptr : &members_.at(object->second);
}

void Tracer::emit_event(EventKind kind, const Member* member, std::string text) {
  TraceEvent event;
  event.at = std::chrono::system_clock::now();
  event.kind = kind;
  if (member != nullptr) {
    event.federate = member->traced.federate;
    event.federate_name = member->traced.name;
    event.time = member->traced.time;
  }
  event.service = std::move(text);
  sink_(event);
}

void Tracer::try_service(const std::function<void()>& work) {
  try {
    work();
  } catch (const RTI::FederateNotExecutionMember&) {
    // The next tick returns the reason.
  } catch (const RTI::Exception& error) {
    emit_event(EventKind::note, nullptr, "rtictl itself: " + reason_of(error));
  }
}

}  // namespace triad::rtictl
