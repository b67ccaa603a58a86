// Implements broken_datagrams_property() of transport_property.hpp.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/fuzz_script.hpp"
#include "tests/fuzz/transport_property.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kDatagramHeader = 24;
constexpr std::size_t kUnreadMax = 30;  // so that the kernel's buffer is never full

sockaddr_in here(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

UniqueFd bound_socket(int type) {
  UniqueFd socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  const sockaddr_in any = here(0);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0)
    socket.reset();
  return socket;
}

// Returns a socket beside which the channel is opened. A channel takes the address of its TCP
// connection; this one is its own peer.
int stream_beside() {
  static const UniqueFd stream = bound_socket(SOCK_STREAM);
  return stream.get();
}

struct Datagram {
  std::vector<std::byte> bytes;
  bool is_of_channel = false;  // has the token and a valid length
  std::uint64_t number = 0;
  std::uint64_t frames_before = 0;
};

void append_number(std::vector<std::byte>& to, std::uint64_t value) {
  for (int i = 0; i < 8; ++i) to.push_back(static_cast<std::byte>(value >> (8 * i)));
}

// Expected behaviour of the receiver: a simple implementation of datagrams.hpp and
// datagram_inbox.hpp.
class Expected {
 public:
  // The kernel keeps other sources away once the peer is known.
  bool lets_in(std::size_t source) const { return !heard_ || *heard_ == source; }
  void send(std::size_t source, Datagram datagram) {
    if (lets_in(source)) unread_.emplace_back(source, std::move(datagram));
  }
  void read() {
    for (auto& [source, datagram] : std::exchange(unread_, {})) {
      if (!datagram.is_of_channel) continue;
      if (!heard_) heard_ = source;
      if (datagram.number == 0 || !believes(datagram.number)) continue;
      newest_ = std::max(newest_, datagram.number);
      const auto at = std::ranges::lower_bound(waiting_, datagram.number, {}, &Datagram::number);
      if (datagram.number <= passed_ || (at != waiting_.end() && at->number == datagram.number)) {
        ++dropped_;
        continue;
      }
      waiting_.insert(at, std::move(datagram));
      if (waiting_.size() > DatagramInbox::kWaitingMax) drop_first();
    }
  }
  const Datagram* next(std::uint64_t frames) {
    while (!waiting_.empty() && waiting_.front().frames_before < frames) drop_first();
    if (waiting_.empty() || waiting_.front().frames_before != frames) return nullptr;
    return &waiting_.front();
  }
  void pop() {
    passed_ = waiting_.front().number;
    waiting_.pop_front();
  }
  bool is_heard() const { return heard_.has_value(); }
  std::size_t unread() const { return unread_.size(); }
  std::uint64_t dropped() const { return dropped_; }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  bool believes(std::uint64_t number) {
    constexpr std::uint64_t kFar = DatagramInbox::kJumpMax;
    const std::uint64_t least = passed_ - std::min(passed_, kFar);
    if (number >= least && (number <= newest_ || number - newest_ <= kFar)) {
      refused_.clear();
      return true;
    }
    const bool is_near =
        !refused_.empty() &&
        std::max(number, refused_.back()) - std::min(number, refused_.back()) <= kFar;
    if (!is_near) refused_.clear();
    refused_.push_back(number);
    if (refused_.size() < DatagramInbox::kRestartAfterRefusals) return false;
    refused_.clear();
    while (!waiting_.empty()) drop_first();
    passed_ = newest_ = number - 1;
    return true;
  }
  void drop_first() {
    pop();
    ++dropped_;
  }
  std::deque<std::pair<std::size_t, Datagram>> unread_;
  std::deque<Datagram> waiting_;
  std::optional<std::size_t> heard_;
  std::uint64_t passed_ = 0;
  std::uint64_t newest_ = 0;
  std::vector<std::uint64_t> refused_;  // successive refused numbers
  std::uint64_t dropped_ = 0;
};

class Channel {
 public:
  Channel() : receiver_(DatagramReceiver::open(stream_beside(), nullptr)) {
    for (UniqueFd& source : sources_) source = bound_socket(SOCK_DGRAM);
  }
  bool is_there() const {
    return receiver_ != nullptr && sources_[0].valid() && sources_[1].valid();
  }

  void step(Script& script) {
    const std::uint64_t kind = script.number(1);
    switch (kind % 8) {
      case 0:
      case 1:
        return send(kind / 8 % 4 == 3 ? 1 : 0, numbered(script));
      case 2:
        return send_many(script, kind / 8 < 24 ? 1 : 255);
      case 3:
        return send(kind / 8 % 2, garbage(script));
      case 4:
        return read();
      case 5:
        return look();
      case 6:
        return take();
      default:  // the stream continues
        frames_ += kind / 8 == 31 ? script.number(8) : kind / 8 % 4;
        return take();
    }
  }
  void finish() {
    read();
    take();
  }
  const std::string& broken() const { return broken_; }

 private:
  // Returns a datagram as the peer's sender makes it, except for the numbers, which may be
  // arbitrary.
  Datagram numbered(Script& script) {
    Datagram made;
    const std::uint64_t how = script.number(1);
    last_number_ = how % 4 == 3 ? script.number(8) : last_number_ + how % 4;
    made.number = last_number_;
    made.frames_before = how / 4 % 4 == 3 ? script.number(8) : frames_ + how / 4 % 4;
    const std::size_t length = how / 16 == 15 ? script.number(2) % 2000 : how / 16;
    append_number(made.bytes, receiver_->offer().token);
    append_number(made.bytes, made.number);
    append_number(made.bytes, made.frames_before);
    while (made.bytes.size() < kDatagramHeader + length) {
      made.bytes.push_back(static_cast<std::byte>(made.bytes.size() + last_number_));
    }
    made.is_of_channel = length <= kDatagramFrameBytesMax;
    return made;
  }
  // Returns a datagram that is cut short or has a wrong token.
  Datagram garbage(Script& script) {
    Datagram made = numbered(script);
    const std::size_t at = script.number(1) % (kDatagramHeader + 8);
    if (at < 8) {
      made.bytes[at] ^= std::byte{1};
      made.is_of_channel = false;
    } else if (at < kDatagramHeader) {
      made.bytes.resize(at);
      made.is_of_channel = false;
    }
    return made;
  }

  void send(std::size_t source, Datagram datagram) {
    const sockaddr_in to = here(receiver_->offer().port);
    const auto sent = ::sendto(sources_[source].get(), datagram.bytes.data(), datagram.bytes.size(),
                               0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    // The error may report an earlier datagram of a source that is kept away; this one was then not
    // sent.
    if (sent < 0 && expected_.lets_in(source)) fail("the kernel did not take a datagram");
    expected_.send(source, std::move(datagram));
    if (expected_.unread() >= kUnreadMax) read();
  }
  void send_many(Script& script, std::uint64_t count) {
    Datagram first = numbered(script);
    for (std::uint64_t i = 0; i < count; ++i) {
      send(0, first);
      first.number = ++last_number_;
      for (int byte = 0; byte < 8; ++byte) {
        first.bytes[8 + static_cast<std::size_t>(byte)] =
            static_cast<std::byte>(last_number_ >> (8 * byte));
      }
    }
  }
  void read() {
    const bool heard_before = expected_.is_heard();
    // A call reads only a few datagrams of unknown sources.
    for (std::size_t i = 0; i <= kUnreadMax / 8; ++i) receiver_->read();
    expected_.read();
    const bool hears = receiver_->take_first_arrival();
    if (hears != (!heard_before && expected_.is_heard())) fail("it heard the peer at a wrong time");
    compare_counts();
  }
  void look() {
    if (receiver_->inbox().has_frame(frames_) != (expected_.next(frames_) != nullptr)) {
      fail("it has something to take, or not, wrongly");
    }
    compare_counts();
  }
  void take() {
    Bytes frame;
    while (broken_.empty()) {
      const Datagram* const due = expected_.next(frames_);
      const bool taken = receiver_->inbox().take_frame(frames_, frame);
      if (taken != (due != nullptr)) return fail("it gave a frame, or none, wrongly");
      if (!taken) return compare_counts();
      if (!std::ranges::equal(frame, std::span(due->bytes).subspan(kDatagramHeader))) {
        return fail("it gave another frame than was sent");
      }
      expected_.pop();
    }
  }
  void compare_counts() {
    if (receiver_->inbox().dropped() != expected_.dropped()) fail("it counted losses wrongly");
    if (receiver_->inbox().waiting() != expected_.waiting()) fail("another number waits");
  }
  void fail(const char* what) {
    if (broken_.empty()) broken_ = what;
  }

  std::unique_ptr<DatagramReceiver> receiver_;
  std::array<UniqueFd, 2> sources_;  // the peer, and another source that may have its token
  Expected expected_;
  std::uint64_t frames_ = 0;
  std::uint64_t last_number_ = 0;
  std::string broken_;
};

}  // namespace

std::string broken_datagrams_property(std::span<const std::uint8_t> input) {
  Channel channel;
  if (!channel.is_there()) return "no sockets";
  Script script(input);
  while (!script.at_end() && channel.broken().empty()) channel.step(script);
  channel.finish();
  return channel.broken();
}

}  // namespace triad::transport
