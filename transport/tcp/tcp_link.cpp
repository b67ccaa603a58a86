// See tcp_link.hpp.
#include "transport/tcp/tcp_link.hpp"

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "transport/posix/cancellation.hpp"
#include "transport/tcp/long_way.hpp"

namespace triad::transport {

namespace {

// Frames of this size or more are sent from the caller's memory, without a copy in the queue.
constexpr std::size_t kWriteThroughBytes = std::size_t{16} << 10;
// A queue of this size is sent before the flush, so that the kernel can work on it meanwhile.
constexpr std::size_t kHeldBackBytes = std::size_t{256} << 10;
constexpr std::size_t kVectorsMax = 64;
// A frame of this many parts or more is copied into the queue.
constexpr std::size_t kPartsMax = 16;

}  // namespace

void set_tcp_options(int socket, const LinkOptions& options) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (options.keepalive.count() <= 0) return;
  const int idle_s = static_cast<int>(std::min<std::int64_t>(options.keepalive.count(), 32767));
  const int interval_s = std::max(1, idle_s / 4);
  const int probes = 4;
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval_s, sizeof interval_s);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
  ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

TcpLink::TcpLink(UniqueFd socket, std::string peer, const LinkOptions& options)
    : StreamLink(std::move(peer), options), socket_(std::move(socket)), memory_(options.memory) {
  capabilities_.long_way = this;
  if (options.datagrams) capabilities_.datagrams = &channel_.emplace(*this, socket_, options);
  set_tcp_options(socket_.get(), options);
  socket_.close_in_children();
}

TcpLink::~TcpLink() {
  close();
}

std::vector<std::string> TcpLink::become_long(const LongLinkOptions& way) {
  if (!is_open()) return {};
  try {
    long_ = LongStream::make(way, memory_);
    if (long_ && long_->writer() != nullptr) {
      long_->writer()->begin_with(output());
      long_->reader()->begin_with(input().take_rest());
    }
  } catch (const std::bad_alloc&) {
    fail(Error::Code::no_room, "no memory or no descriptor left for a long link");
    return {};
  }
  return fit_to_long_way(socket_.get(), way);
}

void TcpLink::write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) {
  if (is_write_broken_) return;
  if (long_) long_->queued(parts);
  if (bytes >= kWriteThroughBytes && !is_full_ && parts.size() < kPartsMax && !long_) {
    return write_through(header, parts);
  }
  append_behind(0, header, parts);
  if (output().bytes() >= kHeldBackBytes && !is_full_) flush();
}

// Sends the queue and then the frame in one call. Queues the bytes that the kernel refuses.
void TcpLink::write_through(Bytes header, std::span<const Bytes> parts) {
  if (channel_) channel_->flush();
  std::array<iovec, kVectorsMax> vectors;
  std::size_t count = output().gather(std::span(vectors).first(kVectorsMax - kPartsMax));
  const std::size_t queued = output().bytes();
  std::size_t offered = 0;
  for (std::size_t i = 0; i < count; ++i) offered += vectors[i].iov_len;
  if (offered < queued) return append_behind(0, header, parts);  // a long queue: flush() sends it
  const auto offer = [&](Bytes part) {
    vectors[count++] = {const_cast<std::byte*>(part.data()), part.size()};
    offered += part.size();
  };
  offer(header);
  for (const Bytes part : parts) offer(part);

  const std::size_t sent = send_vectors(std::span(vectors).first(count));
  if (is_write_broken_) return;
  is_full_ = sent < offered;
  output().consume(std::min(sent, queued));
  append_behind(sent - std::min(sent, queued), header, parts);
}

void TcpLink::append_behind(std::size_t skipped, Bytes header, std::span<const Bytes> parts) {
  const auto append = [&](Bytes part) {
    const std::size_t gone = std::min(skipped, part.size());
    skipped -= gone;
    output().append(part.subspan(gone));
  };
  append(header);
  for (const Bytes part : parts) append(part);
}

LossCounts TcpLink::losses() const {
  LossCounts all = StreamLink::losses();
  if (!channel_) return all;
  const LossCounts beside = channel_->losses();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += beside[i];
  return all;
}

void TcpLink::flush() {
  if (channel_) channel_->flush();
  drop_late();
  if (!long_) return flush_queue();
  if (long_->unsent_bytes() == 0 && long_->holds(output().bytes())) return;
  long_->writer() != nullptr ? flush_batches(*long_->writer()) : flush_queue();
  if (output().empty()) long_->emptied();
}

void TcpLink::flush_at_end() {
  if (long_) long_->let_go();
  flush();
}

void TcpLink::flush_queue() {
  while (!output().empty() && !is_write_broken_ && is_open()) {
    std::array<iovec, kVectorsMax> vectors;
    const std::size_t count = output().gather(vectors);
    std::size_t offered = 0;
    for (std::size_t i = 0; i < count; ++i) offered += vectors[i].iov_len;
    const std::size_t sent = send_vectors(std::span(vectors).first(count));
    output().consume(std::min(sent, output().bytes()));
    is_full_ = sent < offered;
    if (is_full_) return;
  }
}

// A batch cannot be changed. So the next one is made only when the kernel has taken the previous
// one.
void TcpLink::flush_batches(BatchWriter& writer) {
  try {
    while (!is_write_broken_ && is_open()) {
      if (writer.unsent().empty()) {
        if (output().empty()) break;
        if (!writer.write(output())) throw std::bad_alloc();
      }
      iovec vector{const_cast<std::byte*>(writer.unsent().data()), writer.unsent().size()};
      writer.sent(send_vectors(std::span(&vector, 1)));
      is_full_ = !writer.unsent().empty();
      if (is_full_) break;
    }
    if (is_write_broken_) writer.clear();
  } catch (const std::bad_alloc&) {
    fail(Error::Code::no_room, "no memory left to compress a batch");
  }
  long_->count_memory();
}

// Makes one sendmsg call. A broken connection is not the end: bytes that the peer sent earlier must
// still be read, and reading reports the end.
std::size_t TcpLink::send_vectors(std::span<iovec> vectors) {
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = vectors.size();
  const CancellationHeld held;
  while (true) {
    const ssize_t sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == ENOMEM) return 0;
    const Error problem = system_error("sending failed", errno);
    is_write_broken_ = true;
    output().clear();
    // Only arrived bytes are read from now on: the connection is gone in both directions.
    ::shutdown(socket_.get(), SHUT_RDWR);
    broken_text_ = problem.text;
    return 0;
  }
}

StreamLink::Fill TcpLink::fill() {
  const std::span<std::byte> space = input().space();
  if (space.empty()) return end_without_memory();
  if (long_ && long_->reader() != nullptr) return fill_from_batches(*long_->reader(), space);
  std::size_t bytes = 0;
  const Fill found = read_socket(space, bytes);
  input().commit(bytes);
  return found;
}

StreamLink::Fill TcpLink::fill_from_batches(BatchReader& reader, std::span<std::byte> space) {
  try {
    Fill found = Fill::something;
    while (true) {
      const std::size_t taken = reader.take(space);
      if (reader.is_faulty()) {
        end(Error::Code::bad_frame, "the peer sent an invalid batch of a compressed link");
        return Fill::ended;
      }
      input().commit(taken);
      long_->count_memory();
      if (taken > 0) return reader.has_more() ? Fill::something : found;
      std::size_t bytes = 0;
      found = read_socket(reader.space(), bytes);
      reader.commit(bytes);
      if (found == Fill::nothing || found == Fill::ended) return found;
    }
  } catch (const std::bad_alloc&) {
    return end_without_memory();
  }
}

StreamLink::Fill TcpLink::end_without_memory() {
  end(Error::Code::no_room, "no memory left to receive a frame");
  return Fill::ended;
}

StreamLink::Fill TcpLink::read_socket(std::span<std::byte> space, std::size_t& bytes) {
  const CancellationHeld held;
  while (true) {
    const ssize_t received = ::recv(socket_.get(), space.data(), space.size(), MSG_DONTWAIT);
    if (received > 0) {
      bytes = static_cast<std::size_t>(received);
      return bytes < space.size() ? Fill::everything : Fill::something;
    }
    if (received < 0 && errno == EINTR) continue;
    if (received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Fill::nothing;
    if (!broken_text_.empty()) {
      end(Error::Code::peer_lost, broken_text_);
    } else if (received == 0) {
      end(Error::Code::peer_closed, "the peer closed the connection");
    } else {
      end(Error::Code::peer_lost, system_error("the connection broke", errno).text);
    }
    return Fill::ended;
  }
}

std::size_t TcpLink::unread_bytes() {
  int bytes = 0;
  if (::ioctl(socket_.get(), FIONREAD, &bytes) != 0 || bytes < 0) bytes = 0;
  const auto in_kernel = static_cast<std::size_t>(bytes);
  const BatchReader* const reader = long_ ? long_->reader() : nullptr;
  if (reader == nullptr) return in_kernel;
  taken_ = reader->taken_bytes();
  return in_kernel + static_cast<std::size_t>(reader->received_bytes() - taken_);
}

bool TcpLink::has_delivered() const {
  if (queued_bytes() > 0) return false;
  int unacknowledged = 0;
  if (!socket_.valid() || ::ioctl(socket_.get(), SIOCOUTQ, &unacknowledged) != 0) return true;
  return unacknowledged == 0;
}

std::size_t TcpLink::read_of_unread(std::size_t bytes) {
  const BatchReader* const reader = long_ ? long_->reader() : nullptr;
  if (reader == nullptr) return bytes;
  const std::uint64_t before = std::exchange(taken_, reader->taken_bytes());
  return static_cast<std::size_t>(taken_ - before);
}

// Closing a socket with unread input resets the connection, and a reset overtakes the last output
// (often the reason for the close). So this shuts down the output first and then discards the
// present input. Input that arrives later also causes a reset (Link::has_delivered).
void TcpLink::shut() {
  if (!socket_.valid()) return;
  ::shutdown(socket_.get(), SHUT_WR);
  std::array<std::byte, 4096> dropped;
  constexpr int kReadsMax = 256;
  for (int i = 0; i < kReadsMax; ++i) {
    if (::recv(socket_.get(), dropped.data(), dropped.size(), MSG_DONTWAIT) <= 0) break;
  }
  socket_.reset();
  if (channel_) channel_->close();
}

}  // namespace triad::transport
