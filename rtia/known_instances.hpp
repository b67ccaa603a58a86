// The object instances that a federate knows, what it keeps of each, and what its calls that name
// one are refused for. All service groups look here; private to rtia/.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/federation_state.hpp"
#include "core/lazy_optional.hpp"
#include "core/object_directory.hpp"
#include "core/saved.hpp"
#include "rtia/ownership_state.hpp"
#include "wire/error.hpp"
#include "wire/handles.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

using wire::AttributeHandle;
using wire::AttributeSet;
using wire::ObjectClassHandle;
using wire::Ordering;
using wire::Transportation;

// What the owner has changed for its updates of one instance; ends with the ownership.
struct Preferences {
  std::map<AttributeHandle, Transportation> transportation;
  std::map<AttributeHandle, Ordering> order;

  void keep_only(const AttributeSet& owned) {
    const auto lost = [&](const auto& entry) { return !owned.contains(entry.first); };
    std::erase_if(transportation, lost);
    std::erase_if(order, lost);
  }
};

// Of which attributes of an instance the federate, or their owner, has been told something. Only
// where an advisory is on that is off by default.
struct Told {
  AttributeSet in_scope;           // when the queue has been told
  AttributeSet told_in_scope;      // by callbacks already given
  AttributeSet reported_relevant;  // to the owners, by AttributesRelevant

  bool empty() const {
    return in_scope.empty() && told_in_scope.empty() && reported_relevant.empty();
  }
};

// An object instance that the federate registered or discovered (or is about to discover).
struct KnownObject {
  ObjectClassHandle known_class;
  ObjectClassHandle object_class;  // registered
  bool updated = false;            // by this federate, once at least
  bool reflected = false;          // to this federate
  bool discovered = false;         // the federate has been told
  core::LazyOptional<Told> told;
  core::LazyOptional<Preferences> preferences;
};

TRIAD_SAVED(Preferences, (transportation, order));
TRIAD_SAVED(Told, (in_scope, told_in_scope, reported_relevant));
// The registered class is the directory's.
TRIAD_SAVED_BUT(KnownObject, (known_class, updated, reflected, discovered, told, preferences),
                (object_class));

// A known instance has an entry in the directory and one among the known, each in a table that has
// up to 16/7 places an entry. Together they are to stay below 512 bytes, also with a name and what
// has been told: what is rare does not belong into them.
static_assert((sizeof(std::pair<const std::uint64_t, core::ObjectInstance>) +
               sizeof(std::pair<const std::uint64_t, KnownObject>)) *
                  16 / 7 <=
              350);

// What there is of an instance that the federate names.
struct KnownInstance {
  wire::ObjectHandle object;
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const InstanceOwnership* ownership = nullptr;  // null: nothing is under way
};

// What the federation's saved state lacks of the directory: of a tombstone, what its federate owned
// and offered of the instance.
struct SavedTombstone {
  ObjectClassHandle object_class;
  std::string name;
  AttributeSet owned;
  AttributeSet offered;
};
BOOST_DESCRIBE_STRUCT(SavedTombstone, (), (object_class, name, owned, offered))

// Of one that the federate does not know now, but did.
struct SavedFormer {
  bool updated = false;
  bool reflected = false;
};
BOOST_DESCRIBE_STRUCT(SavedFormer, (), (updated, reflected))

struct SavedInstances {
  std::map<wire::ObjectHandle, SavedTombstone> tombstones;
  std::map<wire::ObjectHandle, SavedFormer> former;
};
BOOST_DESCRIBE_STRUCT(SavedInstances, (), (tombstones, former))

class KnownInstances {
 public:
  using ObjectHandle = wire::ObjectHandle;

  KnownInstances(wire::FederateHandle self, core::Federation& federation)
      : self_(self), federation_(federation) {}

  KnownObject* find(ObjectHandle object) {
    const auto at = known_.find(object.value);
    return at == known_.end() ? nullptr : &at->second;
  }
  const KnownObject* find(ObjectHandle object) const {
    const auto at = known_.find(object.value);
    return at == known_.end() ? nullptr : &at->second;
  }
  bool contains(ObjectHandle object) const { return known_.contains(object.value); }
  KnownObject& add(ObjectHandle object) { return known_[object.value]; }
  void erase(ObjectHandle object) { known_.erase(object.value); }
  // In no order: nothing that depends on it may be sent.
  auto& all() { return known_; }

  // An instance that the federate knows by its callbacks or its own registration.
  wire::Result<KnownInstance> named(ObjectHandle object);
  std::optional<wire::Error> check_attributes(const KnownInstance& known,
                                              const AttributeSet& attributes,
                                              bool must_be_owned) const;
  wire::Error not_owned(const KnownInstance& known, AttributeHandle attribute) const;
  // A refusal that names the instance.
  wire::Error about(wire::ErrorCode code, ObjectHandle object, const char* text) const;

  // --- Ownership, which OwnershipManagement keeps here.

  // What is under way about it; null: nothing.
  const InstanceOwnership* ownership(ObjectHandle object) const;
  // What the federate owns as far as it has been told.
  AttributeSet owned(ObjectHandle object, const core::ObjectInstance& instance) const {
    return owned(instance, ownership(object));
  }
  AttributeSet owned(const KnownInstance& known) const {
    return owned(*known.instance, known.ownership);
  }
  bool owns(const KnownInstance& known, AttributeHandle attribute) const {
    return known.instance->owner(attribute) == self_ &&
           (known.ownership == nullptr || !known.ownership->withholds(attribute));
  }
  std::map<ObjectHandle, InstanceOwnership>& ownerships() { return ownerships_; }
  const std::map<ObjectHandle, InstanceOwnership>& ownerships() const { return ownerships_; }

  // --- Saves.
  void save(wire::Encoder& out) const;
  // Into the directory as it was saved for all. False: it does not fit.
  bool load(wire::Decoder& in);

 private:
  bool load_tombstone(ObjectHandle object, const SavedTombstone& tombstone);
  bool load_owned(ObjectHandle object, const SavedTombstone& tombstone);

  AttributeSet owned(const core::ObjectInstance& instance,
                     const InstanceOwnership* ownership) const;

  const wire::FederateHandle self_;
  core::Federation& federation_;
  // Instances that the federate knows or is about to; all others are in the directory alone.
  boost::unordered_flat_map<std::uint64_t, KnownObject> known_;
  std::map<ObjectHandle, InstanceOwnership> ownerships_;
};

}  // namespace triad::rtia
