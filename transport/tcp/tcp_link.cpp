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
#include "transport/tcp/long_link_socket.hpp"

namespace triad::transport {

namespace {

// Frames of this size or more are sent from the caller's memory, without a copy in the queue.
constexpr std::size_t kWriteThroughBytes = std::size_t{16} << 10;
// A queue of this size is sent before the flush, so that the kernel can work on it meanwhile.
constexpr std::size_t kHeldBackBytes = std::size_t{256} << 10;
constexpr std::size_t kVectorsMax = 64;
// A frame of this many parts or more is copied into the queue.
constexpr std::size_t kPartsMax = 16;

// Returns the error for the end of a connection. A kernel resets the connections of a process that
// ends before it has read everything.
Error end_error(const char* what, int error_number) {
  Error ended = system_error(what, error_number);
  if (ended.code != Error::Code::peer_closed) ended.code = Error::Code::peer_lost;
  return ended;
}

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

TcpLink::TcpLink(UniqueFd socket, std::string peer, const LinkOptions& options,
                 std::unique_ptr<SecureStream> secure)
    : StreamLink(std::move(peer), options),
      socket_(std::move(socket)),
      memory_(options.memory),
      secure_(std::move(secure)),
      secure_share_(options.memory) {
  capabilities_.long_link = this;
  if (secure_) set_principal(secure_->principal());
  count_secure_memory();
  // Datagrams would not be encrypted.
  if (options.datagrams && !secure_)
    capabilities_.datagrams = &channel_.emplace(*this, socket_, options);
  set_tcp_options(socket_.get(), options);
  socket_.close_in_children();
}

TcpLink::~TcpLink() {
  close();
}

std::vector<std::string> TcpLink::enable_long_link(const LongLinkOptions& options) {
  if (!is_open()) return {};
  try {
    long_ = LongStream::make(options, memory_);
    if (long_ && long_->writer() != nullptr) {
      long_->writer()->start_with(output());
      long_->reader()->start_with(input().take_rest());
    }
  } catch (const std::bad_alloc&) {
    fail(Error::Code::no_room, "no memory or no descriptor left for a long link");
    return {};
  }
  return apply_long_link_options(socket_.get(), options);
}

void TcpLink::write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) {
  if (is_write_broken_) return;
  if (long_) long_->record_queued_frame(parts);
  if (bytes >= kWriteThroughBytes && !is_kernel_full_ && parts.size() < kPartsMax && !long_) {
    return write_through(header, parts);
  }
  append_rest(0, header, parts);
  if (output().bytes() >= kHeldBackBytes && !is_kernel_full_) flush();
}

// Sends the queue and then the frame in one call. Queues the bytes that the kernel refuses.
void TcpLink::write_through(Bytes header, std::span<const Bytes> parts) {
  if (channel_) channel_->flush();
  std::array<iovec, kVectorsMax> vectors;
  std::size_t count = output().gather(std::span(vectors).first(kVectorsMax - kPartsMax));
  const std::size_t queued = output().bytes();
  std::size_t offered = 0;
  for (std::size_t i = 0; i < count; ++i) offered += vectors[i].iov_len;
  if (offered < queued) return append_rest(0, header, parts);  // a long queue: flush() sends it
  const auto offer = [&](Bytes part) {
    vectors[count++] = {const_cast<std::byte*>(part.data()), part.size()};
    offered += part.size();
  };
  offer(header);
  for (const Bytes part : parts) offer(part);

  const std::size_t sent = send_vectors(std::span(vectors).first(count));
  if (is_write_broken_) return;
  is_kernel_full_ = sent < offered || has_unsent();
  output().consume(std::min(sent, queued));
  append_rest(sent - std::min(sent, queued), header, parts);
}

void TcpLink::append_rest(std::size_t skipped, Bytes header, std::span<const Bytes> parts) {
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
  const LossCounts datagram_losses = channel_->losses();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += datagram_losses[i];
  return all;
}

void TcpLink::flush() {
  if (channel_) channel_->flush();
  drop_expired();
  if (secure_ && !send_unsent()) return;
  if (!long_) return flush_queue();
  if (long_->unsent_bytes() == 0 && long_->must_hold(output().bytes())) return;
  long_->writer() != nullptr ? flush_batches(*long_->writer()) : flush_queue();
  if (output().empty()) long_->record_empty_queue();
}

void TcpLink::flush_at_end() {
  if (long_) long_->release_bundle();
  flush();
  if (!secure_ || is_write_broken_ || queued_bytes() > 0) return;
  secure_->end_output();
  send_unsent();
}

void TcpLink::flush_queue() {
  while (!output().empty() && !is_write_broken_ && is_open()) {
    std::array<iovec, kVectorsMax> vectors;
    const std::size_t count = output().gather(vectors);
    std::size_t offered = 0;
    for (std::size_t i = 0; i < count; ++i) offered += vectors[i].iov_len;
    const std::size_t sent = send_vectors(std::span(vectors).first(count));
    output().consume(std::min(sent, output().bytes()));
    is_kernel_full_ = sent < offered || has_unsent();
    if (is_kernel_full_) return;
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
      writer.consume(send_vectors(std::span(&vector, 1)));
      is_kernel_full_ = !writer.unsent().empty() || has_unsent();
      if (is_kernel_full_) break;
    }
    if (is_write_broken_) writer.clear();
  } catch (const std::bad_alloc&) {
    fail(Error::Code::no_room, "no memory left to compress a batch");
  }
  long_->count_memory();
}

std::size_t TcpLink::send_vectors(std::span<iovec> vectors) {
  return secure_ ? send_encrypted(vectors) : send_to_socket(vectors);
}

// Returns the number of bytes encrypted. The kernel may not have taken them all (send_unsent).
std::size_t TcpLink::send_encrypted(std::span<iovec> vectors) {
  std::size_t taken = 0;
  while (send_unsent() && !vectors.empty()) {
    const std::size_t bytes = secure_->encrypt(vectors);
    count_secure_memory();
    if (bytes == 0) {
      if (secure_->fault().code != Error::Code::none) break_output(secure_->fault());
      break;
    }
    taken += bytes;
    for (std::size_t left = bytes; left > 0 || (!vectors.empty() && vectors[0].iov_len == 0);) {
      const std::size_t part = std::min(left, vectors[0].iov_len);
      vectors[0].iov_base = static_cast<std::byte*>(vectors[0].iov_base) + part;
      vectors[0].iov_len -= part;
      left -= part;
      if (vectors[0].iov_len == 0) vectors = vectors.subspan(1);
    }
  }
  return taken;
}

bool TcpLink::send_unsent() {
  const Bytes unsent = secure_->unsent();
  if (unsent.empty()) return true;
  if (is_write_broken_) return false;
  iovec vector{const_cast<std::byte*>(unsent.data()), unsent.size()};
  secure_->consume(send_to_socket(std::span(&vector, 1)));
  is_kernel_full_ = has_unsent();
  return !is_kernel_full_ && !is_write_broken_;
}

// Makes one sendmsg call. A broken connection is not the end: bytes that the peer sent earlier must
// still be read, and reading reports the end.
std::size_t TcpLink::send_to_socket(std::span<iovec> vectors) {
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = vectors.size();
  const CancellationGuard held;
  while (true) {
    const ssize_t sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == ENOMEM) return 0;
    break_output(end_error("sending failed", errno));
    return 0;
  }
}

void TcpLink::break_output(Error reason) {
  is_write_broken_ = true;
  output().clear();
  drop_unsent();
  // Only arrived bytes are read from now on: the connection is gone in both directions.
  ::shutdown(socket_.get(), SHUT_RDWR);
  broken_ = std::move(reason);
}

void TcpLink::drop_unsent() {
  if (secure_) secure_->consume(secure_->unsent().size());
}

void TcpLink::count_secure_memory() {
  if (secure_) secure_share_.set(secure_->held_bytes());
}

StreamLink::Fill TcpLink::fill() {
  const std::span<std::byte> space = input().space();
  if (space.empty()) return end_without_memory();
  if (long_ && long_->reader() != nullptr) return fill_from_batches(*long_->reader(), space);
  std::size_t bytes = 0;
  const Fill found = read_bytes(space, bytes);
  input().commit(bytes);
  return found;
}

StreamLink::Fill TcpLink::fill_from_batches(BatchReader& reader, std::span<std::byte> space) {
  try {
    Fill found = Fill::something;
    while (true) {
      const std::size_t taken = reader.read(space);
      if (reader.is_faulty()) {
        end_input(Error::Code::bad_frame, "the peer sent an invalid batch of a compressed link");
        return Fill::ended;
      }
      input().commit(taken);
      long_->count_memory();
      if (taken > 0) return reader.has_more() ? Fill::something : found;
      std::size_t bytes = 0;
      found = read_bytes(reader.space(), bytes);
      reader.commit(bytes);
      if (found == Fill::nothing || found == Fill::ended) return found;
    }
  } catch (const std::bad_alloc&) {
    return end_without_memory();
  }
}

StreamLink::Fill TcpLink::end_without_memory() {
  end_input(Error::Code::no_room, "no memory left to receive a frame");
  return Fill::ended;
}

StreamLink::Fill TcpLink::read_bytes(std::span<std::byte> space, std::size_t& bytes) {
  return secure_ ? read_encrypted(space, bytes) : read_socket(space, bytes);
}

// Decrypts the bytes that have arrived. Reads the socket at most once.
StreamLink::Fill TcpLink::read_encrypted(std::span<std::byte> space, std::size_t& bytes) {
  Fill found = Fill::everything;
  bytes = secure_->decrypt(space);
  const auto has_ended = [&] {
    return secure_->has_peer_ended() || secure_->fault().code != Error::Code::none;
  };
  if (bytes == 0 && !has_ended()) {
    std::size_t received = 0;
    found = read_socket(secure_->space(), received);
    if (received == 0) return found;
    secure_->commit(received);
    bytes = secure_->decrypt(space);
  }
  if (bytes > 0) return secure_->has_received() || has_ended() ? Fill::something : found;
  if (!has_ended()) return found;
  const Error& fault = secure_->fault();
  fault.code == Error::Code::none
      ? end_input(Error::Code::peer_closed, "the peer closed the connection")
      : end_input(fault.code, fault.text);
  return Fill::ended;
}

StreamLink::Fill TcpLink::read_socket(std::span<std::byte> space, std::size_t& bytes) {
  const CancellationGuard held;
  while (true) {
    const ssize_t received = ::recv(socket_.get(), space.data(), space.size(), MSG_DONTWAIT);
    if (received > 0) {
      bytes = static_cast<std::size_t>(received);
      return bytes < space.size() ? Fill::everything : Fill::something;
    }
    if (received < 0 && errno == EINTR) continue;
    if (received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Fill::nothing;
    if (broken_.code != Error::Code::none) {
      end_input(broken_.code, broken_.text);
    } else if (received == 0) {
      end_input(Error::Code::peer_closed, "the peer closed the connection");
    } else {
      const Error ended = end_error("the connection broke", errno);
      end_input(ended.code, ended.text);
    }
    return Fill::ended;
  }
}

std::size_t TcpLink::unread_bytes() {
  int bytes = 0;
  if (::ioctl(socket_.get(), FIONREAD, &bytes) != 0 || bytes < 0) bytes = 0;
  auto in_kernel = static_cast<std::size_t>(bytes);
  const BatchReader* const reader = long_ ? long_->reader() : nullptr;
  if (secure_) {
    in_kernel += static_cast<std::size_t>(secure_->received_bytes() - secure_->used_bytes());
    // One more stands for decrypted bytes that have found no room yet.
    if (in_kernel > 0 || secure_->has_received()) ++in_kernel;
    counted_secure_bytes_ = secure_->used_bytes();
  }
  if (reader == nullptr) return in_kernel;
  counted_bytes_ = reader->taken_bytes();
  return in_kernel + static_cast<std::size_t>(reader->received_bytes() - counted_bytes_);
}

bool TcpLink::has_delivered() const {
  if (queued_bytes() > 0) return false;
  int unacknowledged = 0;
  if (!socket_.valid() || ::ioctl(socket_.get(), SIOCOUTQ, &unacknowledged) != 0) return true;
  return unacknowledged == 0;
}

std::size_t TcpLink::count_read_bytes(std::size_t bytes) {
  const BatchReader* const reader = long_ ? long_->reader() : nullptr;
  if (reader == nullptr) {
    if (!secure_) return bytes;
    const std::uint64_t used = std::exchange(counted_secure_bytes_, secure_->used_bytes());
    return static_cast<std::size_t>(counted_secure_bytes_ - used) +
           (secure_->has_received() ? 0 : 1);
  }
  const std::uint64_t before = std::exchange(counted_bytes_, reader->taken_bytes());
  return static_cast<std::size_t>(counted_bytes_ - before);
}

// Closing a socket with unread input resets the connection, and a reset overtakes the last output
// (often the reason for the close). So this shuts down the output first and then discards the
// present input. Input that arrives later also causes a reset (Link::has_delivered).
void TcpLink::release_resources() {
  if (!socket_.valid()) return;
  ::shutdown(socket_.get(), SHUT_WR);
  std::array<std::byte, 4096> dropped;
  constexpr int kReadsMax = 256;
  for (int i = 0; i < kReadsMax; ++i) {
    if (::recv(socket_.get(), dropped.data(), dropped.size(), MSG_DONTWAIT) <= 0) break;
  }
  socket_.reset();
  drop_unsent();
  if (channel_) channel_->close();
}

}  // namespace triad::transport
