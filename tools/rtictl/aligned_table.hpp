// A table of text with aligned columns. Used by the views of rtictl; independent of federations.
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

  // Adds a row, with one cell for each column.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // Returns the titles and the rows. Each line starts with `indent` and ends with a newline. Widths
  // are counted in UTF-8 characters. Control characters are escaped.
  std::string text(std::string_view indent = {}) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Returns wire::harmless(text), because a peer's name must not control the terminal.
std::string printable(std::string_view text);

// Returns the number of UTF-8 characters, that is, of bytes that are not continuation bytes.
std::size_t count_characters(std::string_view text);

}  // namespace triad::rtictl
