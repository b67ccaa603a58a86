// Texts about a federation's object model that a recording contains.
#pragma once

#include <string>

#include "core/object_model.hpp"

namespace triad::recording {

// Returns the model as a FED file, for people and other programs.
std::string fed_text(const core::ObjectModel& model);

// Return the data of the schema of a class: its path, and on a line each the handle and the name of
// each attribute or parameter. The handle must be in the model.
std::string schema_text(const core::ObjectModel& model, core::ObjectClassHandle handle);
std::string schema_text(const core::ObjectModel& model, core::InteractionClassHandle handle);

}  // namespace triad::recording
