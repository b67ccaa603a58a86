// Which classes a federate may publish and subscribe to where the file of a mesh names those that
// pass at its router. The names are of the file, as federates look classes up; what they mean, an
// object model says.
#pragma once

#include <string>
#include <vector>

#include "core/object_model.hpp"
#include "wire/message_list.hpp"

namespace triad::core {

// A name that several classes have, by the ends of their paths, is of all these.
wire::PassingClasses passing_classes(const ObjectModel& model,
                                     const std::vector<std::string>& names);
// Those that are of no class.
std::vector<std::string> names_of_no_class(const ObjectModel& model,
                                           const std::vector<std::string>& names);

bool passes(const ObjectModel& model, const wire::PassingClasses& classes, ObjectClassHandle which);
bool passes(const ObjectModel& model, const wire::PassingClasses& classes,
            InteractionClassHandle which);

}  // namespace triad::core
