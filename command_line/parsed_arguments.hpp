// Command line of a program, parsed by its Manual. Used by the main function of every program.
#pragma once

#include <boost/system/result.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::command_line {

class ParsedArguments {
 public:
  bool has(std::string_view option) const { return !values(option).empty(); }
  // Returns the argument of an option that may be given once.
  std::optional<std::string> value(std::string_view option) const;
  // Returns all arguments of a repeatable option. An option without an argument has one empty text
  // per use.
  const std::vector<std::string>& values(std::string_view option) const;
  // Returns the arguments that are not options.
  const std::vector<std::string>& arguments() const { return arguments_; }
  // Returns the words after `--`, if the manual allows any.
  const std::vector<std::string>& after_dashes() const { return after_dashes_; }
  // Returns the manual of the given command, or of the program if there is none.
  const Manual& manual() const { return *manual_; }

 private:
  friend class Parser;
  const Manual* manual_ = nullptr;
  std::map<std::string, std::vector<std::string>, std::less<>> options_;
  std::vector<std::string> arguments_;
  std::vector<std::string> after_dashes_;
};

// Reason for refusing a command line, for the user; it names the --help to consult.
struct UsageError {
  std::string text;
};
template <class T>
using Outcome = boost::system::result<T, UsageError>;

// Parses `arguments`, which exclude the program's name. Options and arguments may come in any
// order, including options of the program and of its command. `--` ends the options; it also ends
// the arguments if the manual allows words after it. With --help or --version the rest may be
// incomplete. The result refers to `program`.
Outcome<ParsedArguments> parse_command_line(const Manual& program,
                                            const std::vector<std::string>& arguments);

// Returns the text that --help or --version prints, or nothing if neither was given.
std::optional<std::string> help_or_version(const Manual& program, const ParsedArguments& given);

// Prints to standard output. Returns false if that fails (full disk), after a message on standard
// error.
bool print(const Manual& program, const std::string& text);

}  // namespace triad::command_line
