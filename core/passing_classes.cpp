#include "core/passing_classes.hpp"

#include <algorithm>
#include <iterator>

namespace triad::core {

namespace {

template <class Handle>
std::vector<Handle> matching_classes(const ClassMatch<Handle>& match) {
  return match.handle ? std::vector{match.handle} : match.candidates;
}

template <class Handle>
bool is_below_any(const ObjectModel& model, Handle descendant,
                  const std::vector<Handle>& ancestors) {
  return std::ranges::any_of(ancestors,
                             [&](Handle ancestor) { return model.is_a(descendant, ancestor); });
}

}  // namespace

wire::PassingClasses passing_classes(const ObjectModel& model,
                                     const std::vector<std::string>& names) {
  wire::PassingClasses passing;
  for (const std::string& name : names) {
    std::ranges::copy(matching_classes(model.match_object_class(name)),
                      std::back_inserter(passing.object_classes));
    std::ranges::copy(matching_classes(model.match_interaction_class(name)),
                      std::back_inserter(passing.interaction_classes));
  }
  return passing;
}

std::vector<std::string> unknown_class_names(const ObjectModel& model,
                                             const std::vector<std::string>& names) {
  std::vector<std::string> unknown;
  for (const std::string& name : names) {
    if (matching_classes(model.match_object_class(name)).empty() &&
        matching_classes(model.match_interaction_class(name)).empty()) {
      unknown.push_back(name);
    }
  }
  return unknown;
}

bool is_passing_class(const ObjectModel& model, const wire::PassingClasses& classes,
                      ObjectClassHandle class_handle) {
  return is_below_any(model, class_handle, classes.object_classes);
}

bool is_passing_class(const ObjectModel& model, const wire::PassingClasses& classes,
                      InteractionClassHandle class_handle) {
  return is_below_any(model, class_handle, classes.interaction_classes);
}

}  // namespace triad::core
