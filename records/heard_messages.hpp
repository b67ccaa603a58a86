// Time-stamp-ordered messages that a member has handled or sent: the last one of each sender, and a
// fingerprint of all. Two members with the same fingerprint have handled the same messages
// (docs/shm-fabric.md, "Conditional promises in notes").
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <span>

#include "records/promise_scan.hpp"
#include "wire/handles.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::records {

class HeardMessages {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  void clear() { *this = {}; }
  // Records that the member has handled or sent the message of `sender` at this position.
  void add(FederateHandle sender, Position position) {
    Position& last = last_of(sender);
    if (position <= last) return;
    sum_ += (position - last) * among(sender.value);
    last = position;
  }
  // Removes a sender that has left.
  void forget(FederateHandle sender) {
    const auto at = last_.find(sender);
    if (at == last_.end()) return;
    sum_ -= at->second * among(sender.value);
    last_.erase(at);
  }
  // Returns the position of the last message of a sender, or 0.
  Position last(FederateHandle sender) const {
    const auto at = last_.find(sender);
    return at == last_.end() ? 0 : at->second;
  }
  std::uint64_t sum() const { return sum_; }
  // Returns the value of sum() after all messages up to `sent`, the last message of each other
  // sender. It equals sum() if the member has handled them.
  std::uint64_t sum_up_to(std::span<const wire::StreamPosition> sent) const {
    std::uint64_t sum = sum_;
    for (const auto& [sender, position] : sent) {
      const Position known = last(sender);
      if (position > known) sum += (position - known) * among(sender.value);
    }
    return sum;
  }

 private:
  // Messages often arrive in the order of their senders, so the entry after the last one is tried
  // first.
  Position& last_of(FederateHandle sender) {
    if (next_ >= last_.size() || last_.nth(next_)->first != sender) {
      next_ = last_.index_of(last_.try_emplace(sender).first);
    }
    return last_.nth(next_++)->second;
  }

  boost::container::flat_map<FederateHandle, Position> last_;
  std::size_t next_ = 0;  // index after the last sender
  std::uint64_t sum_ = 0;
};

}  // namespace triad::records
