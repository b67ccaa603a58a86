// Updates and interactions in the RTIA (HLA 1.3 clauses 6.4 to 6.7): sending, receipt, and delivery
// as callbacks. A callback is checked against the state when it is delivered: attributes that the
// federate no longer subscribes to are left out.
#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <span>
#include <utility>

#include "core/data_reach.hpp"
#include "records/defect.hpp"
#include "rtia/model_checks.hpp"
#include "rtia/object_management.hpp"
#include "rtia/value_selection.hpp"

namespace triad::rtia {

namespace {

std::uint16_t flags_for(Transportation transportation, Ordering order, wire::Priority priority) {
  if (order == Ordering::timestamp) return wire::kTimeStamped;
  if (transportation != Transportation::best_effort) return 0;
  return static_cast<std::uint16_t>(wire::kBestEffort | wire::priority_flags(priority));
}

// Counts a call once for each transportation type that it uses.
void count_update(ClassTraffic& traffic, KnownObject& known, std::span<const DeliveryMode> modes) {
  ++traffic.calls;
  if (!std::exchange(known.updated, true)) ++traffic.objects;
  bool counted[3] = {};
  for (const DeliveryMode mode : modes) {
    bool& once = counted[static_cast<std::size_t>(mode.transportation)];
    if (!std::exchange(once, true)) traffic.count(mode.transportation);
  }
}

wire::Retraction retraction_of(const Record& record, std::uint64_t serial) {
  return serial == 0 ? wire::Retraction{} : wire::Retraction{serial, record.header.from()};
}

}  // namespace

// --- Delivery modes.

DeliveryMode ObjectManagement::delivery_mode_of(const KnownInstance& known,
                                                AttributeHandle attribute) const {
  const auto& described = model().find(known.known->known_class)->attributes[attribute.value - 1];
  DeliveryMode mode{described.transportation, described.order};
  const Preferences* const preferences = known.known->preferences.value_if_created();
  if (preferences == nullptr) return mode;
  const auto& [transportation, order] = *preferences;
  if (const auto at = transportation.find(attribute); at != transportation.end()) {
    mode.transportation = at->second;
  }
  if (const auto at = order.find(attribute); at != order.end()) mode.order = at->second;
  return mode;
}

DeliveryMode ObjectManagement::delivery_mode_of(InteractionClassHandle interaction_class) const {
  const auto* described = model().find(interaction_class);
  DeliveryMode mode{described->transportation, described->order};
  if (const auto at = preferences_.transportation.find(interaction_class);
      at != preferences_.transportation.end()) {
    mode.transportation = at->second;
  }
  if (const auto at = preferences_.order.find(interaction_class); at != preferences_.order.end()) {
    mode.order = at->second;
  }
  return mode;
}

std::optional<Error> ObjectManagement::check_update(const KnownInstance& known,
                                                    const wire::ValueList& values) const {
  const auto defined = model().find(known.known->known_class)->attributes.size();
  bool all_defined = true;
  AttributeHandle unowned;
  values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    all_defined = all_defined && handle >= 1 && handle <= defined;
    const AttributeHandle attribute(handle);
    if (!unowned && !known_.owns(known, attribute)) unowned = attribute;
  });
  if (!all_defined) {
    AttributeSet given;
    values.for_each(
        [&](std::uint32_t handle, Bytes, Bytes) { given.insert(AttributeHandle(handle)); });
    return not_available(federation_, known.known->known_class, given);
  }
  if (unowned) return known_.not_owned(known, unowned);
  return std::nullopt;
}

// Returns the time stamp for a message; empty for receive order. A message is sent in time-stamp
// order if the call has a time, the federate regulates, and the order type is time stamp (HLA 1.3
// clause 8.1).
Result<std::optional<core::Time>> ObjectManagement::stamp_of(Bytes time) const {
  if (time.empty()) return std::optional<core::Time>{};
  const auto stamp = time_.checked_stamp(time);
  if (!stamp) return stamp.error();
  return time_.state().regulates() ? std::optional(*stamp) : std::nullopt;
}

// Attributes that share transportation, order and update region travel together and are one
// reflect.
Result<wire::Retraction> ObjectManagement::perform_call(
    const wire::UpdateAttributeValues& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = check_update(*known, request.values)) return *refusal;
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  ClassTraffic& traffic = counts_.updates[known->instance->object_class.value];
  if (request.values.count == 0) {
    ++traffic.calls;
    return wire::Retraction{};
  }

  const auto delivery_mode_sent = [&](std::uint32_t handle) {
    DeliveryMode mode = delivery_mode_of(*known, AttributeHandle(handle));
    if (!*stamp) mode.order = Ordering::receive;
    if (!known->instance->regions->empty()) {
      mode.region = known->instance->update_region(self_, AttributeHandle(handle));
    }
    return mode;
  };
  AttributeSet reliable;
  if (!flow_.members_without_room().empty()) {
    request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
      const DeliveryMode mode = delivery_mode_sent(handle);
      if (!may_be_lost(mode)) reliable.insert(AttributeHandle(handle));
    });
  }
  if (flow_.must_wait(reliable, *known->instance)) return wire::Retraction{};

  boost::container::small_vector<DeliveryMode, 4> modes;
  bool tso = false;
  request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    const DeliveryMode mode = delivery_mode_sent(handle);
    if (std::ranges::find(modes, mode) == modes.end()) modes.push_back(mode);
    tso = tso || mode.order == Ordering::timestamp;
  });
  if (modes.size() > 1) std::ranges::sort(modes);
  count_update(traffic, *known->known, modes);
  // Audience of the whole update. If the instance has regions, each part has an audience of its
  // own.
  Audience to = audience_.of(request, known->instance->object_class);
  if (!audience_.has_receivers(to) && !tso) return wire::Retraction{};
  wire::UpdateAttributeValues part = request;
  if (*stamp) part.time = (*stamp)->bytes();
  part.serial = tso ? retraction_.new_serial(**stamp) : 0;
  part.horizon = tso ? retraction_.horizon() : 0;
  for (const DeliveryMode mode : modes) {
    if (modes.size() > 1) {
      part.values = select_values(request.values, sent_, [&](std::uint32_t handle) {
        return delivery_mode_sent(handle) == mode;
      });
    }
    part.region = mode.region;
    if (!known->instance->regions->empty()) to = audience_.of(part, known->instance->object_class);
    send_update(part, mode, known->instance->object_class, to);
  }
  return tso ? wire::Retraction{part.serial, self_} : wire::Retraction{};
}

void ObjectManagement::send_update(wire::UpdateAttributeValues& part, DeliveryMode mode,
                                   wire::ObjectClassHandle object_class, Audience& to) {
  to.interest.mask = wire::interest_mask(part.values);
  part.transportation = mode.transportation;
  part.order = mode.order;
  if (!audience_.has_receivers(to)) return;
  const wire::Priority priority = context_.rules().priorities().priority_of(object_class);
  send_data(to, part, flags_for(mode.transportation, mode.order, priority));
}

Fault ObjectManagement::receive_record(const Record& record,
                                       const wire::UpdateAttributeValues& update) {
  const KnownObject* known = known_.find(update.object);
  if (known == nullptr) return {};
  if (!neighbours_.may_send(record.header.from(), update))
    return receive_owned_part(record, update);
  const core::Declarations& own = declared();
  if (!own.object_class_regions.empty()) {
    return ddm_.filter_by_region(record, update, known->known_class);
  }
  const auto* subscription = own.find_subscription(known->known_class);
  if (subscription == nullptr) return {};
  bool wanted = false;
  update.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    wanted = wanted || subscription->attributes.contains(AttributeHandle(handle));
  });
  if (wanted) retraction_.queue_message(record, update.time, update.serial, update.horizon);
  if (TRIAD_DEFECT(update_before_discovery))
    lifecycle_.queue_discovery(update.object, *federation_.objects().find(update.object),
                               known->known_class);
  return {};
}

// Handles an update with attributes that the sender does not own. It is refused, unless the sender
// may not have known of a loss; then the attributes that it does own are handled.
Fault ObjectManagement::receive_owned_part(const Record& record,
                                           const wire::UpdateAttributeValues& update) {
  if (auto fault =
          neighbours_.sender_fault(record, "an update of attributes that it does not own")) {
    return fault;
  }
  const ObjectInstance* instance = federation_.objects().find(update.object);
  wire::UpdateAttributeValues rest = update;
  wire::Buffer values;
  rest.values = select_values(update.values, values, [&](std::uint32_t handle) {
    return instance->owner(AttributeHandle(handle)) == record.header.from();
  });
  if (rest.values.count == 0) return {};
  wire::Buffer frame;
  wire::encode_record(record.header, rest, frame);
  return receive_record(*wire::parse_record(frame), rest);
}

Result<wire::Retraction> ObjectManagement::perform_call(const wire::SendInteraction& request) {
  const auto interaction_class = request.interaction_class;
  const auto* described = model().find(interaction_class);
  if (described == nullptr) return not_defined(interaction_class);
  if (!declared().published_interaction_classes.contains(interaction_class)) {
    return wire::error(ErrorCode::InteractionClassNotPublished,
                       model().path(interaction_class) + " is not published here");
  }
  bool all_defined = true;
  request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    all_defined = all_defined && handle >= 1 && handle <= described->parameters.size();
  });
  if (!all_defined) {
    std::vector<std::uint32_t> given;
    request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) { given.push_back(handle); });
    return not_available(federation_, interaction_class, given);
  }
  if (request.region) {
    if (auto refusal = ddm_.check_region(request.region, interaction_class)) return *refusal;
    federation_.prepare_to_send_with(request.region);
  }
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  DeliveryMode mode = delivery_mode_of(interaction_class);
  const bool tso = *stamp && mode.order == Ordering::timestamp;
  if (!tso) mode.order = Ordering::receive;
  if (!may_be_lost(mode) && flow_.must_wait(interaction_class, request.region)) {
    return wire::Retraction{};
  }
  wire::SendInteraction message = request;
  if (*stamp) message.time = (*stamp)->bytes();
  message.transportation = mode.transportation;
  message.order = tso ? Ordering::timestamp : Ordering::receive;
  message.serial = tso ? retraction_.new_serial(**stamp) : 0;
  message.horizon = tso ? retraction_.horizon() : 0;
  counts_.sent[interaction_class.value].count(message.transportation);
  if (const Audience to = audience_.of(message); audience_.has_receivers(to)) {
    const wire::Priority priority = context_.rules().priorities().priority_of(interaction_class);
    send_data(to, message, flags_for(message.transportation, message.order, priority));
  }
  return tso ? wire::Retraction{message.serial, self_} : wire::Retraction{};
}

Fault ObjectManagement::receive_record(const Record& record,
                                       const wire::SendInteraction& interaction) {
  if (model().find(interaction.interaction_class) == nullptr) {
    return "an interaction of a class that the object model does not define";
  }
  if (!neighbours_.may_send(record.header.from(), interaction.interaction_class)) {
    return neighbours_.sender_fault(record, "an interaction of a class that it does not publish");
  }
  if (interaction.region) federation_.prepare_to_send_with(interaction.region);
  if (core::reaches(federation_, self_, interaction.interaction_class, interaction.region)) {
    retraction_.queue_message(record, interaction.time, interaction.serial, interaction.horizon);
  }
  return {};
}

// --- Delivery.

bool ObjectManagement::make_callback(const Record& record,
                                     const wire::UpdateAttributeValues& update) {
  KnownObject* known = known_.find(update.object);
  const bool early = TRIAD_DEFECT(update_before_discovery);
  if (known == nullptr || !(known->discovered || early)) return false;
  AttributeSet by_any;
  const AttributeSet* wanted = nullptr;
  const core::Declarations& own = declared();
  if (own.object_class_regions.empty()) {
    const auto* subscription = own.find_subscription(known->known_class);
    wanted = subscription == nullptr ? nullptr : &subscription->attributes;
  } else {  // the subscriptions with regions were checked when the update arrived
    by_any = own.subscribed_attributes(known->known_class);
    wanted = &by_any;
  }
  if (wanted == nullptr) return false;
  const wire::ValueList values = select_values(
      update.values, context_.callbacks.delivered_values,
      [&](std::uint32_t handle) { return wanted->contains(AttributeHandle(handle)); });
  if (values.count == 0 || !retraction_.check_delivery(record, update.serial)) return false;
  if (delivery_.order_delivered(record) == Ordering::timestamp) time_.record_delivery(update.time);
  ClassTraffic& traffic = counts_.reflections[known->object_class.value];
  traffic.count(update.transportation);
  if (!std::exchange(known->reflected, true)) ++traffic.objects;
  context_.callbacks.current = wire::ReflectAttributeValues{update.object,
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
bool ObjectManagement::make_callback(const Record& record,
                                     const wire::SendInteraction& interaction) {
  auto received = declared().nearest_subscribed(model(), interaction.interaction_class);
  if (received && TRIAD_DEFECT(interaction_not_promoted)) received = interaction.interaction_class;
  if (!received || !retraction_.check_delivery(record, interaction.serial)) return false;
  if (delivery_.order_delivered(record) == Ordering::timestamp)
    time_.record_delivery(interaction.time);
  counts_.received[interaction.interaction_class.value].count(interaction.transportation);
  const auto available = model().find(received)->parameters.size();
  const wire::ValueList values =
      select_values(interaction.values, context_.callbacks.delivered_values,
                    [&](std::uint32_t handle) { return handle >= 1 && handle <= available; });
  context_.callbacks.sent_class = interaction.interaction_class;
  context_.callbacks.current = wire::ReceiveInteraction{received,
                                                        interaction.transportation,
                                                        delivery_.order_delivered(record),
                                                        retraction_of(record, interaction.serial),
                                                        interaction.time,
                                                        interaction.tag,
                                                        values,
                                                        ddm_.describe_region(interaction.region)};
  return true;
}

bool ObjectManagement::filter_taken(wire::ReflectAttributeValues& callback) {
  const KnownObject* const known = known_.find(callback.object);
  if (known == nullptr || !known->discovered) return false;
  const AttributeSet wanted = declared().subscribed_attributes(known->known_class);
  callback.values =
      select_values(callback.values, context_.callbacks.delivered_values,
                    [&](std::uint32_t handle) { return wanted.contains(AttributeHandle(handle)); });
  return callback.values.count > 0;
}

bool ObjectManagement::filter_taken(wire::ReceiveInteraction& callback,
                                    InteractionClassHandle sent_class) {
  if (model().find(sent_class) == nullptr) return false;
  const auto received = declared().nearest_subscribed(model(), sent_class);
  if (!received) return false;
  callback.interaction_class = received;
  const auto available = model().find(received)->parameters.size();
  callback.values =
      select_values(callback.values, context_.callbacks.delivered_values,
                    [&](std::uint32_t handle) { return handle >= 1 && handle <= available; });
  return true;
}

}  // namespace triad::rtia
