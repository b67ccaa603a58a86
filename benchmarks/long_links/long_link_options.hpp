// The options of `long_link`.
#pragma once

#include <string>

#include "benchmarks/long_links/delay_line.hpp"
#include "command_line/parsed_arguments.hpp"

namespace triad::long_links {

struct Options {
  Conditions each_way;
  int mtu = 1500;
  int ready_fd = -1;
  std::string near;  // namespaces
  std::string far;
};

const command_line::Manual& manual();

command_line::Outcome<Options> options_of(const command_line::ParsedArguments& given);

}  // namespace triad::long_links
