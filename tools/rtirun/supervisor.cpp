#include "tools/rtirun/supervisor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "core/count_text.hpp"
#include "files/line_output.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtimesh/child_signals.hpp"
#include "tools/rtimesh/log_tail.hpp"
#include "tools/rtimesh/status_query.hpp"
#include "tools/rtirun/control.hpp"
#include "tools/rtirun/run_launches.hpp"
#include "tools/rtirun/run_processes.hpp"
#include "topology/problem.hpp"

namespace triad::rtirun {

namespace {

// Time between two questions to the rtig.
constexpr Moment kInterval{100};
// Limit of the wait for an rtig that does not listen yet.
constexpr std::chrono::milliseconds kConnectTimeout{500};
constexpr std::size_t kLogLines = 10;

Moment now() {
  return std::chrono::duration_cast<Moment>(std::chrono::steady_clock::now().time_since_epoch());
}

class Supervisor {
 public:
  Supervisor(const ScenarioFile& file, const RunFiles& files, transport::UniqueFd signals,
             ControlServer control, std::unique_ptr<Host> host, RunState state, std::ostream& out)
      : scenario_(file.scenario),
        files_(files),
        signals_(std::move(signals)),
        control_(std::move(control)),
        host_(std::move(host)),
        state_(std::move(state)),
        machine_(plan_of(scenario_)),
        out_(out) {}

  Outcome<bool> begin() {
    Actions actions = machine_.begin(now());
    // The state is on the disk before the first process exists, so `down` finds all of them.
    if (const auto written = write_state(); !written) return written.error();
    carry_out(actions);
    return run();
  }

  Outcome<bool> take_up(bool is_to_stop) {
    KnownRun known{.processes = {},
                   .used = std::max(wall_clock() - state_.began, WallClock(0)),
                   .is_stopping = state_.is_stopping || is_to_stop,
                   .is_good = state_.is_good};
    for (const auto& [status, host] : state_.processes) known.processes.push_back(status);
    for (std::size_t i = 0; i < known.processes.size(); ++i) {
      const ProcessStatus& status = known.processes[i];
      if (!status.is_gone) host_->take_up(i, status.starts, status.name);
    }
    carry_out(machine_.take_up(known, now()));
    return run();
  }

 private:
  // Request of `rtirun stop` or `rtirun restart` that is not answered.
  struct Pending {
    ControlServer::Client client;
    std::optional<ControlRequest> request = {};
    std::size_t process = 0;
  };

  Outcome<bool> run() {
    while (!result_) {
      wait();
      read_signals();
      take_host_events();
      read_requests();
      ask_rtig();
      carry_out(machine_.time_passed(now()));
      answer_requests();
    }
    answer_requests();
    return *result_;
  }

  Outcome<void> write_state() {
    state_.is_up = machine_.is_up();
    state_.is_stopping = machine_.is_stopping();
    state_.is_good = machine_.is_good();
    for (std::size_t i = 0; i < state_.processes.size(); ++i) {
      state_.processes[i].status = machine_.processes()[i];
    }
    std::string text = as_json(state_);
    if (text == written_) return {};
    auto written = files_.write(state_);
    if (written) written_ = std::move(text);
    return written;
  }

  bool has_starting() const {
    return std::ranges::any_of(machine_.processes(), [&](const ProcessStatus& status) {
      return status.state == ProcessState::starting;
    });
  }

  void wait() {
    std::optional<Moment> until = machine_.deadline();
    if (has_starting()) until = std::min(until.value_or(Moment::max()), now() + kInterval);
    std::int64_t left = until ? std::max(*until - now(), Moment(0)).count() : 3'600'000;
    if (const auto timeout = host_->timeout_ms()) left = std::min<std::int64_t>(left, *timeout);
    std::vector<pollfd> inputs{{signals_.get(), POLLIN, 0}, {control_.descriptor(), POLLIN, 0}};
    for (const Pending& pending : pending_) {
      inputs.push_back({pending.client.socket.get(), POLLIN, 0});
    }
    host_->add_descriptors(inputs);
    ::poll(inputs.data(), inputs.size(), static_cast<int>(std::min<std::int64_t>(left, 3'600'000)));
  }

  void read_signals() {
    while (const auto number = rtimesh::read_signal(signals_)) {
      if (*number == SIGCHLD) continue;
      carry_out(machine_.stop_requested("the end is requested", now()));
    }
  }

  // A handled event may start a process, which takes further events. These follow those that wait
  // already, because a process must not be gone before it has ended.
  void take_host_events() {
    for (HostEvent& event : host_->take_events()) events_.push_back(std::move(event));
    if (std::exchange(is_handling_events_, true)) return;
    while (!events_.empty()) {
      const HostEvent event = std::move(events_.front());
      events_.pop_front();
      std::visit([this](const auto& each) { handle(each); }, event);
    }
    is_handling_events_ = false;
  }
  void handle(const StartFailed& failed) {
    carry_out(machine_.start_failed(failed.process, failed.reason, now()));
  }
  void handle(const NotStarted& known) { carry_out_one(Start{known.process}); }
  void handle(const ProcessEnded& ended) {
    carry_out(machine_.process_ended(ended.process, ended.is_good, ended.text, now()));
  }
  void handle(const ProcessGone& gone) { carry_out(machine_.process_is_gone(gone.process, now())); }
  void handle(const OwnerFound& owner) {
    if (owner.process > router_count(scenario_))
      carry_out(machine_.process_is_ready(owner.process, now()));
  }
  void handle(const HostNote& note) { say(note.text); }

  void read_requests() {
    while (auto client = control_.accept()) {
      if (pending_.size() < ControlServer::kClientsMax) pending_.push_back({std::move(*client)});
    }
    std::erase_if(pending_, [this](Pending& pending) { return is_over(pending); });
  }

  // Reads from a client. Returns whether nothing more is to be done for it.
  bool is_over(Pending& pending) {
    const ControlInput input = read_packet(pending.client.socket.get());
    if (input.is_closed) return true;
    if (!input.packet) return false;
    const auto request = pending.request ? std::nullopt : parse_request(*input.packet);
    if (!request) return refuse(pending, "the request cannot be read; use one release of rtirun");
    const auto& processes = machine_.processes();
    const auto found = std::ranges::find(processes, request->process, &ProcessStatus::name);
    if (found == processes.end()) {
      return refuse(pending, "the run has no process " + topology::quoted_text(request->process) +
                                 "; `rtirun status` lists them");
    }
    pending.process = static_cast<std::size_t>(found - processes.begin());
    if (const std::string refusal = machine_.refusal(pending.process); !refusal.empty()) {
      return refuse(pending, refusal);
    }
    pending.request = request;
    const bool is_stop = request->command == ControlRequest::Command::stop;
    say(pending.client.user + (is_stop ? " stops " : " restarts ") + request->process);
    carry_out(is_stop ? machine_.process_stop_requested(pending.process, now())
                      : machine_.process_restart_requested(pending.process, now()));
    return false;
  }

  static bool refuse(const Pending& pending, const std::string& reason) {
    send_reply(pending.client.socket.get(), {.text = reason});
    return true;
  }

  void answer_requests() {
    std::erase_if(pending_, [this](const Pending& pending) {
      if (!pending.request) return result_.has_value();
      const ProcessStatus& status = machine_.processes()[pending.process];
      const bool is_stop = pending.request->command == ControlRequest::Command::stop;
      ControlReply reply{.text = status.name + " is " + std::string(name_of(status.state))};
      switch (status.state) {
        case ProcessState::stopped:
        case ProcessState::ended:
          reply.is_done = is_stop;
          if (!status.end.empty()) reply.text += ": it " + status.end;
          break;
        case ProcessState::ready:
          reply.is_done = !is_stop;
          break;
        default:
          if (!machine_.is_stopping()) return false;
          reply.text = "the run is stopping";
      }
      send_reply(pending.client.socket.get(), reply);
      return true;
    });
  }

  // Asks the rtig for its federates while a process is not ready.
  void ask_rtig() {
    if (machine_.is_stopping() || !has_starting()) return;
    const auto list_reply = request_list();
    if (!list_reply) return;
    const auto list = list_reply->message<wire::FederationList>();
    if (!list) return;
    carry_out(machine_.process_is_ready(kRtig, now()));
    ask_routers();
    for (const wire::FederationInfo& federation : list->federations) {
      for (const wire::FederateInfo& federate : federation.federates) {
        host_->find_owner(std::string(federate.host), static_cast<pid_t>(federate.process));
      }
    }
    take_host_events();
  }

  // Asks the routers that are not ready. A router is ready when its link towards the rtig is up.
  void ask_routers() {
    for (std::size_t i = 1; i <= router_count(scenario_); ++i) {
      if (machine_.processes()[i].state != ProcessState::starting) continue;
      const auto& uplinks = scenario_.mesh->processes[i].uplinks;
      std::vector<rtimesh::QueryTarget> targets;
      targets.reserve(uplinks.size());
      for (const auto& uplink : uplinks) targets.push_back({uplink.router, {uplink.url}});
      const auto answers = rtimesh::query_routers(scenario_.mesh->name, targets, kConnectTimeout);
      const bool is_ready =
          std::ranges::equal(uplinks, answers, [](const auto& uplink, const auto& answer) {
            const auto is_up = [&](const rtimesh::LinkReport& link) {
              return link.router == uplink.next && link.is_up;
            };
            return answer.report && std::ranges::any_of(answer.report->links, is_up);
          });
      if (is_ready) carry_out(machine_.process_is_ready(i, now()));
    }
  }

  std::optional<rtictl::Reply> request_list() {
    auto client = rtictl::Client::connect({.url = scenario_.url, .timeout = kConnectTimeout});
    if (!client) return std::nullopt;
    auto reply = client->request(wire::ListFederations{}, kConnectTimeout);
    if (!reply) return std::nullopt;
    return std::move(*reply);
  }

  // Writes the state first, because a reader of a line may ask for the status at once.
  void carry_out(const Actions& actions) {
    const auto written = write_state();
    const std::string fault = written ? std::string() : written.error().text;
    if (std::exchange(state_fault_, fault) != fault && !fault.empty()) say(fault);
    for (const Action& action : actions) {
      std::visit([this](const auto& each) { carry_out_one(each); }, action);
    }
  }

  void carry_out_one(const Start& start) {
    if (machine_.is_stopping()) {  // Since the machine gave this action.
      carry_out(machine_.start_failed(start.process, "was not started", now()));
      return;
    }
    const unsigned number = machine_.processes()[start.process].starts;
    host_->start(launch_of(scenario_, start.process, number, state_.processes[start.process].host,
                           files_.mesh_file().string()));
    take_host_events();
  }
  void carry_out_one(const Signal& signal) { host_->signal(signal.process, signal.number); }
  void carry_out_one(const Say& text) { say(text.text); }
  void carry_out_one(const ShowLog& log) {
    const auto file = files_.log_of(machine_.processes()[log.process].name).string();
    for (const std::string& line : rtimesh::last_lines(file, 0, kLogLines)) {
      out_ << "  | " << split_line(line).text << '\n';
    }
    out_ << "  " << file << std::endl;
  }
  void carry_out_one(const Finish& finish) { result_ = finish.is_good; }

  // Texts may come from other hosts, so they are made safe for a terminal.
  void say(const std::string& text) { out_ << "rtirun: " << files::as_line(text) << std::endl; }

  const Scenario& scenario_;
  const RunFiles& files_;
  const transport::UniqueFd signals_;
  const ControlServer control_;
  const std::unique_ptr<Host> host_;
  RunState state_;
  std::string written_;      // Last text of the state's file.
  std::string state_fault_;  // Reason why it could not be written; empty: it could.
  RunMachine machine_;
  std::vector<Pending> pending_;
  std::ostream& out_;
  std::optional<bool> result_;
  std::deque<HostEvent> events_;  // Not yet handled, in their order.
  bool is_handling_events_ = false;
};

// Makes the supervisor of a run, with the lock taken.
Outcome<std::unique_ptr<Supervisor>> make_supervisor(const ScenarioFile& file,
                                                     const RunFiles& files,
                                                     std::unique_ptr<Host> host, RunState state,
                                                     std::ostream& out) {
  auto signals = rtimesh::block_signals();
  if (!signals) return signals.error();
  auto control = ControlServer::open(files.folder());
  if (!control) return control.error();
  return std::make_unique<Supervisor>(file, files, *std::move(signals), *std::move(control),
                                      std::move(host), std::move(state), out);
}

Outcome<bool> begin_run(const ScenarioFile& file, const RunFiles& files, std::ostream& out) {
  RunState state{
      .run = make_run_name(), .url = file.scenario.url, .began = wall_clock(), .processes = {}};
  for (const ProcessRules& rules : plan_of(file.scenario).processes) {
    state.processes.push_back({.status = {.name = rules.name}});
  }
  if (file.scenario.mesh) {
    const auto kept = files.keep_mesh(file.scenario.mesh->text);
    if (!kept) return kept.error();
  }
  auto host = PlacedHosts::begin(file, files, state);
  if (!host) return host.error();
  files.remove_outputs();
  if (const auto kept = files.keep_scenario(file.text); !kept) return kept.error();
  const auto supervisor = make_supervisor(file, files, *std::move(host), std::move(state), out);
  return supervisor ? (*supervisor)->begin() : supervisor.error();
}

// Returns whether the state can be that of the scenario.
bool fits(const RunState& state, const Scenario& scenario) {
  return std::ranges::equal(
      state.processes, plan_of(scenario).processes, {},
      [](const RunState::Process& process) { return process.status.name; }, &ProcessRules::name);
}

Outcome<bool> take_up_run(const ScenarioFile& file, const RunFiles& files, const RunState& state,
                          bool is_to_stop, std::ostream& out) {
  if (!fits(state, file.scenario)) {
    return Fault{"\"" + files.folder().string() +
                 "\" is damaged: its processes are not those of the scenario; end the run with "
                 "`rtirun down`"};
  }
  auto host = PlacedHosts::take_up(file, files, state);
  if (!host) return host.error();
  const auto supervisor = make_supervisor(file, files, *std::move(host), state, out);
  return supervisor ? (*supervisor)->take_up(is_to_stop) : supervisor.error();
}

// Asks the rtirun of the run to end it. Returns whether there is one.
bool stop_supervisor(const RunFiles& files) {
  const pid_t holder = files.lock_holder();
  if (holder <= 0) return false;
  const transport::UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, holder, 0)));
  // The descriptor keeps its process, so a new process with the same number is not hit.
  if (!handle.valid() || files.lock_holder() != holder) return false;
  ::syscall(SYS_pidfd_send_signal, handle.get(), SIGTERM, nullptr, 0);
  files.wait_for_unlock();
  return true;
}

}  // namespace

std::size_t programs_left(const RunState& state) {
  std::size_t left = find_processes(state.run).programs.size();
  for (const auto& [status, host] : state.processes) {
    if (host != kThisHost && !status.is_gone) ++left;
  }
  return left;
}

Outcome<bool> supervise(const ScenarioFile& file, const RunFiles& files, std::ostream& out) {
  const auto lock = files.lock();
  if (!lock) return lock.error();
  const auto before = files.read();
  if (!before) return before.error();
  const std::size_t left = *before ? programs_left(**before) : 0;
  if (left == 0) return begin_run(file, files, out);
  if (files.kept_scenario() != file.text) {
    return Fault{
        "an rtirun of this scenario was killed, and the file has changed since; end the run with "
        "`rtirun down`"};
  }
  out << "rtirun: goes on with " << core::count_text(left, "program")
      << " of an rtirun that was killed" << std::endl;
  return take_up_run(file, files, **before, false, out);
}

Outcome<bool> end_run(const RunFiles& files, const std::string& folder, std::ostream& out) {
  const bool was_running = stop_supervisor(files);
  const auto state = files.read();
  if (!state) return state.error();
  const std::size_t left = *state ? programs_left(**state) : 0;
  if (left == 0) return was_running;
  const auto lock = files.lock();
  if (!lock) return lock.error();
  const std::string text = files.kept_scenario();
  const auto scenario =
      read_scenario(text, (files.folder() / "scenario.yaml").string(), kept_mesh_loader(files));
  if (!scenario) return Fault{scenario.error().front().text()};
  out << "rtirun: ends " << core::count_text(left, "program") << " of an rtirun that was killed"
      << std::endl;
  const auto ended = take_up_run({*scenario, text, folder}, files, **state, true, out);
  if (!ended) return ended.error();
  return true;
}

}  // namespace triad::rtirun
