// The program fed-check: reads FED and XML files as the RTIG does, prints the object model or what
// is wrong with the file. Called by main and by the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::fed {

// The program's exit status.
enum class Verdict { good = 0, bad_file = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict fed_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace triad::fed
