// The options of `rtimesh up`.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "tools/rtimesh/outcome.hpp"

namespace triad::rtimesh {

struct UpOptions {
  std::string file;
  std::optional<std::string> host = {};           // Absent: this host, by all its names.
  std::optional<std::string> log_directory = {};  // Absent: a new one.
  std::chrono::milliseconds timeout{30000};
  std::chrono::milliseconds status_interval{0};  // Interval between tables; zero: only the first.
  int ready_fd = -1;
  std::vector<std::string> command = {};  // Empty: run until a signal.
};

Outcome<UpOptions> read_up_options(const command_line::ParsedArguments& given);

}  // namespace triad::rtimesh
