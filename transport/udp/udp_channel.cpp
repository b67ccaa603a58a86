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
  if (!stream_.may_use_datagrams()) return stream_.send_droppable(parts, priority);
  std::size_t bytes = 0;
  for (const Bytes part : parts) bytes += part.size();
  if (sender_ != nullptr && !stream_.must_stream_unreliable() && sender_->can_send(bytes)) {
    std::uint16_t group = 0;
    if (can_multicast(shared, group)) {
      return multicast_sender_->send(*member_, group, stream_.frames_sent(), parts, priority);
    }
    if (member_ != nullptr) multicast_sender_->flush(*member_);
    return sender_->send(stream_.frames_sent(), parts, priority);
  }
  if (request_state_ == RequestState::none) request_state_ = RequestState::pending;
  stream_.send_droppable(parts, priority);
}

bool UdpChannel::can_multicast(Shared shared, std::uint16_t& group) {
  if (!shared || member_ == nullptr) return false;
  group = multicast_sender_->destination().group_of(*shared);
  return member_->reception().record_use(group);
}

std::optional<DatagramNote> UdpChannel::next_note() {
  if (request_state_ == RequestState::pending) {
    request_state_ = RequestState::sent;
    return DatagramNote{};
  }
  if (offer_) return std::exchange(offer_, std::nullopt);
  if (receiver_ != nullptr && receiver_->take_first_arrival()) {
    return note_of_kind(DatagramNote::Kind::heard);
  }
  return next_multicast_note();
}

std::optional<DatagramNote> UdpChannel::next_multicast_note() {
  if (groups_) return std::exchange(groups_, std::nullopt);
  if (member_ != nullptr) {
    if (const auto request = member_->reception().next_request()) {
      DatagramNote note =
          note_of_kind(request->join ? DatagramNote::Kind::join : DatagramNote::Kind::leave);
      note.group = request->group;
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

void UdpChannel::receive_note(const DatagramNote& note) {
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
      if (sender_ == nullptr && request_state_ == RequestState::sent) {
        sender_ = DatagramSender::open(tcp_socket_.get(), note);
      }
      return;
    case DatagramNote::Kind::heard:
      if (sender_ != nullptr) sender_->open_channel();
      return offer_multicast();
    case DatagramNote::Kind::groups:
      return receive_multicast_offer(note);
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
      return multicast_sender_->receive_probe_answer(*member_, note.group, note.round);
  }
}

// Offers multicast to a client once its own datagrams arrive. A client that does not receive those
// would not receive multicast.
void UdpChannel::offer_multicast() {
  if (multicast_ == nullptr || sender_ == nullptr || !stream_.may_use_datagrams()) return;
  if (std::exchange(is_multicast_started_, true)) return;
  multicast_sender_ = multicast_->sender_for(tcp_socket_.get());
  if (multicast_sender_ == nullptr) {
    multicast_warning_ = stream_.peer() +
                         " has not connected by IPv4, or no socket could be opened: it " +
                         "receives no multicast; best effort is sent to it separately";
    return;
  }
  member_ = multicast_sender_->add(*sender_);
  if (member_ == nullptr) {
    multicast_warning_ = "all numbers of multicast receivers are in use: no multicast is sent to " +
                         stream_.peer() + "; best effort is sent there separately";
    return;
  }
  groups_ = member_->offer();
}

void UdpChannel::stop_multicast() {
  if (member_ == nullptr) return;
  multicast_sender_->remove(*member_);
  member_.reset();
}

void UdpChannel::receive_multicast_offer(const DatagramNote& offer) {
  if (multicast_filter_ == nullptr || receiver_ == nullptr) return;
  if (std::exchange(is_multicast_started_, true)) return;
  auto multicast = MulticastReceiver::open(tcp_socket_.get(), offer, multicast_filter_);
  if (multicast != nullptr && receiver_->add_multicast(std::move(multicast))) return;
  multicast_warning_ =
      "cannot receive the multicast of " + stream_.peer() + " at UDP port " +
      std::to_string(offer.port) +
      " (does another program use it?): best effort is sent to this program separately";
}

std::uint64_t UdpChannel::dropped() const {
  return receiver_ ? receiver_->inbox().dropped() : 0;
}

std::optional<std::string> UdpChannel::take_warning() {
  if (multicast_warning_) return std::exchange(multicast_warning_, std::nullopt);
  if (member_ != nullptr) {
    const std::string peer = stream_.peer();
    const std::string groups = to_string(multicast_sender_->destination());
    if (member_->reception().take_never_reached()) {
      return "no multicast to " + groups + " reaches " + peer +
             ": best effort is sent there separately";
    }
    if (member_->reception().take_contact_lost()) {
      return peer + " no longer receives multicast to " + groups +
             ": best effort is sent there separately until it answers again";
    }
  }
  if (receiver_ != nullptr && receiver_->take_refusal_report()) {
    const std::uint64_t refused = receiver_->inbox().refused();
    return std::to_string(refused) +
           (refused == 1 ? " datagram that claims to be from "
                         : " datagrams that claim to be from ") +
           stream_.peer() + (refused == 1 ? " was" : " were") +
           " refused: the number is far from the previous numbers, because it is forged or many " +
           "datagrams were lost";
  }
  if (receiver_ != nullptr && receiver_->multicast() != nullptr) {
    if (auto warning = receiver_->multicast()->take_warning()) return warning;
  }
  if (sender_ == nullptr || !sender_->has_given_up()) return std::nullopt;
  if (std::exchange(has_warned_, true)) return std::nullopt;
  return "no UDP datagram reaches " + stream_.peer() + ": best effort is sent there over TCP";
}

void UdpChannel::close() {
  stop_multicast();
  if (sender_ != nullptr) sender_->close();
  stream_.set_datagrams(nullptr);
  if (receiver_ != nullptr) receiver_->close();
}

}  // namespace triad::transport
