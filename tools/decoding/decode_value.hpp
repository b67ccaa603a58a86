// Decodes the bytes of an attribute or parameter to JSON, by a type of a decoding table. Called by
// rtirecord. Takes and gives values; does no I/O.
#pragma once

#include <boost/json.hpp>
#include <cstddef>
#include <span>
#include <string>

#include "tools/decoding/value_type.hpp"
#include "tools/rtimesh/outcome.hpp"

namespace triad::decoding {

// Returns the bytes as hexadecimal digits.
[[nodiscard]] std::string hex(std::span<const std::byte> bytes);

// Returns the value, or the reason why the bytes do not fit the type, with the place in the value.
// Numbers are JSON numbers; reals that JSON does not have are the texts "nan", "inf" and "-inf".
// An enumeration is the name of its number, or the number if that has no name. Records are
// objects, and arrays are arrays. Texts are UTF-8 with U+FFFD for wrong bytes. `bytes` become
// hexadecimal digits. JSON longer than kJsonBytesLeast + kJsonBytesPerByte for each byte is
// refused, because a small value must not fill the memory.
[[nodiscard]] rtimesh::Outcome<boost::json::value> decode_value(const ValueType& type,
                                                                std::span<const std::byte> bytes);

inline constexpr std::size_t kJsonBytesLeast = 64u << 10;
inline constexpr std::size_t kJsonBytesPerByte = 256;

}  // namespace triad::decoding
