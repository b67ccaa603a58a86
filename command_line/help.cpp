// Texts of --help and --version, and functions shared by all forms of a Manual.
#include <algorithm>
#include <sstream>

#include "command_line/manual.hpp"
#include "version/version.hpp"

namespace triad::command_line {

namespace {

constexpr std::size_t kWidth = 79;
constexpr std::size_t kIndent = 6;

// Fills one line of a text to the width, with `indent` blanks before each line.
std::string filled(const std::string& line, std::size_t indent) {
  const std::string margin(indent, ' ');
  if (line.empty()) return "\n";
  if (line.starts_with(' ')) return margin + line + "\n";
  std::istringstream words(line);
  std::string out = margin;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() > kWidth) {
      out += "\n" + margin;
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

std::string filled_text(const std::string& text, std::size_t indent) {
  std::string out;
  for (const std::string& line : lines_of(text)) out += filled(line, indent);
  return out;
}

std::string options_text(const std::vector<Option>& options) {
  std::string out;
  for (const Option& option : options) {
    out +=
        "  " + spelling_of(option) + (option.argument.empty() ? "" : " " + option.argument) + "\n";
    out += filled_text(option.text, kIndent);
  }
  return out;
}

std::string commands_text(const Manual& program) {
  std::string out;
  for (const Manual& command : program.commands) {
    std::string line = "  " + command_word(command) + " " + command.arguments;
    line.resize(std::max<std::size_t>(line.size() + 2, 24), ' ');
    out += line + command.summary + "\n";
  }
  return out;
}

}  // namespace

std::vector<Option> all_options(const Manual& manual) {
  std::vector<Option> all = manual.options;
  all.push_back({.name = "help", .text = "Shows this text.", .letter = 'h'});
  all.push_back({.name = "version", .text = "Shows the version."});
  return all;
}

std::string command_word(const Manual& manual) {
  return manual.name.substr(manual.name.rfind(' ') + 1);
}

std::string version_text(const Manual& program) {
  std::string built = commit().empty() ? "" : "commit " + std::string(commit()) + ", ";
  built += "protocol version " + std::to_string(protocol_version()) + ", ";
  return program.name + " (Triad RTI) " + std::string(release()) + "\n" + built +
         std::string(build_type()) + "\n";
}

std::string usage_of(const Manual& manual, const Manual* program) {
  if (!manual.commands.empty()) return " [OPTION...] COMMAND [ARGUMENT...]";
  const std::string arguments = manual.arguments.empty() ? "" : " " + manual.arguments;
  const std::string rest = manual.after_dashes.empty() ? "" : " [-- " + manual.after_dashes + "]";
  if (program == nullptr) return " [OPTION...]" + arguments + rest;
  return " [OPTION...] " + command_word(manual) + arguments +
         (manual.options.empty() ? "" : " [OPTION...]") + rest;
}

std::string spelling_of(const Option& option) {
  const std::string name = "--" + option.name;
  return option.letter == '\0' ? name : std::string("-") + option.letter + ", " + name;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string help_text(const Manual& manual, const Manual* program) {
  const Manual& top = program == nullptr ? manual : *program;
  std::string out = filled(manual.name + ": " + manual.summary + ".", 0);
  out += "\nUsage: " + top.name + usage_of(manual, program) + "\n\n" + filled_text(manual.text, 0);
  if (!manual.commands.empty()) {
    out += "\nCommands (`" + manual.name + " COMMAND --help` says more):\n" + commands_text(manual);
  }
  if (program == nullptr) {
    out += "\nOptions:\n" + options_text(all_options(manual));
  } else {
    if (!manual.options.empty()) out += "\nOptions:\n" + options_text(manual.options);
    out += "\nOptions of every command:\n" + options_text(all_options(*program));
  }
  std::vector<Section> sections = manual.sections;
  if (program != nullptr) {
    sections.insert(sections.end(), program->sections.begin(), program->sections.end());
  }
  for (const Section& section : sections) {
    out += "\n" + section.heading + ":\n" + filled_text(section.text, 2);
  }
  return out;
}

}  // namespace triad::command_line
