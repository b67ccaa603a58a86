// A scenario as a text: commands, one per line, each followed by what is expected of it, indented.
// Reads the text into steps and writes it with other expectations; knows no command. The language
// is described in ../README.md.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace triad::test {

using TextLines = std::vector<std::string>;

// What is wrong with a scenario's text: "file:line: what".
struct ScriptError : std::runtime_error {
  ScriptError(std::string_view file, std::size_t line, std::string_view what);
};

// One command and the lines expected under it, without their indentation.
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

// Throws ScriptError if there is no command, if the text does not open with a comment that names
// the rule's clause ("HLA 1.3 clause 7.2"), or if a line makes no sense whatever the commands are.
Script parse_script(std::string_view file, std::string_view text);

// The text with `told[i]` under the command of step i, and all other lines as they are.
std::string rewritten(const Script& script, const std::vector<TextLines>& told);

}  // namespace triad::test
