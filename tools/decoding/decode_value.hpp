// Decodes the bytes of an attribute or parameter to JSON, by a type of a decoding table. Called by
// rtirecord. Takes and gives values; does no I/O.
#pragma once

#include <boost/json.hpp>
#include <cstddef>
#include <span>

#include "tools/decoding/value_type.hpp"
#include "tools/rtimesh/outcome.hpp"

namespace triad::decoding {

// Returns the value, or the reason why the bytes do not have the layout of the type. Numbers are
// JSON numbers; reals that JSON does not have are the texts "nan", "inf" and "-inf". An
// enumeration is the name of its number, or the number if that has no name. Records are objects,
// and arrays are arrays. Texts are UTF-8 with U+FFFD for wrong bytes. `bytes` become hexadecimal
// digits. The value has at most kValuesMax numbers, texts, records and arrays.
[[nodiscard]] rtimesh::Outcome<boost::json::value> decode_value(const ValueType& type,
                                                                std::span<const std::byte> bytes);

// Limit on one decoded value.
inline constexpr std::size_t kValuesMax = 1'000'000;

}  // namespace triad::decoding
