// Receivers of data (HLA 1.3 clauses 5 and 9): which members receive data of a class, sent with a
// region, as a participant's copy of the federation tells. Sender, receiver and RTIG use the same
// code.
#pragma once

#include "core/federation_state.hpp"

namespace triad::core {

// Returns the attributes that a subscriber receives, of data sent with a region: those that it
// subscribes at the class with regions that overlap the region, or without a region. Region zero is
// the default region, which overlaps every other. `active`: only active subscriptions count.
AttributeSet attributes_reached(const Federation& federation, FederateHandle subscriber,
                                ObjectClassHandle at, RegionHandle region, bool active = false);
// Returns the same for the data that other owners of the instance would send now.
AttributeSet attributes_in_reach(const Federation& federation, FederateHandle subscriber,
                                 ObjectClassHandle at, const ObjectInstance& instance,
                                 bool active = false);
// Returns true if an update with the region may concern the federate, at any class at which it may
// know the instance.
bool may_reach(const Federation& federation, FederateHandle subscriber,
               ObjectClassHandle object_class, const AttributeSet& attributes, RegionHandle region);
// Returns true if the federate receives an interaction with the region. Exact.
bool reaches(const Federation& federation, FederateHandle subscriber, InteractionClassHandle sent,
             RegionHandle region);

// Returns the interest fields for the header of a record that is sent with the region. `mask` has a
// bit for each attribute of an update; of an interaction it has all bits.
template <class ClassHandle>
wire::Interest interest_of(const Federation& federation, ClassHandle sent, wire::InterestMask mask,
                           RegionHandle region) {
  return {wire::interest_key(sent), mask, federation.regions().header_cells(region)};
}

}  // namespace triad::core
