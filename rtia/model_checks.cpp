#include "rtia/model_checks.hpp"

#include <string>

namespace triad::rtia {

wire::Error not_defined(wire::ObjectClassHandle object_class) {
  return wire::error(wire::ErrorCode::ObjectClassNotDefined,
                     "no object class has the handle " + std::to_string(object_class.value));
}

wire::Error not_defined(wire::InteractionClassHandle interaction_class) {
  return wire::error(
      wire::ErrorCode::InteractionClassNotDefined,
      "no interaction class has the handle " + std::to_string(interaction_class.value));
}

std::optional<wire::Error> check_class(const core::Federation& federation,
                                       wire::ObjectClassHandle object_class,
                                       const wire::AttributeSet& attributes) {
  if (federation.model().find(object_class) == nullptr) return not_defined(object_class);
  if (!federation.attributes_fit(object_class, attributes)) {
    return wire::error(wire::ErrorCode::AttributeNotDefined,
                       "the set has an attribute that is not available at " +
                           federation.model().path(object_class));
  }
  return std::nullopt;
}

}  // namespace triad::rtia
