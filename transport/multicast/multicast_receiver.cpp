// See multicast_receiver.hpp.
#include "transport/multicast/multicast_receiver.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "transport/multicast/multicast_address.hpp"
#include "transport/posix/cancellation.hpp"
#include "transport/tcp/address.hpp"

namespace triad::transport {

namespace {

// One byte more, to notice longer datagrams.
constexpr std::size_t kMulticastSlot = kMulticastBytesMax + 1;
// Large enough for a burst of the router until the next look.
constexpr int kMulticastBufferBytes = 4 << 20;

bool is_usable(const DatagramNote& offer) {
  return offer.group > 0 && offer.group <= MulticastAddress::kGroupsMax && offer.port != 0 &&
         offer.address >= 0xe0000000 && offer.address <= 0xefffffff - (offer.group - 1u);
}

}  // namespace

std::unique_ptr<MulticastReceiver> MulticastReceiver::open(int tcp_socket,
                                                           const DatagramNote& offer,
                                                           MulticastFilter filter) {
  const auto interface = ipv4_of(local_address(tcp_socket));
  const auto router = ipv4_of(peer_address(tcp_socket));
  if (!interface || !router || !is_usable(offer)) return nullptr;
  UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return nullptr;
  const int on = 1;
  const int off = 0;
  // Other clients of this machine listen at the same port. Their groups must not reach this client.
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_ALL, &off, sizeof off);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &kMulticastBufferBytes,
               sizeof kMulticastBufferBytes);
  sockaddr_in local{};
  local.sin_family = AF_INET;
  local.sin_port = htons(offer.port);
  local.sin_addr.s_addr = htonl(INADDR_ANY);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&local), sizeof local) != 0) {
    return nullptr;
  }
  socket.close_in_children();
  sockaddr_in from{};
  from.sin_family = AF_INET;
  from.sin_port = htons(offer.source_port);
  from.sin_addr = *router;
  return std::unique_ptr<MulticastReceiver>(
      new MulticastReceiver(std::move(socket), *interface, from, offer, filter));
}

MulticastReceiver::MulticastReceiver(UniqueFd socket, in_addr interface, sockaddr_in router,
                                     const DatagramNote& offer, MulticastFilter filter)
    : socket_(std::move(socket)),
      interface_(interface),
      router_(router),
      first_group_(offer.address),
      client_(offer.client),
      key_{offer.token, offer.token_high},
      filter_(filter),
      groups_(offer.group),
      buffer_(kReadAtOnce * kMulticastSlot) {}

// --- groups

// Joins or leaves a group for one source address, so that the kernel drops datagrams of other
// senders.
bool MulticastReceiver::change_membership(int option, std::uint16_t group) {
  ip_mreq_source request{};
  request.imr_multiaddr.s_addr = htonl(first_group_ + group);
  request.imr_interface = interface_;
  request.imr_sourceaddr = router_.sin_addr;
  return ::setsockopt(socket_.get(), IPPROTO_IP, option, &request, sizeof request) == 0;
}

void MulticastReceiver::join(std::uint16_t group) {
  if (group >= groups_.size() || groups_[group].is_joined) return;
  groups_[group].is_joined = change_membership(IP_ADD_SOURCE_MEMBERSHIP, group);
  if (groups_[group].is_joined || std::exchange(has_warned_, true)) return;
  const int error_number = errno;
  warning_ = "cannot join the multicast group " + address_text(first_group_ + group) + ": " +
             system_error("the system refuses", error_number).text +
             (error_number == ENOBUFS ? " (net.ipv4.igmp_max_memberships)" : "") +
             "; the frames of this group are sent to this program separately";
}

void MulticastReceiver::leave(std::uint16_t group) {
  if (group >= groups_.size() || !std::exchange(groups_[group].is_joined, false)) return;
  static_cast<void>(change_membership(IP_DROP_SOURCE_MEMBERSHIP, group));
}

std::optional<std::string> MulticastReceiver::take_warning() {
  return std::exchange(warning_, std::nullopt);
}

// --- datagrams

bool MulticastReceiver::read_batch(DatagramInbox& inbox) {
  std::array<mmsghdr, kReadAtOnce> messages{};
  std::array<iovec, kReadAtOnce> vectors{};
  std::array<sockaddr_in, kReadAtOnce> sources{};
  for (std::size_t i = 0; i < kReadAtOnce; ++i) {
    vectors[i] = {buffer_.data() + i * kMulticastSlot, kMulticastSlot};
    messages[i].msg_hdr.msg_name = &sources[i];
    messages[i].msg_hdr.msg_namelen = sizeof sources[i];
    messages[i].msg_hdr.msg_iov = &vectors[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  const CancellationGuard held;
  const int count = ::recvmmsg(socket_.get(), messages.data(), kReadAtOnce, MSG_DONTWAIT, nullptr);
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const sockaddr_in& source = sources[index];
    if (source.sin_addr.s_addr != router_.sin_addr.s_addr || source.sin_port != router_.sin_port) {
      continue;  // of another router that uses the same group
    }
    receive_datagram({buffer_.data() + index * kMulticastSlot, messages[index].msg_len}, inbox);
  }
  return count == static_cast<int>(kReadAtOnce);
}

void MulticastReceiver::receive_datagram(Bytes datagram, DatagramInbox& inbox) {
  const MulticastContent content = read_multicast(key_, client_, datagram);
  switch (content.kind) {
    case MulticastContent::Kind::invalid:
      ++refused_;
      return;
    case MulticastContent::Kind::for_others:
      return;
    case MulticastContent::Kind::probe:
      return record_probe(content.probe);
    case MulticastContent::Kind::frame:
      if (!filter_(content.frame)) {
        ++refused_;
        return;
      }
      return inbox.insert(content.addressee.number, content.addressee.frames_before, content.frame);
  }
}

void MulticastReceiver::record_probe(const MulticastProbe& probe) {
  if (probe.group >= groups_.size() || !groups_[probe.group].is_joined) return;
  if (std::exchange(groups_[probe.group].last_answered_round, probe.round) == probe.round) return;
  const auto waiting = std::ranges::find(probes_, probe.group, &MulticastProbe::group);
  if (waiting != probes_.end()) {
    waiting->round = probe.round;
  } else {
    probes_.push_back(probe);
  }
}

std::optional<MulticastProbe> MulticastReceiver::next_probe() {
  if (probes_.empty()) return std::nullopt;
  const MulticastProbe probe = probes_.back();
  probes_.pop_back();
  return probe;
}

}  // namespace triad::transport
