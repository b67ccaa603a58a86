#include "rtia/known_instances.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "rtia/model_checks.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

using wire::ErrorCode;

wire::Result<KnownInstance> KnownInstances::named(ObjectHandle object) {
  KnownInstance found{object, find(object), federation_.objects().find(object), ownership(object)};
  if (found.known == nullptr || !found.known->discovered || found.instance == nullptr) {
    return wire::error(
        ErrorCode::ObjectNotKnown,
        "object instance " + std::to_string(object.value) + " is not known to this federate");
  }
  return found;
}

// The text explains a frequent mistake: publishing an attribute does not make the federate its
// owner in instances that are registered already.
wire::Error KnownInstances::not_owned(const KnownInstance& known, AttributeHandle attribute) const {
  const ObjectClassHandle known_class = known.known->known_class;
  const AttributeSet* const published = federation_.member(self_)->declared.published(known_class);
  const bool is_published = published != nullptr && published->contains(attribute);
  return wire::error(
      ErrorCode::AttributeNotOwned,
      named_attribute(federation_, known_class, {attribute}) + " of " +
          wire::quoted(federation_.objects().name(known.object)) + " (" +
          federation_.model().path(known_class) +
          ") is not owned by this federate: acquire it first" +
          (is_published ? "; publishing it does not make this federate the owner in instances that "
                          "are registered already"
                        : ""));
}

wire::Error KnownInstances::error_about(ErrorCode code, ObjectHandle object,
                                        const char* text) const {
  return wire::error(code, wire::quoted(federation_.objects().name(object)) + ": " + text);
}

std::optional<wire::Error> KnownInstances::check_attributes(const KnownInstance& known,
                                                            const AttributeSet& attributes,
                                                            bool must_be_owned) const {
  if (!federation_.model().has_attributes(known.known->known_class, attributes)) {
    return not_available(federation_, known.known->known_class, attributes);
  }
  if (!must_be_owned) return std::nullopt;
  const AttributeSet own = owned(known);
  std::optional<wire::Error> refusal;
  attributes.for_each([&](AttributeHandle attribute) {
    if (!refusal && !own.contains(attribute)) refusal = not_owned(known, attribute);
  });
  return refusal;
}

KnownObject& KnownInstances::add(ObjectHandle object, ObjectClassHandle known_class,
                                 ObjectClassHandle object_class) {
  KnownObject& known = known_[object.value];
  known.known_class = known_class;
  known.object_class = object_class;
  if (former_.empty()) return known;
  if (const auto at = former_.find(object.value); at != former_.end()) {
    known.updated = at->second.updated;
    known.reflected = at->second.reflected;
    former_.erase(at);
  }
  return known;
}

void KnownInstances::remove(ObjectHandle object) {
  const auto at = known_.find(object.value);
  if (at == known_.end()) return;
  add_released(object, at->second.object_class);
  known_.erase(at);
}

void KnownInstances::forget_idle_ownership(ObjectHandle object) {
  const auto at = ownerships_.find(object);
  if (at == ownerships_.end() || !at->second.is_idle()) return;
  ownerships_.erase(at);
  const core::ObjectInstance* const instance = federation_.objects().find(object);
  if (instance != nullptr) add_released(object, instance->object_class);
}

void KnownInstances::move_to_former(ObjectHandle object) {
  const KnownObject* const known = find(object);
  if (known == nullptr) return;
  if (known->updated || known->reflected) {
    former_[object.value] = {known->updated, known->reflected};
  }
  remove(object);
}

const InstanceOwnership* KnownInstances::ownership(ObjectHandle object) const {
  if (ownerships_.empty()) return nullptr;
  const auto at = ownerships_.find(object);
  return at == ownerships_.end() ? nullptr : &at->second;
}

AttributeSet KnownInstances::owned(const core::ObjectInstance& instance,
                                   const InstanceOwnership* ownership) const {
  AttributeSet owned = instance.owned_by(self_);
  if (ownership != nullptr) owned -= ownership->withheld();
  return owned;
}

// --- Saves.

void KnownInstances::save(wire::Encoder& out) const {
  SavedInstances directory;
  for (const ObjectHandle object : federation_.objects().handles()) {
    const core::ObjectInstance& instance = *federation_.objects().find(object);
    if (!instance.deleted) {
      directory.living.push_back(core::snapshot_of(object, instance));
      continue;
    }
    directory.tombstones[object] = {instance.object_class, *instance.name, instance.owned_by(self_),
                                    instance.offered()};
  }
  out.put(directory);
  out.put(known_);
  out.put(former_);
}

bool KnownInstances::load(wire::Decoder& in) {
  SavedInstances directory;
  in.get(directory);
  in.get(known_);
  in.get(former_);
  if (!in.ok()) return false;
  for (const core::InstanceSnapshot& instance : directory.living) {
    if (federation_.insert(instance) == nullptr) return false;
  }
  for (const auto& [object, tombstone] : directory.tombstones) {
    if (!load_tombstone(object, tombstone)) return false;
  }
  for (auto& [object, known] : known_) {
    const core::ObjectInstance* instance = federation_.objects().find(ObjectHandle(object));
    if (instance == nullptr || federation_.model().find(known.known_class) == nullptr) return false;
    known.object_class = instance->object_class;
  }
  return std::ranges::all_of(directory.tombstones, [&](const auto& entry) {
    return load_owned(entry.first, entry.second);
  });
}

bool KnownInstances::load_tombstone(ObjectHandle object, const SavedTombstone& tombstone) {
  if (federation_.model().find(tombstone.object_class) == nullptr) return false;
  core::ObjectInstance instance;
  instance.object_class = tombstone.object_class;
  instance.deleted = true;
  if (!tombstone.name.empty()) instance.name.edit() = tombstone.name;
  return federation_.objects().insert_deleted(object, std::move(instance));
}

bool KnownInstances::load_owned(ObjectHandle object, const SavedTombstone& tombstone) {
  const KnownObject* known = find(object);
  if (!tombstone.owned.includes(tombstone.offered)) return false;
  if (tombstone.owned.empty()) return true;
  if (known == nullptr ||
      !federation_.model().has_attributes(known->known_class, tombstone.owned)) {
    return false;
  }
  core::ObjectInstance& instance = *federation_.objects().find(object);
  instance.add_ownership(self_, tombstone.owned, known->known_class);
  instance.add_offer(tombstone.offered, {});
  return true;
}

}  // namespace triad::rtia
