// State machine of a run: decides when processes start, which signals end them, and when the run is
// over. Without I/O, clocks and processes; Supervisor gives it the inputs and carries out its
// actions.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

enum class ProcessState {
  waiting,     // Not yet started.
  starting,    // Started, not ready.
  ready,       // The rtig answers, or the federate has joined.
  restarting,  // Ends or has ended; starts again when its remaining processes have ended.
  stopping,    // Ends, as the user has asked.
  stopped,     // Has ended, as the user has asked.
  ended,
};

struct ProcessStatus {
  std::string name;
  ProcessState state = ProcessState::waiting;
  unsigned restarts = 0;  // After failures.
  std::string end = {};   // "ended with status 0"; empty until the first end.
  unsigned starts = 0;    // All starts, also those that the user has asked for.
  bool is_gone = true;    // No process of it is left, grandchildren included.
};

// Last known state of a run.
struct KnownRun {
  std::vector<ProcessStatus> processes;  // Those of the plan, in its order.
  Moment used{0};                        // Time since the run began.
  bool is_stopping = false;
  bool is_good = true;  // No failure has happened.
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

  explicit RunMachine(RunPlan plan);

  Actions begin(Moment now);
  // Goes on with the run of an rtirun that was killed.
  Actions take_up(const KnownRun& known, Moment now);
  // Records that the rtig has answered, or the federate has joined.
  Actions process_is_ready(std::size_t process, Moment now);
  // Records that the process has ended; its grandchildren may still run. `text` is "ended with
  // status 3".
  Actions process_ended(std::size_t process, bool is_good, const std::string& text, Moment now);
  // Records that the process cannot be started.
  Actions start_failed(std::size_t process, const std::string& reason, Moment now);
  // Records that the process and all that it has started have ended. Follows process_ended().
  Actions process_is_gone(std::size_t process, Moment now);
  // Handles the user's request to end a process, or to end it and start it again. The request
  // must be allowed by refusal().
  Actions process_stop_requested(std::size_t process, Moment now);
  Actions process_restart_requested(std::size_t process, Moment now);
  // Handles the user's request to end the run. A further request sends the next signal at once.
  Actions stop_requested(const std::string& reason, Moment now);
  // Handles that the deadline may have passed.
  Actions time_passed(Moment now);

  // Returns the reason why the process cannot be stopped or restarted now; empty if it can.
  std::string refusal(std::size_t process) const;
  // Returns the time of the next call of time_passed(), if any.
  std::optional<Moment> deadline() const;
  const std::vector<ProcessStatus>& processes() const { return processes_; }
  bool is_stopping() const { return stopping_; }
  bool is_good() const { return is_good_; }
  // Returns whether all federates have been ready or have ended.
  bool is_up() const { return is_up_; }

 private:
  // Signals that a process has received so that it ends.
  struct Ending {
    std::size_t signals_sent = 0;
    std::optional<Moment> deadline =
        {};  // Of the next signal; absent if the process is not ending.
  };
  bool is_last_layer(std::size_t process) const {
    return plan_.processes[process].layer == layers_ - 1;
  }
  void start_process(std::size_t process, Actions& actions);
  // Starts the waiting processes whose lower layers are ready.
  void start_due(Actions& actions);
  void check_up(Moment now, Actions& actions);
  void fail(std::size_t process, const std::string& text, Moment now, Actions& actions);
  void stop(const std::string& reason, Moment now, Actions& actions);
  void send_next_signal(std::size_t process, Moment now, Actions& actions);
  // Ends the next lower layer when the current one is gone.
  void check_layer(Moment now, Actions& actions);
  void check_start_timeout(Moment now, Actions& actions);

  RunPlan plan_;
  std::vector<ProcessStatus> processes_;
  std::vector<Ending> endings_;  // One for each process.
  std::size_t layers_ = 1;
  std::size_t stopping_layer_ = 0;  // Layer that ends, while the run stops.
  std::optional<Moment> start_deadline_;
  std::optional<Moment> end_deadline_;
  bool stopping_ = false;
  bool finished_ = false;
  bool is_up_ = false;
  bool is_good_ = true;
};

// Returns "starting", "ready" and so on.
std::string_view name_of(ProcessState state);
// Returns the state with this name, or nothing.
std::optional<ProcessState> state_named(std::string_view name);

}  // namespace triad::rtirun
