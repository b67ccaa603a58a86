// What arrives beside a stream of frames and may be lost, put back where it belongs: between the
// frames of the stream between which it was sent, or dropped. So a link with datagrams beside it is
// as ordered as one without; whoever reads from it need not trust them more or less. Knows no
// socket.
//
// The peer numbers its datagrams, and says of each how many frames of the stream it sent before.
// Dropped is what is older than one that has been taken (a duplicate, or overtaken by another
// datagram), what a later frame of the stream has overtaken, and the oldest when too many wait for
// the stream. Those that wait are in the order of their numbers, in whichever they came.
//
// A number far from those before is not believed, because an attacker that has seen the token can
// forge one: all datagrams of the peer after it would look old. Such a datagram is refused and
// counted. Several of them in a row, with no other datagram between, show that the peer's numbers
// really are there, as after a long loss. So a forged number costs some datagrams and never the
// channel.
//
// Where they come by two ways (udp/multicast_receiver.hpp) one that follows a gap is not given
// before both have been read as far as they go: what is missing may have come by the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "transport/link.hpp"

namespace triad::transport {

class DatagramInbox {
 public:
  // A datagram has come. Copies it.
  void put(std::uint64_t number, std::uint64_t frames_before, Bytes frame);
  // From now on there are two ways.
  void wait_at_gaps() { waits_at_gaps_ = true; }
  // Some are missing before the newest that waits.
  [[nodiscard]] bool has_gap() const { return newest_ - passed_ > waiting_.size(); }
  // What is missing now is missing.
  void settle() { settled_ = newest_; }
  // The next one that belongs where the stream is after so many frames; false: none. The view holds
  // until the next call.
  [[nodiscard]] bool take(std::uint64_t frames, Bytes& frame);
  // take() would give one. Drops what is late.
  [[nodiscard]] bool has(std::uint64_t frames);

  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  // How many had a number that was not believed.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  // How many had not come when one with a higher number was taken or dropped.
  [[nodiscard]] std::uint64_t missed() const { return missed_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  // The memory of the frames that wait, and of those kept for their memory.
  [[nodiscard]] std::size_t held_bytes() const { return held_bytes_; }

  static constexpr std::size_t kWaitingMax = 1024;
  // Frames kept for their memory: those of two batches.
  static constexpr std::size_t kSpareMax = 64;
  // A number is believed that is at most so far from those that came before.
  static constexpr std::uint64_t kJumpMax = 1024;
  // So many in a row are believed that are near each other, wherever they are.
  static constexpr unsigned kBelievedFrom = 16;

 private:
  struct Datagram {
    std::uint64_t number = 0;
    std::uint64_t frames_before = 0;
    std::vector<std::byte> frame;
  };
  bool is_believed(std::uint64_t number);
  void go_on_from(std::uint64_t number);
  void pass_front();
  void drop_front();
  bool is_due(std::uint64_t frames) const;
  std::vector<std::byte> spare_memory();
  void keep_spare(std::vector<std::byte>&& memory);

  std::deque<Datagram> waiting_;
  std::vector<std::vector<std::byte>> spare_;  // kept for their memory
  std::vector<std::byte> taken_;
  std::size_t held_bytes_ = 0;  // capacity of all these
  std::uint64_t newest_ = 0;    // that has come
  std::uint64_t passed_ = 0;    // the last that was taken or dropped; all that wait are newer
  std::uint64_t settled_ = 0;   // gaps before it are no reason to wait
  bool waits_at_gaps_ = false;
  std::uint64_t dropped_ = 0;
  std::uint64_t missed_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t last_refused_ = 0;  // its number
  unsigned refused_in_a_row_ = 0;   // near each other, with none that was taken between
};

}  // namespace triad::transport
