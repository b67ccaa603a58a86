// Handle types of all layers. On the wire each is a little-endian integer of fixed width; libRTI
// converts them to and from RTI::ULong. Zero is not a valid handle.
#pragma once

#include <boost/describe.hpp>
#include <compare>
#include <cstdint>
#include <functional>

namespace triad::wire {

template <class Tag, class Integer>
struct Handle {
  using integer_type = Integer;

  Integer value = 0;

  constexpr Handle() = default;
  constexpr explicit Handle(Integer v) : value(v) {}
  constexpr explicit operator bool() const { return value != 0; }
  friend constexpr auto operator<=>(const Handle&, const Handle&) = default;
};

using FederateHandle = Handle<struct FederateTag, std::uint32_t>;
using ObjectClassHandle = Handle<struct ObjectClassTag, std::uint32_t>;
using InteractionClassHandle = Handle<struct InteractionClassTag, std::uint32_t>;
using AttributeHandle = Handle<struct AttributeTag, std::uint32_t>;
using ParameterHandle = Handle<struct ParameterTag, std::uint32_t>;
using ObjectHandle = Handle<struct ObjectTag, std::uint64_t>;
using SpaceHandle = Handle<struct SpaceTag, std::uint32_t>;
using DimensionHandle = Handle<struct DimensionTag, std::uint32_t>;
using RegionHandle = Handle<struct RegionTag, std::uint64_t>;

// Convert between a region's handle and its parts. The handle contains its creator. Each federate
// numbers its own regions, so the handles are unique in the federation.
constexpr RegionHandle region_of(FederateHandle creator, std::uint32_t serial) {
  return RegionHandle(std::uint64_t{creator.value} << 32 | serial);
}
constexpr FederateHandle creator_of(RegionHandle region) {
  return FederateHandle(static_cast<std::uint32_t>(region.value >> 32));
}
constexpr std::uint32_t serial_of(RegionHandle region) {
  return static_cast<std::uint32_t>(region.value);
}

// Position of a record in the stream of one participant. The first record has position 1.
using Position = std::uint64_t;

// Handle of the RTIG, which is not a federate. Federate handles start at 1.
inline constexpr FederateHandle kRtig{0xfffffffe};

// Owners of attributes that no federate owns: no owner, or the RTI itself (objects of the MOM).
inline constexpr FederateHandle kNoOwner{0};
inline constexpr FederateHandle kRtiOwner{0xffffffff};

enum class Transportation : std::uint8_t { reliable = 1, best_effort = 2 };
BOOST_DESCRIBE_ENUM(Transportation, reliable, best_effort)

enum class Ordering : std::uint8_t { receive = 1, timestamp = 2 };
BOOST_DESCRIBE_ENUM(Ordering, receive, timestamp)

enum class ResignAction : std::uint8_t {
  release_attributes = 1,
  delete_objects = 2,
  delete_objects_and_release_attributes = 3,
  no_action = 4,
};
BOOST_DESCRIBE_ENUM(ResignAction, release_attributes, delete_objects,
                    delete_objects_and_release_attributes, no_action)

enum class AdvisorySwitch : std::uint8_t {
  class_relevance = 1,
  interaction_relevance = 2,
  attribute_relevance = 3,
  attribute_scope = 4,
};
BOOST_DESCRIBE_ENUM(AdvisorySwitch, class_relevance, interaction_relevance, attribute_relevance,
                    attribute_scope)

}  // namespace triad::wire

template <class Tag, class Integer>
struct std::hash<triad::wire::Handle<Tag, Integer>> {
  std::size_t operator()(const triad::wire::Handle<Tag, Integer>& h) const noexcept {
    return std::hash<Integer>{}(h.value);
  }
};
