// Loops of a scenario: `for: {seat: [1, 2], site: [north, south]}` repeats an entry with each
// combination of values. Used by read_scenario() for hosts and federates.
#pragma once

#include <cstddef>
#include <vector>

#include "tools/rtirun/variables.hpp"
#include "topology/draft_fields.hpp"

namespace triad::rtirun {

// Limit on the combinations of one entry.
inline constexpr std::size_t kLoopMax = 1000;

// Returns the variables of each repetition, the last name of `for` fastest: `variables` alone
// without the key, and none after a fault. A value `1..30` stands for the numbers from 1 to 30.
std::vector<Variables> read_loops(const topology::Fields& fields, const Variables& variables,
                                  topology::ProblemLog& log);

}  // namespace triad::rtirun
