// The events of `rtictl trace`: one for each service call, callback, join and resignation of a
// federate. Names replace the handles that the RTI reports (trace_names.hpp). Plain data, made by
// the Tracer and shown by pure functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace triad::rtictl {

using WallTime = std::chrono::system_clock::time_point;

struct TraceArgument {
  std::string name;
  std::string text;
};

struct TraceEvent {
  enum class Kind {
    call,      // Call of a service by the federate.
    callback,  // Callback of the federate, or a service that the MOM called for it.
    joined,
    left,
    note,  // Note about the trace, or an alert of the RTI; `service` is its text.
  };

  WallTime at{};  // When its report came, by the clock of rtictl.
  Kind kind = Kind::call;
  std::uint64_t federate = 0;  // Handle of the federate; 0: none.
  std::string federate_name;
  std::string time;  // Logical time of the federate after the event; empty if unknown.
  std::string service;
  std::vector<TraceArgument> arguments;
  std::string returned;
  std::string exception;      // Empty if none.
  std::string of_class = {};  // Class of the object or interaction; empty if unknown or none.
};

// State of one federate at the end of a trace.
struct TracedFederate {
  std::uint64_t federate = 0;
  std::string name;
  std::string time;
  bool has_left = false;
  std::uint64_t events = 0;        // Number of its calls and callbacks.
  WallTime traced_since{};         // Start of the trace of this federate.
  std::optional<TraceEvent> last;  // Its last call or callback.
};

}  // namespace triad::rtictl
