// What a Membership keeps of an object instance that its federate knows. Private to rtia/.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

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

// An object instance that the federate registered or discovered (or is about to discover).
struct KnownObject {
  ObjectClassHandle known_class;
  ObjectClassHandle object_class;  // registered
  bool updated = false;            // by this federate, once at least
  bool reflected = false;          // to this federate
  bool discovered = false;         // the federate has been told
  AttributeSet in_scope;           // when the queue has been told
  AttributeSet told_in_scope;      // by callbacks already given
  AttributeSet reported_relevant;  // to the owners, by AttributesRelevant
  std::unique_ptr<Preferences> preferences;
};

struct Transfers;  // owning.hpp

// What there is of an instance that the federate names.
struct KnownInstance {
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const Transfers* transfers = nullptr;
};

}  // namespace triad::rtia
