// Size of an encoded message, computed without encoding it. Senders use it to check limits and to
// reserve memory. One pass over the members; the contents of texts, byte strings and value lists
// are not read.
#pragma once

#include "wire/codec.hpp"

namespace triad::wire {

// Returns the number of bytes that the encoder writes for the value.
template <class T>
std::size_t encoded_size(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return 1;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return sizeof value;
  } else if constexpr (IsHandle<T>::value) {
    return sizeof value.value;
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    return sizeof(std::uint32_t) + std::string_view(value).size();
  } else if constexpr (std::is_same_v<T, Bytes>) {
    return sizeof(std::uint32_t) + value.size();
  } else if constexpr (std::is_same_v<T, ValueList>) {
    return 2 * sizeof(std::uint32_t) + value.pairs.size();
  } else if constexpr (IsHandleSet<T>::value) {
    return sizeof(std::uint16_t) + value.words().size() * sizeof(std::uint64_t);
  } else if constexpr (Sequence<T>) {
    std::size_t bytes = sizeof(std::uint32_t);
    for (const auto& element : value) bytes += encoded_size(element);
    return bytes;
  } else if constexpr (IsArray<T>::value) {
    std::size_t bytes = 0;
    for (const auto& element : value) bytes += encoded_size(element);
    return bytes;
  } else if constexpr (IsOptional<T>::value) {
    return 1 + (value ? encoded_size(*value) : 0);
  } else {
    std::size_t bytes = 0;
    for_each_member<T>([&](const char*, auto member) { bytes += encoded_size(value.*member); });
    return bytes;
  }
}

// Returns the number of bytes that an encoder leaves to a GatherSegment.
template <class T>
std::size_t gathered_size(const T& message) {
  std::size_t bytes = 0;
  for_each_member<T>([&](const char*, auto member) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(message.*member)>, ValueList>) {
      const std::size_t values = (message.*member).pairs.size();
      if (bytes == 0 && values >= GatherSegment::kBytesLeast) bytes = values;
    }
  });
  return bytes;
}

}  // namespace triad::wire
