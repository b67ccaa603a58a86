#include "tools/rtirun/own_processes.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

namespace {

using transport::UniqueFd;

constexpr std::string_view kMarkVariable = "RTIRUN_MARK=";

std::vector<std::string> environment_of(const Launch& launch) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t end = std::min(text.find('='), text.size());
    variables[text.substr(0, end)] = text.substr(std::min(end + 1, text.size()));
  }
  for (const auto& [name, value] : launch.environment) variables[name] = value;
  variables["RTIRUN_MARK"] = launch.mark;
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> as_pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Runs in the child. Only functions allowed between fork and exec.
[[noreturn]] void become(char* const command[], char* const environment[], const char* directory,
                         int log, int report) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  constexpr int kReport = STDERR_FILENO + 1;
  if (report != kReport) ::dup3(report, kReport, O_CLOEXEC);
  ::syscall(SYS_close_range, kReport + 1, ~0u, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // A shell without job control ignores SIGINT in its background jobs.
  for (const int number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM}) ::signal(number, SIG_DFL);
  if (::chdir(directory) == 0) ::execvpe(command[0], command, environment);
  const int fault = errno;
  [[maybe_unused]] const ssize_t written = ::write(kReport, &fault, sizeof fault);
  ::_exit(127);
}

// Waits until the child has called exec. Returns 0, or the errno of its failure.
int failure_of(int report) {
  int fault = 0;
  for (;;) {
    const ssize_t n = ::read(report, &fault, sizeof fault);
    if (n == sizeof fault) return fault;
    if (n >= 0 || errno != EINTR) return 0;
  }
}

}  // namespace

Outcome<pid_t> launch(const Launch& launch) {
  const UniqueFd log(::open(launch.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!log.valid()) {
    return Fault{"cannot be started: its log \"" + launch.log +
                 "\" cannot be written: " + std::strerror(errno)};
  }
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) {
    return Fault{"cannot be started: " + std::string(std::strerror(errno))};
  }
  const UniqueFd report_from(pipe[0]);
  UniqueFd report_to(pipe[1]);
  std::vector<std::string> words = launch.command;
  std::vector<std::string> variables = environment_of(launch);
  const std::vector<char*> command = as_pointers(words);
  const std::vector<char*> environment = as_pointers(variables);
  const pid_t pid = ::fork();
  if (pid < 0) return Fault{"cannot be started: " + std::string(std::strerror(errno))};
  if (pid == 0) {
    become(command.data(), environment.data(), launch.directory.c_str(), log.get(),
           report_to.get());
  }
  report_to.reset();
  // The caller's wait for children collects a child that has failed.
  if (const int fault = failure_of(report_from.get()); fault != 0) {
    return Fault{"cannot be started: \"" + launch.command.front() + "\" in the folder \"" +
                 launch.directory + "\": " + std::strerror(fault)};
  }
  return pid;
}

std::string mark_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry.starts_with(kMarkVariable)) return entry.substr(kMarkVariable.size());
  }
  return {};
}

std::map<pid_t, std::string> marked_processes() {
  std::map<pid_t, std::string> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (!folder) return found;
  while (const dirent* const entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    pid_t process = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (fault != std::errc() || end != name.data() + name.size()) continue;
    if (std::string mark = mark_of(process); !mark.empty()) found[process] = std::move(mark);
  }
  return found;
}

std::size_t signal_marked(const std::string& mark, int number) {
  std::size_t count = 0;
  for (const auto& [process, found] : marked_processes()) {
    if (found != mark) continue;
    // The descriptor keeps its process, so a new process with the same number is not hit.
    const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    if (!handle.valid() || mark_of(process) != mark) continue;
    ::syscall(SYS_pidfd_send_signal, handle.get(), number, nullptr, 0);
    ++count;
  }
  return count;
}

}  // namespace triad::rtirun
