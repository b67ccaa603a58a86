#include "tests/fuzz/wire_property.hpp"

#include "wire/any_message.hpp"
#include "wire/print.hpp"

namespace triad::wire {

namespace {

std::string broken_round_trip(const Record& record) {
  const auto message = decode_any(record.header.message_kind(), record.payload);
  if (!message) return {};
  Buffer again;
  message->encode(record.header, again);
  const auto second = parse_record(again);
  if (!second) return "the record made of a decoded message is refused";
  const auto repeated = decode_any(second->header.message_kind(), second->payload);
  if (!repeated) return "a decoded message does not decode again";
  if (!message->same(*repeated) || print(record) != print(*second)) {
    return "a decoded message changes on its way";
  }
  Buffer third;
  repeated->encode(record.header, third);
  return again == third ? "" : "a message has two encodings";
}

}  // namespace

std::string broken_wire_property(Bytes frame) {
  const auto record = parse_record(frame);
  if (!record) return {};
  if (print(*record).find('\n') != std::string::npos) return "a record prints as several lines";
  return broken_round_trip(*record);
}

}  // namespace triad::wire
