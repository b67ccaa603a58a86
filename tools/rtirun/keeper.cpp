#include "tools/rtirun/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>

#include "tools/rtirun/log_lines.hpp"
#include "tools/rtirun/replace_file.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

namespace {

using transport::UniqueFd;

// Limit of the system on the bytes in a pipe, unless its administrator has raised it.
constexpr std::size_t kPipeBytesMax = 1u << 20;

void write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // A full disk must not end the program.
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// Runs in the child. Only functions allowed between fork and exec.
[[noreturn]] void become(char* const command[], int output, pid_t keeper) {
  ::setsid();
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  // A killed keeper takes the program along.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(127);
  ::execvp(command[0], command);
  const int fault = errno;
  [[maybe_unused]] const ssize_t written = ::write(kReportDescriptor, &fault, sizeof fault);
  ::_exit(127);
}

class Keeper {
 public:
  Keeper(const std::string& end_file, UniqueFd signals, UniqueFd output, pid_t program)
      : end_file_(end_file),
        signals_(std::move(signals)),
        output_(std::move(output)),
        program_(program) {}

  int run() {
    while (collect_children()) {
      pollfd inputs[] = {{output_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}};
      ::poll(inputs, std::size(inputs), -1);
      copy_output();
      signalfd_siginfo info;
      while (::read(signals_.get(), &info, sizeof info) > 0) {
      }
    }
    copy_output();
    write_whole(STDOUT_FILENO, lines_.finish(wall_clock()));
    return status_;
  }

 private:
  // Returns whether there are children left.
  bool collect_children() {
    int status = 0;
    for (;;) {
      const pid_t child = ::waitpid(-1, &status, WNOHANG);
      if (child == 0) return true;
      if (child < 0) return false;
      if (child == program_) note_end(status);
    }
  }

  void note_end(int status) {
    copy_output();  // The log is complete before the end is known.
    const bool has_exited = WIFEXITED(status);
    const int number = has_exited ? WEXITSTATUS(status) : WTERMSIG(status);
    status_ = has_exited ? number : 128 + number;
    (void)replace_file(end_file_, (has_exited ? "exit " : "signal ") + std::to_string(number));
  }

  // Reads until the pipe is empty. A pipe without writers gives 0 bytes at once, so it is closed
  // then. Reads no more than a pipe has room for: an orphan that writes without a pause must not
  // hide the end of the program.
  void copy_output() {
    char bytes[16 << 10];
    for (std::size_t count = 0; output_.valid() && count < kPipeBytesMax;) {
      const ssize_t n = ::read(output_.get(), bytes, sizeof bytes);
      if (n < 0 && errno == EINTR) continue;
      if (n == 0) output_.reset();
      if (n <= 0) return;
      count += static_cast<std::size_t>(n);
      write_whole(STDOUT_FILENO, lines_.stamp({bytes, static_cast<std::size_t>(n)}, wall_clock()));
    }
  }

  std::string end_file_;
  UniqueFd signals_;
  UniqueFd output_;
  pid_t program_;
  LogStamper lines_;
  int status_ = 0;
};

}  // namespace

int keep(const std::string& end_file, std::vector<std::string> command) {
  ::fcntl(kReportDescriptor, F_SETFD, FD_CLOEXEC);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::unsetenv(kKeeperVariable);
  // Signals for the run must not end the keeper before its programs.
  for (const int number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) ::signal(number, SIG_IGN);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  UniqueFd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  int pipe[2];
  if (!signals.valid() || ::pipe2(pipe, O_CLOEXEC) != 0) return 127;
  UniqueFd from(pipe[0]);
  UniqueFd to(pipe[1]);
  // Only this end: the program's end must block, as a file does.
  ::fcntl(from.get(), F_SETFL, O_NONBLOCK);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const pid_t keeper = ::getpid();
  const pid_t program = ::fork();
  if (program < 0) {
    const int fault = errno;
    [[maybe_unused]] const ssize_t written = ::write(kReportDescriptor, &fault, sizeof fault);
    return 127;
  }
  if (program == 0) become(words.data(), to.get(), keeper);
  to.reset();
  ::close(kReportDescriptor);
  return Keeper(end_file, std::move(signals), std::move(from), program).run();
}

}  // namespace triad::rtirun
