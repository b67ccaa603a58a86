#include "core/class_priorities.hpp"

#include <map>

namespace triad::core {

namespace {

template <class Handle>
std::vector<Handle> matched_classes(const ClassMatch<Handle>& match) {
  return match.handle ? std::vector{match.handle} : match.candidates;
}

constexpr wire::Priority valid_priority(std::uint8_t priority) {
  return priority < wire::kPriorities ? priority : wire::kDefaultPriority;
}

// Returns the priority of each class, indexed by handle.
template <class Handle, class Classes>
std::vector<wire::Priority> priorities_of(const Classes& classes,
                                          const std::map<Handle, wire::Priority>& stated) {
  std::vector<wire::Priority> priorities(classes.size() + 1, wire::kDefaultPriority);
  for (std::uint32_t handle = 1; handle <= classes.size(); ++handle) {
    for (Handle at(handle); at; at = classes[at.value - 1].parent) {
      const auto named = stated.find(at);
      if (named == stated.end()) continue;
      priorities[handle] = named->second;
      break;
    }
  }
  return priorities;
}

}  // namespace

wire::ClassPriorities class_priorities(const ObjectModel& model, const PrioritiesByName& names) {
  wire::ClassPriorities priorities;
  for (const auto& [name, priority] : names) {
    for (const ObjectClassHandle handle : matched_classes(model.match_object_class(name))) {
      priorities.object_classes.push_back({handle, priority});
    }
    for (const InteractionClassHandle handle :
         matched_classes(model.match_interaction_class(name))) {
      priorities.interaction_classes.push_back({handle, priority});
    }
  }
  return priorities;
}

PriorityTable::PriorityTable(const ObjectModel& model, const wire::ClassPriorities& stated) {
  if (stated.object_classes.empty() && stated.interaction_classes.empty()) return;
  std::map<ObjectClassHandle, wire::Priority> objects;
  for (const auto& [handle, priority] : stated.object_classes)
    objects[handle] = valid_priority(priority);
  std::map<InteractionClassHandle, wire::Priority> interactions;
  for (const auto& [handle, priority] : stated.interaction_classes) {
    interactions[handle] = valid_priority(priority);
  }
  object_classes_ = priorities_of(model.object_classes, objects);
  interaction_classes_ = priorities_of(model.interaction_classes, interactions);
}

}  // namespace triad::core
