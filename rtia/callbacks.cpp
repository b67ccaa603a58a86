// Callbacks in the RTIA: what has been queued becomes, one at a time and in order, a callback of
// the federate, judged by what holds at that moment: a reflect of an instance that the federate has
// deleted locally, or of attributes that it has unsubscribed meanwhile, is not given.
#include <utility>

#include "core/defect.hpp"
#include "rtia/membership.hpp"
#include "rtia/value_selection.hpp"

namespace triad::rtia {

const Callback* Membership::take_callback() {
  drop_taken();
  const bool found = callbacks_.only_urgent ? take_urgent() : take_queued();
  retraction_.forget_delivered();
  context_.release_senders_if_drained();
  if (found) ++callbacks_.taken_so_far;
  return found ? &callbacks_.current : nullptr;
}

void Membership::drop_taken() {
  if (!std::exchange(callbacks_.taken, false)) return;
  if (callbacks_.taken_urgent) {
    save_.urgent.pop();
  } else {
    callbacks_.queue.pop();
  }
}

bool Membership::take_urgent() {
  for (; !save_.urgent.empty(); save_.urgent.pop()) {
    if (!make_current(save_.urgent.front())) continue;
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

// The queue may drop it while the federate has it.
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

// Makes callbacks_.current of a record that has come to the head of its queue.
bool Membership::make_current(Bytes queued) {
  const auto record = wire::parse_record(queued);
  if (!record) return false;
  if ((record->header.flags & wire::kTimeStamped) != 0) --callbacks_.tso;
  if (!prepare(*record)) return false;
  if (managed_.reports_services) report_callback(*record);
  return true;
}

// Makes callbacks_.current of the record, which was decoded when it came. False: there is nothing
// to tell the federate.
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

namespace {

wire::Retraction retraction_of(const Record& record, std::uint64_t serial) {
  return serial == 0 ? wire::Retraction{} : wire::Retraction{serial, record.header.from()};
}

}  // namespace

bool Membership::make(const Record& record, const wire::UpdateAttributeValues& update) {
  KnownObject* known = known_.find(update.object);
  const bool early = TRIAD_DEFECT(update_before_discovery);
  if (known == nullptr || !(known->discovered || early)) return false;
  AttributeSet by_any;
  const AttributeSet* wanted = nullptr;
  if (declared().object_class_regions.empty()) {
    const auto* subscription = declared().subscribed(known->known_class);
    wanted = subscription == nullptr ? nullptr : &subscription->attributes;
  } else {  // which of the subscriptions are concerned was judged when it arrived
    by_any = declared().subscribed_attributes(known->known_class);
    wanted = &by_any;
  }
  if (wanted == nullptr) return false;
  const wire::ValueList values = only(update.values, callbacks_.given, [&](std::uint32_t handle) {
    return wanted->contains(AttributeHandle(handle));
  });
  if (values.count == 0 || !retraction_.deliver(record, update.serial)) return false;
  if (delivery_.order_delivered(record) == Ordering::timestamp)
    time_.message_delivered(update.time);
  ClassTraffic& traffic = managed_.reflections[known->object_class.value];
  traffic.count(update.transportation);
  if (!std::exchange(known->reflected, true)) ++traffic.objects;
  callbacks_.current = wire::ReflectAttributeValues{update.object,
                                                    update.transportation,
                                                    delivery_.order_delivered(record),
                                                    retraction_of(record, update.serial),
                                                    update.time,
                                                    update.tag,
                                                    values,
                                                    ddm_.describe_region(update.region)};
  return true;
}

// HLA 1.3 clause 6.7: received at the nearest subscribed class, with the parameters available
// there.
bool Membership::make(const Record& record, const wire::SendInteraction& interaction) {
  auto received = declared().nearest_subscribed(model(), interaction.interaction_class);
  if (received && TRIAD_DEFECT(interaction_not_promoted)) received = interaction.interaction_class;
  if (!received || !retraction_.deliver(record, interaction.serial)) return false;
  if (delivery_.order_delivered(record) == Ordering::timestamp)
    time_.message_delivered(interaction.time);
  managed_.received[interaction.interaction_class.value].count(interaction.transportation);
  const auto available = model().find(received)->parameters.size();
  const wire::ValueList values =
      only(interaction.values, callbacks_.given,
           [&](std::uint32_t handle) { return handle >= 1 && handle <= available; });
  callbacks_.current = wire::ReceiveInteraction{received,
                                                interaction.transportation,
                                                delivery_.order_delivered(record),
                                                retraction_of(record, interaction.serial),
                                                interaction.time,
                                                interaction.tag,
                                                values,
                                                ddm_.describe_region(interaction.region)};
  return true;
}

bool Membership::make(const Record&, const wire::ProvideAttributeValueUpdate& request) {
  const ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance == nullptr || instance->deleted) return false;
  const AttributeSet due = known_.owned(request.object, *instance) & request.attributes;
  if (due.empty()) return false;
  callbacks_.current = wire::ProvideAttributeValueUpdate{request.object, due};
  return true;
}

bool Membership::make(const Record&, const wire::AnnounceSynchronizationPoint& point) {
  callbacks_.current = point;
  return true;
}

bool Membership::make(const Record&, const wire::FederationSynchronized& point) {
  callbacks_.current = point;
  return true;
}

bool Membership::make(const Record&, const wire::SynchronizationPointRegistrationSucceeded& m) {
  callbacks_.current = m;
  return true;
}

bool Membership::make(const Record&, const wire::SynchronizationPointRegistrationFailed& m) {
  callbacks_.current = m;
  return true;
}

}  // namespace triad::rtia
