// Adjust and Service interactions of the MOM in the RTIA. A Service interaction runs the same
// function as a call of the federate, with the same effects. The federate is not informed of the
// call. Failures are reported by Alert.
#include <algorithm>
#include <utility>

#include "core/mom_text.hpp"
#include "rtia/management_object_model.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

namespace mom = core::mom;
using mom::Interaction;

// Received interaction and its parameters. A missing or malformed parameter sets fault(), and the
// command is then not carried out.
class ManagementObjectModel::Command {
 public:
  Command(const mom::Handles& handles, const core::TimeType& times, Interaction which,
          const wire::ValueList& values)
      : handles_(handles), times_(times), which_(which), values_(values) {}

  Interaction which() const { return which_; }
  // First error in the parameters read so far; empty: none.
  const std::string& fault() const { return fault_; }

  std::string_view text(std::string_view name) const {
    const auto given = optional(name);
    if (!given) record_fault(mom::missing_text(name, parameter(name)));
    return given.value_or("");
  }
  std::optional<std::string_view> optional(std::string_view name) const {
    return mom::find_text(values_, parameter(name));
  }
  template <class Handle>
  Handle handle(std::string_view name) const {
    const auto number = read(name, mom::read_number);
    return Handle(static_cast<typename Handle::integer_type>(
        number <= ~typename Handle::integer_type{0} ? number : 0));
  }
  ObjectClassHandle object_class() const { return handle<ObjectClassHandle>("ObjectClass"); }
  InteractionClassHandle interaction_class() const {
    return handle<InteractionClassHandle>("InteractionClass");
  }
  AttributeSet attributes() const {
    AttributeSet set;
    for (const std::uint32_t value : read("AttributeList", mom::read_handles)) {
      set.insert(AttributeHandle(value));
    }
    return set;
  }
  // Defaults to active, as the argument of the API does.
  bool active() const { return !optional("Active") || read("Active", mom::read_bool); }
  bool succeeded() const { return read("SuccessIndicator", mom::read_bool); }

  // Returns whether a time is given. An empty text is no time. An encoded time may begin with a
  // NUL.
  bool has_time(std::string_view name) const {
    const auto bytes = mom::find_bytes(values_, parameter(name));
    return bytes && !bytes->empty() && !(bytes->size() == 1 && bytes->front() == std::byte{0});
  }
  core::Time time(std::string_view name) const {
    const auto bytes = mom::find_bytes(values_, parameter(name));
    const auto time = bytes ? time_of(*bytes) : std::nullopt;
    if (!bytes) {
      record_fault(mom::missing_text(name, parameter(name)));
    } else if (!time) {
      record_fault("the parameter " + std::string(name) + " is not a time of this federation");
    }
    return time.value_or(times_.zero());
  }
  template <class Value>
  Value read(std::string_view name, std::optional<Value> (*reader)(std::string_view)) const {
    const std::string_view given = text(name);
    const auto value = reader(given);
    if (!value) {
      record_fault("the parameter " + std::string(name) + " cannot be " +
                   wire::quoted(given.substr(0, 64)));
    }
    return value.value_or(Value{});
  }

 private:
  wire::ParameterHandle parameter(std::string_view name) const {
    return handles_.parameter(which_, name);
  }
  // Reads a decimal text, or the bytes of FedTime::encode.
  std::optional<core::Time> time_of(Bytes bytes) const {
    if (const auto time = times_.parse(mom::text_of(bytes))) return time;
    for (Bytes rest = bytes; !rest.empty(); rest = rest.first(rest.size() - 1)) {
      if (rest.size() <= wire::kTimeBytesMax && times_.is_valid(rest)) return core::Time(rest);
      if (rest.back() != std::byte{0}) break;  // one NUL may follow the encoding
    }
    return std::nullopt;
  }
  void record_fault(std::string fault_text) const {
    if (fault_.empty()) fault_ = std::move(fault_text);
  }

  const mom::Handles& handles_;
  const core::TimeType& times_;
  const Interaction which_;
  const wire::ValueList values_;
  mutable std::string fault_;
};

Fault ManagementObjectModel::receive_record(const Record&, const wire::ManageFederate& command) {
  const Interaction which = management().interaction_of(command.interaction_class);
  if (!mom::is_command(which)) return "an unknown command of the MOM";
  if (resignation_) return {};  // the federate is resigning
  if (which >= Interaction::RequestPublications && which <= Interaction::RequestObjectInformation) {
    answer_request(which, command.values);
    return {};
  }
  ++order_count_;
  const Command order(management(), times(), which, command.values);
  auto refused = which == Interaction::ResignFederationExecution
                     ? resign_by_order(order, command.by)
                     : carry_out_command(order);
  if (refused) send_alert(which, *refused);
  return {};
}

std::optional<Error> ManagementObjectModel::carry_out_command(const Command& command) {
  switch (command.which()) {
    case Interaction::ModifyAttributeState:
      return modify_attribute_state(command);
    case Interaction::SetServiceReporting:
      return set_service_reporting(command);
    case Interaction::SetExceptionLogging: {
      const bool on = command.read("LoggingState", mom::read_bool);
      if (!command.fault().empty()) break;
      state_.logs_exceptions = on;
      return std::nullopt;
    }
    default:
      return invoke_service(command);
  }
  return wire::error(ErrorCode::RTIinternalError, command.fault());
}

std::optional<Error> ManagementObjectModel::set_service_reporting(const Command& command) {
  const bool on = command.read("ReportingState", mom::read_bool);
  if (!command.fault().empty()) return wire::error(ErrorCode::RTIinternalError, command.fault());
  const auto report = management().handle_of(Interaction::ReportServiceInvocation);
  if (on && declared().is_subscribed(report)) {
    return wire::error(ErrorCode::FederateLoggingServiceCalls,
                       "the federate subscribes to ReportServiceInvocation itself");
  }
  state_.reports_services = on;
  return std::nullopt;
}

// Finds an instance by name or, failing that, by its handle, which is the same at all federates
// here.
ObjectHandle ManagementObjectModel::find_instance(std::string_view text) {
  if (const auto known = support_.perform_call(wire::GetObjectInstanceHandle{text})) return *known;
  if (const ObjectHandle named = federation_.objects().find(text)) return named;
  return ObjectHandle(mom::read_number(text).value_or(0));
}

// --- Ownership.

// The RTIG decides, because only the RTIG knows which other federates are about to acquire the
// attribute.
std::optional<Error> ManagementObjectModel::modify_attribute_state(const Command& command) {
  const ObjectHandle object = find_instance(command.text("ObjectInstance"));
  const auto attribute = command.handle<AttributeHandle>("Attribute");
  const bool to_own = command.read("AttributeState", mom::read_owned);
  if (!command.fault().empty()) return wire::error(ErrorCode::RTIinternalError, command.fault());
  const auto known = known_.named(object);
  if (!known) return known.error();
  const AttributeSet attributes{attribute};
  if (auto refusal = known_.check_attributes(*known, attributes, !to_own)) return refusal;
  if (to_own) {
    if (auto refusal = ownership_.check_acquisition(*known, attributes)) return refusal;
  }
  const InstanceOwnership* ownership = known->ownership;
  const bool busy = ownership != nullptr && ownership->is_busy(attribute);
  if (busy) {
    return known_.error_about(ErrorCode::AttributeAlreadyBeingAcquired, object,
                              "the attribute's ownership is being transferred already");
  }
  context_.send_message(
      {Audience::Kind::rtig, {}},
      wire::ModifyAttributeState{object, known->known->known_class, attributes, to_own});
  pending_services_.push_back({context_.position(), command.which(), {}, {}, {}});
  return std::nullopt;
}

// --- Services.

// The federate may be waiting in a call of its own, so the wait of this call is recorded
// separately.
std::optional<Error> ManagementObjectModel::invoke(const Command& command, const Service& service) {
  if (!command.fault().empty()) return wire::error(ErrorCode::RTIinternalError, command.fault());
  std::optional<ServiceReport> report;
  if (state_.reports_services) {
    report = std::visit([&](const auto& call) { return describe(times(), call); }, service);
    report->by_rti = true;
  }
  std::optional<Error> refusal;
  const auto asked_at = context_.make_side_call([&] {
    invoking_ = true;
    refusal = federate_.carry_out(service);
    invoking_ = false;
  });
  if (asked_at != 0 && !refusal) {
    pending_services_.push_back({asked_at, command.which(), std::move(report), {}, {}});
    return std::nullopt;
  }
  if (report) {
    report->exception = refusal;
    send_service_report(*report);
  }
  return refusal;
}

bool ManagementObjectModel::receive_answer(wire::Position position,
                                           const std::optional<Error>& refusal) {
  const auto at = std::ranges::find(pending_services_, position, &PendingService::position);
  if (at == pending_services_.end()) return false;
  PendingService asked = std::move(*at);
  pending_services_.erase(at);
  // The order takes effect only now. The federate may have been permitted calls meanwhile.
  if (asked.command != Interaction::none) ++order_count_;
  if (!asked.attributes.empty()) provide_manager_attributes(asked.attributes, asked.to);
  if (asked.report) {
    asked.report->exception = refusal;
    send_service_report(*asked.report);
  }
  if (refusal) {
    send_alert(asked.command, *refusal);
  }
  return true;
}

// The answer precedes the resignation. By it the RTIG distinguishes this resignation from one that
// the federate itself requests. From here on the Ambassador refuses the federate's services, so no
// service succeeds after other federates have seen the departure.
std::optional<Error> ManagementObjectModel::resign_by_order(const Command& c, FederateHandle by) {
  const wire::ResignFederationExecution resign{c.read("ResignAction", mom::read_resign_action)};
  auto refusal = c.fault().empty()
                     ? federate_.check_resignation(resign.action)
                     : std::optional(wire::error(ErrorCode::RTIinternalError, c.fault()));
  context_.send_to_rtig(wire::ResignationAnswered{!refusal});
  if (refusal) return refusal;
  if ((refusal = invoke(c, resign))) return refusal;
  resignation_ = {by, resign.action};
  return std::nullopt;
}

std::optional<Error> ManagementObjectModel::invoke_service(const Command& c) {
  switch (c.which()) {
    case Interaction::SynchronizationPointAchieved:
      return invoke(c, wire::SynchronizationPointAchieved{c.text("Label")});
    case Interaction::FederateSaveBegun:
      return invoke(c, wire::FederateSaveBegun{});
    case Interaction::FederateSaveComplete:
      return c.succeeded() ? invoke(c, wire::FederateSaveComplete{})
                           : invoke(c, wire::FederateSaveNotComplete{});
    case Interaction::FederateRestoreComplete:
      return c.succeeded() ? invoke(c, wire::FederateRestoreComplete{})
                           : invoke(c, wire::FederateRestoreNotComplete{});
    default:
      break;
  }
  return c.which() <= Interaction::UnsubscribeInteractionClass ? invoke_declaration(c)
         : c.which() <= Interaction::UnconditionalAttributeOwnershipDivestiture ||
                 c.which() >= Interaction::ChangeAttributeOrderType
             ? invoke_object_service(c)
             : invoke_time_service(c);
}

std::optional<Error> ManagementObjectModel::invoke_declaration(const Command& c) {
  switch (c.which()) {
    case Interaction::PublishObjectClass:
      return invoke(c, wire::PublishObjectClass{c.object_class(), c.attributes()});
    case Interaction::UnpublishObjectClass:
      return invoke(c, wire::UnpublishObjectClass{c.object_class()});
    case Interaction::PublishInteractionClass:
      return invoke(c, wire::PublishInteractionClass{c.interaction_class()});
    case Interaction::UnpublishInteractionClass:
      return invoke(c, wire::UnpublishInteractionClass{c.interaction_class()});
    case Interaction::SubscribeObjectClassAttributes:
      return invoke(
          c, wire::SubscribeObjectClassAttributes{c.object_class(), c.attributes(), c.active()});
    case Interaction::UnsubscribeObjectClass:
      return invoke(c, wire::UnsubscribeObjectClass{c.object_class()});
    case Interaction::SubscribeInteractionClass:
      return invoke(c, wire::SubscribeInteractionClass{c.interaction_class(), c.active()});
    default:
      return invoke(c, wire::UnsubscribeInteractionClass{c.interaction_class()});
  }
}

std::optional<Error> ManagementObjectModel::invoke_object_service(const Command& c) {
  const auto object = [&] { return find_instance(c.text("ObjectInstance")); };
  const auto transportation = [&] {
    return static_cast<std::uint64_t>(c.read("TransportationType", mom::read_transportation));
  };
  const auto order = [&] {
    return static_cast<std::uint64_t>(c.read("OrderingType", mom::read_ordering));
  };
  switch (c.which()) {
    case Interaction::DeleteObjectInstance: {
      wire::DeleteObjectInstance deletion;
      deletion.object = object();
      deletion.tag = c.optional("Tag").value_or("");
      std::optional<core::Time> time;
      if (c.has_time("FederationTime")) time = c.time("FederationTime");
      if (time) deletion.time = time->bytes();
      return invoke(c, deletion);
    }
    case Interaction::LocalDeleteObjectInstance:
      return invoke(c, wire::LocalDeleteObjectInstance{object()});
    case Interaction::ChangeAttributeTransportationType:
      return invoke(
          c, wire::ChangeAttributeTransportationType{object(), c.attributes(), transportation()});
    case Interaction::ChangeInteractionTransportationType:
      return invoke(
          c, wire::ChangeInteractionTransportationType{c.interaction_class(), transportation()});
    case Interaction::ChangeAttributeOrderType:
      return invoke(c, wire::ChangeAttributeOrderType{object(), c.attributes(), order()});
    case Interaction::ChangeInteractionOrderType:
      return invoke(c, wire::ChangeInteractionOrderType{c.interaction_class(), order()});
    default:
      return invoke(c, wire::UnconditionalAttributeOwnershipDivestiture{object(), c.attributes()});
  }
}

std::optional<Error> ManagementObjectModel::invoke_time_service(const Command& c) {
  const auto advance = [&](wire::Advance kind) {
    const core::Time time = c.time("FederationTime");
    return invoke(c, wire::AdvanceTime{kind, time.bytes()});
  };
  switch (c.which()) {
    case Interaction::EnableTimeRegulation: {
      const core::Time time = c.time("FederationTime");
      const core::Time lookahead = c.time("Lookahead");
      return invoke(c, wire::EnableTimeRegulation{time.bytes(), lookahead.bytes()});
    }
    case Interaction::DisableTimeRegulation:
      return invoke(c, wire::DisableTimeRegulation{});
    case Interaction::EnableTimeConstrained:
      return invoke(c, wire::EnableTimeConstrained{});
    case Interaction::DisableTimeConstrained:
      return invoke(c, wire::DisableTimeConstrained{});
    case Interaction::TimeAdvanceRequest:
      return advance(wire::Advance::time_advance_request);
    case Interaction::TimeAdvanceRequestAvailable:
      return advance(wire::Advance::time_advance_request_available);
    case Interaction::NextEventRequest:
      return advance(wire::Advance::next_event_request);
    case Interaction::NextEventRequestAvailable:
      return advance(wire::Advance::next_event_request_available);
    case Interaction::FlushQueueRequest:
      return advance(wire::Advance::flush_queue_request);
    case Interaction::EnableAsynchronousDelivery:
      return invoke(c, wire::SetAsynchronousDelivery{true});
    case Interaction::DisableAsynchronousDelivery:
      return invoke(c, wire::SetAsynchronousDelivery{false});
    default: {
      const core::Time lookahead = c.time("Lookahead");
      return invoke(c, wire::ModifyLookahead{lookahead.bytes()});
    }
  }
}

}  // namespace triad::rtia
