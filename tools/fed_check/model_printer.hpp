// Prints an object model as a tree: routing spaces, object classes with their own attributes,
// interaction classes with their own parameters, each with its handle. Called by fed-check.
#pragma once

#include <ostream>

#include "core/object_model.hpp"

namespace triad::fed {

void print_model(const core::ObjectModel& model, std::ostream& out);

}  // namespace triad::fed
