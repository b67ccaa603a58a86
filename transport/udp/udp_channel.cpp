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
    if (multicast_end_ != nullptr) {
      if (shared && multicast_end_->send(stream_.frames_sent(), parts, priority, *shared)) return;
      multicast_end_->flush();
    }
    return sender_->send(stream_.frames_sent(), parts, priority);
  }
  if (request_state_ == RequestState::none) request_state_ = RequestState::pending;
  stream_.send_droppable(parts, priority);
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
  if (multicast_end_ == nullptr) return std::nullopt;
  return multicast_end_->next_note(receiver_ != nullptr ? receiver_->inbox().missed() : 0);
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
      return begin_multicast();
    case DatagramNote::Kind::groups:
      return accept_multicast_offer(note);
    case DatagramNote::Kind::join:
    case DatagramNote::Kind::leave:
    case DatagramNote::Kind::hears:
      if (multicast_end_ != nullptr) multicast_end_->receive_note(note);
      return;
  }
}

// Begins multicast to a client once its own datagrams arrive. A client that does not receive those
// would not receive multicast.
void UdpChannel::begin_multicast() {
  if (multicast_ == nullptr || sender_ == nullptr || !stream_.may_use_datagrams()) return;
  if (std::exchange(is_multicast_started_, true)) return;
  auto end = multicast_->begin(tcp_socket_.get(), *sender_);
  if (end) {
    multicast_end_ = std::move(*end);
  } else {
    multicast_warning_ = "no multicast is sent to " + stream_.peer() + ": " + end.error().text +
                         "; best effort is sent to it separately";
  }
}

void UdpChannel::accept_multicast_offer(const DatagramNote& offer) {
  if (multicast_filter_ == nullptr || receiver_ == nullptr) return;
  if (std::exchange(is_multicast_started_, true)) return;
  auto end = accept_multicast(tcp_socket_.get(), offer, multicast_filter_, *receiver_);
  if (end) {
    multicast_end_ = std::move(*end);
  } else {
    multicast_warning_ = "cannot receive the multicast of " + stream_.peer() + " at UDP port " +
                         std::to_string(offer.port) + ": " + end.error().text +
                         "; best effort is sent to this program separately";
  }
}

std::uint64_t UdpChannel::dropped() const {
  return receiver_ ? receiver_->inbox().dropped() : 0;
}

std::optional<std::string> UdpChannel::take_warning() {
  if (multicast_warning_) return std::exchange(multicast_warning_, std::nullopt);
  if (receiver_ != nullptr && receiver_->take_refusal_report()) {
    const std::uint64_t refused = receiver_->inbox().refused();
    return std::to_string(refused) +
           (refused == 1 ? " datagram that claims to be from "
                         : " datagrams that claim to be from ") +
           stream_.peer() + (refused == 1 ? " was" : " were") +
           " refused: the number is far from the previous numbers, because it is forged or many " +
           "datagrams were lost";
  }
  if (multicast_end_ != nullptr) {
    if (auto warning = multicast_end_->take_warning(stream_.peer())) return warning;
  }
  if (sender_ == nullptr || !sender_->has_given_up()) return std::nullopt;
  if (std::exchange(has_warned_, true)) return std::nullopt;
  return "no UDP datagram reaches " + stream_.peer() + ": best effort is sent there over TCP";
}

void UdpChannel::close() {
  multicast_end_.reset();
  if (sender_ != nullptr) sender_->close();
  stream_.set_datagrams(nullptr);
  if (receiver_ != nullptr) receiver_->close();
}

}  // namespace triad::transport
