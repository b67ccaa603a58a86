// What `rtimesh up` was given on its command line. Starts nothing.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "command_line/given.hpp"
#include "tools/rtimesh/outcome.hpp"

namespace triad::rtimesh {

struct UpOptions {
  std::string file;
  std::optional<std::string> host = {};           // absent: this one, by all its names
  std::optional<std::string> log_directory = {};  // absent: a fresh one
  std::chrono::milliseconds timeout{30000};
  std::chrono::milliseconds status{0};  // between two tables; zero: no more than the first
  int ready_fd = -1;
  std::vector<std::string> command = {};  // empty: until a signal
};

Outcome<UpOptions> read_up_options(const command_line::Given& given);

}  // namespace triad::rtimesh
