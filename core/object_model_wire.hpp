// The object model on the wire: the RTIG sends it to each RTIA at join, so that federates parse no
// file.
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

// A longer encoding would not fit into the answer to a join, one frame of at most 64 MiB, with room
// for the federation's state beside it.
inline constexpr std::size_t kEncodedModelBytesMax = std::size_t{32} << 20;

void encode(const ObjectModel& model, wire::Buffer& out);

// Empty when the bytes are no object model that holds together: a root first, each parent before
// its child, attributes and parameters continuing the parent's; regions that have cells, and no
// more than fit into a header.
std::optional<ObjectModel> decode_object_model(wire::Bytes bytes);

}  // namespace triad::core
