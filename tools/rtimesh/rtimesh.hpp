// The program rtimesh: makes and checks the file that describes a mesh of routers, draws the mesh,
// and starts its routers. Called by main and by the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::rtimesh {

// The program's exit status. `up` with a command may have any other, that of the command.
enum class Verdict : int { good = 0, bad_file = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace triad::rtimesh
