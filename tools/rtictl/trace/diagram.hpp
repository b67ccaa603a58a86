// The last events of a trace as a sequence diagram. The RTI and each federate have a lifeline; a
// call is an arrow to the RTI, a callback an arrow from it. A message and its receptions have the
// same number. Pure functions.
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
  // Federates with a lifeline. Federates with events get one as well.
  std::span<const TracedFederate> federates;
  Tally left_out;  // Events before these.
  WallTime ended{};
};

enum class DiagramFormat { mermaid, plantuml, svg };

// Returns the format for the suffix of a file name (.mmd, .puml, .svg), or nothing for others.
std::optional<DiagramFormat> format_of(std::string_view file_name);

std::string draw(const Diagram& diagram, DiagramFormat format);

std::string as_mermaid(const Diagram& diagram);
std::string as_plantuml(const Diagram& diagram);
// Returns a complete SVG document.
std::string as_svg(const Diagram& diagram);

// --- Functions that the formats share.

struct Participant {
  std::uint64_t federate = 0;
  std::string name;
};

// Returns the participants, sorted by handle.
std::vector<Participant> participants(const Diagram& diagram);

// Returns the title:
// "Battle: the last 200 events, 1034 earlier ones are left out (tick 1000, ...); ended at
// 12:03:04.123456"
std::string title(const Diagram& diagram);

// Returns the note for a federate at the diagram's end, such as "silent for 12.3 s"; empty if it
// has left.
std::string silence(const TracedFederate& federate, WallTime ended);

// Returns the label of an arrow: the call with shortened values. If `link` is not 0, it starts with
// that number of a message (links.hpp) in parentheses.
std::string label(const TraceEvent& event, std::size_t link);

// Returns "12:03:04.123456 t=4.5".
std::string moment(const TraceEvent& event);

}  // namespace triad::rtictl
