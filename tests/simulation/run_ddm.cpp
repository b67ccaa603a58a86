// Data distribution management in a run (run.hpp). Regions lie in a small field, so that they
// overlap.
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

constexpr RegionHandle kNoRegion{77};
constexpr std::size_t kRegionsMax = 5;  // of one federate
constexpr std::size_t kDimensions = 2;
const AttributeSet kPosition{kPositionAttribute};

std::string text_of(RegionHandle region) {
  return "region " + std::to_string(region.value >> 32) + "." +
         std::to_string(region.value & 0xffffffff);
}

}  // namespace

void FederationRun::call_region_service(Federate f) {
  if (own_regions(f).empty() && !one_in(10)) return create_region(f);
  switch (random_below(16)) {
    case 0:
    case 1:
      return create_region(f);
    case 2:
    case 3:
    case 4:
    case 5:
      return modify_region(f);
    case 6:
      return delete_region(f);
    case 7:
    case 8:
    case 9:
      return subscribe_with_region(f);
    case 10:
    case 11:
      return subscribe_interactions_with_region(f);
    case 12:
    case 13:
      return associate(f);
    case 14:
      return register_object_with_region(f);
    default:
      return request_values_with_region(f);
  }
}

std::vector<RegionHandle> FederationRun::own_regions(Federate f) const {
  std::vector<RegionHandle> own;
  for (const auto& [region, model] : history_.regions) {
    const bool theirs = history_.members[model.creator()].get() == federates_[f]->member;
    if (theirs && !model.is_deleted) own.push_back(region);
  }
  return own;
}

// Returns one of its own regions, mostly.
RegionHandle FederationRun::random_region(Federate f, ExpectedResult& expected_result) {
  const auto own = own_regions(f);
  if (!own.empty() && !one_in(15)) return random_element(own);
  expected_result.add(true, ErrorCode::RegionNotKnown);
  for (const auto& [region, model] : history_.regions) {
    if (one_in(2) && std::ranges::find(own, region) == own.end()) return region;
  }
  return kNoRegion;
}

void FederationRun::create_region(Federate f) {
  Member& member = *federates_[f]->member;
  if (one_in(4)) {
    const bool wrong = one_in(3);
    return begin_judged_call(
        f, "", wire::DescribeSpace{wrong ? kDefaultSpace : kTerrainSpace},
        wrong ? ExpectedResult{{ErrorCode::SpaceNotDefined}} : ExpectedResult());
  }
  if (own_regions(f).size() >= kRegionsMax) return;
  ExpectedResult expected_result;
  const auto space = one_in(12) ? kDefaultSpace : kTerrainSpace;
  expected_result.add(space != kTerrainSpace, ErrorCode::SpaceNotDefined);
  const std::size_t extents = one_in(12) ? 0 : 1 + random_below(2);
  expected_result.add(extents == 0, ErrorCode::InvalidExtents);
  begin_judged_call(f, std::to_string(extents), wire::CreateRegion{space, extents, {}},
                    expected_result, [this, &member, extents](RegionHandle region) {
                      const RegionModel model(history_.place_of(member), extents);
                      if (!history_.regions.emplace(region, model).second) {
                        history_.report_error(member, "creates " + text_of(region) +
                                                          ", a handle that was in use before");
                      }
                    });
}

void FederationRun::modify_region(Federate f) {
  ExpectedResult expected_result;
  const RegionHandle region = random_region(f, expected_result);
  const auto at = history_.regions.find(region);
  if (one_in(8)) {
    return begin_judged_call(f, text_of(region), wire::DescribeRegion{region}, expected_result,
                             [this, f, at](const wire::RegionDescription& described) {
                               if (described.ranges == at->second.bounds()) return;
                               history_.report_error(
                                   *federates_[f]->member,
                                   "receives bounds of a region that differ from those set last");
                             });
  }
  const std::size_t extents = at == history_.regions.end() ? 1 : at->second.extents();
  Ranges ranges(extents * kDimensions);
  for (wire::Range& range : ranges) {
    range.lower = random_below(6);
    range.upper = range.lower + random_below(4);
  }
  if (one_in(20)) {
    ranges.front() = {5, 4};
    expected_result.add(true, ErrorCode::InvalidExtents);
  }
  std::string text = text_of(region);
  for (const auto& [lower, upper] : ranges) {
    text += " " + std::to_string(lower) + "-" + std::to_string(upper);
  }
  if (expected_result.required.empty() && !is_unjudged(f))
    at->second.record_change_begin(ranges, now_);
  history_.regions_changed = now_;
  begin_judged_call(f, text, wire::NotifyAboutRegionModification{region, ranges}, expected_result,
                    [this, region](auto...) {
                      history_.regions.at(region).record_change_end(now_);
                      history_.regions_changed = now_;
                    });
}

void FederationRun::delete_region(Federate f) {
  Member& member = *federates_[f]->member;
  ExpectedResult expected_result;
  const RegionHandle region = random_region(f, expected_result);
  if (expected_result.required.empty()) {
    bool associated = false;
    for (const auto& [what, with] : member.update_regions) {
      associated = associated || (with == region && !history_.is_doubtful(what.first));
    }
    // The instance or an attribute may be gone, and only the RTIG or the federate knows yet.
    const bool doubtful = !associated && history_.regions.at(region).was_associated;
    expected_result.add(associated || member.declared.uses_region(region), ErrorCode::RegionInUse);
    expected_result.add(doubtful, ErrorCode::RegionInUse, doubtful);
  }
  begin_judged_call(f, text_of(region), wire::DeleteRegion{region}, expected_result,
                    [this, region](auto...) { history_.regions.at(region).is_deleted = true; });
}

void FederationRun::subscribe_with_region(Federate f) {
  Member& member = *federates_[f]->member;
  ObjectClassHandle c = random_class();
  if (one_in(2)) c = one_in(2) ? kVehicleClass : kTankClass;
  ExpectedResult expected_result = Declared::refusals_of_declaration(c, kPosition);
  const RegionHandle region = random_region(f, expected_result);
  if (one_in(4)) return unsubscribe_with_region(f);
  AttributeSet attributes = one_in(20) ? AttributeSet{} : kPosition;
  if (one_in(15)) attributes.insert(kPrivilegeAttribute);
  if (attributes != kPosition) {
    const bool known = expected_result.required.contains(ErrorCode::RegionNotKnown);
    expected_result = Declared::refusals_of_declaration(c, attributes);
    expected_result.add(known, ErrorCode::RegionNotKnown);
  }
  bool in_space = true;
  attributes.for_each([&](AttributeHandle attribute) {
    in_space = in_space && is_defined(c) && is_in_space(attribute, c);
  });
  expected_result.add(is_defined(c) && !in_space, ErrorCode::InvalidRegionContext);
  const bool active = !one_in(4);
  member.declared.record_change(c, now_);
  begin_judged_call(f,
                    std::to_string(c.value) + " " + text_of(region) + (active ? "" : ", passive"),
                    wire::SubscribeObjectClassAttributesWithRegion{c, region, attributes, active},
                    expected_result, [this, &member, c, region, attributes, active](auto...) {
                      member.declared.subscribe(c, region, attributes, active);
                      member.declared.record_change(c, now_);
                    });
}

// Prefers existing subscriptions.
void FederationRun::unsubscribe_with_region(Federate f) {
  Member& member = *federates_[f]->member;
  const auto& subscribed = member.declared.region_subscribed;
  ExpectedResult expected_result;
  RegionHandle region = random_region(f, expected_result);
  ObjectClassHandle c = random_class();
  if (!subscribed.empty() && !one_in(5)) {
    c = subscribed.begin()->first;
    region = subscribed.begin()->second.begin()->first;
    expected_result = ExpectedResult();
  }
  const bool own = expected_result.required.empty();
  expected_result.add(!is_defined(c), ErrorCode::ObjectClassNotDefined);
  const auto at = subscribed.find(c);
  expected_result.add(own && (at == subscribed.end() || !at->second.contains(region)),
                      ErrorCode::ObjectClassNotSubscribed);
  member.declared.record_change(c, now_);
  begin_judged_call(f, std::to_string(c.value) + " " + text_of(region),
                    wire::UnsubscribeObjectClassWithRegion{c, region}, expected_result,
                    [this, &member, c, region](auto...) {
                      member.declared.unsubscribe(c, region);
                      member.declared.record_change(c, now_);
                    });
}

void FederationRun::subscribe_interactions_with_region(Federate f) {
  Member& member = *federates_[f]->member;
  const auto& by_region = member.declared.region_interactions;
  InteractionClassHandle c = one_in(3) ? random_interaction_class() : kShotClass;
  ExpectedResult expected_result;
  RegionHandle region = random_region(f, expected_result);
  if (!by_region.empty() && one_in(5)) {
    c = by_region.begin()->first;
    region = by_region.begin()->second.begin()->first;
    expected_result = ExpectedResult();
  }
  expected_result.add(!is_defined(c), ErrorCode::InteractionClassNotDefined);
  member.declared.record_change(c, now_);
  const std::string text = std::to_string(c.value) + " " + text_of(region);
  if (one_in(3)) {
    const auto at = by_region.find(c);
    expected_result.add(
        expected_result.required.empty() && (at == by_region.end() || !at->second.contains(region)),
        ErrorCode::InteractionClassNotSubscribed);
    return begin_judged_call(f, text, wire::UnsubscribeInteractionClassWithRegion{c, region},
                             expected_result, [this, &member, c, region](auto...) {
                               member.declared.unsubscribe(c, region);
                               member.declared.record_change(c, now_);
                             });
  }
  expected_result.add(is_defined(c) && !is_in_space(c), ErrorCode::InvalidRegionContext);
  const bool active = !one_in(4);
  begin_judged_call(f, text + (active ? "" : ", passive"),
                    wire::SubscribeInteractionClassWithRegion{c, region, active}, expected_result,
                    [this, &member, c, region, active](auto...) {
                      member.declared.region_interactions[c][region] = active;
                      member.declared.record_change(c, now_);
                    });
}

// Associates owned attributes: an earlier association takes effect only with ownership (HLA 1.3
// clause 9.6).
void FederationRun::associate(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const ObjectHandle object = state.owned_objects.empty() || one_in(20)
                                  ? random_object(f)
                                  : random_element(state.owned_objects);
  AttributeSet attributes = history_.owned(member, object) & kPosition;
  if (one_in(20)) attributes.insert(kPrivilegeAttribute);
  ExpectedResult expected_result = judge_.objects.result_of_use(member, object, attributes, false);
  const bool known = expected_result.required.empty();
  const RegionHandle region = random_region(f, expected_result);
  const std::string text = text_of(region) + " with " + text_of(object);
  history_.regions_changed = now_;
  if (one_in(4)) {
    return begin_judged_call(f, text, wire::UnassociateRegionForUpdates{region, object},
                             expected_result, [this, &member, region, object](auto...) {
                               member.dissociate(region, object);
                               history_.regions_changed = now_;
                             });
  }
  expected_result.add(
      known && (!(attributes - kPosition).empty() ||
                (attributes == kPosition &&
                 !is_in_space(kPositionAttribute, member.known.at(object).known_class))),
      ErrorCode::InvalidRegionContext);
  begin_judged_call(f, text + " " + text_of(attributes),
                    wire::AssociateRegionForUpdates{region, object, attributes}, expected_result,
                    [this, &member, region, object, attributes](auto...) {
                      member.dissociate(region, object);
                      attributes.for_each([&](AttributeHandle attribute) {
                        member.update_regions[{object, attribute}] = region;
                      });
                      history_.regions.at(region).was_associated = true;
                      history_.regions_changed = now_;
                    });
}

void FederationRun::register_object_with_region(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  if (state.owned_objects.size() > 3) return;
  const ObjectClassHandle c = one_in(3) ? random_class() : kVehicleClass;
  ExpectedResult expected_result = judge_.objects.result_of_registration(member, c, "");
  const auto published = member.declared.published.find(c);
  if (is_defined(c)) {
    const bool there = attributes_at(c) >= kPositionAttribute.value;
    expected_result.add(!there, ErrorCode::AttributeNotDefined);
    expected_result.add(there && !is_in_space(kPositionAttribute, c),
                        ErrorCode::InvalidRegionContext);
    expected_result.add(published != member.declared.published.end() && there &&
                            !published->second.contains(kPositionAttribute),
                        ErrorCode::AttributeNotPublished);
  }
  const RegionHandle region = random_region(f, expected_result);
  begin_judged_call(f, std::to_string(c.value) + " " + text_of(region),
                    wire::RegisterObjectInstanceWithRegion{c, {}, {{kPositionAttribute, region}}},
                    expected_result,
                    [this, &state, &member, c, region, begun = now_](ObjectHandle object) {
                      judge_.objects.record_registration(member, object, c, "", begun);
                      member.update_regions[{object, kPositionAttribute}] = region;
                      history_.regions.at(region).was_associated = true;
                      state.owned_objects.push_back(object);
                    });
}

void FederationRun::request_values_with_region(Federate f) {
  Member& member = *federates_[f]->member;
  const ObjectClassHandle c = random_class();
  const AttributeSet attributes = random_attributes(c);
  ExpectedResult expected_result = Declared::refusals_of_declaration(c, attributes);
  const RegionHandle region = random_region(f, expected_result);
  begin_judged_call(f, std::to_string(c.value) + " " + text_of(attributes) + " " + text_of(region),
                    wire::RequestClassAttributeValueUpdate{c, attributes, region}, expected_result,
                    [this, &member, c, attributes, begun = now_](auto...) {
                      judge_.objects.record_request_with_region(member, c, attributes, begun);
                    });
}

}  // namespace triad::test
