// The last events of a trace as a sequence diagram: the RTI and each federate is a line, each call
// an arrow to the RTI, each callback one from it; a message and its receptions have one number.
// Pure: events in, a file's text out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/rtictl/trace/event.hpp"
#include "tools/rtictl/trace/trace_tally.hpp"

namespace triad::rtictl {

struct Diagram {
  std::string federation;
  std::span<const TraceEvent> events;
  // Who has a line; whoever has an event gets one, too.
  std::span<const TracedFederate> federates;
  Tally left_out;  // events before these
  WallTime ended{};
};

enum class DiagramFormat { mermaid, plantuml, svg };

// By the ending of a file's name: .mmd, .puml, .svg; empty for others.
std::optional<DiagramFormat> format_of(std::string_view file_name);

std::string draw(const Diagram& diagram, DiagramFormat format);

std::string as_mermaid(const Diagram& diagram);
std::string as_plantuml(const Diagram& diagram);
// A file that stands alone.
std::string as_svg(const Diagram& diagram);

// --- What the formats share.

struct Participant {
  std::uint64_t federate = 0;
  std::string name;
};

// By handle.
std::vector<Participant> participants(const Diagram& diagram);

// "Battle: the last 200 events, 1034 earlier ones are left out (tick 1000, ...); ended at
// 12:03:04.123456"
std::string title(const Diagram& diagram);

// What to say of a federate at the diagram's end: "silent for 12.3 s"; empty if it has left.
std::string silence(const TracedFederate& federate, WallTime ended);

// Of an arrow: the call with values cut short; before it in parentheses the number of the message
// that it sends or receives (links.hpp), if `link` is one.
std::string label(const TraceEvent& event, std::size_t link);

// "12:03:04.123456 t=4.5"
std::string moment(const TraceEvent& event);

}  // namespace triad::rtictl
