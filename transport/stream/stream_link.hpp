// StreamLink: the base of links over a byte stream (TcpLink, RingLink, RankLink). It frames in both
// directions, delivers all arrived frames before it closes, and keeps the reason of the close. The
// derived classes move the bytes.
#pragma once

#include <optional>
#include <string>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/stream/frame_buffer.hpp"
#include "transport/stream/output_queue.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class StreamLink : public Link, public DroppingQueue {
 public:
  using Link::send;
  void send(std::span<const Bytes> parts) final;
  [[nodiscard]] std::size_t queued_bytes() const override { return output_.bytes(); }
  void send_droppable(std::span<const Bytes> parts, Priority priority) final;
  void limit_unreliable(const UnreliableLimits& limits) final {
    unreliable_ = limits;
    is_dropping_enabled_ = true;
  }
  [[nodiscard]] LossCounts losses() const override { return losses_; }
  std::size_t receive(FrameSink& sink, std::size_t frames_max) final;
  std::size_t receive_arrived(FrameSink& sink) final;
  [[nodiscard]] bool is_drained() const final { return is_drained_; }
  [[nodiscard]] bool has_input() final;
  [[nodiscard]] const Error& close_reason() const final { return close_reason_; }
  void close() final;
  void limit_frames(std::size_t received_max, std::size_t sent_max) final;
  [[nodiscard]] std::size_t frame_bytes_max() const final { return sent_bytes_max_; }
  [[nodiscard]] IncompleteFrame incomplete_frame() const final;
  [[nodiscard]] std::size_t held_bytes() const override {
    return input_.held_bytes() + output_.held_bytes();
  }
  [[nodiscard]] const std::string& peer() const final { return peer_; }

  // Makes receive() also ask the receiver of a datagram channel for frames; null: no longer.
  void set_datagrams(DatagramReceiver* receiver) { datagrams_ = receiver; }
  // Returns the number of frames sent or queued, without dropped frames.
  [[nodiscard]] std::uint64_t frames_sent() const { return frames_sent_; }
  [[nodiscard]] bool may_use_datagrams() const { return unreliable_.datagrams; }
  // Returns whether unreliable frames must be sent in the stream: droppable frames wait in the
  // queue, or the peer does not keep up.
  [[nodiscard]] bool must_stream_unreliable() const {
    return is_dropping_enabled_ &&
           (output_.droppable_bytes() > 0 || output_.bytes() > kSlowPeerBytes);
  }

 protected:
  StreamLink(std::string peer, const LinkOptions& options);

  // something: bytes came; everything: bytes came and probably none are left.
  enum class Fill { nothing, something, everything, ended };
  // Moves arrived bytes into input() once, without blocking. `ended`: no more will come, and
  // end_input() has been called with the reason.
  virtual Fill fill() = 0;
  // Returns the number of arrived bytes that fill() could move now.
  virtual std::size_t unread_bytes() = 0;
  // Returns how many bytes of unread_bytes() fill() has moved since the last call, given that
  // input() grew by `bytes`.
  virtual std::size_t count_read_bytes(std::size_t bytes) { return bytes; }
  // Sends one encoded frame of `bytes` bytes, header included. The rest that it cannot hand over
  // goes to output(). May throw std::bad_alloc.
  virtual void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) = 0;
  // Releases descriptors and mappings. Views into input() stay valid.
  virtual void release_resources() = 0;
  // Flushes everything, including frames that are held for a bundle.
  virtual void flush_at_end() { flush(); }

  FrameBuffer& input() { return input_; }
  OutputQueue& output() { return output_; }
  const OutputQueue& output() const { return output_; }

  // Drops frames that have waited too long. Called before the queue is sent.
  void drop_expired();

  // Records that no more input will come. The link closes with this reason once the arrived frames
  // have been delivered. Only the first reason counts.
  void end_input(Error::Code code, const std::string& text);
  // Closes the link at once.
  void fail(Error::Code code, const std::string& text);
  // Returns whether receive() has something to do without reading from the peer.
  [[nodiscard]] bool has_buffered_input() const;

 private:
  // A longer queue means that the peer does not keep up.
  static constexpr std::size_t kSlowPeerBytes = std::size_t{512} << 10;
  void drop_excess();
  void count_dropped(Priority priority);

  enum class Step { delivered, nothing_more, read_more };
  Step deliver_one(FrameSink& sink);
  // Ends the link if its first bytes are those of a TLS client. Returns whether it did.
  bool end_for_tls();
  Fill read_more();
  // Returns whether the look has emptied the stream. Unknown, so false, with datagrams.
  bool is_stream_emptied(Fill found) const {
    return datagrams_ == nullptr && (found == Fill::nothing || found == Fill::everything);
  }
  void close_with_end_reason();

  const std::string peer_;
  std::size_t received_bytes_max_;
  std::size_t sent_bytes_max_;

  FrameBuffer input_;
  OutputQueue output_;
  DatagramReceiver* datagrams_ = nullptr;
  bool is_drained_ = false;      // result of the last look
  bool has_read_ahead_ = false;  // has_input() has looked, so receive() need not
  bool is_dropping_enabled_ = false;
  UnreliableLimits unreliable_;
  LossCounts losses_{};
  std::uint64_t frames_sent_ = 0;  // without dropped frames
  std::uint64_t frames_received_ = 0;
  std::optional<Error> end_;
  Error close_reason_;
};

}  // namespace triad::transport
