// One child process of rtimesh: a router, or the command that runs in the mesh. It does not outlive
// rtimesh, however that ends. Start children in the main thread alone: the kernel ends a child with
// the thread that started it.
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
    std::vector<std::string> command;           // a name without slash is looked for in the PATH
    std::vector<std::string> environment = {};  // "NAME=VALUE", besides our own
    // In the background: without input, out of reach of the terminal's Ctrl-C, its output goes
    // here, and of our other descriptors it has but `passed`, as kPassed.
    struct Background {
      int output = -1;
      int passed = -1;
    };
    std::optional<Background> background = {};
  };
  static constexpr int kPassed = 3;

  // The child is the program when this returns.
  static Outcome<ChildProcess> start(const Start& start);

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();  // kills it if it still runs

  // False once look() has seen its end.
  bool runs() const { return !status_; }
  // Whether it has ended; waits for nothing.
  bool look();
  void signal(int number);
  pid_t pid() const { return pid_; }

  // What a shell would call its end: its status, or 128 and the signal.
  int exit_code() const;
  // "ended with status 3", "was ended by signal 9 (Killed)"
  std::string end_text() const;

 private:
  explicit ChildProcess(pid_t pid) : pid_(pid) {}

  pid_t pid_ = -1;
  std::optional<int> status_;  // waitpid's
};

}  // namespace triad::rtimesh
