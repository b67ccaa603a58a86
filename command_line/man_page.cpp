// A manual as a page for man(1), in the classic man macros, which groff and mandoc know.
#include <algorithm>
#include <cctype>

#include "command_line/manual.hpp"
#include "version/version.hpp"

namespace triad::command_line {

namespace {

// As it is, in the middle of a line: hyphens that are minus signs, quotes that are not curled.
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

// A line of its own: a dot at its front would be a macro.
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

// What `text` of a manual is: filled lines, paragraphs, and lines as they are. `paragraph` is what
// begins the next one.
std::string body(const std::string& text, const std::string& paragraph) {
  std::string out;
  bool literal = false;
  bool begins = true;  // a paragraph, or something that ends the line before by itself
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

// "\fIFEDERATION\fR [\fIOPTION\fR...]": words in capitals are to be replaced.
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
  std::string out = ".\\\" Made of what `" + program.name + " --help` is made of.\n";
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
