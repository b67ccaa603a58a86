#include "tools/rtimesh/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

namespace {

// Returns an array for exec(). It points into `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  const auto name_of = [](const std::string& entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool replaced = false;
    for (const std::string& change : changes) {
      replaced = replaced || name_of(change) == name_of(*entry);
    }
    if (!replaced) entries.emplace_back(*entry);
  }
  entries.insert(entries.end(), changes.begin(), changes.end());
  return entries;
}

// Runs in the child. Arranges the descriptors; `report` moves above kPassedDescriptor, and exec
// closes it.
int move_to_background(const ChildProcess::Start::Background& background, int report) {
  ::setpgid(0, 0);
  // Moves all out of the way first, because each may have a number that another one needs.
  const int high_report = ::fcntl(report, F_DUPFD, 10);
  const int high_output = ::fcntl(background.output_descriptor, F_DUPFD, 10);
  const int high_passed = ::fcntl(background.passed_descriptor, F_DUPFD, 10);
  const int null = ::open("/dev/null", O_RDONLY);
  ::dup2(null, STDIN_FILENO);
  ::dup2(high_output, STDOUT_FILENO);
  ::dup2(high_output, STDERR_FILENO);
  ::dup2(high_passed, ChildProcess::kPassedDescriptor);
  constexpr int kReport = ChildProcess::kPassedDescriptor + 1;
  ::dup3(high_report, kReport, O_CLOEXEC);
  ::syscall(SYS_close_range, kReport + 1, ~0u, 0);
  return kReport;
}

// Runs in the child. Only functions allowed between fork and exec.
[[noreturn]] void exec_program(char* const command[], char* const environment[],
                               const ChildProcess::Start& start, pid_t parent, int report) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // The parent has already ended.
  if (start.background) report = move_to_background(*start.background, report);
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execvpe(command[0], command, environment);
  const int fault = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &fault, sizeof fault);
  ::_exit(127);
}

// Waits until the child has called exec. Returns 0, or the errno of exec.
int exec_fault(int report) {
  int fault = 0;
  for (;;) {
    const ssize_t n = ::read(report, &fault, sizeof fault);
    if (n == sizeof fault) return fault;
    if (n >= 0 || errno != EINTR) return 0;
  }
}

int wait_for_child(pid_t pid, int options, int& status) {
  for (;;) {
    const pid_t ended = ::waitpid(pid, &status, options);
    if (ended >= 0 || errno != EINTR) return ended;
  }
}

}  // namespace

Outcome<ChildProcess> ChildProcess::start(const Start& start) {
  const std::string& program = start.command.front();
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) {
    return Fault{"\"" + program + "\" cannot be started: " + std::strerror(errno)};
  }
  const transport::UniqueFd report_from(pipe[0]);
  transport::UniqueFd report_to(pipe[1]);
  std::vector<std::string> words = start.command;
  std::vector<std::string> settings = environment_with(start.environment);
  const std::vector<char*> command = pointers_to(words);
  const std::vector<char*> environment = pointers_to(settings);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return Fault{"\"" + program + "\" cannot be started: " + std::strerror(errno)};
  if (pid == 0) exec_program(command.data(), environment.data(), start, parent, report_to.get());
  ChildProcess child(pid);
  report_to.reset();
  if (const int fault = exec_fault(report_from.get()); fault != 0) {
    return Fault{"\"" + program + "\" cannot be run: " + std::strerror(fault)};
  }
  return child;
}

ChildProcess::~ChildProcess() {
  if (pid_ <= 0 || status_) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  wait_for_child(pid_, 0, status);
}

bool ChildProcess::poll_end() {
  int status = 0;
  if (!status_ && wait_for_child(pid_, WNOHANG, status) == pid_) status_ = status;
  return !is_running();
}

void ChildProcess::send_signal(int number) {
  if (is_running()) ::kill(pid_, number);
}

int ChildProcess::exit_code() const {
  const int status = status_.value_or(0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string ChildProcess::end_text() const {
  const int status = status_.value_or(0);
  if (!WIFSIGNALED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  return "was ended by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

}  // namespace triad::rtimesh
