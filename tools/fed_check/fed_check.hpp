// The program fed-check. It reads FED and XML files as the RTIG does, and prints the object model
// or the faults of the file. Called by main and by the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::fed {

// Exit status of the program.
enum class Verdict { good = 0, bad_file = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict fed_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace triad::fed
