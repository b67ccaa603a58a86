// A link over one TCP connection: non-blocking, vectored writes, large reads. Made by tcp_connect()
// and the TCP listener.
#pragma once

#include "transport/posix/unique_fd.hpp"
#include "transport/stream/stream_link.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class TcpLink final : public StreamLink {
 public:
  // Takes a connected, non-blocking socket.
  TcpLink(UniqueFd socket, std::string peer, const LinkOptions& options);
  ~TcpLink() override;

  void flush() override;
  using Link::send_loose;
  void send_loose(std::span<const Bytes> parts) override;
  [[nodiscard]] std::optional<LaneNote> next_lane_note() override;
  void on_lane_note(const LaneNote& note) override;
  [[nodiscard]] int loose_descriptor() const override {
    return receiver_ ? receiver_->descriptor() : -1;
  }
  [[nodiscard]] std::uint64_t loose_dropped() const override;
  [[nodiscard]] std::optional<std::string> lane_trouble() override;
  [[nodiscard]] bool look_is_cheap() const override { return false; }
  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  [[nodiscard]] bool wants_write() const override { return is_open() && !output().empty(); }
  [[nodiscard]] bool prepare_wait() override { return is_open() && !has_buffered_input(); }
  void finish_wait() override {}

 private:
  Fill fill() override;
  std::size_t unread_bytes() override;
  void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) override;
  void shut() override;

  void write_through(Bytes header, std::span<const Bytes> parts);
  void append_behind(std::size_t skipped, Bytes header, std::span<const Bytes> parts);
  std::size_t send_vectors(std::span<iovec> vectors);

  UniqueFd socket_;
  const bool wants_datagrams_;
  enum class Asked : std::uint8_t { no, to_ask, yes } asked_ = Asked::no;
  bool told_trouble_ = false;
  std::optional<LaneNote> offer_;  // to be told
  std::unique_ptr<DatagramSender> sender_;
  std::unique_ptr<DatagramReceiver> receiver_;
  bool is_full_ = false;          // the kernel took less than offered; only flush() tries again
  bool is_write_broken_ = false;  // nothing can be sent any more; input may still be there
  std::string broken_text_;       // why
};

// For both sides of a new connection: no delay for small frames, keepalive if asked for.
void set_tcp_options(int socket, const LinkOptions& options);

}  // namespace triad::transport
