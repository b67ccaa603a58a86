// See datagram_inbox.hpp.
#include "transport/udp/datagram_inbox.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace triad::transport {

void DatagramInbox::put(std::uint64_t number, std::uint64_t frames_before, Bytes frame) {
  if (!is_believed(number)) return;
  auto at = waiting_.end();
  while (at != waiting_.begin() && std::prev(at)->number >= number) --at;
  if (number <= passed_ || (at != waiting_.end() && at->number == number)) {
    ++dropped_;
    return;
  }
  newest_ = std::max(newest_, number);
  Datagram datagram{number, frames_before, spare_memory()};
  held_bytes_ -= datagram.frame.capacity();
  datagram.frame.assign(frame.begin(), frame.end());
  held_bytes_ += datagram.frame.capacity();
  waiting_.insert(at, std::move(datagram));
  if (waiting_.size() > kWaitingMax) drop_front();
}

bool DatagramInbox::is_believed(std::uint64_t number) {
  const auto distance = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; };
  if (number > newest_ ? number - newest_ <= kJumpMax
                       : passed_ <= kJumpMax || number >= passed_ - kJumpMax) {
    refused_in_a_row_ = 0;
    return true;
  }
  ++refused_;
  if (number == 0) return false;
  const bool goes_on = refused_in_a_row_ > 0 && distance(number, last_refused_) <= kJumpMax;
  refused_in_a_row_ = goes_on ? refused_in_a_row_ + 1 : 1;
  last_refused_ = number;
  if (refused_in_a_row_ < kBelievedFrom) return false;
  refused_in_a_row_ = 0;
  go_on_from(number);
  return true;
}

// Continues from a new number. Drops the waiting datagrams, because their numbers no longer fit.
void DatagramInbox::go_on_from(std::uint64_t number) {
  while (!waiting_.empty()) drop_front();
  const std::uint64_t passed = number - 1;
  missed_ = passed > passed_ ? missed_ + (passed - passed_)
                             : missed_ - std::min(missed_, passed_ - passed);
  passed_ = newest_ = settled_ = passed;
}

bool DatagramInbox::has(std::uint64_t frames) {
  while (!waiting_.empty() && waiting_.front().frames_before < frames) drop_front();
  return is_due(frames);
}

bool DatagramInbox::is_due(std::uint64_t frames) const {
  if (waiting_.empty() || waiting_.front().frames_before != frames) return false;
  const std::uint64_t number = waiting_.front().number;
  return !waits_at_gaps_ || number == passed_ + 1 || number <= settled_;
}

bool DatagramInbox::take(std::uint64_t frames, Bytes& frame) {
  if (!has(frames)) return false;
  keep_spare(std::exchange(taken_, std::move(waiting_.front().frame)));
  pass_front();
  frame = taken_;
  return true;
}

void DatagramInbox::pass_front() {
  missed_ += waiting_.front().number - passed_ - 1;
  passed_ = waiting_.front().number;
  waiting_.pop_front();
}

void DatagramInbox::drop_front() {
  ++dropped_;
  keep_spare(std::move(waiting_.front().frame));
  pass_front();
}

void DatagramInbox::keep_spare(std::vector<std::byte>&& memory) {
  if (spare_.size() < kSpareMax) return spare_.push_back(std::move(memory));
  held_bytes_ -= memory.capacity();
  memory = {};
}

std::vector<std::byte> DatagramInbox::spare_memory() {
  if (spare_.empty()) return {};
  std::vector<std::byte> memory = std::move(spare_.back());
  spare_.pop_back();
  return memory;
}

}  // namespace triad::transport
