#include "tools/rtimesh/child_signals.hpp"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace triad::rtimesh {

Outcome<transport::UniqueFd> block_signals() {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int number : {SIGINT, SIGTERM, SIGCHLD}) ::sigaddset(&wanted, number);
  struct sigaction hang_up {};
  // nohup ignores SIGHUP.
  const bool ignored = ::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler == SIG_IGN;
  if (!ignored) ::sigaddset(&wanted, SIGHUP);
  ::signal(SIGCHLD, SIG_DFL);  // If SIGCHLD were ignored, waitpid() would find no child.
  ::signal(SIGPIPE, SIG_IGN);
  ::sigprocmask(SIG_BLOCK, &wanted, nullptr);
  transport::UniqueFd signals(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.valid()) {
    return Fault{std::string("signals cannot be waited for: ") + std::strerror(errno)};
  }
  return signals;
}

std::optional<int> read_signal(const transport::UniqueFd& signals) {
  signalfd_siginfo info{};
  const ssize_t n = ::read(signals.get(), &info, sizeof info);
  if (n != sizeof info) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

}  // namespace triad::rtimesh
