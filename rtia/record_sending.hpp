// How the Ambassador makes records of messages and sends them: the templates of ambassador.hpp.
#pragma once

#include <span>
#include <type_traits>

#include "rtia/ambassador.hpp"

namespace triad::rtia {

// What is decided by others' records that may have come by another way than its reader reads them:
// requests, the use of a name that has become free, what one who waits for an event promises.
template <class Message>
bool Ambassador::needs_causal_dependencies(const core::Audience& audience, const Message& message) {
  if constexpr (std::is_same_v<Message, wire::TimeReport>) return message.conditional.has_value();
  if constexpr (std::is_same_v<Message, wire::ObjectInstanceRegistered>) {
    return !message.name.empty();
  }
  return audience.who == core::Audience::Who::rtig;
}

template <class Message>
void Ambassador::send(const core::Audience& audience, const Message& message, std::uint16_t flags) {
  if (needs_causal_dependencies(audience, message)) tell_causal_dependencies();
  wire::RecordHeader header;
  header.flags = flags;
  if (audience.who == core::Audience::Who::rtig) header.flags |= wire::kToRtig;
  header.sender = federate().value;
  header.position = ++position_;
  header.addressee = audience.federate.value;
  header.after_position = streams_.log_position();
  header.interest_key = audience.interest.key;
  header.interest_mask = audience.interest.mask;
  out_.clear();
  wire::GatherSegment values;
  wire::encode_record(header, message, out_, &values, audience.interest.cells);
  if ((flags & wire::kTimeStamped) != 0) note_tso();
  const wire::Bytes record(out_);
  bytes_sent_ += record.size() + values.bytes.size();
  const wire::Bytes parts[] = {record.first(values.at), values.bytes, record.subspan(values.at)};
  if (values.bytes.empty()) {
    uplink_.send(audience, std::span(&record, 1));
  } else {
    uplink_.send(audience, parts);
  }
}

template <class Message>
void Ambassador::request(const Message& message) {
  send({core::Audience::Who::rtig, {}}, message);
  wait_for_reply();
}

}  // namespace triad::rtia
