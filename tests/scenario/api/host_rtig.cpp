#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/scenario/api/host.hpp"

namespace triad::scenario {

namespace {

// An rtig process; it ends with this one, whatever becomes of it.
class RtigProcess : public Host {
 public:
  RtigProcess(const std::string& program, const std::string& listen) {
    int ready[2];
    if (::pipe(ready) != 0) give_up("no pipe");
    process_ = ::fork();
    if (process_ < 0) give_up("no fork");
    if (process_ == 0) run(program, listen, ready);
    ::close(ready[1]);
    url_ = first_line(ready[0]);
    ::close(ready[0]);
    if (url_.empty()) give_up(program + " is not ready to listen on " + listen);
  }

  std::string url() const override { return url_; }

  std::string stop() override {
    int status = 0;
    ::kill(process_, SIGTERM);
    if (::waitpid(process_, &status, 0) != process_) return "the rtig is gone";
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return WIFSIGNALED(status) ? "the rtig died of signal " + std::to_string(WTERMSIG(status))
                               : "the rtig exited with " + std::to_string(WEXITSTATUS(status));
  }

 private:
  [[noreturn]] static void give_up(const std::string& text) {
    std::fprintf(stderr, "no RTIG: %s\n", text.c_str());
    std::exit(EXIT_FAILURE);
  }

  // In the child.
  [[noreturn]] static void run(const std::string& program, const std::string& listen,
                               const int (&ready)[2]) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(ready[0]);
    const std::string descriptor = std::to_string(ready[1]);
    ::execl(program.c_str(), "rtig", "--listen", listen.c_str(), "--ready-fd", descriptor.c_str(),
            "--log-level", "warning", static_cast<char*>(nullptr));
    ::_exit(127);
  }

  static std::string first_line(int fd) {
    std::string line;
    for (char c = 0; ::read(fd, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }

  pid_t process_ = -1;
  std::string url_;
};

}  // namespace

std::unique_ptr<Host> start_host(const HostOptions& options) {
  const std::string listen = options.transport == "shm"
                                 ? "shm://scenario-" + std::to_string(::getpid())
                                 : options.transport + "://127.0.0.1:0";
  return std::make_unique<RtigProcess>(options.rtig, listen);
}

}  // namespace triad::scenario
