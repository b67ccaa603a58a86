// Description of a program's command line. The parser (parsed_arguments.hpp), --help, the man page,
// the bash completion and docs/options.md are all derived from it, so they agree. Pure; each
// program has a function manual().
//
// In a text each line is filled to the width of the page, an empty line ends a paragraph, and a
// line that begins with a blank is shown literally.
#pragma once

#include <string>
#include <vector>

namespace triad::command_line {

// Words that a shell offers for an argument. Names of federations come from the rtig at RTI_URL,
// and names of routers from the mesh file on the same command line.
enum class Offer { nothing, files, directories, federations, routers };

struct Option {
  std::string name;           // e.g. "listen"
  std::string argument = {};  // e.g. "URL"; empty: no argument
  std::string text = {};
  char letter = '\0';  // 'l' allows -l, too
  bool repeatable = false;
  std::vector<std::string> choices = {};  // allowed arguments; empty: any
  Offer offer = Offer::nothing;
};

struct Section {
  std::string heading;
  std::string text;
};

struct Manual {
  std::string name;            // e.g. "rtictl trace"
  std::string summary;         // one line, e.g. "follow service calls and callbacks"
  std::string arguments = {};  // arguments that are not options, e.g. "FEDERATION"
  std::size_t arguments_min = 0;
  std::size_t arguments_max = 0;
  std::string missing = {};  // error text for fewer arguments than arguments_min
  // Words after `--`, which are passed on unchanged, e.g. "COMMAND [ARGUMENT...]". Empty: `--` only
  // ends the options.
  std::string after_dashes = {};
  Offer offer = Offer::nothing;       // for the first argument
  Offer last_offer = Offer::nothing;  // for one that follows a file
  std::string text = {};
  std::vector<Option> options = {};  // without --help and --version, which every program has
  std::vector<Section> sections = {};
  std::vector<Manual> commands = {};  // if not empty, a command is required
};

// Returns the options with --help and --version.
std::vector<Option> all_options(const Manual& manual);
// Returns the last word of the command's name, e.g. "trace".
std::string command_word(const Manual& manual);

// Returns e.g. "rtig (Triad RTI) 0.1.0".
std::string version_text(const Manual& program);
// Returns the text of --help. `program` is null if `manual` is a program's; otherwise `manual` is
// one of its commands.
std::string help_text(const Manual& manual, const Manual* program = nullptr);
// Returns a page of section 1 in the man macros, with all commands.
std::string man_page(const Manual& program);
// Returns a section of docs/options.md: a table of the options of the program and of each command.
std::string option_tables(const Manual& program);
// Returns a script that bash-completion loads when the program's name is typed.
std::string bash_completion(const Manual& program);

// --- Shared by these functions.

// Returns the usage after the program's name, e.g. " [OPTION...] trace FEDERATION [OPTION...]".
std::string usage_of(const Manual& manual, const Manual* program);
// Returns e.g. "-l, --listen".
std::string spelling_of(const Option& option);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace triad::command_line
