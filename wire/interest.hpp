// Who could want a record, as its header says it, so that whoever reads or forwards the record need
// not decode it to find out: a key for its class, a mask of its attributes or parameters, and, of
// what is sent with a region, cells of a grid over its routing space. What says that an instance
// exists, or what becomes of it, has a key of its own by its class. For a reader all three are
// opaque: records::HeaderFilter compares them with those of subscriptions. They may promise more
// than the record has; what they leave out nobody is given.
#pragma once

#include <bit>
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>

#include "wire/handle_set.hpp"
#include "wire/handles.hpp"
#include "wire/values.hpp"

namespace triad::wire {

// Of updates of an object class, of an interaction class, or of the existence of the instances that
// are registered at an object class; zero: the record may be of interest to everybody.
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
// Of updates or of existence.
constexpr ObjectClassHandle object_class_of(InterestKey key) {
  return ObjectClassHandle(key / kKeysOfHandle);
}
constexpr InteractionClassHandle interaction_class_of(InterestKey key) {
  return InteractionClassHandle(key / kKeysOfHandle);
}

// Handles folded into 64 bits; zero: it does not say which.
using InterestMask = std::uint64_t;

// With a key of existence: that there is an instance, which is for who subscribes to the class; and
// what becomes of one, which is as well for who knows or owns one.
inline constexpr InterestMask kRegistrations = 1;
inline constexpr InterestMask kChanges = 2;

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

// A square of a plane of 2^30 by 2^30 points, of a side that is a power of two: the bits of the
// coordinates of its corner, interleaved, then a one, then zeros.
using Cell = std::uint64_t;
inline constexpr std::size_t kCellsMax = 16;
using Cells = boost::container::static_vector<Cell, kCellsMax>;

struct Interest {
  InterestKey key = 0;
  InterestMask mask = 0;
  Cells cells = {};  // none: it may concern every region
};

}  // namespace triad::wire
