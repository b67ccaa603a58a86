// How the Ambassador makes records of messages and sends them, and how the Membership queues and
// cuts them. The end of membership.hpp, of which it needs the whole; nobody else includes it.
#pragma once

#include <type_traits>

#include "rtia/membership.hpp"

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
  if (direct_ && needs_causal_dependencies(audience, message)) tell_causal_dependencies();
  wire::RecordHeader header;
  header.flags = flags;
  if (audience.who == core::Audience::Who::rtig) header.flags |= wire::kToRtig;
  header.sender = federate().value;
  header.position = ++position_;
  header.addressee = audience.federate.value;
  header.after_position = rtig_position_;
  out_.clear();
  wire::GatherSegment values;
  wire::encode_record(header, message, out_, &values);
  if (membership_ && (flags & wire::kTimeStamped) != 0) membership_->sent_stamped(position_);
  const Bytes record(out_);
  bytes_sent_ += record.size() + values.bytes.size();
  const Bytes parts[] = {record.first(values.at), values.bytes, record.subspan(values.at)};
  if (values.bytes.empty()) {
    uplink_.send(audience, std::span(&record, 1));
  } else {
    uplink_.send(audience, parts);
  }
}

template <class Message>
void Ambassador::request(const Message& message) {
  send({Audience::Who::rtig, {}}, message);
  wait_for_reply();
}

template <class Call>
std::optional<Error> Membership::refuse_meanwhile() const {
  if constexpr (!kDuringSave<Call>) {
    if (auto refused = save_.refuse_while_saving()) return refused;
  }
  if constexpr (!kDuringRestore<Call>) {
    if (auto refused = save_.refuse_while_restoring()) return refused;
  }
  return std::nullopt;
}

template <class Message>
void Membership::queue(const Message& message) {
  encoded_.clear();
  wire::encode_record({}, message, encoded_);
  queue_record(encoded_);
}

// The pairs whose handle is wanted, in `buffer`; the very same view if all are.
template <class Wanted>
wire::ValueList Membership::only(const wire::ValueList& values, wire::Buffer& buffer,
                                 Wanted&& wanted) {
  wire::ValueList subset;
  values.for_each([&](std::uint32_t handle, Bytes, Bytes) { subset.count += wanted(handle); });
  if (subset.count == values.count) return values;
  buffer.clear();
  values.for_each([&](std::uint32_t handle, Bytes, Bytes pair) {
    if (wanted(handle)) buffer.insert(buffer.end(), pair.begin(), pair.end());
  });
  subset.pairs = buffer;
  return subset;
}

}  // namespace triad::rtia
