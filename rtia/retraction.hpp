// Retraction in the RTIA (HLA 1.3 clauses 8.21 and 8.22): handles of messages sent in time-stamp
// order, the messages that their senders may still retract, and retracted messages.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/saved.hpp"
#include "core/time_type.hpp"
#include "queues/fifo.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::rtia {

// Received message that its sender may still retract.
struct Event {
  std::uint64_t serial = 0;
  bool delivered = false;  // a part of it, at least, has been delivered
  bool retracted = false;
};

// Sent message that this federate may still retract.
struct SentMessage {
  std::uint64_t serial = 0;
  core::Time stamp;
};

struct RetractionState {
  static constexpr std::size_t kForgetAt = 64;

  std::uint64_t last_serial = 0;
  std::vector<SentMessage> retractable;  // ascending by serial
  std::size_t forget_at = kForgetAt;
  std::map<wire::FederateHandle, queues::Fifo<Event>> events;
  // Messages retracted when they may have been queued for delivery. Kept until those queues are
  // empty.
  std::set<std::pair<wire::FederateHandle, std::uint64_t>> retracted;
};

TRIAD_SAVED(Event, (serial, delivered, retracted));
TRIAD_SAVED(SentMessage, (serial, stamp));
// After a restore, `forget_at` starts at its default again.
TRIAD_SAVED_BUT(RetractionState, (last_serial, retractable, events, retracted), (forget_at));

class Retraction : private ServiceGroup {
 public:
  // Receives retractions, because the retracted message may be a deletion.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void after_retraction(const wire::Retraction& retraction) = 0;
    virtual void after_own_retraction(std::uint64_t serial) = 0;
  };

  Retraction(MemberContext& context, const FederateTime& time, MessageDelivery& delivery,
             Listener& listener)
      : ServiceGroup(context), time_(time), delivery_(delivery), listener_(listener) {}

  Result<void> perform_call(const wire::Retract&);
  Fault receive_record(const Record&, const wire::Retract&);
  // Makes the queued callback the current one. Returns true.
  bool make_callback(const Record&, const wire::RequestRetraction&);

  // Returns a new handle for a message with this stamp.
  std::uint64_t new_serial(const core::Time& stamp);
  // Returns the least handle of this federate's messages that it may still retract.
  std::uint64_t horizon() const;

  // Queues a received message for its order.
  void queue_message(const Record& record, Bytes time, std::uint64_t serial, std::uint64_t horizon);
  // Checks a message about to be delivered. Returns false if it was retracted. `is_noticed`: the
  // federate notices the delivery.
  bool check_delivery(const Record& record, std::uint64_t serial, bool is_noticed = true);
  // Forgets retracted messages when no queue can contain them any more.
  void forget_delivered();

  // Forgets sent messages, because regulation ends.
  void forget_sent() { state_.retractable.clear(); }
  // Forgets one sent message, because it has no effect any more.
  void forget_sent(std::uint64_t serial);
  void remove_federate(FederateHandle federate) { state_.events.erase(federate); }

  void save(wire::Encoder& out) const { out.put(state_); }
  // Returns false if the state is malformed.
  bool load(wire::Decoder& in);

 private:
  // Forgets own messages that are too old to be retracted.
  void forget_retractable();
  // Records a message that may be retracted later. Handles below `horizon` no longer can.
  void record_event(FederateHandle sender, std::uint64_t serial, std::uint64_t horizon);
  Event* find_event(FederateHandle sender, std::uint64_t serial);

  const FederateTime& time_;
  MessageDelivery& delivery_;
  Listener& listener_;
  RetractionState state_;
};

}  // namespace triad::rtia
