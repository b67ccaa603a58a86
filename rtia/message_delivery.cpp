#include "rtia/message_delivery.hpp"

#include <cstring>

#include "rtia/saved_state.hpp"

namespace triad::rtia {

std::optional<core::Time> MessageDelivery::first_stamp() const {
  return tso_.empty() ? std::nullopt : std::optional(tso_.first_stamp());
}

// A message queued for a grant is delivered in receive order if the federate ceased to be
// constrained since.
Ordering MessageDelivery::order_delivered(const Record& record) const {
  const bool tso = (record.header.flags & wire::kTimeStamped) != 0;
  return tso && time_.state().queues_messages() ? Ordering::timestamp : Ordering::receive;
}

bool MessageDelivery::delivers_receive_order() const {
  return asynchronous_ || !time_.state().queues_messages() ||
         time_.state().delivers_receive_order_now();
}

void MessageDelivery::queue_data(Bytes frame) {
  if (delivers_receive_order()) {
    context_.queue_record(frame);
  } else {
    context_.push(held_back_, frame);
  }
}

// Makes room for a best-effort message by dropping older ones. While senders are held, a new
// best-effort message replaces the oldest, so the queue does not grow and the senders are released
// in the end. Messages held back by time management have the same limit. Returns false if the new
// message itself must be dropped.
bool MessageDelivery::make_room_for(Bytes lossy) {
  if (delivers_receive_order()) {
    return !context_.callbacks.holds_senders || context_.callbacks.queue.make_room(lossy.size());
  }
  return held_back_.bytes() <= context_.options().hold_bytes || held_back_.make_room(lossy.size());
}

void MessageDelivery::release_held_back() {
  while (!held_back_.empty()) {
    context_.queue_record(held_back_.front());
    held_back_.pop();
  }
}

// Queues a message sent in time-stamp order for delivery in receive order.
void MessageDelivery::queue_converted(Bytes frame) {
  converted_.assign(frame.begin(), frame.end());
  wire::RecordHeader header;
  std::memcpy(&header, converted_.data(), sizeof header);
  header.flags &= static_cast<std::uint16_t>(~wire::kTimeStamped);
  std::memcpy(converted_.data(), &header, sizeof header);
  queue_data(converted_);
}

void MessageDelivery::queue_message(const Record& record, Bytes time, std::uint64_t serial) {
  if ((record.header.flags & wire::kTimeStamped) == 0) {
    if (wire::may_be_lost(record.frame) && !make_room_for(record.frame)) return;
    return queue_data(record.frame);
  }
  if (!time_.state().queues_messages()) return queue_converted(record.frame);
  if (!time_.can_deliver_in_order(time)) {
    // In a recovery, a message from before this federate's subscription may come again.
    if (!context_.is_giving_back) queue_converted(record.frame);
    return;
  }
  const FederateHandle from = record.header.from();
  tso_.push(core::Time(time),
            {federation_.member(from)->federate_type, from, record.header.position, serial},
            record.frame);
}

void MessageDelivery::convert_all() {
  release_held_back();
  while (!tso_.empty()) {
    queue_converted(tso_.first());
    tso_.pop();
  }
}

bool MessageDelivery::set_asynchronous(bool asynchronous) {
  if (asynchronous == asynchronous_) return false;
  asynchronous_ = asynchronous;
  if (asynchronous) release_held_back();
  return true;
}

// --- Saved state.

void MessageDelivery::save(wire::Encoder& out) const {
  SavedMessages kept;
  tso_.for_each([&](const core::Time& stamp, const core::TimestampQueue::Origin& origin,
                    Bytes message) {
    kept.tso.push_back({stamp, std::string(origin.federate_type), origin.sender, origin.position,
                        origin.serial, wire::Buffer(message.begin(), message.end())});
  });
  held_back_.for_each(
      [&](Bytes record) { kept.held_back.emplace_back(record.begin(), record.end()); });
  kept.asynchronous = asynchronous_;
  out.put(kept);
}

bool MessageDelivery::load(wire::Decoder& in) {
  SavedMessages taken;
  in.get(taken);
  for (const SavedTsoMessage& one : taken.tso) {
    if (!time_.checks().is_valid(one.stamp.bytes()) || !is_decodable(one.message)) return false;
    tso_.push(one.stamp, {one.federate_type, one.sender, one.position, one.serial}, one.message);
  }
  for (const wire::Buffer& record : taken.held_back) {
    if (!is_decodable(record)) return false;
    held_back_.push(Bytes(record), wire::may_be_lost(record));
  }
  asynchronous_ = taken.asynchronous;
  return in.ok();
}

}  // namespace triad::rtia
