#include "rtia/object_management.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"
#include "rtia/model_checks.hpp"

namespace triad::rtia {

namespace {

constexpr std::uint64_t kReliable = static_cast<std::uint64_t>(Transportation::reliable);
constexpr std::uint64_t kBestEffort = static_cast<std::uint64_t>(Transportation::best_effort);
constexpr std::uint64_t kReceive = static_cast<std::uint64_t>(Ordering::receive);
constexpr std::uint64_t kTimestamp = static_cast<std::uint64_t>(Ordering::timestamp);

}  // namespace

// --- Deletion; see also instance_lifecycle.cpp.

Result<wire::Retraction> ObjectManagement::perform_call(const wire::DeleteObjectInstance& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (!known_.owned(*known).contains(federation_.privilege_to_delete())) {
    return known_.error_about(ErrorCode::DeletePrivilegeNotHeld, request.object,
                              "its privilegeToDelete is not owned by this federate: acquire it");
  }
  const auto stamp = stamp_of(request.time);
  if (!stamp) return stamp.error();
  const bool tso = *stamp && delivery_mode_of(*known, federation_.privilege_to_delete()).order ==
                                 Ordering::timestamp;
  if (tso && lifecycle_.is_being_deleted(request.object)) {
    return known_.error_about(ErrorCode::DeletePrivilegeNotHeld, request.object,
                              "its former owner is deleting it at a later time");
  }
  if (tso && lifecycle_.is_deleting(request.object)) {
    return known_.error_about(ErrorCode::DeletePrivilegeNotHeld, request.object,
                              "this federate is deleting it at a later time: retract that first");
  }
  wire::DeleteObjectInstance message = request;
  if (*stamp) message.time = (*stamp)->bytes();
  message.order = tso ? Ordering::timestamp : Ordering::receive;
  message.serial = tso ? retraction_.new_serial(**stamp) : 0;
  message.horizon = tso ? retraction_.horizon() : 0;
  send_data({Audience::Kind::members, {}, {}, change_of(*known->instance)}, message,
            tso ? wire::kTimeStamped : std::uint16_t{0});
  lifecycle_.record_own_deletion(message, tso ? *stamp : std::nullopt);
  return tso ? wire::Retraction{message.serial, self_} : wire::Retraction{};
}

Result<void> ObjectManagement::perform_call(const wire::LocalDeleteObjectInstance& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (!known_.owned(*known).empty()) {
    return known_.error_about(ErrorCode::FederateOwnsAttributes, request.object,
                              "this federate owns attributes of it: divest them first");
  }
  // Afterwards the federate cannot name the instance, so it could never end these associations.
  for (const auto& [region, attributes] : *known->instance->regions) {
    if (wire::creator_of(region) != self_) continue;
    context_.request(wire::AssociateRegionForUpdates{region, request.object, {}});
  }
  const AttributeSet reported = known->known->advised->reported_relevant;
  ownership_.release_instance(request.object);
  known_.move_to_former(request.object);
  if (known->instance->deleted) {
    federation_.objects().erase(request.object);
    return {};
  }
  if (TRIAD_DEFECT(no_rediscovery_after_local_delete)) return {};
  lifecycle_.rediscover(request.object, *known->instance, reported);
  return {};
}

// --- Transportation and order.

Result<void> ObjectManagement::perform_call(
    const wire::ChangeAttributeTransportationType& request) {
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

Result<void> ObjectManagement::perform_call(const wire::ChangeAttributeOrderType& request) {
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

Result<void> ObjectManagement::perform_call(
    const wire::ChangeInteractionTransportationType& request) {
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
  preferences_.transportation[interaction_class] =
      static_cast<Transportation>(request.transportation);
  return {};
}

Result<void> ObjectManagement::perform_call(const wire::ChangeInteractionOrderType& request) {
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
  preferences_.order[interaction_class] = static_cast<Ordering>(request.order);
  return {};
}

void ObjectManagement::forget_preferences(InteractionClassHandle interaction_class) {
  preferences_.transportation.erase(interaction_class);
  preferences_.order.erase(interaction_class);
}

// --- Update requests. A requester that owns some of the attributes is asked for them, too (HLA 1.3
// clause 6.15).

Result<void> ObjectManagement::perform_call(
    const wire::RequestObjectAttributeValueUpdate& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = known_.check_attributes(*known, request.attributes, false)) return *refusal;
  context_.send_message(audience_.of_owners(*known->instance, request.attributes), request);
  queue_value_request(request.object, *known->instance, request.attributes);
  return {};
}

Result<void> ObjectManagement::perform_call(const wire::RequestClassAttributeValueUpdate& request) {
  if (auto refusal = check_class(federation_, request.object_class, request.attributes))
    return *refusal;
  if (request.region) {
    if (auto refusal = ddm_.check_region(request.region)) return *refusal;
  }
  context_.send_message({Audience::Kind::members, {}}, request);
  queue_value_request(request);
  return {};
}

Fault ObjectManagement::receive_record(const Record&,
                                       const wire::RequestObjectAttributeValueUpdate& request) {
  const ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance != nullptr) queue_value_request(request.object, *instance, request.attributes);
  return {};
}

Fault ObjectManagement::receive_record(const Record&,
                                       const wire::RequestClassAttributeValueUpdate& request) {
  queue_value_request(request);
  return {};
}

void ObjectManagement::queue_value_request(const wire::RequestClassAttributeValueUpdate& request) {
  const auto of_class =
      federation_.objects().handles_if([&](ObjectHandle, const ObjectInstance& instance) {
        return model().is_a(instance.object_class, request.object_class);
      });
  for (const ObjectHandle object : of_class) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    queue_value_request(
        object, instance,
        request.region ? ddm_.attributes_sent_within(instance, request.attributes, request.region)
                       : request.attributes);
  }
}

void ObjectManagement::queue_value_request(ObjectHandle object, const ObjectInstance& instance,
                                           const AttributeSet& wanted) {
  const AttributeSet provided = instance.owned_by(self_) & wanted;
  if (!provided.empty()) context_.queue(wire::ProvideAttributeValueUpdate{object, provided});
}

bool ObjectManagement::make_callback(const Record&,
                                     const wire::ProvideAttributeValueUpdate& request) {
  const ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance == nullptr || instance->deleted) return false;
  const AttributeSet due = known_.owned(request.object, *instance) & request.attributes;
  if (due.empty()) return false;
  context_.callbacks.current = wire::ProvideAttributeValueUpdate{request.object, due};
  return true;
}

// --- Saved state.

bool ObjectManagement::load(wire::Decoder& in) {
  in.get(preferences_);
  const auto is_defined = [&](const auto& entry) { return model().find(entry.first) != nullptr; };
  return in.ok() && std::ranges::all_of(preferences_.transportation, is_defined) &&
         std::ranges::all_of(preferences_.order, is_defined);
}

bool ObjectManagement::load_counts(wire::Decoder& in) {
  in.get(counts_);
  return in.ok();
}

}  // namespace triad::rtia
