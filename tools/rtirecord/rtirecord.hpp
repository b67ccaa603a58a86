// The program rtirecord: shows, checks and mends recordings of federates. Called by main and by the
// tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/manual.hpp"
#include "command_line/parsed_arguments.hpp"

namespace triad::rtirecord {

// Exit status of the program.
enum class Verdict : int { good = 0, failed = 1, bad_usage = 2 };

const command_line::Manual& manual();

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

// Carry out the commands of rtirecord.
Verdict info(const std::vector<std::string>& files, std::ostream& out);
Verdict check(const std::vector<std::string>& files, std::ostream& out);
Verdict cat(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err);
Verdict recover(const std::vector<std::string>& files, std::ostream& out, std::ostream& err);
Verdict merge(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err);

}  // namespace triad::rtirecord
