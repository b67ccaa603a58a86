// The program rtirun: checks a scenario file, and starts, shows and ends its processes. Called by
// main and by the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::rtirun {

// Exit status of the program.
enum class Verdict : int { good = 0, failed = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace triad::rtirun
