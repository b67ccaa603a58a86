#include "tools/rtictl/command.hpp"

#include <array>
#include <cstdio>

namespace triad::rtictl {

std::span<const Command* const> commands() {
  static constexpr std::array<const Command*, 5> kCommands{&kList, &kTime, &kTrace, &kSaves,
                                                           &kDestroy};
  return kCommands;
}

ExitCode fail(const Failure& failure) {
  std::fprintf(stderr, "rtictl: %s\n", failure.text.c_str());
  return failure.code;
}

ExitCode wrong_argument(const Command& command, std::string_view argument) {
  return fail({ExitCode::usage, "unexpected argument '" + std::string(argument) +
                                    "'; the command is: rtictl [--url URL] " +
                                    std::string(command.name) + " " +
                                    std::string(command.arguments)});
}

}  // namespace triad::rtictl
