// Parser of RID files: lines `key = value`; a comment begins with '#' at the start of a line or
// after a blank. Used by config.cpp. Does not know the keys.
//
// Other RTIs use the same file name and environment variable with their own formats (RTI-NG and
// MAK: parentheses; Portico: XML, or properties named portico.*). Such files are recognised but not
// parsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/error.hpp"

namespace triad::config {

struct RidLine {
  std::string key;
  std::string value;
  std::size_t number = 0;
};

struct RidFile {
  bool foreign = false;  // a file of another RTI; `lines` is then empty
  std::vector<RidLine> lines;
};

// Parses the text of a RID file. `path` is used only in error texts.
wire::Result<RidFile> parse_rid(std::string_view text, std::string_view path);

// Returns the only line of a text that has one line and no "=". A checkout on a system without
// symbolic links stores a link as such a text, the name of its target.
std::optional<std::string> symbolic_link_text(std::string_view text);

}  // namespace triad::config
