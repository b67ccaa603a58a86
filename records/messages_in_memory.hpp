// Time-stamp-ordered messages in shared memory, as far as the Router has read or published them. A
// member reports a fingerprint of the messages that it has handled (HandledMessages::received). If
// it equals the fingerprint here, the member has handled exactly these messages. If that is so for
// each member that waits for an event, their reports belong to one consistent cut
// (docs/architecture.md, "The jump").
//
// A member receives the messages after its beginning. So for each member the part from before is
// subtracted, until its sender sends the next message.
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>

#include "records/promise_scan.hpp"
#include "wire/handles.hpp"
#include "wire/record.hpp"

namespace triad::records {

class MessagesInMemory {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  void clear() { *this = {}; }
  // Adds a member that will read the messages after those so far.
  void add_reader(FederateHandle newcomer) { readers_[newcomer] = {++last_reader_, sum_}; }
  // Adds the message of `sender` at this position.
  void add(FederateHandle sender, Position position) {
    Sender& of = senders_[sender];
    if (position <= of.position) return;
    subtract_earlier(sender, of);
    sum_ += (position - of.position) * participant_hash(sender.value);
    of = {position, last_reader_};
  }
  // Removes a member that has left, as a sender and as a reader.
  void remove(FederateHandle leaver) {
    readers_.erase(leaver);
    const auto at = senders_.find(leaver);
    if (at == senders_.end()) return;
    subtract_earlier(leaver, at->second);
    sum_ -= at->second.position * participant_hash(leaver.value);
    senders_.erase(at);
  }
  // Returns the fingerprint of all messages of others since the beginning of `member`, which must
  // be a reader.
  std::uint64_t received_by(FederateHandle member) const {
    const Reader& reader = readers_.at(member);
    const std::uint64_t received = sum_ - reader.earlier;
    const auto own = senders_.find(member);
    if (own == senders_.end() || reader.number > own->second.last_reader) return received;
    return received - own->second.position * participant_hash(member.value);
  }

 private:
  struct Sender {
    Position position = 0;          // of its last message
    std::uint64_t last_reader = 0;  // number of the newest reader at that message
  };
  struct Reader {
    std::uint64_t number = 0;   // ascending
    std::uint64_t earlier = 0;  // fingerprint of the messages that are last of their senders, and
                                // from before its beginning
  };

  // Removes the sender's last message, which is about to be replaced, from the parts that readers
  // subtract. Readers that began after it no longer subtract it.
  void subtract_earlier(FederateHandle sender, const Sender& of) {
    if (of.last_reader == last_reader_) return;
    for (auto& [federate, reader] : readers_) {
      if (reader.number > of.last_reader)
        reader.earlier -= of.position * participant_hash(sender.value);
    }
  }

  boost::container::flat_map<FederateHandle, Sender> senders_;
  boost::container::flat_map<FederateHandle, Reader> readers_;
  std::uint64_t last_reader_ = 0;  // number
  std::uint64_t sum_ = 0;          // of the last message of each sender
};

}  // namespace triad::records
