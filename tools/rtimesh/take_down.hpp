// Ends child processes in an order: SIGTERM to a stage of them, and when all have ended, or after a
// while SIGKILL, the next stage. Used by MeshRun, which tells when children have ended.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtimesh/child_process.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtimesh {

class TakeDown {
 public:
  static constexpr transport::Duration kPatience = std::chrono::seconds(5);

  struct Child {
    std::string name;
    ChildProcess* process = nullptr;
  };
  using Stage = std::vector<Child>;

  // `on_killed` hears of each that did not end by itself.
  TakeDown(transport::EventLoop& loop, std::vector<Stage> stages,
           std::function<void(const Child&)> on_killed);
  TakeDown(const TakeDown&) = delete;
  TakeDown& operator=(const TakeDown&) = delete;
  ~TakeDown();

  // Perhaps some have ended.
  void look();
  // The user has no patience: SIGKILL to all that still run.
  void hurry();
  bool is_done() const { return stages_.empty(); }

 private:
  void begin_stage();
  void kill_stage();

  transport::EventLoop& loop_;
  std::vector<Stage> stages_;  // the first is under way
  std::function<void(const Child&)> on_killed_;
  std::optional<transport::TimerKey> timer_;
};

}  // namespace triad::rtimesh
