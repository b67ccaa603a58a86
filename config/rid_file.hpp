// Reads an RID file: lines `key = value`, comments from '#' at the start of a line or after a
// blank. Used by config.cpp; knows nothing of which keys there are.
//
// Other RTIs call their files alike and find them by the same variable, in formats of their own
// (RTI-NG and MAK: parentheses; Portico: XML, or properties named portico.*): such a file is
// recognised, not understood.
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
  bool foreign = false;  // another RTI's; `lines` is empty then
  std::vector<RidLine> lines;
};

// `path` is for the text of errors only.
wire::Result<RidFile> parse_rid(std::string_view text, std::string_view path);

// Returns the only line of a text that has one line without "=". A system without symbolic links
// checks a link out as such a text, the name of the file that the link leads to.
std::optional<std::string> symbolic_link_text(std::string_view text);

}  // namespace triad::config
