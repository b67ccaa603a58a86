// What a subcommand of rtictl is. A new one is one file with a `const Command` and its line in
// commands() (command.cpp); main finds it, its help and its checks there.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace triad::rtictl {

// What rtictl ends with; `rtictl --help` lists them.
enum class ExitCode {
  done = 0,
  refused = 1,    // the rtig answered: no
  usage = 2,      // the command line is wrong; nothing was asked
  no_answer = 3,  // no rtig there, or it is not one of ours
};

// Why a subcommand did not do its work: a text for people, and the exit code.
struct Failure {
  ExitCode code = ExitCode::refused;
  std::string text;
};

// What every subcommand is given.
struct Context {
  std::string url;  // of the rtig
  std::chrono::milliseconds timeout{5000};
};

struct Command {
  std::string_view name;
  std::string_view arguments;  // "FEDERATION [--force]"
  std::string_view summary;
  std::string_view help;  // more lines for `rtictl NAME --help`
  // `arguments` is what follows the name. Prints its result on standard output.
  ExitCode (*run)(const Context& context, std::span<const std::string_view> arguments);
};

// In the order in which the help shows them.
std::span<const Command* const> commands();

// "rtictl: TEXT" on standard error; gives the failure's code, for `return fail(...)`.
ExitCode fail(const Failure& failure);
// For an argument that `command` does not take: says what it does take.
ExitCode wrong_argument(const Command& command, std::string_view argument);

extern const Command kList;
extern const Command kDestroy;
extern const Command kTime;
extern const Command kTrace;
extern const Command kSaves;

}  // namespace triad::rtictl
