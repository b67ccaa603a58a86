// Data distribution management (HLA 1.3 clause 9). Calls that change global state are also records
// of the RTIG's log; the stamp of such a record names the calling federate. Only its creator owns a
// region, and the region's handle contains the creator's. `region` zero is the default region.
//
// Two more services of clause 9 use messages of object_messages.hpp: sendInteractionWithRegion is a
// SendInteraction with a region, requestClassAttributeValueUpdateWithRegion a
// RequestClassAttributeValueUpdate with a region.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Largest number of extents of a region.
inline constexpr std::uint64_t kExtentsMax = 1024;
// Largest number of extents of all regions of a federate together. Every member and the RTIG store
// them.
inline constexpr std::uint64_t kExtentsOfFederateMax = std::uint64_t{1} << 18;

// Half-open range: includes `lower`, excludes `upper`.
struct Range {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  friend bool operator==(const Range&, const Range&) = default;
};
BOOST_DESCRIBE_STRUCT(Range, (), (lower, upper))

// Update region of some attributes of an instance.
struct RegionAssociation {
  RegionHandle region;
  AttributeSet attributes;
  friend bool operator==(const RegionAssociation&, const RegionAssociation&) = default;
};
BOOST_DESCRIBE_STRUCT(RegionAssociation, (), (region, attributes))

// Call: creates a region. It overlaps no region until its bounds are notified for the first time.
// The RTIA fills in `region`.
struct CreateRegion {
  using Reply = RegionHandle;
  SpaceHandle space;
  std::uint64_t extents = 0;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(CreateRegion, (), (space, extents, region))

// Call: sets the bounds. `ranges` has one range per dimension of the first extent, in the order of
// the FED file, then those of the next extent.
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

// Call: makes the region the update region of exactly these attributes of the instance.
struct AssociateRegionForUpdates {
  using Reply = void;
  RegionHandle region;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AssociateRegionForUpdates, (), (region, object, attributes))

// Call. In the log it is an AssociateRegionForUpdates without attributes.
struct UnassociateRegionForUpdates {
  using Reply = void;
  RegionHandle region;
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(UnassociateRegionForUpdates, (), (region, object))

// Call: replaces the subscription of the class with this region. An empty set ends it.
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

// Another federate's region as it is passed to a callback, encoded
// (ReflectAttributeValues::region).
struct RegionDescription {
  RegionHandle region;
  SpaceHandle space;
  std::uint32_t extents = 0;
  std::vector<DimensionHandle> dimensions;
  std::vector<Range> ranges;  // ordered as above; empty: no bounds notified yet
};
BOOST_DESCRIBE_STRUCT(RegionDescription, (), (region, space, extents, dimensions, ranges))

// Call: returns the dimensions of a space. libRTI needs them to create an RTI::Region for the
// federate.
struct DescribeSpace {
  using Reply = RegionDescription;
  SpaceHandle space;
};
BOOST_DESCRIBE_STRUCT(DescribeSpace, (), (space))

// Call: describes an existing region for which libRTI has no RTI::Region because it was restored
// from a save.
struct DescribeRegion {
  using Reply = RegionDescription;
  RegionHandle region;
};
BOOST_DESCRIBE_STRUCT(DescribeRegion, (), (region))

}  // namespace triad::wire
