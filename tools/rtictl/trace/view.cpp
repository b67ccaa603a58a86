#include "tools/rtictl/trace/view.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <ctime>
#include <vector>

#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/json_text.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

namespace {

using EventKind = TraceEvent::Kind;

constexpr std::size_t kTimeWidth = 8;
constexpr std::size_t kSummaryValueMax = 24;

bool is_call(const TraceEvent& event) {
  return event.kind == EventKind::call || event.kind == EventKind::callback;
}

// Cuts the text between characters.
std::string shortened(std::string_view text, std::size_t max) {
  if (text.size() <= max) return std::string(text);
  while (max > 0 && (static_cast<unsigned char>(text[max]) & 0xc0u) == 0x80u) --max;
  return std::string(text.substr(0, max)) + "...";
}

std::string local_time(WallTime at, const char* format) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
  std::tm broken_down{};
  ::localtime_r(&seconds, &broken_down);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &broken_down)};
}

std::string microseconds(WallTime at) {
  const auto since = std::chrono::duration_cast<std::chrono::microseconds>(at.time_since_epoch());
  char text[16];
  std::snprintf(text, sizeof text, ".%06lld", static_cast<long long>(since.count() % 1'000'000));
  return text;
}

// Returns the time zone, such as "+01:00".
std::string time_zone_offset(WallTime at) {
  std::string text = local_time(at, "%z");
  return text.size() == 5 ? text.insert(3, ":") : text;
}

std::string padded(std::string text, std::size_t size) {
  const std::size_t width = count_characters(text);
  if (width < size) text.append(size - width, ' ');
  return text;
}

std::string_view direction_mark(EventKind kind) {
  switch (kind) {
    case EventKind::call:
      return "-> ";
    case EventKind::callback:
      return "<- ";
    default:
      return "-- ";
  }
}

std::string_view kind_text(EventKind kind) {
  switch (kind) {
    case EventKind::call:
      return "call";
    case EventKind::callback:
      return "callback";
    case EventKind::joined:
      return "joined";
    case EventKind::left:
      return "left";
    case EventKind::note:
      break;
  }
  return "note";
}

WallTime last_event_at(const TracedFederate& federate) {
  return federate.last ? federate.last->at : federate.traced_since;
}

}  // namespace

std::string clock_text(WallTime at) {
  return local_time(at, "%H:%M:%S") + microseconds(at);
}

std::string seconds_text(WallTime::duration time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s",
                std::max(0.0, std::chrono::duration<double>(time).count()));
  return text;
}

std::string call_text(const TraceEvent& event, std::size_t value_max) {
  if (!is_call(event)) {
    return printable(event.kind == EventKind::note ? event.service
                                                   : std::string(kind_text(event.kind)));
  }
  std::string text = event.service + "(";
  for (const TraceArgument& argument : event.arguments) {
    if (argument.text.empty()) continue;  // As most tags are.
    if (!text.ends_with('(')) text += ", ";
    if (!argument.name.empty()) text += argument.name + "=";
    text += shortened(argument.text, value_max);
  }
  text += ')';
  if (!event.exception.empty()) {
    text += " throws " + event.exception;
  } else if (!event.returned.empty()) {
    text += " = " + shortened(event.returned, value_max);
  }
  return printable(text);
}

std::string line_of(const TraceEvent& event, std::size_t name_width) {
  std::string line = clock_text(event.at) + "  ";
  line += padded(printable(event.federate_name), name_width) + "  ";
  line += padded(event.time.empty() ? "" : printable("t=" + event.time), kTimeWidth) + "  ";
  line += direction_mark(event.kind);
  return line + call_text(event) + "\n";
}

std::string heading_of(std::size_t name_width) {
  return padded("CLOCK", 17) + padded("FEDERATE", name_width + 2) + padded("TIME", kTimeWidth + 2) +
         "-> CALL, <- CALLBACK\n";
}

std::string json_line_of(const TraceEvent& event) {
  boost::json::object object;
  object["at"] = local_time(event.at, "%Y-%m-%dT%H:%M:%S") + microseconds(event.at) +
                 time_zone_offset(event.at);
  object["event"] = kind_text(event.kind);
  if (event.federate != 0) object["federate"] = event.federate;
  const auto add = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) object[name] = utf8(text);
  };
  add("name", event.federate_name);
  add("time", event.time);
  add(event.kind == EventKind::note ? "text" : "service", event.service);
  add("class", event.of_class);
  if (is_call(event)) {
    boost::json::object arguments;
    for (const TraceArgument& argument : event.arguments) {
      arguments[utf8(argument.name)] = utf8(argument.text);
    }
    object["arguments"] = std::move(arguments);
  }
  add("returned", event.returned);
  add("exception", event.exception);
  return json_text(object);
}

std::string summary_of(std::span<const TracedFederate> federates, WallTime now) {
  using enum Table::Align;
  std::vector<const TracedFederate*> sorted;
  for (const TracedFederate& federate : federates) sorted.push_back(&federate);
  std::ranges::stable_sort(sorted, [](const auto* a, const auto* b) {
    return std::pair(a->has_left, last_event_at(*a)) < std::pair(b->has_left, last_event_at(*b));
  });
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"TIME", right},
               {"EVENTS", right},
               {"SILENT FOR", right},
               {"LAST", left}});
  for (const TracedFederate* federate : sorted) {
    std::string last = "nothing since the trace began";
    if (federate->last) {
      last = std::string(direction_mark(federate->last->kind)) +
             call_text(*federate->last, kSummaryValueMax);
    }
    table.add({std::to_string(federate->federate), federate->name,
               federate->time.empty() ? "-" : federate->time, std::to_string(federate->events),
               federate->has_left ? "left" : seconds_text(now - last_event_at(*federate)), last});
  }
  return table.text("  ");
}

}  // namespace triad::rtictl
