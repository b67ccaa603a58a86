#include "tests/scenario/transcripts/runner/callback_text.hpp"

#include <algorithm>

#include "core/double_time.hpp"
#include "core/mom_text.hpp"
#include "wire/print.hpp"

namespace triad::test {

std::string text_of_value(wire::Bytes value) {
  std::string text(reinterpret_cast<const char*>(value.data()), value.size());
  if (text.ends_with('\0')) text.pop_back();
  const bool printable = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable) {
    text.clear();
    wire::print_bytes(text, value);
  }
  const bool word = text.find_first_of(" \"") == text.npos;
  return word ? text : "\"" + text + "\"";
}

std::string text_of_time(wire::Bytes time) {
  return core::DoubleTime().text(core::Time(time));
}

namespace {

// One overload for each group of callbacks, so that a new callback without text does not compile.
class Printer {
 public:
  explicit Printer(const Names& names) : names_(names) {}

  // --- Federation management.
  std::string operator()(const wire::SynchronizationPointRegistrationSucceeded& m) const {
    return "synchronization point registration succeeded " + text_of(m.label);
  }
  std::string operator()(const wire::SynchronizationPointRegistrationFailed& m) const {
    return "synchronization point registration failed " + text_of(m.label) + ": " +
           text_of(m.reason);
  }
  std::string operator()(const wire::AnnounceSynchronizationPoint& m) const {
    return "announce synchronization point " + text_of(m.label) + tag(m.tag);
  }
  std::string operator()(const wire::FederationSynchronized& m) const {
    return "federation synchronized " + text_of(m.label);
  }
  std::string operator()(const wire::InitiateFederateSave& m) const {
    return "initiate federate save " + text_of(m.label);
  }
  std::string operator()(const wire::FederationSaved&) const { return "federation saved"; }
  std::string operator()(const wire::FederationNotSaved&) const { return "federation not saved"; }
  std::string operator()(const wire::RequestFederationRestoreSucceeded& m) const {
    return "request federation restore succeeded " + text_of(m.label);
  }
  std::string operator()(const wire::RequestFederationRestoreFailed& m) const {
    return "request federation restore failed " + text_of(m.label) + ": " + text_of(m.reason);
  }
  std::string operator()(const wire::FederationRestoreBegun&) const {
    return "federation restore begun";
  }
  std::string operator()(const wire::InitiateFederateRestore& m) const {
    return "initiate federate restore " + text_of(m.label) + " as " +
           names_.members.name(m.federate);
  }
  std::string operator()(const wire::FederationRestored&) const { return "federation restored"; }
  std::string operator()(const wire::FederationNotRestored&) const {
    return "federation not restored";
  }

  // --- Declaration management.
  std::string operator()(const wire::StartRegistrationForObjectClass& m) const {
    return "start registration " + names_.name(m.object_class);
  }
  std::string operator()(const wire::StopRegistrationForObjectClass& m) const {
    return "stop registration " + names_.name(m.object_class);
  }
  std::string operator()(const wire::TurnInteractionsOn& m) const {
    return "turn interactions on " + names_.name(m.interaction_class);
  }
  std::string operator()(const wire::TurnInteractionsOff& m) const {
    return "turn interactions off " + names_.name(m.interaction_class);
  }

  // --- Object management.
  std::string operator()(const wire::DiscoverObjectInstance& m) const {
    const std::string name = names_.objects.name(m.object);
    const bool own_name = name == m.name || m.name.starts_with("HLA");
    return "discover " + name + " " + names_.name(m.object_class) +
           (own_name ? "" : " named " + text_of(m.name));
  }
  std::string operator()(const wire::ReflectAttributeValues& m) const {
    std::string line = "reflect " + names_.objects.name(m.object);
    const auto object_class = names_.class_of(m.object);
    m.values.for_each([&](std::uint32_t attribute, wire::Bytes value, wire::Bytes) {
      line += " " + names_.attribute_name(object_class, attribute) + "=" + text_of_value(value);
    });
    return line + how(m);
  }
  std::string operator()(const wire::ReceiveInteraction& m) const {
    std::string line = "receive " + names_.name(m.interaction_class);
    m.values.for_each([&](std::uint32_t parameter, wire::Bytes value, wire::Bytes) {
      const std::string name = names_.parameter_name(m.interaction_class, parameter);
      line += " " + name + "=" + (name == "Federate" ? federate(value) : text_of_value(value));
    });
    return line + how(m);
  }
  std::string operator()(const wire::RemoveObjectInstance& m) const {
    return "remove " + names_.objects.name(m.object) + at(m.time) + tag(m.tag) +
           event(m.retraction);
  }
  std::string operator()(const wire::ProvideAttributeValueUpdate& m) const {
    return "provide update" + attributes(m);
  }
  std::string operator()(const wire::TurnUpdatesOnForObjectInstance& m) const {
    return "turn updates on" + attributes(m);
  }
  std::string operator()(const wire::TurnUpdatesOffForObjectInstance& m) const {
    return "turn updates off" + attributes(m);
  }
  std::string operator()(const wire::AttributesInScope& m) const {
    return "attributes in scope" + attributes(m);
  }
  std::string operator()(const wire::AttributesOutOfScope& m) const {
    return "attributes out of scope" + attributes(m);
  }

  // --- Ownership management.
  std::string operator()(const wire::RequestAttributeOwnershipAssumption& m) const {
    return "request ownership assumption" + attributes(m) + tag(m.tag);
  }
  std::string operator()(const wire::AttributeOwnershipDivestitureNotification& m) const {
    return "ownership divestiture notification" + attributes(m);
  }
  std::string operator()(const wire::AttributeOwnershipAcquisitionNotification& m) const {
    return "ownership acquisition notification" + attributes(m);
  }
  std::string operator()(const wire::AttributeOwnershipUnavailable& m) const {
    return "ownership unavailable" + attributes(m);
  }
  std::string operator()(const wire::RequestAttributeOwnershipRelease& m) const {
    return "request ownership release" + attributes(m) + tag(m.tag);
  }
  std::string operator()(const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) const {
    return "confirm ownership acquisition cancellation" + attributes(m);
  }
  std::string operator()(const wire::InformAttributeOwnership& m) const {
    return "inform ownership" + attribute(m) + " owned by " + names_.members.name(m.owner);
  }
  std::string operator()(const wire::AttributeIsNotOwned& m) const {
    return "attribute is not owned" + attribute(m);
  }
  std::string operator()(const wire::AttributeOwnedByRTI& m) const {
    return "attribute owned by RTI" + attribute(m);
  }

  // --- Time management.
  std::string operator()(const wire::TimeRegulationEnabled& m) const {
    return "time regulation enabled" + at(m.time);
  }
  std::string operator()(const wire::TimeConstrainedEnabled& m) const {
    return "time constrained enabled" + at(m.time);
  }
  std::string operator()(const wire::TimeAdvanceGrant& m) const {
    return "time advance grant " + text_of_time(m.time);
  }
  std::string operator()(const wire::RequestRetraction& m) const {
    return "request retraction" + event(m.retraction);
  }

 private:
  static std::string text_of(std::string_view text) { return std::string(text); }
  static std::string tag(std::string_view tag) {
    return tag.empty() ? "" : " tag " + text_of_value(std::as_bytes(std::span(tag)));
  }
  static std::string at(wire::Bytes time) {
    return time.empty() ? "" : " at " + text_of_time(time);
  }
  std::string event(const wire::Retraction& retraction) const {
    const EventName event{retraction.federate, retraction.serial};
    return names_.events.has_name(event) ? " called " + names_.events.name(event) : "";
  }
  // The MOM's parameter Federate: a handle as text.
  std::string federate(wire::Bytes value) const {
    const auto number = core::mom::read_number(core::mom::text_of(value));
    const wire::FederateHandle handle(static_cast<std::uint32_t>(number.value_or(0)));
    return names_.members.has_name(handle) ? names_.members.name(handle) : text_of_value(value);
  }
  // Common data of reflects and interactions.
  template <class Message>
  std::string how(const Message& m) const {
    std::string text;
    if (!m.region.empty()) {
      const auto region = wire::decode<wire::RegionDescription>(m.region);
      text += " in " + (region ? names_.regions.name(region->region) : "?");
    }
    text += at(m.time);
    if (m.order == wire::Ordering::timestamp) text += " TSO";
    if (m.transportation == wire::Transportation::best_effort) text += " best-effort";
    return text + tag(m.tag) + event(m.retraction);
  }
  template <class Message>
  std::string attributes(const Message& m) const {
    return " " + names_.objects.name(m.object) +
           names_.text(names_.class_of(m.object), m.attributes);
  }
  template <class Message>
  std::string attribute(const Message& m) const {
    return attributes(wire::ProvideAttributeValueUpdate{m.object, {m.attribute}});
  }

  const Names& names_;
};

}  // namespace

std::string text_of(const Names& names, const rtia::Callback& callback) {
  const Printer printer(names);
  // Callbacks that the host of an RTIA makes have no text of their own.
  return std::visit(
      [&](const auto& message) -> std::string {
        if constexpr (requires { printer(message); }) {
          return printer(message);
        } else {
          return wire::print(message);
        }
      },
      callback);
}

}  // namespace triad::test
