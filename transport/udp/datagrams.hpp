// DatagramSender and DatagramReceiver: the two ends of one direction of a datagram channel over
// UDP. It runs between the machines of a TCP connection, on a port of its own. One sendmmsg or
// recvmmsg moves many datagrams. Used by UdpChannel.
//
// A datagram has the token of the receiver's offer, its number, the number of earlier frames of the
// stream (eight bytes each, little-endian), and the frame. Number 0 is a probe. Datagrams without
// the token are ignored. After the first datagram with the token the kernel accepts only that
// sender.
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

namespace triad::transport {

// Longest frame for a datagram. Longer ones use the stream: IP would fragment them, and the loss of
// one fragment would lose the frame.
inline constexpr std::size_t kDatagramFrameBytesMax = 1400;

class DatagramSender {
 public:
  // Returns null if no socket can be opened; then there is no channel.
  static std::unique_ptr<DatagramSender> open(int tcp_socket, const DatagramNote& offer);

  // Opens the channel, after the receiver has received a probe.
  void open_channel() { is_open_ = true; }
  // Returns whether a frame of that size can be sent now. Sends further probes until the channel is
  // open.
  [[nodiscard]] bool can_send(std::size_t bytes);
  void send(std::uint64_t frames_before, std::span<const Bytes> parts, Priority priority) {
    send(take_number(), frames_before, parts, priority);
  }
  // Returns the next number. The caller sends a datagram with it, by this sender or by multicast.
  [[nodiscard]] std::uint64_t take_number() { return ++number_; }
  [[nodiscard]] std::uint64_t last_number() const { return number_; }
  void send(std::uint64_t number, std::uint64_t frames_before, std::span<const Bytes> parts,
            Priority priority);
  void flush();

  void close() { socket_.reset(); }

  [[nodiscard]] const LossCounts& losses() const { return losses_; }
  // Returns whether all probes have been sent and none was answered.
  [[nodiscard]] bool has_given_up() const { return !is_open_ && probes_ >= kProbesMax; }

 private:
  DatagramSender(UniqueFd socket, std::uint64_t token);
  void send_probe();

  static constexpr unsigned kProbesMax = 20;

  UniqueFd socket_;
  const std::uint64_t token_;
  bool is_open_ = false;
  unsigned probes_ = 0;
  Clock::time_point probe_again_;
  std::uint64_t number_ = 0;
  LossCounts losses_{};
  DatagramBatch batch_;
  std::vector<Priority> priorities_;  // priority of each datagram in batch_
};

// A second socket whose datagrams go into the inbox of a DatagramReceiver.
class DatagramSource {
 public:
  static constexpr std::size_t kReadAtOnce = 32;  // most datagrams of one batch

  virtual ~DatagramSource() = default;
  [[nodiscard]] virtual int descriptor() const = 0;
  // Moves one batch of received datagrams into the inbox. Returns whether there may be more.
  virtual bool read_batch(DatagramInbox& inbox) = 0;
};

class DatagramReceiver {
 public:
  // Returns null if no socket can be opened. `memory` counts its buffers (LinkOptions::memory).
  static std::unique_ptr<DatagramReceiver> open(int tcp_socket,
                                                const std::shared_ptr<std::size_t>& memory);

  [[nodiscard]] DatagramNote offer() const { return {DatagramNote::Kind::offer, port_, token_}; }
  // Reads from this source too, from now on; this changes descriptor(). The source must live until
  // remove_source(). Returns false if no descriptor is left for that.
  bool add_source(DatagramSource& source);
  void remove_source() { source_ = nullptr; }

  [[nodiscard]] int descriptor() const { return epoll_.valid() ? epoll_.get() : socket_.get(); }
  // Moves received datagrams into the inbox.
  void read();
  // Moves one batch of each socket into the inbox, which must have room. Returns whether there may
  // be more.
  bool read_batch();
  [[nodiscard]] bool has_room_for_batch() const {
    return inbox_.waiting() + kReadAtOnce + DatagramSource::kReadAtOnce <=
           DatagramInbox::kWaitingMax;
  }
  // Most batches in the kernel's buffer: each datagram takes at least 512 bytes of it.
  static constexpr int kBatchesHeldMax = 512;
  // Stops receiving. Frames taken from the inbox stay valid.
  void close() {
    epoll_.reset();
    source_ = nullptr;
    socket_.reset();
  }
  // Returns true once, after the peer's first datagram has arrived.
  [[nodiscard]] bool take_first_arrival() { return std::exchange(has_first_arrival_, false); }
  // Returns whether to report the number of refused datagrams: at the first, the tenth, the
  // hundredth...
  [[nodiscard]] bool take_refusal_report() {
    if (inbox_.refused() < next_refusal_report_) return false;
    next_refusal_report_ = inbox_.refused() * 10;
    return true;
  }
  DatagramInbox& inbox() { return inbox_; }
  // Returns the bytes of memory that its buffers take.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }

 private:
  DatagramReceiver(UniqueFd socket, std::uint16_t port, std::uint64_t token,
                   const std::shared_ptr<std::size_t>& memory);
  bool read_own_batch();
  bool read_both_sockets();
  bool read_only_ready_socket();
  bool find_peer();
  [[nodiscard]] bool receive_datagram(Bytes datagram);

  static constexpr std::size_t kReadAtOnce = 32;

  UniqueFd socket_;
  const std::uint16_t port_;
  const std::uint64_t token_;
  bool is_peer_known_ = false;  // the peer's port is known, and the kernel accepts only that sender
  bool has_first_arrival_ = false;
  DatagramInbox inbox_;
  std::uint64_t next_refusal_report_ = 1;
  std::vector<std::byte> buffer_;
  MemoryShare share_;
  DatagramSource* source_ = nullptr;  // null: none
  UniqueFd epoll_;                    // epoll of both sockets
};

}  // namespace triad::transport
