#include "tools/rtirun/run_machine.hpp"

#include <signal.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/count_text.hpp"

namespace triad::rtirun {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGKILL};

constexpr std::array kStateNames{
    std::pair{ProcessState::waiting, std::string_view("waiting")},
    std::pair{ProcessState::starting, std::string_view("starting")},
    std::pair{ProcessState::ready, std::string_view("ready")},
    std::pair{ProcessState::restarting, std::string_view("restarting")},
    std::pair{ProcessState::stopping, std::string_view("stopping")},
    std::pair{ProcessState::stopped, std::string_view("stopped")},
    std::pair{ProcessState::ended, std::string_view("ended")}};

std::string seconds_text(Moment time) {
  return std::to_string(time.count() / 1000) + " s";
}

void keep_earlier(std::optional<Moment>& earliest, const std::optional<Moment>& other) {
  if (other && (!earliest || *other < *earliest)) earliest = other;
}

}  // namespace

std::string_view name_of(ProcessState state) {
  return std::ranges::find(kStateNames, state, &std::pair<ProcessState, std::string_view>::first)
      ->second;
}

std::optional<ProcessState> state_named(std::string_view name) {
  const auto found =
      std::ranges::find(kStateNames, name, &std::pair<ProcessState, std::string_view>::second);
  if (found == kStateNames.end()) return std::nullopt;
  return found->first;
}

RunMachine::RunMachine(RunPlan plan) : plan_(std::move(plan)), endings_(plan_.processes.size()) {
  for (const ProcessRules& rules : plan_.processes) {
    processes_.push_back({.name = rules.name});
    layers_ = std::max(layers_, rules.layer + 1);
  }
}

Actions RunMachine::begin(Moment now) {
  return take_up({.processes = processes_}, now);
}

Actions RunMachine::take_up(const KnownRun& known, Moment now) {
  Actions actions;
  processes_ = known.processes;
  is_good_ = known.is_good;
  start_deadline_ = now + plan_.start_timeout;
  if (plan_.time_limit.count() > 0) end_deadline_ = now + plan_.time_limit - known.used;
  if (known.is_stopping) {
    stop("the run was stopping", now, actions);
    return actions;
  }
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    ProcessStatus& status = processes_[i];
    const bool is_stopping = status.state == ProcessState::stopping;
    if (!is_stopping && status.state != ProcessState::restarting) continue;
    if (!status.is_gone) {
      send_next_signal(i, now, actions);
    } else if (is_stopping) {
      status.state = ProcessState::stopped;
    } else {
      start_process(i, actions);
    }
  }
  start_due(actions);
  check_up(now, actions);
  return actions;
}

void RunMachine::start_process(std::size_t process, Actions& actions) {
  ProcessStatus& status = processes_[process];
  const bool is_ready = plan_.processes[process].is_ready_at_start;
  status.state = is_ready ? ProcessState::ready : ProcessState::starting;
  status.is_gone = false;
  ++status.starts;
  endings_[process] = {};
  actions.push_back(Start{process});
}

void RunMachine::start_due(Actions& actions) {
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    bool is_ready = true;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (plan_.processes[i].layer != layer) continue;
      if (processes_[i].state == ProcessState::waiting) start_process(i, actions);
      is_ready = is_ready && processes_[i].state == ProcessState::ready;
    }
    if (!is_ready) return;
  }
}

Actions RunMachine::process_is_ready(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  if (stopping_ || status.state != ProcessState::starting) return actions;
  status.state = ProcessState::ready;
  actions.push_back(Say{status.name + " " + plan_.processes[process].ready_text});
  if (!is_last_layer(process)) start_due(actions);
  check_up(now, actions);
  return actions;
}

void RunMachine::check_up(Moment now, Actions& actions) {
  std::size_t federates = 0;
  std::size_t waiting = 0;
  std::size_t ended = 0;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    if (!is_last_layer(i)) continue;
    ++federates;
    const ProcessState state = processes_[i].state;
    if (state == ProcessState::ended) ++ended;
    if (state == ProcessState::waiting || state == ProcessState::starting ||
        state == ProcessState::restarting) {
      ++waiting;
    }
  }
  if (!is_up_ && waiting == 0) {
    is_up_ = true;
    start_deadline_.reset();
    actions.push_back(Say{core::count_text(federates, "federate") + " ready"});
  }
  if (ended == federates) stop("every federate has ended", now, actions);
}

Actions RunMachine::process_ended(std::size_t process, bool is_good, const std::string& text,
                                  Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  const ProcessRules& rules = plan_.processes[process];
  if (status.state == ProcessState::ended || status.state == ProcessState::stopped) return actions;
  status.end = text;
  if (stopping_) {
    status.state = ProcessState::ended;
    return actions;
  }
  // The user has asked for this end.
  if (status.state == ProcessState::stopping || status.state == ProcessState::restarting) {
    return actions;
  }
  status.state = ProcessState::ended;
  if (!is_good && status.restarts < rules.restarts_max) {
    ++status.restarts;
    status.state = ProcessState::restarting;
    actions.push_back(Say{status.name + " " + text + "; restart " +
                          std::to_string(status.restarts) + " of " +
                          std::to_string(rules.restarts_max)});
    actions.push_back(Signal{process, SIGKILL});
    endings_[process] = {std::size(kSignals), now + kPatience};
    return actions;
  }
  if (rules.is_essential || (!is_good && rules.on_exit != OnExit::go_on)) {
    fail(process, text, now, actions);
    return actions;
  }
  actions.push_back(Say{status.name + " " + text});
  if (rules.on_exit == OnExit::stop) stop(status.name + " has ended", now, actions);
  check_up(now, actions);
  return actions;
}

Actions RunMachine::start_failed(std::size_t process, const std::string& reason, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  status.state = ProcessState::ended;
  status.end = reason;
  status.is_gone = true;
  if (stopping_) {
    check_layer(now, actions);
  } else {
    fail(process, reason, now, actions);
  }
  return actions;
}

Actions RunMachine::process_is_gone(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  status.is_gone = true;
  endings_[process] = {};
  if (stopping_) {
    check_layer(now, actions);
  } else if (status.state == ProcessState::restarting) {
    start_process(process, actions);
  } else if (status.state == ProcessState::stopping) {
    status.state = ProcessState::stopped;
    actions.push_back(Say{status.name + " is stopped"});
    check_up(now, actions);
  }
  return actions;
}

std::string RunMachine::refusal(std::size_t process) const {
  if (stopping_) return "the run is stopping";
  if (process == kRtig) {
    return processes_[process].name +
           " serves all federates, so it ends with the run; see `rtirun down`";
  }
  switch (processes_[process].state) {
    case ProcessState::waiting:
      return processes_[process].name + " has not been started yet";
    case ProcessState::stopping:
    case ProcessState::restarting:
      return processes_[process].name + " is " + std::string(name_of(processes_[process].state)) +
             " already";
    default:
      return {};
  }
}

Actions RunMachine::process_stop_requested(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  if (status.is_gone) {
    status.state = ProcessState::stopped;
    check_up(now, actions);
  } else {
    status.state = ProcessState::stopping;
    send_next_signal(process, now, actions);
  }
  return actions;
}

Actions RunMachine::process_restart_requested(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  if (status.is_gone) {
    start_process(process, actions);
  } else {
    status.state = ProcessState::restarting;
    send_next_signal(process, now, actions);
  }
  return actions;
}

Actions RunMachine::stop_requested(const std::string& reason, Moment now) {
  Actions actions;
  if (!stopping_) {
    stop(reason, now, actions);
  } else if (!finished_) {
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (endings_[i].deadline) send_next_signal(i, now, actions);
    }
  }
  return actions;
}

Actions RunMachine::time_passed(Moment now) {
  Actions actions;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const auto& deadline = endings_[i].deadline;
    if (deadline && now >= *deadline) send_next_signal(i, now, actions);
  }
  if (stopping_) return actions;
  if (start_deadline_ && now >= *start_deadline_) check_start_timeout(now, actions);
  if (!stopping_ && end_deadline_ && now >= *end_deadline_) {
    is_good_ = false;
    stop("the time limit of " + seconds_text(plan_.time_limit) + " is over", now, actions);
  }
  return actions;
}

void RunMachine::check_start_timeout(Moment now, Actions& actions) {
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const ProcessState state = processes_[i].state;
    if (state != ProcessState::starting && state != ProcessState::restarting) continue;
    fail(i,
         plan_.processes[i].unready_text + " after " + seconds_text(plan_.start_timeout) +
             "; see `start-timeout`",
         now, actions);
    return;
  }
}

std::optional<Moment> RunMachine::deadline() const {
  if (finished_) return std::nullopt;
  std::optional<Moment> earliest;
  for (const Ending& ending : endings_) keep_earlier(earliest, ending.deadline);
  if (stopping_) return earliest;
  keep_earlier(earliest, start_deadline_);
  keep_earlier(earliest, end_deadline_);
  return earliest;
}

void RunMachine::fail(std::size_t process, const std::string& text, Moment now, Actions& actions) {
  is_good_ = false;
  actions.push_back(Say{processes_[process].name + " " + text});
  actions.push_back(ShowLog{process});
  stop("the run has failed", now, actions);
}

void RunMachine::stop(const std::string& reason, Moment now, Actions& actions) {
  if (stopping_) return;
  stopping_ = true;
  actions.push_back(Say{reason + ": stopping"});
  stopping_layer_ = layers_;
  check_layer(now, actions);
}

// Sends SIGKILL again if processes are left, because one may have started another meanwhile.
void RunMachine::send_next_signal(std::size_t process, Moment now, Actions& actions) {
  Ending& ending = endings_[process];
  const int number = kSignals[std::min(ending.signals_sent, std::size(kSignals) - 1)];
  if (number == SIGKILL) {
    actions.push_back(Say{processes_[process].name + " has not ended in time and is killed"});
  }
  actions.push_back(Signal{process, number});
  ++ending.signals_sent;
  ending.deadline = now + kPatience;
}

void RunMachine::check_layer(Moment now, Actions& actions) {
  while (!finished_) {
    if (stopping_layer_ < layers_) {
      for (std::size_t i = 0; i < processes_.size(); ++i) {
        if (plan_.processes[i].layer == stopping_layer_ && !processes_[i].is_gone) return;
      }
    }
    if (stopping_layer_ == 0) {
      finished_ = true;
      actions.push_back(Finish{is_good_});
      return;
    }
    --stopping_layer_;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (plan_.processes[i].layer != stopping_layer_ || processes_[i].is_gone) continue;
      if (!endings_[i].deadline) send_next_signal(i, now, actions);
    }
  }
}

}  // namespace triad::rtirun
