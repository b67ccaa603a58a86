// What was saved of a federate (saved_state.hpp) becomes the state of a Membership, or of its time,
// that has sent and received nothing yet. It comes from a file: what does not fit is refused.
#include <algorithm>

#include "rtia/membership.hpp"
#include "rtia/saved_state.hpp"

namespace triad::rtia {

namespace {

// False: the object model has no such class.
bool load_traffic(Traffic& traffic, const std::vector<SavedTraffic>& list) {
  for (const SavedTraffic& taken : list) {
    if (taken.handle >= traffic.size()) return false;
    ClassTraffic& of = traffic[taken.handle];
    of.calls = taken.calls;
    of.by[static_cast<std::size_t>(Transportation::reliable)] = taken.reliable;
    of.by[static_cast<std::size_t>(Transportation::best_effort)] = taken.best_effort;
    of.objects = taken.objects;
  }
  return true;
}

}  // namespace

bool Membership::begin(const wire::RestoreImage& image) {
  const auto snapshot = wire::decode<core::FederationSnapshot>(image.federation);
  const auto part = wire::decode<SavedMembership>(image.part);
  if (!snapshot || !part || !federation_.restore(*snapshot) ||
      federation_.member(self_) == nullptr || !federation_.privilege_to_delete()) {
    return false;
  }
  save_.restored_position = part->position;
  promising_.regulation_logged_at = part->regulation_logged_at;
  for (const SavedBlock& block : part->leases) {
    if (block.next > block.end) return false;
    registering_.leases.push_back({block.next, block.end});
  }
  ownership_.load(part->transfers);
  for (const SavedInteractionWay& way : part->interaction_ways) {
    if (model().find(way.interaction_class) == nullptr) return false;
    if (way.transportation)
      interaction_preferences_.transportation[way.interaction_class] = *way.transportation;
    if (way.order) interaction_preferences_.order[way.interaction_class] = *way.order;
  }
  for (const auto& [label, achieved] : part->announced) announced_[label] = achieved;
  return advisories_.load(part->advisories) && load_instances(*part) && time_.restore(part->time) &&
         load_messages(part->messages) && load_managed(part->managed);
}

bool Membership::load_instances(const SavedMembership& part) {
  for (const SavedGone& gone : part.gone) {
    ObjectInstance instance;
    instance.object_class = gone.object_class;
    instance.deleted = true;
    if (!gone.name.empty()) instance.name.edit() = gone.name;
    if (model().find(gone.object_class) == nullptr ||
        !federation_.objects().insert_deleted(gone.object, std::move(instance))) {
      return false;
    }
  }
  for (const SavedKnown& taken : part.known) {
    const ObjectInstance* instance = federation_.objects().find(taken.object);
    if (instance == nullptr || model().find(taken.known_class) == nullptr) return false;
    KnownObject& known = known_.add(taken.object);
    known.known_class = taken.known_class;
    known.object_class = instance->object_class;
    known.updated = taken.updated;
    known.reflected = taken.reflected;
    known.discovered = taken.discovered;
    if (Told told{taken.in_scope, taken.told_in_scope, taken.reported_relevant}; !told.empty()) {
      known.told.edit() = std::move(told);
    }
    if (taken.transportation.empty() && taken.order.empty()) continue;
    Preferences& preferences = known.preferences.edit();
    for (const auto& [attribute, transportation] : taken.transportation) {
      preferences.transportation[attribute] = transportation;
    }
    for (const auto& [attribute, order] : taken.order) preferences.order[attribute] = order;
  }
  for (const auto& [object, updated, reflected] : part.former) {
    ObjectInstance* instance = federation_.objects().find(object);
    if (instance == nullptr) return false;
    instance->updated = updated;
    instance->reflected = reflected;
  }
  return std::ranges::all_of(part.gone, [&](const SavedGone& gone) { return load_owned(gone); });
}

bool Membership::load_owned(const SavedGone& gone) {
  const KnownObject* known = known_.find(gone.object);
  if (!gone.owned.includes(gone.offered)) return false;
  if (gone.owned.empty()) return true;
  if (known == nullptr || !federation_.attributes_fit(known->known_class, gone.owned)) return false;
  ObjectInstance& instance = *federation_.objects().find(gone.object);
  instance.give(self_, gone.owned, known->known_class);
  instance.offer(gone.offered, {});
  return true;
}

// Who subscribes to the federate's states was told of them as they were when it was saved.
bool Membership::load_managed(const SavedManaged& taken) {
  const bool fits = load_traffic(managed_.updates, taken.updates) &&
                    load_traffic(managed_.reflections, taken.reflections) &&
                    load_traffic(managed_.sent, taken.sent) &&
                    load_traffic(managed_.received, taken.received) &&
                    taken.told.condition <= static_cast<std::uint8_t>(FederateCondition::restoring);
  if (!fits) return false;
  managed_.reports_services = taken.reports_services;
  managed_.logs_exceptions = taken.logs_exceptions;
  managed_.last_alert = taken.last_alert;
  note_interest_in_states();
  managed_.states_told = {static_cast<FederateCondition>(taken.told.condition),
                          taken.told.constrained, taken.told.regulating, taken.told.asynchronous,
                          taken.told.advancing};
  return true;
}

bool Membership::load_messages(const SavedMessages& taken) {
  if (!retraction_.load(taken) || !lifecycle_.load(taken) || !delivery_.load(taken)) return false;
  for (const std::string& record : taken.queue) {
    const auto parsed = wire::parse_record(bytes_of(record));
    if (!parsed) return false;
    if ((parsed->header.flags & wire::kTimeStamped) != 0) ++callbacks_.stamped;
    callbacks_.queue.push(bytes_of(record), wire::may_be_lost(bytes_of(record)));
  }
  return true;
}

// --- Time.

bool FederateTime::restore(const SavedTime& taken) {
  const TimeState& state = taken.state;
  const auto fit = [&](const Time& time) { return fits(time.bytes()); };
  const auto bound_fits = [&](const std::optional<TimeBound>& bound) {
    return !bound || fit(bound->time);
  };
  const auto advance_fits = [&](const Pending& advance) {
    return fit(advance.time) && (!advance.decided || fit(advance.granted));
  };
  const auto promise_fits = [&](const auto& entry) {
    const core::Regulators::Promise& promise = entry.second;
    return bound_fits(promise.bound) && bound_fits(promise.promised) &&
           bound_fits(promise.conditional);
  };
  // What was never asked for has no time.
  const bool regulation_time_fits =
      state.regulation_time.bytes().empty() || fit(state.regulation_time);
  if (!fit(state.time) || !fit(state.guaranteed.time) || !fit(state.lookahead) ||
      !regulation_time_fits || (state.next_lookahead && !fit(*state.next_lookahead)) ||
      !bound_fits(state.lookahead_floor) || !bound_fits(state.promised) ||
      (state.advance && !advance_fits(*state.advance)) ||
      !std::ranges::all_of(taken.others, promise_fits)) {
    return false;
  }
  now_ = state;
  others_.restore(taken.others);
  return true;
}

}  // namespace triad::rtia
