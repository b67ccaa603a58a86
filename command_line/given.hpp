// What was given on a command line that a Manual describes. Used by every program's main; prints
// nothing unless asked to.
#pragma once

#include <boost/system/result.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/manual.hpp"

namespace triad::command_line {

class Given {
 public:
  bool has(std::string_view option) const { return !values(option).empty(); }
  // Of an option that is given once at most.
  std::optional<std::string> value(std::string_view option) const;
  // Of one that may be repeated; of one without an argument as many empty texts.
  const std::vector<std::string>& values(std::string_view option) const;
  // What is no option.
  const std::vector<std::string>& arguments() const { return arguments_; }
  // What stands behind `--`, where the manual has something there.
  const std::vector<std::string>& after_dashes() const { return after_dashes_; }
  // That of the command, or of the program if it has none or none was given.
  const Manual& manual() const { return *manual_; }

 private:
  friend class Reader;
  const Manual* manual_ = nullptr;
  std::map<std::string, std::vector<std::string>, std::less<>> options_;
  std::vector<std::string> arguments_;
  std::vector<std::string> after_dashes_;
};

// Why a command line is refused, for people; it names the --help to ask.
struct Wrong {
  std::string text;
};
template <class T>
using Outcome = boost::system::result<T, Wrong>;

// `arguments` without the program's name. Options and arguments come in any order, those of the
// program and of its command too; `--` ends the options, and the arguments too where something else
// may follow. Where --help or --version is given nothing
// need be complete. The result refers to `program`.
Outcome<Given> read(const Manual& program, const std::vector<std::string>& arguments);

// What --help or --version asks to be printed; empty where neither is given.
std::optional<std::string> answer(const Manual& program, const Given& given);

// Prints on standard output. False: it could not be written (a full disk); the caller has been told
// so on standard error.
bool print(const Manual& program, const std::string& text);

}  // namespace triad::command_line
