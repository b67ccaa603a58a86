#include "tests/simulation/judge/history.hpp"

#include <algorithm>
#include <bit>

namespace triad::test {

double decoded_time(wire::Bytes encoded) {
  std::uint64_t bits = 0;
  for (const std::byte byte : encoded) bits = bits << 8 | std::to_integer<std::uint64_t>(byte);
  return std::bit_cast<double>(bits);
}

bool Message::stamped() const {
  return std::ranges::any_of(parts, [](const auto& part) { return part.second.stamped; });
}

AttributeSet Wishes::being_cancelled() const {
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

const Instance* History::instance(ObjectHandle object) const {
  const auto at = instances.find(object);
  return at == instances.end() ? nullptr : &at->second;
}

bool History::doubtful(ObjectHandle object) const {
  const Instance* found = instance(object);
  if (found == nullptr) return false;
  const auto leaves = [&](std::size_t place) { return !members[place]->counts(); };
  return found->doubtful() || std::ranges::any_of(found->may_get_privilege, leaves) ||
         std::ranges::any_of(found->owned, [&](const auto& entry) {
           return entry.second.contains(kPrivilegeAttribute) && leaves(entry.first);
         });
}

AttributeSet History::owned(const Member& member, ObjectHandle object) const {
  const Instance* found = instance(object);
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

void History::lose(Member& member, ObjectHandle object, const AttributeSet& attributes) {
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
  member.wishes[object].asked -= attributes;
  if (const auto told = member.told_to_update.find(object); told != member.told_to_update.end()) {
    told->second -= attributes;
  }
  attributes.for_each([&](AttributeHandle attribute) {
    member.attribute_deliveries.erase({object, attribute});
  });
  instance.ownership_changed = now;
}

void History::gain(Member& member, ObjectHandle object, const AttributeSet& attributes) {
  Instance& instance = instances.at(object);
  const std::size_t place = place_of(member);
  instance.owned[place] |= attributes;
  if (attributes.contains(kPrivilegeAttribute)) instance.privileged = place;
  attributes.for_each([&](AttributeHandle attribute) { ++instance.tenures[attribute]; });
  member.wishes[object].assumed |= attributes;
  instance.ownership_changed = now;
}

void History::forget(Member& member, ObjectHandle object) {
  lose(member, object, owned(member, object));
  const auto wishes = member.wishes.find(object);
  if (wishes != member.wishes.end() && !wishes->second.pending().empty()) {
    instances.at(object).abandoned = true;
  }
  member.known.erase(object);
  member.wishes.erase(object);
  member.told_to_update.erase(object);
}

}  // namespace triad::test
