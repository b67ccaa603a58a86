// Ends child processes in stages: sends SIGTERM to a stage, and SIGKILL after kPatience; continues
// with the next stage when all its children have ended. Used by MeshRun.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtimesh/child_process.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtimesh {

class StagedShutdown {
 public:
  static constexpr transport::Duration kPatience = std::chrono::seconds(5);

  struct Child {
    std::string name;
    ChildProcess* process = nullptr;
  };
  using Stage = std::vector<Child>;

  // Starts the first stage. Calls `on_killed` for each child that needed SIGKILL.
  StagedShutdown(transport::EventLoop& loop, std::vector<Stage> stages,
                 std::function<void(const Child&)> on_killed);
  StagedShutdown(const StagedShutdown&) = delete;
  StagedShutdown& operator=(const StagedShutdown&) = delete;
  ~StagedShutdown();  // Does not end children that still run.

  // Checks for children that have ended. MeshRun calls it when a child has.
  void check_children();
  // Sends SIGKILL to all children that still run, on the user's second signal.
  void kill_all();
  bool is_done() const { return stages_.empty(); }

 private:
  void begin_stage();
  void kill_stage();

  transport::EventLoop& loop_;
  std::vector<Stage> stages_;  // The first is under way.
  std::function<void(const Child&)> on_killed_;
  std::optional<transport::TimerKey> timer_;
};

}  // namespace triad::rtimesh
