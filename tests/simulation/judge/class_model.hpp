// Object model of the runs as the judges know it, in tables of their own; the RTI receives
// core/test_model.hpp. Used by the judges, and by the run to make calls.
#pragma once

#include <cstdint>
#include <string>

#include "wire/handle_set.hpp"
#include "wire/handles.hpp"

namespace triad::test {

using wire::AttributeHandle;
using wire::AttributeSet;
using wire::FederateHandle;
using wire::InteractionClassHandle;
using wire::ObjectClassHandle;
using wire::ObjectHandle;
using wire::Ordering;
using wire::Transportation;

inline constexpr ObjectClassHandle kVehicleClass{2};
inline constexpr ObjectClassHandle kTankClass{3};
// Undefined also in runs where the MOM's classes follow these.
inline constexpr ObjectClassHandle kUndefinedObjectClass{1000};
inline constexpr InteractionClassHandle kShotClass{2};
inline constexpr InteractionClassHandle kHitClass{3};
inline constexpr InteractionClassHandle kUndefinedInteractionClass{1000};
inline constexpr AttributeHandle kPrivilegeAttribute{1};
inline constexpr AttributeHandle kPositionAttribute{2};

// Order and transportation of a part of a message.
struct Delivery {
  Ordering order = Ordering::receive;
  Transportation transportation = Transportation::reliable;
};

bool is_defined(ObjectClassHandle object_class);
bool is_defined(InteractionClassHandle interaction_class);
// Zero for a root.
ObjectClassHandle parent_of(ObjectClassHandle object_class);
InteractionClassHandle parent_of(InteractionClassHandle interaction_class);
bool is_a(ObjectClassHandle descendant, ObjectClassHandle ancestor);

// Handles count from 1, inherited ones first.
std::uint32_t attributes_at(ObjectClassHandle object_class);
std::uint32_t parameters_at(InteractionClassHandle interaction_class);
Delivery delivery_of(ObjectClassHandle object_class, AttributeHandle attribute);
Delivery delivery_of(InteractionClassHandle interaction_class);

// Returns whether it lies in the routing space Terrain.
bool is_in_space(AttributeHandle attribute, ObjectClassHandle object_class);
bool is_in_space(InteractionClassHandle interaction_class);

// Path from the root on.
std::string path_of(ObjectClassHandle object_class);
std::string path_of(InteractionClassHandle interaction_class);
std::string name_of(ObjectClassHandle object_class, AttributeHandle attribute);
std::string name_of(InteractionClassHandle interaction_class, wire::ParameterHandle parameter);

std::string text_of(const AttributeSet& attributes);
std::string text_of(ObjectHandle object);

}  // namespace triad::test
