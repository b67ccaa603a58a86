// What arrives beside a stream of frames and may be lost, put back where it belongs: between the
// frames of the stream between which it was sent, or dropped. So a link with datagrams beside it is
// as ordered as one without; whoever reads from it need not trust them more or less. Knows no
// socket.
//
// The peer numbers its datagrams, and says of each how many frames of the stream it sent before.
// Dropped is what is older than one that has been taken (a duplicate, or overtaken by another
// datagram), what a later frame of the stream has overtaken, and the oldest when too many wait for
// the stream.
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
  // The next one that belongs where the stream is after so many frames; false: none. The view holds
  // until the next call.
  [[nodiscard]] bool take(std::uint64_t frames, Bytes& frame);
  // take() would give one. Drops what is late.
  [[nodiscard]] bool has(std::uint64_t frames);

  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

  static constexpr std::size_t kWaitingMax = 1024;

 private:
  struct Datagram {
    std::uint64_t frames_before = 0;
    std::vector<std::byte> frame;
  };
  void drop_front();
  std::vector<std::byte> spare_memory();

  std::deque<Datagram> waiting_;
  std::vector<std::vector<std::byte>> spare_;  // kept for their memory
  std::vector<std::byte> taken_;
  std::uint64_t newest_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace triad::transport
