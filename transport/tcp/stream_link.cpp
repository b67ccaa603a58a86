#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "transport/tcp/tcp.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kReadBytes = 256 * 1024;
constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);
constexpr std::size_t kKeepBytes = 1024 * 1024;  // an output buffer beyond this is given back

std::uint32_t length_at(const std::byte* at) {
  std::uint32_t length;
  std::memcpy(&length, at, kLengthBytes);
  return length;
}

}  // namespace

StreamLink::StreamLink(Descriptor socket, std::string peer)
    : socket_(std::move(socket)), peer_(std::move(peer)), in_(kReadBytes) {
  const int flags = ::fcntl(socket_.get(), F_GETFL);
  ::fcntl(socket_.get(), F_SETFL, flags | O_NONBLOCK);
}

StreamLink::~StreamLink() { close(); }

void StreamLink::send(std::span<const Bytes> parts) {
  if (!open_) return;
  std::size_t size = 0;
  for (const Bytes part : parts) size += part.size();
  const auto length = static_cast<std::uint32_t>(size);
  const auto* raw = reinterpret_cast<const std::byte*>(&length);
  out_.insert(out_.end(), raw, raw + kLengthBytes);
  for (const Bytes part : parts) out_.insert(out_.end(), part.begin(), part.end());
}

void StreamLink::flush() {
  while (open_ && sent_ < out_.size()) {
    const ssize_t n =
        ::send(socket_.get(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (n >= 0) {
      sent_ += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      blocked_ = true;
      // Moving what is left to the front costs little once most has gone.
      if (sent_ > out_.size() / 2) {
        out_.erase(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(sent_));
        sent_ = 0;
      }
      return;
    } else if (errno != EINTR) {
      // The peer may have sent its reason before it went: receive() still hands that over.
      peer_ended_ = peer_ended_ || (errno != EPIPE && errno != ECONNRESET);
      if (end_reason_.text.empty()) {
        end_reason_ = {Error::Code::closed, std::string("the connection ended: ") +
                                                std::strerror(errno)};
      }
      break;
    }
  }
  out_.clear();
  sent_ = 0;
  blocked_ = false;
  if (out_.capacity() > kKeepBytes) out_.shrink_to_fit();
}

bool StreamLink::frames_wait() const {
  if (filled_ - taken_ < kLengthBytes) return false;
  return filled_ - taken_ - kLengthBytes >= length_at(in_.data() + taken_);
}

// The next complete frame of what has been read.
bool StreamLink::take_frame(Bytes& frame) {
  if (filled_ - taken_ < kLengthBytes) return false;
  const std::size_t length = length_at(in_.data() + taken_);
  if (length > kFrameBytesMax) {
    end(Error::Code::broken,
        "the peer announced a frame of " + std::to_string(length) + " bytes: not Triad's framing");
    return false;
  }
  if (filled_ - taken_ - kLengthBytes < length) return false;
  frame = Bytes(in_.data() + taken_ + kLengthBytes, length);
  taken_ += kLengthBytes + length;
  return true;
}

// Makes room behind filled_, moving an incomplete frame to the front.
void StreamLink::make_room(std::size_t needed) {
  std::memmove(in_.data(), in_.data() + taken_, filled_ - taken_);
  filled_ -= taken_;
  taken_ = 0;
  if (in_.size() < needed) in_.resize(std::max(needed, in_.size() * 2));
}

bool StreamLink::read_more() {
  if (peer_ended_) return false;
  const std::size_t held = filled_ - taken_;
  std::size_t needed = held + kReadBytes / 2;
  if (held >= kLengthBytes) {
    // What is really there grows the buffer, never a length alone.
    needed = std::max(needed, std::min(kLengthBytes + length_at(in_.data() + taken_), 2 * needed));
  }
  if (in_.size() - filled_ < kReadBytes / 2) make_room(needed);
  for (;;) {
    const ssize_t n = ::recv(socket_.get(), in_.data() + filled_, in_.size() - filled_, 0);
    if (n > 0) {
      filled_ += static_cast<std::size_t>(n);
      return true;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
    peer_ended_ = true;
    const std::string why = n == 0 ? "the peer closed the connection"
                                   : std::string("the connection ended: ") + std::strerror(errno);
    end_reason_ = {Error::Code::closed, why};
    return false;
  }
}

std::size_t StreamLink::receive(FrameSink& sink, std::size_t frames_max) {
  std::size_t frames = 0;
  while (open_ && frames < frames_max) {
    Bytes frame;
    if (take_frame(frame)) {
      ++frames;
      sink.on_frame(frame);
    } else if (!open_ || !read_more()) {
      break;
    }
  }
  if (open_ && peer_ended_ && !frames_wait()) end(end_reason_.code, end_reason_.text);
  return frames;
}

void StreamLink::end(Error::Code code, std::string why) {
  if (!open_) return;
  open_ = false;
  blocked_ = false;
  close_reason_ = {code, std::move(why)};
}

void StreamLink::close() {
  if (!socket_) return;
  if (open_) {
    flush();
    end(Error::Code::closed, "closed here");
  }
  // Bytes that nobody will read would make the kernel reset the connection, and the peer lose what was
  // flushed last: its reason.
  ::shutdown(socket_.get(), SHUT_WR);
  for (int reads = 0; reads < 16; ++reads) {
    if (::recv(socket_.get(), in_.data(), in_.size(), MSG_DONTWAIT) <= 0) break;
  }
  socket_.reset();
}

}  // namespace triad::transport
