// Files of a run: its folder, beside the scenario's file unless the user names another, with the
// logs, the state for `status` and `down`, and a lock that the rtirun of the run holds.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "tools/rtirun/log_lines.hpp"
#include "tools/rtirun/run_machine.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

// Last known state of a run, as the file has it.
struct RunState {
  struct Process {
    ProcessStatus status;
    std::string host = kThisHost;
  };
  std::string run;  // Random name; the mark of process N is RUN.N.
  std::string url;
  bool is_up = false;
  bool is_stopping = false;
  bool is_good = true;  // No failure has happened.
  WallClock began{0};
  std::vector<Process> processes;
};

using rtimesh::Fault;
using rtimesh::Outcome;

class RunFiles {
 public:
  // Makes no folder. `folder` is empty if the user names none.
  RunFiles(const std::string& scenario, const std::string& folder);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path log_of(const std::string& process) const;

  // Removes the logs and the ends of an earlier run.
  void remove_outputs() const;

  // Makes the folder, and takes the lock. Fails if another rtirun has it.
  Outcome<transport::UniqueFd> lock() const;
  // Returns the process that holds the lock, or 0. Not for the holder itself: the call would
  // release its lock.
  pid_t lock_holder() const;
  // Waits until no rtirun holds the lock.
  void wait_for_unlock() const;

  std::filesystem::path mesh_file() const { return folder_ / "mesh.yaml"; }
  // Writes the file of the mesh.
  Outcome<void> keep_mesh(const std::string& text) const;
  // Keep the text of the scenario with which the run began, and return it (empty: none is kept).
  Outcome<void> keep_scenario(const std::string& text) const;
  std::string kept_scenario() const;

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

// Returns a name for a new run: 32 random hexadecimal digits.
std::string make_run_name();

}  // namespace triad::rtirun
