// What two peers say to each other of one federation, as each of them keeps it: in one sequence in
// each direction, whatever way it takes. What the other one has not received is kept; when the way
// changes it is sent again by the new one, and what has come already is passed over. Pure, part of
// a PeerRoutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class PeerStream {
 public:
  // --- To the peer.
  // The next one, encoded; valid until it is received.
  template <class Message>
  wire::Bytes put(Message message) {
    message.sequence = ++sent_;
    wire::Buffer& word = kept_.emplace_back();
    wire::encode_record({}, message, word);
    kept_bytes_ += word.size();
    return word;
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t received_there() const { return sent_ - kept_.size(); }
  // False: so many were not sent.
  [[nodiscard]] bool note_received_there(std::uint64_t sequence) {
    if (sequence > sent_) return false;
    while (received_there() < sequence) {
      kept_bytes_ -= kept_.front().size();
      kept_.pop_front();
    }
    return true;
  }
  // What it may not have received.
  const std::deque<wire::Buffer>& kept() const { return kept_; }
  std::size_t kept_bytes() const { return kept_bytes_; }

  // --- From the peer.
  enum class Came { next, again, out_of_order };
  Came take(std::uint64_t sequence) {
    if (sequence <= received_) return Came::again;
    if (sequence != received_ + 1) return Came::out_of_order;
    ++received_;
    return Came::next;
  }
  std::uint64_t received() const { return received_; }

 private:
  std::deque<wire::Buffer> kept_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace triad::router
