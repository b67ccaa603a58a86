#include "tests/fuzz/wire_property.hpp"

#include <algorithm>

#include "wire/print.hpp"
#include "wire/record.hpp"

namespace triad::wire {

namespace {

template <class Message>
std::string broken_round_trip(const Record& record) {
  const auto message = decode<Message>(record.payload);
  if (!message) return {};
  Buffer again;
  encode_record(record.header, *message, again);
  const auto second = parse_record(again);
  if (!second) return "the record made of a decoded message is refused";
  const auto repeated = decode<Message>(second->payload);
  if (!repeated) return "a decoded message does not decode again";
  if (print(*message) != print(*repeated)) return "a decoded message changes on its way";
  Buffer third;
  encode_record(record.header, *repeated, third);
  return again == third ? "" : "a message has two encodings";
}

}  // namespace

std::string broken_wire_property(Bytes frame) {
  const auto record = parse_record(frame);
  if (!record) return {};
  if (print(*record).find('\n') != std::string::npos) return "a record prints as several lines";
  std::string broken = "a parsed record is of no known kind";
  with_message_type(record->header.message_kind(), [&](auto type) {
    broken = broken_round_trip<typename decltype(type)::type>(*record);
  });
  return broken;
}

}  // namespace triad::wire
