// What two peers say to each other of one federation, as each of them keeps it: in one sequence in
// each direction, whatever way it takes. What the other one has not received is kept; when the way
// changes it is sent again by the new one, and what has come already is passed over. Best effort is
// no part of that: it may be dropped on its way, and what has been overtaken is. By relays it may
// come later than the sequence, too: a fence says from which number on it has not been overtaken.
// Pure, part of a PeerRoutes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "queues/record_queue.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class PeerStream {
 public:
  // --- To the peer.
  // The next one, encoded; valid until the next call of this or of put_fence().
  template <class Message>
  wire::Bytes put(Message message) {
    message.sequence = ++sent_;
    if (out_.capacity() > queues::RecordQueue::kChunkBytes) out_ = {};
    out_.clear();
    wire::encode_record({}, message, out_);
    kept_.push(out_);
    return out_;
  }
  // Of best effort, to be sent at once: it is not kept. Numbers grow.
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
  // The same goes by relays.
  void put_relayed(std::uint64_t number) {
    best_effort_sent_ = number;
    open_best_effort_ = true;
    open_relayed_ = true;
  }
  // Some was sent, and no fence since.
  bool needs_fence() const { return open_best_effort_; }
  // By relays: what is put behind it needs a fence between.
  bool needs_fence_before_data() const { return open_relayed_; }
  wire::Bytes put_fence(std::uint64_t session) {
    open_best_effort_ = false;
    open_relayed_ = false;
    return put(wire::PeerFence{session, 0, best_effort_sent_});
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t received_there() const { return sent_ - kept_.size(); }
  // False: so many were not sent.
  [[nodiscard]] bool note_received_there(std::uint64_t sequence) {
    if (sequence > sent_) return false;
    const std::size_t before = kept_.bytes();
    while (received_there() < sequence) kept_.pop();
    bytes_received_there_ += before - kept_.bytes();
    return true;
  }
  std::uint64_t bytes_received_there() const { return bytes_received_there_; }
  // What it may not have received.
  const queues::RecordQueue& kept() const { return kept_; }

  // --- From the peer.
  enum class Came { next, again, out_of_order };
  Came take(std::uint64_t sequence) {
    if (sequence <= received_) return Came::again;
    if (sequence != received_ + 1) return Came::out_of_order;
    ++received_;
    return Came::next;
  }
  // One that has been overtaken counts as one that came before.
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
  // What comes up to there has been overtaken.
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
