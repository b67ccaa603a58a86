// Converts a Manual to a page for man(1) with the classic man macros, which groff and mandoc
// support.
#include <algorithm>
#include <cctype>

#include "command_line/manual.hpp"
#include "version/version.hpp"

namespace triad::command_line {

namespace {

// Escapes text within a line: hyphens become minus signs, and quotes stay straight.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Returns a text as a line of its own. A leading dot would begin a macro.
std::string text_line(std::string_view text) {
  const std::string out = escaped(text);
  return (out.starts_with('.') ? "\\&" + out : out) + "\n";
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

// Converts a text of the manual: filled lines, paragraphs and literal lines. `paragraph` begins the
// next paragraph.
std::string body(const std::string& text, const std::string& paragraph) {
  std::string out;
  bool literal = false;
  bool begins = true;  // the next line begins a paragraph or follows a macro that ends the line
  for (const std::string& line : lines_of(text)) {
    const bool as_it_is = line.starts_with(' ');
    if (as_it_is != literal) {
      out += as_it_is ? ".nf\n" : ".fi\n";
      literal = as_it_is;
      begins = true;
    }
    if (line.empty()) {
      out += paragraph;
      begins = true;
      continue;
    }
    if (!begins && !literal) out += ".br\n";
    out += text_line(line);
    begins = false;
  }
  return out + (literal ? ".fi\n" : "");
}

// Formats words in capitals as placeholders, e.g. "\fIFEDERATION\fR [\fIOPTION\fR...]".
std::string arguments_part(const std::string& text) {
  std::string out;
  bool italic = false;
  for (const char c : text) {
    const bool capital = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (capital != italic) out += capital ? "\\fI" : "\\fR";
    italic = capital;
    out += escaped(std::string_view(&c, 1));
  }
  return out + (italic ? "\\fR" : "");
}

std::string options_part(const std::vector<Option>& options) {
  std::string out;
  for (const Option& option : options) {
    out += ".TP\n";
    if (option.letter != '\0') out += bold(std::string("-") + option.letter) + ", ";
    out += bold("--" + option.name);
    if (!option.argument.empty()) out += " " + arguments_part(option.argument);
    out += "\n" + body(option.text, ".IP\n");
  }
  return out;
}

std::string commands_part(const Manual& program) {
  std::string out;
  for (const Manual& command : program.commands) {
    out += ".SS " + command_word(command) + "\n";
    out += bold(program.name) + arguments_part(" [OPTION...] ") + bold(command_word(command)) +
           arguments_part(
               usage_of(command, &program)
                   .substr(std::string(" [OPTION...] ").size() + command_word(command).size())) +
           "\n.PP\n";
    std::string summary = command.summary + ".";
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    out += text_line(summary) + ".PP\n" + body(command.text, ".PP\n");
    out += options_part(command.options);
    for (const Section& section : command.sections) {
      out += ".PP\n" + text_line(section.heading + ":") + ".PP\n" + body(section.text, ".PP\n");
    }
  }
  return out;
}

}  // namespace

std::string man_page(const Manual& program) {
  std::string out = ".\\\" Generated from the manual of `" + program.name + " --help`.\n";
  out += ".TH " + upper(program.name) + " 1 \"\" \"Triad RTI " + std::string(release()) +
         "\" \"HLA 1.3\"\n";
  // Words are neither divided nor spread over the line: many are names.
  out += ".nh\n.ad l\n";
  out += ".SH NAME\n" + escaped(program.name) + " \\- " + escaped(program.summary) + "\n";
  out += ".SH SYNOPSIS\n" + bold(program.name) + arguments_part(usage_of(program, nullptr)) + "\n";
  out += ".SH DESCRIPTION\n" + body(program.text, ".PP\n");
  out += ".SH OPTIONS\n" + options_part(all_options(program));
  if (!program.commands.empty()) out += ".SH COMMANDS\n" + commands_part(program);
  for (const Section& section : program.sections) {
    out += ".SH " + upper(section.heading) + "\n" + body(section.text, ".PP\n");
  }
  return out;
}

}  // namespace triad::command_line
