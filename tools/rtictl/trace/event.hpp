// What `rtictl trace` shows: one event each time a federate has called a service, was called back,
// joined or left. Names stand where the RTI reported handles (names.hpp). Plain data, between the
// federate that follows the federation (tracer.hpp) and the pure functions that show it.
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
  enum class What {
    call,      // of a service, by the federate
    callback,  // at the federate, or a service that was called for it through the MOM
    joined,
    left,
    note,  // something about the trace itself or an alert of the RTI; `service` is the text
  };

  WallTime at{};
  What what = What::call;
  std::uint64_t federate = 0;  // its handle; 0: of no federate
  std::string federate_name;
  std::string time;  // the federate's logical time after the event; empty: not known
  std::string service;
  std::vector<TraceArgument> arguments;
  std::string returned;
  std::string exception;      // empty: none
  std::string of_class = {};  // of the object or interaction that it is about; empty: none is known
};

// One federate at the end of a trace.
struct TracedFederate {
  std::uint64_t federate = 0;
  std::string name;
  std::string time;
  bool left = false;
  std::uint64_t events = 0;
  WallTime since{};                // when following it began
  std::optional<TraceEvent> last;  // its last call or callback
};

}  // namespace triad::rtictl
