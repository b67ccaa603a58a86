#include "tools/rtimesh/mesh_run.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include "tools/rtimesh/child_signals.hpp"
#include "topology/links_to_rtig.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtimesh {

namespace {

// Bounds of the delay between two rounds while the mesh is not ready.
constexpr transport::Duration kSmallestDelay = std::chrono::milliseconds(20);
constexpr transport::Duration kLargestDelay = std::chrono::seconds(1);

// Lines shown from the log of a router that has ended too early.
constexpr std::size_t kLinesShown = 10;

std::string log_end_of(const RouterProcess& process) {
  const std::string line = process.last_line();
  return line.empty() ? "; its log is empty" : "; its log ends with: " + line;
}

std::string timeout_text(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", static_cast<double>(time.count()) / 1000);
  return text;
}

}  // namespace

MeshRun::MeshRun(const topology::Topology& topology, const Placement& placement,
                 const UpOptions& options, std::string log_directory, std::ostream& out,
                 std::ostream& err)
    : topology_(topology),
      placement_(placement),
      options_(options),
      log_directory_(std::move(log_directory)),
      out_(out),
      err_(err),
      next_to_rtig_(topology::next_routers_to_rtig(topology)),
      round_(topology.name),
      round_delay_(kSmallestDelay) {}

int MeshRun::run() {
  auto signals = block_signals();
  if (!signals) {
    err_ << "rtimesh: " << signals.error().text << '\n';
    return 1;
  }
  signals_ = std::move(*signals);
  auto loop = transport::EventLoop::create();
  if (!loop) {
    err_ << "rtimesh: " << loop.error().text << '\n';
    return 1;
  }
  loop_ = std::move(*loop);
  loop_->add_descriptor(signals_.get(), [this] { receive_signals(); });
  loop_->add_descriptor(round_.descriptor(), [this] { receive_answers(); });
  if (start_routers()) {
    timeout_ = loop_->add_timer(options_.timeout, [this] {
      timeout_.reset();
      report_timeout();
    });
  }
  while (!shutdown_ || !shutdown_->is_done()) loop_->run_once(std::nullopt);
  return exit_status_;
}

bool MeshRun::start_routers() {
  std::set<topology::RouterIndex> started;
  for (const topology::RouterIndex index : placement_.local_routers) {
    if (started.contains(index)) continue;
    const auto together = topology::routers_of_process(topology_, index);
    started.insert(together.begin(), together.end());
    std::vector<std::string> names;
    names.reserve(together.size());
    for (const auto one : together) names.push_back(topology_.routers[one].name);
    const RouterProcess::Options wanted{.routers = std::move(names),
                                        .process = topology_.routers[index].process,
                                        .has_rtig = together.front() == topology_.rtig,
                                        .topology_file = options_.file,
                                        .log_directory = log_directory_};
    auto process = RouterProcess::start(wanted);
    if (!process) {
      fail(process.error().text);
      return false;
    }
    processes_.push_back(std::make_unique<RouterProcess>(std::move(*process)));
    watch_readiness(*processes_.back());
  }
  all_started_ = true;
  return true;
}

void MeshRun::watch_readiness(RouterProcess& process) {
  const int descriptor = process.ready_descriptor();
  loop_->add_descriptor(descriptor, [this, &process, descriptor] {
    if (!process.read_ready_report()) return;
    loop_->remove_descriptor(descriptor);
    if (all_listen()) request_status();
  });
}

// --- Children.

void MeshRun::receive_signals() {
  while (const auto signal = read_signal(signals_)) {
    if (*signal == SIGCHLD) {
      check_children();
    } else if (phase_ == Phase::ending) {
      if (shutdown_) shutdown_->kill_all();
    } else if (phase_ == Phase::starting) {
      fail("stopped before all routers were ready");
    } else {
      shut_down();
    }
  }
}

void MeshRun::check_children() {
  for (const auto& process : processes_) {
    if (process->process().is_running() && process->process().poll_end())
      record_process_end(*process);
  }
  if (command_ && command_->is_running() && command_->poll_end()) {
    if (command_->exit_code() != 0) exit_status_ = command_->exit_code();
    if (phase_ != Phase::ending) shut_down();
  }
  if (shutdown_) shutdown_->check_children();
}

void MeshRun::record_process_end(const RouterProcess& process) {
  const std::string end_text = process.process().end_text();
  for (const std::string& router : process.routers()) ended_routers_.emplace(router, end_text);
  if (phase_ == Phase::ending) return;
  exit_status_ = 1;
  if (phase_ == Phase::starting) {
    err_ << "rtimesh: " << process.text() << " " << end_text << " before all routers were ready";
    const std::vector<std::string> lines = process.last_lines(kLinesShown);
    err_ << (lines.empty() ? "; its log is empty\n" : "; its log ends with:\n");
    for (const std::string& line : lines) err_ << "  " << line << '\n';
    shut_down();
    return;
  }
  err_ << "rtimesh: " << process.text() << " " << end_text << log_end_of(process) << '\n';
  if (ended_routers_.size() == placement_.local_routers.size())
    fail("no router of this host is running");
}

void MeshRun::fail(const std::string& reason) {
  err_ << "rtimesh: " << reason << '\n';
  exit_status_ = 1;
  shut_down();
}

// Ends the routers without the RTIG first, so that no federate sees a loss of the RTIG.
void MeshRun::shut_down() {
  if (phase_ == Phase::ending) return;
  phase_ = Phase::ending;
  if (timeout_) loop_->cancel_timer(*timeout_);
  std::vector<StagedShutdown::Stage> stages(3);
  if (command_) stages[0].push_back({"the command", &*command_});
  for (const auto& process : processes_) {
    stages[process->has_rtig() ? 2 : 1].push_back({process->text(), &process->process()});
  }
  shutdown_.emplace(*loop_, std::move(stages), [this](const StagedShutdown::Child& child) {
    err_ << "rtimesh: " << child.name << " has not ended within "
         << std::chrono::duration_cast<std::chrono::seconds>(StagedShutdown::kPatience).count()
         << " s and is killed\n";
    if (exit_status_ == 0) exit_status_ = 1;
  });
}

// --- Answers of routers.

void MeshRun::request_status() {
  if (phase_ == Phase::ending || round_.is_under_way()) return;
  std::vector<QueryTarget> routers;
  for (const auto& process : processes_) {
    if (!process->process().is_running()) continue;
    for (std::size_t i = 0; i < process->routers().size(); ++i) {
      const std::string& name = process->routers()[i];
      routers.push_back({name, {process->operator_url(i)}});
      const auto at = std::ranges::find(topology_.routers, name, &topology::Router::name);
      for (const transport::Url& url : at->listen) {
        routers.back().urls.push_back(transport::to_string(url));
      }
    }
  }
  round_.begin_round(std::move(routers));
}

void MeshRun::receive_answers() {
  for (Answer& answer : round_.take_answers()) answers_[answer.router] = std::move(answer);
  const std::vector<Answer> answers = answers_of_all();
  const std::vector<LinkRow> rows = rows_of(topology_, answers);
  if (phase_ == Phase::ready) {
    update_ready_lines(rows);
    if (std::exchange(table_is_due_, false)) {
      out_ << '\n' << table_.text(rows, answers) << std::flush;
    }
  } else if (phase_ == Phase::starting && is_ready(rows)) {
    become_ready(rows, answers);
  } else if (phase_ == Phase::starting) {
    loop_->add_timer(round_delay_, [this] { request_status(); });
    round_delay_ = std::min(2 * round_delay_, kLargestDelay);
  }
}

std::vector<Answer> MeshRun::answers_of_all() const {
  std::vector<Answer> answers;
  for (const topology::RouterIndex router : placement_.local_routers) {
    const std::string& name = topology_.routers[router].name;
    const auto ended = ended_routers_.find(name);
    const auto last = answers_.find(name);
    if (ended != ended_routers_.end()) {
      answers.push_back({.router = ended->first, .reason = "it " + ended->second});
    } else if (last != answers_.end()) {
      answers.push_back(last->second);
    } else {
      answers.push_back({.router = name, .reason = "it does not listen yet"});
    }
  }
  return answers;
}

// --- Readiness.

bool MeshRun::all_listen() const {
  return all_started_ && std::ranges::all_of(processes_, [](const auto& process) {
           return process->is_listening();
         });
}

// Returns whether readiness requires this link: a local router's link towards the RTIG, or a link
// between two local routers.
bool MeshRun::is_required(const LinkRow& row) const {
  const auto names_one_here = [&](const std::string& name) {
    return std::ranges::any_of(placement_.local_routers, [&](topology::RouterIndex router) {
      return topology_.routers[router].name == name;
    });
  };
  const bool leads_to_rtig =
      std::ranges::any_of(placement_.local_routers, [&](topology::RouterIndex router) {
        return next_to_rtig_[router] && row.from == topology_.routers[router].name &&
               row.to == topology_.routers[*next_to_rtig_[router]].name;
      });
  return leads_to_rtig || (names_one_here(row.from) && names_one_here(row.to));
}

bool MeshRun::is_local(topology::RouterIndex router) const {
  return std::ranges::find(placement_.local_routers, router) != placement_.local_routers.end();
}

bool MeshRun::is_ready(const std::vector<LinkRow>& rows) const {
  return all_listen() && std::ranges::all_of(rows, [&](const LinkRow& row) {
           return row.state == LinkRow::State::up || !is_required(row);
         });
}

void MeshRun::become_ready(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers) {
  phase_ = Phase::ready;
  if (timeout_) loop_->cancel_timer(*timeout_);
  out_ << "ready:\n" << table_.text(rows, answers) << "federates may join at:\n";
  for (const LinkRow& row : rows) {
    if (row.state == LinkRow::State::up) links_printed_up_.emplace(row.from, row.to);
  }
  for (const topology::RouterIndex router : placement_.local_routers) {
    out_ << topology_.routers[router].name << "  " << url_of(router) << '\n';
  }
  out_ << std::flush;
  if (options_.ready_fd >= 0 && !write_ready_report()) {
    fail("the descriptor " + std::to_string(options_.ready_fd) +
         " of --ready-fd cannot be written: " + std::strerror(errno));
    return;
  }
  if (options_.status_interval.count() > 0) {
    loop_->add_periodic_timer(options_.status_interval, [this] {
      table_is_due_ = true;
      request_status();
    });
  }
  update_ready_lines(rows);
  if (!options_.command.empty()) start_command();
}

// Prints links that come up after readiness, such as those from other hosts.
void MeshRun::update_ready_lines(const std::vector<LinkRow>& rows) {
  bool all_up = true;
  for (const LinkRow& row : rows) {
    const bool up = row.state == LinkRow::State::up;
    all_up = all_up && up;
    if (up && links_printed_up_.emplace(row.from, row.to).second)
      out_ << text_of(row) << '\n' << std::flush;
  }
  for (topology::RouterIndex i = 0; i < next_to_rtig_.size() && all_up; ++i) {
    if (!next_to_rtig_[i] || (!is_local(i) && !is_local(*next_to_rtig_[i]))) continue;
    all_up = links_printed_up_.contains(
        {topology_.routers[i].name, topology_.routers[*next_to_rtig_[i]].name});
  }
  if (all_up || next_round_timer_) return;
  next_round_timer_ = loop_->add_timer(kLargestDelay, [this] {
    next_round_timer_.reset();
    request_status();
  });
}

bool MeshRun::write_ready_report() const {
  std::string lines;
  for (const topology::RouterIndex router : placement_.local_routers) {
    lines += topology_.routers[router].name + " " + url_of(router) + "\n";
  }
  for (std::string_view rest = lines; !rest.empty();) {
    const ssize_t n = ::write(options_.ready_fd, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return options_.ready_fd <= STDERR_FILENO || ::close(options_.ready_fd) == 0;
}

void MeshRun::start_command() {
  auto command =
      ChildProcess::start({.command = options_.command,
                           .environment = {"RTI_URL=" + url_of(placement_.local_routers.front())}});
  if (!command) return fail(command.error().text);
  command_.emplace(std::move(*command));
}

void MeshRun::report_timeout() {
  err_ << "rtimesh: not ready:\n";
  for (const auto& process : processes_) {
    for (const std::string& name : process->routers()) {
      const auto answer = answers_.find(name);
      if (!process->is_listening()) {
        err_ << "  " << name << " does not listen" << log_end_of(*process) << '\n';
      } else if (answer != answers_.end() && !answer->second.report) {
        err_ << "  " << name << " does not answer: " << wire::harmless(answer->second.reason)
             << log_end_of(*process) << '\n';
      }
    }
  }
  for (const LinkRow& row : rows_of(topology_, answers_of_all())) {
    if (row.state == LinkRow::State::down && is_required(row)) {
      err_ << "  " << text_of(row) << '\n';
    }
  }
  fail("not ready within " + timeout_text(options_.timeout) +
       " (--timeout): all processes are ended");
}

std::string MeshRun::url_of(topology::RouterIndex router) const {
  const topology::Router& at = topology_.routers[router];
  const std::string url = transport::to_string(topology::url_to_reach(at, at.listen.front()));
  return "mesh" + url.substr(url.find(':'));
}

}  // namespace triad::rtimesh
