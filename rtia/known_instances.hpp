// The object instances that a federate knows, what it keeps of each, and what its calls that name
// one are refused for. All service groups look here; private to rtia/.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/federation_state.hpp"
#include "core/lazy_optional.hpp"
#include "core/object_directory.hpp"
#include "core/saved.hpp"
#include "records/defect.hpp"
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

// A known instance has an entry in the directory, one in the directory's index and one among the
// known; the last two in tables that have up to 16/7 places an entry. Together they are to stay
// below 512 bytes, also with a name and what has been told: what is rare does not belong into them.
static_assert(sizeof(core::ObjectInstance) +
                  (sizeof(std::pair<const std::uint64_t, core::ObjectInstance*>) +
                   sizeof(std::pair<const std::uint64_t, KnownObject>)) *
                      16 / 7 <=
              250);

// What there is of an instance that the federate names.
struct KnownInstance {
  wire::ObjectHandle object;
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const InstanceOwnership* ownership = nullptr;  // null: nothing is under way
};

// Of an instance that the federate does not know now, but did.
struct Former {
  bool updated = false;
  bool reflected = false;
};
BOOST_DESCRIBE_STRUCT(Former, (), (updated, reflected))

// Of a tombstone, what its federate owned and offered of the instance.
struct SavedTombstone {
  ObjectClassHandle object_class;
  std::string name;
  AttributeSet owned;
  AttributeSet offered;
};
BOOST_DESCRIBE_STRUCT(SavedTombstone, (), (object_class, name, owned, offered))

// The directory, as far as this federate's RTIA keeps it.
struct SavedInstances {
  std::vector<core::InstanceSnapshot> living;
  std::map<wire::ObjectHandle, SavedTombstone> tombstones;
};
BOOST_DESCRIBE_STRUCT(SavedInstances, (), (living, tombstones))

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
  std::size_t size() const { return known_.size(); }
  // So many more are to come.
  void reserve(std::size_t more) {
    if (known_.size() + more > known_.max_load()) known_.reserve(known_.size() + more);
  }
  KnownObject& add(ObjectHandle object, ObjectClassHandle known_class,
                   ObjectClassHandle object_class);
  // It is not known any more, and what there is no more is left to know of it.
  void erase(ObjectHandle object) {
    former_.erase(object.value);
    remove(object);
  }
  // It is not known any more, but may be again.
  void leave(ObjectHandle object);
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
  // Whether the federate knows, owns or negotiates for it.
  bool holds(ObjectHandle object, const core::ObjectInstance& instance) const {
    if (TRIAD_DEFECT(dropped_while_negotiating) && ownerships_.contains(object)) return false;
    return contains(object) || ownerships_.contains(object) || instance.owned_at_all(self_);
  }
  // Instances that it may have ceased to hold, with their registered classes, since the last time.
  struct Released {
    ObjectHandle object;
    ObjectClassHandle object_class;
  };
  void note_released(ObjectHandle object, ObjectClassHandle object_class) {
    released_.push_back({object, object_class});
  }
  bool any_released() const { return !released_.empty(); }
  std::vector<Released> take_released() { return std::exchange(released_, {}); }

  std::map<ObjectHandle, InstanceOwnership>& ownerships() { return ownerships_; }
  const std::map<ObjectHandle, InstanceOwnership>& ownerships() const { return ownerships_; }

  // --- Saves.
  void save(wire::Encoder& out) const;
  // Into an empty directory. False: it does not fit.
  bool load(wire::Decoder& in);

 private:
  bool load_tombstone(ObjectHandle object, const SavedTombstone& tombstone);
  bool load_owned(ObjectHandle object, const SavedTombstone& tombstone);

  AttributeSet owned(const core::ObjectInstance& instance,
                     const InstanceOwnership* ownership) const;
  void remove(ObjectHandle object);

  const wire::FederateHandle self_;
  core::Federation& federation_;
  // Instances that the federate knows or is about to; all others are in the directory alone.
  boost::unordered_flat_map<std::uint64_t, KnownObject> known_;
  // Where something is true, also of instances that are forgotten: the MOM counts each once.
  boost::unordered_flat_map<std::uint64_t, Former> former_;
  std::map<ObjectHandle, InstanceOwnership> ownerships_;
  std::vector<Released> released_;
};

}  // namespace triad::rtia
