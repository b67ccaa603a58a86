// The options of `rtictl trace` and its manual. Pure.
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
  std::vector<std::string> federates;  // Values of --federate; `filter` contains them as well.
  Filter filter;
  std::optional<std::chrono::milliseconds> duration;
  std::uint64_t count = 0;  // Number of events; 0: no limit.
  bool json = false;
  std::vector<File> diagrams;
  std::size_t diagram_events = 200;  // Number of events in a diagram.
  bool folds_look_ups = true;        // Whether consecutive look-ups are folded.
  std::uint64_t limit = 0;           // Calls and callbacks shown per second; 0: no limit.
};

const command_line::Manual& trace_manual();

// Returns the options, or a failure that states the valid values.
Outcome<TraceOptions> trace_options(const command_line::ParsedArguments& given);

}  // namespace triad::rtictl
