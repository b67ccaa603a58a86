// Interest fields of a record's header. They let readers and routers choose the receivers of a
// record without decoding it: a key for its class, a mask of its attributes or parameters, and, for
// records with a region, cells of a grid over its routing space. Records about the existence of
// instances have a key of their own for each class. Readers treat all three as opaque;
// records::HeaderFilter compares them with those of subscriptions. The fields may cover more than
// the record contains, but never less: a member outside them does not receive the record.
#pragma once

#include <bit>
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>

#include "wire/handle_set.hpp"
#include "wire/handles.hpp"
#include "wire/values.hpp"

namespace triad::wire {

// Key of the updates of an object class, of an interaction class, or of the existence of the
// instances registered at an object class. Zero: every member may need the record.
using InterestKey = std::uint32_t;
inline constexpr InterestKey kKeysOfHandle = 3;

constexpr InterestKey interest_key(ObjectClassHandle object_class) {
  return object_class.value * kKeysOfHandle;
}
constexpr InterestKey interest_key(InteractionClassHandle interaction_class) {
  return interaction_class.value * kKeysOfHandle + 1;
}
constexpr InterestKey existence_key(ObjectClassHandle registered_class) {
  return registered_class.value * kKeysOfHandle + 2;
}

constexpr bool is_interaction_class(InterestKey key) {
  return key % kKeysOfHandle == 1;
}
constexpr bool is_existence(InterestKey key) {
  return key % kKeysOfHandle == 2;
}
// Returns the class of a key of updates or existence.
constexpr ObjectClassHandle object_class_of(InterestKey key) {
  return ObjectClassHandle(key / kKeysOfHandle);
}
constexpr InteractionClassHandle interaction_class_of(InterestKey key) {
  return InteractionClassHandle(key / kKeysOfHandle);
}

// Handles folded into 64 bits. Zero: the handles are not stated.
using InterestMask = std::uint64_t;

// Mask bits of an existence key. Registrations are for subscribers of the class. Changes
// (deletions, transfers of ownership and others) are also for members that know or own an instance.
inline constexpr InterestMask kRegistrations = 1;
inline constexpr InterestMask kChanges = 2;

// Returns the mask of the handles in a list of values or in a set.
inline InterestMask interest_mask(const ValueList& values) {
  InterestMask mask = 0;
  values.for_each(
      [&](std::uint32_t handle, Bytes, Bytes) { mask |= std::uint64_t{1} << handle % 64; });
  return mask;
}
template <class H>
InterestMask interest_mask(const HandleSet<H>& handles) {
  InterestMask mask = 0;
  for (const std::uint64_t word : handles.words()) mask |= word;
  return mask;
}

// Square of a plane of 2^30 by 2^30 points, with a side that is a power of two. Encoded as the
// interleaved bits of its corner's coordinates, then a one, then zeros.
using Cell = std::uint64_t;
inline constexpr std::size_t kCellsMax = 16;
using Cells = boost::container::static_vector<Cell, kCellsMax>;

struct Interest {
  InterestKey key = 0;
  InterestMask mask = 0;
  Cells cells = {};  // empty: every region may be concerned
};

}  // namespace triad::wire
