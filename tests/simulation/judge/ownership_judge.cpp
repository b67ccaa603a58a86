#include "tests/simulation/judge/ownership_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;

AttributeSet OwnershipJudge::offered_by(const Member& member, ObjectHandle object) const {
  const Instance* instance = history_.instance(object);
  if (instance == nullptr) return {};
  const auto at = instance->offered.find(history_.place_of(member));
  return at == instance->offered.end() ? AttributeSet{} : at->second;
}

const Wishes& OwnershipJudge::wishes(const Member& member, ObjectHandle object) const {
  static const Wishes kNone;
  const auto at = member.wishes.find(object);
  return at == member.wishes.end() ? kNone : at->second;
}

// --- Permitted results of calls (HLA 1.3 clause 7).

Fate OwnershipJudge::to_offer(const Member& member, ObjectHandle object,
                              const AttributeSet& attributes) const {
  Fate fate = objects_.to_use(member, object, attributes, true);
  fate.add(offered_by(member, object).intersects(attributes),
           ErrorCode::AttributeAlreadyBeingDivested);
  return fate;
}

Fate OwnershipJudge::to_withdraw(const Member& member, ObjectHandle object,
                                 const AttributeSet& attributes) const {
  Fate fate = objects_.to_use(member, object, attributes, true);
  if (!fate.must.empty()) return fate;
  fate.add(!offered_by(member, object).includes(attributes),
           ErrorCode::AttributeDivestitureWasNotRequested);
  return fate;
}

Fate OwnershipJudge::to_release(const Member& member, ObjectHandle object,
                                const AttributeSet& attributes) const {
  Fate fate = objects_.to_use(member, object, attributes, true);
  if (!fate.must.empty()) return fate;
  fate.add(!wishes(member, object).asked.includes(attributes),
           ErrorCode::FederateWasNotAskedToReleaseAttribute);
  return fate;
}

Fate OwnershipJudge::to_acquire(const Member& member, ObjectHandle object,
                                const AttributeSet& attributes, bool if_available) const {
  Fate fate = objects_.to_use(member, object, attributes, false);
  if (!fate.must.empty()) return fate;
  const auto published = member.declared.published.find(member.known.at(object).known_class);
  if (published == member.declared.published.end()) {
    fate.add(true, ErrorCode::ObjectClassNotPublished);
    return fate;
  }
  fate.add(!published->second.includes(attributes), ErrorCode::AttributeNotPublished);
  fate.add(history_.owned(member, object).intersects(attributes),
           ErrorCode::FederateOwnsAttributes);
  if (!if_available) return fate;
  const Wishes& wishes = this->wishes(member, object);
  fate.add(wishes.acquiring.intersects(attributes), ErrorCode::AttributeAlreadyBeingAcquired,
           wishes.being_cancelled().intersects(attributes));
  return fate;
}

Fate OwnershipJudge::to_cancel(const Member& member, ObjectHandle object,
                               const AttributeSet& attributes) const {
  Fate fate = objects_.to_use(member, object, attributes, false);
  if (!fate.must.empty()) return fate;
  fate.add(history_.owned(member, object).intersects(attributes), ErrorCode::AttributeAlreadyOwned);
  fate.add(!wishes(member, object).acquiring.includes(attributes),
           ErrorCode::AttributeAcquisitionWasNotRequested);
  return fate;
}

void OwnershipJudge::to_publish(const Member& member, ObjectClassHandle object_class,
                                const AttributeSet& attributes, Fate& fate) const {
  AttributeSet still = attributes;
  if (!still.empty()) still.insert(kPrivilegeAttribute);
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const Wishes& wishes = this->wishes(member, object);
    const AttributeSet surely = wishes.acquiring | wishes.willing;
    const bool certain = !history_.doubtful(object) && !still.includes(surely);
    fate.add(!still.includes(wishes.pending()), ErrorCode::OwnershipAcquisitionPending, !certain);
  }
}

// --- Effects of calls. While a call that gives up attributes is in progress, another federate may
// have received its notification already.

void OwnershipJudge::may_lose(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  const auto at = history_.instances.find(object);
  if (at != history_.instances.end()) at->second.leaving[history_.place_of(member)] |= attributes;
}

void OwnershipJudge::may_lose(Member& member, ObjectClassHandle object_class,
                              const AttributeSet& published) {
  AttributeSet still = published;
  if (!still.empty()) still.insert(kPrivilegeAttribute);
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const AttributeSet lost = history_.owned(member, object) - still;
    if (!lost.empty()) may_lose(member, object, lost);
  }
}

void OwnershipJudge::call_ended(const Member& member) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) instance.leaving.erase(place);
}

void OwnershipJudge::lost(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  history_.lose(member, object, attributes);
}

// HLA 1.3 clause 5.3: attributes that are no longer published at the known class become unowned.
void OwnershipJudge::published(Member& member, ObjectClassHandle object_class) {
  const auto published = member.declared.published.find(object_class);
  const AttributeSet still =
      published == member.declared.published.end() ? AttributeSet{} : published->second;
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const AttributeSet lost = history_.owned(member, object) - still;
    history_.lose(member, object, lost);
    member.wishes[object].assumed &= still;
  }
}

void OwnershipJudge::offered(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  const AttributeSet owned = history_.owned(member, object) & attributes;
  if (!owned.empty()) history_.instances.at(object).offered[history_.place_of(member)] |= owned;
}

void OwnershipJudge::withdrawn(Member& member, ObjectHandle object,
                               const AttributeSet& attributes) {
  Instance& instance = history_.instances.at(object);
  const auto at = instance.offered.find(history_.place_of(member));
  if (at == instance.offered.end()) return;
  at->second -= attributes;
  if (at->second.empty()) instance.offered.erase(at);
}

void OwnershipJudge::released(Member& member, ObjectHandle object, const AttributeSet& asked_for,
                              const AttributeSet& released) {
  if (!asked_for.includes(released)) {
    history_.complain(member, "releases more of " + text_of(object) + " than it was to");
  }
  member.wishes[object].asked -= asked_for;
  history_.lose(member, object, released);
}

void OwnershipJudge::acquires(Member& member, ObjectHandle object, const AttributeSet& attributes,
                              bool if_available) {
  Wishes& wishes = member.wishes[object];
  (if_available ? wishes.willing : wishes.acquiring) |= attributes;
  if (!if_available) wishes.willing -= attributes;
  wishes.assumed |= attributes;
  if (attributes.contains(kPrivilegeAttribute)) {
    history_.instances.at(object).may_get_privilege.insert(history_.place_of(member));
  }
}

void OwnershipJudge::cancels(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  Wishes& wishes = member.wishes[object];
  wishes.acquiring -= attributes;
  attributes.for_each([&](AttributeHandle attribute) { ++wishes.cancelled[attribute]; });
}

void OwnershipJudge::asked(const Member& member, ObjectHandle object, AttributeHandle attribute,
                           std::uint64_t begun) {
  questions_[{history_.place_of(member), {object, attribute}}].push_back(begun);
}

// --- Callbacks.

bool OwnershipJudge::known(Member& member, ObjectHandle object, const std::string& what) {
  if (member.known.contains(object)) return true;
  history_.complain(member, what + " of " + text_of(object) + ", which it does not know");
  return false;
}

void OwnershipJudge::on(Member& member, const wire::RequestAttributeOwnershipAssumption& m) {
  const std::string what = "is asked to assume " + text_of(m.attributes);
  if (!known(member, m.object, what)) return;
  const auto published = member.declared.published.find(member.known.at(m.object).known_class);
  const bool could = published != member.declared.published.end() &&
                     published->second.includes(m.attributes) && !m.attributes.empty();
  if (!could) history_.complain(member, what + ", which it does not publish");
  Wishes& wishes = member.wishes[m.object];
  if (!history_.doubtful(m.object) && history_.owned(member, m.object).intersects(m.attributes)) {
    history_.complain(member, what + ", which it owns");
  }
  if (wishes.acquiring.intersects(m.attributes)) {
    history_.complain(member, what + ", for which it has asked");
  }
  wishes.assumed |= m.attributes;
}

void OwnershipJudge::on(Member& member, const wire::AttributeOwnershipDivestitureNotification& m) {
  const std::string what = "is divested of " + text_of(m.attributes);
  if (!known(member, m.object, what)) return;
  if (m.attributes.empty() || !offered_by(member, m.object).includes(m.attributes)) {
    history_.complain(member, what + ", which it does not offer");
  }
  history_.lose(member, m.object, m.attributes);
}

void OwnershipJudge::on(Member& member, const wire::AttributeOwnershipAcquisitionNotification& m) {
  const std::string what = "acquires " + text_of(m.attributes) + " of " + text_of(m.object);
  if (!known(member, m.object, what)) return;
  Wishes& wishes = member.wishes[m.object];
  if (m.attributes.empty() || !wishes.pending().includes(m.attributes)) {
    history_.complain(member, what + ", for which it has not asked");
  }
  const auto published = member.declared.published.find(member.known.at(m.object).known_class);
  if (published == member.declared.published.end() || !published->second.includes(m.attributes)) {
    history_.complain(member, what + ", which it does not publish");
  }
  Instance& instance = history_.instances.at(m.object);
  for (std::size_t place = 0; place < history_.members.size(); ++place) {
    Member& other = *history_.members[place];
    const AttributeSet taken = history_.owned(other, m.object) & m.attributes;
    if (taken.empty()) continue;
    const auto leaving = instance.leaving.find(place);
    const bool gives = leaving != instance.leaving.end() && leaving->second.includes(taken);
    if (&other != &member && other.counts() && !gives && !instance.doubtful()) {
      history_.complain(member, what + ", which " + other.name + " owns");
    }
    history_.lose(other, m.object, taken);
  }
  wishes.acquiring -= m.attributes;
  wishes.willing -= m.attributes;
  m.attributes.for_each([&](AttributeHandle attribute) { wishes.cancelled.erase(attribute); });
  history_.gain(member, m.object, m.attributes);
}

void OwnershipJudge::on(Member& member, const wire::AttributeOwnershipUnavailable& m) {
  Wishes& wishes = member.wishes[m.object];
  if (m.attributes.empty() || !wishes.willing.includes(m.attributes)) {
    history_.complain(member, "is told that " + text_of(m.attributes) + " of " + text_of(m.object) +
                                  " are unavailable, which it did not ask for");
  }
  wishes.willing -= m.attributes;
}

void OwnershipJudge::on(Member& member, const wire::RequestAttributeOwnershipRelease& m) {
  const std::string what = "is asked to release " + text_of(m.attributes);
  if (!known(member, m.object, what)) return;
  if (m.attributes.empty() || !history_.owned(member, m.object).includes(m.attributes)) {
    history_.complain(member, what + ", which it does not own");
  }
  member.wishes[m.object].asked |= m.attributes;
}

void OwnershipJudge::on(Member& member,
                        const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  Wishes& wishes = member.wishes[m.object];
  m.attributes.for_each([&](AttributeHandle attribute) {
    const auto at = wishes.cancelled.find(attribute);
    if (at == wishes.cancelled.end()) {
      return history_.complain(
          member, "has a cancellation confirmed for which it did not ask, of " + text_of(m.object));
    }
    if (--at->second == 0) wishes.cancelled.erase(at);
  });
}

void OwnershipJudge::on(Member& member, const wire::InformAttributeOwnership& m) {
  told(member, {m.object, m.attribute}, m.owner);
}

void OwnershipJudge::on(Member& member, const wire::AttributeIsNotOwned& m) {
  told(member, {m.object, m.attribute}, wire::kNoOwner);
}

// The answer is certain only if nothing has changed since the query.
void OwnershipJudge::told(Member& member, const Question& question, FederateHandle owner) {
  const ObjectHandle object = question.first;
  const AttributeHandle attribute = question.second;
  auto& begun = questions_[{history_.place_of(member), question}];
  if (begun.empty()) {
    return history_.complain(
        member, "is told who owns something of " + text_of(object) + ", which it did not ask");
  }
  const std::uint64_t since = begun.front();
  begun.erase(begun.begin());
  const Instance& instance = history_.instances.at(object);
  const bool moves = std::ranges::any_of(history_.members, [&](const auto& other) {
    return wishes(*other, object).pending().contains(attribute);
  });
  // The RTIG may not have noticed yet that the owner is lost.
  const bool left = std::ranges::any_of(history_.members, [&](const auto& other) {
    return other->handle == owner && !other->counts();
  });
  if (moves || left || instance.abandoned || instance.doubtful() ||
      instance.ownership_changed >= since)
    return;
  FederateHandle expected = wire::kNoOwner;
  for (const auto& [place, owned] : instance.owned) {
    const Member& other = *history_.members[place];
    if (!other.counts() || instance.leaving.contains(place)) return;
    if (owned.contains(attribute)) expected = other.handle;
  }
  if (owner != expected) {
    history_.complain(member, "is told that federate " + std::to_string(owner.value) +
                                  " owns an attribute of " + text_of(object) + " instead of " +
                                  std::to_string(expected.value));
  }
}

// --- At rest.

void OwnershipJudge::judge_rest() {
  for (auto& [object, instance] : history_.instances) {
    if (instance.doubtful()) continue;
    for (const auto& member : history_.members) {
      if (!member->present() || !member->known.contains(object)) continue;
      judge_wishes(*member, object, instance);
      judge_assumption(*member, object, instance);
    }
    instance.abandoned = false;
    std::erase_if(instance.may_get_privilege, [&, &object = object](std::size_t place) {
      return !wishes(*history_.members[place], object).pending().contains(kPrivilegeAttribute);
    });
  }
}

// A pending acquisition must have an owner that was asked to release the attribute and does not
// offer it.
void OwnershipJudge::judge_wishes(const Member& member, ObjectHandle object,
                                  const Instance& instance) {
  const Wishes& own = wishes(member, object);
  if (!own.willing.empty() || !own.cancelled.empty()) {
    history_.complain(member, "was not told what became of a request for " + text_of(object));
  }
  AttributeSet refused;
  for (const auto& [place, owned] : instance.owned) {
    const Member& owner = *history_.members[place];
    refused |= (owned & wishes(owner, object).asked) - offered_by(owner, object);
  }
  if (!refused.includes(own.acquiring)) {
    history_.complain(member, "waits for " + text_of(own.acquiring - refused) + " of " +
                                  text_of(object) + ", which nobody refuses");
  }
}

void OwnershipJudge::judge_assumption(const Member& member, ObjectHandle object,
                                      const Instance& instance) {
  const auto published = member.declared.published.find(member.known.at(object).known_class);
  if (published == member.declared.published.end()) return;
  AttributeSet firm;
  for (const auto& [place, owned] : instance.owned) {
    const Member& owner = *history_.members[place];
    firm |= &owner == &member ? owned : owned - offered_by(owner, object);
  }
  const AttributeSet due = published->second - firm - wishes(member, object).assumed;
  if (!due.empty()) {
    history_.complain(member, "was not asked to assume " + text_of(due) + " of " + text_of(object));
  }
}

}  // namespace triad::test
