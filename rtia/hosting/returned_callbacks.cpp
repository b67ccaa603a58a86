#include "rtia/hosting/returned_callbacks.hpp"

#include <type_traits>

namespace triad::rtia {

bool ReturnedCallbacks::push(wire::Bytes frame) {
  if (!decode(frame)) return false;
  frames_.emplace_back(frame.begin(), frame.end());
  return true;
}

bool ReturnedCallbacks::decode(wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!record) return false;
  sent_class_ = wire::InteractionClassHandle(record->header.addressee);
  const auto decode_as = [&]<class Message>(std::type_identity<Message>) {
    const auto message = wire::decode<Message>(record->payload);
    if (message) callback_ = *message;
    return message.has_value();
  };
  switch (record->header.message_kind()) {
    case wire::Kind::ReflectAttributeValues:
      return decode_as(std::type_identity<wire::ReflectAttributeValues>());
    case wire::Kind::ReceiveInteraction:
      return decode_as(std::type_identity<wire::ReceiveInteraction>());
    default:
      return false;
  }
}

void ReturnedCallbacks::copy_to(std::vector<std::string>& frames) const {
  for (const wire::Buffer& frame : frames_) {
    frames.emplace_back(reinterpret_cast<const char*>(frame.data()), frame.size());
  }
}

}  // namespace triad::rtia
