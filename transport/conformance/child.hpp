// A second process, for tests that stop or kill a process. It runs a function and then waits to be
// killed; it never returns into gtest. It and its parent send each other lines.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

// One end of the connection between a child and its parent.
class LineSocket {
 public:
  explicit LineSocket(UniqueFd socket) : socket_(std::move(socket)) {}

  void send_line(const std::string& line);
  // Waits for the next line. Returns an empty string if the other process is gone.
  std::string read_line();

 private:
  UniqueFd socket_;
};

class Child {
 public:
  // Fails the test if this process has several threads: the child would inherit the locks that they
  // hold, and nothing releases them there. So a test starts its child before its listener, which
  // may have a thread. The child gets the listener's URL as a line.
  explicit Child(const std::function<void(LineSocket& parent)>& run);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills the child with SIGKILL if it is still alive.
  ~Child();

  LineSocket& lines() { return lines_; }
  std::string read_line() { return lines_.read_line(); }
  void kill();
  void stop();  // SIGSTOP, as a debugger does; returns when the child has stopped
  void resume();

 private:
  LineSocket lines_{UniqueFd()};
  pid_t pid_ = -1;
};

}  // namespace triad::transport
