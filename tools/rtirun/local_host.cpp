#include "tools/rtirun/local_host.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <sstream>

#include "files/regular_file.hpp"
#include "tools/rtirun/keeper.hpp"

namespace triad::rtirun {

namespace {

using transport::UniqueFd;

// Time between two searches for the programs of a killed keeper.
constexpr int kSearchMs = 100;
constexpr std::size_t kEndBytesMax = 64;

std::vector<std::string> environment_of(const Launch& launch, const std::string& run) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t end = std::min(text.find('='), text.size());
    variables[text.substr(0, end)] = text.substr(std::min(end + 1, text.size()));
  }
  for (const auto& [name, value] : launch.environment) variables[name] = value;
  variables[kMarkVariable] = mark_for(run, launch.process);
  variables[kKeeperVariable] = keeper_for(run, launch.process, launch.start);
  std::vector<std::string> entries;
  entries.reserve(variables.size());
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> as_pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Runs in the child. Only functions allowed between fork and exec.
[[noreturn]] void become(const char* program, char* const command[], char* const environment[],
                         const char* directory, int log, int report) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  if (report == kReportDescriptor) {
    ::fcntl(report, F_SETFD, 0);
  } else {
    ::dup2(report, kReportDescriptor);
  }
  ::syscall(SYS_close_range, kReportDescriptor + 1, ~0u, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::chdir(directory) == 0) ::execve(program, command, environment);
  const int fault = errno;
  [[maybe_unused]] const ssize_t written = ::write(kReportDescriptor, &fault, sizeof fault);
  ::_exit(127);
}

// Waits until the program runs. Returns 0, or the errno of its failure.
int failure_of(int report) {
  int fault = 0;
  for (;;) {
    const ssize_t n = ::read(report, &fault, sizeof fault);
    if (n == sizeof fault) return fault;
    if (n >= 0 || errno != EINTR) return 0;
  }
}

// Returns the event for the text of an end file, which is empty if the keeper was killed. A file of
// another form is no failure of its reader.
ProcessEnded end_event(std::size_t process, const std::string& text) {
  std::istringstream words(text);
  std::string kind;
  int number = 0;
  if (words >> kind >> number && kind == "exit") {
    return {process, number == 0, "ended with status " + std::to_string(number)};
  }
  if (kind != "signal") return {process, false, "was ended by an unknown cause"};
  const char* const name = ::strsignal(number);
  return {process, false, "was ended by signal " + std::to_string(number) + " (" + name + ")"};
}

}  // namespace

std::string own_host_name() {
  char host[256] = {};
  return ::gethostname(host, sizeof host - 1) == 0 ? host : "";
}

Outcome<LocalHost> LocalHost::open(Options options) {
  UniqueFd changes(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!changes.valid() ||
      ::inotify_add_watch(changes.get(), options.folder.c_str(), IN_MOVED_TO) < 0) {
    return Fault{"the folder \"" + options.folder.string() +
                 "\" cannot be watched: " + std::strerror(errno)};
  }
  return LocalHost(std::move(options), std::move(changes));
}

std::filesystem::path LocalHost::end_file(std::size_t process, unsigned start) const {
  // With the run, so that no other run that has the same folder is taken for this one.
  return options_.folder / ("end." + keeper_for(options_.run, process, start));
}

Outcome<pid_t> LocalHost::start_keeper(const Launch& launch) {
  const std::string log_name = (options_.folder / (launch.name + ".log")).string();
  const UniqueFd log(::open(
      log_name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, 0644));
  if (!log.valid()) {
    return Fault{"cannot be started: its log \"" + log_name +
                 "\" cannot be written: " + std::strerror(errno)};
  }
  // The end file is empty until the end, so a later rtirun knows that there was a start.
  const std::string end = end_file(launch.process, launch.start).string();
  const UniqueFd begun(
      ::open(end.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!begun.valid()) {
    return Fault{"cannot be started: \"" + end + "\" cannot be written: " + std::strerror(errno)};
  }
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) {
    return Fault{"cannot be started: " + std::string(std::strerror(errno))};
  }
  const UniqueFd report_from(pipe[0]);
  UniqueFd report_to(pipe[1]);
  std::vector<std::string> words{"rtirun", "keep", end};
  words.insert(words.end(), launch.command.begin(), launch.command.end());
  std::vector<std::string> variables = environment_of(launch, options_.run);
  const std::vector<char*> command = as_pointers(words);
  const std::vector<char*> environment = as_pointers(variables);
  const std::string directory = (options_.directory / launch.directory).string();
  const pid_t pid = ::fork();
  if (pid < 0) return Fault{"cannot be started: " + std::string(std::strerror(errno))};
  if (pid == 0) {
    become(options_.program.c_str(), command.data(), environment.data(), directory.c_str(),
           log.get(), report_to.get());
  }
  report_to.reset();
  if (const int fault = failure_of(report_from.get()); fault != 0) {
    ::waitpid(pid, nullptr, 0);
    const std::string& program = launch.command.front();
    const bool is_in_path = program.find('/') == std::string::npos;
    if (fault == ENOENT && is_in_path && std::filesystem::is_directory(directory)) {
      return Fault{"cannot be started: \"" + program + "\" is not in the PATH"};
    }
    return Fault{"cannot be started: \"" + program + "\" in the folder \"" + directory +
                 "\": " + std::strerror(fault)};
  }
  return pid;
}

void LocalHost::start(const Launch& launch) {
  // Signals that wait are for the earlier start. Its programs have the same mark.
  send_signals(options_.run, std::exchange(signals_, {}));
  const auto keeper = start_keeper(launch);
  if (!keeper) {
    events_.emplace_back(StartFailed{launch.process, keeper.error().text});
    return;
  }
  watch(launch.process, {.start = launch.start, .keeper = *keeper});
}

// The keeper of this start is found by its name, so a process with a reused number is not taken.
void LocalHost::take_up(std::size_t process, unsigned start, const std::string&) {
  const std::string name = keeper_for(options_.run, process, start);
  Kept kept{.start = start};
  for (const auto& [keeper, its_name] : find_processes(options_.run).keepers) {
    if (its_name == name) kept.keeper = keeper;
  }
  std::error_code fault;
  if (kept.keeper == 0 && !std::filesystem::exists(end_file(process, start), fault) && !fault) {
    events_.emplace_back(NotStarted{process});
    return;
  }
  watch(process, std::move(kept));
}

void LocalHost::watch(std::size_t process, Kept kept) {
  if (kept.keeper > 0) {
    kept.handle.reset(static_cast<int>(::syscall(SYS_pidfd_open, kept.keeper, 0)));
  }
  kept_.insert_or_assign(process, std::move(kept));
}

// One search for processes serves all signals of a batch.
void LocalHost::signal(std::size_t process, int number) {
  signals_.push_back({process, number});
}

void LocalHost::find_owner(const std::string& host, pid_t pid) {
  if (host != own_host_name() || pid <= 0) return;
  const auto owner = owner_of(pid, options_.run);
  if (owner && kept_.contains(*owner)) events_.emplace_back(OwnerFound{host, pid, *owner});
}

void LocalHost::add_descriptors(std::vector<pollfd>& descriptors) const {
  descriptors.push_back({changes_.get(), POLLIN, 0});
  for (const auto& [process, kept] : kept_) {
    if (kept.handle.valid()) descriptors.push_back({kept.handle.get(), POLLIN, 0});
  }
}

std::optional<int> LocalHost::timeout_ms() const {
  if (!events_.empty() || !signals_.empty()) return 0;
  const bool is_searching =
      std::ranges::any_of(kept_, [](const auto& entry) { return !entry.second.handle.valid(); });
  return is_searching ? std::optional(kSearchMs) : std::nullopt;
}

std::vector<HostEvent> LocalHost::take_events() {
  send_signals(options_.run, std::exchange(signals_, {}));
  char changes[4096];
  while (::read(changes_.get(), changes, sizeof changes) > 0) {
  }
  for (auto& [process, kept] : kept_) {
    pollfd end{kept.handle.get(), POLLIN, 0};
    if (!kept.handle.valid() || ::poll(&end, 1, 0) > 0) release_keeper(kept);
    check_end(process, kept);
  }
  check_gone();
  return std::exchange(events_, {});
}

// The keeper is a child unless an earlier rtirun has started it.
void LocalHost::release_keeper(Kept& kept) {
  int status = 0;
  if (kept.keeper > 0 && ::waitpid(kept.keeper, &status, WNOHANG) == kept.keeper &&
      WIFEXITED(status)) {
    kept.status = WEXITSTATUS(status);
  }
  kept.keeper = 0;
  kept.handle.reset();
  kept.is_keeper_gone = true;
}

void LocalHost::check_end(std::size_t process, Kept& kept) {
  if (kept.has_ended) return;
  const auto text = files::read_regular_file(end_file(process, kept.start).string(), kEndBytesMax);
  const bool is_known = text && !text->empty();
  if (!is_known && !kept.is_keeper_gone) return;
  kept.has_ended = true;
  // A keeper cannot write the file while the disk is full.
  const std::string status = kept.status ? "exit " + std::to_string(*kept.status) : std::string();
  events_.emplace_back(end_event(process, is_known ? *text : status));
}

void LocalHost::check_gone() {
  if (std::ranges::none_of(kept_, [](const auto& entry) { return entry.second.is_keeper_gone; })) {
    return;
  }
  const auto programs = find_processes(options_.run).programs;
  for (auto entry = kept_.begin(); entry != kept_.end();) {
    const auto is_its = [&](const auto& program) { return program.second == entry->first; };
    if (!entry->second.is_keeper_gone || std::ranges::any_of(programs, is_its)) {
      ++entry;
      continue;
    }
    events_.emplace_back(ProcessGone{entry->first});
    entry = kept_.erase(entry);
  }
}

}  // namespace triad::rtirun
