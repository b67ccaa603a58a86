// State machine of a run: decides when processes start, which signals end them, and when the run is
// over. Without I/O, clocks and processes; Supervisor gives it the inputs and carries out its
// actions. Process 0 is the rtig, the others are the federates.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Time since any fixed point.
using Moment = std::chrono::milliseconds;

enum class ProcessState {
  waiting,     // Not yet started.
  starting,    // Started, not ready.
  ready,       // The rtig answers, or the federate has joined.
  restarting,  // Ended; starts again when its remaining processes have ended.
  ended,
};

struct ProcessStatus {
  std::string name;
  ProcessState state = ProcessState::waiting;
  unsigned restarts = 0;
  std::string end = {};  // "ended with status 0"; empty until the first end.
  bool is_gone = true;   // No process of it is left, grandchildren included.
};

struct Start {
  std::size_t process;
};
// Sends a signal to all processes that a process has started, and to itself.
struct Signal {
  std::size_t process;
  int number;
};
struct Say {
  std::string text;
};
// Shows the last lines of the log of a process.
struct ShowLog {
  std::size_t process;
};
struct Finish {
  bool is_good;
};
using Action = std::variant<Start, Signal, Say, ShowLog, Finish>;
using Actions = std::vector<Action>;

class RunMachine {
 public:
  // Time between SIGINT, SIGTERM and SIGKILL.
  static constexpr Moment kPatience{5000};

  explicit RunMachine(const Scenario& scenario);

  Actions begin(Moment now);
  // The rtig has answered, or the federate has joined.
  Actions process_is_ready(std::size_t process, Moment now);
  // The process has ended; its grandchildren may still run. `text` is "ended with status 3".
  Actions process_ended(std::size_t process, bool is_good, const std::string& text, Moment now);
  // The process cannot be started.
  Actions start_failed(std::size_t process, const std::string& reason, Moment now);
  // The process and all that it has started have ended. Follows process_ended().
  Actions process_is_gone(std::size_t process, Moment now);
  // The user asks for the end. A further request sends the next signal at once.
  Actions stop_requested(const std::string& reason, Moment now);
  // The deadline may have passed.
  Actions time_passed(Moment now);

  // Returns the time of the next call of time_passed(), if any.
  std::optional<Moment> deadline() const;
  const std::vector<ProcessStatus>& processes() const { return processes_; }
  bool is_stopping() const { return stopping_; }
  // Returns whether all federates have been ready or have ended.
  bool is_up() const { return is_up_; }

 private:
  void start_process(std::size_t process, Actions& actions);
  void check_up(Moment now, Actions& actions);
  void fail(std::size_t process, const std::string& text, Moment now, Actions& actions);
  void stop(const std::string& reason, Moment now, Actions& actions);
  void send_next_signal(Moment now, Actions& actions);
  void check_stage(Moment now, Actions& actions);
  bool is_in_stage(std::size_t process) const { return (process == 0) == last_stage_; }

  std::vector<Federate> federates_;
  std::vector<ProcessStatus> processes_;
  Moment start_timeout_;
  Moment time_limit_;
  std::optional<Moment> start_deadline_;
  std::optional<Moment> end_deadline_;
  std::optional<Moment> signal_deadline_;
  std::size_t signals_sent_ = 0;  // In the current stage.
  bool stopping_ = false;
  bool last_stage_ = false;  // The federates are gone, and the rtig ends.
  bool finished_ = false;
  bool is_up_ = false;
  bool is_good_ = true;
};

// Returns "starting", "ready" and so on.
std::string_view name_of(ProcessState state);

}  // namespace triad::rtirun
