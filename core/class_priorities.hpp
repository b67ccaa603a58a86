// Priorities of best effort per class. The mesh's file gives them by class name, and a class
// without one has the priority of its nearest superclass with one. The object model resolves the
// names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/object_model.hpp"
#include "wire/best_effort.hpp"
#include "wire/message_list.hpp"

namespace triad::core {

using PrioritiesByName = std::map<std::string, wire::Priority>;

// Resolves names to classes. A name that matches the path ends of several classes applies to all of
// them.
wire::ClassPriorities class_priorities(const ObjectModel& model, const PrioritiesByName& names);

class PriorityTable {
 public:
  // Gives every class the usual priority.
  PriorityTable() = default;
  PriorityTable(const ObjectModel& model, const wire::ClassPriorities& stated);

  // Returns the priority of a class; the usual one if the class is unknown.
  wire::Priority priority_of(ObjectClassHandle object_class) const {
    return priority_at(object_classes_, object_class.value);
  }
  wire::Priority priority_of(InteractionClassHandle interaction_class) const {
    return priority_at(interaction_classes_, interaction_class.value);
  }

 private:
  static wire::Priority priority_at(const std::vector<wire::Priority>& table, std::size_t at) {
    return at < table.size() ? table[at] : wire::kDefaultPriority;
  }
  std::vector<wire::Priority> object_classes_;  // index: handle
  std::vector<wire::Priority> interaction_classes_;
};

}  // namespace triad::core
