// One end of the words that two peers exchange for one federation. In each direction they form one
// sequence, by whichever way they go. Words that the peer has not received are kept; if the way
// changes, they are sent again on the new one, and the receiver skips duplicates. Best effort is
// not part of the sequence: it may be lost, and it is dropped if overtaken. By relays it may even
// arrive after later words of the sequence; a fence says up to which number best effort counts as
// overtaken. Pure, part of a PeerRoutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "queues/record_queue.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

// Returns the session of a word between peers. Empty: it is malformed.
inline std::optional<std::uint64_t> session_of(const wire::Record& word) {
  std::uint64_t session = 0;
  if (word.payload.size() < sizeof session) return std::nullopt;
  std::memcpy(&session, word.payload.data(), sizeof session);
  return session;
}

class PeerStream {
 public:
  // --- To the peer
  // Encodes the next word. The result is valid until the next call of encode_next() or
  // encode_fence().
  template <class Message>
  wire::Bytes encode_next(Message message) {
    message.sequence = ++sent_;
    if (out_.capacity() > queues::RecordQueue::kChunkBytes) out_ = {};
    out_.clear();
    wire::encode_record({}, message, out_);
    unacknowledged_.push(out_);
    return out_;
  }
  // Encodes best-effort data, which must be sent at once and is not kept. Numbers must ascend.
  void encode_best_effort(wire::PeerData data, std::uint64_t number, std::uint16_t flags,
                          wire::Buffer& word) {
    data.sequence = sent_;
    data.best_effort = best_effort_sent_ = number;
    wire::RecordHeader header;
    header.flags = flags;
    word.clear();
    wire::encode_record(header, data, word);
    needs_fence_ = true;
  }
  // Records that best-effort data with this number goes through relays.
  void record_relayed(std::uint64_t number) {
    best_effort_sent_ = number;
    needs_fence_ = true;
    needs_fence_before_data_ = true;
  }
  // Returns true if best effort was sent after the last fence.
  bool needs_fence() const { return needs_fence_; }
  // Returns true if best effort went by relays after the last fence; the next data needs a fence
  // before it.
  bool needs_fence_before_data() const { return needs_fence_before_data_; }
  wire::Bytes encode_fence(std::uint64_t session) {
    needs_fence_ = false;
    needs_fence_before_data_ = false;
    return encode_next(wire::PeerFence{session, 0, best_effort_sent_});
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t acknowledged() const { return sent_ - unacknowledged_.size(); }
  // Returns false if no word with that number was sent.
  [[nodiscard]] bool acknowledge(std::uint64_t sequence) {
    if (sequence > sent_) return false;
    const std::size_t before = unacknowledged_.bytes();
    while (acknowledged() < sequence) unacknowledged_.pop();
    acknowledged_bytes_ += before - unacknowledged_.bytes();
    return true;
  }
  std::uint64_t acknowledged_bytes() const { return acknowledged_bytes_; }
  // Returns words that the peer may not have received.
  const queues::RecordQueue& unacknowledged() const { return unacknowledged_; }

  // --- From the peer
  enum class Arrival { next, duplicate, out_of_order };
  Arrival accept(std::uint64_t sequence) {
    if (sequence <= received_) return Arrival::duplicate;
    if (sequence != received_ + 1) return Arrival::out_of_order;
    ++received_;
    return Arrival::next;
  }
  // Accepts best-effort data. Returns `out_of_order` if an earlier word is missing, and `duplicate`
  // if the data was overtaken.
  Arrival accept_best_effort(std::uint64_t sequence, std::uint64_t number) {
    if (sequence > received_) return Arrival::out_of_order;
    if (sequence < received_ || number <= best_effort_received_) return Arrival::duplicate;
    best_effort_received_ = number;
    return Arrival::next;
  }
  Arrival accept_relayed(std::uint64_t number) {
    if (number <= best_effort_received_) return Arrival::duplicate;
    best_effort_received_ = number;
    return Arrival::next;
  }
  // Treats best effort with numbers up to this one as overtaken.
  void apply_fence(std::uint64_t number) {
    if (number > best_effort_received_) best_effort_received_ = number;
  }
  std::uint64_t received() const { return received_; }

 private:
  queues::RecordQueue unacknowledged_;
  wire::Buffer out_;
  std::uint64_t sent_ = 0;
  std::uint64_t acknowledged_bytes_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t best_effort_sent_ = 0;
  std::uint64_t best_effort_received_ = 0;
  bool needs_fence_ = false;
  bool needs_fence_before_data_ = false;
};

}  // namespace triad::router
