// Converts a Manual to Markdown: a table of the options of the program, and of each command.
#include <string_view>

#include "command_line/manual.hpp"

namespace triad::command_line {

namespace {

// Returns a line with backslashes before the characters that would end a cell, or begin a tag or
// emphasis.
std::string with_backslashes(std::string_view line, std::string_view special) {
  std::string out;
  for (const char c : line) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Returns a text for one cell of a table. A literal line becomes code.
std::string cell(const std::string& text) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    if (!out.empty()) out += "<br>";
    const std::string_view rest = std::string_view(line).substr(begin);
    out += begin > 0 ? "`" + with_backslashes(rest, "|") + "`" : with_backslashes(rest, "|<*");
  }
  return out;
}

std::string options_table(const std::vector<Option>& options) {
  std::string out = "| option | effect |\n| --- | --- |\n";
  for (const Option& option : options) {
    const std::string argument =
        option.argument.empty() ? "" : " " + with_backslashes(option.argument, "|");
    out += "| `" + spelling_of(option) + argument + "` | " + cell(option.text) + " |\n";
  }
  return out + "\n";
}

}  // namespace

std::string option_tables(const Manual& program) {
  std::string out = "## " + program.name + "\n\n`" + program.name + usage_of(program, nullptr) +
                    "`: " + program.summary + ".\n\n" + options_table(all_options(program));
  for (const Manual& command : program.commands) {
    out += "### " + program.name + " " + command_word(command) + "\n\n`" + program.name +
           usage_of(command, &program) + "`: " + command.summary + ".\n\n";
    if (!command.options.empty()) out += options_table(command.options);
  }
  return out;
}

}  // namespace triad::command_line
