// Delivery of callbacks in the RTIA. Queued records become callbacks of the federate, one at a time
// and in order. Each is checked against the state at that moment: for example, a reflect is dropped
// if the federate has deleted the instance locally, or no longer subscribes to the attributes.
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

const Callback* Membership::take_callback() {
  drop_taken();
  const bool urgent = callbacks_.only_urgent;
  const bool found = urgent ? take_urgent() : take_queued();
  retraction_.forget_delivered();
  context_.release_senders_if_drained();
  if (found) ++callbacks_.taken_so_far;
  settle_after_callback(urgent);
  return found ? &callbacks_.current : nullptr;
}

// Most callbacks announce decisions that were made, and promised, before they were queued. Three
// kinds allow a new decision: a callback of a save or restore may end a hold on time; constraint is
// decided after timeRegulationEnabled; an advance may have waited for both to be enabled.
void Membership::settle_after_callback(bool urgent) {
  const bool begins_advance =
      std::holds_alternative<wire::TimeConstrainedEnabled>(callbacks_.current) && time_.advancing();
  if (urgent || begins_advance ||
      std::holds_alternative<wire::TimeRegulationEnabled>(callbacks_.current)) {
    return settle_time();
  }
  kept_.drop_released();
  save_restore_.tell_save_time();
  mom_.settle();
}

void Membership::drop_taken() {
  if (!std::exchange(callbacks_.taken, false)) return;
  if (callbacks_.taken_urgent) {
    callbacks_.urgent.pop();
  } else {
    callbacks_.queue.pop();
  }
}

bool Membership::take_urgent() {
  for (; !callbacks_.urgent.empty(); callbacks_.urgent.pop()) {
    if (!make_current(callbacks_.urgent.front())) continue;
    callbacks_.taken = callbacks_.taken_urgent = true;
    return true;
  }
  return false;
}

bool Membership::take_queued() {
  while (!callbacks_.queue.empty()) {
    if (callbacks_.queue.front_may_be_lost() ? take_lossy() : take_lasting()) return true;
  }
  return false;
}

// Takes a best-effort callback. Copies it first, because the queue may drop it while the federate
// uses it.
bool Membership::take_lossy() {
  const Bytes oldest = callbacks_.queue.front();
  callbacks_.lossy.assign(oldest.begin(), oldest.end());
  callbacks_.queue.pop();
  return make_current(callbacks_.lossy);
}

bool Membership::take_lasting() {
  const bool found = make_current(callbacks_.queue.front());
  if (!found) callbacks_.queue.pop();
  callbacks_.taken = found;
  callbacks_.taken_urgent = false;
  return found;
}

// Makes callbacks_.current from a record at the head of its queue. Returns false if there is no
// callback to make.
bool Membership::make_current(Bytes queued) {
  const auto record = wire::parse_record(queued);
  if (!record) return false;
  if ((record->header.flags & wire::kTimeStamped) != 0) --callbacks_.tso;
  if (!prepare(*record)) return false;
  if (mom_.reports_services()) mom_.report_callback(*record);
  return true;
}

// Makes callbacks_.current from the record, which was decoded when it arrived. Returns false if
// there is nothing to deliver to the federate.
bool Membership::prepare(const Record& record) {
  bool made = false;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    using Makes = MakesCallback<Message>;
    if constexpr (is_taken<Makes>(Groups())) {
      const auto message = wire::decode_again<Message>(record.payload);
      made = with_taker<Makes>(groups(), [&](auto& group) { return group.make(record, message); });
    }
  });
  return made;
}

}  // namespace triad::rtia
