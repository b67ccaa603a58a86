// Order of received messages (HLA 1.3 clause 8.1). Messages in time-stamp order wait for their
// time. Those in receive order wait until the federate asks to advance, unless it has enabled
// asynchronous delivery.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/lossy_queue.hpp"
#include "core/saved.hpp"
#include "core/timestamp_queue.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"

namespace triad::rtia {

// Contents of the queues, as saved.
struct SavedTsoMessage {
  core::Time stamp;
  std::string federate_type;
  FederateHandle sender;
  wire::Position position = 0;
  std::uint64_t serial = 0;
  wire::Buffer message;
};
TRIAD_SAVED(SavedTsoMessage, (stamp, federate_type, sender, position, serial, message));

struct SavedMessages {
  std::vector<SavedTsoMessage> tso;
  std::vector<wire::Buffer> held_back;
  bool asynchronous = false;
};
TRIAD_SAVED(SavedMessages, (tso, held_back, asynchronous));

class MessageDelivery : private ServiceGroup {
 public:
  MessageDelivery(MemberContext& context, const FederateTime& time)
      : ServiceGroup(context), time_(time), tso_(time.type()) {}

  // Queues a message with this stamp and serial (0: it cannot be retracted).
  void queue_message(const Record& record, Bytes time, std::uint64_t serial);
  // Queues data in receive order.
  void queue_data(Bytes frame);
  // Delivers the messages in receive order that were held back.
  void release_held_back();
  // Converts all queued messages to receive order, because the federate is no longer constrained.
  void convert_all();
  // Queues the messages in time-stamp order for delivery, up to the first for which `goes` is
  // false.
  template <class Goes>
  void release_tso(Goes&& goes) {
    while (!tso_.empty() && goes(tso_.first_stamp())) {
      context_.queue_record(tso_.first());
      ++context_.callbacks.tso_count;
      tso_.pop();
    }
  }
  void retract(FederateHandle sender, std::uint64_t serial) { tso_.erase(sender, serial); }

  // Returns the least stamp of the waiting messages in time-stamp order; empty: there are none.
  std::optional<core::Time> first_stamp() const;
  // Returns the same, including messages that a grant has released and that wait for a tick.
  std::optional<core::Time> first_undelivered_stamp() const;
  // Returns the order in which a message is delivered. It may be receive order for one sent in
  // time-stamp order.
  Ordering order_delivered(const Record& record) const;
  bool is_asynchronous() const { return asynchronous_; }
  // Returns false if nothing changes.
  bool set_asynchronous(bool asynchronous);
  const core::LossyQueue& held_back() const { return held_back_; }
  // Returns the number of messages dropped for lack of room.
  std::uint64_t dropped_count() const {
    return context_.callbacks.queue.dropped() + held_back_.dropped();
  }
  std::size_t queued_tso_count() const { return tso_.size(); }

  void save(wire::Encoder& out) const;
  // Returns false if the state is malformed.
  bool load(wire::Decoder& in);

 private:
  // Returns true if messages in receive order may be delivered now (HLA 1.3 clause 8.1).
  bool delivers_receive_order() const;
  // Queues a message sent in time-stamp order for delivery in receive order.
  void queue_converted(Bytes frame);
  // Drops older best-effort messages for a new one. Returns false if the new one must be dropped.
  bool make_room_for(Bytes lossy);

  const FederateTime& time_;
  core::TimestampQueue tso_;    // messages that wait for their time
  core::LossyQueue held_back_;  // in receive order, until the federate asks to advance
  bool asynchronous_ = false;
  wire::Buffer converted_;
};

}  // namespace triad::rtia
