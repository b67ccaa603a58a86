// Classes that federates at a router may publish and subscribe to, if the mesh's file lists them.
// The file names them as federates do; the object model resolves the names.
#pragma once

#include <string>
#include <vector>

#include "core/object_model.hpp"
#include "wire/message_list.hpp"

namespace triad::core {

// Resolves names to classes. A name that matches the path ends of several classes stands for all of
// them.
wire::PassingClasses passing_classes(const ObjectModel& model,
                                     const std::vector<std::string>& names);
// Returns the names that match no class.
std::vector<std::string> unknown_class_names(const ObjectModel& model,
                                             const std::vector<std::string>& names);

// Returns true if the class is one of `classes` or below one of them.
bool is_passing_class(const ObjectModel& model, const wire::PassingClasses& classes,
                      ObjectClassHandle class_handle);
bool is_passing_class(const ObjectModel& model, const wire::PassingClasses& classes,
                      InteractionClassHandle class_handle);

}  // namespace triad::core
