#include "tools/rtictl/aligned_table.hpp"

#include <algorithm>
#include <cstddef>

#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

void append_cell(std::string& line, std::string_view cell, std::size_t columns, bool right) {
  const std::string fill(columns - std::min(columns, count_characters(cell)), ' ');
  if (right) line += fill;
  line += cell;
  if (!right) line += fill;
}

}  // namespace

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  }));
}

std::string printable(std::string_view text) {
  return wire::harmless(text);
}

std::string Table::text(std::string_view indent) const {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : columns_) lines[0].push_back(column.title);
  for (const auto& row : rows_) {
    auto& line = lines.emplace_back();
    for (const auto& cell : row) line.push_back(printable(cell));
  }
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], count_characters(line[i]));
  }
  std::string out;
  for (const auto& cells : lines) {
    std::string line(indent);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += "  ";
      append_cell(line, cells[i], widths[i], columns_[i].align == Align::right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace triad::rtictl
