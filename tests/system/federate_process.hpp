// Shared by federates of system tests, each in its own process: they report their progress on
// standard output, continue when the test sends them SIGUSR1, and end with the test.
#pragma once

#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <ctime>
#include <string>

namespace triad::test {

inline void print_line(const std::string& line) {
  std::printf("%s\n", line.c_str());
  (void)std::fflush(stdout);
}

inline sigset_t continue_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  return set;
}

// Blocks the signal, so that it waits until the federate asks for it. Must be called before there
// are threads.
inline void block_continue_signal() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const sigset_t set = continue_signals();
  sigprocmask(SIG_BLOCK, &set, nullptr);
}

inline bool has_continue_signal() {
  const sigset_t set = continue_signals();
  const timespec at_once{0, 0};
  return sigtimedwait(&set, nullptr, &at_once) == SIGUSR1;
}

inline void wait_for_continue_signal() {
  const sigset_t set = continue_signals();
  int signal = 0;
  sigwait(&set, &signal);
}

}  // namespace triad::test
