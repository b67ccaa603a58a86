// One end of the words that two peers exchange for one federation. In each direction they form one
// sequence, by whichever way they go. Words that the peer has not received are kept; if the way
// changes, they are sent again on the new one, and the receiver skips duplicates. Best effort is
// not part of the sequence: it may be lost, and it is dropped if overtaken. By relays it may even
// arrive after later words of the sequence; a fence says up to which number best effort counts as
// overtaken. Pure, part of a PeerRoutes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "queues/record_queue.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class PeerStream {
 public:
  // --- To the peer
  // Encodes the next word. The result is valid until the next call of put() or put_fence().
  template <class Message>
  wire::Bytes put(Message message) {
    message.sequence = ++sent_;
    if (out_.capacity() > queues::RecordQueue::kChunkBytes) out_ = {};
    out_.clear();
    wire::encode_record({}, message, out_);
    kept_.push(out_);
    return out_;
  }
  // Encodes best effort, which must be sent at once and is not kept. Numbers must ascend.
  void put_best_effort(wire::PeerData data, std::uint64_t number, std::uint16_t flags,
                       wire::Buffer& word) {
    data.sequence = sent_;
    data.best_effort = best_effort_sent_ = number;
    wire::RecordHeader header;
    header.flags = flags;
    word.clear();
    wire::encode_record(header, data, word);
    open_best_effort_ = true;
  }
  // Records that best effort with this number goes by relays.
  void put_relayed(std::uint64_t number) {
    best_effort_sent_ = number;
    open_best_effort_ = true;
    open_relayed_ = true;
  }
  // Returns true if best effort was sent after the last fence.
  bool needs_fence() const { return open_best_effort_; }
  // Returns true if best effort went by relays after the last fence; the next data needs a fence
  // before it.
  bool needs_fence_before_data() const { return open_relayed_; }
  wire::Bytes put_fence(std::uint64_t session) {
    open_best_effort_ = false;
    open_relayed_ = false;
    return put(wire::PeerFence{session, 0, best_effort_sent_});
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t received_there() const { return sent_ - kept_.size(); }
  // Returns false if no word with that number was sent.
  [[nodiscard]] bool note_received_there(std::uint64_t sequence) {
    if (sequence > sent_) return false;
    const std::size_t before = kept_.bytes();
    while (received_there() < sequence) kept_.pop();
    bytes_received_there_ += before - kept_.bytes();
    return true;
  }
  std::uint64_t bytes_received_there() const { return bytes_received_there_; }
  // Returns words that the peer may not have received.
  const queues::RecordQueue& kept() const { return kept_; }

  // --- From the peer
  enum class Came { next, again, out_of_order };
  Came take(std::uint64_t sequence) {
    if (sequence <= received_) return Came::again;
    if (sequence != received_ + 1) return Came::out_of_order;
    ++received_;
    return Came::next;
  }
  // Best effort that was overtaken counts as a duplicate.
  Came take_best_effort(std::uint64_t sequence, std::uint64_t number) {
    if (sequence > received_) return Came::out_of_order;
    if (sequence < received_ || number <= best_effort_received_) return Came::again;
    best_effort_received_ = number;
    return Came::next;
  }
  Came take_relayed(std::uint64_t number) {
    if (number <= best_effort_received_) return Came::again;
    best_effort_received_ = number;
    return Came::next;
  }
  // Treats best effort with numbers up to this one as overtaken.
  void note_fence(std::uint64_t number) {
    if (number > best_effort_received_) best_effort_received_ = number;
  }
  std::uint64_t received() const { return received_; }

 private:
  queues::RecordQueue kept_;
  wire::Buffer out_;
  std::uint64_t sent_ = 0;
  std::uint64_t bytes_received_there_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t best_effort_sent_ = 0;
  std::uint64_t best_effort_received_ = 0;
  bool open_best_effort_ = false;
  bool open_relayed_ = false;
};

}  // namespace triad::router
