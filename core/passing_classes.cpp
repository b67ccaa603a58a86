#include "core/passing_classes.hpp"

#include <algorithm>
#include <iterator>

namespace triad::core {

namespace {

template <class Handle>
std::vector<Handle> meant(const ClassMatch<Handle>& match) {
  return match.handle ? std::vector{match.handle} : match.candidates;
}

template <class Handle>
bool is_below_one(const ObjectModel& model, Handle which, const std::vector<Handle>& of) {
  return std::ranges::any_of(of, [&](Handle each) { return model.is_a(which, each); });
}

}  // namespace

wire::PassingClasses passing_classes(const ObjectModel& model,
                                     const std::vector<std::string>& names) {
  wire::PassingClasses passing;
  for (const std::string& name : names) {
    std::ranges::copy(meant(model.match_object_class(name)),
                      std::back_inserter(passing.object_classes));
    std::ranges::copy(meant(model.match_interaction_class(name)),
                      std::back_inserter(passing.interaction_classes));
  }
  return passing;
}

std::vector<std::string> names_of_no_class(const ObjectModel& model,
                                           const std::vector<std::string>& names) {
  std::vector<std::string> unknown;
  for (const std::string& name : names) {
    if (meant(model.match_object_class(name)).empty() &&
        meant(model.match_interaction_class(name)).empty()) {
      unknown.push_back(name);
    }
  }
  return unknown;
}

bool passes(const ObjectModel& model, const wire::PassingClasses& classes,
            ObjectClassHandle which) {
  return is_below_one(model, which, classes.object_classes);
}

bool passes(const ObjectModel& model, const wire::PassingClasses& classes,
            InteractionClassHandle which) {
  return is_below_one(model, which, classes.interaction_classes);
}

}  // namespace triad::core
