#include "tools/rtimesh/take_down.hpp"

#include <signal.h>

#include <algorithm>
#include <utility>

namespace triad::rtimesh {

TakeDown::TakeDown(transport::EventLoop& loop, std::vector<Stage> stages,
                   std::function<void(const Child&)> on_killed)
    : loop_(loop), stages_(std::move(stages)), on_killed_(std::move(on_killed)) {
  begin_stage();
}

TakeDown::~TakeDown() {
  if (timer_) loop_.cancel_timer(*timer_);
}

void TakeDown::begin_stage() {
  const auto runs = [](const Child& child) { return child.process->runs(); };
  while (!stages_.empty() && std::ranges::none_of(stages_.front(), runs)) {
    stages_.erase(stages_.begin());
  }
  if (stages_.empty()) return;
  for (const Child& child : stages_.front()) child.process->signal(SIGTERM);
  timer_ = loop_.add_timer(kPatience, [this] {
    timer_.reset();
    kill_stage();
  });
}

void TakeDown::look() {
  if (is_done()) return;
  for (const Child& child : stages_.front()) {
    if (child.process->runs()) return;
  }
  if (timer_) loop_.cancel_timer(*std::exchange(timer_, std::nullopt));
  begin_stage();
}

void TakeDown::kill_stage() {
  if (is_done()) return;
  for (const Child& child : stages_.front()) {
    if (!child.process->runs()) continue;
    on_killed_(child);
    child.process->signal(SIGKILL);
  }
}

void TakeDown::hurry() {
  for (const Stage& stage : stages_) {
    for (const Child& child : stage) child.process->signal(SIGKILL);
  }
}

}  // namespace triad::rtimesh
