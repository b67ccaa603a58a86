#include "tools/rtimesh/staged_shutdown.hpp"

#include <signal.h>

#include <algorithm>
#include <utility>

namespace triad::rtimesh {

StagedShutdown::StagedShutdown(transport::EventLoop& loop, std::vector<Stage> stages,
                               std::function<void(const Child&)> on_killed)
    : loop_(loop), stages_(std::move(stages)), on_killed_(std::move(on_killed)) {
  begin_stage();
}

StagedShutdown::~StagedShutdown() {
  if (timer_) loop_.cancel_timer(*timer_);
}

void StagedShutdown::begin_stage() {
  const auto runs = [](const Child& child) { return child.process->is_running(); };
  while (!stages_.empty() && std::ranges::none_of(stages_.front(), runs)) {
    stages_.erase(stages_.begin());
  }
  if (stages_.empty()) return;
  for (const Child& child : stages_.front()) child.process->send_signal(SIGTERM);
  timer_ = loop_.add_timer(kPatience, [this] {
    timer_.reset();
    kill_stage();
  });
}

void StagedShutdown::check_children() {
  if (is_done()) return;
  for (const Child& child : stages_.front()) {
    if (child.process->is_running()) return;
  }
  if (timer_) loop_.cancel_timer(*std::exchange(timer_, std::nullopt));
  begin_stage();
}

void StagedShutdown::kill_stage() {
  if (is_done()) return;
  for (const Child& child : stages_.front()) {
    if (!child.process->is_running()) continue;
    on_killed_(child);
    child.process->send_signal(SIGKILL);
  }
}

void StagedShutdown::kill_all() {
  for (const Stage& stage : stages_) {
    for (const Child& child : stage) child.process->send_signal(SIGKILL);
  }
}

}  // namespace triad::rtimesh
