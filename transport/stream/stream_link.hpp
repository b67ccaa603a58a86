// What all links over a byte stream share: framing in both directions, the order of the end (first
// what has arrived, then the close), and the reason of a close. TcpLink and RingLink add how bytes
// get in and out.
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
    may_drop_ = true;
  }
  [[nodiscard]] LossCounts losses() const override { return losses_; }
  std::size_t receive(FrameSink& sink, std::size_t frames_max) final;
  std::size_t receive_arrived(FrameSink& sink) final;
  [[nodiscard]] bool is_drained() const final { return drained_; }
  [[nodiscard]] bool has_input() final;
  [[nodiscard]] const Error& close_reason() const final { return reason_; }
  void close() final;
  void limit_frames(std::size_t received_max, std::size_t sent_max) final;
  [[nodiscard]] std::size_t frame_bytes_max() const final { return sent_bytes_max_; }
  [[nodiscard]] BegunFrame begun_frame() const final;
  [[nodiscard]] std::size_t held_bytes() const override {
    return input_.held_bytes() + output_.held_bytes();
  }
  [[nodiscard]] const std::string& peer() const final { return peer_; }

  // For a datagram channel beside the stream. From now on its receiving end is asked for frames,
  // too; null: no more.
  void set_datagrams(DatagramReceiver* receiver) { datagrams_ = receiver; }
  [[nodiscard]] std::uint64_t frames_sent() const { return frames_sent_; }
  [[nodiscard]] bool takes_datagrams() const { return unreliable_.datagrams; }
  // Frames that may be dropped wait here, or so much else that they are to.
  [[nodiscard]] bool keeps_unreliable() const {
    return may_drop_ && (output_.droppable_bytes() > 0 || output_.bytes() > kBehindBytes);
  }

 protected:
  StreamLink(std::string peer, const LinkOptions& options);

  // everything: something, and as far as can be told nothing is left.
  enum class Fill { nothing, something, everything, ended };
  // Moves bytes that have come into input(), once, without blocking. `ended`: no more will come,
  // and end() has been told why.
  virtual Fill fill() = 0;
  // Bytes that have come and that fill() could move there now.
  virtual std::size_t unread_bytes() = 0;
  // How many of them fill() has moved there as so many bytes, since this was asked last.
  virtual std::size_t read_of_unread(std::size_t bytes) { return bytes; }
  // Takes one encoded frame, `bytes` with its header; what it cannot hand over goes to output().
  // May throw std::bad_alloc.
  virtual void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) = 0;
  // Gives back descriptors and mappings. The views handed out by input() stay valid.
  virtual void shut() = 0;
  // flush(), with what may wait otherwise.
  virtual void flush_at_end() { flush(); }

  FrameBuffer& input() { return input_; }
  OutputQueue& output() { return output_; }
  const OutputQueue& output() const { return output_; }

  // Before the queue goes out.
  void drop_late();

  // No more input will come. The link closes with this reason (the first one given counts) once the
  // frames that had arrived have been delivered.
  void end(Error::Code code, const std::string& text);
  // Closes at once.
  void fail(Error::Code code, const std::string& text);
  // receive() has something to do without asking the peer's side.
  [[nodiscard]] bool has_buffered_input() const;

 private:
  // No link holds back so much while its peer takes what it is sent.
  static constexpr std::size_t kBehindBytes = std::size_t{512} << 10;
  void drop_excess();
  void count_dropped(Priority priority);

  enum class Step { delivered, nothing_more, look_for_more };
  Step deliver_one(FrameSink& sink);
  Fill look_for_more();
  // Of the stream; nobody knows of datagrams.
  bool leaves_nothing(Fill found) const {
    return datagrams_ == nullptr && (found == Fill::nothing || found == Fill::everything);
  }
  void close_as_ended();

  const std::string peer_;
  std::size_t received_bytes_max_;
  std::size_t sent_bytes_max_;

  FrameBuffer input_;
  OutputQueue output_;
  DatagramReceiver* datagrams_ = nullptr;
  bool drained_ = false;       // by the last look
  bool looked_ahead_ = false;  // which receive() need not do again
  bool may_drop_ = false;
  UnreliableLimits unreliable_;
  LossCounts losses_{};
  std::uint64_t frames_sent_ = 0;  // without those that were dropped
  std::uint64_t frames_received_ = 0;
  std::optional<Error> end_;
  Error reason_;
};

}  // namespace triad::transport
