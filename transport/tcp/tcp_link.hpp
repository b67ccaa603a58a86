// TcpLink: a link over one TCP connection, non-blocking, with vectored writes and large reads. Made
// by tcp_connect() and by the TCP listener, and with encryption by tls_connect() and the TLS
// listener.
#pragma once

#include <memory>
#include <optional>

#include "transport/posix/unique_fd.hpp"
#include "transport/stream/long_stream.hpp"
#include "transport/stream/secure_stream.hpp"
#include "transport/stream/stream_link.hpp"
#include "transport/udp/udp_channel.hpp"

namespace triad::transport {

class TcpLink final : public StreamLink, public LongLinkControl {
 public:
  // Takes over a connected, non-blocking socket. `secure`: encrypts all bytes; null: nothing does.
  // Then the link has a datagram channel, unless the options switch it off.
  TcpLink(UniqueFd socket, std::string peer, const LinkOptions& options,
          std::unique_ptr<SecureStream> secure = nullptr);
  ~TcpLink() override;

  void flush() override;
  [[nodiscard]] LossCounts losses() const override;
  [[nodiscard]] int second_descriptor() const override {
    if (long_ && long_->timer() >= 0) return long_->timer();
    return channel_ ? channel_->descriptor() : -1;
  }
  std::vector<std::string> enable_long_link(const LongLinkOptions& options) override;
  [[nodiscard]] LongLinkCounts counts() const override {
    return long_ ? long_->counts() : LongLinkCounts{};
  }
  [[nodiscard]] std::size_t queued_bytes() const override {
    return StreamLink::queued_bytes() + (long_ ? long_->unsent_bytes() : 0) +
           (secure_ ? secure_->unsent().size() : 0);
  }
  [[nodiscard]] bool has_delivered() const override;
  [[nodiscard]] std::size_t held_bytes() const override {
    return StreamLink::held_bytes() + (long_ ? long_->held_bytes() : 0) +
           (channel_ ? channel_->held_bytes() : 0) + (secure_ ? secure_->held_bytes() : 0);
  }
  [[nodiscard]] bool is_poll_cheap() const override { return false; }
  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  [[nodiscard]] bool wants_write() const override {
    if (!is_open()) return false;
    return has_unsent() || (queued_bytes() > 0 && !(long_ && long_->is_holding()));
  }
  [[nodiscard]] bool prepare_wait() override {
    return is_open() && !has_buffered_input() && !(long_ && long_->has_arrived()) &&
           !(secure_ && secure_->has_received());
  }
  void finish_wait() override {
    if (long_) long_->clear_timer();
  }

 private:
  Fill fill() override;
  std::size_t unread_bytes() override;
  std::size_t count_read_bytes(std::size_t bytes) override;
  void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) override;
  void release_resources() override;
  void flush_at_end() override;

  void write_through(Bytes header, std::span<const Bytes> parts);
  void append_rest(std::size_t skipped, Bytes header, std::span<const Bytes> parts);
  std::size_t send_vectors(std::span<iovec> vectors);
  std::size_t send_encrypted(std::span<iovec> vectors);
  std::size_t send_to_socket(std::span<iovec> vectors);
  // Returns whether the kernel has all encrypted bytes.
  bool send_unsent();
  void break_output(Error reason);
  void drop_unsent();
  [[nodiscard]] bool has_unsent() const { return secure_ && !secure_->unsent().empty(); }
  void flush_queue();
  void flush_batches(BatchWriter& writer);
  Fill fill_from_batches(BatchReader& reader, std::span<std::byte> space);
  Fill read_socket(std::span<std::byte> space, std::size_t& bytes);
  Fill read_encrypted(std::span<std::byte> space, std::size_t& bytes);
  Fill read_bytes(std::span<std::byte> space, std::size_t& bytes);
  void count_secure_memory();
  Fill end_without_memory();

  UniqueFd socket_;
  const std::shared_ptr<std::size_t> memory_;  // LinkOptions::memory
  std::unique_ptr<SecureStream> secure_;       // null: bytes are not encrypted
  MemoryShare secure_share_;                   // counts the buffers of secure_
  std::unique_ptr<LongStream> long_;           // null: not long, or no option concerns the stream
  std::uint64_t counted_bytes_ = 0;            // taken_bytes() of the batches, when last asked
  std::uint64_t counted_secure_bytes_ = 0;     // used_bytes() of secure_, when last asked
  std::optional<UdpChannel> channel_;          // none: datagrams are switched off
  bool is_kernel_full_ = false;   // the kernel took less than was offered; only flush() tries again
  bool is_write_broken_ = false;  // nothing can be sent any more; unread input may remain
  Error broken_;                  // reason of is_write_broken_
};

// Sets the options of a new connection, on both sides: no delay for small frames, and keepalive if
// requested.
void set_tcp_options(int socket, const LinkOptions& options);

}  // namespace triad::transport
