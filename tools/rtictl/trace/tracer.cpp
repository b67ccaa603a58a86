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

using What = TraceEvent::What;

constexpr std::size_t kDepartedMax = 1000;
constexpr const char* kOwnType = "rtictl trace";

std::string text_of(const char* bytes, RTI::ULong length) {
  return {bytes, ::strnlen(bytes, length)};
}

std::uint64_t number(const std::string& text) {
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
  return enter();
}

std::optional<Failure> Tracer::enter() {
  try {
    join();
    if (auto failure = bind()) return failure;
    learn_classes();
    learn_interactions();
    subscribe();
  } catch (const RTI::SaveInProgress& error) {
    stay_away(reason_of(error));
  } catch (const RTI::RestoreInProgress& error) {
    stay_away(reason_of(error));
  } catch (const RTI::FederateNotExecutionMember& error) {
    return dismissed(reason_of(error));
  } catch (const RTI::FederationExecutionDoesNotExist& error) {
    return Failure{ExitCode::refused, reason_of(error)};
  } catch (const RTI::Exception& error) {
    return Failure{ExitCode::refused, "following the federation " +
                                          wire::quoted(options_.federation) +
                                          " failed: " + reason_of(error)};
  }
  return std::nullopt;
}

void Tracer::join() {
  self_ = RTIextensions::joinAsObserver(rti_, kOwnType, options_.federation.c_str(), this);
  joined_ = true;
  if (std::exchange(away_, false)) tell(What::note, nullptr, "joined again");
}

void Tracer::stay_away(const std::string& reason) {
  joined_ = false;
  if (std::exchange(away_, true)) return;
  tell(What::note, nullptr, "outside the federation until it can join again: " + reason);
}

// Handles the end of this membership. If the tracer is only outside during a save or restore, it
// keeps the members, to recognize them later. It forgets which reports were on, because a restore
// may change that.
std::optional<Failure> Tracer::dismissed(const std::string& reason) {
  joined_ = false;
  if (reason.find(wire::kObserverOutside) == reason.npos) {
    return Failure{ExitCode::no_answer,
                   "the federation " + wire::quoted(options_.federation) + " is lost: " + reason};
  }
  stay_away(reason);
  for (auto& [object, member] : members_) {
    if (!member.traced.name.empty()) before_[member.traced.federate] = std::move(member);
  }
  members_.clear();
  objects_.clear();
  on_before_.clear();
  on_for_others_.clear();
  return std::nullopt;
}

std::optional<Failure> Tracer::tick(bool& more) {
  more = false;
  if (away_) return enter();
  try {
    more = rti_.tick(0.0, 0.05) == RTI::RTI_TRUE;
  } catch (const RTI::Exception& error) {
    return dismissed(reason_of(error));
  }
  return std::nullopt;
}

void Tracer::leave() {
  if (!joined_) return;
  joined_ = false;
  try {
    for (const std::uint64_t federate : switched_on_) {
      if (!on_for_others_.contains(federate)) switch_reporting(federate, false);
    }
    rti_.resignFederationExecution(RTI::NO_ACTION);
  } catch (const RTI::Exception&) {
    // The federation is lost.
  }
}

int Tracer::descriptor() {
  return RTIextensions::callbackDescriptor(rti_);
}

bool Tracer::alone() const {
  const auto followed = [](const auto& entry) { return entry.second.followed; };
  return !away_ && before_.empty() && !departed_.empty() &&
         std::ranges::none_of(members_, followed);
}

std::vector<TracedFederate> Tracer::federates() const {
  std::vector<TracedFederate> all = departed_;
  for (const auto& [object, member] : members_) {
    if (member.followed) all.push_back(member.traced);
  }
  for (const auto& [federate, member] : before_) {
    if (member.followed) all.push_back(member.traced);
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
      member.traced.federate = number(text);
      objects_[member.traced.federate] = object;
    }
    if (attribute == manager_type_) member.type = core::shown_name(text);
    if (attribute == manager_time_) member.traced.time = text;
  }
  consider(member);
}

// Follows a federate after its handle and its type are known.
void Tracer::consider(Member& member) {
  const std::uint64_t federate = member.traced.federate;
  const bool itself = federate == self_ || member.type == kOwnType;
  if (member.followed || federate == 0 || member.type.empty()) return;
  if (itself) return note_who_has_left();
  if (member.traced.name.empty()) recognize(member);
  if (wanted(member)) {
    const bool anew = member.traced.since == WallTime{};
    member.followed = true;
    if (anew) member.traced.since = std::chrono::system_clock::now();
    if (anew) tell(What::joined, &member);
    follow(member);
  }
  note_who_has_left();
}

// Restores a member's name and state from before the absence, if handle and type are the same.
// After a restore another federate may have the handle.
void Tracer::recognize(Member& member) {
  const std::uint64_t federate = member.traced.federate;
  const auto before = before_.find(federate);
  if (before != before_.end() && before->second.type == member.type) {
    const std::string time = member.traced.time;
    member.traced = std::move(before->second.traced);
    if (!time.empty()) member.traced.time = time;
    before_.erase(before);
    return;
  }
  names_.forget_federate(federate);
  member.traced.name = names_.add_federate(federate, member.type);
}

// Reports members that have left during the absence. It waits until all current members, including
// the tracer itself, are known.
void Tracer::note_who_has_left() {
  const bool all = std::ranges::all_of(members_, [](const auto& entry) {
    return entry.second.traced.federate != 0 && !entry.second.type.empty();
  });
  if (before_.empty() || !all || !objects_.contains(self_)) return;
  for (auto& [federate, member] : std::exchange(before_, {})) {
    if (member.followed) note_departure(std::move(member));
  }
}

void Tracer::note_departure(Member&& member) {
  tell(What::left, &member);
  const std::uint64_t federate = member.traced.federate;
  if (!objects_.contains(federate)) switched_on_.erase(federate);
  member.traced.left = true;
  departed_.push_back(std::move(member.traced));
  if (departed_.size() > kDepartedMax) departed_.erase(departed_.begin());
}

void Tracer::follow(const Member& member) {
  const std::uint64_t federate = member.traced.federate;
  if (on_before_.contains(federate)) {
    tell(What::note, &member, "service reporting was on already, and stays on");
  } else {
    attempt([&] { switch_reporting(federate, true); });
    switched_on_.insert(federate);
  }
}

bool Tracer::wanted(const Member& member) const {
  return options_.filter.follows(member.type, member.traced.name, member.traced.federate);
}

void Tracer::receiveInteraction(RTI::InteractionClassHandle interaction,
                                const RTI::ParameterHandleValuePairSet& values, const char*) {
  if (interaction == report_.handle) return on_report(read(report_, values));
  if (interaction == set_reporting_.handle) {
    return on_switched_by_other(read(set_reporting_, values));
  }
  if (interaction == alert_.handle) on_alert(read(alert_, values));
}

Tracer::Values Tracer::read(const Interaction& interaction,
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

void Tracer::on_report(const Values& values) {
  ServiceInvocation report;
  report.federate = number(value(values, "Federate"));
  report.service = value(values, "Service");
  report.by_rti = value(values, "Initiator") == "RTI";
  for (const char* argument : {"SuppliedArgument1", "SuppliedArgument2", "SuppliedArgument3",
                               "SuppliedArgument4", "SuppliedArgument5"}) {
    if (const auto& text = value(values, argument); !text.empty()) report.arguments.push_back(text);
  }
  report.returned = value(values, "ReturnedArgument");
  report.exception = value(values, "ExceptionDescription");
  if (!switched_on_.contains(report.federate)) on_before_.insert(report.federate);
  // Reports before this tracer follows the federate are due to another federate's request.
  if (!names_.knows_federate(report.federate)) return;

  names_.learn(report);
  TraceEvent event = named(report, names_);
  event.at = std::chrono::system_clock::now();
  event.federate_name = names_.federate(report.federate);
  if (Member* const member = find(report.federate)) {
    if (!member->followed) return;
    if (const auto time = time_reached(report); !time.empty()) member->traced.time = time;
    event.time = member->traced.time;
    ++member->traced.events;
    member->traced.last = event;
  } else if (!options_.filter.follows(event.federate_name, event.federate_name, event.federate)) {
    return;
  }
  if (options_.filter.shows(event)) sink_(event);
}

// Handles a switch by another federate, such as a second tracer or a logger. When that federate
// ends, it switches off reports that this tracer still needs.
void Tracer::on_switched_by_other(const Values& values) {
  const std::uint64_t federate = number(value(values, "Federate"));
  if (is_true(value(values, "ReportingState"))) {
    on_for_others_.insert(federate);
    return;
  }
  on_for_others_.erase(federate);
  const Member* const member = find(federate);
  if (member == nullptr || !member->followed) return;
  tell(What::note, member, "its reports were switched off by another federate, and are on again");
  attempt([&] { switch_reporting(federate, true); });
  switched_on_.insert(federate);
  request_time(federate);
}

void Tracer::on_alert(const Values& values) {
  const Member* const member = find(number(value(values, "Federate")));
  if (member != nullptr && member->followed) {
    tell(What::note, member, "alert: " + value(values, "AlertDescription"));
  }
}

void Tracer::removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                                  RTI::EventRetractionHandle) {
  removed(object);
}

void Tracer::removeObjectInstance(RTI::ObjectHandle object, const char*) {
  removed(object);
}

void Tracer::removed(RTI::ObjectHandle object) {
  names_.remove_object(object);
  const auto at = members_.find(object);
  if (at == members_.end()) return;
  Member member = std::move(at->second);
  members_.erase(at);
  objects_.erase(member.traced.federate);
  if (member.followed) note_departure(std::move(member));
  note_who_has_left();
}

void Tracer::announceSynchronizationPoint(const char* label, const char*) {
  attempt([&] { rti_.synchronizationPointAchieved(label); });
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
  attempt([&] {
    const std::unique_ptr<RTI::AttributeHandleSet> attributes(
        RTI::AttributeHandleSetFactory::create(1));
    attributes->add(manager_time_);
    rti_.requestObjectAttributeValueUpdate(objects_.at(federate), *attributes);
  });
}

Tracer::Member* Tracer::find(std::uint64_t federate) {
  const auto object = objects_.find(federate);
  return object == objects_.end() ? nullptr : &members_.at(object->second);
}

void Tracer::tell(What what, const Member* member, std::string text) {
  TraceEvent event;
  event.at = std::chrono::system_clock::now();
  event.what = what;
  if (member != nullptr) {
    event.federate = member->traced.federate;
    event.federate_name = member->traced.name;
    event.time = member->traced.time;
  }
  event.service = std::move(text);
  sink_(event);
}

void Tracer::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const RTI::FederateNotExecutionMember&) {
    // The next tick returns the reason.
  } catch (const RTI::Exception& error) {
    tell(What::note, nullptr, "rtictl itself: " + reason_of(error));
  }
}

}  // namespace triad::rtictl
