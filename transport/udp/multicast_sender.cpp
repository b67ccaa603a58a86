// See multicast_sender.hpp.
#include "transport/udp/multicast_sender.hpp"

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
  note.port = sender_.to_.port;
  note.source_port = sender_.port_;
  note.token = sender_.key_.low;
  note.token_high = sender_.key_.high;
  note.address = sender_.to_.first_group;
  note.group = sender_.to_.groups;
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
    : to_(to),
      from_(from),
      socket_(std::move(socket)),
      port_(port),
      key_(key),
      probed_(to.groups) {}

std::unique_ptr<MulticastMember> MulticastSender::add(DatagramSender& alone) {
  if (last_client_ == std::numeric_limits<std::uint32_t>::max()) return nullptr;
  auto member = std::make_unique<MulticastMember>(*this, alone, ++last_client_, to_.groups);
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
  if (!can_keep(member, group, parts,
                {member.client_, member.alone_.last_number() + 1, frames_before})) {
    send_kept();
    kept_.clear();
    for (const Bytes part : parts) kept_.insert(kept_.end(), part.begin(), part.end());
    kept_group_ = group;
    kept_priority_ = priority;
  }
  const Addressee addressee{member.client_, member.alone_.take_number(), frames_before};
  member.is_kept_ = true;
  kept_for_.push_back(&member);
  addressees_.push_back(addressee);
  list_bytes_ += encoded_bytes(addressee);
}

bool MulticastSender::can_keep(const MulticastMember& member, std::uint16_t group,
                               std::span<const Bytes> parts, const Addressee& addressee) const {
  if (kept_for_.empty() || member.is_kept_ || group != kept_group_) return false;
  if (kMulticastHeadBytesMax + list_bytes_ + encoded_bytes(addressee) + kept_.size() >
      kMulticastBytesMax) {
    return false;
  }
  return same_bytes(kept_, parts);
}

// Sends the kept frame. Datagrams sent separately to its members have lower numbers, so they go
// first.
void MulticastSender::send_kept() {
  if (kept_for_.empty()) return;
  bool is_full = false;
  if (kept_for_.size() == 1) {
    MulticastMember& only = *kept_for_.front();
    if (only.in_batch_ == batch_number_) send_batch();
    const Bytes frame = kept_;
    only.alone_.send(addressees_.front().number, addressees_.front().frames_before, {&frame, 1},
                     kept_priority_);
  } else {
    for (MulticastMember* const member : kept_for_) {
      member->alone_.flush();
      member->in_batch_ = batch_number_;
    }
    put_multicast(key_, addressees_, kept_, batch_.bytes());
    const sockaddr_in place = place_of(kept_group_);
    is_full = batch_.end(&place);
    ++counts_.datagrams;
    counts_.receivers += addressees_.size();
  }
  for (MulticastMember* const member : kept_for_) member->is_kept_ = false;
  kept_for_.clear();
  addressees_.clear();
  list_bytes_ = 0;
  if (is_full) send_batch();
}

// Sends the batch. Datagrams that the system refuses are lost; the receivers count them as missed.
void MulticastSender::send_batch() {
  ++batch_number_;
  if (batch_.count() == 0) return;
  batch_.send(socket_.get(), [this](std::size_t index, int why) {
    note_refusal(why);
    return batch_.count() - index;
  });
}

void MulticastSender::note_refusal(int why) {
  if (!DatagramBatch::is_full(why) && refusal_ == 0) refusal_ = why;
}

sockaddr_in MulticastSender::place_of(std::uint16_t group) const {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(to_.port);
  place.sin_addr.s_addr = htonl(to_.address_of(group));
  return place;
}

// --- probes

void MulticastSender::tick(MulticastHearing::Time now) {
  now_ = now;
  ++round_;
  for (MulticastMember* const member : members_) member->hearing_.tick(now);
  for (std::uint16_t group = 0; group < to_.groups; ++group) {
    std::optional<MulticastHearing::Time> every;
    for (const MulticastMember* const member : members_) {
      const auto its = member->hearing_.probe_every(group);
      if (its && (!every || *its < *every)) every = its;
    }
    if (!every) {
      probed_[group].reset();
    } else if (!probed_[group] || now - *probed_[group] >= *every) {
      probed_[group] = now;
      probe(group);
    }
  }
}

void MulticastSender::probe(std::uint16_t group) {
  std::vector<std::byte> datagram;
  put_probe(key_, {group, round_}, datagram);
  const sockaddr_in place = place_of(group);
  const ssize_t sent =
      ::sendto(socket_.get(), datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&place), sizeof place);
  if (sent < 0) note_refusal(errno);
}

void MulticastSender::on_answer(MulticastMember& member, std::uint16_t group, std::uint32_t round) {
  if (round_ - round <= kRoundsAnswered) member.hearing_.on_answer(group, now_);
}

// --- reports

MulticastSender::Counts MulticastSender::counts() const {
  Counts counts = counts_;
  for (const MulticastMember* const member : members_) {
    if (member->hearing_.hears_any()) ++counts.clients;
  }
  return counts;
}

std::optional<std::string> MulticastSender::trouble() {
  if (refusal_ == 0 || std::exchange(refusal_told_, true)) return std::nullopt;
  return "no multicast is sent from " + address_text(ntohl(from_.s_addr)) + " to " +
         to_string(to_) + ": " + system_error("sending failed", refusal_).text +
         "; best effort is sent to each client separately";
}

// --- all segments

MulticastSender* Multicast::sender_beside(int tcp_socket) {
  const auto from = ipv4_of(local_address(tcp_socket));
  if (!from) return nullptr;
  const auto known = std::ranges::find(segments_, from->s_addr, &Segment::address);
  if (known != segments_.end()) return known->sender.get();
  auto sender = MulticastSender::open(to_, *from);
  if (sender == nullptr) return nullptr;
  segments_.push_back({from->s_addr, std::move(sender)});
  return segments_.back().sender.get();
}

void Multicast::tick(MulticastHearing::Time now) {
  for (const Segment& segment : segments_) segment.sender->tick(now);
}

MulticastSender::Counts Multicast::counts() const {
  MulticastSender::Counts all;
  for (const Segment& segment : segments_) {
    const MulticastSender::Counts one = segment.sender->counts();
    all.datagrams += one.datagrams;
    all.receivers += one.receivers;
    all.clients += one.clients;
  }
  return all;
}

std::optional<std::string> Multicast::trouble() {
  for (const Segment& segment : segments_) {
    if (auto trouble = segment.sender->trouble()) return trouble;
  }
  return std::nullopt;
}

}  // namespace triad::transport
