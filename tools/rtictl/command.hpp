// The interface of rtictl's subcommands. A new subcommand is one file with a `const Command`, and
// an entry in commands() (command.cpp). Its command line, --help, man page and bash completion come
// from its manual.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "transport/tls/tls.hpp"

namespace triad::rtictl {

// Exit status of rtictl; `rtictl --help` lists the values.
enum class ExitCode {
  done = 0,
  refused = 1,    // The rtig refused the request.
  usage = 2,      // The command line is wrong; nothing was sent.
  no_answer = 3,  // No rtig answered, or the program there is not a compatible rtig.
};

// Reason of a subcommand's failure, and its exit code.
struct Failure {
  ExitCode code = ExitCode::refused;
  std::string text;
};

// Options common to all subcommands.
struct Context {
  std::string url;  // URL of the rtig.
  // Limit of the time to connect, and of the time for each answer.
  std::chrono::milliseconds timeout{5000};
  // Directory of the sockets of shm:// URLs; empty: this user's own.
  std::string socket_directory = {};
  // Files of tls:// links; read only for such URLs.
  transport::TlsFiles tls = {};
  bool is_tls_required = false;
};

struct Command {
  command_line::Manual manual;
  // Runs the subcommand and prints the result on standard output.
  ExitCode (*run)(const Context& context, const command_line::ParsedArguments& given);
};

// Returns the subcommands in the order of the help.
std::span<const Command* const> commands();
// Returns the manual of rtictl, with all subcommands.
const command_line::Manual& manual();

// Prints "rtictl: TEXT" on standard error and returns the failure's code, for `return fail(...)`.
ExitCode fail(const Failure& failure);

extern const Command kList;     // Federations and their federates.
extern const Command kDestroy;  // Ends a federation.
extern const Command kTime;     // Logical times of federates, and the causes of waits.
extern const Command kKeys;     // Keys and certificates of tls:// links.
extern const Command kPolicy;   // Rights of principals, from a policy's file.
extern const Command kTrace;    // Service calls and callbacks of federates as they happen.
extern const Command kSaves;    // The saved states of federations.

}  // namespace triad::rtictl
