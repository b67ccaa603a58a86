// Time-stamp-ordered messages that a member has handled or sent: the last one of each sender, and
// fingerprints of all. Members with the same fingerprint have handled the same messages, but for
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
    Message& last = last_entry(sender);
    if (position <= last.position) return;
    fingerprint_ += (position - last.position) * participant_hash(sender.value);
    if (last.is_earlier) earlier_ -= last.position * participant_hash(sender.value);
    last = {position, false};
  }
  // Records a message from before the member's beginning in the stream of `sender`. It counts as
  // handled.
  void add_earlier(FederateHandle sender, Position position) {
    Message& last = last_entry(sender);
    const bool is_first = last.position == 0 || last.is_earlier;
    if (!is_first || position <= last.position) return add(sender, position);
    const std::uint64_t more = (position - last.position) * participant_hash(sender.value);
    fingerprint_ += more;
    earlier_ += more;
    last = {position, true};
  }
  // Removes a sender that has left.
  void remove(FederateHandle sender) {
    const auto at = last_.find(sender);
    if (at == last_.end()) return;
    const std::uint64_t part = at->second.position * participant_hash(sender.value);
    fingerprint_ -= part;
    if (at->second.is_earlier) earlier_ -= part;
    last_.erase(at);
  }
  // Returns the position of the last message of a sender, or 0.
  Position last_position(FederateHandle sender) const {
    const auto at = last_.find(sender);
    return at == last_.end() ? 0 : at->second.position;
  }
  std::uint64_t fingerprint() const { return fingerprint_; }
  // Returns the fingerprint of the messages of others since the beginning of the member `self`.
  // MessagesInMemory::received_by() equals it if the member has handled all of them.
  std::uint64_t received(FederateHandle self) const {
    return fingerprint_ - earlier_ - last_position(self) * participant_hash(self.value);
  }
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
  struct Message {
    Position position = 0;
    bool is_earlier = false;  // from before the member's beginning
  };

  // Returns the sender's entry, and makes it if there is none. Tries the entry after the last one
  // first, because messages often arrive in the order of their senders.
  Message& last_entry(FederateHandle sender) {
    if (next_index_ >= last_.size() || last_.nth(next_index_)->first != sender) {
      next_index_ = last_.index_of(last_.try_emplace(sender).first);
    }
    return last_.nth(next_index_++)->second;
  }

  boost::container::flat_map<FederateHandle, Message> last_;
  std::size_t next_index_ = 0;  // index after the last sender
  std::uint64_t fingerprint_ = 0;
  std::uint64_t earlier_ = 0;  // part of fingerprint_ from before the member's beginning
};

}  // namespace triad::records
