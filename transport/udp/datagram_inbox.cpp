// See datagram_inbox.hpp.
#include "transport/udp/datagram_inbox.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace triad::transport {

void DatagramInbox::insert(std::uint64_t number, std::uint64_t frames_before, Bytes frame) {
  if (!accept_number(number)) return;
  auto at = waiting_.end();
  while (at != waiting_.begin() && std::prev(at)->number >= number) --at;
  if (number <= last_passed_ || (at != waiting_.end() && at->number == number)) {
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

bool DatagramInbox::accept_number(std::uint64_t number) {
  const auto distance = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; };
  if (number > newest_ ? number - newest_ <= kJumpMax
                       : last_passed_ <= kJumpMax || number >= last_passed_ - kJumpMax) {
    refused_run_ = 0;
    return true;
  }
  ++refused_;
  if (number == 0) return false;
  const bool goes_on = refused_run_ > 0 && distance(number, last_refused_) <= kJumpMax;
  refused_run_ = goes_on ? refused_run_ + 1 : 1;
  last_refused_ = number;
  if (refused_run_ < kRestartAfterRefusals) return false;
  refused_run_ = 0;
  restart_at(number);
  return true;
}

// Continues from a new number. Drops the waiting datagrams, because their numbers no longer fit.
void DatagramInbox::restart_at(std::uint64_t number) {
  while (!waiting_.empty()) drop_front();
  const std::uint64_t passed = number - 1;
  missed_ = passed > last_passed_ ? missed_ + (passed - last_passed_)
                                  : missed_ - std::min(missed_, last_passed_ - passed);
  last_passed_ = newest_ = accepted_gaps_to_ = passed;
}

bool DatagramInbox::has_frame(std::uint64_t frames) {
  while (!waiting_.empty() && waiting_.front().frames_before < frames) drop_front();
  return is_due(frames);
}

bool DatagramInbox::is_due(std::uint64_t frames) const {
  if (waiting_.empty() || waiting_.front().frames_before != frames) return false;
  const std::uint64_t number = waiting_.front().number;
  return !holds_at_gaps_ || number == last_passed_ + 1 || number <= accepted_gaps_to_;
}

bool DatagramInbox::take_frame(std::uint64_t frames, Bytes& frame) {
  if (!has_frame(frames)) return false;
  keep_spare(std::exchange(taken_, std::move(waiting_.front().frame)));
  remove_front();
  frame = taken_;
  return true;
}

void DatagramInbox::remove_front() {
  missed_ += waiting_.front().number - last_passed_ - 1;
  last_passed_ = waiting_.front().number;
  waiting_.pop_front();
}

void DatagramInbox::drop_front() {
  ++dropped_;
  keep_spare(std::move(waiting_.front().frame));
  remove_front();
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
