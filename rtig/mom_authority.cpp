#include "rtig/mom_authority.hpp"

#include <algorithm>

#include "rtig/federation_texts.hpp"
#include "rtig/save_restore_authority.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace mom = core::mom;
using mom::FederateAttribute;
using mom::FederationAttribute;
using wire::AttributeSet;

namespace {

constexpr std::string_view kException = "RTI exception";
constexpr std::string_view kWarning = "RTI warning";
constexpr std::size_t kAlertTextMax = 512;
constexpr std::string_view kNoTime = "0";

// Quotes the beginning of a text that a federate has given, for an alert.
std::string in_short(std::string_view given) {
  constexpr std::size_t kShown = 64;
  return wire::quoted(given.substr(0, kShown));
}

std::string version(std::string_view release) {
  return "Triad " + std::string(release);
}

}  // namespace

MomAuthority::MomAuthority(FederationContext& context, const OwnershipAuthority& ownership,
                           const SaveRestoreAuthority& saves, ResignationOrders& orders)
    : context_(context),
      writer_(context.writer()),
      federation_(context.federation()),
      ownership_(ownership),
      saves_(saves),
      orders_(orders) {
  register_federation_object();
}

// Called before any federate joins, so every member receives the object with its snapshot.
void MomAuthority::register_federation_object() {
  const auto object_class = management().federation();
  if (!object_class) return;
  federation_object_ = ObjectHandle(context_.handles().next_object++);
  federation_.apply(
      wire::kRtiOwner,
      wire::ObjectInstanceRegistered{
          federation_object_, object_class, {}, management().all_attributes_of(object_class)});
}

// Returns the attributes to which any federate subscribes.
AttributeSet MomAuthority::subscribed_attributes(wire::ObjectClassHandle object_class) const {
  AttributeSet wanted;
  if (!object_class) return wanted;
  for (const auto& interest : federation_.interest().interested_in(object_class)) {
    wanted |= interest.attributes;
  }
  return wanted;
}

// --- Values.

mom::Values MomAuthority::values_of_federation(const AttributeSet& attributes) const {
  mom::Values values;
  const auto add = [&](FederationAttribute attribute, std::string_view text) {
    const auto handle = management().handle_of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  std::string members;
  for (const auto& [federate, session] : context_.members().all()) {
    members += (members.empty() ? "" : ",") + std::to_string(federate.value);
  }
  add(FederationAttribute::FederationName, context_.name());
  add(FederationAttribute::FederatesInFederation, members);
  add(FederationAttribute::RTIversion, version(context_.options().release));
  add(FederationAttribute::FEDid, context_.fed().name);
  const auto time = [](std::string_view text) { return text.empty() ? kNoTime : text; };
  add(FederationAttribute::LastSaveName, saves_.last_saved().label);
  add(FederationAttribute::LastSaveTime, time(saves_.last_saved().time_text));
  add(FederationAttribute::NextSaveName,
      saves_.save() ? std::string_view(saves_.save()->label()) : "");
  add(FederationAttribute::NextSaveTime,
      time(saves_.save() ? std::string_view(saves_.save()->time_text()) : std::string_view()));
  return values;
}

mom::Values MomAuthority::values_of_federate(FederateHandle federate,
                                             const AttributeSet& attributes) const {
  mom::Values values;
  const auto add = [&](FederateAttribute attribute, std::string_view text) {
    const auto handle = management().handle_of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  const Origin& origin = context_.members().at(federate).origin;
  add(FederateAttribute::FederateHandle, std::to_string(federate.value));
  add(FederateAttribute::FederateType, federation_.member(federate)->federate_type);
  add(FederateAttribute::FederateHost, origin.host);
  add(FederateAttribute::RTIversion, version(origin.release));
  add(FederateAttribute::FEDid, context_.fed().name);
  return values;
}

// Sends the values to one federate, or to all that subscribe to at least one of them. Their RTIAs
// drop values to which they do not subscribe.
void MomAuthority::send_values(ObjectHandle object, wire::ObjectClassHandle object_class,
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
  for (const auto& interest : federation_.interest().interested_in(object_class)) {
    const bool meant = !only || interest.federate == only;
    if (meant && interest.attributes.intersects(attributes)) {
      writer_.send_to(interest.federate, {}, update);
    }
  }
}

void MomAuthority::send_federation_values(const AttributeSet& attributes, FederateHandle only) {
  const auto object_class = management().federation();
  const AttributeSet due = attributes & subscribed_attributes(object_class);
  if (federation_object_ && !due.empty()) {
    send_values(federation_object_, object_class, values_of_federation(due), only);
  }
}

// Values that the RTIG does not know are requested from the federate's RTIA.
void MomAuthority::send_federate_values(FederateHandle of, const AttributeSet& attributes,
                                        FederateHandle only) {
  const auto object_class = management().federate();
  const AttributeSet due = attributes & subscribed_attributes(object_class);
  const ObjectHandle object = federation_.member(of)->manager;
  if (!object || due.empty()) return;
  send_values(object, object_class, values_of_federate(of, due), only);
  AttributeSet others = due;
  others.erase(federation_.privilege_to_delete());
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        if (mom::is_known_to_rtig(attribute.value))
          others.erase(management().handle_of(attribute.value));
      });
  if (!others.empty()) writer_.send_to(of, {}, wire::ProvideManagerAttributes{others, only});
}

void MomAuthority::send_federate_list() {
  send_federation_values(
      AttributeSet{management().handle_of(FederationAttribute::FederatesInFederation)});
}

void MomAuthority::send_save_values(bool saved) {
  AttributeSet changed{management().handle_of(FederationAttribute::NextSaveName),
                       management().handle_of(FederationAttribute::NextSaveTime)};
  if (saved) {
    changed.insert(management().handle_of(FederationAttribute::LastSaveName));
    changed.insert(management().handle_of(FederationAttribute::LastSaveTime));
  }
  changed.erase({});
  send_federation_values(changed);
}

void MomAuthority::send_newcomer_values(FederateHandle newcomer) {
  send_federate_list();
  if (management().federate()) {
    send_federate_values(newcomer, management().all_attributes_of(management().federate()));
  }
}

void MomAuthority::send_requested_values(FederateHandle to, ObjectHandle object,
                                         const AttributeSet& attributes) {
  if (object == federation_object_ && object) return send_federation_values(attributes, to);
  for (const auto& [federate, member] : federation_.members()) {
    if (member.manager == object && object) return send_federate_values(federate, attributes, to);
  }
}

void MomAuthority::send_requested_values(FederateHandle to, wire::ObjectClassHandle object_class,
                                         const AttributeSet& attributes) {
  const auto& model = federation_.model();
  if (model.is_a(management().federation(), object_class)) send_federation_values(attributes, to);
  if (!model.is_a(management().federate(), object_class)) return;
  for (const auto& [federate, session] : context_.members().all()) {
    send_federate_values(federate, attributes, to);
  }
}

// --- Commands.

void MomAuthority::execute_command(FederateHandle by, const Record& record,
                                   const wire::SendInteraction& command) {
  const auto which = management().interaction_of(command.interaction_class);
  const auto parameter = management().parameter(which, "Federate");
  const auto given = mom::find_text(command.values, parameter);
  const auto number = given ? mom::read_number(*given) : std::nullopt;
  const FederateHandle target(number && *number <= 0xffffffff ? static_cast<std::uint32_t>(*number)
                                                              : 0);
  if (!context_.members().contains(target)) {
    const std::string name(mom::name_of(which));
    raise_alert(by, record.header,
                given ? name + ": no federate with the handle " + in_short(*given) + " is joined"
                      : name + ": " + mom::missing_text("Federate", parameter));
  } else if (which == mom::Interaction::SetTiming) {
    set_timing(target, record, command);
  } else {
    if (which == mom::Interaction::ResignFederationExecution) {
      const std::string refusal = order_to_resign(target, by, command);
      if (!refusal.empty()) {
        return raise_alert(target, record.header, "ResignFederationExecution: " + refusal);
      }
    }
    writer_.send_to(target, record.header,
                    wire::ManageFederate{by, command.interaction_class, command.values});
  }
}

// Records the order. Returns the reason if the order is not given; empty: it is given, with an
// action that the RTIG can carry out as well.
std::string MomAuthority::order_to_resign(FederateHandle target, FederateHandle by,
                                          const wire::SendInteraction& command) {
  constexpr std::string_view kAction = "ResignAction";
  const auto parameter =
      management().parameter(mom::Interaction::ResignFederationExecution, kAction);
  const auto given = mom::find_text(command.values, parameter);
  if (!given) return mom::missing_text(kAction, parameter);
  const auto action = mom::read_resign_action(*given);
  if (!action) {
    return "the parameter " + std::string(kAction) + " cannot be " + in_short(*given);
  }
  if (orders_.record_order(target, by, *action)) return {};
  return "the federate has not answered the orders before this one";
}

void MomAuthority::set_timing(FederateHandle target, const Record& record,
                              const wire::SendInteraction& command) {
  const auto parameter = management().parameter(mom::Interaction::SetTiming, "ReportPeriod");
  const auto given = mom::find_text(command.values, parameter);
  const auto period = given ? mom::read_seconds(*given) : std::nullopt;
  if (!period) {
    raise_alert(target, record.header,
                given ? "SetTiming: " + in_short(*given) + " is not a number of seconds"
                      : "SetTiming: " + mom::missing_text("ReportPeriod", parameter));
    return;
  }
  reporting_.at(target) = {*period, context_.now(), false};
  request_manager_values();
  writer_.add(output::WakeAt{next_report()});
}

// A member that does not answer, because it is stopped for example, gets no further request.
// Otherwise its queue would grow.
void MomAuthority::request_manager_values() {
  AttributeSet periodic;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<FederateAttribute>>(
      [&](auto attribute) {
        if (mom::is_periodic(attribute.value))
          periodic.insert(management().handle_of(attribute.value));
      });
  periodic.erase({});
  const AttributeSet due = periodic & subscribed_attributes(management().federate());
  for (auto& [federate, reporting] : reporting_) {
    if (reporting.period.count() == 0 || reporting.due > context_.now()) continue;
    const auto missed = (context_.now() - reporting.due) / reporting.period;
    reporting.due += reporting.period * (missed + 1);
    // No requests during a save or restore, because the federation must come to rest.
    if (due.empty() || saves_.busy_error() || std::exchange(reporting.awaits_answer, true))
      continue;
    writer_.send_to(federate, {}, wire::ProvideManagerAttributes{due, {}});
  }
}

std::optional<std::chrono::milliseconds> MomAuthority::next_report() const {
  std::optional<std::chrono::milliseconds> next;
  for (const auto& [federate, reporting] : reporting_) {
    if (reporting.period.count() == 0) continue;
    next = next ? std::min(*next, reporting.due) : reporting.due;
  }
  return next;
}

void MomAuthority::record_manager_update(FederateHandle by, ObjectHandle object) {
  if (federation_.member(by)->manager == object) reporting_.at(by).awaits_answer = false;
}

// --- Ownership by order of the MOM.

Fault MomAuthority::receive_from_member(FederateHandle by, const Record& record,
                                        const wire::ModifyAttributeState& m) {
  // A federate may have written its part of a save, with the attributes that it owns.
  if (const auto busy = saves_.busy_error()) {
    writer_.refuse(by, record, busy->code, busy->text);
    return {};
  }
  const std::string refusal = order_refusal(by, m);
  if (!refusal.empty()) {
    writer_.refuse(by, record, wire::ErrorCode::RTIinternalError, refusal);
    return {};
  }
  wire::AttributeOwnershipTransferred transferred{m.object, {}, true};
  transferred.transfers.push_back(m.owned ? wire::AttributeTransfer{by, m.known_class, m.attributes}
                                          : wire::AttributeTransfer{{}, {}, m.attributes});
  const core::ObjectInstance& instance = *federation_.objects().find(m.object);
  context_.members().record_losses(instance, writer_.next_log_position());
  federation_.apply(transferred);
  writer_.append_log(record.header, transferred, instance.object_class,
                     Audience::interested_and_cause);
  return {};
}

std::string MomAuthority::order_refusal(FederateHandle by,
                                        const wire::ModifyAttributeState& m) const {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr) return "the object instance is gone";
  if (instance->owned_by(wire::kRtiOwner).intersects(m.attributes)) {
    return "the attribute is owned by the RTI";
  }
  if (ownership_.is_negotiated(m.object, m.attributes) ||
      instance->offered().intersects(m.attributes)) {
    return "the attribute's ownership is being transferred already";
  }
  if (!m.owned) {
    return instance->owned_by(by).includes(m.attributes) ? "" : "the federate does not own it";
  }
  const auto* published = federation_.member(by)->declared.published(m.known_class);
  const bool can_own = published != nullptr && published->includes(m.attributes) &&
                       core::can_own(federation_, by, *instance, m.known_class, m.attributes);
  return can_own ? "" : "the federate does not publish the attribute";
}

// --- Alerts.

void MomAuthority::raise_alert(FederateHandle subject, const wire::RecordHeader& cause,
                               std::string_view text) {
  writer_.log("federation " + wire::quoted(context_.name()) + ": alert about " +
              federate_text(federation_, subject) + ": " +
              std::string(text.substr(0, kAlertTextMax)));
  send_alert(subject, cause, kException, text);
}

void MomAuthority::send_warning(FederateHandle subject, std::string_view text) {
  send_alert(subject, {}, kWarning, text);
}

void MomAuthority::send_alert(FederateHandle subject, const wire::RecordHeader& cause,
                              std::string_view severity, std::string_view text) {
  using mom::Interaction;
  const auto alert_class = management().handle_of(Interaction::Alert);
  if (!alert_class) return;
  mom::Values values;
  const auto add = [&](std::string_view name, std::string_view value) {
    values.add(management().parameter(Interaction::Alert, name), value);
  };
  add("Federate", std::to_string(subject.value));
  add("AlertSeverity", severity);
  add("AlertDescription", text.substr(0, kAlertTextMax));
  add("AlertID", std::to_string(++last_alert_));
  wire::SendInteraction message;
  message.interaction_class = alert_class;
  message.tag = mom::kTag;
  message.values = values.list();
  for (const auto& interest : federation_.interest().interested_in(alert_class)) {
    writer_.send_to(interest.federate, cause, message);
  }
}

void MomAuthority::log_alert(FederateHandle by, const wire::SendInteraction& alert) {
  const auto description = management().parameter(mom::Interaction::Alert, "AlertDescription");
  const auto text = mom::find_text(alert.values, description);
  const std::string_view unknown = description ? "" : "the FED declares no AlertDescription";
  writer_.log("federation " + wire::quoted(context_.name()) + ": alert about " +
              federate_text(federation_, by) + ": " +
              std::string(text.value_or(unknown).substr(0, kAlertTextMax)));
}

// --- Saves.

void MomAuthority::save(core::SavedFederation& saved) const {
  saved.federation_object = federation_object_;
  saved.last_alert = last_alert_;
}

void MomAuthority::save(FederateHandle federate, core::SavedMember& member) const {
  member.report_period_ms = static_cast<std::uint64_t>(reporting_.at(federate).period.count());
}

void MomAuthority::restore(const core::SavedFederation& saved) {
  reporting_.clear();
  federation_object_ = saved.federation_object;
  last_alert_ = saved.last_alert;
}

void MomAuthority::restore_member(const core::SavedMember& member) {
  const std::chrono::milliseconds period(member.report_period_ms);
  reporting_[member.federate] = {period, context_.now() + period, false};
}

void MomAuthority::save(ImageMember& member) const {
  const Reporting& reporting = reporting_.at(member.federate);
  member.report_due_ms = static_cast<std::uint64_t>(reporting.due.count());
  member.awaits_report = reporting.awaits_answer;
}

void MomAuthority::restore(const ImageMember& member) {
  Reporting& reporting = reporting_.at(member.federate);
  reporting.due = std::chrono::milliseconds(member.report_due_ms);
  reporting.awaits_answer = member.awaits_report;
}

}  // namespace triad::rtig
