#include "rtia/management_object_model.hpp"

#include <utility>

#include "core/mom_text.hpp"

namespace triad::rtia {

namespace mom = core::mom;
using mom::FederateAttribute;
using mom::Interaction;

namespace {

constexpr std::size_t kArgumentsMax = 5;

std::uint64_t count_messages(const Traffic& traffic, const auto& counts) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    if (counts(i)) sum += traffic[i].by[1] + traffic[i].by[2];
  }
  return sum;
}

}  // namespace

template <class Message>
void ManagementObjectModel::deliver_to_self(const Message& message) {
  wire::Buffer frame = std::exchange(own_record_, {});
  frame.clear();
  wire::encode_record({}, message, frame);
  if (const auto record = wire::parse_record(frame))
    (void)objects_.receive_record(*record, message);
  own_record_ = std::move(frame);
}

// --- States: sent to their subscribers when they change.

std::string_view condition_name(FederateCondition condition) {
  switch (condition) {
    case FederateCondition::save_pending:
      return "Save Pending";
    case FederateCondition::saving:
      return "Saving";
    case FederateCondition::restore_pending:
      return "Restore Pending";
    case FederateCondition::restoring:
      return "Restoring";
    case FederateCondition::running:
      break;
  }
  return "Running";
}

ManagerStates ManagementObjectModel::states() const {
  return {federate_.condition(), time_.state().is_constrained(), time_.state().regulates(),
          delivery_.is_asynchronous(), time_.state().is_advancing()};
}

void ManagementObjectModel::update_state_subscribers() {
  const bool wanted_before = std::exchange(has_state_subscribers_, false);
  if (!own_member().manager) return;
  const AttributeSet state_attributes{
      management().handle_of(FederateAttribute::TimeConstrained),
      management().handle_of(FederateAttribute::TimeRegulating),
      management().handle_of(FederateAttribute::AsynchronousDelivery),
      management().handle_of(FederateAttribute::TimeManagerState),
      management().handle_of(FederateAttribute::FederateState)};
  for (const auto& interest : federation_.interest().interested_in(management().federate())) {
    has_state_subscribers_ =
        has_state_subscribers_ || interest.attributes.intersects(state_attributes);
  }
  if (!wanted_before) state_.last_sent_states = states();
}

// New subscribers receive all values by the RTIG's order.
void ManagementObjectModel::send_changed_states() {
  const ManagerStates before = std::exchange(state_.last_sent_states, states());
  const ManagerStates& now = state_.last_sent_states;
  if (now == before) return;
  AttributeSet changed;
  const auto note = [&](bool differs, FederateAttribute attribute) {
    if (differs) changed.insert(management().handle_of(attribute));
  };
  note(now.condition != before.condition, FederateAttribute::FederateState);
  note(now.constrained != before.constrained, FederateAttribute::TimeConstrained);
  note(now.regulating != before.regulating, FederateAttribute::TimeRegulating);
  note(now.asynchronous != before.asynchronous, FederateAttribute::AsynchronousDelivery);
  note(now.advancing != before.advancing, FederateAttribute::TimeManagerState);
  send_manager_update(manager_values(changed), {});
}

// --- Values.

core::mom::Values ManagementObjectModel::manager_values(const AttributeSet& attributes) {
  mom::Values values;
  const auto add = [&](FederateAttribute attribute, std::string_view text) {
    const auto handle = management().handle_of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  const ManagerStates now = states();
  add(FederateAttribute::TimeConstrained, mom::text(now.constrained));
  add(FederateAttribute::TimeRegulating, mom::text(now.regulating));
  add(FederateAttribute::AsynchronousDelivery, mom::text(now.asynchronous));
  add(FederateAttribute::FederateState, condition_name(now.condition));
  add(FederateAttribute::TimeManagerState, now.advancing ? "Advance pending" : "Idle");
  add_times(values, attributes);
  add_counts(values, attributes);
  return values;
}

void ManagementObjectModel::add_times(core::mom::Values& values,
                                      const AttributeSet& attributes) const {
  const auto add = [&](FederateAttribute attribute, wire::TimeQuery which) {
    const auto handle = management().handle_of(attribute);
    if (!attributes.contains(handle)) return;
    const auto first_stamp = delivery_.first_undelivered_stamp();
    values.add(handle, time_.type().text(time_.outlook(first_stamp).query(which)));
  };
  add(FederateAttribute::FederateTime, wire::TimeQuery::federate_time);
  add(FederateAttribute::Lookahead, wire::TimeQuery::lookahead);
  add(FederateAttribute::LBTS, wire::TimeQuery::lbts);
  add(FederateAttribute::MinNextEventTime, wire::TimeQuery::min_next_event_time);
}

// Messages of the MOM itself do not count.
wire::FederateTraffic ManagementObjectModel::traffic() const {
  const auto objects = [&](std::size_t i) {
    return !management().is_management(ObjectClassHandle(static_cast<std::uint32_t>(i)));
  };
  const auto interactions = [&](std::size_t i) {
    return !management().is_management(InteractionClassHandle(static_cast<std::uint32_t>(i)));
  };
  const MessageCounts& counts = objects_.counts();
  wire::FederateTraffic traffic;
  for (std::size_t i = 0; i < counts.updates.size(); ++i) {
    if (objects(i)) traffic.updates_sent += counts.updates[i].calls;
  }
  traffic.interactions_sent = count_messages(counts.sent, interactions);
  traffic.reflections_received = count_messages(counts.reflections, objects);
  traffic.interactions_received = count_messages(counts.received, interactions);
  traffic.bytes_sent = context_.byte_counts().sent;
  traffic.bytes_received = context_.byte_counts().received;
  traffic.callbacks = context_.callbacks.delivered_count;
  traffic.receive_queued = context_.callbacks.queued_count() - context_.callbacks.tso_count +
                           delivery_.held_back().size();
  traffic.tso_queued = delivery_.queued_tso_count() + context_.callbacks.tso_count;
  traffic.dropped = delivery_.dropped_count();
  return traffic;
}

void ManagementObjectModel::add_counts(core::mom::Values& values,
                                       const AttributeSet& attributes) const {
  const auto add = [&](FederateAttribute attribute, std::uint64_t number) {
    const auto handle = management().handle_of(attribute);
    if (attributes.contains(handle)) values.add(handle, mom::text(number));
  };
  const MessageCounts& counts = objects_.counts();
  std::uint64_t updated = 0;
  std::uint64_t reflected = 0;
  for (std::size_t i = 0; i < counts.updates.size(); ++i) {
    if (management().is_management(ObjectClassHandle(static_cast<std::uint32_t>(i)))) continue;
    updated += counts.updates[i].objects;
    reflected += counts.reflections[i].objects;
  }
  const wire::FederateTraffic counted = traffic();
  add(FederateAttribute::ROlength, counted.receive_queued);
  add(FederateAttribute::TSOlength, counted.tso_queued);
  add(FederateAttribute::ReflectionsReceived, counted.reflections_received);
  add(FederateAttribute::UpdatesSent, counted.updates_sent);
  add(FederateAttribute::InteractionsReceived, counted.interactions_received);
  add(FederateAttribute::InteractionsSent, counted.interactions_sent);
  if (attributes.contains(management().handle_of(FederateAttribute::ObjectsOwned))) {
    add(FederateAttribute::ObjectsOwned, count_owned());
  }
  add(FederateAttribute::ObjectsUpdated, updated);
  add(FederateAttribute::ObjectsReflected, reflected);
}

std::uint64_t ManagementObjectModel::count_owned() const {
  std::uint64_t count = 0;
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    const bool its_own = !instance.deleted &&
                         known_.owned(object, instance).contains(federation_.privilege_to_delete());
    if (its_own) ++count;
  }
  return count;
}

// --- Sending.

Fault ManagementObjectModel::receive_record(const Record&,
                                            const wire::ProvideManagerAttributes& request) {
  if (!own_member().manager) return {};
  // A federate that is not constrained receives no promises, so the LBTS is requested first.
  const AttributeSet bounds{management().handle_of(FederateAttribute::LBTS),
                            management().handle_of(FederateAttribute::MinNextEventTime)};
  const auto asked_at = request.attributes.intersects(bounds) ? lbts_.request() : std::nullopt;
  if (asked_at) {
    pending_services_.push_back({*asked_at, Interaction::none, {}, request.attributes, request.to});
  } else {
    provide_manager_attributes(request.attributes, request.to);
  }
  return {};
}

void ManagementObjectModel::repeat_lbts_requests() {
  std::erase_if(pending_services_, [this](PendingService& asked) {
    if (asked.attributes.empty()) return false;
    const auto asked_at = lbts_.request();
    if (asked_at) {
      asked.position = *asked_at;
    } else {
      provide_manager_attributes(asked.attributes, asked.to);
    }
    return !asked_at;
  });
}

void ManagementObjectModel::provide_manager_attributes(const AttributeSet& attributes,
                                                       FederateHandle to) {
  send_manager_update(manager_values(attributes), to);
}

// The update goes to the RTIG as well, which waits for it before it asks again.
void ManagementObjectModel::send_manager_update(const core::mom::Values& values,
                                                FederateHandle to) {
  if (values.empty() || !own_member().manager) return;
  wire::UpdateAttributeValues update;
  update.object = own_member().manager;
  update.tag = mom::kTag;
  update.values = values.list();
  if (to != self_) {
    const Audience audience =
        to ? context_.to_one(to) : audience_.of(update, management().federate());
    context_.send_message(audience_.with_rtig(audience), update);
  }
  if (!to || to == self_) deliver_to_self(update);
}

core::mom::Values ManagementObjectModel::begin_report(Interaction which) const {
  mom::Values values;
  add(values, which, "Federate", std::to_string(self_.value));
  return values;
}

void ManagementObjectModel::add(core::mom::Values& values, Interaction which,
                                std::string_view parameter, std::string_view text) const {
  values.add(management().parameter(which, parameter), text);
}

void ManagementObjectModel::send_report(Interaction which, const core::mom::Values& values) {
  wire::SendInteraction message;
  message.interaction_class = management().handle_of(which);
  if (!message.interaction_class) return;
  message.tag = mom::kTag;
  message.values = values.list();
  if (const Audience to = audience_.of(message); audience_.has_receivers(to))
    context_.send_message(to, message);
  deliver_to_self(message);
}

void ManagementObjectModel::send_alert(std::string_view severity, std::string_view text) {
  mom::Values values = begin_report(Interaction::Alert);
  add(values, Interaction::Alert, "AlertSeverity", severity);
  add(values, Interaction::Alert, "AlertDescription", text);
  add(values, Interaction::Alert, "AlertID", std::to_string(++state_.last_alert));
  send_report(Interaction::Alert, values);
}

void ManagementObjectModel::send_alert(Interaction command, const Error& refusal) {
  send_alert("RTI exception", std::string(mom::name_of(command)) + ": " +
                                  std::string(wire::name_of(refusal.code)) + ": " + refusal.text);
}

// --- Service reporting and exception logging.

void ManagementObjectModel::end_call_report(const std::optional<Error>& exception,
                                            std::string returned) {
  auto report = std::exchange(in_progress_, std::nullopt);
  if (!report) return;
  report->exception = exception;
  report->returned = std::move(returned);
  if (state_.reports_services) send_service_report(*report);
  if (state_.logs_exceptions && exception) {
    send_alert("RTI exception", std::string(wire::name_of(exception->code)) + " in " +
                                    report->service + ": " + exception->text);
  }
}

void ManagementObjectModel::report_resignation(const wire::ResignFederationExecution& resign) {
  if (!state_.reports_services) return;
  ServiceReport report = describe(times(), resign);
  report.by_rti = invoking_;
  send_service_report(report);
}

void ManagementObjectModel::send_service_report(const ServiceReport& report) {
  constexpr Interaction kReport = Interaction::ReportServiceInvocation;
  mom::Values values = begin_report(kReport);
  const auto add_text = [&](std::string_view parameter, std::string_view text) {
    add(values, kReport, parameter, text);
  };
  add_text("Service", report.service);
  add_text("Initiator", report.by_rti ? "RTI" : "Federate");
  add_text("SuccessIndicator", mom::text(!report.exception));
  for (std::size_t i = 0; i < kArgumentsMax; ++i) {
    add_text("SuppliedArgument" + std::to_string(i + 1),
             i < report.arguments.size() ? report.arguments[i] : std::string());
  }
  add_text("ReturnedArgument", report.returned);
  add_text("ExceptionDescription",
           report.exception ? wire::name_of(report.exception->code) : std::string_view());
  add_text("ExceptionID", report.exception
                              ? std::to_string(static_cast<unsigned>(report.exception->code))
                              : std::string());
  send_report(kReport, values);
}

// A received service report is not reported. Otherwise two reported federates that both subscribe
// above that class would report on each other's reports without end.
void ManagementObjectModel::report_callback(const Record& record) {
  if (record.header.message_kind() == wire::Kind::SendInteraction) {
    const auto sent = wire::decode_again<wire::SendInteraction>(record.payload);
    if (sent.interaction_class == management().handle_of(Interaction::ReportServiceInvocation))
      return;
  }
  ServiceReport report =
      std::visit([&](const auto& callback) { return describe(times(), callback); },
                 context_.callbacks.current);
  report.by_rti = true;
  send_service_report(report);
}

// --- Saved state.

// Subscribers to the federate's states have received the saved ones.
bool ManagementObjectModel::load(wire::Decoder& in) {
  ManagedState taken;
  in.get(taken);
  if (!in.ok()) return false;
  update_state_subscribers();
  state_ = taken;
  return true;
}

}  // namespace triad::rtia
