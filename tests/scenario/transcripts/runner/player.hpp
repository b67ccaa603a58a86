// Plays a scenario in a new federation, and reports the differences from the expectations.
#pragma once

#include <string>
#include <vector>

#include "tests/scenario/core/core_harness.hpp"
#include "tests/scenario/transcripts/runner/script.hpp"

namespace triad::test {

struct Played {
  std::vector<TextLines> told;  // lines told by each step
  TextLines wrong;              // errors found at the end; empty if there are none
};

// Throws ScriptError for an invalid command.
Played play(const Script& script, const HarnessOptions& options);

// Text with each step that differs from its expectation: the command, with "-" before missing lines
// and "+" before unexpected ones. Empty if there is none.
std::string difference(const Script& script, const std::vector<TextLines>& told);

}  // namespace triad::test
