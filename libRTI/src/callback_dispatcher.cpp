#include "libRTI/src/callback_dispatcher.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <new>
#include <variant>

#include "files/line_output.hpp"
#include "libRTI/src/convert.hpp"
#include "libRTI/src/fed_time_type.hpp"

namespace triad::api {
namespace {

// Returns "reflectAttributeValues" for ReflectAttributeValues.
template <class Message>
std::string callback_name() {
  std::string name(wire::name_of(wire::kind_of<Message>));
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return name;
}

// Limit on the exceptions counted separately, because a federate may invent any number of names.
constexpr std::size_t kThrownMax = 1000;

// Ends the borrowing of the message's bytes by a pair set, also if the callback throws.
template <class Set>
class Loan {
 public:
  Loan(Set& set, const wire::ValueList& values, wire::Transportation transportation,
       wire::Ordering order, RTI::Region* region)
      : set_(set) {
    set_.borrow(values.pairs, values.count, static_cast<RTI::TransportType>(transportation),
                static_cast<RTI::OrderType>(order), region);
  }
  ~Loan() { set_.end_borrow(); }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

 private:
  Set& set_;
};

}  // namespace

bool CallbackDispatcher::deliver(RTI::FederateAmbassador& federate,
                                 const rtia::Callback& callback) {
  return std::visit([&](const auto& message) { return call_guarded(federate, message); }, callback);
}

template <class Message>
bool CallbackDispatcher::call_guarded(RTI::FederateAmbassador& federate, const Message& message) {
  try {
    call(federate, message);
    return true;
  } catch (const abi::__forced_unwind&) {
    throw;  // The federate's thread is being cancelled; swallowing this would end the process.
  } catch (const RTI::Exception& e) {
    report_exception(callback_name<Message>(), e._name, e._reason == nullptr ? "" : e._reason);
  } catch (const std::exception& e) {
    report_exception(callback_name<Message>(), "a std::exception", e.what());
  } catch (...) {
    report_exception(callback_name<Message>(), "an exception", "of an unknown type");
  }
  return false;
}

void CallbackDispatcher::report_exception(const std::string& callback, const char* exception,
                                          const char* reason) {
  try {
    const std::string text = "triad: the federate's " + callback + " threw " + exception;
    const bool has_count =
        exception_counts_.contains(text) || exception_counts_.size() < kThrownMax;
    const std::uint64_t times = ++exception_counts_[has_count ? text : ""];
    if (!files::is_logged_occurrence(times)) return;
    files::print_line(text + ": " + reason + "; the RTI continues" +
                      files::occurrences_suffix(times));
  } catch (const std::bad_alloc&) {  // Possibly thrown by the federate.
  }
}

const char* CallbackDispatcher::tag(std::string_view text) {
  tag_.assign(text);
  return tag_.c_str();
}

const char* CallbackDispatcher::label(std::string_view text) {
  label_.assign(text);
  return label_.c_str();
}

const RTI::AttributeHandleSet& CallbackDispatcher::attributes(const wire::AttributeSet& set) {
  handles_.clear();
  set.for_each([&](wire::AttributeHandle attribute) { handles_.push_back(attribute.value); });
  attributes_.assign(handles_);
  return attributes_;
}

const RTI::FedTime* CallbackDispatcher::decode_time(wire::Bytes encoded) {
  if (encoded.empty()) return nullptr;
  if (time_ != nullptr && assign_time(*time_, encoded)) return time_.get();
  const char* reason = "no reason given";
  try {
    const DecodableTime bytes(encoded);
    time_.reset(RTI::FedTimeFactory::decode(bytes.data()));
    if (time_ != nullptr) return time_.get();
  } catch (const RTI::Exception& e) {
    reason = e._name;
  }
  if (files::is_logged_occurrence(++unreadable_times_)) {
    files::print_line(std::string("triad: libFedTime cannot read a received time (") + reason +
                      "); the callback is delivered without a time" +
                      files::occurrences_suffix(unreadable_times_));
  }
  return nullptr;
}

RTI::Region* CallbackDispatcher::decode_region(wire::Bytes encoded) {
  if (encoded.empty()) return nullptr;
  wire::RegionDescription description;
  wire::Decoder decoder(encoded);
  decoder.get(description);
  const auto ranges = description.extents * description.dimensions.size();
  if (!decoder.finished() || (!description.ranges.empty() && description.ranges.size() != ranges)) {
    return nullptr;
  }
  return &region_.emplace(std::make_shared<RegionView>(description), nullptr);
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::SynchronizationPointRegistrationSucceeded& message) {
  federate.synchronizationPointRegistrationSucceeded(label(message.label));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::SynchronizationPointRegistrationFailed& message) {
  federate.synchronizationPointRegistrationFailed(label(message.label));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AnnounceSynchronizationPoint& message) {
  federate.announceSynchronizationPoint(label(message.label), tag(message.tag));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::FederationSynchronized& message) {
  federate.federationSynchronized(label(message.label));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::InitiateFederateSave& message) {
  federate.initiateFederateSave(label(message.label));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate, const wire::FederationSaved&) {
  federate.federationSaved();
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate, const wire::FederationNotSaved&) {
  federate.federationNotSaved();
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RequestFederationRestoreSucceeded& message) {
  federate.requestFederationRestoreSucceeded(label(message.label));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RequestFederationRestoreFailed& message) {
  federate.requestFederationRestoreFailed(label(message.label), tag(message.reason));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::FederationRestoreBegun&) {
  federate.federationRestoreBegun();
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::InitiateFederateRestore& message) {
  federate.initiateFederateRestore(label(message.label), from_wire(message.federate));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate, const wire::FederationRestored&) {
  federate.federationRestored();
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::FederationNotRestored&) {
  federate.federationNotRestored();
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::StartRegistrationForObjectClass& message) {
  federate.startRegistrationForObjectClass(from_wire(message.object_class));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::StopRegistrationForObjectClass& message) {
  federate.stopRegistrationForObjectClass(from_wire(message.object_class));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TurnInteractionsOn& message) {
  federate.turnInteractionsOn(from_wire(message.interaction_class));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TurnInteractionsOff& message) {
  federate.turnInteractionsOff(from_wire(message.interaction_class));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::DiscoverObjectInstance& message) {
  federate.discoverObjectInstance(from_wire(message.object), from_wire(message.object_class),
                                  label(message.name));
}

// Calls the overload with time if the sender gave a time.
void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::ReflectAttributeValues& message) {
  const Loan loan(attribute_values_, message.values, message.transportation, message.order,
                  decode_region(message.region));
  if (const auto* const stamp = decode_time(message.time)) {
    federate.reflectAttributeValues(from_wire(message.object), attribute_values_, *stamp,
                                    tag(message.tag), from_wire(message.retraction));
  } else {
    federate.reflectAttributeValues(from_wire(message.object), attribute_values_, tag(message.tag));
  }
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::ReceiveInteraction& message) {
  const Loan loan(parameter_values_, message.values, message.transportation, message.order,
                  decode_region(message.region));
  if (const auto* const stamp = decode_time(message.time)) {
    federate.receiveInteraction(from_wire(message.interaction_class), parameter_values_, *stamp,
                                tag(message.tag), from_wire(message.retraction));
  } else {
    federate.receiveInteraction(from_wire(message.interaction_class), parameter_values_,
                                tag(message.tag));
  }
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RemoveObjectInstance& message) {
  if (const auto* const stamp = decode_time(message.time)) {
    federate.removeObjectInstance(from_wire(message.object), *stamp, tag(message.tag),
                                  from_wire(message.retraction));
  } else {
    federate.removeObjectInstance(from_wire(message.object), tag(message.tag));
  }
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::ProvideAttributeValueUpdate& message) {
  federate.provideAttributeValueUpdate(from_wire(message.object), attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TurnUpdatesOnForObjectInstance& message) {
  federate.turnUpdatesOnForObjectInstance(from_wire(message.object),
                                          attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TurnUpdatesOffForObjectInstance& message) {
  federate.turnUpdatesOffForObjectInstance(from_wire(message.object),
                                           attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributesInScope& message) {
  federate.attributesInScope(from_wire(message.object), attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributesOutOfScope& message) {
  federate.attributesOutOfScope(from_wire(message.object), attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TimeRegulationEnabled& message) {
  if (const auto* const now = decode_time(message.time)) federate.timeRegulationEnabled(*now);
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TimeConstrainedEnabled& message) {
  if (const auto* const now = decode_time(message.time)) federate.timeConstrainedEnabled(*now);
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::TimeAdvanceGrant& message) {
  if (const auto* const now = decode_time(message.time)) federate.timeAdvanceGrant(*now);
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RequestRetraction& message) {
  federate.requestRetraction(from_wire(message.retraction));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RequestAttributeOwnershipAssumption& message) {
  federate.requestAttributeOwnershipAssumption(from_wire(message.object),
                                               attributes(message.attributes), tag(message.tag));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributeOwnershipDivestitureNotification& message) {
  federate.attributeOwnershipDivestitureNotification(from_wire(message.object),
                                                     attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributeOwnershipAcquisitionNotification& message) {
  federate.attributeOwnershipAcquisitionNotification(from_wire(message.object),
                                                     attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributeOwnershipUnavailable& message) {
  federate.attributeOwnershipUnavailable(from_wire(message.object), attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::RequestAttributeOwnershipRelease& message) {
  federate.requestAttributeOwnershipRelease(from_wire(message.object),
                                            attributes(message.attributes), tag(message.tag));
}

void CallbackDispatcher::call(
    RTI::FederateAmbassador& federate,
    const wire::ConfirmAttributeOwnershipAcquisitionCancellation& message) {
  federate.confirmAttributeOwnershipAcquisitionCancellation(from_wire(message.object),
                                                            attributes(message.attributes));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::InformAttributeOwnership& message) {
  federate.informAttributeOwnership(from_wire(message.object), from_wire(message.attribute),
                                    from_wire(message.owner));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributeIsNotOwned& message) {
  federate.attributeIsNotOwned(from_wire(message.object), from_wire(message.attribute));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& federate,
                              const wire::AttributeOwnedByRTI& message) {
  federate.attributeOwnedByRTI(from_wire(message.object), from_wire(message.attribute));
}

void CallbackDispatcher::call(RTI::FederateAmbassador& /*federate*/,
                              const wire::ConnectionLost& message) {
  if (connection_observer_ == nullptr) return;
  connection_observer_->connectionLost(label(message.reason), message.patience_s);
}

void CallbackDispatcher::call(RTI::FederateAmbassador& /*federate*/,
                              const wire::ConnectionRestored& message) {
  if (connection_observer_ == nullptr) return;
  connection_observer_->connectionRestored(label(message.url));
}

}  // namespace triad::api
