// Federates whose callbacks throw what the API lists for them.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "tests/scenario/api/scenario_federate.hpp"

namespace triad::scenario {

// Every callback throws the exception at that place of its list, counted from 1, if the list is so
// long. 0: none does.
void throw_in_callbacks(Federate& thrower, std::size_t place);
// Only those callbacks do, each with a place of its own.
void throw_in(Federate& thrower, const std::map<std::string, std::size_t>& places);

}  // namespace triad::scenario
