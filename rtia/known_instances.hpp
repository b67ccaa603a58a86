// Object instances that a federate knows, the data kept about each, and refusals of calls that name
// an instance. Used by all service groups. Private to rtia/.
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

// Transportation and order that the owner has set for its updates of one instance. Ends with the
// ownership.
struct Preferences {
  std::map<AttributeHandle, Transportation> transportation;
  std::map<AttributeHandle, Ordering> order;

  void keep_only(const AttributeSet& owned) {
    const auto lost = [&](const auto& entry) { return !owned.contains(entry.first); };
    std::erase_if(transportation, lost);
    std::erase_if(order, lost);
  }
};

// Attributes of an instance that were reported to the federate or to their owner. Needed only for
// advisories that are off by default.
struct AdvisedAttributes {
  AttributeSet in_scope;            // state after all queued advisories
  AttributeSet delivered_in_scope;  // state after the callbacks already delivered
  AttributeSet reported_relevant;   // last report to the owners, by AttributesRelevant

  bool empty() const {
    return in_scope.empty() && delivered_in_scope.empty() && reported_relevant.empty();
  }
};

// Object instance that the federate registered, discovered, or is about to discover.
struct KnownObject {
  ObjectClassHandle known_class;
  ObjectClassHandle object_class;  // class of the registration
  bool updated = false;            // by this federate, at least once
  bool reflected = false;          // to this federate, at least once
  bool discovered = false;         // the discovery has been delivered
  core::LazyOptional<AdvisedAttributes> advised;
  core::LazyOptional<Preferences> preferences;
};

TRIAD_SAVED(Preferences, (transportation, order));
TRIAD_SAVED(AdvisedAttributes, (in_scope, delivered_in_scope, reported_relevant));
// The registered class is saved with the directory.
TRIAD_SAVED_BUT(KnownObject, (known_class, updated, reflected, discovered, advised, preferences),
                (object_class));

// A known instance has an entry in the directory, one in the directory's index and one among the
// known instances. The last two are in tables that have up to 16/7 places an entry. Together they
// must stay below 512 bytes, also with a name and advisories. Keep rare data out of these types.
static_assert(sizeof(core::ObjectInstance) +
                  (sizeof(std::pair<const std::uint64_t, core::ObjectInstance*>) +
                   sizeof(std::pair<const std::uint64_t, KnownObject>)) *
                      16 / 7 <=
              250);

// Data about an instance that a call of the federate names.
struct KnownInstance {
  wire::ObjectHandle object;
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const InstanceOwnership* ownership = nullptr;  // null: no change of ownership is pending
};

// Counted state of an instance that the federate knew but does not know now.
struct FormerInstance {
  bool updated = false;
  bool reflected = false;
};
BOOST_DESCRIBE_STRUCT(FormerInstance, (), (updated, reflected))

// Saved attributes of a tombstone that the federate owned and offered.
struct SavedTombstone {
  ObjectClassHandle object_class;
  std::string name;
  AttributeSet owned;
  AttributeSet offered;
};
BOOST_DESCRIBE_STRUCT(SavedTombstone, (), (object_class, name, owned, offered))

// Saved directory of this RTIA.
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
  // Reserves memory for `more` further instances.
  void reserve(std::size_t more) {
    if (known_.size() + more > known_.max_load()) known_.reserve(known_.size() + more);
  }
  KnownObject& add(ObjectHandle object, ObjectClassHandle known_class,
                   ObjectClassHandle object_class);
  // Forgets an instance that has ended.
  void erase(ObjectHandle object) {
    former_.erase(object.value);
    remove(object);
  }
  // Forgets an instance that may become known again.
  void move_to_former(ObjectHandle object);
  // Returns all known instances, in no defined order. The order must not reach an output.
  auto& all() { return known_; }

  // Returns the instance, or an error if the federate has neither discovered nor registered it.
  wire::Result<KnownInstance> named(ObjectHandle object);
  std::optional<wire::Error> check_attributes(const KnownInstance& known,
                                              const AttributeSet& attributes,
                                              bool must_be_owned) const;
  wire::Error not_owned(const KnownInstance& known, AttributeHandle attribute) const;
  // Returns a refusal that names the instance.
  wire::Error error_about(wire::ErrorCode code, ObjectHandle object, const char* text) const;

  // --- Ownership, managed by OwnershipManagement.

  // Returns the pending changes of ownership of the instance; null: none.
  const InstanceOwnership* ownership(ObjectHandle object) const;
  // Returns the attributes that the federate owns as far as its callbacks have told it.
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
  // Returns whether the federate knows, owns or negotiates for the instance.
  bool holds(ObjectHandle object, const core::ObjectInstance& instance) const {
    if (TRIAD_DEFECT(dropped_while_negotiating) && ownerships_.contains(object)) return false;
    return contains(object) || ownerships_.contains(object) || instance.owns_any(self_);
  }
  // Instance that the federate may have ceased to hold, with its registered class.
  struct Released {
    ObjectHandle object;
    ObjectClassHandle object_class;
  };
  void add_released(ObjectHandle object, ObjectClassHandle object_class) {
    released_.push_back({object, object_class});
  }
  bool has_released() const { return !released_.empty(); }
  std::vector<Released> take_released() { return std::exchange(released_, {}); }

  std::map<ObjectHandle, InstanceOwnership>& ownerships() { return ownerships_; }
  const std::map<ObjectHandle, InstanceOwnership>& ownerships() const { return ownerships_; }
  // Forgets the ownership state of an instance about which nothing is pending.
  void forget_idle_ownership(ObjectHandle object);

  // --- Saves.
  void save(wire::Encoder& out) const;
  // Loads into an empty directory. Returns false if the state does not fit.
  bool load(wire::Decoder& in);

 private:
  // Load parts of a saved tombstone. Return false if they do not fit the federation.
  bool load_tombstone(ObjectHandle object, const SavedTombstone& tombstone);
  bool load_owned(ObjectHandle object, const SavedTombstone& tombstone);

  AttributeSet owned(const core::ObjectInstance& instance,
                     const InstanceOwnership* ownership) const;
  void remove(ObjectHandle object);

  const wire::FederateHandle self_;
  core::Federation& federation_;
  // Instances that the federate knows or is about to know. All others are only in the directory.
  boost::unordered_flat_map<std::uint64_t, KnownObject> known_;
  // Entries with a member set to true, also of forgotten instances, because the MOM counts each
  // instance once.
  boost::unordered_flat_map<std::uint64_t, FormerInstance> former_;
  std::map<ObjectHandle, InstanceOwnership> ownerships_;
  std::vector<Released> released_;
};

}  // namespace triad::rtia
