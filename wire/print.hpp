// Prints any message as one line, `Name{member=value ...}`, derived from the same description as
// its encoder. Used for logs, test transcripts and rtictl.
#pragma once

#include <string>

#include "wire/record.hpp"

namespace triad::wire {

// Appends the text in quotation marks, with a dot for each byte that is not printable ASCII.
void print_text(std::string& out, std::string_view text);
// Appends the number of bytes and the first 16 in hexadecimal.
void print_bytes(std::string& out, Bytes bytes);

// Returns the name of an enumerator, e.g. "delete_objects", or "?" for an unknown value.
template <class E>
std::string print_name(E value) {
  const char* name = "?";
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto enumerator) {
    if (enumerator.value == value) name = enumerator.name;
  });
  return name;
}

// Appends a value of any type that a message may contain.
template <class T>
void print_value(std::string& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, ErrorCode>) {
    out += name_of(value);
  } else if constexpr (std::is_enum_v<T>) {
    out += print_name(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    out += std::to_string(value);
  } else if constexpr (IsHandle<T>::value) {
    out += std::to_string(value.value);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    print_text(out, value);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    print_bytes(out, value);
  } else if constexpr (std::is_same_v<T, ValueList>) {
    out += '{';
    value.for_each([&](std::uint32_t handle, Bytes bytes, Bytes) {
      if (out.back() != '{') out += ' ';
      out += std::to_string(handle) + '=';
      print_bytes(out, bytes);
    });
    out += '}';
  } else if constexpr (IsHandleSet<T>::value) {
    out += '{';
    value.for_each([&](auto handle) {
      if (out.back() != '{') out += ' ';
      out += std::to_string(handle.value);
    });
    out += '}';
  } else if constexpr (Sequence<T> || IsArray<T>::value) {
    out += '[';
    for (const auto& element : value) {
      if (out.back() != '[') out += ' ';
      print_value(out, element);
    }
    out += ']';
  } else if constexpr (IsOptional<T>::value) {
    if (value) {
      print_value(out, *value);
    } else {
      out += '-';
    }
  } else {
    out += '{';
    for_each_member<T>([&](const char* name, auto member) {
      if (out.back() != '{') out += ' ';
      out += name;
      out += '=';
      print_value(out, value.*member);
    });
    out += '}';
  }
}

// Returns e.g. `DiscoverObjectInstance{object=7 object_class=3 name="tank"}`. An invalid payload is
// printed as broken.
std::string print(const Record& record);

template <class Message>
std::string print(const Message& message) {
  std::string out(name_of(kind_of<Message>));
  print_value(out, message);
  return out;
}

}  // namespace triad::wire
