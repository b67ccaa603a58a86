// Decodes the records of an overlay for Participant and Registry.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "overlay/places.hpp"
#include "wire/record.hpp"

namespace triad::overlay {

// Decodes the record and calls take(message), if `take` accepts a message of this kind. Returns the
// fault of the record, if any. `who` is the name of the receiver in that text.
template <class Take>
Fault take_word(const wire::Record& word, std::string_view who, Take&& take) {
  const auto kind = word.header.message_kind();
  Fault fault = "a " + std::string(name_of(kind)) + " record, which is not for " + std::string(who);
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (std::is_invocable_v<Take&, const Message&>) {
      const auto message = wire::decode<Message>(word.payload);
      fault =
          message ? take(*message) : Fault("a malformed " + std::string(name_of(kind)) + " record");
    }
  });
  return fault;
}

}  // namespace triad::overlay
