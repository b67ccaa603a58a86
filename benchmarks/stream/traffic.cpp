// Implements traffic.hpp. Phase 0 warms up; its results are dropped.
#include "traffic.hpp"

#include <algorithm>
#include <stdexcept>

namespace benchmark_federate {

namespace {

double microseconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1000;
}

// Adds the rate in events per second, from `count` events and the times of the first and the last.
// Adds none for fewer than two events.
void add_rate(std::vector<double>& rates, unsigned long count, std::int64_t first,
              std::int64_t last) {
  if (count < 2 || last <= first) return;
  rates.push_back(static_cast<double>(count - 1) * 1e9 / static_cast<double>(last - first));
}

[[noreturn]] void out_of_order(const Line& line, const char* what, unsigned long due,
                               const Stamps& found) {
  throw std::runtime_error("stream " + line.stream.name + " from " + std::to_string(line.from) +
                           ": " + what + " " + std::to_string(due) + " should come, but " +
                           std::to_string(found.sequence) + " of phase " +
                           std::to_string(found.phase) + " came");
}

}  // namespace

Sending::Sending(const Line& line) : line_(line) {
  for (const unsigned long to : line_.to) exchanges_[to];
}

void Sending::begin(std::uint32_t phase, std::int64_t now) {
  phase_ = phase;
  sent_ = 0;
  in_advance_ = 0;
  given_up_ = 0;
  news_ = now;
  for (const unsigned long to : line_.to) {
    next_[to] = 0;
    answers_[to] = 0;
    // Avoids a reallocation during the measurement.
    if (line_.stream.two_way) exchanges_[to].reserve(exchanges_[to].size() + line_.stream.updates);
  }
}

unsigned long Sending::answered_by_all() const {
  unsigned long least = sent_;
  for (const auto& entry : next_) least = std::min(least, entry.second);
  return std::max(least, given_up_);
}

void Sending::give_up_lost(std::int64_t now) {
  const bool may_lose = line_.stream.delivery == Delivery::best_effort;
  if (may_lose && now - news_ > kLostAfterNs) given_up_ = sent_;
}

bool Sending::may_send(std::int64_t now) {
  const Stream& stream = line_.stream;
  if (sent_ == stream.updates || paced(now)) return false;
  if (stream.per_advance > 0 && in_advance_ == stream.per_advance) return false;
  if (!stream.two_way) return true;
  if (sent_ - answered_by_all() >= stream.window) give_up_lost(now);
  return sent_ - answered_by_all() < stream.window;
}

bool Sending::paced(std::int64_t now) const {
  if (sent_ == 0 || sent_ == line_.stream.updates) return false;
  return microseconds(now - last_) < line_.stream.interval_us;
}

Stamps Sending::send(std::int64_t now) {
  if (sent_ == 0) first_ = now;
  last_ = now;
  news_ = now;
  Stamps stamps;
  stamps.line = static_cast<std::uint32_t>(line_.number);
  stamps.phase = phase_;
  stamps.sequence = static_cast<std::uint32_t>(sent_);
  stamps.t0 = now;
  ++sent_;
  ++in_advance_;
  return stamps;
}

void Sending::on_answer(const Stamps& stamps, std::int64_t now) {
  const auto due = next_.find(stamps.answers_by);
  if (due == next_.end()) {
    throw std::runtime_error("stream " + line_.stream.name + ": an answer by federate " +
                             std::to_string(stamps.answers_by) + ", which is no receiver");
  }
  const bool is_due = stamps.phase == phase_ && stamps.sequence == due->second;
  if (!is_due && line_.stream.delivery == Delivery::reliable) {
    out_of_order(line_, "answer", due->second, stamps);
  }
  if (stamps.phase != phase_) return;  // Too late; counted as lost in its own phase.
  due->second = std::max<unsigned long>(due->second, stamps.sequence + 1);
  ++answers_[stamps.answers_by];
  news_ = now;
  if (phase_ == 0) return;
  exchanges_[stamps.answers_by].push_back(
      {microseconds(stamps.t1 - stamps.t0), microseconds(stamps.t2 - stamps.t1),
       microseconds(now - stamps.t2), microseconds(now - stamps.t0)});
}

bool Sending::complete(std::int64_t now) {
  if (sent_ < line_.stream.updates) return false;
  if (!line_.stream.two_way) return true;
  bool all = true;
  for (const auto& entry : answers_) all = all && entry.second == sent_;
  if (all) return true;
  give_up_lost(now);
  return given_up_ == sent_;
}

void Sending::end() {
  if (phase_ == 0) return;
  add_rate(sent_per_s_, sent_, first_, last_);
  if (!line_.stream.two_way) return;
  double lost = 0;
  for (const auto& entry : answers_) lost += static_cast<double>(sent_ - entry.second);
  lost_.push_back(lost);
}

void Receiving::begin(std::uint32_t phase) {
  phase_ = phase;
  received_ = 0;
  latencies_.reserve(latencies_.size() + line_.stream.updates);
}

bool Receiving::on_update(const Stamps& stamps, std::int64_t now) {
  const bool is_due = stamps.phase == phase_ && stamps.sequence == received_;
  if (!is_due && line_.stream.delivery == Delivery::reliable) {
    out_of_order(line_, "update", received_, stamps);
  }
  if (stamps.phase != phase_) return false;
  if (received_ == 0) first_ = now;
  last_ = now;
  ++received_;
  if (phase_ > 0) latencies_.push_back(microseconds(now - stamps.t0));
  return line_.stream.two_way;
}

void Receiving::end() {
  if (phase_ == 0) return;
  add_rate(reflected_per_s_, received_, first_, last_);
  lost_.push_back(static_cast<double>(line_.stream.updates - received_));
}

}  // namespace benchmark_federate
