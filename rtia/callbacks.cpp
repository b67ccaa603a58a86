// Delivery of callbacks in the RTIA. Queued records become callbacks of the federate, one at a time
// and in order. Each is checked against the state at that moment: for example, a reflect is dropped
// if the federate has deleted the instance locally, or no longer subscribes to the attributes.
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

const Callback* Membership::take_callback() {
  drop_delivered_callback();
  const bool urgent = context_.callbacks.only_urgent;
  const bool found = urgent ? prepare_urgent_callback() : prepare_queued_callback();
  retraction_.forget_delivered();
  context_.release_senders_if_drained();
  if (found) ++context_.callbacks.delivered_count;
  settle_after_callback(urgent);
  return found ? &context_.callbacks.current : nullptr;
}

bool Membership::has_plain_callback() {
  drop_delivered_callback();
  if (context_.callbacks.only_urgent || context_.callbacks.queue.empty()) return false;
  const auto record = wire::parse_record(context_.callbacks.queue.front());
  return record && record->header.is_data() && (record->header.flags & wire::kTimeStamped) == 0;
}

const Callback* Membership::take_plain_callback() {
  while (has_plain_callback()) {
    const bool found = context_.callbacks.queue.front_may_be_lost() ? prepare_lossy_callback()
                                                                    : prepare_lasting_callback();
    if (!found) continue;
    retraction_.forget_delivered();
    context_.release_senders_if_drained();
    ++context_.callbacks.delivered_count;
    settle_after_callback(false);
    return &context_.callbacks.current;
  }
  return nullptr;
}

bool Membership::filter_taken(Callback& callback, wire::InteractionClassHandle sent_class) {
  if (auto* const reflect = std::get_if<wire::ReflectAttributeValues>(&callback)) {
    return objects_.filter_taken(*reflect);
  }
  auto* const receive = std::get_if<wire::ReceiveInteraction>(&callback);
  return receive != nullptr && objects_.filter_taken(*receive, sent_class);
}

// Most callbacks announce decisions that were made, and promised, before they were queued. Three
// kinds allow a new decision: a callback of a save or restore may end a hold on time; constraint is
// decided after timeRegulationEnabled; an advance may have waited for both to be enabled.
void Membership::settle_after_callback(bool urgent) {
  const bool begins_advance =
      std::holds_alternative<wire::TimeConstrainedEnabled>(context_.callbacks.current) &&
      time_.state().is_advancing();
  if (urgent || begins_advance ||
      std::holds_alternative<wire::TimeRegulationEnabled>(context_.callbacks.current)) {
    return settle_time();
  }
  kept_.drop_released();
  save_restore_.report_save_time();
  mom_.settle();
}

void Membership::drop_delivered_callback() {
  if (!std::exchange(context_.callbacks.has_delivered, false)) return;
  if (context_.callbacks.has_delivered_urgent) {
    context_.callbacks.urgent.pop();
  } else {
    context_.callbacks.queue.pop();
  }
}

bool Membership::prepare_urgent_callback() {
  for (; !context_.callbacks.urgent.empty(); context_.callbacks.urgent.pop()) {
    if (!prepare_callback(context_.callbacks.urgent.front())) continue;
    context_.callbacks.has_delivered = context_.callbacks.has_delivered_urgent = true;
    return true;
  }
  return false;
}

bool Membership::prepare_queued_callback() {
  while (!context_.callbacks.queue.empty()) {
    if (context_.callbacks.queue.front_may_be_lost() ? prepare_lossy_callback()
                                                     : prepare_lasting_callback())
      return true;
  }
  return false;
}

// Takes a best-effort callback. Copies it first, because the queue may drop it while the federate
// uses it.
bool Membership::prepare_lossy_callback() {
  const Bytes oldest = context_.callbacks.queue.front();
  context_.callbacks.lossy_copy.assign(oldest.begin(), oldest.end());
  context_.callbacks.queue.pop();
  return prepare_callback(context_.callbacks.lossy_copy);
}

bool Membership::prepare_lasting_callback() {
  const bool found = prepare_callback(context_.callbacks.queue.front());
  if (!found) context_.callbacks.queue.pop();
  context_.callbacks.has_delivered = found;
  context_.callbacks.has_delivered_urgent = false;
  return found;
}

// Makes context_.callbacks.current from a record at the head of its queue. Returns false if there
// is no callback to make.
bool Membership::prepare_callback(Bytes queued) {
  const auto record = wire::parse_record(queued);
  if (!record) return false;
  if ((record->header.flags & wire::kTimeStamped) != 0) --context_.callbacks.tso_count;
  if (!make_callback_from(*record)) return false;
  if (mom_.reports_services()) mom_.report_callback(*record);
  return true;
}

// Makes context_.callbacks.current from the record, which was decoded when it arrived. Returns
// false if there is nothing to deliver to the federate.
bool Membership::make_callback_from(const Record& record) {
  bool made = false;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    using Makes = MakesCallback<Message>;
    if constexpr (has_group<Makes>(Groups())) {
      const auto message = wire::decode_again<Message>(record.payload);
      made = with_group<Makes>(groups(),
                               [&](auto& group) { return group.make_callback(record, message); });
    }
  });
  return made;
}

}  // namespace triad::rtia
