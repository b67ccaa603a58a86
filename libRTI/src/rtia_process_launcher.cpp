#include "libRTI/src/rtia_process_launcher.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace triad::api {
namespace {

namespace fs = std::filesystem;
using transport::UniqueFd;

// The rtia's end of the link in the new process.
constexpr int kLinkDescriptor = 3;

wire::Error internal_error(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// Returns bin/rtia in the installation of this library or, if linked statically, of the program.
fs::path beside_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&find_rtia), &info) == 0 || info.dli_fname == nullptr) {
    return {};
  }
  std::error_code fault;
  const fs::path library = fs::canonical(info.dli_fname, fault);
  return fault ? fs::path{} : library.parent_path().parent_path() / "bin" / "rtia";
}

std::string found_in_path() {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const auto end = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, end)) / "rtia";
    if (is_program(candidate)) return candidate.string();
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return {};
}

// Forks without the handlers that the C library and the federate have registered. With
// `exit_signal` 0 the child sends no SIGCHLD and a plain wait() does not see it. The child and its
// child use only system calls. When the memory was copied, other threads may have held any lock of
// the C library, or of a sanitizer that wraps its functions.
pid_t bare_fork(int exit_signal) {
  return static_cast<pid_t>(
      syscall(SYS_clone, static_cast<unsigned long>(exit_signal), nullptr, nullptr, nullptr, 0));
}

[[noreturn]] void bare_exit(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

// Resets all signals to the state that a new program expects. Uses the kernel's form of the two
// calls: all zeros mean SIG_DFL without flags, and no signal blocked.
void reset_signals() {
  constexpr std::size_t kSignalSetBytes = 8;
  static constexpr char zeros[64] = {};
  for (int signal = 1; signal < NSIG; ++signal) {
    syscall(SYS_rt_sigaction, signal, zeros, nullptr, kSignalSetBytes);
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, zeros, nullptr, kSignalSetBytes);
}

// Runs in the new process. Moves its end of the link to descriptor 3, and the report to 4, which
// exec closes. Closes all other descriptors, so that the rtia keeps no pipe or socket of the
// federate open.
[[noreturn]] void become(const char* program, char* const arguments[], char* const environment[],
                         int link, int report) {
  syscall(SYS_setsid);
  reset_signals();
  const long null = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0);
  if (null > STDIN_FILENO) syscall(SYS_dup3, null, STDIN_FILENO, 0);
  // Moves both out of the way first, because either may already be 3 or 4.
  const long high_link = syscall(SYS_fcntl, link, F_DUPFD, 10);
  const long high_report = syscall(SYS_fcntl, report, F_DUPFD, 10);
  syscall(SYS_dup3, high_link, kLinkDescriptor, 0);
  syscall(SYS_dup3, high_report, kLinkDescriptor + 1, O_CLOEXEC);
  syscall(SYS_close_range, kLinkDescriptor + 2, ~0u, 0);
  syscall(SYS_execve, program, arguments, environment);
  const int fault = errno;
  syscall(SYS_write, kLinkDescriptor + 1, &fault, sizeof fault);
  bare_exit(127);
}

// Returns an array for execve(). It points into `words`.
std::vector<char*> null_terminated(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Returns the federate's environment, with `libraries` first in LD_PRELOAD.
std::vector<std::string> environment_with(const std::vector<std::string>& libraries) {
  constexpr std::string_view kPreload = "LD_PRELOAD=";
  std::vector<std::string> entries;
  std::string preloaded;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!libraries.empty() && std::string_view(*entry).starts_with(kPreload)) {
      preloaded = *entry + kPreload.size();
    } else {
      entries.emplace_back(*entry);
    }
  }
  if (libraries.empty()) return entries;
  std::string all(kPreload);
  for (const std::string& library : libraries) all += library + ":";
  entries.push_back(all + preloaded);
  return entries;
}

// Waits until the new process has called exec. Returns 0, or the errno of exec.
int exec_fault(int report) {
  int fault = 0;
  for (;;) {
    const ssize_t n = read(report, &fault, sizeof fault);
    if (n == sizeof fault) return fault;
    if (n >= 0 || errno != EINTR) return 0;
  }
}

}  // namespace

wire::Result<std::string> find_rtia(const std::string& configured) {
  if (!configured.empty()) {
    if (is_program(configured)) return configured;
    return internal_error("there is no rtia program at " + configured +
                          ", where TRIAD_RTIA, CERTI_RTIA or rtia.program says it is");
  }
  const fs::path beside = beside_library();
  if (!beside.empty() && is_program(beside)) return beside.string();
  if (auto found = found_in_path(); !found.empty()) return found;
  return internal_error("there is no rtia program, neither at " + beside.string() +
                        " nor in the PATH; set TRIAD_RTIA to its path, or RTI_RTIA=embedded");
}

wire::Result<UniqueFd> start_rtia(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  const std::vector<std::string>& libraries) {
  int pair[2];
  int pipe[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) {
    return internal_error(std::string("no socket pair for the rtia: ") + std::strerror(errno));
  }
  UniqueFd ours(pair[0]);
  UniqueFd theirs(pair[1]);
  if (pipe2(pipe, O_CLOEXEC) != 0) {
    return internal_error(std::string("no pipe for the rtia: ") + std::strerror(errno));
  }
  UniqueFd report_from(pipe[0]);
  UniqueFd report_to(pipe[1]);

  std::vector<std::string> words{program, "--federate", std::to_string(kLinkDescriptor)};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = environment_with(libraries);
  const std::vector<char*> argv = null_terminated(words);
  const std::vector<char*> envp = null_terminated(settings);

  // No signal handler of the federate may run in the copy of its memory.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t between = bare_fork(0);
  if (between == 0) {
    const pid_t rtia = bare_fork(SIGCHLD);
    if (rtia == 0) {
      become(program.c_str(), argv.data(), envp.data(), theirs.get(), report_to.get());
    }
    bare_exit(rtia < 0 ? 1 : 0);
  }
  int status = 0;
  if (between > 0) {
    while (waitpid(between, &status, static_cast<int>(__WCLONE)) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (between < 0 || status != 0) return internal_error("cannot start the rtia: fork failed");

  theirs.reset();
  report_to.reset();
  if (const int fault = exec_fault(report_from.get()); fault != 0) {
    return internal_error("cannot run " + program + ": " + std::strerror(fault));
  }
  return ours;
}

}  // namespace triad::api
