// Variables in the texts of a scenario: ${NAME}, and $$ for a dollar sign. Used by read_scenario().
#pragma once

#include <map>
#include <string>

#include "topology/problem.hpp"
#include "topology/yaml_tree.hpp"

namespace triad::rtirun {

using Variables = std::map<std::string, std::string>;

// Returns the text with the values of its variables. Logs an unknown variable, a "$" with neither a
// name nor a second "$", and a result of more than 64 KB; the result is then incomplete.
std::string expand_variables(const topology::YamlNode& node, const Variables& variables,
                             topology::ProblemLog& log);

}  // namespace triad::rtirun
