// Events of a trace as text and as JSON. Pure functions: each event becomes one line.
#pragma once

#include <span>
#include <string>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// Returns the local time as "12:03:04.123456".
std::string clock_text(WallTime at);

// Returns `updateAttributeValues(theObject=A, theAttributes={Position="1 2"}) = 3/1`. An exception
// is shown as " throws NAME" in place of the result. For a note it returns the text; for a join or
// departure, "joined" or "left". Values are cut at `value_max` bytes.
std::string call_text(const TraceEvent& event, std::size_t value_max = std::string::npos);

// Returns "12:03:04.123456  ball  t=4.5  -> updateAttributeValues(...)" and a newline, with "<-"
// for a callback. `name_width` is the width of the widest name so far.
std::string line_of(const TraceEvent& event, std::size_t name_width);

// Returns the titles of the columns of such lines.
std::string heading_of(std::size_t name_width);

// Returns one line, with a newline. Absent values are omitted.
// {"at":..., "event":"call", "federate":N, "name":..., "time":..., "service":...,
// "class":..., "arguments":{...}, "returned":..., "exception":...}
// A note has "text" in place of "service".
std::string json_line_of(const TraceEvent& event);

// Returns a table with the silence of each federate, longest first. Federates that have left come
// last. If a federation hangs, the first one is often the cause. `now` is the end of the trace.
std::string summary_of(std::span<const TracedFederate> federates, WallTime now);

// Returns "12.3 s".
std::string seconds_text(WallTime::duration time);

}  // namespace triad::rtictl
