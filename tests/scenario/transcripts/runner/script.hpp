// Text of a scenario: commands, one on each line, each followed by its expected lines, indented.
// Reads the text into steps and writes it with other expectations; knows no command. ../README.md
// describes the language.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace triad::test {

using TextLines = std::vector<std::string>;

// Error in a scenario's text: "file:line: error".
struct ScriptError : std::runtime_error {
  ScriptError(std::string_view file, std::size_t line, std::string_view what);
};

// Command and its expected lines, without their indentation.
struct Step {
  std::size_t line = 0;  // of the command in the file, from 1
  std::vector<std::string> words;
  TextLines expected;
};

struct Script {
  std::string file;
  TextLines text;
  std::vector<Step> steps;
};

// Throws ScriptError if there is no command, if the text does not begin with a comment that names
// the clause of the rule ("HLA 1.3 clause 7.2"), or if a line is malformed.
Script parse_script(std::string_view file, std::string_view text);

// Returns the text with `told[i]` under the command of step i, and all other lines unchanged.
std::string rewritten(const Script& script, const std::vector<TextLines>& told);

}  // namespace triad::test
