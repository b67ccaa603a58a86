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

void FederationRun::region_service(Federate f) {
  if (own_regions(f).empty() && !one_in(10)) return create_region(f);
  switch (below(16)) {
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
      return enlist_with_region(f);
    default:
      return request_values_with_region(f);
  }
}

std::vector<RegionHandle> FederationRun::own_regions(Federate f) const {
  std::vector<RegionHandle> own;
  for (const auto& [region, model] : history_.regions) {
    const bool theirs = history_.members[model.creator()].get() == ones_[f]->member;
    if (theirs && !model.deleted) own.push_back(region);
  }
  return own;
}

// Returns one of its own regions, mostly.
RegionHandle FederationRun::some_region(Federate f, Fate& fate) {
  const auto own = own_regions(f);
  if (!own.empty() && !one_in(15)) return any(own);
  fate.add(true, ErrorCode::RegionNotKnown);
  for (const auto& [region, model] : history_.regions) {
    if (one_in(2) && std::ranges::find(own, region) == own.end()) return region;
  }
  return kNoRegion;
}

void FederationRun::create_region(Federate f) {
  Member& member = *ones_[f]->member;
  if (one_in(4)) {
    const bool wrong = one_in(3);
    return judged(f, "", wire::DescribeSpace{wrong ? kDefaultSpace : kTerrainSpace},
                  wrong ? Fate{{ErrorCode::SpaceNotDefined}} : Fate());
  }
  if (own_regions(f).size() >= kRegionsMax) return;
  Fate fate;
  const auto space = one_in(12) ? kDefaultSpace : kTerrainSpace;
  fate.add(space != kTerrainSpace, ErrorCode::SpaceNotDefined);
  const std::size_t extents = one_in(12) ? 0 : 1 + below(2);
  fate.add(extents == 0, ErrorCode::InvalidExtents);
  judged(f, std::to_string(extents), wire::CreateRegion{space, extents, {}}, fate,
         [this, &member, extents](RegionHandle region) {
           const RegionModel model(history_.place_of(member), extents);
           if (!history_.regions.emplace(region, model).second) {
             history_.complain(member, "creates " + text_of(region) + ", which there was before");
           }
         });
}

void FederationRun::modify_region(Federate f) {
  Fate fate;
  const RegionHandle region = some_region(f, fate);
  const auto at = history_.regions.find(region);
  if (one_in(8)) {
    return judged(f, text_of(region), wire::DescribeRegion{region}, fate,
                  [this, f, at](const wire::RegionDescription& described) {
                    if (described.ranges == at->second.bounds()) return;
                    history_.complain(*ones_[f]->member, "is given other bounds of a region");
                  });
  }
  const std::size_t extents = at == history_.regions.end() ? 1 : at->second.extents();
  Ranges ranges(extents * kDimensions);
  for (wire::Range& range : ranges) {
    range.lower = below(6);
    range.upper = range.lower + below(4);
  }
  if (one_in(20)) {
    ranges.front() = {5, 4};
    fate.add(true, ErrorCode::InvalidExtents);
  }
  std::string text = text_of(region);
  for (const auto& [lower, upper] : ranges) {
    text += " " + std::to_string(lower) + "-" + std::to_string(upper);
  }
  if (fate.must.empty() && !is_astray(f)) at->second.modifying(ranges, now_);
  history_.regions_changed = now_;
  judged(f, text, wire::NotifyAboutRegionModification{region, ranges}, fate,
         [this, region](auto...) {
           history_.regions.at(region).modified(now_);
           history_.regions_changed = now_;
         });
}

void FederationRun::delete_region(Federate f) {
  Member& member = *ones_[f]->member;
  Fate fate;
  const RegionHandle region = some_region(f, fate);
  if (fate.must.empty()) {
    bool associated = false;
    for (const auto& [what, with] : member.update_regions) {
      associated = associated || (with == region && !history_.doubtful(what.first));
    }
    // The instance or an attribute may be gone, and only the RTIG or the federate knows yet.
    const bool doubtful = !associated && history_.regions.at(region).once_associated;
    fate.add(associated || member.declared.uses(region), ErrorCode::RegionInUse);
    fate.add(doubtful, ErrorCode::RegionInUse, doubtful);
  }
  judged(f, text_of(region), wire::DeleteRegion{region}, fate,
         [this, region](auto...) { history_.regions.at(region).deleted = true; });
}

void FederationRun::subscribe_with_region(Federate f) {
  Member& member = *ones_[f]->member;
  ObjectClassHandle c = some_class();
  if (one_in(2)) c = one_in(2) ? kVehicleClass : kTankClass;
  Fate fate = Declared::to_declare(c, kPosition);
  const RegionHandle region = some_region(f, fate);
  if (one_in(4)) return unsubscribe_with_region(f);
  AttributeSet attributes = one_in(20) ? AttributeSet{} : kPosition;
  if (one_in(15)) attributes.insert(kPrivilegeAttribute);
  if (attributes != kPosition) {
    const bool known = fate.must.contains(ErrorCode::RegionNotKnown);
    fate = Declared::to_declare(c, attributes);
    fate.add(known, ErrorCode::RegionNotKnown);
  }
  bool in_space = true;
  attributes.for_each([&](AttributeHandle attribute) {
    in_space = in_space && defined(c) && lies_in_space(attribute, c);
  });
  fate.add(defined(c) && !in_space, ErrorCode::InvalidRegionContext);
  const bool active = !one_in(4);
  member.declared.changing(c, now_);
  judged(f, std::to_string(c.value) + " " + text_of(region) + (active ? "" : ", passive"),
         wire::SubscribeObjectClassAttributesWithRegion{c, region, attributes, active}, fate,
         [this, &member, c, region, attributes, active](auto...) {
           member.declared.subscribe(c, region, attributes, active);
           member.declared.changing(c, now_);
         });
}

// Prefers existing subscriptions.
void FederationRun::unsubscribe_with_region(Federate f) {
  Member& member = *ones_[f]->member;
  const auto& subscribed = member.declared.region_subscribed;
  Fate fate;
  RegionHandle region = some_region(f, fate);
  ObjectClassHandle c = some_class();
  if (!subscribed.empty() && !one_in(5)) {
    c = subscribed.begin()->first;
    region = subscribed.begin()->second.begin()->first;
    fate = Fate();
  }
  const bool own = fate.must.empty();
  fate.add(!defined(c), ErrorCode::ObjectClassNotDefined);
  const auto at = subscribed.find(c);
  fate.add(own && (at == subscribed.end() || !at->second.contains(region)),
           ErrorCode::ObjectClassNotSubscribed);
  member.declared.changing(c, now_);
  judged(f, std::to_string(c.value) + " " + text_of(region),
         wire::UnsubscribeObjectClassWithRegion{c, region}, fate,
         [this, &member, c, region](auto...) {
           member.declared.unsubscribe(c, region);
           member.declared.changing(c, now_);
         });
}

void FederationRun::subscribe_interactions_with_region(Federate f) {
  Member& member = *ones_[f]->member;
  const auto& by_region = member.declared.region_interactions;
  InteractionClassHandle c = one_in(3) ? some_interaction_class() : kShotClass;
  Fate fate;
  RegionHandle region = some_region(f, fate);
  if (!by_region.empty() && one_in(5)) {
    c = by_region.begin()->first;
    region = by_region.begin()->second.begin()->first;
    fate = Fate();
  }
  fate.add(!defined(c), ErrorCode::InteractionClassNotDefined);
  member.declared.changing(c, now_);
  const std::string text = std::to_string(c.value) + " " + text_of(region);
  if (one_in(3)) {
    const auto at = by_region.find(c);
    fate.add(fate.must.empty() && (at == by_region.end() || !at->second.contains(region)),
             ErrorCode::InteractionClassNotSubscribed);
    return judged(f, text, wire::UnsubscribeInteractionClassWithRegion{c, region}, fate,
                  [this, &member, c, region](auto...) {
                    member.declared.unsubscribe(c, region);
                    member.declared.changing(c, now_);
                  });
  }
  fate.add(defined(c) && !lies_in_space(c), ErrorCode::InvalidRegionContext);
  const bool active = !one_in(4);
  judged(f, text + (active ? "" : ", passive"),
         wire::SubscribeInteractionClassWithRegion{c, region, active}, fate,
         [this, &member, c, region, active](auto...) {
           member.declared.region_interactions[c][region] = active;
           member.declared.changing(c, now_);
         });
}

// Associates owned attributes: an earlier association takes effect only with ownership (HLA 1.3
// clause 9.6).
void FederationRun::associate(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const ObjectHandle object = one.own.empty() || one_in(20) ? some_object(f) : any(one.own);
  AttributeSet attributes = history_.owned(member, object) & kPosition;
  if (one_in(20)) attributes.insert(kPrivilegeAttribute);
  Fate fate = judge_.objects.to_use(member, object, attributes, false);
  const bool known = fate.must.empty();
  const RegionHandle region = some_region(f, fate);
  const std::string text = text_of(region) + " with " + text_of(object);
  history_.regions_changed = now_;
  if (one_in(4)) {
    return judged(f, text, wire::UnassociateRegionForUpdates{region, object}, fate,
                  [this, &member, region, object](auto...) {
                    member.dissociate(region, object);
                    history_.regions_changed = now_;
                  });
  }
  fate.add(known && (!(attributes - kPosition).empty() ||
                     (attributes == kPosition &&
                      !lies_in_space(kPositionAttribute, member.known.at(object).known_class))),
           ErrorCode::InvalidRegionContext);
  judged(f, text + " " + text_of(attributes),
         wire::AssociateRegionForUpdates{region, object, attributes}, fate,
         [this, &member, region, object, attributes](auto...) {
           member.dissociate(region, object);
           attributes.for_each([&](AttributeHandle attribute) {
             member.update_regions[{object, attribute}] = region;
           });
           history_.regions.at(region).once_associated = true;
           history_.regions_changed = now_;
         });
}

void FederationRun::enlist_with_region(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  if (one.own.size() > 3) return;
  const ObjectClassHandle c = one_in(3) ? some_class() : kVehicleClass;
  Fate fate = judge_.objects.to_register(member, c, "");
  const auto published = member.declared.published.find(c);
  if (defined(c)) {
    const bool there = attributes_at(c) >= kPositionAttribute.value;
    fate.add(!there, ErrorCode::AttributeNotDefined);
    fate.add(there && !lies_in_space(kPositionAttribute, c), ErrorCode::InvalidRegionContext);
    fate.add(published != member.declared.published.end() && there &&
                 !published->second.contains(kPositionAttribute),
             ErrorCode::AttributeNotPublished);
  }
  const RegionHandle region = some_region(f, fate);
  judged(f, std::to_string(c.value) + " " + text_of(region),
         wire::RegisterObjectInstanceWithRegion{c, {}, {{kPositionAttribute, region}}}, fate,
         [this, &one, &member, c, region, begun = now_](ObjectHandle object) {
           judge_.objects.registered(member, object, c, "", begun);
           member.update_regions[{object, kPositionAttribute}] = region;
           history_.regions.at(region).once_associated = true;
           one.own.push_back(object);
         });
}

void FederationRun::request_values_with_region(Federate f) {
  Member& member = *ones_[f]->member;
  const ObjectClassHandle c = some_class();
  const AttributeSet attributes = some_attributes(c);
  Fate fate = Declared::to_declare(c, attributes);
  const RegionHandle region = some_region(f, fate);
  judged(f, std::to_string(c.value) + " " + text_of(attributes) + " " + text_of(region),
         wire::RequestClassAttributeValueUpdate{c, attributes, region}, fate,
         [this, &member, c, attributes, begun = now_](auto...) {
           judge_.objects.requested_with_region(member, c, attributes, begun);
         });
}

}  // namespace triad::test
