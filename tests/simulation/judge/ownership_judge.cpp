#include "tests/simulation/judge/ownership_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;

AttributeSet OwnershipJudge::offered_by(const Member& member, ObjectHandle object) const {
  const Instance* instance = history_.find_instance(object);
  if (instance == nullptr) return {};
  const auto at = instance->offered.find(history_.place_of(member));
  return at == instance->offered.end() ? AttributeSet{} : at->second;
}

const OwnershipRequests& OwnershipJudge::requests_of(const Member& member,
                                                     ObjectHandle object) const {
  static const OwnershipRequests kNone;
  const auto at = member.ownership_requests.find(object);
  return at == member.ownership_requests.end() ? kNone : at->second;
}

// --- Permitted results of calls (HLA 1.3 clause 7).

ExpectedResult OwnershipJudge::result_of_offer(const Member& member, ObjectHandle object,
                                               const AttributeSet& attributes) const {
  ExpectedResult expected_result = objects_.result_of_use(member, object, attributes, true);
  expected_result.add(offered_by(member, object).intersects(attributes),
                      ErrorCode::AttributeAlreadyBeingDivested);
  return expected_result;
}

ExpectedResult OwnershipJudge::result_of_withdrawal(const Member& member, ObjectHandle object,
                                                    const AttributeSet& attributes) const {
  ExpectedResult expected_result = objects_.result_of_use(member, object, attributes, true);
  if (!expected_result.required.empty()) return expected_result;
  expected_result.add(!offered_by(member, object).includes(attributes),
                      ErrorCode::AttributeDivestitureWasNotRequested);
  return expected_result;
}

ExpectedResult OwnershipJudge::result_of_release(const Member& member, ObjectHandle object,
                                                 const AttributeSet& attributes) const {
  ExpectedResult expected_result = objects_.result_of_use(member, object, attributes, true);
  if (!expected_result.required.empty()) return expected_result;
  expected_result.add(!requests_of(member, object).release_requested.includes(attributes),
                      ErrorCode::FederateWasNotAskedToReleaseAttribute);
  return expected_result;
}

ExpectedResult OwnershipJudge::result_of_acquisition(const Member& member, ObjectHandle object,
                                                     const AttributeSet& attributes,
                                                     bool if_available) const {
  ExpectedResult expected_result = objects_.result_of_use(member, object, attributes, false);
  if (!expected_result.required.empty()) return expected_result;
  const auto published = member.declared.published.find(member.known.at(object).known_class);
  if (published == member.declared.published.end()) {
    expected_result.add(true, ErrorCode::ObjectClassNotPublished);
    return expected_result;
  }
  expected_result.add(!published->second.includes(attributes), ErrorCode::AttributeNotPublished);
  expected_result.add(history_.owned(member, object).intersects(attributes),
                      ErrorCode::FederateOwnsAttributes);
  if (!if_available) return expected_result;
  const OwnershipRequests& requests = this->requests_of(member, object);
  expected_result.add(requests.acquiring.intersects(attributes),
                      ErrorCode::AttributeAlreadyBeingAcquired,
                      requests.being_cancelled().intersects(attributes));
  return expected_result;
}

ExpectedResult OwnershipJudge::result_of_cancellation(const Member& member, ObjectHandle object,
                                                      const AttributeSet& attributes) const {
  ExpectedResult expected_result = objects_.result_of_use(member, object, attributes, false);
  if (!expected_result.required.empty()) return expected_result;
  expected_result.add(history_.owned(member, object).intersects(attributes),
                      ErrorCode::AttributeAlreadyOwned);
  expected_result.add(!requests_of(member, object).acquiring.includes(attributes),
                      ErrorCode::AttributeAcquisitionWasNotRequested);
  return expected_result;
}

void OwnershipJudge::add_results_of_publication(const Member& member,
                                                ObjectClassHandle object_class,
                                                const AttributeSet& attributes,
                                                ExpectedResult& expected_result) const {
  AttributeSet still_published = attributes;
  if (!still_published.empty()) still_published.insert(kPrivilegeAttribute);
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const OwnershipRequests& requests = this->requests_of(member, object);
    const AttributeSet surely = requests.acquiring | requests.if_available;
    const bool certain = !history_.is_doubtful(object) && !still_published.includes(surely);
    expected_result.add(!still_published.includes(requests.pending()),
                        ErrorCode::OwnershipAcquisitionPending, !certain);
  }
}

// --- Effects of calls. While a call that gives up attributes is in progress, another federate may
// have received its notification already.

void OwnershipJudge::record_possible_loss(Member& member, ObjectHandle object,
                                          const AttributeSet& attributes) {
  const auto at = history_.instances.find(object);
  if (at != history_.instances.end())
    at->second.may_divest[history_.place_of(member)] |= attributes;
}

void OwnershipJudge::record_possible_loss(Member& member, ObjectClassHandle object_class,
                                          const AttributeSet& published) {
  AttributeSet still_published = published;
  if (!still_published.empty()) still_published.insert(kPrivilegeAttribute);
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const AttributeSet lost = history_.owned(member, object) - still_published;
    if (!lost.empty()) record_possible_loss(member, object, lost);
  }
}

void OwnershipJudge::record_call_end(const Member& member) {
  const std::size_t place = history_.place_of(member);
  for (auto& [object, instance] : history_.instances) instance.may_divest.erase(place);
}

void OwnershipJudge::record_divestiture(Member& member, ObjectHandle object,
                                        const AttributeSet& attributes) {
  history_.remove_ownership(member, object, attributes);
}

// HLA 1.3 clause 5.3: attributes that are no longer published at the known class become unowned.
void OwnershipJudge::record_publication(Member& member, ObjectClassHandle object_class) {
  const auto published = member.declared.published.find(object_class);
  const AttributeSet still_published =
      published == member.declared.published.end() ? AttributeSet{} : published->second;
  for (const auto& [object, known] : member.known) {
    if (known.known_class != object_class) continue;
    const AttributeSet lost = history_.owned(member, object) - still_published;
    history_.remove_ownership(member, object, lost);
    member.ownership_requests[object].assumed &= still_published;
  }
}

void OwnershipJudge::record_offer(Member& member, ObjectHandle object,
                                  const AttributeSet& attributes) {
  const AttributeSet owned = history_.owned(member, object) & attributes;
  if (!owned.empty()) history_.instances.at(object).offered[history_.place_of(member)] |= owned;
}

void OwnershipJudge::record_withdrawal(Member& member, ObjectHandle object,
                                       const AttributeSet& attributes) {
  Instance& instance = history_.instances.at(object);
  const auto at = instance.offered.find(history_.place_of(member));
  if (at == instance.offered.end()) return;
  at->second -= attributes;
  if (at->second.empty()) instance.offered.erase(at);
}

void OwnershipJudge::record_release(Member& member, ObjectHandle object,
                                    const AttributeSet& requested, const AttributeSet& released) {
  if (!requested.includes(released)) {
    history_.report_error(
        member, "releases more attributes of " + text_of(object) + " than were requested");
  }
  member.ownership_requests[object].release_requested -= requested;
  history_.remove_ownership(member, object, released);
}

void OwnershipJudge::record_acquisition(Member& member, ObjectHandle object,
                                        const AttributeSet& attributes, bool if_available) {
  OwnershipRequests& requests = member.ownership_requests[object];
  (if_available ? requests.if_available : requests.acquiring) |= attributes;
  if (!if_available) requests.if_available -= attributes;
  requests.assumed |= attributes;
  if (attributes.contains(kPrivilegeAttribute)) {
    history_.instances.at(object).may_get_privilege.insert(history_.place_of(member));
  }
}

void OwnershipJudge::record_cancellation(Member& member, ObjectHandle object,
                                         const AttributeSet& attributes) {
  OwnershipRequests& requests = member.ownership_requests[object];
  requests.acquiring -= attributes;
  attributes.for_each([&](AttributeHandle attribute) { ++requests.cancelled[attribute]; });
}

void OwnershipJudge::record_query(const Member& member, ObjectHandle object,
                                  AttributeHandle attribute, std::uint64_t begun) {
  pending_queries_[{history_.place_of(member), {object, attribute}}].push_back(begun);
}

// --- Callbacks.

bool OwnershipJudge::check_known(Member& member, ObjectHandle object,
                                 const std::string& error_text) {
  if (member.known.contains(object)) return true;
  history_.report_error(member, error_text + " of " + text_of(object) + ", which it does not know");
  return false;
}

void OwnershipJudge::receive_callback(Member& member,
                                      const wire::RequestAttributeOwnershipAssumption& m) {
  const std::string error_text = "receives a request to assume " + text_of(m.attributes);
  if (!check_known(member, m.object, error_text)) return;
  const auto published = member.declared.published.find(member.known.at(m.object).known_class);
  const bool could = published != member.declared.published.end() &&
                     published->second.includes(m.attributes) && !m.attributes.empty();
  if (!could) history_.report_error(member, error_text + ", which it does not publish");
  OwnershipRequests& requests = member.ownership_requests[m.object];
  if (!history_.is_doubtful(m.object) &&
      history_.owned(member, m.object).intersects(m.attributes)) {
    history_.report_error(member, error_text + ", which it owns");
  }
  if (requests.acquiring.intersects(m.attributes)) {
    history_.report_error(member, error_text + ", which it has already requested");
  }
  requests.assumed |= m.attributes;
}

void OwnershipJudge::receive_callback(Member& member,
                                      const wire::AttributeOwnershipDivestitureNotification& m) {
  const std::string error_text = "is notified of its divestiture of " + text_of(m.attributes);
  if (!check_known(member, m.object, error_text)) return;
  if (m.attributes.empty() || !offered_by(member, m.object).includes(m.attributes)) {
    history_.report_error(member, error_text + ", which it has not offered");
  }
  history_.remove_ownership(member, m.object, m.attributes);
}

void OwnershipJudge::receive_callback(Member& member,
                                      const wire::AttributeOwnershipAcquisitionNotification& m) {
  const std::string error_text = "acquires " + text_of(m.attributes) + " of " + text_of(m.object);
  if (!check_known(member, m.object, error_text)) return;
  OwnershipRequests& requests = member.ownership_requests[m.object];
  if (m.attributes.empty() || !requests.pending().includes(m.attributes)) {
    history_.report_error(member, error_text + ", which it has not requested");
  }
  const auto published = member.declared.published.find(member.known.at(m.object).known_class);
  if (published == member.declared.published.end() || !published->second.includes(m.attributes)) {
    history_.report_error(member, error_text + ", which it does not publish");
  }
  Instance& instance = history_.instances.at(m.object);
  for (std::size_t place = 0; place < history_.members.size(); ++place) {
    Member& other = *history_.members[place];
    const AttributeSet taken = history_.owned(other, m.object) & m.attributes;
    if (taken.empty()) continue;
    const auto leaving = instance.may_divest.find(place);
    const bool is_divesting =
        leaving != instance.may_divest.end() && leaving->second.includes(taken);
    if (&other != &member && other.is_active() && !is_divesting && !instance.is_doubtful()) {
      history_.report_error(member, error_text + ", which " + other.name + " still owns");
    }
    history_.remove_ownership(other, m.object, taken);
  }
  requests.acquiring -= m.attributes;
  requests.if_available -= m.attributes;
  m.attributes.for_each([&](AttributeHandle attribute) { requests.cancelled.erase(attribute); });
  history_.add_ownership(member, m.object, m.attributes);
}

void OwnershipJudge::receive_callback(Member& member,
                                      const wire::AttributeOwnershipUnavailable& m) {
  OwnershipRequests& requests = member.ownership_requests[m.object];
  if (m.attributes.empty() || !requests.if_available.includes(m.attributes)) {
    history_.report_error(member, "is notified that " + text_of(m.attributes) + " of " +
                                      text_of(m.object) +
                                      " are unavailable, although it has not requested them");
  }
  requests.if_available -= m.attributes;
}

void OwnershipJudge::receive_callback(Member& member,
                                      const wire::RequestAttributeOwnershipRelease& m) {
  const std::string error_text = "receives a request to release " + text_of(m.attributes);
  if (!check_known(member, m.object, error_text)) return;
  if (m.attributes.empty() || !history_.owned(member, m.object).includes(m.attributes)) {
    history_.report_error(member, error_text + ", which it does not own");
  }
  member.ownership_requests[m.object].release_requested |= m.attributes;
}

void OwnershipJudge::receive_callback(
    Member& member, const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  OwnershipRequests& requests = member.ownership_requests[m.object];
  m.attributes.for_each([&](AttributeHandle attribute) {
    const auto at = requests.cancelled.find(attribute);
    if (at == requests.cancelled.end()) {
      return history_.report_error(
          member, "receives the confirmation of a cancellation that it has not requested, of " +
                      text_of(m.object));
    }
    if (--at->second == 0) requests.cancelled.erase(at);
  });
}

void OwnershipJudge::receive_callback(Member& member, const wire::InformAttributeOwnership& m) {
  judge_owner(member, {m.object, m.attribute}, m.owner);
}

void OwnershipJudge::receive_callback(Member& member, const wire::AttributeIsNotOwned& m) {
  judge_owner(member, {m.object, m.attribute}, wire::kNoOwner);
}

// The answer is certain only if nothing has changed since the query.
void OwnershipJudge::judge_owner(Member& member, const Query& question, FederateHandle owner) {
  const ObjectHandle object = question.first;
  const AttributeHandle attribute = question.second;
  auto& begun = pending_queries_[{history_.place_of(member), question}];
  if (begun.empty()) {
    return history_.report_error(member, "receives the owner of an attribute of " +
                                             text_of(object) + " without a query that is open");
  }
  const std::uint64_t since = begun.front();
  begun.erase(begun.begin());
  const Instance& instance = history_.instances.at(object);
  const bool is_transferring = std::ranges::any_of(history_.members, [&](const auto& other) {
    return requests_of(*other, object).pending().contains(attribute);
  });
  // The RTIG may not have noticed yet that the owner is lost.
  const bool left = std::ranges::any_of(history_.members, [&](const auto& other) {
    return other->handle == owner && !other->is_active();
  });
  if (is_transferring || left || instance.has_forgotten_requests || instance.is_doubtful() ||
      instance.ownership_changed >= since)
    return;
  FederateHandle expected = wire::kNoOwner;
  for (const auto& [place, owned] : instance.owned) {
    const Member& other = *history_.members[place];
    if (!other.is_active() || instance.may_divest.contains(place)) return;
    if (owned.contains(attribute)) expected = other.handle;
  }
  if (owner != expected) {
    history_.report_error(member, "receives federate " + std::to_string(owner.value) +
                                      " as the owner of an attribute of " + text_of(object) +
                                      "; it should be federate " + std::to_string(expected.value));
  }
}

// --- At rest.

void OwnershipJudge::judge_idle_state() {
  for (auto& [object, instance] : history_.instances) {
    if (instance.is_doubtful()) continue;
    for (const auto& member : history_.members) {
      if (!member->is_present() || !member->known.contains(object)) continue;
      judge_requests(*member, object, instance);
      judge_assumption(*member, object, instance);
    }
    instance.has_forgotten_requests = false;
    std::erase_if(instance.may_get_privilege, [&, &object = object](std::size_t place) {
      return !requests_of(*history_.members[place], object).pending().contains(kPrivilegeAttribute);
    });
  }
}

// A pending acquisition must have an owner that was asked to release the attribute and does not
// offer it.
void OwnershipJudge::judge_requests(const Member& member, ObjectHandle object,
                                    const Instance& instance) {
  const OwnershipRequests& own = requests_of(member, object);
  if (!own.if_available.empty() || !own.cancelled.empty()) {
    history_.report_error(
        member, "has received no result of a request for attributes of " + text_of(object));
  }
  AttributeSet refused;
  for (const auto& [place, owned] : instance.owned) {
    const Member& owner = *history_.members[place];
    refused |= (owned & requests_of(owner, object).release_requested) - offered_by(owner, object);
  }
  if (!refused.includes(own.acquiring)) {
    history_.report_error(member, "waits for " + text_of(own.acquiring - refused) + " of " +
                                      text_of(object) + ", which no owner refuses to release");
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
  const AttributeSet due = published->second - firm - requests_of(member, object).assumed;
  if (!due.empty()) {
    history_.report_error(
        member, "has received no request to assume " + text_of(due) + " of " + text_of(object));
  }
}

}  // namespace triad::test
