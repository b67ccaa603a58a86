// UdpChannel: the datagram channel of a TCP link. It makes the agreement of datagram_channel.hpp,
// sends and receives over UDP (datagrams.hpp), and uses multicast if enabled (multicast.hpp). Used
// by TcpLink, which delivers the received frames.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "transport/datagram_channel.hpp"
#include "transport/multicast/multicast.hpp"
#include "transport/stream/stream_link.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class UdpChannel final : public DatagramChannel {
 public:
  // Keeps references to `stream` and `tcp_socket`, which must outlive it.
  UdpChannel(StreamLink& stream, const UniqueFd& tcp_socket, const LinkOptions& options)
      : stream_(stream),
        tcp_socket_(tcp_socket),
        memory_(options.memory),
        multicast_(options.multicast),
        multicast_filter_(options.multicast_filter) {}
  UdpChannel(const UdpChannel&) = delete;
  UdpChannel& operator=(const UdpChannel&) = delete;
  ~UdpChannel() override = default;

  void send(std::span<const Bytes> parts, Priority priority, Shared shared) override;
  [[nodiscard]] std::optional<DatagramNote> next_note() override;
  void receive_note(const DatagramNote& note) override;
  [[nodiscard]] std::uint64_t dropped() const override;
  [[nodiscard]] std::uint64_t lost() const override {
    return multicast_end_ ? multicast_end_->lost() : 0;
  }
  [[nodiscard]] std::optional<std::string> take_warning() override;

  // Returns the numbers of datagrams that could not be sent.
  [[nodiscard]] LossCounts losses() const { return sender_ ? sender_->losses() : LossCounts{}; }
  // Returns the bytes of memory that received datagrams take.
  [[nodiscard]] std::size_t held_bytes() const { return receiver_ ? receiver_->held_bytes() : 0; }
  // Returns a descriptor that is readable when datagrams have arrived; -1 if none are expected.
  [[nodiscard]] int descriptor() const { return receiver_ ? receiver_->descriptor() : -1; }
  // Sends pending datagrams. Called before frames of the stream are sent, so that these do not
  // overtake datagrams.
  void flush() {
    if (sender_ == nullptr) return;
    if (multicast_end_ != nullptr) multicast_end_->flush();
    sender_->flush();
  }
  // Stops the channel. A frame that it has delivered may still be in use.
  void close();

 private:
  void begin_multicast();
  void accept_multicast_offer(const DatagramNote& offer);

  StreamLink& stream_;
  const UniqueFd& tcp_socket_;
  const std::shared_ptr<std::size_t> memory_;   // LinkOptions::memory
  const std::shared_ptr<Multicast> multicast_;  // null: sends no multicast
  const MulticastFilter multicast_filter_;      // null: receives no multicast
  enum class RequestState : std::uint8_t {
    none,
    pending,
    sent
  } request_state_ = RequestState::none;
  bool has_warned_ = false;
  // begin_multicast() or accept_multicast_offer() has run; only one of them applies to an end.
  bool is_multicast_started_ = false;
  std::optional<std::string> multicast_warning_;  // to be reported
  std::optional<DatagramNote> offer_;             // to be sent to the peer
  std::unique_ptr<DatagramSender> sender_;
  std::unique_ptr<DatagramReceiver> receiver_;
  std::unique_ptr<MulticastEnd> multicast_end_;  // null: no multicast on this link; uses both
};

}  // namespace triad::transport
