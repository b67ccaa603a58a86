// See datagram_inbox.hpp.
#include "transport/udp/datagram_inbox.hpp"

#include <utility>

namespace triad::transport {

void DatagramInbox::put(std::uint64_t number, std::uint64_t frames_before, Bytes frame) {
  if (number <= newest_) {
    ++dropped_;
    return;
  }
  newest_ = number;
  if (waiting_.size() >= kWaitingMax) drop_front();
  Datagram datagram{frames_before, spare_memory()};
  datagram.frame.assign(frame.begin(), frame.end());
  waiting_.push_back(std::move(datagram));
}

bool DatagramInbox::has(std::uint64_t frames) {
  while (!waiting_.empty() && waiting_.front().frames_before < frames) drop_front();
  return !waiting_.empty() && waiting_.front().frames_before == frames;
}

bool DatagramInbox::take(std::uint64_t frames, Bytes& frame) {
  if (!has(frames)) return false;
  spare_.push_back(std::exchange(taken_, std::move(waiting_.front().frame)));
  waiting_.pop_front();
  frame = taken_;
  return true;
}

void DatagramInbox::drop_front() {
  ++dropped_;
  spare_.push_back(std::move(waiting_.front().frame));
  waiting_.pop_front();
}

std::vector<std::byte> DatagramInbox::spare_memory() {
  if (spare_.empty()) return {};
  std::vector<std::byte> memory = std::move(spare_.back());
  spare_.pop_back();
  return memory;
}

}  // namespace triad::transport
