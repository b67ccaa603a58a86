#include "tests/fuzz/wire_property.hpp"

#include "wire/any_message.hpp"
#include "wire/print.hpp"

namespace triad::wire {

namespace {

// Returns true if a payload that decode() accepts gives the same message without checks.
bool is_decoded_again(const Record& record) {
  bool same = true;
  with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    const auto message = decode<Message>(record.payload);
    if (!message) return;
    Buffer once;
    Buffer again;
    encode_record({}, *message, once);
    encode_record({}, decode_again<Message>(record.payload), again);
    same = once == again;
  });
  return same;
}

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
  if (!is_decoded_again(record)) return "a message is another when it is decoded again";
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
