// Data distribution management (HLA 1.3 clause 9). Calls that change what is global are the RTIG's
// log records as well; the record's stamp names the federate that called. A region is owned by its
// creator alone, whose handle is in the region's. `region` zero means the default region.
//
// What else clause 9 has: sendInteractionWithRegion is SendInteraction with a region, and
// requestClassAttributeValueUpdateWithRegion RequestClassAttributeValueUpdate with one
// (object_messages.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// More extents no region has.
inline constexpr std::uint64_t kExtentsMax = 1024;
// All regions of a federate together have no more: every member and the RTIG keep them.
inline constexpr std::uint64_t kExtentsOfFederateMax = std::uint64_t{1} << 18;

// From `lower`, included, to `upper`, excluded.
struct Range {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  friend bool operator==(const Range&, const Range&) = default;
};
BOOST_DESCRIBE_STRUCT(Range, (), (lower, upper))

// The update region of some attributes of an instance.
struct RegionAssociation {
  RegionHandle region;
  AttributeSet attributes;
  friend bool operator==(const RegionAssociation&, const RegionAssociation&) = default;
};
BOOST_DESCRIBE_STRUCT(RegionAssociation, (), (region, attributes))

// A region overlaps nothing before its bounds have been notified for the first time. The RTIA fills
// in `region`.
struct CreateRegion {
  using Reply = RegionHandle;
  SpaceHandle space;
  std::uint64_t extents = 0;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(CreateRegion, (), (space, extents, region))

// One range for each dimension of the first extent, in the order of the FED, then of the next.
struct NotifyAboutRegionModification {
  using Reply = void;
  RegionHandle region;
  std::vector<Range> ranges;
};
BOOST_DESCRIBE_STRUCT(NotifyAboutRegionModification, (), (region, ranges))

struct DeleteRegion {
  using Reply = void;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(DeleteRegion, (), (region))

struct AttributeRegion {
  AttributeHandle attribute;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(AttributeRegion, (), (attribute, region))

struct RegisterObjectInstanceWithRegion {
  using Reply = ObjectHandle;
  ObjectClassHandle object_class;
  std::string_view name;  // empty: the RTI makes one
  std::vector<AttributeRegion> regions;
};
BOOST_DESCRIBE_STRUCT(RegisterObjectInstanceWithRegion, (), (object_class, name, regions))

// The region becomes that of exactly these attributes of the instance.
struct AssociateRegionForUpdates {
  using Reply = void;
  RegionHandle region;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AssociateRegionForUpdates, (), (region, object, attributes))

// In the log: AssociateRegionForUpdates with no attributes.
struct UnassociateRegionForUpdates {
  using Reply = void;
  RegionHandle region;
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(UnassociateRegionForUpdates, (), (region, object))

// Replaces the subscription of this class by this region; an empty set ends it.
struct SubscribeObjectClassAttributesWithRegion {
  using Reply = void;
  ObjectClassHandle object_class;
  RegionHandle region;
  AttributeSet attributes;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribeObjectClassAttributesWithRegion, (),
                      (object_class, region, attributes, active))

struct UnsubscribeObjectClassWithRegion {
  using Reply = void;
  ObjectClassHandle object_class;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(UnsubscribeObjectClassWithRegion, (), (object_class, region))

struct SubscribeInteractionClassWithRegion {
  using Reply = void;
  InteractionClassHandle interaction_class;
  RegionHandle region;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribeInteractionClassWithRegion, (), (interaction_class, region, active))

struct UnsubscribeInteractionClassWithRegion {
  using Reply = void;
  InteractionClassHandle interaction_class;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(UnsubscribeInteractionClassWithRegion, (), (interaction_class, region))

// Another federate's region as a callback hands it over, encoded (ReflectAttributeValues::region).
struct RegionDescription {
  RegionHandle region;
  SpaceHandle space;
  std::uint32_t extents = 0;
  std::vector<DimensionHandle> dimensions;
  std::vector<Range> ranges;  // as above; empty: none notified yet
};
BOOST_DESCRIBE_STRUCT(RegionDescription, (), (region, space, extents, dimensions, ranges))

// What libRTI asks to make a Region of the federate's own: the dimensions of its space.
struct DescribeSpace {
  using Reply = RegionDescription;
  SpaceHandle space;
};
BOOST_DESCRIBE_STRUCT(DescribeSpace, (), (space))

// The same of a region that it has, but for which libRTI has no Region: it comes from a save.
struct DescribeRegion {
  using Reply = RegionDescription;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(DescribeRegion, (), (region))

}  // namespace triad::wire
