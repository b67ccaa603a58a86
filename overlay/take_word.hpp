// Words of an overlay, decoded for the one of its two parts that takes them.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "overlay/places.hpp"
#include "wire/record.hpp"

namespace triad::overlay {

// take(message) of what the word is, if there is such a call; what is wrong with it, if something
// is. `who`: for whom other words are not.
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
