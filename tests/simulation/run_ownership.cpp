// Ownership management in a run (run.hpp).
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

// Returns one of its own object instances, or another one.
ObjectHandle FederationRun::own_object(Federate f) {
  const auto& own = ones_[f]->own;
  return own.empty() || one_in(12) ? some_object(f) : any(own);
}

// Returns mostly some of `from`; sometimes any.
AttributeSet FederationRun::some_of(const AttributeSet& from, Federate f, ObjectHandle object) {
  const auto known = ones_[f]->member->known.find(object);
  if (from.empty() || one_in(12)) {
    return some_attributes(known == ones_[f]->member->known.end() ? kVehicleClass
                                                                  : known->second.known_class);
  }
  AttributeSet set;
  from.for_each([&](AttributeHandle attribute) {
    if (!one_in(3)) set.insert(attribute);
  });
  return set;
}

void FederationRun::ownership_service(Federate f) {
  switch (below(12)) {
    case 0:
      return give_up(f);
    case 1:
    case 2:
      return offer(f);
    case 3:
      return withdraw(f);
    case 4:
    case 5:
    case 6:
      return acquire(f, false);
    case 7:
      return acquire(f, true);
    case 8:
    case 9:
      return cancel(f);
    case 10:
      return release(f);
    default:
      return ask_owner(f);
  }
}

void FederationRun::refresh_own(Federate f) {
  One& one = *ones_[f];
  one.own.clear();
  for (const auto& [object, known] : one.member->known) {
    const Instance& instance = history_.instances.at(object);
    if (instance.deletion.empty() && !history_.owned(*one.member, object).empty()) {
      one.own.push_back(object);
    }
  }
}

void FederationRun::give_up(Federate f) {
  Member& member = *ones_[f]->member;
  const ObjectHandle object = own_object(f);
  const AttributeSet attributes = some_of(history_.owned(member, object), f, object);
  ones_[f]->releases = true;
  judge_.ownership.may_lose(member, object, attributes);
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::UnconditionalAttributeOwnershipDivestiture{object, attributes},
         judge_.objects.to_use(member, object, attributes, true),
         [this, f, &member, object, attributes](auto...) {
           judge_.ownership.lost(member, object, attributes);
           refresh_own(f);
         });
}

void FederationRun::offer(Federate f) {
  Member& member = *ones_[f]->member;
  const ObjectHandle object = own_object(f);
  const AttributeSet attributes = some_of(history_.owned(member, object), f, object);
  const std::string_view tag = keep("offer" + std::to_string(++tags_));
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::NegotiatedAttributeOwnershipDivestiture{object, attributes, tag},
         judge_.ownership.to_offer(member, object, attributes),
         [this, &member, object, attributes](auto...) {
           judge_.ownership.offered(member, object, attributes);
         });
}

void FederationRun::withdraw(Federate f) {
  Member& member = *ones_[f]->member;
  ObjectHandle object = own_object(f);
  AttributeSet attributes = some_of(history_.owned(member, object), f, object);
  for (const auto& [handle, instance] : history_.instances) {
    const auto offered = instance.offered.find(history_.place_of(member));
    if (offered == instance.offered.end() || one_in(3)) continue;
    object = handle;
    attributes = some_of(offered->second, f, object);
  }
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::CancelNegotiatedAttributeOwnershipDivestiture{object, attributes},
         judge_.ownership.to_withdraw(member, object, attributes),
         [this, &member, object, attributes](auto...) {
           judge_.ownership.withdrawn(member, object, attributes);
         });
}

// Returns the attributes that it may own and does not.
AttributeSet FederationRun::wanted(Federate f, ObjectHandle object) {
  const Member& member = *ones_[f]->member;
  const auto known = member.known.find(object);
  if (known == member.known.end()) return {};
  const auto published = member.declared.published.find(known->second.known_class);
  if (published == member.declared.published.end()) return {};
  return published->second - history_.owned(member, object);
}

void FederationRun::acquire(Federate f, bool if_available) {
  const ObjectHandle object = some_object(f);
  acquire(f, object, some_of(wanted(f, object), f, object), if_available);
}

void FederationRun::acquire(Federate f, ObjectHandle object, const AttributeSet& attributes,
                            bool if_available) {
  Member& member = *ones_[f]->member;
  const Fate fate = judge_.ownership.to_acquire(member, object, attributes, if_available);
  const std::string text = text_of(object) + " " + text_of(attributes);
  const auto effect = [this, &member, object, attributes, if_available](auto...) {
    judge_.ownership.acquires(member, object, attributes, if_available);
  };
  if (if_available) {
    return judged(f, text, wire::AttributeOwnershipAcquisitionIfAvailable{object, {}, attributes},
                  fate, effect);
  }
  const std::string_view tag = keep("want" + std::to_string(++tags_));
  judged(f, text, wire::AttributeOwnershipAcquisition{object, {}, attributes, tag}, fate, effect);
}

void FederationRun::cancel(Federate f) {
  Member& member = *ones_[f]->member;
  ObjectHandle object = some_object(f);
  AttributeSet attributes = some_of(wanted(f, object), f, object);
  for (const auto& [handle, wishes] : member.wishes) {
    if (wishes.acquiring.empty() || one_in(3)) continue;
    object = handle;
    attributes = some_of(wishes.acquiring, f, object);
  }
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::CancelAttributeOwnershipAcquisition{object, attributes},
         judge_.ownership.to_cancel(member, object, attributes),
         [this, &member, object, attributes](auto...) {
           judge_.ownership.cancels(member, object, attributes);
         });
}

void FederationRun::release(Federate f) {
  Member& member = *ones_[f]->member;
  ObjectHandle object = own_object(f);
  AttributeSet attributes = some_of(history_.owned(member, object), f, object);
  for (const auto& [handle, wishes] : member.wishes) {
    if (wishes.asked.empty() || one_in(3)) continue;
    object = handle;
    attributes = some_of(wishes.asked, f, object);
  }
  release(f, object, attributes);
}

void FederationRun::release(Federate f, ObjectHandle object, const AttributeSet& attributes) {
  Member& member = *ones_[f]->member;
  ones_[f]->releases = true;
  judge_.ownership.may_lose(member, object, attributes);
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::AttributeOwnershipReleaseResponse{object, attributes},
         judge_.ownership.to_release(member, object, attributes),
         [this, f, &member, object, attributes](const AttributeSet& released) {
           judge_.ownership.released(member, object, attributes, released);
           refresh_own(f);
         });
}

void FederationRun::ask_owner(Federate f) {
  Member& member = *ones_[f]->member;
  const ObjectHandle object = some_object(f);
  const AttributeHandle attribute(static_cast<std::uint32_t>(1 + below(4)));
  judged(f, text_of(object) + " " + text_of(AttributeSet{attribute}),
         wire::QueryAttributeOwnership{object, attribute},
         judge_.objects.to_use(member, object, {attribute}, false),
         [this, &member, object, attribute, begun = now_](auto...) {
           judge_.ownership.asked(member, object, attribute, begun);
         });
}

// --- Answers to requests, some of the time.

void FederationRun::answer(Federate f, const wire::RequestAttributeOwnershipAssumption& m) {
  if (end_ == 0 && one_in(2) && !ones_[f]->finished) acquire(f, m.object, m.attributes, one_in(2));
}

void FederationRun::answer(Federate f, const wire::RequestAttributeOwnershipRelease& m) {
  if (end_ != 0 || ones_[f]->finished) return;
  if (one_in(2)) return release(f, m.object, m.attributes);
  if (one_in(4)) offer(f);
}

}  // namespace triad::test
