// Text of a service call or callback for the MOM's ReportServiceInvocation: the API's method name,
// the arguments with their names, and the result. Derived from the descriptions of the messages
// (wire/). The tables of names that differ are in service_report.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/mom_text.hpp"
#include "core/time_type.hpp"
#include "wire/message_list.hpp"

namespace triad::rtia {

struct ServiceReport {
  std::string service;
  bool by_rti = false;                 // a callback, or invoked through the MOM
  std::vector<std::string> arguments;  // for example "theObject=17"
  std::string returned;
  std::optional<wire::Error> exception;
};

// Returns the API's name for a member of a message; empty if the API has no such argument.
std::string_view argument_name(wire::Kind kind, std::string_view member);
// Returns for example "registerObjectInstance" for RegisterObjectInstance.
std::string method_name(wire::Kind kind);

// Write one value as text.
void print_argument(std::string& out, const wire::ValueList& values);
std::string time_text(const core::TimeType& type, wire::Bytes encoded);

template <class T>
std::string argument_text(const core::TimeType& times, const T& value) {
  if constexpr (std::is_same_v<T, bool> || wire::IsHandleSet<T>::value) {
    return core::mom::text(value);
  } else if constexpr (std::is_same_v<T, wire::ResignAction>) {
    return std::string(core::mom::enum_text(value));
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<unsigned>(value));
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (wire::IsHandle<T>::value) {
    return std::to_string(value.value);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    return std::string(std::string_view(value));
  } else if constexpr (std::is_same_v<T, wire::Bytes>) {
    return time_text(times, value);
  } else if constexpr (std::is_same_v<T, wire::ValueList>) {
    std::string text;
    print_argument(text, value);
    return text;
  } else if constexpr (std::is_same_v<T, wire::Retraction>) {
    return std::to_string(value.serial) + "/" + std::to_string(value.federate.value);
  } else if constexpr (wire::Sequence<T>) {
    std::string list;
    for (const auto& element : value) {
      if (!list.empty()) list += ',';
      list += argument_text(times, element);
    }
    return list;
  } else if constexpr (wire::IsOptional<T>::value) {
    return value ? argument_text(times, *value) : std::string();
  } else {
    static_assert(wire::Described<T>, "say how such an argument is written");
    std::string list;
    wire::for_each_member<T>([&](const char*, auto member) {
      if (!list.empty()) list += ' ';
      list += argument_text(times, value.*member);
    });
    return list;
  }
}

// Returns whether the federate gave this argument: overloads omit a time, a name or a set.
template <class T>
bool is_given(const T& value) {
  if constexpr (std::is_same_v<T, wire::Retraction>) return value.serial != 0;
  if constexpr (std::is_same_v<T, wire::Bytes> || wire::Sequence<T>) return !value.empty();
  return true;
}

// Messages shared by a service with and a service without a region.
template <class Message>
constexpr bool kMayHaveRegion = std::is_same_v<Message, wire::SendInteraction> ||
                                std::is_same_v<Message, wire::RequestClassAttributeValueUpdate>;

// Messages with values. The API has their time, tag and retraction handle after the values, in this
// order. The messages have them in another order.
template <class Message>
constexpr bool kIsData = requires(Message message) {
  message.retraction;
}
|| requires(Message message) {
  message.values;
};

template <class Message>
ServiceReport describe(const core::TimeType& times, const Message& message) {
  constexpr wire::Kind kKind = wire::kind_of<Message>;
  ServiceReport report;
  report.service = method_name(kKind);
  std::vector<std::string> last;
  wire::for_each_member<Message>([&](std::string_view member, auto pointer) {
    const auto name = argument_name(kKind, member);
    const auto& value = message.*pointer;
    if (name.empty() || !is_given(value)) return;
    std::string text(name);
    text += '=' + argument_text(times, value);
    const bool behind =
        kIsData<Message> && (member == "time" || member == "tag" || member == "retraction");
    (behind ? last : report.arguments).push_back(std::move(text));
  });
  if (last.size() > 1 && last.front().starts_with("theHandle=")) {
    std::rotate(last.begin(), last.begin() + 1, last.end());
  }
  report.arguments.insert(report.arguments.end(), last.begin(), last.end());
  if constexpr (kMayHaveRegion<Message>) {
    if (message.region) {
      report.service += "WithRegion";
      report.arguments.push_back("theRegion=" + argument_text(times, message.region));
    }
  }
  return report;
}

// Describe services that share a message.
ServiceReport describe(const core::TimeType& times, const wire::AdvanceTime& call);
ServiceReport describe(const core::TimeType& times, const wire::SetAsynchronousDelivery& call);
ServiceReport describe(const core::TimeType& times, const wire::SetAdvisorySwitch& call);
ServiceReport describe(const core::TimeType& times, const wire::QueryTime& call);
ServiceReport describe(const core::TimeType& times,
                       const wire::RegisterObjectInstanceWithRegion& call);

}  // namespace triad::rtia
