#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "tests/scenario/api/host.hpp"

namespace triad::scenario {

namespace {

// An rtig process. It ends with this process in all cases.
class RtigProcess : public Host {
 public:
  RtigProcess(const std::string& program, const std::vector<std::string>& listen) {
    int ready[2];
    if (::pipe(ready) != 0) give_up("no pipe");
    process_ = ::fork();
    if (process_ < 0) give_up("no fork");
    if (process_ == 0) run(program, listen, saves_.path(), ready);
    ::close(ready[1]);
    for (std::string url = line(ready[0]); !url.empty(); url = line(ready[0])) {
      urls_.push_back(std::move(url));
    }
    ::close(ready[0]);
    if (urls_.size() < listen.size()) give_up(program + " is not ready to listen");
  }

  std::vector<std::string> urls() const override { return urls_; }

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

  // Runs in the child.
  [[noreturn]] static void run(const std::string& program, const std::vector<std::string>& listen,
                               const std::string& saves, const int (&ready)[2]) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(ready[0]);
    const std::string descriptor = std::to_string(ready[1]);
    std::vector<const char*> arguments = {"rtig",        "--ready-fd", descriptor.c_str(),
                                          "--log-level", "warning",    "--saves",
                                          saves.c_str()};
    for (const std::string& url : listen) {
      arguments.insert(arguments.end(), {"--listen", url.c_str()});
    }
    arguments.push_back(nullptr);
    ::execv(program.c_str(), const_cast<char* const*>(arguments.data()));
    ::_exit(127);
  }

  static std::string line(int fd) {
    std::string text;
    for (char c = 0; ::read(fd, &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }

  const SavesOfThisRun saves_;
  pid_t process_ = -1;
  std::vector<std::string> urls_;
};

// A running rtig, which others start and end.
class GivenRtig : public Host {
 public:
  explicit GivenRtig(const std::string& urls) {
    std::istringstream text(urls);
    for (std::string url; std::getline(text, url, ',');) urls_.push_back(std::move(url));
  }
  std::vector<std::string> urls() const override { return urls_; }
  std::string stop() override { return {}; }

 private:
  std::vector<std::string> urls_;
};

}  // namespace

std::unique_ptr<Host> start_host(const HostOptions& options) {
  if (!options.urls.empty()) return std::make_unique<GivenRtig>(options.urls);
  std::vector<std::string> listen;
  if (options.transport.find("tcp") != std::string::npos) listen.push_back("tcp://127.0.0.1:0");
  if (options.transport.find("tls") != std::string::npos) listen.push_back("tls://127.0.0.1:0");
  if (options.transport.find("shm") != std::string::npos) {
    listen.push_back("shm://scenario-" + std::to_string(::getpid()));
  }
  return std::make_unique<RtigProcess>(options.rtig, listen);
}

}  // namespace triad::scenario
