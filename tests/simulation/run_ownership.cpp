// Ownership management in a run (run.hpp).
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

// Returns one of its own object instances, or another one.
ObjectHandle FederationRun::random_own_object(Federate f) {
  const auto& own = federates_[f]->owned_objects;
  return own.empty() || one_in(12) ? random_object(f) : random_element(own);
}

// Returns mostly some of `from`; sometimes any.
AttributeSet FederationRun::random_subset(const AttributeSet& from, Federate f,
                                          ObjectHandle object) {
  const auto known = federates_[f]->member->known.find(object);
  if (from.empty() || one_in(12)) {
    return random_attributes(
        known == federates_[f]->member->known.end() ? kVehicleClass : known->second.known_class);
  }
  AttributeSet set;
  from.for_each([&](AttributeHandle attribute) {
    if (!one_in(3)) set.insert(attribute);
  });
  return set;
}

void FederationRun::call_ownership_service(Federate f) {
  switch (random_below(12)) {
    case 0:
      return divest(f);
    case 1:
    case 2:
      return offer_attributes(f);
    case 3:
      return withdraw_offer(f);
    case 4:
    case 5:
    case 6:
      return acquire(f, false);
    case 7:
      return acquire(f, true);
    case 8:
    case 9:
      return cancel_acquisition(f);
    case 10:
      return release_attributes(f);
    default:
      return query_owner(f);
  }
}

void FederationRun::update_owned_objects(Federate f) {
  FederateState& state = *federates_[f];
  state.owned_objects.clear();
  for (const auto& [object, known] : state.member->known) {
    const Instance& instance = history_.instances.at(object);
    if (instance.deletion.empty() && !history_.owned(*state.member, object).empty()) {
      state.owned_objects.push_back(object);
    }
  }
}

void FederationRun::divest(Federate f) {
  Member& member = *federates_[f]->member;
  const ObjectHandle object = random_own_object(f);
  const AttributeSet attributes = random_subset(history_.owned(member, object), f, object);
  federates_[f]->may_divest = true;
  judge_.ownership.record_possible_loss(member, object, attributes);
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::UnconditionalAttributeOwnershipDivestiture{object, attributes},
                    judge_.objects.result_of_use(member, object, attributes, true),
                    [this, f, &member, object, attributes](auto...) {
                      judge_.ownership.record_divestiture(member, object, attributes);
                      update_owned_objects(f);
                    });
}

void FederationRun::offer_attributes(Federate f) {
  Member& member = *federates_[f]->member;
  const ObjectHandle object = random_own_object(f);
  const AttributeSet attributes = random_subset(history_.owned(member, object), f, object);
  const std::string_view tag = keep_text("offer" + std::to_string(++counts_.tags));
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::NegotiatedAttributeOwnershipDivestiture{object, attributes, tag},
                    judge_.ownership.result_of_offer(member, object, attributes),
                    [this, &member, object, attributes](auto...) {
                      judge_.ownership.record_offer(member, object, attributes);
                    });
}

void FederationRun::withdraw_offer(Federate f) {
  Member& member = *federates_[f]->member;
  ObjectHandle object = random_own_object(f);
  AttributeSet attributes = random_subset(history_.owned(member, object), f, object);
  for (const auto& [handle, instance] : history_.instances) {
    const auto offered = instance.offered.find(history_.place_of(member));
    if (offered == instance.offered.end() || one_in(3)) continue;
    object = handle;
    attributes = random_subset(offered->second, f, object);
  }
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::CancelNegotiatedAttributeOwnershipDivestiture{object, attributes},
                    judge_.ownership.result_of_withdrawal(member, object, attributes),
                    [this, &member, object, attributes](auto...) {
                      judge_.ownership.record_withdrawal(member, object, attributes);
                    });
}

// Returns the attributes that it may own and does not.
AttributeSet FederationRun::acquirable_attributes(Federate f, ObjectHandle object) {
  const Member& member = *federates_[f]->member;
  const auto known = member.known.find(object);
  if (known == member.known.end()) return {};
  const auto published = member.declared.published.find(known->second.known_class);
  if (published == member.declared.published.end()) return {};
  return published->second - history_.owned(member, object);
}

void FederationRun::acquire(Federate f, bool if_available) {
  const ObjectHandle object = random_object(f);
  acquire(f, object, random_subset(acquirable_attributes(f, object), f, object), if_available);
}

void FederationRun::acquire(Federate f, ObjectHandle object, const AttributeSet& attributes,
                            bool if_available) {
  Member& member = *federates_[f]->member;
  const ExpectedResult expected_result =
      judge_.ownership.result_of_acquisition(member, object, attributes, if_available);
  const std::string text = text_of(object) + " " + text_of(attributes);
  const auto effect = [this, &member, object, attributes, if_available](auto...) {
    judge_.ownership.record_acquisition(member, object, attributes, if_available);
  };
  if (if_available) {
    return begin_judged_call(f, text,
                             wire::AttributeOwnershipAcquisitionIfAvailable{object, {}, attributes},
                             expected_result, effect);
  }
  const std::string_view tag = keep_text("want" + std::to_string(++counts_.tags));
  begin_judged_call(f, text, wire::AttributeOwnershipAcquisition{object, {}, attributes, tag},
                    expected_result, effect);
}

void FederationRun::cancel_acquisition(Federate f) {
  Member& member = *federates_[f]->member;
  ObjectHandle object = random_object(f);
  AttributeSet attributes = random_subset(acquirable_attributes(f, object), f, object);
  for (const auto& [handle, requests] : member.ownership_requests) {
    if (requests.acquiring.empty() || one_in(3)) continue;
    object = handle;
    attributes = random_subset(requests.acquiring, f, object);
  }
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::CancelAttributeOwnershipAcquisition{object, attributes},
                    judge_.ownership.result_of_cancellation(member, object, attributes),
                    [this, &member, object, attributes](auto...) {
                      judge_.ownership.record_cancellation(member, object, attributes);
                    });
}

void FederationRun::release_attributes(Federate f) {
  Member& member = *federates_[f]->member;
  ObjectHandle object = random_own_object(f);
  AttributeSet attributes = random_subset(history_.owned(member, object), f, object);
  for (const auto& [handle, requests] : member.ownership_requests) {
    if (requests.release_requested.empty() || one_in(3)) continue;
    object = handle;
    attributes = random_subset(requests.release_requested, f, object);
  }
  release_attributes(f, object, attributes);
}

void FederationRun::release_attributes(Federate f, ObjectHandle object,
                                       const AttributeSet& attributes) {
  Member& member = *federates_[f]->member;
  federates_[f]->may_divest = true;
  judge_.ownership.record_possible_loss(member, object, attributes);
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::AttributeOwnershipReleaseResponse{object, attributes},
                    judge_.ownership.result_of_release(member, object, attributes),
                    [this, f, &member, object, attributes](const AttributeSet& released) {
                      judge_.ownership.record_release(member, object, attributes, released);
                      update_owned_objects(f);
                    });
}

void FederationRun::query_owner(Federate f) {
  Member& member = *federates_[f]->member;
  const ObjectHandle object = random_object(f);
  const AttributeHandle attribute(static_cast<std::uint32_t>(1 + random_below(4)));
  begin_judged_call(f, text_of(object) + " " + text_of(AttributeSet{attribute}),
                    wire::QueryAttributeOwnership{object, attribute},
                    judge_.objects.result_of_use(member, object, {attribute}, false),
                    [this, &member, object, attribute, begun = now_](auto...) {
                      judge_.ownership.record_query(member, object, attribute, begun);
                    });
}

// --- Answers to requests, some of the time.

void FederationRun::answer_callback(Federate f,
                                    const wire::RequestAttributeOwnershipAssumption& m) {
  if (times_of_run_.end == 0 && one_in(2) && !federates_[f]->pending_call)
    acquire(f, m.object, m.attributes, one_in(2));
}

void FederationRun::answer_callback(Federate f, const wire::RequestAttributeOwnershipRelease& m) {
  if (times_of_run_.end != 0 || federates_[f]->pending_call) return;
  if (one_in(2)) return release_attributes(f, m.object, m.attributes);
  if (one_in(4)) offer_attributes(f);
}

}  // namespace triad::test
