#include "tests/binding/rtig_process.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <stdexcept>

namespace triad::binding {
namespace {

// Reads the URLs until rtig closes the descriptor, when it listens.
std::string read_all(int descriptor) {
  std::string text;
  char buffer[256];
  for (ssize_t n; (n = read(descriptor, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

RtigProcess::RtigProcess() {
  int ready[2];
  if (pipe(ready) != 0) return;
  const std::string name = "shm://triad-binding-" + std::to_string(getpid());
  const std::string descriptor = std::to_string(ready[1]);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ready[0]);
    execl(TRIAD_RTIG, "rtig", "--listen", "tcp://127.0.0.1:0", "--listen", name.c_str(), "--saves",
          "", "--log-level", "error", "--ready-fd", descriptor.c_str(), nullptr);
    _exit(127);
  }
  close(ready[1]);
  std::istringstream urls(read_all(ready[0]));
  close(ready[0]);
  std::getline(urls, tcp_url_);
  std::getline(urls, shm_url_);
  if (tcp_url_.empty()) throw std::runtime_error("rtig did not come up: " TRIAD_RTIG);
}

RtigProcess::~RtigProcess() {
  kill();
}

void RtigProcess::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace triad::binding
