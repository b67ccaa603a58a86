#include "tests/simulation/judge/object_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;
using wire::ResignAction;

// --- Permitted results of calls.

Fate ObjectJudge::to_use(const Member& member, ObjectHandle object) const {
  Fate fate;
  fate.add(!member.known.contains(object), ErrorCode::ObjectNotKnown);
  // Its own deletion in time-stamp order is complete when its time has reached the stamp.
  const Instance* instance = history_.instance(object);
  if (instance != nullptr && !instance->deletion.empty()) {
    fate.may.insert(ErrorCode::ObjectNotKnown);
  }
  return fate;
}

Fate ObjectJudge::to_use(const Member& member, ObjectHandle object, const AttributeSet& attributes,
                         bool must_own) const {
  Fate fate = to_use(member, object);
  if (!fate.must.empty()) return fate;
  const auto available = attributes_at(member.known.at(object).known_class);
  fate.add(!AttributeSet::up_to(available).includes(attributes), ErrorCode::AttributeNotDefined);
  fate.add(must_own && !history_.owned(member, object).includes(attributes),
           ErrorCode::AttributeNotOwned);
  return fate;
}

Fate ObjectJudge::to_register(const Member& member, ObjectClassHandle object_class,
                              const std::string& name) const {
  Fate fate;
  if (!defined(object_class)) return {{ErrorCode::ObjectClassNotDefined}};
  fate.add(!member.declared.published.contains(object_class), ErrorCode::ObjectClassNotPublished);
  fate.add(name.starts_with("HLA"), ErrorCode::ObjectAlreadyRegistered);
  if (!name.empty()) fate.may.insert(ErrorCode::ObjectAlreadyRegistered);
  return fate;
}

bool ObjectJudge::surely_free(const std::string& name) const {
  return std::ranges::none_of(history_.instances, [&](const auto& entry) {
    const Instance& instance = entry.second;
    const bool over = instance.is_deleted && instance.settled && !instance.deleted_once;
    return instance.name == name && !over;
  });
}

Fate ObjectJudge::to_delete(const Member& member, ObjectHandle object) const {
  Fate fate = to_use(member, object);
  if (!fate.must.empty()) return fate;
  fate.add(!history_.owned(member, object).contains(kPrivilegeAttribute),
           ErrorCode::DeletePrivilegeNotHeld, history_.doubtful(object));
  return fate;
}

Fate ObjectJudge::to_delete_locally(const Member& member, ObjectHandle object) const {
  Fate fate = to_use(member, object);
  fate.add(!history_.owned(member, object).empty(), ErrorCode::FederateOwnsAttributes);
  return fate;
}

// HLA 1.3 clause 4.5.
Fate ObjectJudge::to_resign(const Member& member, ResignAction action) const {
  if (action < ResignAction::release_attributes || action > ResignAction::no_action) {
    return {{ErrorCode::InvalidResignAction}};
  }
  Fate fate;
  const bool all_go = action == ResignAction::release_attributes ||
                      action == ResignAction::delete_objects_and_release_attributes;
  for (const auto& [object, instance] : history_.instances) {
    const AttributeSet owned = history_.owned(member, object);
    const bool deleted =
        action == ResignAction::delete_objects && owned.contains(kPrivilegeAttribute);
    if (all_go || owned.empty() || deleted) continue;
    fate.add(true, ErrorCode::FederateOwnsAttributes, history_.doubtful(object));
  }
  return fate;
}

// --- Effects of calls.

void ObjectJudge::registered(Member& member, ObjectHandle object, ObjectClassHandle object_class,
                             const std::string& name, std::uint64_t begun) {
  Instance instance;
  instance.object_class = object_class;
  instance.name = name.empty() ? "HLA" + std::to_string(object.value) : name;
  instance.registrant = history_.place_of(member);
  instance.registered = begun;
  instance.registered_until = history_.now;
  if (!history_.instances.emplace(object, instance).second) {
    history_.complain(member, "registers " + text_of(object) + ", which there was before");
  }
  for (const auto& [other, present] : history_.instances) {
    // The other instance existed all the time: no member that could delete it is leaving.
    const bool kept = other != object && !present.doubtful() && present.registered < begun &&
                      history_.members[present.privileged]->counts() &&
                      present.may_get_privilege.empty();
    if (kept && present.name == instance.name) {
      history_.complain(member, "registers a second instance '" + instance.name + "'");
    }
  }
  member.known[object] = {object_class, history_.now, {}};
  history_.gain(member, object, member.declared.published.at(object_class));
}

void ObjectJudge::deleted(Member& member, const Message& deletion) {
  Instance& instance = history_.instances.at(deletion.object);
  instance.deleter = history_.place_of(member);
  if (deletion.tso()) {
    instance.deletion = deletion.tag;
    instance.deleted_once = true;
  } else {
    instance.is_deleted = true;
    history_.forget(member, deletion.object);
  }
}

void ObjectJudge::retracted(Member&, const Message& deletion) {
  history_.instances.at(deletion.object).deletion.clear();
}

void ObjectJudge::deleted_locally(Member& member, ObjectHandle object) {
  history_.forget(member, object);
  member.locally_deleted[object] = history_.now;
}

// With the resignation, deletions in time-stamp order become final.
void ObjectJudge::resigned(Member& member, ResignAction action) {
  leave(member, action == ResignAction::delete_objects ||
                    action == ResignAction::delete_objects_and_release_attributes);
}

void ObjectJudge::lost(Member& member, bool unsure) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) {
    const auto leaving = instance.leaving.find(place);
    const bool involved = instance.owned.contains(place) || leaving != instance.leaving.end();
    if (involved && unsure) instance.unsure = true;
    // It may have yielded the privilege without effect, and still have had it.
    if (instance.privileged == place && !instance.owned_by_all().contains(kPrivilegeAttribute)) {
      instance.unsure = true;
    }
  }
  leave(member, true);
}

// Ends the member's ownership. If `deletes`, instances with its privilege are deleted.
void ObjectJudge::leave(Member& member, bool deletes) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) {
    const AttributeSet owned = history_.owned(member, object);
    const bool may_own = instance.may_get_privilege.contains(place);
    if (deletes && may_own) instance.unsure = true;
    const bool completes = !instance.deletion.empty() && instance.deleter == place;
    if (completes || (deletes && owned.contains(kPrivilegeAttribute))) instance.is_deleted = true;
    // It may have owned requested attributes without having been told.
    if (!owned.empty() || may_own || member.wishes.contains(object)) {
      instance.ownership_changed = history_.now;
    }
    history_.lose(member, object, owned);
    instance.leaving.erase(place);
  }
  member.wishes.clear();
}

void ObjectJudge::requested(const Member& member, ObjectHandle object,
                            ObjectClassHandle object_class, const AttributeSet& attributes,
                            std::uint64_t begun) {
  requests_.push_back({history_.place_of(member), object, object_class, attributes, begun, false});
}

void ObjectJudge::requested_with_region(const Member& member, ObjectClassHandle object_class,
                                        const AttributeSet& attributes, std::uint64_t begun) {
  requests_.push_back({history_.place_of(member), {}, object_class, attributes, begun, true});
}

// --- Callbacks.

void ObjectJudge::on(Member& member, const wire::DiscoverObjectInstance& m) {
  const std::string what = "discovers " + text_of(m.object);
  const Instance* instance = history_.instance(m.object);
  if (instance == nullptr) return history_.complain(member, what + ", which nobody registered");
  if (member.known.contains(m.object)) history_.complain(member, what + " twice");
  if (m.name != instance->name) history_.complain(member, what + " by another name");
  if (instance->settled) history_.complain(member, what + ", which is deleted");
  if (!is_a(instance->object_class, m.object_class) ||
      !member.declared.subscribes(m.object_class)) {
    history_.complain(member, what + " at a class that it does not subscribe");
  }
  const bool stable = member.declared.last_change(instance->object_class) < instance->registered;
  if (stable && m.object_class != member.declared.nearest(instance->object_class)) {
    history_.complain(member, what + " at another class than the nearest");
  }
  if (history_.surely_out_of_reach(member, m.object)) {
    history_.complain(member, what + ", of which nothing is within its reach");
  }
  const auto removed = member.removed.find(m.object);
  if (removed != member.removed.end()) {
    const auto by = history_.messages.find(removed->second);
    if (by == history_.messages.end() || !by->second.retracted) {
      history_.complain(member, what + " though it is removed");
    }
    member.removed.erase(removed);
  }
  member.known[m.object] = {m.object_class, history_.now, {}};
}

void ObjectJudge::on(Member& member, const wire::RemoveObjectInstance& m) {
  const std::string what = "removes " + text_of(m.object);
  if (!member.known.contains(m.object)) {
    return history_.complain(member, what + ", which it does not know");
  }
  const Instance& instance = history_.instances.at(m.object);
  const bool stays = instance.exists() && history_.members[instance.privileged]->counts() &&
                     instance.may_get_privilege.empty();
  if (m.tag.empty() ? stays : history_.messages.at(std::string(m.tag)).object != m.object) {
    history_.complain(member, what + ", which nobody deleted");
  }
  history_.forget(member, m.object);
  member.removed[m.object] = m.tag;
  member.once_removed.insert(m.object);
}

void ObjectJudge::on(Member& member, const wire::ProvideAttributeValueUpdate& m) {
  const std::string what = "is to provide " + text_of(m.attributes) + " of " + text_of(m.object);
  if (m.attributes.empty() || !history_.owned(member, m.object).includes(m.attributes)) {
    return history_.complain(member, what + ", which it does not own");
  }
  const Instance& instance = history_.instances.at(m.object);
  const auto all = AttributeSet::up_to(attributes_at(instance.object_class));
  const auto requests =
      static_cast<std::size_t>(std::ranges::count_if(requests_, [&](const Request& request) {
        return concerns(request, m.object, instance, all);
      }));
  if (++provided_[{history_.place_of(member), m.object}] > requests) {
    history_.complain(member, what + " though nobody asked");
  }
}

bool ObjectJudge::concerns(const Request& request, ObjectHandle object, const Instance& instance,
                           const AttributeSet& attributes) {
  const bool meant =
      request.object ? request.object == object : is_a(instance.object_class, request.object_class);
  return meant && request.attributes.intersects(attributes);
}

// --- At rest.

void ObjectJudge::judge_rest(bool over) {
  for (const auto& member : history_.members) {
    if (!member->present()) continue;
    judge_knowledge(*member, over);
    if (!member->holds_back_receive_order()) member->all_taken_at = history_.now;
  }
  judge_requests();
  for (auto& [object, instance] : history_.instances) {
    if (!instance.unsure && instance.is_deleted) instance.settled = true;
  }
}

void ObjectJudge::judge_knowledge(const Member& member, bool over) {
  for (const auto& [object, instance] : history_.instances) {
    if (instance.unsure) continue;
    const bool knows = member.known.contains(object);
    const bool deleter = history_.place_of(member) == instance.deleter;
    if (knows && instance.is_deleted &&
        (over || (!instance.deleted_once && !member.holds_back_receive_order()))) {
      history_.complain(member, "knows " + text_of(object) + ", which is deleted");
    }
    if (knows && over && !deleter && !instance.deletion.empty()) {
      history_.complain(
          member, "still knows " + text_of(object) + ", which '" + instance.deletion + "' deleted");
    }
    const auto nearest = member.declared.nearest(instance.object_class);
    if (!instance.doubtful() && !knows && !history_.in_reach(member, nearest, object).empty()) {
      history_.complain(member, "does not know " + text_of(object));
    }
  }
}

// Checks that each owner was asked at least as often as is certain. A request too many is found at
// its callback.
void ObjectJudge::judge_requests() {
  for (const auto& [object, instance] : history_.instances) {
    if (!instance.exists() || instance.deleted_once) continue;
    for (const auto& [place, owned] : instance.owned) judge_requests(place, object, instance);
  }
  requests_.clear();
  provided_.clear();
}

void ObjectJudge::judge_requests(std::size_t place, ObjectHandle object, const Instance& instance) {
  const Member& owner = *history_.members[place];
  if (!owner.counts()) return;
  const auto due =
      static_cast<std::size_t>(std::ranges::count_if(requests_, [&](const Request& request) {
        return !request.with_region &&
               concerns(request, object, instance, instance.owned.at(place)) &&
               !history_.members[request.requester]->lost &&
               owner.known.at(object).since < request.begun &&
               instance.ownership_changed < request.begun;
      }));
  if (provided_[{place, object}] < due) {
    history_.complain(owner, "was not asked to provide values of " + text_of(object));
  }
}

}  // namespace triad::test
