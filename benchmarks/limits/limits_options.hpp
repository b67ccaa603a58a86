// The options of `limits`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "benchmarks/limits/measure.hpp"
#include "command_line/parsed_arguments.hpp"

namespace triad::limits {

struct Options {
  std::vector<std::size_t> sizes = {16, 128, 1024, 65536};
  std::size_t count = 20'000;
  std::size_t stream_bytes = std::size_t{512} << 20;  // Limit on the bytes of one stream.
  std::size_t repeat = 3;
  Cores cores = Cores::any;
  std::string routes;  // Text that the names of routes must contain.
  bool csv = false;
};

const command_line::Manual& manual();

command_line::Outcome<Options> options_of(const command_line::ParsedArguments& given);

}  // namespace triad::limits
