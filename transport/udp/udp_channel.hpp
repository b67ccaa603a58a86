// The datagram channel beside a TCP connection: the agreement of datagram_channel.hpp, and both
// directions over UDP (datagrams.hpp). Used by TcpLink, which delivers what its receiver has.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "transport/datagram_channel.hpp"
#include "transport/stream/stream_link.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class UdpChannel final : public DatagramChannel {
 public:
  // Both must outlive it.
  UdpChannel(StreamLink& stream, const UniqueFd& tcp_socket)
      : stream_(stream), tcp_socket_(tcp_socket) {}

  void send(std::span<const Bytes> parts, Priority priority) override;
  [[nodiscard]] std::optional<DatagramNote> next_note() override;
  void on_note(const DatagramNote& note) override;
  [[nodiscard]] std::uint64_t dropped() const override;
  [[nodiscard]] std::optional<std::string> trouble() override;

  // Of datagrams that were to be sent.
  [[nodiscard]] LossCounts losses() const { return sender_ ? sender_->losses() : LossCounts{}; }
  // Readable when datagrams have come; -1: none are expected.
  [[nodiscard]] int descriptor() const { return receiver_ ? receiver_->descriptor() : -1; }
  // Before anything of the stream leaves, so that it is not the stream that overtakes a datagram.
  void flush() {
    if (sender_ != nullptr) sender_->flush();
  }
  // A frame that came by it may still be in use.
  void close();

 private:
  StreamLink& stream_;
  const UniqueFd& tcp_socket_;
  enum class Asked : std::uint8_t { no, to_ask, yes } asked_ = Asked::no;
  bool told_trouble_ = false;
  std::optional<DatagramNote> offer_;  // to be told
  std::unique_ptr<DatagramSender> sender_;
  std::unique_ptr<DatagramReceiver> receiver_;
};

}  // namespace triad::transport
