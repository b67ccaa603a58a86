// The program rtimesh: makes, checks and draws the topology file of a mesh, and starts its routers.
// Called by main and by the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::rtimesh {

// Exit status of the program. `up` with a command returns the command's status.
enum class Verdict : int { good = 0, bad_file = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace triad::rtimesh
