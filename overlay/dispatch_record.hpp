// Decodes the records of an overlay for Participant and Registry.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "overlay/places.hpp"
#include "wire/record.hpp"

namespace triad::overlay {

// Decodes the record and calls take(message), if `take` accepts a message of this kind. Returns the
// fault of the record, if any. `receiver` is the name of the receiver in that text.
template <class Take>
Fault dispatch_record(const wire::Record& record, std::string_view receiver, Take&& take) {
  const auto kind = record.header.message_kind();
  Fault fault =
      "a " + std::string(name_of(kind)) + " record, which is not for " + std::string(receiver);
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (std::is_invocable_v<Take&, const Message&>) {
      const auto message = wire::decode<Message>(record.payload);
      fault =
          message ? take(*message) : Fault("a malformed " + std::string(name_of(kind)) + " record");
    }
  });
  return fault;
}

}  // namespace triad::overlay
