// What calls are refused for that name what the object model does not define.
#pragma once

#include <optional>

#include "core/federation_state.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

wire::Error not_defined(wire::ObjectClassHandle object_class);
wire::Error not_defined(wire::InteractionClassHandle interaction_class);
// The class is defined, and the attributes are available there.
std::optional<wire::Error> check_class(const core::Federation& federation,
                                       wire::ObjectClassHandle object_class,
                                       const wire::AttributeSet& attributes);

}  // namespace triad::rtia
