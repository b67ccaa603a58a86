// What `rtictl trace` takes, and says of itself. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/trace/diagram.hpp"
#include "tools/rtictl/trace/filter.hpp"

namespace triad::rtictl {

struct TraceOptions {
  struct File {
    std::string name;
    DiagramFormat format = DiagramFormat::svg;
  };

  std::string federation;
  std::vector<std::string> federates;  // of --federate; the filter has them, too
  Filter filter;
  std::optional<std::chrono::milliseconds> duration;
  std::uint64_t count = 0;  // events; 0: no limit
  bool json = false;
  std::vector<File> diagrams;
  std::size_t last = 200;   // events in a diagram
  bool fold = true;         // look-ups in a row
  std::uint64_t limit = 0;  // calls and callbacks shown in a second; 0: no limit
};

const command_line::Manual& trace_manual();

// The failure says what a value must be.
Outcome<TraceOptions> trace_options(const command_line::Given& given);

}  // namespace triad::rtictl
