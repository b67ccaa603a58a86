// See rank_hub.hpp.
#include "mpi/rank_hub.hpp"

#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "mpi/rank_link.hpp"

namespace triad::mpi {

using transport::system_error;

namespace {

constexpr std::size_t kWordBytes = 4;

// Four bytes, little-endian.
void store_number(std::uint32_t value, std::byte* to) {
  for (std::size_t i = 0; i < kWordBytes; ++i) to[i] = static_cast<std::byte>(value >> (8 * i));
}

std::uint32_t word_at(const std::byte* from) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < kWordBytes; ++i) {
    value |= std::to_integer<std::uint32_t>(from[i]) << (8 * i);
  }
  return value;
}

}  // namespace

// Waitable of the hub. Its descriptor is the timer of the next look.
class RankHub::Poll final : public Waitable {
 public:
  explicit Poll(std::shared_ptr<RankHub> hub) : hub_(std::move(hub)) {}

  [[nodiscard]] bool has_input() override { return hub_->has_input(); }
  [[nodiscard]] bool is_poll_cheap() const override { return false; }
  void flush() override {}
  [[nodiscard]] std::size_t queued_bytes() const override { return 0; }
  [[nodiscard]] int descriptor() const override { return hub_->timer_.get(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override {
    hub_->prepare_wait();
    return true;
  }
  void finish_wait() override {}

 private:
  const std::shared_ptr<RankHub> hub_;
};

class RankHub::Incoming final : public Listener {
 public:
  explicit Incoming(std::shared_ptr<RankHub> hub) : hub_(std::move(hub)) {}
  ~Incoming() override { hub_->accept_options_.reset(); }

  [[nodiscard]] Result<std::unique_ptr<Link>> accept() override {
    auto& waiting = hub_->waiting_;
    if (waiting.empty()) {
      eventfd_t rings = 0;
      ::eventfd_read(hub_->accept_bell_.get(), &rings);
      return std::unique_ptr<Link>();
    }
    return std::unique_ptr<Link>(std::move(waiting.extract(waiting.begin()).mapped()));
  }
  [[nodiscard]] int descriptor() const override { return hub_->accept_bell_.get(); }
  [[nodiscard]] const std::string& url() const override { return url_; }

 private:
  const std::shared_ptr<RankHub> hub_;
  const std::string url_ = "mpi://";
};

Result<std::shared_ptr<RankHub>> RankHub::create(std::shared_ptr<RankPort> port,
                                                 const std::vector<Rank>& accepted) {
  UniqueFd timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  UniqueFd bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!timer.valid() || !bell.valid()) return system_error("no descriptor for MPI's links", errno);
  std::shared_ptr<RankHub> hub(new RankHub(std::move(port), std::move(timer), std::move(bell)));
  for (const Rank rank : accepted)
    hub->peers_.at(static_cast<std::size_t>(rank)).may_connect = true;
  return hub;
}

RankHub::RankHub(std::shared_ptr<RankPort> port, UniqueFd timer, UniqueFd accept_bell)
    : port_(std::move(port)),
      peers_(static_cast<std::size_t>(port_->ranks())),
      timer_(std::move(timer)),
      accept_bell_(std::move(accept_bell)) {}

RankHub::Peer* RankHub::find(Rank rank) {
  const auto at = static_cast<std::size_t>(rank);
  return rank >= 0 && at < peers_.size() ? &peers_[at] : nullptr;
}

// --- Links

std::unique_ptr<Link> RankHub::connect(Rank to, const LinkOptions& options) {
  Peer& other = *find(to);
  if (other.link != nullptr) other.link->close();
  const std::uint32_t session = ++other.session;
  auto link = std::make_unique<RankLink>(shared_from_this(), to, session, options);
  other.link = link.get();
  std::vector<std::byte> piece(kHeaderBytes, static_cast<std::byte>(Kind::open));
  store_number(session, &piece[1]);
  send_piece(to, std::move(piece));
  ring(to);
  return link;
}

Result<std::unique_ptr<Listener>> RankHub::listen(const LinkOptions& options) {
  accept_options_ = options;
  return std::unique_ptr<Listener>(std::make_unique<Incoming>(shared_from_this()));
}

// Opens the receiving end of a link. The sender has given up any earlier link.
void RankHub::receive_open(Rank from, std::uint32_t session) {
  Peer& other = *find(from);
  if (!other.may_connect || !accept_options_) return;
  if (other.link != nullptr) {
    std::exchange(other.link, nullptr)
        ->receive_end(Error::Code::peer_closed, "the peer connected again");
  }
  other.session = session;
  auto link = std::make_unique<RankLink>(shared_from_this(), from, session, *accept_options_);
  other.link = link.get();
  waiting_.insert_or_assign(from, std::move(link));
  ::eventfd_write(accept_bell_.get(), 1);
}

void RankHub::end_session(Rank with, std::uint32_t session) {
  Peer& other = *find(with);
  if (other.session != session) return;
  other.link = nullptr;
  std::vector<std::byte> piece(kHeaderBytes, static_cast<std::byte>(Kind::close));
  store_number(session, &piece[1]);
  send_piece(with, std::move(piece));
  ring(with);
}

// --- Pieces

void RankHub::send_data(Rank to, std::uint32_t session, std::vector<std::byte> piece) {
  piece[0] = static_cast<std::byte>(Kind::data);
  store_number(session, &piece[1]);
  send_piece(to, std::move(piece));
}

void RankHub::send_credit(Rank to, std::uint32_t session, std::size_t bytes) {
  std::vector<std::byte> piece(kHeaderBytes + kWordBytes, static_cast<std::byte>(Kind::credit));
  store_number(session, &piece[1]);
  store_number(static_cast<std::uint32_t>(bytes), &piece[kHeaderBytes]);
  send_piece(to, std::move(piece));
  ring(to);
}

void RankHub::send_piece(Rank to, std::vector<std::byte> piece) {
  Peer& other = *find(to);
  port_->send_piece(to, std::move(piece));
  ++other.sent;
  if (!is_armed_ && (port_->is_sending() || !port_->fault().empty()))
    set_timer(PollingPace::kSendInterval);
}

void RankHub::ring(Rank to) {
  if (ringer_ != nullptr) ringer_->ring(to, find(to)->sent);
}

std::size_t RankHub::serve(std::size_t pieces_max) {
  std::size_t count = 0;
  while (count < pieces_max && has_input() && pending_piece_) {
    RankPiece piece = *std::exchange(pending_piece_, std::nullopt);
    receive_piece(piece);
    ++count;
  }
  if (count > 0) pace_.record_activity(Clock::now());
  return count;
}

bool RankHub::has_input() {
  if (!pending_piece_) pending_piece_ = port_->receive();
  return pending_piece_.has_value() || !port_->fault().empty();
}

void RankHub::receive_piece(RankPiece& piece) {
  Peer* const other = find(piece.from);
  if (other == nullptr) return;
  ++other->received;
  if (piece.bytes.size() < kHeaderBytes) return;
  const auto kind = static_cast<Kind>(piece.bytes[0]);
  const std::uint32_t session = word_at(&piece.bytes[1]);
  if (kind == Kind::open) return receive_open(piece.from, session);
  if (other->link == nullptr || other->session != session) return;
  switch (kind) {
    case Kind::data:
      return other->link->receive_data(std::move(piece.bytes));
    case Kind::credit:
      if (piece.bytes.size() == kHeaderBytes + kWordBytes) {
        other->link->receive_credit(word_at(&piece.bytes[kHeaderBytes]));
      }
      return;
    case Kind::close:
      return std::exchange(other->link, nullptr)
          ->receive_end(Error::Code::peer_closed, "the peer closed the link");
    case Kind::open:
      break;
  }
}

// --- When to look

std::unique_ptr<Waitable> RankHub::waitable() {
  return std::make_unique<Poll>(shared_from_this());
}

void RankHub::receive_ring(Rank from, std::uint64_t sent) {
  Peer* const other = find(from);
  if (other == nullptr) return;
  other->announced = std::max(other->announced, sent);
  pace_.record_activity(Clock::now());
}

bool RankHub::must_poll() const {
  if (ringer_ == nullptr || !ringer_->can_all_ring() || port_->is_receiving()) return true;
  return std::ranges::any_of(peers_,
                             [](const Peer& other) { return other.announced > other.received; });
}

void RankHub::prepare_wait() {
  if (!port_->fault().empty()) return set_timer(Duration::zero());
  if (must_poll()) return set_timer(pace_.interval(Clock::now()));
  set_timer(port_->is_sending() ? PollingPace::kSendInterval : Duration::zero());
}

// Sets the timer; zero stops it.
void RankHub::set_timer(Duration after) {
  const bool starts = after > Duration::zero();
  if (!std::exchange(is_armed_, starts) && !starts) return;
  itimerspec time{};
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(after);
  time.it_value.tv_sec = seconds.count();
  time.it_value.tv_nsec = (after - seconds).count();
  ::timerfd_settime(timer_.get(), 0, &time, nullptr);
}

}  // namespace triad::mpi
