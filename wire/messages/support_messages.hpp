// Support services (HLA 1.3 clause 10): look-ups of handles and names. The RTIA answers these calls
// from its own copies of the object model and of the federate's instances.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/codec.hpp"

namespace triad::wire {

struct GetObjectClassHandle {
  using Reply = ObjectClassHandle;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetObjectClassHandle, (), (name))

struct GetObjectClassName {
  using Reply = std::string;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(GetObjectClassName, (), (object_class))

struct GetAttributeHandle {
  using Reply = AttributeHandle;
  std::string_view name;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(GetAttributeHandle, (), (name, object_class))

struct GetAttributeName {
  using Reply = std::string;
  AttributeHandle attribute;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(GetAttributeName, (), (attribute, object_class))

struct GetInteractionClassHandle {
  using Reply = InteractionClassHandle;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetInteractionClassHandle, (), (name))

struct GetInteractionClassName {
  using Reply = std::string;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(GetInteractionClassName, (), (interaction_class))

struct GetParameterHandle {
  using Reply = ParameterHandle;
  std::string_view name;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(GetParameterHandle, (), (name, interaction_class))

struct GetParameterName {
  using Reply = std::string;
  ParameterHandle parameter;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(GetParameterName, (), (parameter, interaction_class))

struct GetObjectInstanceHandle {
  using Reply = ObjectHandle;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetObjectInstanceHandle, (), (name))

struct GetObjectInstanceName {
  using Reply = std::string;
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(GetObjectInstanceName, (), (object))

struct GetRoutingSpaceHandle {
  using Reply = SpaceHandle;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetRoutingSpaceHandle, (), (name))

struct GetRoutingSpaceName {
  using Reply = std::string;
  SpaceHandle space;
};
BOOST_DESCRIBE_STRUCT(GetRoutingSpaceName, (), (space))

struct GetDimensionHandle {
  using Reply = DimensionHandle;
  std::string_view name;
  SpaceHandle space;
};
BOOST_DESCRIBE_STRUCT(GetDimensionHandle, (), (name, space))

struct GetDimensionName {
  using Reply = std::string;
  DimensionHandle dimension;
  SpaceHandle space;
};
BOOST_DESCRIBE_STRUCT(GetDimensionName, (), (dimension, space))

struct GetAttributeRoutingSpaceHandle {
  using Reply = SpaceHandle;
  AttributeHandle attribute;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(GetAttributeRoutingSpaceHandle, (), (attribute, object_class))

struct GetObjectClass {
  using Reply = ObjectClassHandle;
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(GetObjectClass, (), (object))

struct GetInteractionRoutingSpaceHandle {
  using Reply = SpaceHandle;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(GetInteractionRoutingSpaceHandle, (), (interaction_class))

struct GetTransportationHandle {
  using Reply = std::uint64_t;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetTransportationHandle, (), (name))

struct GetTransportationName {
  using Reply = std::string;
  std::uint64_t transportation = 0;
};
BOOST_DESCRIBE_STRUCT(GetTransportationName, (), (transportation))

struct GetOrderingHandle {
  using Reply = std::uint64_t;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(GetOrderingHandle, (), (name))

struct GetOrderingName {
  using Reply = std::string;
  std::uint64_t order = 0;
};
BOOST_DESCRIBE_STRUCT(GetOrderingName, (), (order))

}  // namespace triad::wire
