// Draws the sequence diagram as SVG. The RTI's lifeline is at the left, those of the federates to
// its right. Each event is a row with its time at the left. Texts start at the RTI's lifeline, so
// they read as a list; a tooltip shows the full call. The participants' names are repeated at
// intervals. An arc leads from each message to each of its receptions.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/trace/diagram.hpp"
#include "tools/rtictl/trace/links.hpp"
#include "tools/rtictl/trace/view.hpp"

namespace triad::rtictl {

namespace {

using EventKind = TraceEvent::Kind;

// In pixels.
constexpr int kMargin = 16;
constexpr int kTitleHeight = 36;
constexpr int kHeadHeight = 26;
constexpr int kRowHeight = 30;
constexpr int kCharacter = 7;  // Width in the 12 px font, slightly too large.
constexpr int kColumnMin = 130;
constexpr int kArrow = 7;
constexpr int kArc = 26;                 // Width of an arc, to the left of the RTI's lifeline.
constexpr std::size_t kRowsOfHead = 30;  // Rows between repetitions of the names.

constexpr std::array kColors{"#1f5fa8", "#2e7d32", "#8e4585", "#b26a00",
                             "#00737a", "#5b4ba0", "#7a5230", "#4a6572"};

// Escapes characters that XML does not allow: control characters, U+FFFE and U+FFFF.
std::string svg_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

int width_of(std::string_view text) {
  return static_cast<int>(count_characters(text)) * kCharacter;
}

// Pairs for `attribute="value"`.
using Attributes = std::initializer_list<std::pair<const char*, std::string>>;

std::string element(std::string_view name, Attributes attributes, std::string_view text = {}) {
  std::string out = "<" + std::string(name);
  for (const auto& [attribute, value] : attributes) {
    out += ' ' + std::string(attribute) + "=\"" + svg_text(value) + '"';
  }
  if (text.empty()) return out + "/>\n";
  return out + ">" + svg_text(text) + "</" + std::string(name) + ">\n";
}

std::string text_at(int x, int y, std::string_view text, std::string_view of_class) {
  return element(
      "text",
      {{"x", std::to_string(x)}, {"y", std::to_string(y)}, {"class", std::string(of_class)}}, text);
}

class Drawing {
 public:
  explicit Drawing(const Diagram& diagram)
      : diagram_(diagram), links_(link_messages(diagram.events)) {
    place_lifelines();
  }

  std::string document() const;

 private:
  void place_lifelines();
  int row_y(std::size_t i) const {
    return head_y(i / kRowsOfHead) + kHeadHeight +
           kRowHeight * static_cast<int>(i % kRowsOfHead + 1);
  }
  int head_y(std::size_t n) const {
    constexpr int kPage = kHeadHeight + kRowHeight * static_cast<int>(kRowsOfHead) + kMargin;
    return kMargin + kTitleHeight + kPage * static_cast<int>(n);
  }
  int lifeline_x(const TraceEvent& event) const {
    return event.federate == 0 ? rti_x_ : lines_.at(event.federate).x;
  }
  std::string draw_heads() const;
  std::string draw_lifeline(int x) const;
  std::string draw_head(int x, int top, std::string_view name, std::string_view color) const;
  std::string draw_arcs() const;
  std::string draw_arrow(const TraceEvent& event, int y, const std::string& color) const;
  std::string draw_event(std::size_t i) const;
  std::string draw_silences() const;

  struct Line {
    int x = 0;
    std::string name;
    std::string color;
  };

  const Diagram& diagram_;
  const std::vector<std::size_t> links_;
  int rti_x_ = 0;
  std::map<std::uint64_t, Line> lines_;
  int width_ = 0;
  int height_ = 0;
};

void Drawing::place_lifelines() {
  int moments = width_of("00:00:00.000000");
  int labels = 0;
  for (std::size_t i = 0; i < diagram_.events.size(); ++i) {
    moments = std::max(moments, width_of(moment(diagram_.events[i])));
    labels = std::max(labels, width_of(label(diagram_.events[i], links_[i])));
  }
  rti_x_ = kMargin + moments + 2 * kMargin;
  int x = rti_x_;
  int half = width_of("RTI") / 2 + kMargin;
  for (const Participant& one : participants(diagram_)) {
    const int own_half = std::max(kColumnMin / 2, width_of(one.name) / 2 + kMargin);
    x += half + own_half;
    half = own_half;
    lines_[one.federate] = {x, one.name, kColors[lines_.size() % kColors.size()]};
  }
  const int title_end = kMargin + width_of(title(diagram_)) * 5 / 4;
  width_ = std::max({x + half, rti_x_ + kMargin + labels, title_end}) + kMargin;
  height_ = row_y(diagram_.events.size() + 1) + kMargin;
}

std::string Drawing::draw_lifeline(int x) const {
  return element("line", {{"x1", std::to_string(x)},
                          {"x2", std::to_string(x)},
                          {"y1", std::to_string(head_y(0) + kHeadHeight)},
                          {"y2", std::to_string(height_ - kMargin)},
                          {"class", "life"}});
}

std::string Drawing::draw_head(int x, int top, std::string_view name,
                               std::string_view color) const {
  const int half = std::max(width_of(name) / 2 + kMargin / 2, 24);
  return element("rect", {{"x", std::to_string(x - half)},
                          {"y", std::to_string(top)},
                          {"width", std::to_string(2 * half)},
                          {"height", std::to_string(kHeadHeight)},
                          {"rx", "4"},
                          {"fill", std::string(color)}}) +
         text_at(x, top + kHeadHeight - 9, name, "head");
}

std::string Drawing::draw_heads() const {
  std::string out = draw_lifeline(rti_x_);
  for (const auto& [federate, line] : lines_) out += draw_lifeline(line.x);
  const std::size_t events = diagram_.events.size();
  for (std::size_t page = 0; page == 0 || page * kRowsOfHead < events; ++page) {
    out += draw_head(rti_x_, head_y(page), "RTI", "#333333");
    for (const auto& [federate, line] : lines_) {
      out += draw_head(line.x, head_y(page), line.name, line.color);
    }
  }
  return out;
}

// Draws an arc from each message to each reception, in the sender's colour.
std::string Drawing::draw_arcs() const {
  // Index of the sending event, by number of the message.
  std::map<std::size_t, std::size_t> senders;
  std::string out;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i] == 0) continue;
    const auto [sender, is_sender] = senders.try_emplace(links_[i], i);
    if (is_sender) continue;
    char path[160];
    std::snprintf(path, sizeof path, "M%d %d C%d %d %d %d %d %d", rti_x_, row_y(sender->second),
                  rti_x_ - kArc, row_y(sender->second), rti_x_ - kArc, row_y(i), rti_x_, row_y(i));
    out += element("path", {{"d", path},
                            {"class", "link"},
                            {"stroke", lines_.at(diagram_.events[sender->second].federate).color}});
  }
  return out;
}

std::string Drawing::draw_arrow(const TraceEvent& event, int y, const std::string& color) const {
  const bool to_rti = event.kind == EventKind::call;
  const int from = to_rti ? lifeline_x(event) : rti_x_;
  const int to = to_rti ? rti_x_ : lifeline_x(event);
  const int back = to_rti ? kArrow : -kArrow;
  char path[160];
  std::snprintf(path, sizeof path, "M%d %d L%d %d L%d %d Z", to, y, to + back, y - kArrow / 2,
                to + back, y + kArrow / 2);
  return element("line", {{"x1", std::to_string(from)},
                          {"x2", std::to_string(to)},
                          {"y1", std::to_string(y)},
                          {"y2", std::to_string(y)},
                          {"class", to_rti ? "call" : "callback"},
                          {"stroke", color}}) +
         element("path", {{"d", path}, {"fill", color}});
}

std::string Drawing::draw_event(std::size_t i) const {
  const TraceEvent& event = diagram_.events[i];
  const int y = row_y(i);
  const bool failed = !event.exception.empty();
  const std::string color = failed                ? "#c62828"
                            : event.federate == 0 ? "#333333"
                                                  : lines_.at(event.federate).color;
  std::string out =
      "<g>\n" +
      element("title", {}, moment(event) + " " + event.federate_name + " " + call_text(event));
  out += text_at(kMargin, y, moment(event), "moment");
  if (event.kind == EventKind::call || event.kind == EventKind::callback) {
    out += draw_arrow(event, y, color);
    out += text_at(rti_x_ + kMargin, y - 5, label(event, links_[i]), failed ? "failed" : "label");
  } else {
    out += element("circle", {{"cx", std::to_string(lifeline_x(event))},
                              {"cy", std::to_string(y)},
                              {"r", "4"},
                              {"fill", color}});
    out += text_at(lifeline_x(event) + kMargin / 2, y + 4, label(event, links_[i]), "note");
  }
  return out + "</g>\n";
}

std::string Drawing::draw_silences() const {
  std::string out;
  for (const TracedFederate& federate : diagram_.federates) {
    const auto line = lines_.find(federate.federate);
    const std::string text = silence(federate, diagram_.ended);
    if (line == lines_.end() || text.empty()) continue;
    out += text_at(line->second.x, row_y(diagram_.events.size()) + 8, text, "silence");
  }
  return out;
}

std::string Drawing::document() const {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  char head_line[256];
  std::snprintf(head_line, sizeof head_line,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width_, height_, width_, height_);
  out += head_line;
  out +=
      "<style>\n"
      "text { font-family: \"DejaVu Sans\", Verdana, Arial, sans-serif; font-size: 11px; }\n"
      ".title { font-size: 14px; font-weight: bold; }\n"
      ".head { fill: #ffffff; text-anchor: middle; font-weight: bold; }\n"
      ".moment { fill: #666666; }\n"
      ".label, .failed, .silence { stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }\n"
      ".failed { fill: #c62828; font-weight: bold; }\n"
      ".note, .silence { font-style: italic; }\n"
      ".silence { text-anchor: middle; }\n"
      ".life { stroke: #bbbbbb; stroke-dasharray: 4 3; }\n"
      ".call { stroke-width: 1.4; }\n"
      ".link { fill: none; opacity: 0.6; }\n"
      ".callback { stroke-width: 1.4; stroke-dasharray: 5 3; }\n"
      "</style>\n";
  out += element("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", "#ffffff"}});
  out += text_at(kMargin, kMargin + 14, title(diagram_), "title");
  out += draw_heads() + draw_arcs();
  for (std::size_t i = 0; i < diagram_.events.size(); ++i) out += draw_event(i);
  return out + draw_silences() + "</svg>\n";
}

}  // namespace

std::string as_svg(const Diagram& diagram) {
  return Drawing(diagram).document();
}

}  // namespace triad::rtictl
