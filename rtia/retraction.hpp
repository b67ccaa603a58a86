// Retraction in the RTIA (HLA 1.3 clauses 8.21 and 8.22): the handles of messages that were sent in
// time-stamp order, what of them their sender may still retract, and what is retracted.
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

// Received, and its sender may still retract it.
struct Event {
  std::uint64_t serial = 0;
  bool delivered = false;  // the federate has been told of a part of it, at least
  bool retracted = false;
};

// What this federate sent and may still retract.
struct Sent {
  std::uint64_t serial = 0;
  core::Time stamp;
};

struct RetractionState {
  static constexpr std::size_t kForgetAt = 64;

  std::uint64_t last_serial = 0;
  std::vector<Sent> retractable;  // by ascending serial
  std::size_t forget_at = kForgetAt;
  std::map<wire::FederateHandle, queues::Fifo<Event>> events;
  // Retracted when they may have been queued for delivery; kept until those queues are empty.
  std::set<std::pair<wire::FederateHandle, std::uint64_t>> retracted;
};

TRIAD_SAVED(Event, (serial, delivered, retracted));
TRIAD_SAVED(Sent, (serial, stamp));
// When to look for what can be forgotten is found out anew.
TRIAD_SAVED_BUT(RetractionState, (last_serial, retractable, events, retracted), (forget_at));

class Retraction : private ServiceGroup {
 public:
  // What was retracted may have been a deletion.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void retracted(const wire::Retraction& retraction) = 0;
    virtual void retracted_own(std::uint64_t serial) = 0;
  };

  Retraction(MemberContext& context, const FederateTime& time, MessageDelivery& delivery,
             Listener& listener)
      : ServiceGroup(context), time_(time), delivery_(delivery), listener_(listener) {}

  Result<void> on(const wire::Retract&);
  Fault handle(const Record&, const wire::Retract&);
  bool make(const Record&, const wire::RequestRetraction&);

  // A new handle for a message with this stamp.
  std::uint64_t new_serial(const core::Time& stamp);
  // Of the handles of this federate, the least that it may still retract.
  std::uint64_t horizon() const;

  // A message has come, which waits for its order from now on.
  void take(const Record& record, Bytes time, std::uint64_t serial, std::uint64_t horizon);
  // It is about to be delivered; `told`: so that the federate notices. False: it was retracted.
  bool deliver(const Record& record, std::uint64_t serial, bool told = true);
  // Where nothing waits any more, nothing is left that was retracted.
  void forget_delivered();

  void regulates_no_more() { state_.retractable.clear(); }
  void left(FederateHandle federate) { state_.events.erase(federate); }

  void save(wire::Encoder& out) const { out.put(state_); }
  // False: it is no such state.
  bool load(wire::Decoder& in);

 private:
  void forget_retractable();
  void note_event(FederateHandle sender, std::uint64_t serial, std::uint64_t horizon);
  Event* find_event(FederateHandle sender, std::uint64_t serial);

  const FederateTime& time_;
  MessageDelivery& delivery_;
  Listener& listener_;
  RetractionState state_;
};

}  // namespace triad::rtia
