// Implements processes.hpp.
#include "benchmarks/limits/processes.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "benchmarks/limits/route.hpp"

namespace triad::limits {

void Children::start(const std::function<void()>& run) {
  std::fflush(stdout);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) exit_with_error("no further process");
  if (child > 0) {
    running_.push_back(child);
    return;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // The parent ended before the prctl().
  run();
  ::_exit(0);
}

void Children::join() {
  bool failed = false;
  for (const pid_t child : running_) {
    int status = 0;
    ::waitpid(child, &status, 0);
    failed = failed || status != 0;
  }
  running_.clear();
  if (failed) exit_with_error("another process failed");
}

Children::~Children() {
  for (const pid_t child : running_) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
}

void pin_to(int index) {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed) || index-- > 0) continue;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    ::sched_setaffinity(0, sizeof only, &only);
    return;
  }
}

}  // namespace triad::limits
