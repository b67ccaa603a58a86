#include "tools/rtirun/run_machine.hpp"

#include <signal.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "core/count_text.hpp"

namespace triad::rtirun {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGKILL};

}  // namespace

std::string_view name_of(ProcessState state) {
  switch (state) {
    case ProcessState::waiting:
      return "waiting";
    case ProcessState::starting:
      return "starting";
    case ProcessState::ready:
      return "ready";
    case ProcessState::restarting:
      return "restarting";
    case ProcessState::ended:
      break;
  }
  return "ended";
}

RunMachine::RunMachine(const Scenario& scenario)
    : federates_(scenario.federates),
      start_timeout_(scenario.start_timeout),
      time_limit_(scenario.time_limit) {
  processes_.push_back({.name = "rtig"});
  for (const Federate& federate : federates_) processes_.push_back({.name = federate.name});
}

Actions RunMachine::begin(Moment now) {
  Actions actions;
  start_deadline_ = now + start_timeout_;
  if (time_limit_.count() > 0) end_deadline_ = now + time_limit_;
  start_process(0, actions);
  return actions;
}

void RunMachine::start_process(std::size_t process, Actions& actions) {
  ProcessStatus& status = processes_[process];
  const bool waits = process == 0 || federates_[process - 1].ready == Readiness::joined;
  status.state = waits ? ProcessState::starting : ProcessState::ready;
  status.is_gone = false;
  actions.push_back(Start{process});
}

Actions RunMachine::process_is_ready(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  if (stopping_ || status.state != ProcessState::starting) return actions;
  status.state = ProcessState::ready;
  actions.push_back(Say{status.name + (process == 0 ? " answers" : " has joined")});
  if (process == 0) {
    for (std::size_t i = 1; i < processes_.size(); ++i) start_process(i, actions);
  }
  check_up(now, actions);
  return actions;
}

void RunMachine::check_up(Moment now, Actions& actions) {
  const auto federates = std::span(processes_).subspan(1);
  if (!is_up_ && std::ranges::all_of(federates, [](const ProcessStatus& status) {
        return status.state == ProcessState::ready || status.state == ProcessState::ended;
      })) {
    is_up_ = true;
    start_deadline_.reset();
    actions.push_back(Say{core::count_text(federates.size(), "federate") + " ready"});
  }
  if (std::ranges::all_of(federates, [](const ProcessStatus& status) {
        return status.state == ProcessState::ended;
      })) {
    stop("every federate has ended", now, actions);
  }
}

Actions RunMachine::process_ended(std::size_t process, bool is_good, const std::string& text,
                                  Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  status.end = text;
  const bool was_stopping = stopping_;
  status.state = ProcessState::ended;
  if (was_stopping) return actions;
  if (process == 0) {
    fail(process, text, now, actions);
    return actions;
  }
  const Federate& federate = federates_[process - 1];
  if (!is_good && status.restarts < federate.restarts_max) {
    ++status.restarts;
    status.state = ProcessState::restarting;
    actions.push_back(Say{status.name + " " + text + "; restart " +
                          std::to_string(status.restarts) + " of " +
                          std::to_string(federate.restarts_max)});
    actions.push_back(Signal{process, SIGKILL});
    return actions;
  }
  if (!is_good && federate.on_exit != OnExit::go_on) {
    fail(process, text, now, actions);
    return actions;
  }
  actions.push_back(Say{status.name + " " + text});
  if (federate.on_exit == OnExit::stop) stop(status.name + " has ended", now, actions);
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
    check_stage(now, actions);
  } else {
    fail(process, reason, now, actions);
  }
  return actions;
}

Actions RunMachine::process_is_gone(std::size_t process, Moment now) {
  Actions actions;
  ProcessStatus& status = processes_[process];
  status.is_gone = true;
  if (stopping_) {
    check_stage(now, actions);
  } else if (status.state == ProcessState::restarting) {
    start_process(process, actions);
  }
  return actions;
}

Actions RunMachine::stop_requested(const std::string& reason, Moment now) {
  Actions actions;
  if (!stopping_) {
    stop(reason, now, actions);
  } else if (!finished_) {
    send_next_signal(now, actions);
  }
  return actions;
}

Actions RunMachine::time_passed(Moment now) {
  Actions actions;
  if (stopping_) {
    if (signal_deadline_ && now >= *signal_deadline_) send_next_signal(now, actions);
    return actions;
  }
  if (start_deadline_ && now >= *start_deadline_) {
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      const ProcessState state = processes_[i].state;
      if (state != ProcessState::starting && state != ProcessState::restarting) continue;
      fail(i,
           std::string(i == 0 ? "does not answer" : "has not joined") + " after " +
               std::to_string(start_timeout_.count() / 1000) + " s; see `start-timeout`",
           now, actions);
      return actions;
    }
  }
  if (end_deadline_ && now >= *end_deadline_) {
    is_good_ = false;
    stop("the time limit of " + std::to_string(time_limit_.count() / 1000) + " s is over", now,
         actions);
  }
  return actions;
}

std::optional<Moment> RunMachine::deadline() const {
  if (finished_) return std::nullopt;
  if (stopping_) return signal_deadline_;
  if (start_deadline_ && end_deadline_) return std::min(*start_deadline_, *end_deadline_);
  return start_deadline_ ? start_deadline_ : end_deadline_;
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
  send_next_signal(now, actions);
  check_stage(now, actions);
}

// Sends SIGKILL again if processes are left, because one may have started another meanwhile.
void RunMachine::send_next_signal(Moment now, Actions& actions) {
  const int number = kSignals[std::min(signals_sent_, std::size(kSignals) - 1)];
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    if (!is_in_stage(i) || processes_[i].is_gone) continue;
    if (number == SIGKILL) {
      actions.push_back(Say{processes_[i].name + " has not ended in time and is killed"});
    }
    actions.push_back(Signal{i, number});
  }
  ++signals_sent_;
  signal_deadline_ = now + kPatience;
}

void RunMachine::check_stage(Moment now, Actions& actions) {
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    if (is_in_stage(i) && !processes_[i].is_gone) return;
  }
  if (!last_stage_) {
    last_stage_ = true;
    signals_sent_ = 0;
    send_next_signal(now, actions);
    check_stage(now, actions);
  } else if (!finished_) {
    finished_ = true;
    actions.push_back(Finish{is_good_});
  }
}

}  // namespace triad::rtirun
