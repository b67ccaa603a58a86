#include "tools/rtirecord/entry_json.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/time_type.hpp"
#include "tools/decoding/decode_value.hpp"
#include "tools/rtirecord/recorded_class.hpp"
#include "tools/rtirecord/recorded_file.hpp"
#include "wire/print.hpp"

namespace triad::rtirecord {

namespace {

namespace json = boost::json;
using decoding::hex;

// JSON texts are UTF-8. Other bytes of tags and names become "\xNN".
std::string safe_text(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string safe;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte < 0x7f) {
      safe += c;
    } else {
      safe += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return safe;
}

// Returns the value of an attribute or parameter: its bytes, and the text if they are one. A zero
// at the end of a text is left out. With a type also the decoded value, or the reason why the bytes
// do not have that type.
json::object value_json(wire::Bytes bytes, const decoding::ValueType* type) {
  json::object value{{"hex", hex(bytes)}};
  if (type != nullptr) {
    if (auto decoded = decoding::decode_value(*type, bytes)) {
      value["value"] = *std::move(decoded);
    } else {
      value["fault"] = decoded.error().text;
    }
  }
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  const bool is_text =
      !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
  if (is_text) value["text"] = text;
  return value;
}

// Converts the members of one message.
class Converter {
 public:
  Converter(const recording::Channel& channel, const FederationFacts& facts,
            const ModelTypes* types)
      : model_(facts.model.get()),
        are_times_doubles_(facts.are_times_doubles),
        class_(channel, facts),
        types_(types) {}

  template <class T>
  json::value convert(std::string_view name, const T& value) const {
    if constexpr (std::is_same_v<T, wire::ErrorCode>) {
      return json::value(wire::name_of(value));
    } else if constexpr (std::is_enum_v<T>) {
      return json::value(wire::print_name(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else if constexpr (wire::IsHandle<T>::value) {
      return handle(value);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      return json::value(safe_text(value));
    } else if constexpr (std::is_same_v<T, wire::Bytes>) {
      return bytes(name, value);
    } else if constexpr (std::is_same_v<T, wire::ValueList>) {
      return values(value);
    } else if constexpr (wire::IsHandleSet<T>::value) {
      json::array array;
      value.for_each(
          [&](auto member) { array.push_back(json::value(class_.member_name(member.value))); });
      return array;
    } else if constexpr (wire::Sequence<T> || wire::IsArray<T>::value) {
      json::array array;
      for (const auto& element : value) array.push_back(convert(name, element));
      return array;
    } else if constexpr (wire::IsOptional<T>::value) {
      return value ? convert(name, *value) : json::value(nullptr);
    } else {
      return members(value);
    }
  }
  template <class T>
  json::object members(const T& value) const {
    json::object object;
    wire::for_each_member<T>(
        [&](const char* name, auto member) { object[name] = convert(name, value.*member); });
    return object;
  }

 private:
  json::value handle(core::ObjectClassHandle handle) const {
    if (model_ == nullptr || model_->find(handle) == nullptr) return handle.value;
    return json::value(model_->path(handle));
  }
  json::value handle(core::InteractionClassHandle handle) const {
    if (model_ == nullptr || model_->find(handle) == nullptr) return handle.value;
    return json::value(model_->path(handle));
  }
  template <class H>
  json::value handle(H handle) const {
    return handle.value;
  }
  // Logical times and lookaheads are shown as numbers if they are doubles.
  json::value bytes(std::string_view name, wire::Bytes bytes) const {
    const bool is_time = name == "time" || name == "lookahead";
    if (is_time && bytes.empty()) return nullptr;
    if (is_time && are_times_doubles_ && bytes.size() == sizeof(double)) {
      const double number = core::TimeType::double_of(bytes);
      if (std::isfinite(number)) return number;
    }
    return json::value(hex(bytes));
  }
  json::object values(const wire::ValueList& list) const {
    json::object object;
    list.for_each([&](std::uint32_t handle, wire::Bytes bytes, wire::Bytes) {
      const std::string name = class_.member_name(handle);
      object[name] = value_json(bytes, class_.type_of(types_, handle));
    });
    return object;
  }

  const core::ObjectModel* const model_;
  const bool are_times_doubles_;
  const RecordedClass class_;
  const ModelTypes* const types_;
};

}  // namespace

json::object message_json(const wire::Record& record, const recording::Channel& channel,
                          const FederationFacts& facts, const ModelTypes* types) {
  json::object object;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if (const auto message = wire::decode<Message>(record.payload)) {
      object = Converter(channel, facts, types).members(*message);
    } else {
      object["malformed"] = hex(record.payload);
    }
  });
  return object;
}

json::object entry_json(const recording::RecordedMessage& entry, const recording::Channel& channel,
                        const FederationFacts& facts, std::uint64_t utc_ns,
                        const ModelTypes* types) {
  const auto metadata = [&](const char* key) {
    const auto at = channel.metadata.find(key);
    return at == channel.metadata.end() ? std::string() : safe_text(at->second);
  };
  json::object object{{"utc", utc_text(utc_ns)},
                      {"utc_ns", utc_ns},
                      {"monotonic_ns", entry.head.monotonic_ns},
                      {"federation", metadata("federation")},
                      {"federate", metadata("federate")},
                      {"handle", metadata("handle")},
                      {"origin", recording::name_of(entry.head.origin)},
                      {"service", safe_text(channel.topic.substr(channel.topic.rfind('/') + 1))},
                      {"class", metadata("class")}};
  if (entry.record) {
    object["position"] = entry.record->header.position;
    object["stamp"] = entry.record->header.after_position;
    object["message"] = message_json(*entry.record, channel, facts, types);
  } else {
    object["message"] = json::object{{"records", entry.dropped.records},
                                     {"bytes", entry.dropped.bytes},
                                     {"first_monotonic_ns", entry.dropped.first_ns}};
  }
  return object;
}

}  // namespace triad::rtirecord
