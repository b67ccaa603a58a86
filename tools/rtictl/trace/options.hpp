// The arguments of `rtictl trace`. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/trace/diagram.hpp"

namespace triad::rtictl {

struct TraceOptions {
  struct File {
    std::string name;
    DiagramFormat format = DiagramFormat::svg;
  };

  std::string federation;
  std::vector<std::string> federates;  // empty: all
  std::optional<std::chrono::milliseconds> duration;
  std::uint64_t count = 0;  // events; 0: no limit
  bool json = false;
  std::vector<File> diagrams;
  std::size_t last = 200;  // events in a diagram
};

Outcome<TraceOptions> parse_trace_options(std::span<const std::string_view> arguments);

}  // namespace triad::rtictl
