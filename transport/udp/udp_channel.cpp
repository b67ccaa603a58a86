#include "transport/udp/udp_channel.hpp"

#include <utility>

namespace triad::transport {

// A datagram says how many frames of the stream come before it, so none of these may be dropped any
// more.
void UdpChannel::send(std::span<const Bytes> parts, Priority priority) {
  if (!stream_.is_open()) return;
  if (!stream_.takes_datagrams()) return stream_.send_droppable(parts, priority);
  std::size_t bytes = 0;
  for (const Bytes part : parts) bytes += part.size();
  if (sender_ != nullptr && !stream_.keeps_unreliable() && sender_->takes(bytes)) {
    return sender_->send(stream_.frames_sent(), parts, priority);
  }
  if (asked_ == Asked::no) asked_ = Asked::to_ask;
  stream_.send_droppable(parts, priority);
}

std::optional<DatagramNote> UdpChannel::next_note() {
  if (asked_ == Asked::to_ask) {
    asked_ = Asked::yes;
    return DatagramNote{};
  }
  if (offer_) return std::exchange(offer_, std::nullopt);
  if (receiver_ != nullptr && receiver_->take_heard()) {
    return DatagramNote{DatagramNote::Kind::heard, 0, 0};
  }
  return std::nullopt;
}

void UdpChannel::on_note(const DatagramNote& note) {
  if (!stream_.is_open()) return;
  switch (note.kind) {
    case DatagramNote::Kind::ask:
      if (receiver_ != nullptr) return;
      receiver_ = DatagramReceiver::open(tcp_socket_.get());
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
      return;
  }
}

std::uint64_t UdpChannel::dropped() const {
  return receiver_ ? receiver_->inbox().dropped() : 0;
}

std::optional<std::string> UdpChannel::trouble() {
  if (sender_ == nullptr || !sender_->has_given_up()) return std::nullopt;
  if (std::exchange(told_trouble_, true)) return std::nullopt;
  return "no UDP datagram reaches " + stream_.peer() + ": best effort goes there by TCP";
}

void UdpChannel::close() {
  if (sender_ != nullptr) sender_->close();
  stream_.set_datagrams(nullptr);
  if (receiver_ != nullptr) receiver_->close();
}

}  // namespace triad::transport
