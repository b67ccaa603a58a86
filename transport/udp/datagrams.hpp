// The two ends of one direction of a datagram channel over UDP, beside a TCP connection: between
// the same two machines, on a port of its own. Batches: one sendmmsg or recvmmsg for many
// datagrams. Used by UdpChannel.
//
// A datagram: the token of the receiver's offer, the datagram's number, the number of frames that
// the stream had carried before it (eight bytes each, little-endian), and the frame. One of number
// 0 is a probe. Who does not know the token is not listened to; after the first datagram that
// carried it the kernel lets in that peer alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "transport/datagram_channel.hpp"
#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/stream/memory_share.hpp"
#include "transport/udp/datagram_batch.hpp"
#include "transport/udp/datagram_inbox.hpp"
#include "transport/udp/multicast_receiver.hpp"

namespace triad::transport {

// Larger frames go by the stream: what does not fit into an Ethernet frame would be lost by parts.
inline constexpr std::size_t kDatagramFrameBytesMax = 1400;

class DatagramSender {
 public:
  // Null: no socket to be had, so there is no channel.
  static std::unique_ptr<DatagramSender> open(int tcp_socket, const DatagramNote& offer);

  // The receiver has heard a probe.
  void open_channel() { is_open_ = true; }
  // False: not (yet) by this way.
  [[nodiscard]] bool takes(std::size_t bytes);
  void send(std::uint64_t frames_before, std::span<const Bytes> parts, Priority priority) {
    send(take_number(), frames_before, parts, priority);
  }
  // The numbers of its datagrams: who takes one sends a datagram with it, by this or another way.
  [[nodiscard]] std::uint64_t take_number() { return ++number_; }
  [[nodiscard]] std::uint64_t last_number() const { return number_; }
  void send(std::uint64_t number, std::uint64_t frames_before, std::span<const Bytes> parts,
            Priority priority);
  void flush();

  void close() { socket_.reset(); }

  [[nodiscard]] const LossCounts& losses() const { return losses_; }
  // Probes have been sent for long enough.
  [[nodiscard]] bool has_given_up() const { return !is_open_ && probes_ >= kProbesMax; }

 private:
  DatagramSender(UniqueFd socket, std::uint64_t token);
  void probe();

  static constexpr unsigned kProbesMax = 20;

  UniqueFd socket_;
  const std::uint64_t token_;
  bool is_open_ = false;
  unsigned probes_ = 0;
  Clock::time_point probe_again_;
  std::uint64_t number_ = 0;
  LossCounts losses_{};
  DatagramBatch batch_;
  std::vector<Priority> priorities_;  // of each in it
};

class DatagramReceiver {
 public:
  // `memory`: where its buffers are counted (LinkOptions::memory).
  static std::unique_ptr<DatagramReceiver> open(int tcp_socket,
                                                const std::shared_ptr<std::size_t>& memory);

  [[nodiscard]] DatagramNote offer() const { return {DatagramNote::Kind::offer, port_, token_}; }
  // Of multicast the peer tells where; from now on it is read as well, and the descriptor another.
  // False: there is none to be had.
  bool hear(std::unique_ptr<MulticastReceiver> multicast);
  // Null: none is heard.
  [[nodiscard]] MulticastReceiver* multicast() { return multicast_.get(); }

  [[nodiscard]] int descriptor() const { return both_.valid() ? both_.get() : socket_.get(); }
  // Takes in what has come.
  void read();
  // The same for one batch by each way, for which the inbox has room. False: there was no more.
  bool read_batch();
  [[nodiscard]] bool has_room_for_batch() const {
    return inbox_.waiting() + kReadAtOnce + MulticastReceiver::kReadAtOnce <=
           DatagramInbox::kWaitingMax;
  }
  // More than so many the kernel does not hold: each datagram takes 512 bytes of its buffer or
  // more.
  static constexpr int kBatchesHeldMax = 512;
  // No more comes; what was taken out of the inbox stays.
  void close() {
    both_.reset();
    multicast_.reset();
    socket_.reset();
  }
  // Once: a datagram of the peer's has come.
  [[nodiscard]] bool take_heard() { return std::exchange(tell_heard_, false); }
  // Whether it is to be said how many datagrams were refused: of the first, the tenth, the
  // hundredth...
  [[nodiscard]] bool take_refusals() {
    if (inbox_.refused() < tell_refused_from_) return false;
    tell_refused_from_ = inbox_.refused() * 10;
    return true;
  }
  DatagramInbox& inbox() { return inbox_; }
  // The memory that its buffers take.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }

 private:
  DatagramReceiver(UniqueFd socket, std::uint16_t port, std::uint64_t token,
                   const std::shared_ptr<std::size_t>& memory);
  bool read_own_batch();
  bool read_both();
  bool was_one_way_enough();
  bool listen();
  [[nodiscard]] bool take(Bytes datagram);

  static constexpr std::size_t kReadAtOnce = 32;

  UniqueFd socket_;
  const std::uint16_t port_;
  const std::uint64_t token_;
  bool is_heard_ = false;  // the peer's port is known, and the kernel has been told
  bool tell_heard_ = false;
  DatagramInbox inbox_;
  std::uint64_t tell_refused_from_ = 1;
  std::vector<std::byte> buffer_;
  MemoryShare share_;
  std::unique_ptr<MulticastReceiver> multicast_;
  UniqueFd both_;  // an epoll of both sockets
};

}  // namespace triad::transport
