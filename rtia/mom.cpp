// The Management Object Model in the RTIA: what it says of its federate, which it alone knows, as
// updates of the federate's Manager.Federate object and as Report interactions. They travel as the
// federate's own data do; a federate may be told of itself as well. The objects and who is a member
// are the RTIG's (rtig/mom.cpp).
#include "core/mom_classes.hpp"

#include <algorithm>
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

namespace mom = core::mom;
using mom::FederateAttribute;
using mom::Interaction;

namespace {

constexpr std::size_t kArgumentsMax = 5;

std::uint64_t messages(const Traffic& traffic, const auto& counts) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    if (counts(i)) sum += traffic[i].by[1] + traffic[i].by[2];
  }
  return sum;
}

}  // namespace

template <class Message>
void Membership::deliver_to_self(const Message& message) {
  wire::Buffer frame = std::exchange(managed_.own, {});
  frame.clear();
  wire::encode_record({}, message, frame);
  if (const auto record = wire::parse_record(frame)) (void)objects_.handle(*record, message);
  managed_.own = std::move(frame);
}

// --- States: told when they change, to those who subscribe to them.

std::string_view word(FederateCondition condition) {
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

FederateCondition SaveState::condition() const {
  if (restoring > Restoring::called) return FederateCondition::restoring;
  if (restoring == Restoring::called) return FederateCondition::restore_pending;
  if (saving != Saving::no) return FederateCondition::saving;
  return planned != 0 || initiated != 0 ? FederateCondition::save_pending
                                        : FederateCondition::running;
}

ManagerStates Membership::manager_states() const {
  return {save_.condition(), time_.constrained(), time_.regulates(), delivery_.asynchronous(),
          time_.advancing()};
}

void Membership::note_interest_in_states() {
  const bool wanted_before = std::exchange(managed_.states_wanted, false);
  if (!me().manager) return;
  const AttributeSet states{management().of(FederateAttribute::TimeConstrained),
                            management().of(FederateAttribute::TimeRegulating),
                            management().of(FederateAttribute::AsynchronousDelivery),
                            management().of(FederateAttribute::TimeManagerState),
                            management().of(FederateAttribute::FederateState)};
  for (const auto& interest : federation_.interest().of(management().federate())) {
    managed_.states_wanted = managed_.states_wanted || interest.attributes.intersects(states);
  }
  if (!wanted_before) managed_.states_told = manager_states();
}

// Who has subscribed since is given all values by the RTIG's order.
void Membership::tell_changed_states() {
  const ManagerStates before = std::exchange(managed_.states_told, manager_states());
  const ManagerStates& now = managed_.states_told;
  if (now == before) return;
  AttributeSet changed;
  const auto note = [&](bool differs, FederateAttribute attribute) {
    if (differs) changed.insert(management().of(attribute));
  };
  note(now.condition != before.condition, FederateAttribute::FederateState);
  note(now.constrained != before.constrained, FederateAttribute::TimeConstrained);
  note(now.regulating != before.regulating, FederateAttribute::TimeRegulating);
  note(now.asynchronous != before.asynchronous, FederateAttribute::AsynchronousDelivery);
  note(now.advancing != before.advancing, FederateAttribute::TimeManagerState);
  send_manager_update(manager_values(changed), {});
}

// --- Values.

core::mom::Values Membership::manager_values(const AttributeSet& attributes) {
  mom::Values values;
  const auto add = [&](FederateAttribute attribute, std::string_view text) {
    const auto handle = management().of(attribute);
    if (attributes.contains(handle)) values.add(handle, text);
  };
  const ManagerStates states = manager_states();
  add(FederateAttribute::TimeConstrained, mom::text(states.constrained));
  add(FederateAttribute::TimeRegulating, mom::text(states.regulating));
  add(FederateAttribute::AsynchronousDelivery, mom::text(states.asynchronous));
  add(FederateAttribute::FederateState, word(states.condition));
  add(FederateAttribute::TimeManagerState, states.advancing ? "Advance pending" : "Idle");
  add_times(values, attributes);
  add_counts(values, attributes);
  return values;
}

void Membership::add_times(core::mom::Values& values, const AttributeSet& attributes) const {
  const auto add = [&](FederateAttribute attribute, wire::TimeQuery which) {
    const auto handle = management().of(attribute);
    if (!attributes.contains(handle)) return;
    if (const auto time = time_.query(which, delivery_.first_stamp())) {
      values.add(handle, time_.type().text(*time));
    }
  };
  add(FederateAttribute::FederateTime, wire::TimeQuery::federate_time);
  add(FederateAttribute::Lookahead, wire::TimeQuery::lookahead);
  add(FederateAttribute::LBTS, wire::TimeQuery::lbts);
  add(FederateAttribute::MinNextEventTime, wire::TimeQuery::min_next_event_time);
}

// What is sent and received of the MOM itself does not count.
wire::FederateTraffic Membership::traffic() const {
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
  traffic.interactions_sent = messages(counts.sent, interactions);
  traffic.reflections_received = messages(counts.reflections, objects);
  traffic.interactions_received = messages(counts.received, interactions);
  traffic.bytes_sent = ambassador_.bytes_sent_;
  traffic.bytes_received = ambassador_.bytes_received_;
  traffic.callbacks = callbacks_.taken_so_far;
  traffic.receive_queued = callbacks_.waiting() - callbacks_.tso + delivery_.held_back().size();
  traffic.tso_queued = delivery_.tso_waiting() + callbacks_.tso;
  traffic.dropped = messages_dropped();
  return traffic;
}

void Membership::add_counts(core::mom::Values& values, const AttributeSet& attributes) const {
  const auto add = [&](FederateAttribute attribute, std::uint64_t number) {
    const auto handle = management().of(attribute);
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
  if (attributes.contains(management().of(FederateAttribute::ObjectsOwned))) {
    add(FederateAttribute::ObjectsOwned, count_owned());
  }
  add(FederateAttribute::ObjectsUpdated, updated);
  add(FederateAttribute::ObjectsReflected, reflected);
}

std::uint64_t Membership::count_owned() const {
  std::uint64_t count = 0;
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    const bool its_own = !instance.deleted &&
                         known_.owned(object, instance).contains(federation_.privilege_to_delete());
    if (its_own) ++count;
  }
  return count;
}

// --- Telling.

Fault Membership::handle(const Record&, const wire::ProvideManagerAttributes& request) {
  if (!me().manager) return {};
  // A federate that is not constrained is sent no promises: it asks for them first.
  const AttributeSet bounds{management().of(FederateAttribute::LBTS),
                            management().of(FederateAttribute::MinNextEventTime)};
  const auto asked_at =
      request.attributes.intersects(bounds) ? time_management_.ask_for_reports() : std::nullopt;
  if (asked_at) {
    managed_.asked.push_back({*asked_at, Interaction::none, {}, request.attributes, request.to});
  } else {
    provide_manager_attributes(request.attributes, request.to);
  }
  return {};
}

void Membership::provide_manager_attributes(const AttributeSet& attributes, FederateHandle to) {
  send_manager_update(manager_values(attributes), to);
}

// Also for the RTIG, which waits for it before it asks again.
void Membership::send_manager_update(const core::mom::Values& values, FederateHandle to) {
  const ObjectInstance* instance = federation_.objects().find(me().manager);
  if (values.empty() || instance == nullptr) return;
  wire::UpdateAttributeValues update;
  update.object = me().manager;
  update.tag = mom::kTag;
  update.values = values.list();
  if (to != self_) {
    const Audience audience = to ? context_.to_one(to) : audience_.of(update, *instance);
    ambassador_.send(audience_.with_rtig(audience), update);
  }
  if (!to || to == self_) deliver_to_self(update);
}

core::mom::Values Membership::begin_report(Interaction which) const {
  mom::Values values;
  add(values, which, "Federate", std::to_string(self_.value));
  return values;
}

void Membership::add(core::mom::Values& values, Interaction which, std::string_view parameter,
                     std::string_view text) const {
  values.add(management().parameter(which, parameter), text);
}

void Membership::send_report(Interaction which, const core::mom::Values& values) {
  wire::SendInteraction message;
  message.interaction_class = management().of(which);
  if (!message.interaction_class) return;
  message.tag = mom::kTag;
  message.values = values.list();
  if (const Audience to = audience_.of(message); audience_.anybody(to))
    ambassador_.send(to, message);
  deliver_to_self(message);
}

void Membership::alert(std::string_view severity, std::string_view text) {
  mom::Values values = begin_report(Interaction::Alert);
  add(values, Interaction::Alert, "AlertSeverity", severity);
  add(values, Interaction::Alert, "AlertDescription", text);
  add(values, Interaction::Alert, "AlertID", std::to_string(++managed_.last_alert));
  send_report(Interaction::Alert, values);
}

// --- Service reporting and exception logging.

void Membership::call_ended(const std::optional<Error>& exception, std::string returned) {
  auto report = std::exchange(managed_.in_progress, std::nullopt);
  if (!report) return;
  report->exception = exception;
  report->returned = std::move(returned);
  if (managed_.reports_services) send_service_report(*report);
  if (managed_.logs_exceptions && exception) {
    alert("RTI exception", std::string(wire::name_of(exception->code)) + " in " + report->service +
                               ": " + exception->text);
  }
}

void Membership::send_service_report(const ServiceReport& report) {
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

// What is received of such reports is not reported: where two federates are reported on, and both
// subscribe above the class, there would be no end to it.
void Membership::report_callback(const Record& record) {
  if (record.header.message_kind() == wire::Kind::SendInteraction) {
    const auto sent = wire::decode<wire::SendInteraction>(record.payload);
    const auto reports = management().of(Interaction::ReportServiceInvocation);
    if (sent && sent->interaction_class == reports) return;
  }
  ServiceReport report = std::visit(
      [&](const auto& callback) { return describe(times(), callback); }, callbacks_.current);
  report.by_rti = true;
  send_service_report(report);
}

}  // namespace triad::rtia
