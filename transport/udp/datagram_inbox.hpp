// DatagramInbox: puts received datagrams back into their places between the frames of the stream,
// or drops them. So a link with datagrams is as ordered as one without, and its reader needs to
// trust them no more and no less.
//
// The peer numbers its datagrams and states for each how many frames of the stream it had sent
// before. The inbox drops a datagram if one with a higher number has been taken (it is a duplicate,
// or another datagram has overtaken it). It also drops a datagram that a later frame of the stream
// has overtaken, and the oldest one if too many wait. Waiting datagrams are ordered by number.
//
// A number far from the previous ones is refused and counted. An attacker that has seen the token
// can forge one, and all real datagrams after it would look old. Several such numbers in a row,
// close to each other, show that the peer's numbers have really moved, as after a long loss. So a
// forged number costs some datagrams but never the channel.
//
// If datagrams arrive on two sockets (multicast/multicast_receiver.hpp), a datagram after a gap
// waits until both sockets are empty. The missing one may be on the other socket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "transport/link.hpp"

namespace triad::transport {

class DatagramInbox {
 public:
  // Stores a copy of a received datagram.
  void insert(std::uint64_t number, std::uint64_t frames_before, Bytes frame);
  // Makes the inbox hold back datagrams after a gap until accept_gaps(), because there are two
  // sockets.
  void hold_at_gaps() { holds_at_gaps_ = true; }
  // Returns whether numbers are missing before the newest waiting datagram.
  [[nodiscard]] bool has_gap() const { return newest_ - last_passed_ > waiting_.size(); }
  // Accepts all present gaps: both sockets have been read.
  void accept_gaps() { accepted_gaps_to_ = newest_; }
  // Takes out the next datagram if its place is after `frames` frames of the stream. Returns false
  // if there is none. The view is valid until the next call.
  [[nodiscard]] bool take_frame(std::uint64_t frames, Bytes& frame);
  // Returns whether take_frame() would return a datagram. Drops datagrams that are late.
  [[nodiscard]] bool has_frame(std::uint64_t frames);

  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  // Returns the number of datagrams with a number that was refused.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  // Returns the number of datagrams that had not arrived when one with a higher number was taken or
  // dropped.
  [[nodiscard]] std::uint64_t missed() const { return missed_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  // Returns the bytes of memory of waiting frames and of spare buffers.
  [[nodiscard]] std::size_t held_bytes() const { return held_bytes_; }

  static constexpr std::size_t kWaitingMax = 1024;
  // Spare buffers kept for reuse: those of two batches.
  static constexpr std::size_t kSpareMax = 64;
  // Largest distance of an accepted number from the previous ones.
  static constexpr std::uint64_t kJumpMax = 1024;
  // Refused numbers in a row, close to each other, after which they are accepted.
  static constexpr unsigned kRestartAfterRefusals = 16;

 private:
  struct Datagram {
    std::uint64_t number = 0;
    std::uint64_t frames_before = 0;
    std::vector<std::byte> frame;
  };
  bool accept_number(std::uint64_t number);
  void restart_at(std::uint64_t number);
  void remove_front();
  void drop_front();
  bool is_due(std::uint64_t frames) const;
  std::vector<std::byte> spare_memory();
  void keep_spare(std::vector<std::byte>&& memory);

  std::deque<Datagram> waiting_;
  std::vector<std::vector<std::byte>> spare_;  // spare buffers
  std::vector<std::byte> taken_;
  std::size_t held_bytes_ = 0;  // capacity of all buffers
  std::uint64_t newest_ = 0;    // highest number that has arrived
  // Highest number that was taken or dropped; all waiting ones are higher.
  std::uint64_t last_passed_ = 0;
  std::uint64_t accepted_gaps_to_ = 0;  // gaps up to this number no longer hold back datagrams
  bool holds_at_gaps_ = false;
  std::uint64_t dropped_ = 0;
  std::uint64_t missed_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t last_refused_ = 0;  // its number
  // Refused numbers close to each other, with no accepted one between.
  unsigned refused_run_ = 0;
};

}  // namespace triad::transport
