#include "tools/rtictl/trace/trace_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace triad::rtictl {

namespace {

constexpr std::size_t kRemovedObjectsKept = 10'000;

enum class Meaning {
  plain,
  object,
  object_class,
  interaction_class,
  attributes,  // One attribute, a set, or pairs of handle and value.
  parameters,
  federates,
  space,
  transportation,
  order,
};

struct Rule {
  std::string_view service;  // Empty: any service.
  std::string_view argument;
  Meaning meaning;
};

// The first rule that matches applies.
constexpr std::array kRules{
    Rule{"registerObjectInstance", "theObject", Meaning::plain},  // Already a name.
    Rule{"registerObjectInstanceWithRegion", "theObject", Meaning::plain},
    Rule{"getObjectClassName", "theHandle", Meaning::object_class},
    Rule{"getAttributeName", "theHandle", Meaning::attributes},
    Rule{"getInteractionClassName", "theHandle", Meaning::interaction_class},
    Rule{"getParameterName", "theHandle", Meaning::parameters},
    Rule{"getObjectInstanceName", "theHandle", Meaning::object},
    Rule{"getRoutingSpaceName", "theHandle", Meaning::space},
    Rule{"getAttributeRoutingSpaceHandle", "theHandle", Meaning::attributes},
    Rule{"getInteractionRoutingSpaceHandle", "theHandle", Meaning::interaction_class},
    Rule{"turnInteractionsOn", "theHandle", Meaning::interaction_class},
    Rule{"turnInteractionsOff", "theHandle", Meaning::interaction_class},
    Rule{"subscribeInteractionClass", "theClass", Meaning::interaction_class},
    Rule{"subscribeInteractionClassWithRegion", "theClass", Meaning::interaction_class},
    Rule{"unsubscribeInteractionClass", "theClass", Meaning::interaction_class},
    Rule{"unsubscribeInteractionClassWithRegion", "theClass", Meaning::interaction_class},
    Rule{"changeInteractionTransportationType", "theClass", Meaning::interaction_class},
    Rule{"changeInteractionTransportationType", "theType", Meaning::transportation},
    Rule{"changeAttributeTransportationType", "theType", Meaning::transportation},
    Rule{"changeInteractionOrderType", "theClass", Meaning::interaction_class},
    Rule{"changeInteractionOrderType", "theType", Meaning::order},
    Rule{"changeAttributeOrderType", "theType", Meaning::order},
    Rule{"getParameterHandle", "whichClass", Meaning::interaction_class},
    Rule{"getParameterName", "whichClass", Meaning::interaction_class},
    Rule{"", "theObject", Meaning::object},
    Rule{"", "theClass", Meaning::object_class},
    Rule{"", "theObjectClass", Meaning::object_class},
    Rule{"getDimensionHandle", "whichSpace", Meaning::space},
    Rule{"getDimensionName", "whichSpace", Meaning::space},
    Rule{"", "whichClass", Meaning::object_class},
    Rule{"", "theInteraction", Meaning::interaction_class},
    Rule{"", "theAttribute", Meaning::attributes},
    Rule{"", "theAttributes", Meaning::attributes},
    Rule{"", "attributeList", Meaning::attributes},
    Rule{"", "desiredAttributes", Meaning::attributes},
    Rule{"", "offeredAttributes", Meaning::attributes},
    Rule{"", "releasedAttributes", Meaning::attributes},
    Rule{"", "securedAttributes", Meaning::attributes},
    Rule{"", "candidateAttributes", Meaning::attributes},
    Rule{"", "theParameters", Meaning::parameters},
    Rule{"", "theOwner", Meaning::federates},
    Rule{"", "syncSet", Meaning::federates},
    Rule{"", "theSpace", Meaning::space},
};

Meaning meaning_of(std::string_view service, std::string_view argument) {
  for (const Rule& rule : kRules) {
    if (rule.argument == argument && (rule.service.empty() || rule.service == service)) {
      return rule.meaning;
    }
  }
  return Meaning::plain;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

// Returns the length of the value at the start of `text`: a quoted text, in which a backslash
// escapes quotes and backslashes, or anything up to the next comma.
std::size_t value_length(std::string_view text) {
  std::size_t at = 0;
  if (text.starts_with('"')) {
    for (at = 1; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
    }
  }
  return std::min(text.find(',', std::min(at, text.size())), text.size());
}

// Replaces the handles in "3:"a",4:0x00" or "3,4" by names, in braces; a single handle gets no
// braces.
std::string members_text(std::string_view list, const NameTable::Class* described) {
  std::string text;
  bool braces = list.empty();
  while (!list.empty()) {
    const std::size_t digits = std::min(list.find_first_not_of("0123456789"), list.size());
    const auto handle = parse_number(list.substr(0, digits));
    if (!handle) return std::string(list);
    if (!text.empty()) text += ' ';
    const auto name = described == nullptr ? std::map<std::uint64_t, std::string>::const_iterator()
                                           : described->members.find(*handle);
    text += described != nullptr && name != described->members.end() ? name->second
                                                                     : std::to_string(*handle);
    list.remove_prefix(digits);
    if (list.starts_with(':')) {
      braces = true;
      list.remove_prefix(1);
      const std::size_t length = value_length(list);
      text += '=';
      text += list.substr(0, length);
      list.remove_prefix(length);
    }
    if (list.empty()) break;
    braces = true;
    list.remove_prefix(1);
  }
  return braces ? '{' + text + '}' : text;
}

std::string federates_text(std::string_view list, const NameTable& names) {
  std::string text;
  while (!list.empty()) {
    const std::size_t length = std::min(list.find(','), list.size());
    const auto handle = parse_number(list.substr(0, length));
    if (!text.empty()) text += ", ";
    text += handle ? names.federate(*handle) : std::string(list.substr(0, length));
    list.remove_prefix(std::min(length + 1, list.size()));
  }
  return text;
}

std::string_view transportation_name(std::uint64_t handle) {
  return handle == 1 ? "reliable" : handle == 2 ? "best_effort" : "";
}

std::string_view order_name(std::uint64_t handle) {
  return handle == 1 ? "receive" : handle == 2 ? "timestamp" : "";
}

struct Argument {
  std::string_view name;
  std::string_view text;
};

Argument split_argument(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == argument.npos) return {"", argument};
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

// Classes to which a report's attributes and parameters belong.
struct Classes {
  const NameTable::Class* of_object = nullptr;
  const NameTable::Class* of_interaction = nullptr;
};

Classes classes_of(const ServiceInvocation& report, const NameTable& names) {
  Classes classes;
  for (const std::string& given : report.arguments) {
    const Argument argument = split_argument(given);
    const auto handle = parse_number(argument.text);
    if (!handle) continue;
    switch (meaning_of(report.service, argument.name)) {
      case Meaning::object:
        if (const auto* object = names.object(*handle)) {
          classes.of_object = names.find_object_class(object->object_class);
        }
        break;
      case Meaning::object_class:
        classes.of_object = names.find_object_class(*handle);
        break;
      case Meaning::interaction_class:
        classes.of_interaction = names.find_interaction_class(*handle);
        break;
      default:
        break;
    }
  }
  return classes;
}

std::string object_text(std::uint64_t handle, const NameTable& names) {
  const NameTable::Object* const object = names.object(handle);
  return object != nullptr ? object->name : std::to_string(handle);
}

std::string text_of(Meaning meaning, std::string_view text, const Classes& classes,
                    const NameTable& names) {
  if (meaning == Meaning::attributes) return members_text(text, classes.of_object);
  if (meaning == Meaning::parameters) return members_text(text, classes.of_interaction);
  if (meaning == Meaning::federates) return federates_text(text, names);
  const auto handle = parse_number(text);
  if (!handle) return std::string(text);
  std::string_view word;
  switch (meaning) {
    case Meaning::object:
      return object_text(*handle, names);
    case Meaning::object_class:
      return names.object_class(*handle);
    case Meaning::interaction_class:
      return names.interaction_class(*handle);
    case Meaning::space:
      return names.space(*handle);
    case Meaning::transportation:
      word = transportation_name(*handle);
      break;
    case Meaning::order:
      word = order_name(*handle);
      break;
    default:
      break;
  }
  return std::string(word.empty() ? text : word);
}

std::string returned_text(const ServiceInvocation& report, const NameTable& names) {
  const auto handle = parse_number(report.returned);
  if (report.returned == "0/0") return {};  // The message cannot be retracted.
  if (!handle || !report.service.starts_with("registerObjectInstance")) return report.returned;
  const std::string name = object_text(*handle, names);
  return name == report.returned ? name : name + " (" + report.returned + ")";
}

std::string name_or_handle(const std::map<std::uint64_t, NameTable::Class>& classes,
                           std::uint64_t handle) {
  const auto at = classes.find(handle);
  return at == classes.end() ? std::to_string(handle) : at->second.name;
}

}  // namespace

void NameTable::add_from_report(const ServiceInvocation& report) {
  const bool discovered = report.service == "discoverObjectInstance";
  if (!discovered && !report.service.starts_with("registerObjectInstance")) return;
  std::optional<std::uint64_t> handle = parse_number(report.returned);
  Object object;
  for (const std::string& given : report.arguments) {
    const Argument argument = split_argument(given);
    if (discovered && argument.name == "theObject") handle = parse_number(argument.text);
    if (argument.name == (discovered ? "theObjectName" : "theObject")) object.name = argument.text;
    if (argument.name == (discovered ? "theObjectClass" : "theClass")) {
      object.object_class = parse_number(argument.text).value_or(0);
    }
  }
  if (handle && !object.name.empty()) objects_.try_emplace(*handle, std::move(object));
}

void NameTable::remove_object(std::uint64_t handle) {
  removed_objects_.push_back(handle);
  if (removed_objects_.size() <= kRemovedObjectsKept) return;
  objects_.erase(removed_objects_.front());
  removed_objects_.pop_front();
}

const std::string& NameTable::add_federate(std::uint64_t handle, const std::string& name) {
  const auto known = federates_.find(handle);
  if (known != federates_.end()) return known->second;
  const bool taken =
      std::ranges::any_of(federates_, [&](const auto& other) { return other.second == name; });
  return federates_[handle] = taken ? name + "(" + std::to_string(handle) + ")" : name;
}

void NameTable::remove_federate(std::uint64_t handle) {
  federates_.erase(handle);
}

std::string NameTable::federate(std::uint64_t handle) const {
  const auto at = federates_.find(handle);
  return at == federates_.end() ? "federate " + std::to_string(handle) : at->second;
}

const NameTable::Object* NameTable::object(std::uint64_t handle) const {
  const auto at = objects_.find(handle);
  return at == objects_.end() ? nullptr : &at->second;
}

std::string NameTable::object_class(std::uint64_t handle) const {
  return name_or_handle(object_classes_, handle);
}

std::string NameTable::interaction_class(std::uint64_t handle) const {
  return name_or_handle(interaction_classes_, handle);
}

std::string NameTable::space(std::uint64_t handle) const {
  const auto at = spaces_.find(handle);
  return at == spaces_.end() ? std::to_string(handle) : at->second;
}

const NameTable::Class* NameTable::find_object_class(std::uint64_t handle) const {
  const auto at = object_classes_.find(handle);
  return at == object_classes_.end() ? nullptr : &at->second;
}

const NameTable::Class* NameTable::find_interaction_class(std::uint64_t handle) const {
  const auto at = interaction_classes_.find(handle);
  return at == interaction_classes_.end() ? nullptr : &at->second;
}

TraceEvent make_event(const ServiceInvocation& report, const NameTable& names) {
  TraceEvent event;
  event.kind = report.by_rti ? TraceEvent::Kind::callback : TraceEvent::Kind::call;
  event.federate = report.federate;
  event.service = report.service;
  event.returned = returned_text(report, names);
  event.exception = report.exception;
  const Classes classes = classes_of(report, names);
  const NameTable::Class* const described =
      classes.of_object != nullptr ? classes.of_object : classes.of_interaction;
  if (described != nullptr) event.of_class = described->name;
  for (const std::string& given : report.arguments) {
    const Argument argument = split_argument(given);
    const Meaning meaning = meaning_of(report.service, argument.name);
    event.arguments.push_back(
        {std::string(argument.name), text_of(meaning, argument.text, classes, names)});
  }
  return event;
}

std::string_view time_reached(const ServiceInvocation& report) {
  const bool states_time = report.service == "timeAdvanceGrant" ||
                           report.service == "timeRegulationEnabled" ||
                           report.service == "timeConstrainedEnabled";
  if (!states_time || !report.by_rti || report.arguments.empty()) return {};
  return split_argument(report.arguments.front()).text;
}

}  // namespace triad::rtictl
