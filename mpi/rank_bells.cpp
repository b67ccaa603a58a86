// See rank_bells.hpp. A frame is a word (one byte) and a number (8 bytes); in a hello the secret
// follows.
#include "mpi/rank_bells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <random>
#include <span>
#include <utility>

#include "transport/connect.hpp"

namespace triad::mpi {

using transport::parse_url;
using transport::Url;

namespace {

constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kFrameBytes = 1 + kNumberBytes;
constexpr std::size_t kSecretBytes = 32;
constexpr Duration kConnectTimeout = std::chrono::seconds(30);
// Most connections without a hello; a further one closes the oldest of them.
constexpr std::size_t kUnidentifiedMax = 64;

std::string make_secret() {
  std::random_device random;
  std::string secret;
  while (secret.size() < kSecretBytes) secret += "0123456789abcdef"[random() % 16];
  return secret;
}

LinkOptions bell_options() {
  LinkOptions options;
  options.frame_bytes_max = kFrameBytes + kSecretBytes;
  options.datagrams = false;
  return options;
}

std::array<std::byte, kFrameBytes> encode_frame(std::uint8_t word, std::uint64_t number) {
  std::array<std::byte, kFrameBytes> frame{std::byte{word}};
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    frame[1 + i] = static_cast<std::byte>(number >> (8 * i));
  }
  return frame;
}

std::uint64_t decode_number(Bytes frame) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    number |= std::to_integer<std::uint64_t>(frame[1 + i]) << (8 * i);
  }
  return number;
}

}  // namespace

Result<std::unique_ptr<RankBells>> RankBells::open(EventLoop& loop, RankPort& port,
                                                   const std::vector<std::string>& hosts,
                                                   const std::vector<Rank>& linked, Events events) {
  const Rank own = port.rank();
  std::unique_ptr<RankBells> bells(new RankBells(loop, own, std::move(events)));
  for (Rank rank = 0; rank < port.ranks(); ++rank) {
    const bool is_linked = std::ranges::find(linked, rank) != linked.end();
    if (rank != own && (is_linked || rank == 0 || own == 0))
      bells->bells_.push_back({.rank = rank});
  }
  Url url;
  url.host = hosts.at(static_cast<std::size_t>(own));
  url.port = 0;
  auto listener = listen(url, bell_options());
  if (!listener) return listener.error();
  const auto listens = parse_url((*listener)->url());
  if (!listens) return listens.error();
  loop.add_listener(
      std::move(*listener),
      [&bells = *bells](std::unique_ptr<Link> link) { bells.accept(std::move(link)); },
      [](const Error&) {});
  const auto words = port.exchange(std::to_string(listens->port) + " " + bells->secret_);
  if (!words) return words.error();
  for (const Bell& bell : bells->bells_) {
    if (bell.rank > own) continue;
    const auto at = static_cast<std::size_t>(bell.rank);
    if (const auto done = bells->connect(bell.rank, hosts.at(at), words->at(at)); !done) {
      return done.error();
    }
  }
  return bells;
}

RankBells::RankBells(EventLoop& loop, Rank own, Events events)
    : loop_(loop), own_(own), events_(std::move(events)), secret_(make_secret()) {}

RankBells::~RankBells() {
  for (const Bell& bell : bells_) {
    if (bell.link) loop_.close(*bell.link);
  }
  for (const LinkKey stranger : unidentified_) loop_.close(stranger);
}

// Connects to a rank. It has listened since before its word was exchanged.
Result<void> RankBells::connect(Rank to, const std::string& host, const std::string& word) {
  Url url;
  url.host = host;
  const char* const end = word.data() + word.size();
  const auto [port_end, problem] = std::from_chars(word.data(), end, url.port);
  if (problem != std::errc() || end - port_end != kSecretBytes + 1) {
    return error(Error::Code::bad_frame, "rank " + std::to_string(to) +
                                             " did not send its port; is it an rtirouter "
                                             "of this release?");
  }
  auto link = transport::connect(url, kConnectTimeout, bell_options());
  if (!link) return link.error();
  Bell& bell = *find(to);
  bell.link = loop_.add(std::move(*link), *this);
  const auto hello =
      encode_frame(static_cast<std::uint8_t>(MessageKind::hello), static_cast<std::uint64_t>(own_));
  const std::string secret(port_end + 1, end);
  const std::array<Bytes, 2> parts{Bytes(hello), std::as_bytes(std::span(secret))};
  loop_.send(*bell.link, parts);
  return {};
}

void RankBells::accept(std::unique_ptr<Link> link) {
  if (unidentified_.size() == kUnidentifiedMax) {
    loop_.close(unidentified_.front());
    unidentified_.erase(unidentified_.begin());
  }
  unidentified_.push_back(loop_.add(std::move(link), *this));
}

RankBells::Bell* RankBells::find(Rank rank) {
  const auto bell = std::ranges::find(bells_, rank, &Bell::rank);
  return bell == bells_.end() ? nullptr : &*bell;
}

RankBells::Bell* RankBells::find(LinkKey link) {
  const auto bell = std::ranges::find(bells_, std::optional(link), &Bell::link);
  return bell == bells_.end() ? nullptr : &*bell;
}

void RankBells::receive_frame(LinkKey link, Bytes frame) {
  Bell* const bell = find(link);
  if (bell == nullptr) return receive_hello(link, frame);
  if (frame.size() != kFrameBytes) return;
  switch (static_cast<MessageKind>(frame[0])) {
    case MessageKind::ring:
      return events_.on_ring(bell->rank, decode_number(frame));
    case MessageKind::stopped:
      if (!std::exchange(bell->has_ended, true)) events_.on_stopped(bell->rank);
      return;
    case MessageKind::lost:
      if (!std::exchange(bell->has_ended, true)) {
        events_.on_lost(static_cast<Rank>(decode_number(frame)),
                        "reported by rank " + std::to_string(bell->rank));
      }
      return;
    case MessageKind::hello:
      return;
  }
}

void RankBells::receive_hello(LinkKey link, Bytes frame) {
  std::erase(unidentified_, link);
  const bool is_hello = frame.size() == kFrameBytes + kSecretBytes &&
                        static_cast<MessageKind>(frame[0]) == MessageKind::hello &&
                        std::memcmp(&frame[kFrameBytes], secret_.data(), kSecretBytes) == 0;
  Bell* const bell = is_hello ? find(static_cast<Rank>(decode_number(frame))) : nullptr;
  if (bell == nullptr || bell->link || bell->has_ended) return loop_.close(link);
  bell->link = link;
}

void RankBells::process_closed_link(LinkKey link, const Error& reason) {
  std::erase(unidentified_, link);
  Bell* const bell = find(link);
  if (bell == nullptr) return;
  bell->link.reset();
  if (!std::exchange(bell->has_ended, true)) events_.on_lost(bell->rank, reason.text);
}

bool RankBells::can_all_ring() const {
  return std::ranges::all_of(bells_, [](const Bell& bell) { return bell.link.has_value(); });
}

void RankBells::ring(Rank to, std::uint64_t sent) {
  if (const Bell* const bell = find(to)) send_to_rank(*bell, MessageKind::ring, sent);
}

void RankBells::send_stopped() {
  for (const Bell& bell : bells_) send_to_rank(bell, MessageKind::stopped, 0);
}

void RankBells::send_lost(Rank lost) {
  for (const Bell& bell : bells_) {
    if (bell.rank != lost) send_to_rank(bell, MessageKind::lost, static_cast<std::uint64_t>(lost));
  }
}

// Sends at once, because the loop may be about to sleep or in the middle of its flush.
void RankBells::send_to_rank(const Bell& bell, MessageKind word, std::uint64_t count) {
  Link* const link = bell.link ? loop_.find(*bell.link) : nullptr;
  if (link == nullptr) return;
  link->send(encode_frame(static_cast<std::uint8_t>(word), count));
  link->flush();
}

}  // namespace triad::mpi
