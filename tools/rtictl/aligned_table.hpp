// Columns for people: lines up rows of text under their titles. Knows nothing of federations.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace triad::rtictl {

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell per column.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // The titles, then the rows; every line begins with `indent` and ends with a newline. Widths are
  // counted in characters of UTF-8; harmful ones of a peer's text are escaped.
  std::string text(std::string_view indent = {}) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// wire::harmless(text): a peer's name must not control the terminal.
std::string printable(std::string_view text);

// How many characters of UTF-8 (bytes that do not continue one).
std::size_t characters(std::string_view text);

}  // namespace triad::rtictl
