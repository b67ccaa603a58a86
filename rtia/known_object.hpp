// What a Membership keeps of an object instance that its federate knows. Private to rtia/.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "core/lazy_optional.hpp"
#include "core/objects.hpp"
#include "wire/handles.hpp"
#include "wire/messages/objects.hpp"

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

// A known instance has an entry in the directory and one among the known, each in a table that has
// up to 16/7 places an entry. Together they are to stay below 512 bytes, also with a name and what
// has been told: what is rare does not belong into them.
static_assert((sizeof(std::pair<const std::uint64_t, core::ObjectInstance>) +
               sizeof(std::pair<const std::uint64_t, KnownObject>)) *
                  16 / 7 <=
              350);

struct Transfers;  // owning.hpp

// What there is of an instance that the federate names.
struct KnownInstance {
  wire::ObjectHandle object;
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const Transfers* transfers = nullptr;
};

}  // namespace triad::rtia
