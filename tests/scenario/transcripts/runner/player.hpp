// Plays a scenario in a new federation, and says where what came differs from what is expected.
#pragma once

#include <string>
#include <vector>

#include "tests/scenario/core/core_harness.hpp"
#include "tests/scenario/transcripts/runner/script.hpp"

namespace triad::test {

struct Played {
  std::vector<TextLines> told;  // by each step
  TextLines wrong;              // what was found at the end; empty if all is well
};

// Throws ScriptError for a command that makes no sense.
Played play(const Script& script, const HarnessOptions& options);

// For each step that told something else than expected: the command, and its lines with "-" for
// what is missing and "+" for what came instead. Empty if there is none.
std::string difference(const Script& script, const std::vector<TextLines>& told);

}  // namespace triad::test
