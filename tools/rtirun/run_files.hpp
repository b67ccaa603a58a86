// Files of a run: its folder, beside the scenario's file unless the user names another, with the
// logs, the state for `status` and `down`, and a lock that the rtirun of the run holds.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtirun/own_processes.hpp"
#include "tools/rtirun/run_machine.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

// Last known state of a run, as the file has it.
struct RunState {
  struct Process {
    std::string name;
    std::string state;
    unsigned restarts = 0;
    std::string end;
  };
  std::string run;  // Random name; the mark of process N is RUN.N.
  std::string url;
  bool is_up = false;
  std::vector<Process> processes;
};

class RunFiles {
 public:
  // Makes no folder. `folder` is empty if the user names none.
  RunFiles(const std::string& scenario, const std::string& folder);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path log_of(const std::string& process) const;

  // Makes the folder, and takes the lock. Fails if another rtirun has it.
  Outcome<transport::UniqueFd> lock() const;
  // Returns the process that holds the lock, or 0. Not for the holder itself: the call would
  // release its lock.
  pid_t lock_holder() const;
  // Waits until no rtirun holds the lock.
  void wait_for_unlock() const;

  // Replaces the state's file as a whole.
  Outcome<void> write(const RunState& state) const;
  // Returns nothing if there is no run; fails if the file is not a state's.
  Outcome<std::optional<RunState>> read() const;

 private:
  std::filesystem::path folder_;
};

// Returns the state as JSON text.
std::string as_json(const RunState& state);
// Returns the state, or nothing if the text is not that of a state.
std::optional<RunState> parse_state(const std::string& text);

// Returns the processes of the run that still exist, by their marks.
std::vector<pid_t> processes_left(const RunState& state);
// Returns the mark of the process with this index.
std::string mark_for(const std::string& run, std::size_t process);

}  // namespace triad::rtirun
