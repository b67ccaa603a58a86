// See datagrams.hpp.
#include "transport/udp/datagrams.hpp"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "transport/posix/cancellation.hpp"
#include "transport/tcp/address.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kHeaderBytes = 24;
constexpr std::size_t kDatagramBytesMax = kHeaderBytes + kDatagramFrameBytesMax;
constexpr int kReadsPerTurn = 8;
constexpr int kRereadsForGap = 3;
constexpr auto kProbeAgainAfter = std::chrono::milliseconds(100);
// Large enough for a burst of the sender until the receiver's next look.
constexpr int kReceiveBufferBytes = 4 << 20;

void store_number(std::byte* at, std::uint64_t value) {
  for (int i = 0; i < 8; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}

std::uint64_t load_number(const std::byte* at) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= std::to_integer<std::uint64_t>(at[i]) << (8 * i);
  return value;
}

void set_port(SocketAddress& address, std::uint16_t port) {
  if (address.storage.ss_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(&address.storage)->sin6_port = htons(port);
  } else {
    reinterpret_cast<sockaddr_in*>(&address.storage)->sin_port = htons(port);
  }
}

// Returns a UDP socket bound to this machine's address in the TCP connection, at a port chosen by
// the system.
UniqueFd open_udp_socket(int tcp_socket) {
  SocketAddress local = local_address(tcp_socket);
  UniqueFd socket(::socket(local.storage.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return socket;
  set_port(local, 0);
  if (::bind(socket.get(), local.get(), local.length) != 0) return UniqueFd();
  socket.close_in_children();
  return socket;
}

}  // namespace

// --- sending

std::unique_ptr<DatagramSender> DatagramSender::open(int tcp_socket, const DatagramNote& offer) {
  UniqueFd socket = open_udp_socket(tcp_socket);
  if (!socket.valid()) return nullptr;
  SocketAddress peer = peer_address(tcp_socket);
  set_port(peer, offer.port);
  if (::connect(socket.get(), peer.get(), peer.length) != 0) return nullptr;
  return std::unique_ptr<DatagramSender>(new DatagramSender(std::move(socket), offer.token));
}

DatagramSender::DatagramSender(UniqueFd socket, std::uint64_t token)
    : socket_(std::move(socket)), token_(token) {
  send_probe();
}

void DatagramSender::send_probe() {
  ++probes_;
  probe_again_ = Clock::now() + kProbeAgainAfter;
  std::array<std::byte, kHeaderBytes> datagram{};
  store_number(datagram.data(), token_);
  ::send(socket_.get(), datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

bool DatagramSender::can_send(std::size_t bytes) {
  if (is_open_) return bytes <= kDatagramFrameBytesMax;
  if (probes_ < kProbesMax && Clock::now() >= probe_again_) send_probe();
  return false;
}

void DatagramSender::send(std::uint64_t number, std::uint64_t frames_before,
                          std::span<const Bytes> parts, Priority priority) {
  std::vector<std::byte>& bytes = batch_.bytes();
  const std::size_t at = bytes.size();
  bytes.resize(at + kHeaderBytes);
  store_number(bytes.data() + at, token_);
  store_number(bytes.data() + at + 8, number);
  store_number(bytes.data() + at + 16, frames_before);
  for (const Bytes part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
  priorities_.push_back(priority);
  if (batch_.end_datagram()) flush();
}

// Drops the datagrams for which the kernel has no room: datagrams do not queue here, so the
// receiver's buffer is full. The kernel may refuse a datagram because of an earlier one (the port
// no longer exists). Then only that one is lost; the stream reports the end of the peer.
void DatagramSender::flush() {
  if (priorities_.empty()) return;
  batch_.send_all(socket_.get(), [this](std::size_t index, int error_number) {
    const std::size_t lost = DatagramBatch::is_full(error_number) ? priorities_.size() - index : 1;
    for (std::size_t i = index; i < index + lost; ++i) ++losses_[priorities_[i]];
    return lost;
  });
  priorities_.clear();
}

// --- receiving

std::unique_ptr<DatagramReceiver> DatagramReceiver::open(
    int tcp_socket, const std::shared_ptr<std::size_t>& memory) {
  UniqueFd socket = open_udp_socket(tcp_socket);
  if (!socket.valid()) return nullptr;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &kReceiveBufferBytes,
               sizeof kReceiveBufferBytes);
  std::uint64_t token = 0;
  if (::getrandom(&token, sizeof token, 0) != sizeof token) return nullptr;
  const std::uint16_t port = local_address(socket.get()).port();
  return std::unique_ptr<DatagramReceiver>(
      new DatagramReceiver(std::move(socket), port, token, memory));
}

DatagramReceiver::DatagramReceiver(UniqueFd socket, std::uint16_t port, std::uint64_t token,
                                   const std::shared_ptr<std::size_t>& memory)
    : socket_(std::move(socket)),
      port_(port),
      token_(token),
      buffer_(kReadAtOnce * (kDatagramBytesMax + 1)),
      share_(memory) {
  share_.set(buffer_.size());
}

bool DatagramReceiver::add_source(DatagramSource& source) {
  UniqueFd both(::epoll_create1(EPOLL_CLOEXEC));
  if (!both.valid()) return false;
  for (const int socket : {socket_.get(), source.descriptor()}) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = socket;
    if (::epoll_ctl(both.get(), EPOLL_CTL_ADD, socket, &event) != 0) return false;
  }
  both.close_in_children();
  epoll_ = std::move(both);
  source_ = &source;
  inbox_.hold_at_gaps();
  return true;
}

void DatagramReceiver::read() {
  if (source_ != nullptr && read_only_ready_socket()) return;
  for (int reads = 0; reads < kReadsPerTurn && read_batch(); ++reads) {
  }
}

// Reads the one socket that has input, and returns true if that is enough. Usually no datagram or
// datagrams on one socket have arrived, and one system call shows it.
bool DatagramReceiver::read_only_ready_socket() {
  std::array<epoll_event, 2> ready{};
  const int count = ::epoll_wait(epoll_.get(), ready.data(), static_cast<int>(ready.size()), 0);
  if (count == 0) inbox_.accept_gaps();
  if (count != 1) return count == 0;
  const bool is_own = ready[0].data.fd == socket_.get();
  const bool more = is_own ? read_own_batch() : source_->read_batch(inbox_);
  return !more && !inbox_.has_gap();
}

// Reads both sockets. If both are empty and a datagram is missing, it may have arrived at the first
// socket while the second was read. So this looks again.
bool DatagramReceiver::read_batch() {
  if (source_ == nullptr) return read_own_batch();
  bool more = read_both_sockets();
  for (int looks = 0; looks < kRereadsForGap && !more && inbox_.has_gap(); ++looks) {
    more = read_both_sockets();
  }
  if (!more || !has_room_for_batch()) inbox_.accept_gaps();
  return more;
}

bool DatagramReceiver::read_both_sockets() {
  const bool more_unicast = read_own_batch();
  return source_->read_batch(inbox_) || more_unicast;
}

bool DatagramReceiver::read_own_batch() {
  if (!is_peer_known_) return find_peer();
  constexpr std::size_t kSlot = kDatagramBytesMax + 1;  // one byte more, to notice longer datagrams
  std::array<mmsghdr, kReadAtOnce> messages{};
  std::array<iovec, kReadAtOnce> vectors{};
  for (std::size_t i = 0; i < kReadAtOnce; ++i) {
    vectors[i] = {buffer_.data() + i * kSlot, kSlot};
    messages[i].msg_hdr.msg_iov = &vectors[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  const CancellationGuard held;
  const int count = ::recvmmsg(socket_.get(), messages.data(), kReadAtOnce, MSG_DONTWAIT, nullptr);
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    static_cast<void>(receive_datagram({buffer_.data() + index * kSlot, messages[index].msg_len}));
  }
  return count == static_cast<int>(kReadAtOnce);
}

// Reads until a datagram has the token. From then on the kernel accepts only its sender.
bool DatagramReceiver::find_peer() {
  for (int reads = 0; reads < kReadsPerTurn; ++reads) {
    SocketAddress from;
    const ssize_t received = ::recvfrom(socket_.get(), buffer_.data(), buffer_.size(), MSG_DONTWAIT,
                                        from.get(), &from.length);
    if (received < 0) return false;
    if (!receive_datagram({buffer_.data(), static_cast<std::size_t>(received)})) continue;
    is_peer_known_ = has_first_arrival_ = true;
    // If this fails, datagrams of other senders are read and ignored because of their token.
    static_cast<void>(::connect(socket_.get(), from.get(), from.length));
    break;
  }
  return true;
}

// Returns false if the datagram is not from the peer.
bool DatagramReceiver::receive_datagram(Bytes datagram) {
  if (datagram.size() < kHeaderBytes || datagram.size() > kDatagramBytesMax) return false;
  if (load_number(datagram.data()) != token_) return false;
  const std::uint64_t number = load_number(datagram.data() + 8);
  if (number > 0)
    inbox_.insert(number, load_number(datagram.data() + 16), datagram.subspan(kHeaderBytes));
  share_.set(buffer_.size() + inbox_.held_bytes());
  return true;
}

}  // namespace triad::transport
