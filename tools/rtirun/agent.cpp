#include "tools/rtirun/agent.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <thread>

#include "files/regular_file.hpp"
#include "tools/rtirun/local_host.hpp"
#include "tools/rtirun/replace_file.hpp"
#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_processes.hpp"
#include "topology/draft_fields.hpp"
#include "version/version.hpp"

namespace triad::rtirun {

namespace {

namespace fs = std::filesystem;
using transport::UniqueFd;

constexpr std::size_t kLogPartBytes = 64u << 10;
constexpr std::size_t kRunBytesMax = 64;

class Agent {
 public:
  explicit Agent(fs::path folder) : folder_(std::move(folder)) {}

  int run() {
    if (!send(measure_host())) return 1;
    while (!is_over_) {
      wait();
      read_orders();
      if (host_) take_events();
      send_logs();
    }
    return 0;
  }

 private:
  struct Log {
    std::string file;
    UniqueFd descriptor{};
    std::uint64_t position = 0;
  };

  bool send(const Report& report) {
    const std::string line = as_message(report);
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t n = ::write(STDOUT_FILENO, line.data() + done, line.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      done += static_cast<std::size_t>(n);
    }
    return true;
  }

  void report(const Report& report) { is_over_ = is_over_ || !send(report); }
  void fail(const std::string& text) {
    report(FaultReport{text});
    is_over_ = true;
  }

  void wait() {
    std::vector<pollfd> inputs{{STDIN_FILENO, POLLIN, 0}, {changes_.get(), POLLIN, 0}};
    int timeout = -1;
    if (host_) {
      host_->add_descriptors(inputs);
      timeout = host_->timeout_ms().value_or(-1);
    }
    ::poll(inputs.data(), inputs.size(), timeout);
    char events[4096];
    while (changes_.valid() && ::read(changes_.get(), events, sizeof events) > 0) {
    }
    has_input_ = inputs.front().revents != 0;
  }

  void read_orders() {
    if (!has_input_) return;
    char bytes[16 << 10];
    const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0) {
      is_over_ = n == 0 || errno != EINTR;
      return;
    }
    lines_.append({bytes, static_cast<std::size_t>(n)});
    while (const auto line = lines_.take_line()) {
      const auto order = parse_order(*line);
      if (!order) return fail("an order is not understood");
      if (!host_ && !std::holds_alternative<OpenOrder>(*order)) return fail("no run is open");
      std::visit([this](const auto& each) { carry_out(each); }, *order);
    }
    if (lines_.is_overlong()) fail("an order is too long");
  }

  void carry_out(const OpenOrder& order) {
    if (host_) return fail("a run is open already");
    if (order.is_new) RunFiles("", folder_.string()).remove_outputs();
    auto host =
        LocalHost::open({.run = order.run, .folder = folder_, .directory = folder_ / kFilesFolder});
    if (!host) return fail(host.error().text);
    host_ = std::make_unique<LocalHost>(*std::move(host));
    changes_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!changes_.valid() || ::inotify_add_watch(changes_.get(), folder_.c_str(), IN_MODIFY) < 0) {
      fail("\"" + folder_.string() + "\" cannot be watched: " + std::strerror(errno));
    }
  }
  void carry_out(const StartOrder& order) {
    if (!check_name(order.name)) return;
    if (order.command.empty()) return fail("a start without a command");
    follow_log(order.process, order.name, order.log_bytes);
    Launch launch{.process = order.process,
                  .start = order.start,
                  .name = order.name,
                  .command = order.command,
                  .directory = order.directory,
                  .environment = order.environment};
    host_->start(launch);
  }
  void carry_out(const TakeUpOrder& order) {
    if (!check_name(order.name)) return;
    follow_log(order.process, order.name, order.log_bytes);
    host_->take_up(order.process, order.start, order.name);
  }
  void carry_out(const SignalOrder& order) { host_->signal(order.process, order.number); }
  void carry_out(const FindOrder& order) { host_->find_owner(order.host, order.pid); }

  bool check_name(const std::string& name) {
    if (topology::is_name(name, topology::kNamePunctuation) && !name.starts_with('.')) return true;
    fail("a name that cannot be that of a log");
    return false;
  }

  void take_events() {
    // The log is complete before the end is reported.
    auto events = host_->take_events();
    send_logs();
    for (const HostEvent& event : events) {
      std::visit([this](const auto& each) { pass_on(each); }, event);
    }
  }
  void pass_on(const StartFailed& event) { report(FailedReport{event.process, event.reason}); }
  void pass_on(const NotStarted& event) { report(NotStartedReport{event.process}); }
  void pass_on(const ProcessEnded& event) {
    report(EndedReport{event.process, event.is_good, event.text});
  }
  void pass_on(const ProcessGone& event) { report(GoneReport{event.process}); }
  void pass_on(const OwnerFound& event) {
    report(OwnerReport{event.host, event.pid, event.process});
  }
  void pass_on(const HostNote&) {}

  // A process that starts again goes on with its log.
  void follow_log(std::uint64_t process, const std::string& name, std::uint64_t position) {
    logs_.try_emplace(process, Log{(folder_ / (name + ".log")).string(), UniqueFd(), position});
  }

  void send_logs() {
    for (auto& [process, log] : logs_) {
      if (!log.descriptor.valid()) {
        log.descriptor.reset(::open(log.file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
      }
      std::string part(kLogPartBytes, '\0');
      while (log.descriptor.valid() && !is_over_) {
        const ssize_t n = ::pread(log.descriptor.get(), part.data(), part.size(),
                                  static_cast<off_t>(log.position));
        if (n <= 0) break;
        log.position += static_cast<std::uint64_t>(n);
        report(LogReport{process, part.substr(0, static_cast<std::size_t>(n))});
      }
    }
  }

  fs::path folder_;
  UniqueFd changes_;  // Readable when a log has grown.
  LineBuffer lines_;
  std::unique_ptr<LocalHost> host_;
  std::map<std::uint64_t, Log> logs_;
  bool has_input_ = false;
  bool is_over_ = false;
};

// Notes the run of a folder. Returns the reason if the folder cannot be used: scenarios of one name
// have the same one unless `directory` names another.
std::string claim(const fs::path& folder, const std::string& run) {
  // Hosts may share the folder.
  const std::string file = (folder / ("run." + own_host_name())).string();
  const auto text = files::read_regular_file(file, kRunBytesMax);
  const std::string other = text ? *text : std::string();
  if (other == run) return {};
  if (!other.empty() && !find_processes(other).keepers.empty()) {
    return "is that of another run; give the host another `directory`";
  }
  const auto written = replace_file(file, run);
  if (written) return {};
  const auto again = files::read_regular_file(file, kRunBytesMax);  // Of an agent at the same time.
  return again && *again == run ? std::string() : "cannot be used: " + written.error().text;
}

}  // namespace

HostFacts measure_host() {
  HostFacts facts{.host = own_host_name(),
                  .release = std::string(release()),
                  .build = build_identity(),
                  .protocol = protocol_version(),
                  .cores = std::max(1u, std::thread::hardware_concurrency())};
  std::ifstream memory("/proc/meminfo");
  std::string name, unit;
  for (std::uint64_t kilobytes = 0; memory >> name >> kilobytes;) {
    if (name == "MemTotal:") facts.memory_mb = kilobytes / 1024;
    if (name == "MemAvailable:") facts.free_mb = kilobytes / 1024;
    std::getline(memory, unit);
  }
  std::ifstream("/proc/loadavg") >> facts.load;
  return facts;
}

int run_agent(const std::string& folder, const std::string& run) {
  ::signal(SIGPIPE, SIG_IGN);
  if (folder.empty()) {
    const std::string line = as_message(measure_host());
    return ::write(STDOUT_FILENO, line.data(), line.size()) > 0 ? 0 : 1;
  }
  std::error_code fault;
  const fs::path absolute = fs::absolute(folder, fault);
  fs::create_directories(absolute / kFilesFolder, fault);
  const std::string reason = fault ? "cannot be made: " + fault.message() : claim(absolute, run);
  if (!reason.empty()) {
    const std::string line =
        as_message(FaultReport{"the folder \"" + absolute.string() + "\" " + reason});
    [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, line.data(), line.size());
    return 1;
  }
  return Agent(absolute).run();
}

}  // namespace triad::rtirun
