// A child process of rtimesh: a router, or the command that runs in the mesh. The kernel kills it
// when rtimesh ends for any reason. Children must be started in the main thread, because the kernel
// kills a child when the thread that started it ends.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/rtimesh/outcome.hpp"

namespace triad::rtimesh {

class ChildProcess {
 public:
  struct Start {
    std::vector<std::string> command;  // A name without a slash is searched for in the PATH.
    // In the form "NAME=VALUE"; added to the environment of rtimesh.
    std::vector<std::string> environment = {};
    // Options of a background process. It has no input, is not in the terminal's foreground group
    // (Ctrl-C), and writes its output to `output_descriptor`. Of the other open descriptors it
    // inherits only `passed_descriptor`, as kPassedDescriptor.
    struct Background {
      int output_descriptor = -1;
      int passed_descriptor = -1;
    };
    std::optional<Background> background = {};
  };
  static constexpr int kPassedDescriptor = 3;

  // Starts the program. exec has succeeded when this returns.
  static Outcome<ChildProcess> start(const Start& start);

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();  // Kills the process if it still runs.

  // Returns true until poll_end() has seen the end of the process.
  bool is_running() const { return !status_; }
  // Returns whether the process has ended. Does not block.
  bool poll_end();
  void send_signal(int number);
  pid_t pid() const { return pid_; }

  // Returns the exit status as in a shell: the status, or 128 plus the signal.
  int exit_code() const;
  // Returns "ended with status 3" or "was ended by signal 9 (Killed)".
  std::string end_text() const;

 private:
  explicit ChildProcess(pid_t pid) : pid_(pid) {}

  pid_t pid_ = -1;
  std::optional<int> status_;  // From waitpid().
};

}  // namespace triad::rtimesh
