#include "tools/rtirun/end_remaining.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/count_text.hpp"

namespace triad::rtirun {

namespace {

using Clock = std::chrono::steady_clock;
using transport::UniqueFd;

UniqueFd open_process(pid_t process) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

// Asks the rtirun of the run to end it. Returns whether there is one.
bool stop_supervisor(const RunFiles& files) {
  const pid_t holder = files.lock_holder();
  if (holder <= 0) return false;
  const UniqueFd handle = open_process(holder);
  // The descriptor keeps its process, so a new process with the same number is not hit.
  if (!handle.valid() || files.lock_holder() != holder) return false;
  ::syscall(SYS_pidfd_send_signal, handle.get(), SIGTERM, nullptr, 0);
  files.wait_for_unlock();
  return true;
}

// Waits until no process of the run is left. Returns false after the deadline.
bool wait_for_end(const RunState& state, Clock::time_point deadline) {
  for (;;) {
    const std::vector<pid_t> left = processes_left(state);
    if (left.empty()) return true;
    const auto rest =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (rest.count() <= 0) return false;
    const UniqueFd handle = open_process(left.front());
    if (!handle.valid()) continue;  // It has ended.
    pollfd end{handle.get(), POLLIN, 0};
    ::poll(&end, 1, static_cast<int>(rest.count()));
  }
}

void signal_all(const RunState& state, int number) {
  for (std::size_t i = 0; i < state.processes.size(); ++i) {
    signal_marked(mark_for(state.run, i), number);
  }
}

}  // namespace

Outcome<bool> end_run(const RunFiles& files, std::ostream& out) {
  const bool was_running = stop_supervisor(files);
  const auto state = files.read();
  if (!state) return state.error();
  if (!*state) return was_running;
  const std::size_t left = processes_left(**state).size();
  if (left == 0) return was_running;
  out << "rtirun: ends " << core::count_text(left, "process", "processes")
      << " of an rtirun that was killed" << std::endl;
  for (const int number : {SIGINT, SIGTERM}) {
    signal_all(**state, number);
    if (wait_for_end(**state, Clock::now() + RunMachine::kPatience)) return true;
  }
  // Repeats the signal, because a process may have started another one meanwhile.
  do {
    signal_all(**state, SIGKILL);
  } while (!wait_for_end(**state, Clock::now() + RunMachine::kPatience));
  return true;
}

}  // namespace triad::rtirun
