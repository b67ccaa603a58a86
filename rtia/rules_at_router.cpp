#include "rtia/rules_at_router.hpp"

#include "core/passing_classes.hpp"

namespace triad::rtia {

std::optional<wire::Error> RulesAtRouter::check_regulation() const {
  if (federates_regulate_) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "federates at router " + router_ +
                         " may not be time-regulating (`federates-regulate: false` in the file of "
                         "the mesh): join at another router, or change the file");
}

template <class Handle>
std::optional<wire::Error> RulesAtRouter::check(const core::ObjectModel& model,
                                                Handle which) const {
  if (!classes_ || core::is_passing_class(model, *classes_, which)) return std::nullopt;
  std::string passing;
  const auto list = [&](const auto& classes) {
    for (const auto each : classes) passing += (passing.empty() ? "" : ", ") + model.path(each);
  };
  list(classes_->object_classes);
  list(classes_->interaction_classes);
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      model.path(which) + " does not pass at router " + router_ +
          " (`classes` in the file of the mesh: " + (passing.empty() ? "none" : passing) +
          "): join at another router, or change the file");
}

std::optional<wire::Error> RulesAtRouter::check_class(const core::ObjectModel& model,
                                                      wire::ObjectClassHandle which) const {
  return check(model, which);
}

std::optional<wire::Error> RulesAtRouter::check_class(const core::ObjectModel& model,
                                                      wire::InteractionClassHandle which) const {
  return check(model, which);
}

}  // namespace triad::rtia
