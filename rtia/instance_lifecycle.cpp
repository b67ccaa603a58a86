#include "rtia/instance_lifecycle.hpp"

#include <algorithm>

#include "core/data_reach.hpp"
#include "records/defect.hpp"

namespace triad::rtia {

// HLA 1.3 clause 6.3: an instance is discovered at the nearest subscribed class, if an attribute is
// in scope there.
void InstanceLifecycle::consider_discovery(ObjectHandle object, ObjectInstance& instance,
                                           const AttributeSet& reported_relevant) {
  if (instance.deleted || known_.contains(object)) return;
  // The removal has been delivered to the federate, but the deleter's time has not reached the
  // stamp.
  const auto removal = state_.removals.find(object);
  if (removal != state_.removals.end() && removal->second.delivered) return;
  const auto discovery_class = declared().nearest_subscribed(model(), instance.object_class);
  if (!discovery_class) return;
  const AttributeSet reached =
      core::attributes_in_reach(federation_, self_, discovery_class, instance);
  const bool in_reach = reached.intersects(instance.owned_by_others(self_));
  if (!in_reach && !TRIAD_DEFECT(discovered_outside_region)) return;
  KnownObject& known = known_.add(object, discovery_class, instance.object_class);
  if (!reported_relevant.empty()) known.advised.edit().reported_relevant = reported_relevant;
  if (!TRIAD_DEFECT(update_before_discovery)) queue_discovery(object, instance, discovery_class);
  advisories_.advise_scope(object);
  advisories_.report_relevance(object);
  ownership_.assumption().offer(object);
}

void InstanceLifecycle::rediscover(ObjectHandle object, ObjectInstance& instance,
                                   const AttributeSet& reported_relevant) {
  consider_discovery(object, instance, reported_relevant);
  if (!reported_relevant.empty() && !known_.contains(object)) {
    advisories_.report_to_owners(object, instance, {});
  }
}

void InstanceLifecycle::queue_discovery(ObjectHandle object, const ObjectInstance& instance,
                                        ObjectClassHandle object_class) {
  const core::GeneratedName generated(object);
  context_.queue(wire::DiscoverObjectInstance{
      object, object_class, instance.name->empty() ? generated.view() : *instance.name});
}

bool InstanceLifecycle::make_callback(const Record&,
                                      const wire::DiscoverObjectInstance& discovery) {
  KnownObject* known = known_.find(discovery.object);
  // Delivered already, if a retracted deletion came between two discoveries.
  if (known == nullptr || known->discovered) return false;
  if (!declared().is_subscribed(known->known_class)) {
    ownership_.release_instance(discovery.object);
    known_.move_to_former(discovery.object);  // unsubscribed before the discovery was delivered
    return false;
  }
  known->discovered = true;
  context_.callbacks.current =
      wire::DiscoverObjectInstance{discovery.object, known->known_class, discovery.name};
  return true;
}

bool InstanceLifecycle::make_callback(const Record&, const wire::RemoveObjectInstance& removal) {
  const KnownObject* known = known_.find(removal.object);
  const bool is_discovered = known != nullptr && known->discovered;
  known_.erase(removal.object);
  known_.ownerships().erase(removal.object);
  federation_.objects().erase(removal.object);
  if (is_discovered) context_.callbacks.current = removal;
  return is_discovered;
}

// Updates knowledge of the instance, and advisories about it, after a change of owners.
void InstanceLifecycle::after_ownership_change(ObjectHandle object) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  ownership_.keep_only_owned(object);
  if (instance->deleted) return;
  advisories_.drop_lost_update_advice(object, *instance);
  KnownObject* known = known_.find(object);
  if (known == nullptr) {
    known_.add_released(object, instance->object_class);
    return consider_discovery(object, *instance);
  }
  if (Preferences* const preferences = known->preferences.value_if_created()) {
    preferences->keep_only(instance->owned_by(self_));
  }
  advisories_.advise_scope(object);
  advisories_.report_relevance(object, true);
  ownership_.assumption().offer(object);
}

// Handles a change of regions by which attributes may have come into the federate's reach, or left
// it.
void InstanceLifecycle::update_for_regions(ObjectHandle object) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr || instance->deleted) return;
  consider_discovery(object, *instance);
  advisories_.advise_scope(object);
  advisories_.report_relevance(object);
}

// A discovery that is still queued must fit the new subscriptions: its class must be subscribed,
// with an attribute that another federate owns. Otherwise the instance is looked at afresh.
void InstanceLifecycle::update_for_subscription(ObjectHandle object) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr || instance->deleted) return;
  const KnownObject* known = known_.find(object);
  const bool is_queued = known != nullptr && !known->discovered;
  if (is_queued && !declared()
                        .subscribed_attributes(known->known_class)
                        .intersects(instance->owned_by_others(self_))) {
    const AttributeSet reported_relevant = known->advised->reported_relevant;
    ownership_.release_instance(object);
    known_.move_to_former(object);
    rediscover(object, *instance, reported_relevant);
  }
  update_for_regions(object);
}

// --- Removal.

// The name is free at once.
void InstanceLifecycle::remove_instance(ObjectHandle object,
                                        const wire::RemoveObjectInstance& removal) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  end_deletion(object);
  if (!known_.contains(object)) {
    advisories_.forget_relevance(object);
    known_.ownerships().erase(object);
    erase(object, *instance);
    return;
  }
  encoded_.clear();
  wire::encode_record({}, removal, encoded_);
  delivery_.queue_data(encoded_);
  leave_tombstone(object, *instance);
}

void InstanceLifecycle::erase(ObjectHandle object, const ObjectInstance& instance) {
  known_.add_released(object, instance.object_class);
  federation_.objects().erase(object);
}

void InstanceLifecycle::leave_tombstone(ObjectHandle object, ObjectInstance& instance) {
  ownership_.leave_tombstone(object, instance);
  instance.regions.clear();
  instance.deleted = true;
  federation_.objects().release_name(object);
  advisories_.forget_relevance(object);
}

void InstanceLifecycle::forget_own_instance(ObjectHandle object) {
  known_.erase(object);
  known_.ownerships().erase(object);
  advisories_.forget_relevance(object);
  federation_.objects().erase(object);
}

void InstanceLifecycle::forget(ObjectHandle object) {
  advisories_.forget_relevance(object);
  known_.ownerships().erase(object);
  federation_.remove_instance(object);
}

// The RTIG may have supplied the instance before it had read the deletion.
bool InstanceLifecycle::was_deleted(const core::InstanceSnapshot& instance) const {
  const auto at = deleted_directly_.find(instance.object);
  if (at == deleted_directly_.end()) return false;
  return std::ranges::any_of(instance.owners, [&](const core::OwnershipSnapshot& owner) {
    return owner.federate == at->second &&
           owner.attributes.contains(federation_.privilege_to_delete());
  });
}

void InstanceLifecycle::record_direct_deletion(const Record& record, ObjectHandle object) {
  const bool under_way = interest_.is_supply_pending() && neighbours_.is_unchecked();
  if (under_way && !TRIAD_DEFECT(deletion_forgotten_in_a_supply)) {
    deleted_directly_[object] = record.header.from();
  }
}

Fault InstanceLifecycle::receive_record(const Record& record,
                                        const wire::DeleteObjectInstance& deletion) {
  if (neighbours_.is_unchecked() &&
      !neighbours_.may_delete(record.header.from(), deletion.object)) {
    return neighbours_.sender_fault(record,
                                    "a deletion of an object instance that it may not delete");
  }
  if (deletion.serial == 0) {
    record_direct_deletion(record, deletion.object);
    remove_instance(deletion.object, {deletion.object, {}, deletion.time, deletion.tag});
  } else if (federation_.objects().find(deletion.object) != nullptr) {
    // The latest deletion counts. It may come from a later owner of the privilege that discovered
    // the instance after the earlier deletion had been sent.
    end_deletion(deletion.object);
    state_.removals[deletion.object].retraction = {deletion.serial, record.header.from()};
    retraction_.queue_message(record, deletion.time, deletion.serial, deletion.horizon);
  }
  return {};
}

// --- Completion of deletions in time-stamp order (see instance_lifecycle.hpp).

void InstanceLifecycle::complete_deletions(const core::Time& now) {
  for (auto at = state_.deletions.begin(); at != state_.deletions.end();) {
    const auto& [object, deletion] = *at;
    // At the very time of a TARA grant the deletion may still be retracted.
    const bool retractable = time_.state().regulates() &&
                             may_still_arrive(time_.type(), time_.send_bound(), deletion.stamp);
    if (time_.type().less(now, deletion.stamp) || retractable) {
      ++at;
      continue;
    }
    complete_deletion(object, deletion);
    at = state_.deletions.erase(at);
  }
}

void InstanceLifecycle::complete_all_deletions() {
  for (const auto& [object, deletion] : state_.deletions) complete_deletion(object, deletion);
  state_.deletions.clear();
}

void InstanceLifecycle::complete_deletion(ObjectHandle object, const Deletion& deletion) {
  context_.send_to_rtig(wire::DeletionCompleted{object, deletion.stamp.bytes(), deletion.tag});
  forget_own_instance(object);
}

Fault InstanceLifecycle::receive_record(const Record& record,
                                        const wire::DeletionCompleted& completed) {
  const ObjectHandle object = completed.object;
  // The RTIG sends this record in the name of a federate that resigns before its time reaches the
  // stamp.
  if (record.header.cause() == self_) return {};
  const auto removal = state_.removals.find(object);
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return {};
  // The completed deletion may be an earlier one, if the RTIG had not read the latest.
  if (removal == state_.removals.end()) {
    // The instance became known here after the deletion had been sent.
    remove_instance(object, {object, {}, completed.time, completed.tag});
  } else if (removal->second.delivered) {
    state_.removals.erase(removal);
    known_.ownerships().erase(object);
    erase(object, *instance);
  } else {
    leave_tombstone(object, *instance);
  }
  return {};
}

bool InstanceLifecycle::make_callback(const Record& record,
                                      const wire::DeleteObjectInstance& deletion) {
  const auto removal = state_.removals.find(deletion.object);
  const KnownObject* known = known_.find(deletion.object);
  const bool is_discovered = known != nullptr && known->discovered;
  if (!retraction_.check_delivery(record, deletion.serial, is_discovered) ||
      removal == state_.removals.end())
    return false;
  if (delivery_.order_delivered(record) == Ordering::timestamp)
    time_.record_delivery(deletion.time);
  ObjectInstance* instance = federation_.objects().find(deletion.object);
  if (known != nullptr) removal->second.reported_relevant = known->advised->reported_relevant;
  ownership_.release_instance(deletion.object);
  known_.move_to_former(deletion.object);
  if (instance == nullptr || instance->deleted) {
    federation_.objects().erase(deletion.object);
    state_.removals.erase(removal);
  } else {
    removal->second.delivered = true;  // must not be discovered again
  }
  if (is_discovered) {
    context_.callbacks.current = wire::RemoveObjectInstance{
        deletion.object, {deletion.serial, record.header.from()}, deletion.time, deletion.tag};
  }
  return is_discovered;
}

void InstanceLifecycle::record_own_deletion(const wire::DeleteObjectInstance& deletion,
                                            const std::optional<core::Time>& stamp) {
  end_deletion(deletion.object);
  if (!stamp) return forget_own_instance(deletion.object);
  state_.deletions[deletion.object] = {deletion.serial, *stamp, std::string(deletion.tag)};
}

void InstanceLifecycle::end_deletion(ObjectHandle object) {
  const auto deletion = state_.deletions.find(object);
  if (deletion == state_.deletions.end()) return;
  retraction_.forget_sent(deletion->second.serial);
  state_.deletions.erase(deletion);
}

void InstanceLifecycle::after_own_retraction(std::uint64_t serial) {
  std::erase_if(state_.deletions,
                [&](const auto& deletion) { return deletion.second.serial == serial; });
}

// Keeps the instance. A federate that has been told of the removal discovers it again.
void InstanceLifecycle::after_retraction(const wire::Retraction& retraction) {
  const auto removal = std::ranges::find_if(
      state_.removals, [&](const auto& entry) { return entry.second.retraction == retraction; });
  if (removal == state_.removals.end()) return;
  const auto [object, removed] = *removal;
  state_.removals.erase(removal);
  if (ObjectInstance* instance = federation_.objects().find(object)) {
    rediscover(object, *instance, removed.reported_relevant);
    known_.add_released(object, instance->object_class);
  }
}

// --- Saved state.

bool InstanceLifecycle::load(wire::Decoder& in) {
  in.get(state_);
  return in.ok() && std::ranges::all_of(state_.deletions, [&](const auto& entry) {
           return time_.checks().is_valid(entry.second.stamp.bytes());
         });
}

}  // namespace triad::rtia
