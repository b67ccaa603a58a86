// Events of a trace as text for people and as JSON for programs. Pure: an event in, a line out.
#pragma once

#include <span>
#include <string>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// "12:03:04.123456", local time.
std::string clock_text(WallTime at);

// "updateAttributeValues(theObject=A, theAttributes={Position="1 2"}) = 3/1", with " throws NAME"
// in place of the result; of an event that is no call, what it says. Values are shown up to
// `value_max` bytes.
std::string call_text(const TraceEvent& event, std::size_t value_max = std::string::npos);

// "12:03:04.123456  ball  t=4.5  -> updateAttributeValues(...)" and a newline; "<-" for what the
// RTI called. `name_width` is that of the widest name so far.
std::string line_of(const TraceEvent& event, std::size_t name_width);

// What the columns of such lines are.
std::string heading_of(std::size_t name_width);

// {"at":..., "event":"call", "federate":N, "name":..., "time":..., "service":...,
// "class":..., "arguments":{...}, "returned":..., "exception":...} and a newline; what there is not
// is left out.
std::string json_line_of(const TraceEvent& event);

// How long each federate has been silent, the most silent one first: where a federation hangs,
// often that one. `now` is when the trace ended.
std::string summary_of(std::span<const TracedFederate> federates, WallTime now);

// "12.3 s"
std::string seconds_text(WallTime::duration time);

}  // namespace triad::rtictl
