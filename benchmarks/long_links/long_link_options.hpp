// The options of `long_link`, a program that joins two network namespaces by a link with the delay,
// rate and losses of a long line.
#pragma once

#include <string>

#include "benchmarks/long_links/delay_line.hpp"
#include "command_line/parsed_arguments.hpp"

namespace triad::long_links {

struct Options {
  Conditions each_way;
  int mtu = 1500;  // Largest packet, in bytes.
  // Descriptor to which the program writes the two addresses when the link is ready; -1: none.
  int ready_fd = -1;
  std::string near;  // Names or paths of the two network namespaces.
  std::string far;
};

// Returns the text of --help and the declared options.
const command_line::Manual& manual();

// Returns the options, or the fault of the command line.
command_line::Outcome<Options> options_of(const command_line::ParsedArguments& given);

}  // namespace triad::long_links
