// Encoding of the object model, which the RTIG sends to each RTIA at the join. So federates parse
// no files.
#pragma once

#include <optional>

#include "core/object_model.hpp"
#include "wire/codec.hpp"

namespace triad::core {

BOOST_DESCRIBE_STRUCT(Attribute, (), (name, transportation, order, space))
BOOST_DESCRIBE_STRUCT(ObjectClass, (), (name, parent, attributes, inherited_attributes))
BOOST_DESCRIBE_STRUCT(InteractionClass, (),
                      (name, parent, transportation, order, space, parameters,
                       inherited_parameters))
BOOST_DESCRIBE_STRUCT(Dimension, (), (name, handle))
BOOST_DESCRIBE_STRUCT(RoutingSpace, (), (name, handle, dimensions, cells_of_extent))
BOOST_DESCRIBE_STRUCT(ObjectModel, (), (name, object_classes, interaction_classes, spaces))

// Largest encoding that fits into the reply to a join, a frame of at most 64 MiB, together with the
// federation's state.
inline constexpr std::size_t kEncodedModelBytesMax = std::size_t{32} << 20;

void encode(const ObjectModel& model, wire::Buffer& out);

// Returns nothing unless the bytes are a consistent object model: the root comes first and each
// parent before its children, attributes and parameters continue the parent's, and each region has
// at least one cell and no more than fit into a header.
std::optional<ObjectModel> decode_object_model(wire::Bytes bytes);

}  // namespace triad::core
