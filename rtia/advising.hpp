// What a Membership keeps of what its federate is advised of: the switches, what it was told last,
// and what waits in the queue. Private to rtia/.
#pragma once

#include <cstdint>
#include <map>

#include "wire/handles.hpp"
#include "wire/messages/objects.hpp"

namespace triad::rtia {

using wire::AttributeSet;

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

struct Advising {
  bool class_relevance = true;
  bool interaction_relevance = true;
  bool attribute_relevance = false;
  bool attribute_scope = false;
  std::map<wire::ObjectClassHandle, Advice> registrations;
  std::map<wire::InteractionClassHandle, Advice> interactions;
  std::map<wire::ObjectHandle, UpdateAdvice> updates;
  PendingAdvice pending_scope;
  PendingAdvice pending_updates;
  // What of an instance's attributes others have said to be relevant to them.
  std::map<wire::ObjectHandle, std::map<wire::FederateHandle, AttributeSet>> relevant_at;
};

}  // namespace triad::rtia
