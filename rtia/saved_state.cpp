// A Membership's part of a save, made; saved_state_load.cpp takes it in.
#include "rtia/saved_state.hpp"

#include <algorithm>

#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

// Most classes have no traffic.
std::vector<SavedTraffic> traffic_to_save(const Traffic& traffic) {
  std::vector<SavedTraffic> list;
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    const SavedTraffic kept{static_cast<std::uint32_t>(i), traffic[i].calls,
                            traffic[i].of(Transportation::reliable),
                            traffic[i].of(Transportation::best_effort), traffic[i].objects};
    if ((kept.calls | kept.reliable | kept.best_effort | kept.objects) != 0) list.push_back(kept);
  }
  return list;
}

SavedManaged managed_to_save(const Managed& managed) {
  const ManagerStates& told = managed.states_told;
  return {traffic_to_save(managed.updates),
          traffic_to_save(managed.reflections),
          traffic_to_save(managed.sent),
          traffic_to_save(managed.received),
          {static_cast<std::uint8_t>(told.condition), told.constrained, told.regulating,
           told.asynchronous, told.advancing},
          managed.reports_services,
          managed.logs_exceptions,
          managed.last_alert};
}

}  // namespace

// The callback that is being delivered is done with.
SavedMembership Membership::part() const {
  SavedMembership part;
  part.position = ambassador_.position_;
  part.regulation_logged_at = promising_.regulation_logged_at;
  save_instances(part);
  for (const Lease& lease : registering_.leases) part.leases.push_back({lease.next, lease.end});
  part.transfers = ownership_.to_save();
  for (const auto& [handle, transportation] : interaction_preferences_.transportation) {
    part.interaction_ways.push_back({handle, transportation, std::nullopt});
  }
  for (const auto& [handle, order] : interaction_preferences_.order) {
    part.interaction_ways.push_back({handle, std::nullopt, order});
  }
  for (const auto& [label, achieved] : announced_) part.announced.push_back({label, achieved});
  part.advisories = advisories_.to_save();
  part.time = time_.to_save();
  save_messages(part.messages);
  part.managed = managed_to_save(managed_);
  return part;
}

void Membership::save_instances(SavedMembership& part) const {
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    if (instance.deleted) {
      part.gone.push_back({object, instance.object_class, *instance.name, instance.owned_by(self_),
                           instance.offered()});
    }
    const KnownObject* const known_object = known_.find(object);
    if (known_object == nullptr) {
      const bool former = instance.updated || instance.reflected;
      if (former) part.former.push_back({object, instance.updated, instance.reflected});
      continue;
    }
    const KnownObject& known = *known_object;
    SavedKnown& kept = part.known.emplace_back();
    kept = {object,
            known.known_class,
            known.updated,
            known.reflected,
            known.discovered,
            known.told->in_scope,
            known.told->told_in_scope,
            known.told->reported_relevant,
            {},
            {}};
    for (const auto& [attribute, transportation] : known.preferences->transportation) {
      kept.transportation.push_back({attribute, transportation});
    }
    for (const auto& [attribute, order] : known.preferences->order) {
      kept.order.push_back({attribute, order});
    }
  }
}

void Membership::save_messages(SavedMessages& kept) const {
  retraction_.save(kept);
  lifecycle_.save(kept);
  delivery_.save(kept);
  bool done = callbacks_.taken && !callbacks_.taken_urgent;
  callbacks_.queue.for_each([&](Bytes record) {
    if (!std::exchange(done, false)) kept.queue.push_back(saved(record));
  });
}

// --- Time.

SavedTime FederateTime::to_save() const {
  return {now_, others_.promises()};
}

}  // namespace triad::rtia
