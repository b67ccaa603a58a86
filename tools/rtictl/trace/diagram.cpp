#include "tools/rtictl/trace/diagram.hpp"

#include <map>

#include "core/count_text.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/trace/links.hpp"
#include "tools/rtictl/trace/view.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

namespace {

using EventKind = TraceEvent::Kind;

constexpr std::size_t kValueMax = 32;

std::string alias(std::uint64_t federate) {
  return "f" + std::to_string(federate);
}

// Escapes characters that Mermaid interprets (# ; %%), and those of HTML.
std::string mermaid_text(std::string_view text) {
  std::string out;
  for (const char c : utf8(text)) {
    if (std::string_view("#;%<>&\\").find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '#' + std::to_string(static_cast<int>(c)) + ';';
    }
  }
  return out;
}

// Escapes PlantUML's markup: <tags>, \n, %n% and doubled signs as in **bold**.
std::string plantuml_text(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  char previous = '\0';
  for (const char c : utf8(text)) {
    const bool alone = std::string_view("<>\\\"%~").find(c) != std::string_view::npos;
    const bool doubled =
        c == previous && std::string_view("*/_-[]'#=").find(c) != std::string_view::npos;
    if (alone || doubled) {
      const auto code = static_cast<unsigned char>(c);
      out += std::string("<U+00") + kDigits[code >> 4] + kDigits[code & 15] + '>';
    } else {
      out += c;
    }
    previous = c;
  }
  return out;
}

}  // namespace

std::optional<DiagramFormat> format_of(std::string_view file_name) {
  if (file_name.ends_with(".mmd")) return DiagramFormat::mermaid;
  if (file_name.ends_with(".puml")) return DiagramFormat::plantuml;
  if (file_name.ends_with(".svg")) return DiagramFormat::svg;
  return std::nullopt;
}

std::string draw(const Diagram& diagram, DiagramFormat format) {
  switch (format) {
    case DiagramFormat::mermaid:
      return as_mermaid(diagram);
    case DiagramFormat::plantuml:
      return as_plantuml(diagram);
    case DiagramFormat::svg:
      break;
  }
  return as_svg(diagram);
}

std::vector<Participant> participants(const Diagram& diagram) {
  std::map<std::uint64_t, std::string> names;
  for (const TraceEvent& event : diagram.events) {
    if (event.federate != 0) names.emplace(event.federate, event.federate_name);
  }
  for (const TracedFederate& federate : diagram.federates) {
    if (!federate.has_left) names.emplace(federate.federate, federate.name);
  }
  std::vector<Participant> list;
  list.reserve(names.size());
  for (const auto& [federate, name] : names) list.push_back({federate, printable(name)});
  return list;
}

std::string title(const Diagram& diagram) {
  std::string text = printable(diagram.federation) + ": ";
  const std::string shown = core::count_text(diagram.events.size(), "event");
  if (diagram.left_out.total() > 0) {
    text += "the last " + shown + ", " +
            core::count_text(diagram.left_out.total(), "earlier one is", "earlier ones are") +
            " left out (" + printable(diagram.left_out.text()) + ")";
  } else {
    text += shown;
  }
  return text + "; ended at " + clock_text(diagram.ended);
}

std::string silence(const TracedFederate& federate, WallTime ended) {
  if (federate.has_left) return {};
  return "silent for " +
         seconds_text(ended - (federate.last ? federate.last->at : federate.traced_since));
}

std::string label(const TraceEvent& event, std::size_t link) {
  return (link == 0 ? "" : "(" + std::to_string(link) + ") ") + call_text(event, kValueMax);
}

std::string moment(const TraceEvent& event) {
  return clock_text(event.at) + (event.time.empty() ? "" : " t=" + printable(event.time));
}

std::string as_mermaid(const Diagram& diagram) {
  std::string out = "sequenceDiagram\n  title " + mermaid_text(title(diagram)) + "\n";
  out += "  participant RTI\n";
  for (const Participant& one : participants(diagram)) {
    out += "  participant " + alias(one.federate) + " as " + mermaid_text(one.name) + "\n";
  }
  const std::vector<std::size_t> links = link_messages(diagram.events);
  for (std::size_t i = 0; i < diagram.events.size(); ++i) {
    const TraceEvent& event = diagram.events[i];
    const std::string text = mermaid_text(moment(event) + " " + label(event, links[i])) + "\n";
    const std::string line = event.federate == 0 ? "RTI" : alias(event.federate);
    if (event.kind == EventKind::call) {
      // A cross in place of the arrowhead: the call threw an exception.
      out += "  " + line + (event.exception.empty() ? "->>" : "-x") + "RTI: " + text;
    } else if (event.kind == EventKind::callback) {
      out += "  RTI" + std::string(event.exception.empty() ? "-->>" : "--x") + line + ": " + text;
    } else {
      out += "  Note over " + line + ": " + text;
    }
  }
  for (const TracedFederate& federate : diagram.federates) {
    const std::string text = silence(federate, diagram.ended);
    if (!text.empty()) out += "  Note over " + alias(federate.federate) + ": " + text + "\n";
  }
  return out;
}

std::string as_plantuml(const Diagram& diagram) {
  std::string out = "@startuml\ntitle " + plantuml_text(title(diagram)) + "\n";
  out += "participant RTI\n";
  for (const Participant& one : participants(diagram)) {
    out += "participant \"" + plantuml_text(one.name) + "\" as " + alias(one.federate) + "\n";
  }
  const std::vector<std::size_t> links = link_messages(diagram.events);
  for (std::size_t i = 0; i < diagram.events.size(); ++i) {
    const TraceEvent& event = diagram.events[i];
    const std::string text = plantuml_text(moment(event) + " " + label(event, links[i])) + "\n";
    const std::string line = event.federate == 0 ? "RTI" : alias(event.federate);
    const std::string color = event.exception.empty() ? "" : "[#red]";
    if (event.kind == EventKind::call) {
      out += line + " -" + color + "> RTI : " + text;
    } else if (event.kind == EventKind::callback) {
      out += "RTI -" + color + "-> " + line + " : " + text;
    } else {
      out += "note over " + line + " : " + text;
    }
  }
  for (const TracedFederate& federate : diagram.federates) {
    const std::string text = silence(federate, diagram.ended);
    if (!text.empty()) out += "note over " + alias(federate.federate) + " : " + text + "\n";
  }
  return out + "@enduml\n";
}

}  // namespace triad::rtictl
