// Time-stamp-ordered messages that a member has handled or sent: the last one of each sender, and a
// fingerprint of all. Members with the same fingerprint have handled the same messages, but for
// collisions of 64-bit numbers. A note, a time promise in shared memory, has the fingerprint
// (docs/shm-fabric.md, "Conditional promises in notes").
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <span>

#include "records/promise_scan.hpp"
#include "wire/handles.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::records {

class HandledMessages {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  void clear() { *this = {}; }
  // Records that the member has handled or sent the message of `sender` at this position.
  void add(FederateHandle sender, Position position) {
    Position& last = last_entry(sender);
    if (position <= last) return;
    fingerprint_ += (position - last) * participant_hash(sender.value);
    last = position;
  }
  // Removes a sender that has left.
  void remove(FederateHandle sender) {
    const auto at = last_.find(sender);
    if (at == last_.end()) return;
    fingerprint_ -= at->second * participant_hash(sender.value);
    last_.erase(at);
  }
  // Returns the position of the last message of a sender, or 0.
  Position last_position(FederateHandle sender) const {
    const auto at = last_.find(sender);
    return at == last_.end() ? 0 : at->second;
  }
  std::uint64_t fingerprint() const { return fingerprint_; }
  // Returns the value of fingerprint() after all messages up to `sent`, the last message of each
  // other sender. It equals fingerprint() if the member has handled them.
  std::uint64_t fingerprint_up_to(std::span<const wire::StreamPosition> sent) const {
    std::uint64_t sum = fingerprint_;
    for (const auto& [sender, position] : sent) {
      const Position known = last_position(sender);
      if (position > known) sum += (position - known) * participant_hash(sender.value);
    }
    return sum;
  }

 private:
  // Messages often arrive in the order of their senders, so the entry after the last one is tried
  // first.
  Position& last_entry(FederateHandle sender) {
    if (next_index_ >= last_.size() || last_.nth(next_index_)->first != sender) {
      next_index_ = last_.index_of(last_.try_emplace(sender).first);
    }
    return last_.nth(next_index_++)->second;
  }

  boost::container::flat_map<FederateHandle, Position> last_;
  std::size_t next_index_ = 0;  // index after the last sender
  std::uint64_t fingerprint_ = 0;
};

}  // namespace triad::records
