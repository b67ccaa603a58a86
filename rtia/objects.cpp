// Object management in the RTIA (HLA 1.3 clause 6): the federate's services, and what comes from
// others. Nothing here waits for an answer but the reservation of a name and, rarely, a lease of
// handles.
#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <utility>

#include "core/defect.hpp"
#include "rtia/membership.hpp"
#include "rtia/model_checks.hpp"
#include "rtia/value_selection.hpp"

namespace triad::rtia {

namespace {

constexpr std::uint64_t kReliable = static_cast<std::uint64_t>(Transportation::reliable);
constexpr std::uint64_t kBestEffort = static_cast<std::uint64_t>(Transportation::best_effort);
constexpr std::uint64_t kReceive = static_cast<std::uint64_t>(Ordering::receive);
constexpr std::uint64_t kTimestamp = static_cast<std::uint64_t>(Ordering::timestamp);

std::uint16_t flags_for(Transportation transportation, Ordering order) {
  if (order == Ordering::timestamp) return wire::kTimeStamped;
  return transportation == Transportation::best_effort ? wire::kBestEffort : std::uint16_t{0};
}

}  // namespace

// --- Registration.

// The next leased handle. Empty: none is left; a lease has been asked for.
std::optional<ObjectHandle> Membership::next_handle() {
  while (!registering_.leases.empty() &&
         registering_.leases.front().next == registering_.leases.front().end)
    registering_.leases.pop_front();
  const std::uint32_t block = ambassador_.options_.lease_count;
  std::uint64_t left = 0;
  for (const Lease& lease : registering_.leases) left += lease.end - lease.next;
  // Asked for early, so that a federate that registers in a row does not run dry.
  if (left <= block / 4 && registering_.lease_request == 0) {
    ambassador_.send({Audience::Who::rtig, {}}, wire::LeaseObjectHandles{block});
    registering_.lease_request = ambassador_.position_;
  }
  if (left == 0) return std::nullopt;
  return ObjectHandle(registering_.leases.front().next++);
}

bool Membership::on_handles_leased(ObjectHandle first, std::uint64_t count) {
  const std::uint64_t end = first.value + count;
  if (!first || end <= first.value) return false;
  registering_.leases.push_back({first.value, end});
  registering_.lease_request = 0;
  return true;
}

void Membership::on_name_reserved() {
  if (registering_.reserving.empty()) return;
  registering_.reserved = std::move(registering_.reserving);
  registering_.reserving.clear();
  ambassador_.end_wait(std::nullopt, 0, true);
}

Result<ObjectHandle> Membership::on(const wire::RegisterObjectInstance& request) {
  return enroll(request.object_class, request.name, {});
}

Result<ObjectHandle> Membership::on(const wire::RegisterObjectInstanceWithRegion& request) {
  const auto object_class = request.object_class;
  AttributeSet listed;
  for (const auto& [attribute, region] : request.regions) listed.insert(attribute);
  if (auto refusal = check_class(federation_, object_class, listed)) return *refusal;
  const AttributeSet* published = declared().published(object_class);
  if (published != nullptr && !published->includes(listed)) {
    return wire::error(
        ErrorCode::AttributeNotPublished,
        "an attribute of the list is not published here at " + model().path(object_class));
  }
  if (listed.size() != request.regions.size()) {
    return wire::error(
        ErrorCode::InvalidRegionContext,
        "an attribute is listed twice; an attribute has one update region at a time");
  }
  std::vector<wire::RegionAssociation> regions;
  for (const auto& [attribute, region] : request.regions) {
    if (auto refusal = ddm_.check_region(region, object_class, {attribute})) return *refusal;
    const auto at = std::ranges::find(regions, region, &wire::RegionAssociation::region);
    if (at == regions.end()) {
      regions.push_back({region, {attribute}});
    } else {
      at->attributes.insert(attribute);
    }
  }
  return enroll(object_class, request.name, std::move(regions));
}

Result<ObjectHandle> Membership::enroll(ObjectClassHandle object_class, std::string_view name,
                                        std::vector<wire::RegionAssociation> regions) {
  if (model().find(object_class) == nullptr) return not_defined(object_class);
  const AttributeSet* published = declared().published(object_class);
  if (published == nullptr) {
    return wire::error(ErrorCode::ObjectClassNotPublished,
                       model().path(object_class) + " is not published here");
  }
  if (core::is_reserved_name(name)) {
    return wire::error(ErrorCode::ObjectAlreadyRegistered,
                       "names beginning with HLA are the RTI's own: '" + std::string(name) + "'");
  }
  if (!name.empty() && registering_.reserved != name) {
    registering_.reserving = name;
    ambassador_.request(wire::ReserveObjectName{name});
    return ObjectHandle{};
  }
  const auto handle = next_handle();
  if (!handle) {
    ambassador_.wait_for_reply();
    ambassador_.waited_for_ = registering_.lease_request;
    return ObjectHandle{};
  }
  registering_.reserved.clear();
  const wire::ObjectInstanceRegistered registered{*handle, object_class, name, *published,
                                                  std::move(regions)};
  if (!federation_.apply(self_, registered)) {
    return wire::error(
        ErrorCode::RTIinternalError,
        "the RTIG leased the object handle " + std::to_string(handle->value) + ", which is in use");
  }
  KnownObject& known = known_.add(*handle);
  known.known_class = object_class;
  known.object_class = object_class;
  known.discovered = true;
  ambassador_.send(audience(registered), registered);
  return *handle;
}

Fault Membership::handle(const Record& record, const wire::ObjectInstanceRegistered& registered) {
  if (neighbours_.unchecked() && !neighbours_.use_handle(record.header.from(), registered.object)) {
    return "a registration with an object handle that was not leased to it";
  }
  // The RTI's own, of the MOM, come with their members.
  if (!federation_.apply(record.header.from(), registered)) {
    return "a registration that the object model forbids";
  }
  lifecycle_.consider_discovery(registered.object, *federation_.objects().find(registered.object));
  return {};
}

Fault Membership::handle(const Record& record, const wire::ObjectHandlesLeased& leased) {
  if (leased.federate == self_) {
    if (!on_handles_leased(leased.first, leased.count)) {
      return "a lease of object handles that there are not";
    }
    if (ambassador_.answers(record.header)) ambassador_.end_wait(std::nullopt, 0, true);
  } else {
    neighbours_.lease(
        {{leased.federate, leased.first, ObjectHandle(leased.first.value + leased.count)}});
  }
  return {};
}

// --- Updates and interactions.

DeliveryMode Membership::delivery_mode_of(const KnownInstance& known,
                                          AttributeHandle attribute) const {
  const auto& described = model().find(known.known->known_class)->attributes[attribute.value - 1];
  DeliveryMode way{described.transportation, described.order};
  const Preferences* const preferences = known.known->preferences.if_there();
  if (preferences == nullptr) return way;
  const auto& [transportation, order] = *preferences;
  if (const auto at = transportation.find(attribute); at != transportation.end()) {
    way.transportation = at->second;
  }
  if (const auto at = order.find(attribute); at != order.end()) way.order = at->second;
  return way;
}

DeliveryMode Membership::delivery_mode_of(InteractionClassHandle interaction_class) const {
  const auto* described = model().find(interaction_class);
  DeliveryMode way{described->transportation, described->order};
  if (const auto at = interaction_preferences_.transportation.find(interaction_class);
      at != interaction_preferences_.transportation.end()) {
    way.transportation = at->second;
  }
  if (const auto at = interaction_preferences_.order.find(interaction_class);
      at != interaction_preferences_.order.end()) {
    way.order = at->second;
  }
  return way;
}

std::optional<Error> Membership::check_update(const KnownInstance& known,
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
    return wire::error(ErrorCode::AttributeNotDefined, "an attribute is not available at " +
                                                           model().path(known.known->known_class));
  }
  if (unowned) return known_.not_owned(known, unowned);
  return std::nullopt;
}

// What is sent in time-stamp order: the call has a time, the federate regulates, and the order type
// says so (HLA 1.3 clause 8.1).
Result<std::optional<core::Time>> Membership::stamp_of(Bytes time) const {
  if (time.empty()) return std::optional<core::Time>{};
  const auto stamp = time_.stamp(time);
  if (!stamp) return stamp.error();
  return time_.regulates() ? std::optional(*stamp) : std::nullopt;
}

// What shares a transportation, an order and an update region travels together and is one
// reflect.
Result<wire::Retraction> Membership::on(const wire::UpdateAttributeValues& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = check_update(*known, request.values)) return *refusal;
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  ClassTraffic& traffic = managed_.updates[known->instance->object_class.value];
  if (request.values.count == 0) {
    ++traffic.calls;
    return wire::Retraction{};
  }

  const auto delivery_mode_sent = [&](std::uint32_t handle) {
    DeliveryMode way = delivery_mode_of(*known, AttributeHandle(handle));
    if (!*stamp) way.order = Ordering::receive;
    if (!known->instance->regions->empty()) {
      way.region = known->instance->region(self_, AttributeHandle(handle));
    }
    return way;
  };
  AttributeSet reliable;
  if (!flow_.held().empty()) {
    request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
      const DeliveryMode way = delivery_mode_sent(handle);
      if (!may_be_lost(way)) reliable.insert(AttributeHandle(handle));
    });
  }
  if (flow_.must_wait(reliable, *known->instance)) return wire::Retraction{};

  boost::container::small_vector<DeliveryMode, 4> ways;
  bool tso = false;
  request.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    const DeliveryMode way = delivery_mode_sent(handle);
    if (std::ranges::find(ways, way) == ways.end()) ways.push_back(way);
    tso = tso || way.order == Ordering::timestamp;
  });
  std::ranges::sort(ways);
  ++traffic.calls;
  if (!std::exchange(known->known->updated, true)) ++traffic.objects;
  bool counted[3] = {};
  for (const DeliveryMode way : ways) {
    bool& once = counted[static_cast<std::size_t>(way.transportation)];
    if (!std::exchange(once, true)) traffic.count(way.transportation);
  }
  // Of the whole update, if there are no regions; a part with a region has an audience of its own.
  Audience to = audience(request, *known->instance);
  if (!anybody(to) && !tso) return wire::Retraction{};
  wire::UpdateAttributeValues part = request;
  part.serial = tso ? retraction_.new_serial(**stamp) : 0;
  part.horizon = tso ? retraction_.horizon() : 0;
  for (const DeliveryMode way : ways) {
    if (ways.size() > 1) {
      part.values = only(request.values, sent_,
                         [&](std::uint32_t handle) { return delivery_mode_sent(handle) == way; });
    }
    part.region = way.region;
    if (!known->instance->regions->empty()) to = audience(part, *known->instance);
    send_update(part, way, to);
  }
  return tso ? wire::Retraction{part.serial, self_} : wire::Retraction{};
}

void Membership::send_update(wire::UpdateAttributeValues& part, DeliveryMode way, Audience& to) {
  to.interest.mask = wire::interest_mask(part.values);
  part.transportation = way.transportation;
  part.order = way.order;
  if (anybody(to)) ambassador_.send(to, part, flags_for(way.transportation, way.order));
}

Fault Membership::handle(const Record& record, const wire::UpdateAttributeValues& update) {
  const KnownObject* known = known_.find(update.object);
  if (known == nullptr) return {};
  if (neighbours_.unchecked() && !neighbours_.may_send(record.header.from(), update))
    return handle_rest(record, update);
  if (!declared().object_class_regions.empty()) {
    return ddm_.filter_by_region(record, update, known->known_class);
  }
  const auto* subscription = declared().subscribed(known->known_class);
  if (subscription == nullptr) return {};
  bool wanted = false;
  update.values.for_each([&](std::uint32_t handle, Bytes, Bytes) {
    wanted = wanted || subscription->attributes.contains(AttributeHandle(handle));
  });
  if (wanted) retraction_.take(record, update.time, update.serial, update.horizon);
  if (TRIAD_DEFECT(update_before_discovery))
    lifecycle_.queue_discovery(update.object, known->known_class);
  return {};
}

// What is its sender's own of it still counts.
Fault Membership::handle_rest(const Record& record, const wire::UpdateAttributeValues& update) {
  if (auto fault =
          neighbours_.not_its_own(record, "an update of attributes that it does not own")) {
    return fault;
  }
  const ObjectInstance* instance = federation_.objects().find(update.object);
  wire::UpdateAttributeValues rest = update;
  wire::Buffer values;
  rest.values = only(update.values, values, [&](std::uint32_t handle) {
    return instance->owner(AttributeHandle(handle)) == record.header.from();
  });
  if (rest.values.count == 0) return {};
  wire::Buffer frame;
  wire::encode_record(record.header, rest, frame);
  return handle(*wire::parse_record(frame), rest);
}

Result<wire::Retraction> Membership::on(const wire::SendInteraction& request) {
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
    return wire::error(ErrorCode::InteractionParameterNotDefined,
                       "a parameter is not available at " + model().path(interaction_class));
  }
  if (request.region) {
    if (auto refusal = ddm_.check_region(request.region, interaction_class)) return *refusal;
    federation_.send_with(request.region);
  }
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  DeliveryMode way = delivery_mode_of(interaction_class);
  const bool tso = *stamp && way.order == Ordering::timestamp;
  if (!tso) way.order = Ordering::receive;
  if (!may_be_lost(way) && flow_.must_wait(interaction_class, request.region)) {
    return wire::Retraction{};
  }
  wire::SendInteraction message = request;
  message.transportation = way.transportation;
  message.order = tso ? Ordering::timestamp : Ordering::receive;
  message.serial = tso ? retraction_.new_serial(**stamp) : 0;
  message.horizon = tso ? retraction_.horizon() : 0;
  managed_.sent[interaction_class.value].count(message.transportation);
  if (const Audience to = audience(message); anybody(to)) {
    ambassador_.send(to, message, flags_for(message.transportation, message.order));
  }
  return tso ? wire::Retraction{message.serial, self_} : wire::Retraction{};
}

bool Membership::wants(const Record& record) const {
  return !record.header.says_interest() || record.header.to() ||
         federation_.header_filter().wants(self_, record.interest());
}

Fault Membership::handle(const Record& record, const wire::SendInteraction& interaction) {
  if (model().find(interaction.interaction_class) == nullptr) {
    return "an interaction of a class that the object model does not define";
  }
  if (neighbours_.unchecked() &&
      !neighbours_.may_send(record.header.from(), interaction.interaction_class)) {
    return neighbours_.not_its_own(record, "an interaction of a class that it does not publish");
  }
  if (interaction.region) federation_.send_with(interaction.region);
  if (federation_.reaches(self_, interaction.interaction_class, interaction.region)) {
    retraction_.take(record, interaction.time, interaction.serial, interaction.horizon);
  }
  return {};
}

// --- Deletion; see also instance_lifecycle.cpp.

Result<wire::Retraction> Membership::on(const wire::DeleteObjectInstance& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (!known_.owned(*known).contains(federation_.privilege_to_delete())) {
    return known_.about(ErrorCode::DeletePrivilegeNotHeld, request.object,
                        "its privilegeToDelete is not owned by this federate: acquire it");
  }
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  const bool tso = *stamp && delivery_mode_of(*known, federation_.privilege_to_delete()).order ==
                                 Ordering::timestamp;
  if (tso && lifecycle_.is_being_deleted(request.object)) {
    return known_.about(ErrorCode::DeletePrivilegeNotHeld, request.object,
                        "it is being deleted by its former owner, whose time has not come");
  }
  wire::DeleteObjectInstance message = request;
  message.order = tso ? Ordering::timestamp : Ordering::receive;
  message.serial = tso ? retraction_.new_serial(**stamp) : 0;
  message.horizon = tso ? retraction_.horizon() : 0;
  ambassador_.send({Audience::Who::members, {}}, message,
                   flags_for(Transportation::reliable, message.order));
  lifecycle_.own_deletion(message, tso ? *stamp : std::nullopt);
  return tso ? wire::Retraction{message.serial, self_} : wire::Retraction{};
}

Result<void> Membership::on(const wire::LocalDeleteObjectInstance& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (!known_.owned(*known).empty()) {
    return known_.about(ErrorCode::FederateOwnsAttributes, request.object,
                        "this federate owns attributes of it: divest them first");
  }
  const AttributeSet reported = known->known->told->reported_relevant;
  known->instance->updated = known->known->updated;
  known->instance->reflected = known->known->reflected;
  ownership_.leave(request.object);
  known_.erase(request.object);
  if (known->instance->deleted) {
    federation_.objects().erase(request.object);
    return {};
  }
  if (TRIAD_DEFECT(no_rediscovery_after_local_delete)) return {};
  lifecycle_.rediscover(request.object, *known->instance, reported);
  return {};
}

// --- Transportation and order.

Result<void> Membership::on(const wire::ChangeAttributeTransportationType& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = known_.check_attributes(*known, request.attributes, true)) return *refusal;
  if (request.transportation != kReliable && request.transportation != kBestEffort) {
    return wire::error(
        ErrorCode::InvalidTransportationHandle,
        "no transportation type has the handle " + std::to_string(request.transportation));
  }
  Preferences& preferences = known->known->preferences.edit();
  request.attributes.for_each([&](AttributeHandle attribute) {
    preferences.transportation[attribute] = static_cast<Transportation>(request.transportation);
  });
  return {};
}

Result<void> Membership::on(const wire::ChangeAttributeOrderType& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = known_.check_attributes(*known, request.attributes, true)) return *refusal;
  if (request.order != kReceive && request.order != kTimestamp) {
    return wire::error(ErrorCode::InvalidOrderingHandle,
                       "no order type has the handle " + std::to_string(request.order));
  }
  Preferences& preferences = known->known->preferences.edit();
  request.attributes.for_each([&](AttributeHandle attribute) {
    preferences.order[attribute] = static_cast<Ordering>(request.order);
  });
  return {};
}

Result<void> Membership::on(const wire::ChangeInteractionTransportationType& request) {
  const auto interaction_class = request.interaction_class;
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (!declared().published_interaction_classes.contains(interaction_class)) {
    return wire::error(ErrorCode::InteractionClassNotPublished,
                       model().path(interaction_class) + " is not published here");
  }
  if (request.transportation != kReliable && request.transportation != kBestEffort) {
    return wire::error(
        ErrorCode::InvalidTransportationHandle,
        "no transportation type has the handle " + std::to_string(request.transportation));
  }
  interaction_preferences_.transportation[interaction_class] =
      static_cast<Transportation>(request.transportation);
  return {};
}

Result<void> Membership::on(const wire::ChangeInteractionOrderType& request) {
  const auto interaction_class = request.interaction_class;
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (!declared().published_interaction_classes.contains(interaction_class)) {
    return wire::error(ErrorCode::InteractionClassNotPublished,
                       model().path(interaction_class) + " is not published here");
  }
  if (request.order != kReceive && request.order != kTimestamp) {
    return wire::error(ErrorCode::InvalidOrderingHandle,
                       "no order type has the handle " + std::to_string(request.order));
  }
  interaction_preferences_.order[interaction_class] = static_cast<Ordering>(request.order);
  return {};
}

// --- Update requests. The requester, too, is asked for what it owns (HLA 1.3 clause 6.15).

Result<void> Membership::on(const wire::RequestObjectAttributeValueUpdate& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = known_.check_attributes(*known, request.attributes, false)) return *refusal;
  ambassador_.send(audience_of_owners(*known->instance, request.attributes), request);
  provide(request.object, *known->instance, request.attributes);
  return {};
}

Result<void> Membership::on(const wire::RequestClassAttributeValueUpdate& request) {
  if (auto refusal = check_class(federation_, request.object_class, request.attributes))
    return *refusal;
  if (request.region) {
    if (auto refusal = ddm_.check_region(request.region)) return *refusal;
  }
  ambassador_.send({Audience::Who::members, {}}, request);
  provide(request);
  return {};
}

Fault Membership::handle(const Record&, const wire::RequestObjectAttributeValueUpdate& request) {
  const ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance != nullptr) provide(request.object, *instance, request.attributes);
  return {};
}

Fault Membership::handle(const Record&, const wire::RequestClassAttributeValueUpdate& request) {
  provide(request);
  return {};
}

void Membership::provide(const wire::RequestClassAttributeValueUpdate& request) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    if (!model().is_a(instance.object_class, request.object_class)) continue;
    provide(object, instance,
            request.region ? ddm_.sent_within(instance, request.attributes, request.region)
                           : request.attributes);
  }
}

void Membership::provide(ObjectHandle object, const ObjectInstance& instance,
                         const AttributeSet& wanted) {
  const AttributeSet provided = instance.owned_by(self_) & wanted;
  if (!provided.empty()) context_.queue(wire::ProvideAttributeValueUpdate{object, provided});
}

}  // namespace triad::rtia
