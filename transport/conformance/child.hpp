// A second process for tests that stop or kill one. It runs a function and then waits to be killed;
// it tells its parent lines through a pipe, and never returns into gtest.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class Child {
 public:
  // What the child's function gets: tell(line) to the parent.
  using Tell = std::function<void(const std::string&)>;
  explicit Child(const std::function<void(const Tell&)>& run);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills it with signal 9 if it still lives.
  ~Child();

  // Waits for the next line; empty when the child is gone.
  std::string hear();
  void kill();
  void stop();  // SIGSTOP, as a debugger does; returns when it has stopped
  void resume();

 private:
  UniqueFd from_child_;
  pid_t pid_ = -1;
};

}  // namespace triad::transport
