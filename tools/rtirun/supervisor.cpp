#include "tools/rtirun/supervisor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

#include "tools/rtictl/client.hpp"
#include "tools/rtimesh/child_signals.hpp"
#include "tools/rtimesh/log_tail.hpp"
#include "tools/rtimesh/router_process.hpp"

namespace triad::rtirun {

namespace {

// Time between two questions to the rtig, and between two searches for processes that are left.
constexpr Moment kInterval{100};
// Limit of the wait for an rtig that does not listen yet.
constexpr std::chrono::milliseconds kConnectTimeout{500};
constexpr std::size_t kLogLines = 10;

std::string make_run_name() {
  std::random_device source;
  std::string name;
  while (name.size() < 32) name += "0123456789abcdef"[source() % 16];
  return name;
}

std::string end_text(int status) {
  if (!WIFSIGNALED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  return "was ended by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

Moment now() {
  return std::chrono::duration_cast<Moment>(std::chrono::steady_clock::now().time_since_epoch());
}

class Supervisor {
 public:
  Supervisor(const Scenario& scenario, const std::string& folder, const RunFiles& files,
             const transport::UniqueFd& signals, std::ostream& out)
      : scenario_(scenario),
        folder_(folder),
        files_(files),
        signals_(signals),
        out_(out),
        machine_(scenario) {
    state_.run = make_run_name();
    state_.url = scenario.listen;
    char host[256] = {};
    if (::gethostname(host, sizeof host - 1) == 0) host_ = host;
  }

  Outcome<bool> run() {
    // The state is on the disk before the first process exists, so `down` finds all of them.
    if (const auto written = write_state(); !written) return written.error();
    carry_out(machine_.begin(now()));
    while (!result_) {
      wait();
      read_signals();
      find_gone();
      ask_rtig();
      carry_out(machine_.time_passed(now()));
    }
    return *result_;
  }

 private:
  Outcome<void> write_state() {
    state_.is_up = machine_.is_up();
    state_.processes.clear();
    for (const ProcessStatus& status : machine_.processes()) {
      state_.processes.push_back(
          {status.name, std::string(name_of(status.state)), status.restarts, status.end});
    }
    return files_.write(state_);
  }

  bool has(ProcessState state) const {
    return std::ranges::any_of(machine_.processes(),
                               [&](const ProcessStatus& status) { return status.state == state; });
  }
  // Returns whether the end of remaining grandchildren must be noticed.
  bool awaits_gone() const { return machine_.is_stopping() || has(ProcessState::restarting); }

  void wait() {
    std::optional<Moment> until = machine_.deadline();
    if (awaits_gone() || has(ProcessState::starting)) {
      until = std::min(until.value_or(Moment::max()), now() + kInterval);
    }
    const auto left = until ? std::max(*until - now(), Moment(0)).count() : -1;
    pollfd input{signals_.get(), POLLIN, 0};
    ::poll(&input, 1, static_cast<int>(std::min<std::int64_t>(left, 3'600'000)));
  }

  void read_signals() {
    while (const auto number = rtimesh::read_signal(signals_)) {
      if (*number != SIGCHLD) {
        carry_out(machine_.stop_requested("the end is requested", now()));
      }
    }
    collect_children();
  }

  void collect_children() {
    int status = 0;
    for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      // Other children are orphans that a process of the run has left.
      const auto leader = leaders_.find(pid);
      if (leader == leaders_.end()) continue;
      const std::size_t process = leader->second;
      leaders_.erase(leader);
      const bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      carry_out(machine_.process_ended(process, is_good, end_text(status), now()));
    }
  }

  void find_gone() {
    if (!awaits_gone()) return;
    const auto marked = marked_processes();
    for (std::size_t i = 0; i < machine_.processes().size(); ++i) {
      const ProcessStatus& status = machine_.processes()[i];
      const bool has_ended =
          status.state == ProcessState::ended || status.state == ProcessState::restarting;
      const std::string mark = mark_for(state_.run, i);
      if (status.is_gone || !has_ended ||
          std::ranges::any_of(marked, [&](const auto& entry) { return entry.second == mark; })) {
        continue;
      }
      carry_out(machine_.process_is_gone(i, now()));
    }
  }

  // Asks the rtig for its federates while a process is not ready.
  void ask_rtig() {
    if (machine_.is_stopping() || !has(ProcessState::starting)) return;
    const auto list_reply = request_list();
    if (!list_reply) return;
    const auto list = list_reply->message<wire::FederationList>();
    if (!list) return;
    carry_out(machine_.process_is_ready(0, now()));
    for (const wire::FederationInfo& federation : list->federations) {
      for (const wire::FederateInfo& federate : federation.federates) note_federate(federate);
    }
  }

  std::optional<rtictl::Reply> request_list() {
    auto client = rtictl::Client::connect({.url = scenario_.listen, .timeout = kConnectTimeout});
    if (!client) return std::nullopt;
    auto reply = client->request(wire::ListFederations{}, kConnectTimeout);
    if (!reply) return std::nullopt;
    return std::move(*reply);
  }

  void note_federate(const wire::FederateInfo& federate) {
    if (federate.host != host_ || federate.process == 0) return;
    const std::string mark = mark_of(static_cast<pid_t>(federate.process));
    for (std::size_t i = 1; i < machine_.processes().size(); ++i) {
      if (mark == mark_for(state_.run, i)) carry_out(machine_.process_is_ready(i, now()));
    }
  }

  // Writes the state first, because a reader of a line may ask for the status at once.
  void carry_out(const Actions& actions) {
    if (actions.empty()) return;
    if (const auto written = write_state(); !written) say(written.error().text);
    for (const Action& action : actions) {
      std::visit([this](const auto& each) { carry_out_one(each); }, action);
    }
  }

  void carry_out_one(const Start& start) {
    if (machine_.is_stopping()) {  // Since the machine gave this action.
      carry_out(machine_.start_failed(start.process, "was not started", now()));
      return;
    }
    const auto pid = launch(launch_of(start.process));
    if (pid) {
      leaders_[*pid] = start.process;
    } else {
      carry_out(machine_.start_failed(start.process, pid.error().text, now()));
    }
  }
  void carry_out_one(const Signal& signal) {
    signal_marked(mark_for(state_.run, signal.process), signal.number);
  }
  void carry_out_one(const Say& text) { say(text.text); }
  void carry_out_one(const ShowLog& log) {
    const auto file = files_.log_of(machine_.processes()[log.process].name).string();
    for (const std::string& line : rtimesh::last_lines(file, 0, kLogLines)) {
      out_ << "  | " << line << '\n';
    }
    out_ << "  " << file << std::endl;
  }
  void carry_out_one(const Finish& finish) { result_ = finish.is_good; }

  void say(const std::string& text) { out_ << "rtirun: " << text << std::endl; }

  Launch launch_of(std::size_t process) const {
    Launch launch{.mark = mark_for(state_.run, process),
                  .log = files_.log_of(machine_.processes()[process].name).string()};
    if (process == 0) {
      launch.command = {rtimesh::program_path("rtig"), "--listen", scenario_.listen};
      launch.command.insert(launch.command.end(), scenario_.rtig_arguments.begin(),
                            scenario_.rtig_arguments.end());
      launch.directory = (std::filesystem::path(folder_) / scenario_.rtig_directory).string();
      return launch;
    }
    const Federate& federate = scenario_.federates[process - 1];
    launch.command = federate.command;
    launch.directory = (std::filesystem::path(folder_) / federate.directory).string();
    launch.environment = {{"RTI_URL", scenario_.listen}};
    launch.environment.insert(launch.environment.end(), federate.environment.begin(),
                              federate.environment.end());
    return launch;
  }

  const Scenario& scenario_;
  const std::string& folder_;
  const RunFiles& files_;
  const transport::UniqueFd& signals_;
  std::ostream& out_;
  RunMachine machine_;
  RunState state_;
  std::string host_;
  std::map<pid_t, std::size_t> leaders_;
  std::optional<bool> result_;
};

// Empties the logs of a previous run.
void remove_logs(const Scenario& scenario, const RunFiles& files) {
  std::error_code ignored;
  std::filesystem::remove(files.log_of("rtig"), ignored);
  for (const Federate& federate : scenario.federates) {
    std::filesystem::remove(files.log_of(federate.name), ignored);
  }
}

}  // namespace

Outcome<bool> supervise(const Scenario& scenario, const std::string& folder, const RunFiles& files,
                        std::ostream& out) {
  const auto lock = files.lock();
  if (!lock) return lock.error();
  const auto before = files.read();
  if (!before) return before.error();
  if (*before && !processes_left(**before).empty()) {
    return Fault{
        "an rtirun of this scenario was killed, and processes of it still run; end them with "
        "`rtirun down`"};
  }
  const auto signals = rtimesh::block_signals();
  if (!signals) return signals.error();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  remove_logs(scenario, files);
  return Supervisor(scenario, folder, files, *signals, out).run();
}

}  // namespace triad::rtirun
