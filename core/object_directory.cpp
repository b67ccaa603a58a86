#include "core/object_directory.hpp"

#include <algorithm>
#include <charconv>

namespace triad::core {

namespace {
constexpr std::string_view kGeneratedPrefix = "HLA";
}

FederateHandle ObjectInstance::owner(AttributeHandle attribute) const {
  for (const Ownership& ownership : owners) {
    if (ownership.attributes.contains(attribute)) return ownership.federate;
  }
  return {};
}

AttributeSet ObjectInstance::owned_by(FederateHandle federate) const {
  for (const Ownership& ownership : owners) {
    if (ownership.federate == federate) return ownership.attributes;
  }
  return {};
}

AttributeSet ObjectInstance::owned_by_others(FederateHandle federate) const {
  AttributeSet others;
  for (const Ownership& ownership : owners) {
    if (ownership.federate != federate) others |= ownership.attributes;
  }
  return others;
}

bool ObjectInstance::owns_any(FederateHandle federate) const {
  return std::ranges::any_of(owners, [&](const auto& o) { return o.federate == federate; });
}

bool ObjectInstance::owns_all(FederateHandle federate, const AttributeSet& attributes) const {
  return attributes.empty() || std::ranges::any_of(owners, [&](const auto& o) {
           return o.federate == federate && o.attributes.includes(attributes);
         });
}

AttributeSet ObjectInstance::owned() const {
  AttributeSet all;
  for (const Ownership& ownership : owners) all |= ownership.attributes;
  return all;
}

AttributeSet ObjectInstance::offered() const {
  AttributeSet all;
  for (const Offer& offer : *offers) all |= offer.attributes;
  return all;
}

void ObjectInstance::add_ownership(FederateHandle federate, const AttributeSet& attributes,
                                   ObjectClassHandle known_class) {
  if (attributes.empty()) return;
  for (Ownership& ownership : owners) {
    if (ownership.federate == federate) {
      ownership.attributes |= attributes;
      ownership.known_class = known_class;
      return;
    }
  }
  owners.push_back({federate, known_class, attributes});
}

AttributeSet ObjectInstance::remove_ownership(FederateHandle federate,
                                              const AttributeSet& attributes) {
  for (auto ownership = owners.begin(); ownership != owners.end(); ++ownership) {
    if (ownership->federate != federate) continue;
    AttributeSet taken = ownership->attributes & attributes;
    ownership->attributes -= taken;
    if (ownership->attributes.empty()) owners.erase(ownership);
    withdraw_offer(taken);
    dissociate(federate, taken);
    return taken;
  }
  return {};
}

void ObjectInstance::remove_owners(const AttributeSet& attributes) {
  for (Ownership& ownership : owners) {
    if (!regions->empty()) dissociate(ownership.federate, ownership.attributes & attributes);
    ownership.attributes -= attributes;
  }
  const auto is_empty = [](const Ownership& ownership) { return ownership.attributes.empty(); };
  owners.erase(std::remove_if(owners.begin(), owners.end(), is_empty), owners.end());
  withdraw_offer(attributes);
}

void ObjectInstance::withdraw_offer(const AttributeSet& attributes) {
  std::vector<Offer>* const open = offers.value_if_created();
  if (open == nullptr) return;
  for (Offer& offer : *open) offer.attributes -= attributes;
  std::erase_if(*open, [](const Offer& offer) { return offer.attributes.empty(); });
}

void ObjectInstance::add_offer(const AttributeSet& attributes, std::string_view tag) {
  if (!attributes.empty()) offers.edit().push_back({attributes, std::string(tag)});
}

void ObjectInstance::associate(RegionHandle region, const AttributeSet& attributes) {
  dissociate(wire::creator_of(region), attributes);
  if (auto* const used = regions.value_if_created()) {
    std::erase_if(*used, [&](const auto& association) { return association.region == region; });
  }
  if (attributes.empty()) return;
  auto& used = regions.edit();
  const auto at = std::ranges::lower_bound(used, region, {}, &wire::RegionAssociation::region);
  used.insert(at, {region, attributes});
}

void ObjectInstance::dissociate(FederateHandle federate, const AttributeSet& attributes) {
  auto* const used = regions.value_if_created();
  if (used == nullptr) return;
  for (auto& association : *used) {
    if (wire::creator_of(association.region) == federate) association.attributes -= attributes;
  }
  std::erase_if(*used, [](const auto& association) { return association.attributes.empty(); });
}

RegionHandle ObjectInstance::update_region(FederateHandle federate,
                                           AttributeHandle attribute) const {
  for (const auto& association : *regions) {
    const bool theirs = wire::creator_of(association.region) == federate;
    if (theirs && association.attributes.contains(attribute)) return association.region;
  }
  return {};
}

GeneratedName::GeneratedName(ObjectHandle object) {
  char* const digits = std::ranges::copy(kGeneratedPrefix, text_.data()).out;
  const auto end = std::to_chars(digits, text_.data() + text_.size(), object.value);
  size_ = static_cast<std::size_t>(end.ptr - text_.data());
}

bool is_reserved_name(std::string_view name) {
  if (name.size() < kGeneratedPrefix.size()) return false;
  return std::ranges::equal(name.substr(0, kGeneratedPrefix.size()), kGeneratedPrefix,
                            [](char a, char b) { return (a & ~0x20) == b; });
}

ObjectInstance* ObjectDirectory::find(ObjectHandle object) {
  return instances_.find(object.value);
}

const ObjectInstance* ObjectDirectory::find(ObjectHandle object) const {
  return instances_.find(object.value);
}

ObjectHandle ObjectDirectory::find(std::string_view name) const {
  if (const auto at = by_name_.find(name); at != by_name_.end()) return at->second;
  if (!name.starts_with(kGeneratedPrefix)) return {};
  const std::string_view digits = name.substr(kGeneratedPrefix.size());
  ObjectHandle object;
  const auto [end, fault] =
      std::from_chars(digits.data(), digits.data() + digits.size(), object.value);
  if (fault != std::errc{} || end != digits.data() + digits.size()) return {};
  const ObjectInstance* instance = find(object);
  // "HLA007" parses as 7 but is not a generated name.
  const bool is_generated =
      instance != nullptr && instance->name->empty() && GeneratedName(object).view() == name;
  return is_generated ? object : ObjectHandle{};
}

std::string ObjectDirectory::name(ObjectHandle object) const {
  const ObjectInstance* instance = find(object);
  if (instance != nullptr && !instance->name->empty()) return *instance->name;
  return std::string(GeneratedName(object).view());
}

std::vector<ObjectHandle> ObjectDirectory::handles_of(ObjectClassHandle registered_class) const {
  std::vector<ObjectHandle> handles;
  if (registered_class.value >= by_class_.size()) return handles;
  const ClassInstances& all = by_class_[registered_class.value];
  handles.reserve(all.count);
  for (const ObjectHandle object : all.handles) {
    if (is_instance_of(object, registered_class)) handles.push_back(object);
  }
  std::ranges::sort(handles);
  // An instance that was forgotten and inserted again occurs twice.
  handles.erase(std::unique(handles.begin(), handles.end()), handles.end());
  return handles;
}

bool ObjectDirectory::is_instance_of(ObjectHandle object,
                                     ObjectClassHandle registered_class) const {
  const ObjectInstance* const instance = find(object);
  return instance != nullptr && instance->object_class == registered_class;
}

ObjectInstance* ObjectDirectory::insert_entry(ObjectHandle object, ObjectInstance&& instance) {
  const ObjectClassHandle registered_class = instance.object_class;
  ObjectInstance* const placed = instances_.insert(object.value, std::move(instance));
  if (placed == nullptr) return nullptr;
  if (registered_class.value >= by_class_.size()) by_class_.resize(registered_class.value + 1);
  ClassInstances& all = by_class_[registered_class.value];
  all.handles.push_back(object);
  ++all.count;
  return placed;
}

bool ObjectDirectory::insert_deleted(ObjectHandle object, ObjectInstance instance) {
  return insert_entry(object, std::move(instance)) != nullptr;
}

ObjectInstance* ObjectDirectory::insert(ObjectHandle object, ObjectInstance instance) {
  ObjectInstance* const inserted = insert_entry(object, std::move(instance));
  // An older entry of the same name is erased first, because its key is a view of the other
  // instance's name.
  if (inserted != nullptr && !inserted->name->empty()) {
    by_name_.erase(*inserted->name);
    by_name_.emplace(*inserted->name, object);
  }
  return inserted;
}

void ObjectDirectory::release_name(ObjectHandle object) {
  const ObjectInstance* instance = find(object);
  if (instance == nullptr) return;
  const auto named = by_name_.find(*instance->name);
  if (named != by_name_.end() && named->second == object) by_name_.erase(named);
}

void ObjectDirectory::erase(ObjectHandle object) {
  const ObjectInstance* const instance = find(object);
  if (instance == nullptr) return;
  release_name(object);
  const ObjectClassHandle registered_class = instance->object_class;
  instances_.erase(object.value);
  ClassInstances& all = by_class_[registered_class.value];
  --all.count;
  if (all.handles.size() < 2 * all.count + 64) return;
  all.handles = handles_of(registered_class);
  all.handles.shrink_to_fit();
}

}  // namespace triad::core
