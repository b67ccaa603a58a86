#include "recording/recorded_message.hpp"

#include <cstring>

namespace triad::recording {

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::sent:
      return "sent";
    case Origin::unsent:
      return "unsent";
    case Origin::call:
      return "call";
    case Origin::answered:
      return "answered";
    case Origin::callback:
      return "callback";
    case Origin::dropped:
      return "dropped";
  }
  return "?";
}

std::string message_encoding() {
  return std::string(kEncodingPrefix) + std::to_string(wire::kProtocolVersion);
}

std::optional<RecordedMessage> parse_recorded(Bytes data) {
  RecordedMessage message;
  if (data.size() < sizeof message.head) return std::nullopt;
  std::memcpy(&message.head, data.data(), sizeof message.head);
  const Bytes rest = data.subspan(sizeof message.head);
  if (rest.size() != message.head.bytes || name_of(message.head.origin) == "?") return std::nullopt;
  if (message.head.origin == Origin::dropped) {
    if (rest.size() != sizeof message.dropped) return std::nullopt;
    std::memcpy(&message.dropped, rest.data(), sizeof message.dropped);
    return message;
  }
  message.record = wire::parse_record(rest);
  if (!message.record) return std::nullopt;
  return message;
}

}  // namespace triad::recording
