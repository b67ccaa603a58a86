// What a program says of itself, once: its command line is read by it (given.hpp), and --help, the
// man page and the bash completion are made of it, so that none of them can differ. Pure; each
// program has a manual().
//
// In a text each line is filled to the page's width, an empty line ends a paragraph, and a line
// that begins with a blank is shown as it is.
#pragma once

#include <string>
#include <vector>

namespace triad::command_line {

// Words that a shell offers for an argument. Names of federations come from the rtig at RTI_URL,
// and names of routers from the mesh file on the same command line.
enum class Offer { nothing, files, directories, federations, routers };

struct Option {
  std::string name;           // "listen"
  std::string argument = {};  // "URL"; empty: it takes none
  std::string text = {};
  char letter = '\0';  // 'l': also -l
  bool repeatable = false;
  std::vector<std::string> choices = {};  // what the argument may be; empty: anything
  Offer offer = Offer::nothing;
};

struct Section {
  std::string heading;
  std::string text;
};

struct Manual {
  std::string name;            // "rtictl trace"
  std::string summary;         // one line: "follow service calls and callbacks"
  std::string arguments = {};  // those that are no options: "FEDERATION"
  std::size_t arguments_min = 0;
  std::size_t arguments_max = 0;
  std::string missing = {};  // for people, where there are fewer
  // What may stand behind `--`, for somebody else and taken as it is: "COMMAND [ARGUMENT...]".
  // Empty: `--` ends the options and no more.
  std::string after_dashes = {};
  Offer offer = Offer::nothing;       // for the first argument
  Offer last_offer = Offer::nothing;  // for one that follows a file
  std::string text = {};
  std::vector<Option> options = {};  // --help and --version come by themselves
  std::vector<Section> sections = {};
  std::vector<Manual> commands = {};  // if there are, one must be given
};

// With --help and --version.
std::vector<Option> all_options(const Manual& manual);
// The last word of its name: "trace".
std::string command_word(const Manual& manual);

// "rtig (Triad RTI) 0.1.0"
std::string version_text(const Manual& program);
// What --help prints. `program` is null for a program itself; else `manual` is a command of it.
std::string help_text(const Manual& manual, const Manual* program = nullptr);
// A page of section 1 in the man macros, with all commands.
std::string man_page(const Manual& program);
// A script that bash-completion loads when the program's name is typed.
std::string bash_completion(const Manual& program);

// --- What these share.

// "rtictl [OPTION...] trace FEDERATION [OPTION...]" after the program's name.
std::string usage_of(const Manual& manual, const Manual* program);
// "-l, --listen"
std::string spelling_of(const Option& option);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace triad::command_line
