// Federates that throw in callbacks the exceptions that the API lists.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "tests/scenario/api/scenario_federate.hpp"

namespace triad::scenario {

// Lets every callback throw the exception at this place of its list, counted from 1, if the list is
// long enough. 0: none throws.
void throw_in_callbacks(Federate& thrower, std::size_t place);
// Lets only these callbacks throw, each the exception at its own place.
void throw_in(Federate& thrower, const std::map<std::string, std::size_t>& places);

}  // namespace triad::scenario
