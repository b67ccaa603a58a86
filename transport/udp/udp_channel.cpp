// See udp_channel.hpp.
#include "transport/udp/udp_channel.hpp"

#include <utility>

namespace triad::transport {

namespace {

DatagramNote note_of_kind(DatagramNote::Kind kind) {
  DatagramNote note;
  note.kind = kind;
  return note;
}

}  // namespace

// Sends by multicast, as a datagram or in the stream. A datagram states how many frames of the
// stream precede it, and none of these may be dropped afterwards. So frames stay in the stream
// while droppable frames wait there.
void UdpChannel::send(std::span<const Bytes> parts, Priority priority, Shared shared) {
  if (!stream_.is_open()) return;
  if (!stream_.takes_datagrams()) return stream_.send_droppable(parts, priority);
  std::size_t bytes = 0;
  for (const Bytes part : parts) bytes += part.size();
  if (sender_ != nullptr && !stream_.keeps_unreliable() && sender_->takes(bytes)) {
    std::uint16_t group = 0;
    if (goes_by_multicast(shared, group)) {
      return multicast_sender_->send(*member_, group, stream_.frames_sent(), parts, priority);
    }
    if (member_ != nullptr) multicast_sender_->flush(*member_);
    return sender_->send(stream_.frames_sent(), parts, priority);
  }
  if (asked_ == Asked::no) asked_ = Asked::to_ask;
  stream_.send_droppable(parts, priority);
}

bool UdpChannel::goes_by_multicast(Shared shared, std::uint16_t& group) {
  if (!shared || member_ == nullptr) return false;
  group = multicast_sender_->to().group_of(*shared);
  return member_->hearing().use(group);
}

std::optional<DatagramNote> UdpChannel::next_note() {
  if (asked_ == Asked::to_ask) {
    asked_ = Asked::yes;
    return DatagramNote{};
  }
  if (offer_) return std::exchange(offer_, std::nullopt);
  if (receiver_ != nullptr && receiver_->take_heard()) {
    return note_of_kind(DatagramNote::Kind::heard);
  }
  return next_multicast_note();
}

std::optional<DatagramNote> UdpChannel::next_multicast_note() {
  if (groups_) return std::exchange(groups_, std::nullopt);
  if (member_ != nullptr) {
    if (const auto word = member_->hearing().next_word()) {
      DatagramNote note =
          note_of_kind(word->join ? DatagramNote::Kind::join : DatagramNote::Kind::leave);
      note.group = word->group;
      return note;
    }
  }
  if (receiver_ == nullptr || receiver_->multicast() == nullptr) return std::nullopt;
  const auto probe = receiver_->multicast()->next_probe();
  if (!probe) return std::nullopt;
  DatagramNote note = note_of_kind(DatagramNote::Kind::hears);
  note.group = probe->group;
  note.round = probe->round;
  note.lost = receiver_->inbox().missed();
  return note;
}

void UdpChannel::on_note(const DatagramNote& note) {
  if (!stream_.is_open()) return;
  switch (note.kind) {
    case DatagramNote::Kind::ask:
      if (receiver_ != nullptr) return;
      receiver_ = DatagramReceiver::open(tcp_socket_.get(), memory_);
      if (receiver_ == nullptr) return;
      stream_.set_datagrams(receiver_.get());
      offer_ = receiver_->offer();
      return;
    case DatagramNote::Kind::offer:
      if (sender_ == nullptr && asked_ == Asked::yes) {
        sender_ = DatagramSender::open(tcp_socket_.get(), note);
      }
      return;
    case DatagramNote::Kind::heard:
      if (sender_ != nullptr) sender_->open_channel();
      return join_multicast();
    case DatagramNote::Kind::groups:
      return hear_multicast(note);
    case DatagramNote::Kind::join:
      if (receiver_ != nullptr && receiver_->multicast() != nullptr) {
        receiver_->multicast()->join(note.group);
      }
      return;
    case DatagramNote::Kind::leave:
      if (receiver_ != nullptr && receiver_->multicast() != nullptr) {
        receiver_->multicast()->leave(note.group);
      }
      return;
    case DatagramNote::Kind::hears:
      if (member_ == nullptr) return;
      member_->set_lost(note.lost);
      return multicast_sender_->on_answer(*member_, note.group, note.round);
  }
}

// Offers multicast to a client once its own datagrams arrive. A client that does not receive those
// would not receive multicast.
void UdpChannel::join_multicast() {
  if (multicast_ == nullptr || sender_ == nullptr || !stream_.takes_datagrams()) return;
  if (std::exchange(multicast_begun_, true)) return;
  multicast_sender_ = multicast_->sender_beside(tcp_socket_.get());
  if (multicast_sender_ == nullptr) {
    multicast_trouble_ = stream_.peer() +
                         " has not connected by IPv4, or no socket could be opened: it " +
                         "receives no multicast; best effort is sent to it separately";
    return;
  }
  member_ = multicast_sender_->add(*sender_);
  if (member_ == nullptr) {
    multicast_trouble_ = "all numbers of multicast receivers are in use: no multicast is sent to " +
                         stream_.peer() + "; best effort is sent there separately";
    return;
  }
  groups_ = member_->offer();
}

void UdpChannel::leave_multicast() {
  if (member_ == nullptr) return;
  multicast_sender_->remove(*member_);
  member_.reset();
}

void UdpChannel::hear_multicast(const DatagramNote& offer) {
  if (multicast_takes_ == nullptr || receiver_ == nullptr) return;
  if (std::exchange(multicast_begun_, true)) return;
  auto multicast = MulticastReceiver::open(tcp_socket_.get(), offer, multicast_takes_);
  if (multicast != nullptr && receiver_->hear(std::move(multicast))) return;
  multicast_trouble_ =
      "cannot receive the multicast of " + stream_.peer() + " at UDP port " +
      std::to_string(offer.port) +
      " (does another program use it?): best effort is sent to this program separately";
}

std::uint64_t UdpChannel::dropped() const {
  return receiver_ ? receiver_->inbox().dropped() : 0;
}

std::optional<std::string> UdpChannel::trouble() {
  if (multicast_trouble_) return std::exchange(multicast_trouble_, std::nullopt);
  if (member_ != nullptr) {
    const std::string whom = stream_.peer();
    const std::string where = to_string(multicast_sender_->to());
    if (member_->hearing().take_never_heard()) {
      return "no multicast to " + where + " reaches " + whom +
             ": best effort is sent there separately";
    }
    if (member_->hearing().take_fell_silent()) {
      return whom + " no longer receives multicast to " + where +
             ": best effort is sent there separately until it answers again";
    }
  }
  if (receiver_ != nullptr && receiver_->take_refusals()) {
    const std::uint64_t refused = receiver_->inbox().refused();
    return std::to_string(refused) +
           (refused == 1 ? " datagram that claims to be from "
                         : " datagrams that claim to be from ") +
           stream_.peer() + (refused == 1 ? " was" : " were") +
           " refused: the number is far from the previous numbers, because it is forged or many " +
           "datagrams were lost";
  }
  if (receiver_ != nullptr && receiver_->multicast() != nullptr) {
    if (auto why = receiver_->multicast()->trouble()) return why;
  }
  if (sender_ == nullptr || !sender_->has_given_up()) return std::nullopt;
  if (std::exchange(told_trouble_, true)) return std::nullopt;
  return "no UDP datagram reaches " + stream_.peer() + ": best effort is sent there over TCP";
}

void UdpChannel::close() {
  leave_multicast();
  if (sender_ != nullptr) sender_->close();
  stream_.set_datagrams(nullptr);
  if (receiver_ != nullptr) receiver_->close();
}

}  // namespace triad::transport
