#include "tests/simulation/judge/history.hpp"

#include <algorithm>
#include <bit>

namespace triad::test {

double decoded_time(wire::Bytes encoded) {
  std::uint64_t bits = 0;
  for (const std::byte byte : encoded) bits = bits << 8 | std::to_integer<std::uint64_t>(byte);
  return std::bit_cast<double>(bits);
}

bool Message::is_tso() const {
  return std::ranges::any_of(parts, [](const auto& part) { return part.second.is_tso; });
}

AttributeSet OwnershipRequests::being_cancelled() const {
  AttributeSet all;
  for (const auto& [attribute, times] : cancelled) all.insert(attribute);
  return all;
}

AttributeSet Instance::owned_by_all() const {
  AttributeSet all;
  for (const auto& [place, attributes] : owned) all |= attributes;
  return all;
}

std::size_t History::place_of(const Member& member) const {
  const auto at = std::ranges::find_if(
      members, [&](const auto& candidate) { return candidate.get() == &member; });
  return static_cast<std::size_t>(at - members.begin());
}

const Instance* History::find_instance(ObjectHandle object) const {
  const auto at = instances.find(object);
  return at == instances.end() ? nullptr : &at->second;
}

bool History::is_doubtful(ObjectHandle object) const {
  const Instance* found = find_instance(object);
  if (found == nullptr) return false;
  const auto leaves = [&](std::size_t place) { return !members[place]->is_active(); };
  return found->is_doubtful() || std::ranges::any_of(found->may_get_privilege, leaves) ||
         std::ranges::any_of(found->owned, [&](const auto& entry) {
           return entry.second.contains(kPrivilegeAttribute) && leaves(entry.first);
         });
}

AttributeSet History::owned(const Member& member, ObjectHandle object) const {
  const Instance* found = find_instance(object);
  if (found == nullptr) return {};
  const auto at = found->owned.find(place_of(member));
  return at == found->owned.end() ? AttributeSet{} : at->second;
}

AttributeSet History::owned_by_others(const Member& member, const Instance& instance) const {
  AttributeSet others;
  for (const auto& [place, attributes] : instance.owned) {
    if (members[place].get() != &member) others |= attributes;
  }
  return others;
}

void Member::dissociate(RegionHandle region, ObjectHandle object) {
  std::erase_if(update_regions, [&](const auto& entry) {
    return entry.first.first == object && entry.second == region;
  });
}

std::optional<Ranges> History::update_region(const Member& member, ObjectHandle object,
                                             AttributeHandle attribute) const {
  const auto at = member.update_regions.find({object, attribute});
  if (at == member.update_regions.end()) return std::nullopt;
  return regions.at(at->second).bounds();
}

AttributeSet History::reachable_attributes(const Member& member, ObjectClassHandle at,
                                           ObjectHandle object, bool active) const {
  AttributeSet reached;
  const Declared& declared = member.declared;
  const auto without = declared.subscribed.find(at);
  const auto by_region = declared.region_subscribed.find(at);
  for (const auto& [place, attributes] : instances.at(object).owned) {
    const Member& owner = *members[place];
    if (&owner == &member) continue;
    attributes.for_each([&](AttributeHandle attribute) {
      if (without != declared.subscribed.end() && (without->second.active || !active) &&
          without->second.attributes.contains(attribute)) {
        reached.insert(attribute);
      }
      if (by_region == declared.region_subscribed.end()) return;
      const auto sent = update_region(owner, object, attribute);
      for (const auto& [region, subscription] : by_region->second) {
        const bool meant =
            subscription.attributes.contains(attribute) && (subscription.active || !active);
        if (meant && (!sent || is_overlapping(*sent, regions.at(region).bounds()))) {
          reached.insert(attribute);
        }
      }
    });
  }
  return reached;
}

bool History::is_surely_out_of_reach(const Member& member, ObjectHandle object) const {
  const Instance& of = instances.at(object);
  const std::uint64_t since = std::max({member.drained_at, member.joined_at, of.registered});
  // A deletion in progress ended ownership. A member that forgot the instance may have owned an
  // attribute for a moment.
  if (of.is_doubtful() || of.has_forgotten_requests) return false;
  const bool moved = member.declared.last_change(of.object_class) >= since ||
                     of.ownership_changed > std::max(since, of.registered_until) ||
                     regions_changed >= since;
  // A new owner receives its callback after the others have applied the transfer.
  const bool changing = std::ranges::any_of(members, [&](const auto& other) {
    const auto requests = other->ownership_requests.find(object);
    return requests != other->ownership_requests.end() && !requests->second.pending().empty();
  });
  return !moved && !changing &&
         reachable_attributes(member, member.declared.nearest_subscribed(of.object_class), object)
             .empty();
}

void History::remove_ownership(Member& member, ObjectHandle object,
                               const AttributeSet& attributes) {
  const auto at = instances.find(object);
  if (at == instances.end() || attributes.empty()) return;
  Instance& instance = at->second;
  const std::size_t place = place_of(member);
  for (auto* owned : {&instance.owned, &instance.offered}) {
    const auto entry = owned->find(place);
    if (entry == owned->end()) continue;
    entry->second -= attributes;
    if (entry->second.empty()) owned->erase(entry);
  }
  member.ownership_requests[object].release_requested -= attributes;
  if (const auto advised = member.advised.updates.find(object);
      advised != member.advised.updates.end()) {
    advised->second -= attributes;
  }
  attributes.for_each([&](AttributeHandle attribute) {
    member.attribute_deliveries.erase({object, attribute});
    member.update_regions.erase({object, attribute});
  });
  instance.ownership_changed = now;
}

void History::add_ownership(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  Instance& instance = instances.at(object);
  const std::size_t place = place_of(member);
  instance.owned[place] |= attributes;
  if (attributes.contains(kPrivilegeAttribute)) instance.privilege_owner = place;
  attributes.for_each([&](AttributeHandle attribute) { ++instance.tenures[attribute]; });
  member.ownership_requests[object].assumed |= attributes;
  instance.ownership_changed = now;
}

void History::forget_instance(Member& member, ObjectHandle object) {
  remove_ownership(member, object, owned(member, object));
  const auto requests = member.ownership_requests.find(object);
  if (requests != member.ownership_requests.end() && !requests->second.pending().empty()) {
    instances.at(object).has_forgotten_requests = true;
  }
  member.known.erase(object);
  member.ownership_requests.erase(object);
  member.advised.updates.erase(object);
}

}  // namespace triad::test
