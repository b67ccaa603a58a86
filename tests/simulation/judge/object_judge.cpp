#include "tests/simulation/judge/object_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;
using wire::ResignAction;

// --- Permitted results of calls.

ExpectedResult ObjectJudge::result_of_use(const Member& member, ObjectHandle object) const {
  ExpectedResult expected_result;
  expected_result.add(!member.known.contains(object), ErrorCode::ObjectNotKnown);
  // Its own deletion in time-stamp order is complete when its time has reached the stamp.
  const Instance* instance = history_.find_instance(object);
  if (instance != nullptr && !instance->deletion.empty()) {
    expected_result.permitted.insert(ErrorCode::ObjectNotKnown);
  }
  return expected_result;
}

ExpectedResult ObjectJudge::result_of_use(const Member& member, ObjectHandle object,
                                          const AttributeSet& attributes, bool must_own) const {
  ExpectedResult expected_result = result_of_use(member, object);
  if (!expected_result.required.empty()) return expected_result;
  const auto available = attributes_at(member.known.at(object).known_class);
  expected_result.add(!AttributeSet::up_to(available).includes(attributes),
                      ErrorCode::AttributeNotDefined);
  expected_result.add(must_own && !history_.owned(member, object).includes(attributes),
                      ErrorCode::AttributeNotOwned);
  return expected_result;
}

ExpectedResult ObjectJudge::result_of_registration(const Member& member,
                                                   ObjectClassHandle object_class,
                                                   const std::string& name) const {
  ExpectedResult expected_result;
  if (!is_defined(object_class)) return {{ErrorCode::ObjectClassNotDefined}};
  expected_result.add(!member.declared.published.contains(object_class),
                      ErrorCode::ObjectClassNotPublished);
  expected_result.add(name.starts_with("HLA"), ErrorCode::ObjectAlreadyRegistered);
  if (!name.empty()) expected_result.permitted.insert(ErrorCode::ObjectAlreadyRegistered);
  return expected_result;
}

bool ObjectJudge::is_surely_free(const std::string& name) const {
  return std::ranges::none_of(history_.instances, [&](const auto& entry) {
    const Instance& instance = entry.second;
    const bool is_settled = instance.is_deleted && instance.is_settled && !instance.deleted_once;
    return instance.name == name && !is_settled;
  });
}

ExpectedResult ObjectJudge::result_of_deletion(const Member& member, ObjectHandle object) const {
  ExpectedResult expected_result = result_of_use(member, object);
  if (!expected_result.required.empty()) return expected_result;
  expected_result.add(!history_.owned(member, object).contains(kPrivilegeAttribute),
                      ErrorCode::DeletePrivilegeNotHeld, history_.is_doubtful(object));
  return expected_result;
}

ExpectedResult ObjectJudge::result_of_local_deletion(const Member& member,
                                                     ObjectHandle object) const {
  ExpectedResult expected_result = result_of_use(member, object);
  expected_result.add(!history_.owned(member, object).empty(), ErrorCode::FederateOwnsAttributes);
  return expected_result;
}

// HLA 1.3 clause 4.5.
ExpectedResult ObjectJudge::result_of_resignation(const Member& member, ResignAction action) const {
  if (action < ResignAction::release_attributes || action > ResignAction::no_action) {
    return {{ErrorCode::InvalidResignAction}};
  }
  ExpectedResult expected_result;
  const bool releases_all = action == ResignAction::release_attributes ||
                            action == ResignAction::delete_objects_and_release_attributes;
  for (const auto& [object, instance] : history_.instances) {
    const AttributeSet owned = history_.owned(member, object);
    const bool deleted =
        action == ResignAction::delete_objects && owned.contains(kPrivilegeAttribute);
    if (releases_all || owned.empty() || deleted) continue;
    expected_result.add(true, ErrorCode::FederateOwnsAttributes, history_.is_doubtful(object));
  }
  return expected_result;
}

// --- Effects of calls.

void ObjectJudge::record_registration(Member& member, ObjectHandle object,
                                      ObjectClassHandle object_class, const std::string& name,
                                      std::uint64_t begun) {
  Instance instance;
  instance.object_class = object_class;
  instance.name = name.empty() ? "HLA" + std::to_string(object.value) : name;
  instance.registrant = history_.place_of(member);
  instance.registered = begun;
  instance.registered_until = history_.now;
  if (!history_.instances.emplace(object, instance).second) {
    history_.report_error(member,
                          "registers " + text_of(object) + ", a handle that was in use before");
  }
  for (const auto& [other, present] : history_.instances) {
    // The other instance existed all the time: no member that could delete it is leaving.
    const bool kept = other != object && !present.is_doubtful() && present.registered < begun &&
                      history_.members[present.privilege_owner]->is_active() &&
                      present.may_get_privilege.empty();
    if (kept && present.name == instance.name) {
      history_.report_error(member, "registers an instance with the name '" + instance.name +
                                        "', which another instance has");
    }
  }
  member.known[object] = {object_class, history_.now, {}};
  history_.add_ownership(member, object, member.declared.published.at(object_class));
}

void ObjectJudge::record_deletion(Member& member, const Message& deletion) {
  Instance& instance = history_.instances.at(deletion.object);
  instance.deleter = history_.place_of(member);
  if (deletion.is_tso()) {
    instance.deletion = deletion.tag;
    instance.deleted_once = true;
  } else {
    instance.is_deleted = true;
    history_.forget_instance(member, deletion.object);
  }
}

void ObjectJudge::record_retraction(Member&, const Message& deletion) {
  history_.instances.at(deletion.object).deletion.clear();
}

void ObjectJudge::record_local_deletion(Member& member, ObjectHandle object) {
  history_.forget_instance(member, object);
  member.removals.local[object] = history_.now;
}

// With the resignation, deletions in time-stamp order become final.
void ObjectJudge::record_resignation(Member& member, ResignAction action) {
  remove_member(member, action == ResignAction::delete_objects ||
                            action == ResignAction::delete_objects_and_release_attributes);
}

void ObjectJudge::record_loss(Member& member, bool is_uncertain) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) {
    const auto leaving = instance.may_divest.find(place);
    const bool involved = instance.owned.contains(place) || leaving != instance.may_divest.end();
    if (involved && is_uncertain) instance.is_uncertain = true;
    // It may have yielded the privilege without effect, and still have had it.
    if (instance.privilege_owner == place &&
        !instance.owned_by_all().contains(kPrivilegeAttribute)) {
      instance.is_uncertain = true;
    }
  }
  remove_member(member, true);
}

// Ends the member's ownership. If `deletes`, instances with its privilege are deleted.
void ObjectJudge::remove_member(Member& member, bool deletes) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) {
    const AttributeSet owned = history_.owned(member, object);
    const bool may_own = instance.may_get_privilege.contains(place);
    if (deletes && may_own) instance.is_uncertain = true;
    const bool completes = !instance.deletion.empty() && instance.deleter == place;
    if (completes || (deletes && owned.contains(kPrivilegeAttribute))) instance.is_deleted = true;
    // It may have owned requested attributes without having been told.
    if (!owned.empty() || may_own || member.ownership_requests.contains(object)) {
      instance.ownership_changed = history_.now;
    }
    history_.remove_ownership(member, object, owned);
    instance.may_divest.erase(place);
  }
  member.ownership_requests.clear();
}

void ObjectJudge::record_request(const Member& member, ObjectHandle object,
                                 ObjectClassHandle object_class, const AttributeSet& attributes,
                                 std::uint64_t begun) {
  requests_.push_back({history_.place_of(member), object, object_class, attributes, begun, false});
}

void ObjectJudge::record_request_with_region(const Member& member, ObjectClassHandle object_class,
                                             const AttributeSet& attributes, std::uint64_t begun) {
  requests_.push_back({history_.place_of(member), {}, object_class, attributes, begun, true});
}

// --- Callbacks.

void ObjectJudge::receive_callback(Member& member, const wire::DiscoverObjectInstance& m) {
  const std::string error_text = "discovers " + text_of(m.object);
  const Instance* instance = history_.find_instance(m.object);
  if (instance == nullptr)
    return history_.report_error(member, error_text + ", which no federate has registered");
  if (member.known.contains(m.object)) history_.report_error(member, error_text + " twice");
  if (m.name != instance->name)
    history_.report_error(member, error_text + " with a name that is not the registered one");
  if (instance->is_settled) history_.report_error(member, error_text + ", which is deleted");
  if (!is_a(instance->object_class, m.object_class) ||
      !member.declared.is_subscribed(m.object_class)) {
    history_.report_error(member, error_text + " at a class that it does not subscribe");
  }
  const bool stable = member.declared.last_change(instance->object_class) < instance->registered;
  if (stable && m.object_class != member.declared.nearest_subscribed(instance->object_class)) {
    history_.report_error(member,
                          error_text + " at a class that is not the nearest subscribed one");
  }
  if (history_.is_surely_out_of_reach(member, m.object)) {
    history_.report_error(member,
                          error_text + ", although no attribute of it can reach this federate");
  }
  const auto removed = member.removals.tags.find(m.object);
  if (removed != member.removals.tags.end()) {
    const auto by = history_.messages.find(removed->second);
    if (by == history_.messages.end() || !by->second.retracted) {
      history_.report_error(member, error_text + " again after its removal");
    }
    member.removals.tags.erase(removed);
  }
  member.known[m.object] = {m.object_class, history_.now, {}};
}

void ObjectJudge::receive_callback(Member& member, const wire::RemoveObjectInstance& m) {
  const std::string error_text = "removes " + text_of(m.object);
  if (!member.known.contains(m.object)) {
    return history_.report_error(member, error_text + ", which it does not know");
  }
  const Instance& instance = history_.instances.at(m.object);
  const bool stays = instance.exists() && history_.members[instance.privilege_owner]->is_active() &&
                     instance.may_get_privilege.empty();
  if (m.tag.empty() ? stays : history_.messages.at(std::string(m.tag)).object != m.object) {
    history_.report_error(member, error_text + ", which no federate has deleted");
  }
  history_.forget_instance(member, m.object);
  member.removals.tags[m.object] = m.tag;
  member.removals.ever.insert(m.object);
}

void ObjectJudge::receive_callback(Member& member, const wire::ProvideAttributeValueUpdate& m) {
  const std::string error_text =
      "receives a request to provide " + text_of(m.attributes) + " of " + text_of(m.object);
  if (m.attributes.empty() || !history_.owned(member, m.object).includes(m.attributes)) {
    return history_.report_error(member, error_text + ", which it does not own");
  }
  const Instance& instance = history_.instances.at(m.object);
  const auto all = AttributeSet::up_to(attributes_at(instance.object_class));
  const auto requests =
      static_cast<std::size_t>(std::ranges::count_if(requests_, [&](const Request& request) {
        return concerns(request, m.object, instance, all);
      }));
  if (++provide_counts_[{history_.place_of(member), m.object}] > requests) {
    history_.report_error(member, error_text + " that no federate has made");
  }
}

bool ObjectJudge::concerns(const Request& request, ObjectHandle object, const Instance& instance,
                           const AttributeSet& attributes) {
  const bool meant =
      request.object ? request.object == object : is_a(instance.object_class, request.object_class);
  return meant && request.attributes.intersects(attributes);
}

// --- At rest.

void ObjectJudge::judge_idle_state(bool is_at_end) {
  for (const auto& member : history_.members) {
    if (!member->is_present()) continue;
    judge_knowledge(*member, is_at_end);
    if (!member->holds_back_receive_order()) member->drained_at = history_.now;
  }
  judge_requests();
  for (auto& [object, instance] : history_.instances) {
    if (!instance.is_uncertain && instance.is_deleted) instance.is_settled = true;
  }
}

void ObjectJudge::judge_knowledge(const Member& member, bool is_at_end) {
  for (const auto& [object, instance] : history_.instances) {
    if (instance.is_uncertain) continue;
    const bool knows = member.known.contains(object);
    const bool deleter = history_.place_of(member) == instance.deleter;
    if (knows && instance.is_deleted &&
        (is_at_end || (!instance.deleted_once && !member.holds_back_receive_order()))) {
      history_.report_error(member, "still knows " + text_of(object) + " after its deletion");
    }
    if (knows && is_at_end && !deleter && !instance.deletion.empty()) {
      history_.report_error(member, "still knows " + text_of(object) + " after its deletion '" +
                                        instance.deletion + "'");
    }
    const auto nearest = member.declared.nearest_subscribed(instance.object_class);
    if (!instance.is_doubtful() && !knows &&
        !history_.reachable_attributes(member, nearest, object).empty()) {
      history_.report_error(member,
                            "has not discovered " + text_of(object) + ", which it should know");
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
  provide_counts_.clear();
}

void ObjectJudge::judge_requests(std::size_t place, ObjectHandle object, const Instance& instance) {
  const Member& owner = *history_.members[place];
  if (!owner.is_active()) return;
  const auto due =
      static_cast<std::size_t>(std::ranges::count_if(requests_, [&](const Request& request) {
        return !request.with_region &&
               concerns(request, object, instance, instance.owned.at(place)) &&
               !history_.members[request.requester]->lost &&
               owner.known.at(object).since < request.begun &&
               instance.ownership_changed < request.begun;
      }));
  if (provide_counts_[{place, object}] < due) {
    history_.report_error(owner,
                          "has received too few requests to provide values of " + text_of(object));
  }
}

}  // namespace triad::test
