// See multicast_sender.hpp.
#include "transport/multicast/multicast_sender.hpp"

#include <arpa/inet.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "transport/tcp/address.hpp"

namespace triad::transport {

namespace {

// Multicast stays on the segment: no router of the network forwards it.
constexpr unsigned char kHops = 1;

bool same_bytes(Bytes kept, std::span<const Bytes> parts) {
  for (const Bytes part : parts) {
    if (kept.size() < part.size()) return false;
    if (!part.empty() && std::memcmp(kept.data(), part.data(), part.size()) != 0) return false;
    kept = kept.subspan(part.size());
  }
  return kept.empty();
}

}  // namespace

DatagramNote MulticastMember::offer() const {
  DatagramNote note;
  note.kind = DatagramNote::Kind::groups;
  note.port = sender_.destination_.port;
  note.source_port = sender_.port_;
  note.token = sender_.key_.low;
  note.token_high = sender_.key_.high;
  note.address = sender_.destination_.first_group;
  note.group = sender_.destination_.groups;
  note.client = client_;
  return note;
}

std::unique_ptr<MulticastSender> MulticastSender::open(const MulticastAddress& to, in_addr from) {
  UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return nullptr;
  sockaddr_in local{};
  local.sin_family = AF_INET;
  local.sin_addr = from;
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&local), sizeof local) != 0) {
    return nullptr;
  }
  const unsigned char on = 1;  // clients on this machine receive it too
  ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof from);
  ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_TTL, &kHops, sizeof kHops);
  ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_LOOP, &on, sizeof on);
  socket.close_in_children();
  SealKey key;
  if (::getrandom(&key, sizeof key, 0) != sizeof key) return nullptr;
  const std::uint16_t port = local_address(socket.get()).port();
  return std::unique_ptr<MulticastSender>(
      new MulticastSender(to, from, std::move(socket), port, key));
}

MulticastSender::MulticastSender(const MulticastAddress& to, in_addr from, UniqueFd socket,
                                 std::uint16_t port, const SealKey& key)
    : destination_(to),
      source_(from),
      socket_(std::move(socket)),
      port_(port),
      key_(key),
      last_probes_(to.groups) {}

std::unique_ptr<MulticastMember> MulticastSender::add(DatagramSender& unicast) {
  if (last_client_ == std::numeric_limits<std::uint32_t>::max()) return nullptr;
  auto member =
      std::make_unique<MulticastMember>(*this, unicast, ++last_client_, destination_.groups);
  members_.push_back(member.get());
  return member;
}

void MulticastSender::remove(MulticastMember& member) {
  flush(member);
  std::erase(members_, &member);
}

// --- frames

void MulticastSender::send(MulticastMember& member, std::uint16_t group,
                           std::uint64_t frames_before, std::span<const Bytes> parts,
                           Priority priority) {
  if (!can_join_pending(member, group, parts,
                        {member.client_, member.unicast_.last_number() + 1, frames_before})) {
    send_pending();
    pending_frame_.clear();
    for (const Bytes part : parts)
      pending_frame_.insert(pending_frame_.end(), part.begin(), part.end());
    pending_group_ = group;
    pending_priority_ = priority;
  }
  const Addressee addressee{member.client_, member.unicast_.take_number(), frames_before};
  member.has_pending_frame_ = true;
  pending_members_.push_back(&member);
  addressees_.push_back(addressee);
  list_bytes_ += encoded_bytes(addressee);
}

bool MulticastSender::can_join_pending(const MulticastMember& member, std::uint16_t group,
                                       std::span<const Bytes> parts,
                                       const Addressee& addressee) const {
  if (pending_members_.empty() || member.has_pending_frame_ || group != pending_group_)
    return false;
  if (kMulticastHeadBytesMax + list_bytes_ + encoded_bytes(addressee) + pending_frame_.size() >
      kMulticastBytesMax) {
    return false;
  }
  return same_bytes(pending_frame_, parts);
}

// Sends the kept frame. Datagrams sent separately to its members have lower numbers, so they go
// first.
void MulticastSender::send_pending() {
  if (pending_members_.empty()) return;
  bool is_full = false;
  if (pending_members_.size() == 1) {
    MulticastMember& only = *pending_members_.front();
    if (only.last_batch_ == batch_number_) send_batch();
    const Bytes frame = pending_frame_;
    only.unicast_.send(addressees_.front().number, addressees_.front().frames_before, {&frame, 1},
                       pending_priority_);
  } else {
    for (MulticastMember* const member : pending_members_) {
      member->unicast_.flush();
      member->last_batch_ = batch_number_;
    }
    append_multicast(key_, addressees_, pending_frame_, batch_.bytes());
    const sockaddr_in address = group_address(pending_group_);
    is_full = batch_.end_datagram(&address);
    ++counts_.datagrams;
    counts_.receivers += addressees_.size();
  }
  for (MulticastMember* const member : pending_members_) member->has_pending_frame_ = false;
  pending_members_.clear();
  addressees_.clear();
  list_bytes_ = 0;
  if (is_full) send_batch();
}

// Sends the batch. Datagrams that the system refuses are lost; the receivers count them as missed.
void MulticastSender::send_batch() {
  ++batch_number_;
  if (batch_.count() == 0) return;
  batch_.send_all(socket_.get(), [this](std::size_t index, int error_number) {
    record_refusal(error_number);
    return batch_.count() - index;
  });
}

void MulticastSender::record_refusal(int error_number) {
  if (!DatagramBatch::is_full(error_number) && refusal_ == 0) refusal_ = error_number;
}

sockaddr_in MulticastSender::group_address(std::uint16_t group) const {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(destination_.port);
  address.sin_addr.s_addr = htonl(destination_.address_of(group));
  return address;
}

// --- probes

void MulticastSender::tick(MulticastReception::Time now) {
  now_ = now;
  ++round_;
  for (MulticastMember* const member : members_) member->reception_.tick(now);
  for (std::uint16_t group = 0; group < destination_.groups; ++group) {
    std::optional<MulticastReception::Time> shortest;
    for (const MulticastMember* const member : members_) {
      const auto interval = member->reception_.probe_every(group);
      if (interval && (!shortest || *interval < *shortest)) shortest = interval;
    }
    if (!shortest) {
      last_probes_[group].reset();
    } else if (!last_probes_[group] || now - *last_probes_[group] >= *shortest) {
      last_probes_[group] = now;
      send_probe(group);
    }
  }
}

void MulticastSender::send_probe(std::uint16_t group) {
  std::vector<std::byte> datagram;
  append_probe(key_, {group, round_}, datagram);
  const sockaddr_in address = group_address(group);
  const ssize_t sent =
      ::sendto(socket_.get(), datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (sent < 0) record_refusal(errno);
}

void MulticastSender::receive_probe_answer(MulticastMember& member, std::uint16_t group,
                                           std::uint32_t round) {
  if (round_ - round <= kAnswerAgeMaxRounds) member.reception_.receive_probe_answer(group, now_);
}

// --- reports

Multicast::Counts MulticastSender::counts() const {
  Multicast::Counts counts = counts_;
  for (const MulticastMember* const member : members_) {
    if (member->reception_.receives_any()) ++counts.clients;
  }
  return counts;
}

std::optional<std::string> MulticastSender::take_warning() {
  if (refusal_ == 0 || std::exchange(is_refusal_reported_, true)) return std::nullopt;
  return "no multicast is sent from " + address_text(ntohl(source_.s_addr)) + " to " +
         to_string(destination_) + ": " + system_error("sending failed", refusal_).text +
         "; best effort is sent to each client separately";
}

}  // namespace triad::transport
