// The program fed-check: reads FED and XML files as the RTIG does, prints the object model or what
// is wrong with the file. Called by main and by the tests.
#pragma once

#include <ostream>
#include <span>
#include <string_view>

namespace triad::fed {

// The program's exit status.
enum class Verdict { good = 0, bad_file = 1, bad_usage = 2 };

Verdict fed_check(std::span<const std::string_view> arguments, std::ostream& out,
                  std::ostream& err);

}  // namespace triad::fed
