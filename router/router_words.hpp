// Words between routers: records that concern a router itself, not one of its clients. take_word()
// gives a received word to the function for its kind. tell_router() encodes a word for one router.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

// Calls take(message), which returns a Fault, if `take` accepts messages of that kind. Returns the
// fault of the record or of the call.
template <class Take>
Fault take_word(const wire::Record& record, Take&& take) {
  const auto kind = record.header.message_kind();
  Fault fault =
      "a " + std::string(name_of(kind)) + " record, which routers do not send to each other";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (std::invocable<Take&, Message>) {
      auto message = wire::decode<Message>(record.payload);
      fault = message ? take(std::move(*message))
                      : "a malformed " + std::string(name_of(kind)) + " record";
    }
  });
  return fault;
}

inline std::string never_told(const wire::OutsideInterestTaken& answer) {
  return "an answer to round " + std::to_string(answer.round) + ", which was not sent to it";
}

// Sends a word to a router below. `Way` has bool send_to_router(LinkId, wire::Bytes). Returns false
// if the link has ended.
template <class Way, class Message>
bool tell_router(Way& way, LinkId router, const Message& message, wire::Buffer& out) {
  out.clear();
  wire::encode_record({}, message, out);
  return way.send_to_router(router, out);
}

// States interest to a router below. Returns the round, a number that no earlier statement had; 0:
// the link has ended.
template <class Way>
std::uint64_t tell_outside(Way& way, LinkId router, wire::OutsideInterest outside,
                           wire::Buffer& out) {
  outside.federation = way.federation();
  outside.round = way.new_number();
  return tell_router(way, router, outside, out) ? outside.round : 0;
}

}  // namespace triad::router
