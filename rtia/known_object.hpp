// What a Membership keeps of an object instance that its federate knows, of advisories that wait in
// the queue, and of attributes whose ownership is under way. Private to rtia/.
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

// Advisories of one kind that wait in the queue, and how many of them, the oldest, are void: their
// switch has been turned off since, or the publication that they were for has ended.
struct PendingAdvice {
  std::uint32_t queued = 0;
  std::uint32_t voided = 0;

  void void_all() { voided = queued; }
  // One has come to the head of the queue. False: it is void.
  bool take() {
    --queued;
    if (voided == 0) return true;
    --voided;
    return false;
  }
};

// Whether to register instances of a class, or to send its interactions.
struct Advice {
  bool on = false;    // when the queue has been told
  bool told = false;  // by callbacks already given
  PendingAdvice pending;
};

// Which attributes of an instance to update.
struct UpdateAdvice {
  AttributeSet on;    // when the queue has been told
  AttributeSet told;  // by callbacks already given
};

// Handles leased for registrations: the next one and the end of the block.
struct Lease {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
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

// What is under way about owning attributes of one instance. What the log says and what the
// federate has been told differ for a while; the federate goes by what it has been told.
struct Transfers {
  AttributeSet acquiring;   // asked for, and not told of an outcome
  AttributeSet willing;     // asked for if available, likewise
  AttributeSet cancelling;  // no longer wanted, but its owner may have yielded it
  AttributeSet arriving;    // given to it by the log
  AttributeSet yielding;    // it is about to be told that somebody else gets it
  AttributeSet given_up;    // and the log does not say so yet
  AttributeSet asked;       // told that somebody wants it
  AttributeSet offered;     // to be assumed, when the queue has been told
  AttributeSet told_offered;
  // How often it has cancelled without having been told of an outcome.
  std::map<AttributeHandle, unsigned> to_confirm;

  AttributeSet pending() const { return acquiring | willing | cancelling | arriving; }
  // Owned by the log, but not in the eyes of the federate.
  bool withholds(AttributeHandle attribute) const {
    return arriving.contains(attribute) || given_up.contains(attribute);
  }
  bool idle() const {
    return pending().empty() && yielding.empty() && given_up.empty() && asked.empty() &&
           offered.empty() && told_offered.empty() && to_confirm.empty();
  }
};

// An owner's call that the RTIG has yet to answer.
struct OwnersCall {
  enum class What { divest, offer, withdraw };
  What what = What::divest;
  wire::ObjectHandle object;
  AttributeSet attributes;
};

// What there is of an instance that the federate names.
struct KnownInstance {
  KnownObject* known = nullptr;
  core::ObjectInstance* instance = nullptr;
  const Transfers* transfers = nullptr;
};

}  // namespace triad::rtia
