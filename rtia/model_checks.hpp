// Refusals of calls that name classes, attributes or parameters that the object model does not
// define.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/federation_state.hpp"
#include "rtia/known_instances.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

wire::Error not_defined(wire::ObjectClassHandle object_class);
wire::Error not_defined(wire::InteractionClassHandle interaction_class);
// Refuse handles that the class lacks. `attributes` and `parameters` may contain valid handles,
// too.
wire::Error not_available(const core::Federation& federation, wire::ObjectClassHandle object_class,
                          const wire::AttributeSet& attributes);
wire::Error not_available(const core::Federation& federation,
                          wire::InteractionClassHandle interaction_class,
                          const std::vector<std::uint32_t>& parameters);
// Returns the text for a set that is not empty and fits the class: "the attribute position" or "the
// attribute position (and 2 more)".
std::string named_attribute(const core::Federation& federation,
                            wire::ObjectClassHandle object_class,
                            const wire::AttributeSet& attributes);
// Returns a refusal that names an instance and the first of the attributes; `text` continues "the
// attribute NAME".
wire::Error error_about_attributes(wire::ErrorCode code, const core::Federation& federation,
                                   const KnownInstance& known, const wire::AttributeSet& attributes,
                                   const std::string& text);
// Returns an error unless the class is defined and the attributes are available there.
std::optional<wire::Error> check_class(const core::Federation& federation,
                                       wire::ObjectClassHandle object_class,
                                       const wire::AttributeSet& attributes);

}  // namespace triad::rtia
