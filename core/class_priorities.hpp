// The priority of what is sent best effort, by the class that it is of, as the file of a mesh says
// it by classes' names: a class that is not named has that of the nearest one above it that is.
// What the names mean, an object model says.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/object_model.hpp"
#include "wire/best_effort.hpp"
#include "wire/message_list.hpp"

namespace triad::core {

using PrioritiesByName = std::map<std::string, wire::Priority>;

// A name that several classes have, by the ends of their paths, is of all these.
wire::ClassPriorities class_priorities(const ObjectModel& model, const PrioritiesByName& names);

class PriorityTable {
 public:
  // All are usual.
  PriorityTable() = default;
  PriorityTable(const ObjectModel& model, const wire::ClassPriorities& stated);

  wire::Priority of(ObjectClassHandle object_class) const {
    return found(object_classes_, object_class.value);
  }
  wire::Priority of(InteractionClassHandle interaction_class) const {
    return found(interaction_classes_, interaction_class.value);
  }

 private:
  static wire::Priority found(const std::vector<wire::Priority>& table, std::size_t at) {
    return at < table.size() ? table[at] : wire::kUsualPriority;
  }
  std::vector<wire::Priority> object_classes_;  // by handle
  std::vector<wire::Priority> interaction_classes_;
};

}  // namespace triad::core
