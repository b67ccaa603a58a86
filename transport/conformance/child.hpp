// A second process, for tests that stop or kill a process. It runs a function and then waits to be
// killed; it never returns into gtest. It sends lines to its parent through a pipe.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class Child {
 public:
  // Argument of the child's function: sends a line to the parent.
  using SendLine = std::function<void(const std::string&)>;
  explicit Child(const std::function<void(const SendLine&)>& run);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills the child with SIGKILL if it is still alive.
  ~Child();

  // Waits for the next line. Returns an empty string if the child is gone.
  std::string read_line();
  void kill();
  void stop();  // SIGSTOP, as a debugger does; returns when the child has stopped
  void resume();

 private:
  UniqueFd from_child_;
  pid_t pid_ = -1;
};

}  // namespace triad::transport
