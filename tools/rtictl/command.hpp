// What a subcommand of rtictl is. A new one is one file with a `const Command` and its line in
// commands() (command.cpp); its manual is what its command line is read by, its --help, its part of
// the man page and its bash completion.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/given.hpp"

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
  std::string socket_directory = {};  // of shm:// URLs; empty: this user's own
};

struct Command {
  command_line::Manual manual;
  // Prints its result on standard output.
  ExitCode (*run)(const Context& context, const command_line::Given& given);
};

// In the order in which the help shows them.
std::span<const Command* const> commands();
// Of rtictl, with all of them.
const command_line::Manual& manual();

// "rtictl: TEXT" on standard error; gives the failure's code, for `return fail(...)`.
ExitCode fail(const Failure& failure);

extern const Command kList;
extern const Command kDestroy;
extern const Command kTime;
extern const Command kTrace;
extern const Command kSaves;

}  // namespace triad::rtictl
