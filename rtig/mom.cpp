// The Management Object Model in the RTIG: it has the Manager.Federation object and, for each
// member, a Manager.Federate object in the directory, owned by the RTI; it knows what is global
// about them, and asks the members' RTIAs for what they alone know (wire/messages/mom.hpp).
// Commands to the RTI (Manager.Federate.Adjust, Request, Service) come here, as the RTIG decides
// who is a member, and go on to the RTIA of the federate that they concern.
#include "core/mom.hpp"

#include <algorithm>

#include "rtig/federation_execution.hpp"

namespace triad::rtig {

namespace mom = core::mom;
using mom::FederateAttribute;
using mom::FederationAttribute;
using wire::AttributeSet;

namespace {

constexpr std::string_view kSeverity = "RTI exception";
constexpr std::size_t kAlertTextMax = 512;
constexpr std::string_view kNoTime = "0";

std::string version(std::string_view release) {
  return "Triad " + std::string(release);
}

}  // namespace

// Before anybody joins: every member learns of it with its snapshot.
void FederationExecution::register_federation_object() {
  const auto object_class = management().federation();
  if (!object_class) return;
  federation_object_ = ObjectHandle(next_object_++);
  federation_.apply(wire::kRtiOwner,
                    wire::ObjectInstanceRegistered{
                        federation_object_, object_class, {}, management().all_of(object_class)});
}

// What anybody subscribes to.
AttributeSet FederationExecution::wanted(wire::ObjectClassHandle object_class) const {
  AttributeSet wanted;
  if (!object_class) return wanted;
  for (const auto& interest : federation_.interest().of(object_class)) {
    wanted |= interest.attributes;
  }
  return wanted;
}

// --- Values.

mom::Values FederationExecution::values_of_federation(const AttributeSet& attributes) const {
  mom::Values values;
  const auto add = [&](FederationAttribute attribute, std::string_view text) {
    const auto handle = management().of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  std::string members;
  for (const auto& [federate, session] : sessions_) {
    members += (members.empty() ? "" : ",") + std::to_string(federate.value);
  }
  add(FederationAttribute::FederationName, name_);
  add(FederationAttribute::FederatesInFederation, members);
  add(FederationAttribute::RTIversion, version(rtig_.options_.release));
  add(FederationAttribute::FEDid, fed_.name);
  const auto time = [](std::string_view text) { return text.empty() ? kNoTime : text; };
  add(FederationAttribute::LastSaveName, last_saved_.label);
  add(FederationAttribute::LastSaveTime, time(last_saved_.time_text));
  add(FederationAttribute::NextSaveName, save_ ? std::string_view(save_->label()) : "");
  add(FederationAttribute::NextSaveTime,
      time(save_ ? std::string_view(save_->time_text()) : std::string_view()));
  return values;
}

mom::Values FederationExecution::values_of_federate(FederateHandle federate,
                                                    const AttributeSet& attributes) const {
  mom::Values values;
  const auto add = [&](FederateAttribute attribute, std::string_view text) {
    const auto handle = management().of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  const Rtig::Peer& peer = rtig_.peers_.at(sessions_.at(federate).link);
  add(FederateAttribute::FederateHandle, std::to_string(federate.value));
  add(FederateAttribute::FederateType, federation_.member(federate)->federate_type);
  add(FederateAttribute::FederateHost, peer.host);
  add(FederateAttribute::RTIversion, version(peer.release));
  add(FederateAttribute::FEDid, fed_.name);
  return values;
}

// To one federate, or to all that subscribe to one of them: their RTIAs leave out what they do not.
void FederationExecution::send_values(ObjectHandle object, wire::ObjectClassHandle object_class,
                                      const mom::Values& values, FederateHandle only) {
  if (values.empty()) return;
  wire::UpdateAttributeValues update;
  update.object = object;
  update.tag = mom::kTag;
  update.values = values.list();
  AttributeSet attributes;
  update.values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
    attributes.insert(wire::AttributeHandle(handle));
  });
  for (const auto& interest : federation_.interest().of(object_class)) {
    const bool meant = !only || interest.federate == only;
    if (meant && interest.attributes.intersects(attributes)) {
      delivery_.send_to(interest.federate, {}, update);
    }
  }
}

void FederationExecution::tell_of_federation(const AttributeSet& attributes, FederateHandle only) {
  const auto object_class = management().federation();
  const AttributeSet due = attributes & wanted(object_class);
  if (federation_object_ && !due.empty()) {
    send_values(federation_object_, object_class, values_of_federation(due), only);
  }
}

// What the RTIG does not know it asks the federate's RTIA for.
void FederationExecution::tell_of_federate(FederateHandle of, const AttributeSet& attributes,
                                           FederateHandle only) {
  const auto object_class = management().federate();
  const AttributeSet due = attributes & wanted(object_class);
  const ObjectHandle object = federation_.member(of)->manager;
  if (!object || due.empty()) return;
  send_values(object, object_class, values_of_federate(of, due), only);
  AttributeSet others = due;
  others.erase(federation_.privilege_to_delete());
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        if (mom::known_to_rtig(attribute.value)) others.erase(management().of(attribute.value));
      });
  if (!others.empty()) delivery_.send_to(of, {}, wire::ProvideManagerAttributes{others, only});
}

void FederationExecution::tell_of_members() {
  tell_of_federation(AttributeSet{management().of(FederationAttribute::FederatesInFederation)});
}

// A save has been requested, or is over; `saved`: there is a new last one.
void FederationExecution::tell_of_saves(bool saved) {
  AttributeSet changed{management().of(FederationAttribute::NextSaveName),
                       management().of(FederationAttribute::NextSaveTime)};
  if (saved) {
    changed.insert(management().of(FederationAttribute::LastSaveName));
    changed.insert(management().of(FederationAttribute::LastSaveTime));
  }
  changed.erase({});
  tell_of_federation(changed);
}

void FederationExecution::tell_of_newcomer(FederateHandle newcomer) {
  tell_of_members();
  if (management().federate()) {
    tell_of_federate(newcomer, management().all_of(management().federate()));
  }
}

// A federate has subscribed, or (zero) somebody has asked for values, which all subscribers get.
void FederationExecution::provide_management(FederateHandle to, ObjectHandle object,
                                             const AttributeSet& attributes) {
  if (object == federation_object_ && object) return tell_of_federation(attributes, to);
  for (const auto& [federate, member] : federation_.members()) {
    if (member.manager == object && object) return tell_of_federate(federate, attributes, to);
  }
}

void FederationExecution::provide_management(FederateHandle to,
                                             wire::ObjectClassHandle object_class,
                                             const AttributeSet& attributes) {
  const auto& model = federation_.model();
  if (model.is_a(management().federation(), object_class)) tell_of_federation(attributes, to);
  if (!model.is_a(management().federate(), object_class)) return;
  for (const auto& [federate, session] : sessions_) tell_of_federate(federate, attributes, to);
}

// --- Commands.

void FederationExecution::obey(FederateHandle by, const Record& record,
                               const wire::SendInteraction& command) {
  const auto which = management().which(command.interaction_class);
  const auto parameter = management().parameter(which, "Federate");
  const auto given = mom::find(command.values, parameter);
  const auto number = given ? mom::read_number(*given) : std::nullopt;
  const FederateHandle target(number && *number <= 0xffffffff ? static_cast<std::uint32_t>(*number)
                                                              : 0);
  if (!sessions_.contains(target)) {
    const std::string name(mom::name_of(which));
    alert(by, record.header,
          given ? name + ": no federate with the handle '" + std::string(*given) + "' is joined"
                : name + ": " + mom::missing("Federate", parameter));
  } else if (which == mom::Interaction::SetTiming) {
    set_timing(target, record, command);
  } else {
    delivery_.send_to(target, record.header,
                      wire::ManageFederate{by, command.interaction_class, command.values});
  }
}

void FederationExecution::set_timing(FederateHandle target, const Record& record,
                                     const wire::SendInteraction& command) {
  const auto parameter = management().parameter(mom::Interaction::SetTiming, "ReportPeriod");
  const auto given = mom::find(command.values, parameter);
  const auto period = given ? mom::read_seconds(*given) : std::nullopt;
  if (!period) {
    alert(target, record.header,
          given ? "SetTiming: '" + std::string(*given) + "' is not a number of seconds"
                : "SetTiming: " + mom::missing("ReportPeriod", parameter));
    return;
  }
  MemberSession& session = sessions_.at(target);
  session.report_period = *period;
  session.report_due = rtig_.now_;
  session.owes_report = false;
  report_managers();
  rtig_.schedule_reports();
}

// A member that does not answer (it is stopped, say) is not asked again: it would find a heap of
// questions.
void FederationExecution::report_managers() {
  AttributeSet periodic;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        if (mom::is_periodic(attribute.value)) periodic.insert(management().of(attribute.value));
      });
  periodic.erase({});
  const AttributeSet due = periodic & wanted(management().federate());
  for (auto& [federate, session] : sessions_) {
    if (session.report_period.count() == 0 || session.report_due > rtig_.now_) continue;
    const auto missed = (rtig_.now_ - session.report_due) / session.report_period;
    session.report_due += session.report_period * (missed + 1);
    // What is saved or restored comes to rest first.
    if (due.empty() || in_progress() || std::exchange(session.owes_report, true)) continue;
    delivery_.send_to(federate, {}, wire::ProvideManagerAttributes{due, {}});
  }
}

std::optional<std::chrono::milliseconds> FederationExecution::next_report() const {
  std::optional<std::chrono::milliseconds> next;
  for (const auto& [federate, session] : sessions_) {
    if (session.report_period.count() == 0) continue;
    next = next ? std::min(*next, session.report_due) : session.report_due;
  }
  return next;
}

void FederationExecution::note_manager_update(FederateHandle by, ObjectHandle object) {
  if (federation_.member(by)->manager == object) sessions_.at(by).owes_report = false;
}

// --- Ownership by order of the MOM: a present owner loses the attribute, and nobody is called
// back.

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::ModifyAttributeState& m) {
  const std::string refusal = why_not(by, m);
  if (!refusal.empty()) {
    delivery_.send_to(by, record.header, wire::Refused{wire::ErrorCode::RTIinternalError, refusal});
    return {};
  }
  wire::AttributeOwnershipTransferred transferred{m.object, {}, true};
  transferred.transfers.push_back(m.owned ? wire::AttributeTransfer{by, m.known_class, m.attributes}
                                          : wire::AttributeTransfer{{}, {}, m.attributes});
  note_losses(*federation_.objects().find(m.object));
  federation_.apply(transferred);
  delivery_.append_log(record.header, transferred);
  return {};
}

std::string FederationExecution::why_not(FederateHandle by,
                                         const wire::ModifyAttributeState& m) const {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr) return "the object instance is gone";
  if (instance->owned_by(wire::kRtiOwner).intersects(m.attributes)) {
    return "the attribute is owned by the RTI";
  }
  const auto negotiation = negotiations_.find(m.object);
  const bool negotiated =
      negotiation != negotiations_.end() && negotiation->second.concerns(m.attributes);
  if (negotiated || instance->offered().intersects(m.attributes)) {
    return "the attribute's ownership is being transferred already";
  }
  if (!m.owned) {
    return instance->owned_by(by).includes(m.attributes) ? "" : "the federate does not own it";
  }
  const auto* published = federation_.member(by)->declared.published(m.known_class);
  const bool can_own = published != nullptr && published->includes(m.attributes) &&
                       federation_.can_own(by, *instance, m.known_class, m.attributes);
  return can_own ? "" : "the federate does not publish the attribute";
}

// --- Alerts.

void FederationExecution::alert(FederateHandle subject, const wire::RecordHeader& cause,
                                std::string_view text) {
  using mom::Interaction;
  const auto alert_class = management().of(Interaction::Alert);
  rtig_.downlinks_.log("federation '" + name_ + "': alert about " + named(subject) + ": " +
                       std::string(text.substr(0, kAlertTextMax)));
  if (!alert_class) return;
  mom::Values values;
  const auto add = [&](std::string_view name, std::string_view value) {
    values.add(management().parameter(Interaction::Alert, name), value);
  };
  add("Federate", std::to_string(subject.value));
  add("AlertSeverity", kSeverity);
  add("AlertDescription", text.substr(0, kAlertTextMax));
  add("AlertID", std::to_string(++last_alert_));
  wire::SendInteraction message;
  message.interaction_class = alert_class;
  message.tag = mom::kTag;
  message.values = values.list();
  for (const auto& interest : federation_.interest().of(alert_class)) {
    delivery_.send_to(interest.federate, cause, message);
  }
}

// An RTIA has said it about its federate, for all to know.
void FederationExecution::note_alert(FederateHandle by, const wire::SendInteraction& alert) {
  const auto description = management().parameter(mom::Interaction::Alert, "AlertDescription");
  const auto text = mom::find(alert.values, description);
  const std::string_view unknown = description ? "" : "the FED declares no AlertDescription";
  rtig_.downlinks_.log("federation '" + name_ + "': alert about " + named(by) + ": " +
                       std::string(text.value_or(unknown).substr(0, kAlertTextMax)));
}

// --- Rtig: all federations.

void Rtig::schedule_reports() {
  next_report_.reset();
  for (const auto& [name, federation] : federations_) {
    const auto next = federation->next_report();
    if (next && (!next_report_ || *next < *next_report_)) next_report_ = next;
  }
}

void Rtig::report_managers() {
  for (const auto& [name, federation] : federations_) federation->report_managers();
  schedule_reports();
}

}  // namespace triad::rtig
