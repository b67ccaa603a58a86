// Links over TCP. A frame is a u32 little-endian length and its bytes. Nagle's algorithm is off: what is
// flushed leaves at once, and batching is the sender's flush().
#pragma once

#include <memory>
#include <vector>

#include "transport/connect.hpp"
#include "transport/descriptor.hpp"

namespace triad::transport {

Result<std::unique_ptr<Link>> connect_tcp(const Url& url, Duration timeout);
Result<std::unique_ptr<Listener>> listen_tcp(const Url& url);

// Any connected stream socket: TCP, or one of a pair between a federate and its rtia.
class StreamLink final : public Link {
 public:
  // Takes the socket, which it makes non-blocking.
  StreamLink(Descriptor socket, std::string peer);
  ~StreamLink() override;

  void send(std::span<const Bytes> parts) override;
  void flush() override;
  std::size_t receive(FrameSink& sink, std::size_t frames_max) override;
  std::size_t queued_bytes() const override { return out_.size() - sent_; }
  bool is_open() const override { return open_; }
  const Error& close_reason() const override { return close_reason_; }
  void close() override;
  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return open_ && blocked_; }
  bool prepare_wait() override { return open_ && !frames_wait(); }
  void finish_wait() override {}
  bool frames_wait() const override;
  std::string peer() const override { return peer_; }

 private:
  bool take_frame(Bytes& frame);
  bool read_more();
  void make_room(std::size_t needed);
  void end(Error::Code code, std::string why);

  Descriptor socket_;
  const std::string peer_;
  bool open_ = true;
  bool peer_ended_ = false;  // no more bytes will come; what has come may still hold frames
  bool blocked_ = false;     // the socket took less than was offered
  Error close_reason_;
  Error end_reason_;  // becomes the close reason when all frames have been received

  std::vector<std::byte> out_;  // frames from sent_ on are not yet the socket's
  std::size_t sent_ = 0;
  std::vector<std::byte> in_;  // received bytes from taken_ to filled_
  std::size_t taken_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace triad::transport
