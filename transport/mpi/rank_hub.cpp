// See rank_hub.hpp.
#include "transport/mpi/rank_hub.hpp"

#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "transport/mpi/rank_link.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kWordBytes = 4;

// Four bytes, little-endian.
void put(std::uint32_t value, std::byte* to) {
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
  [[nodiscard]] bool look_is_cheap() const override { return false; }
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
  for (const Rank rank : accepted) hub->others_.at(static_cast<std::size_t>(rank)).connects = true;
  return hub;
}

RankHub::RankHub(std::shared_ptr<RankPort> port, UniqueFd timer, UniqueFd accept_bell)
    : port_(std::move(port)),
      others_(static_cast<std::size_t>(port_->ranks())),
      timer_(std::move(timer)),
      accept_bell_(std::move(accept_bell)) {}

RankHub::Other* RankHub::find(Rank rank) {
  const auto at = static_cast<std::size_t>(rank);
  return rank >= 0 && at < others_.size() ? &others_[at] : nullptr;
}

// --- Links

std::unique_ptr<Link> RankHub::connect(Rank to, const LinkOptions& options) {
  Other& other = *find(to);
  if (other.link != nullptr) other.link->close();
  const std::uint32_t session = ++other.session;
  auto link = std::make_unique<RankLink>(shared_from_this(), to, session, options);
  other.link = link.get();
  std::vector<std::byte> piece(kHeaderBytes, static_cast<std::byte>(Kind::open));
  put(session, &piece[1]);
  send(to, std::move(piece));
  ring(to);
  return link;
}

Result<std::unique_ptr<Listener>> RankHub::listen(const LinkOptions& options) {
  accept_options_ = options;
  return std::unique_ptr<Listener>(std::make_unique<Incoming>(shared_from_this()));
}

// Opens the receiving end of a link. The sender has given up any earlier link.
void RankHub::on_open(Rank from, std::uint32_t session) {
  Other& other = *find(from);
  if (!other.connects || !accept_options_) return;
  if (other.link != nullptr) {
    std::exchange(other.link, nullptr)
        ->on_end(Error::Code::peer_closed, "the peer connected again");
  }
  other.session = session;
  auto link = std::make_unique<RankLink>(shared_from_this(), from, session, *accept_options_);
  other.link = link.get();
  waiting_.insert_or_assign(from, std::move(link));
  ::eventfd_write(accept_bell_.get(), 1);
}

void RankHub::end_session(Rank with, std::uint32_t session) {
  Other& other = *find(with);
  if (other.session != session) return;
  other.link = nullptr;
  std::vector<std::byte> piece(kHeaderBytes, static_cast<std::byte>(Kind::close));
  put(session, &piece[1]);
  send(with, std::move(piece));
  ring(with);
}

// --- Pieces

void RankHub::send_data(Rank to, std::uint32_t session, std::vector<std::byte> piece) {
  piece[0] = static_cast<std::byte>(Kind::data);
  put(session, &piece[1]);
  send(to, std::move(piece));
}

void RankHub::send_taken(Rank to, std::uint32_t session, std::size_t bytes) {
  std::vector<std::byte> piece(kHeaderBytes + kWordBytes, static_cast<std::byte>(Kind::taken));
  put(session, &piece[1]);
  put(static_cast<std::uint32_t>(bytes), &piece[kHeaderBytes]);
  send(to, std::move(piece));
  ring(to);
}

void RankHub::send(Rank to, std::vector<std::byte> piece) {
  Other& other = *find(to);
  port_->send(to, std::move(piece));
  ++other.sent;
  if (!is_armed_ && (port_->is_sending() || !port_->fault().empty())) arm(PollingPace::kForSent);
}

void RankHub::ring(Rank to) {
  if (ringer_ != nullptr) ringer_->ring(to, find(to)->sent);
}

std::size_t RankHub::serve(std::size_t pieces_max) {
  std::size_t count = 0;
  while (count < pieces_max && has_input() && held_) {
    RankPiece piece = *std::exchange(held_, std::nullopt);
    take(piece);
    ++count;
  }
  if (count > 0) pace_.something_came(Clock::now());
  return count;
}

bool RankHub::has_input() {
  if (!held_) held_ = port_->receive();
  return held_.has_value() || !port_->fault().empty();
}

void RankHub::take(RankPiece& piece) {
  Other* const other = find(piece.from);
  if (other == nullptr) return;
  ++other->received;
  if (piece.bytes.size() < kHeaderBytes) return;
  const auto kind = static_cast<Kind>(piece.bytes[0]);
  const std::uint32_t session = word_at(&piece.bytes[1]);
  if (kind == Kind::open) return on_open(piece.from, session);
  if (other->link == nullptr || other->session != session) return;
  switch (kind) {
    case Kind::data:
      return other->link->on_data(std::move(piece.bytes));
    case Kind::taken:
      if (piece.bytes.size() == kHeaderBytes + kWordBytes) {
        other->link->on_taken(word_at(&piece.bytes[kHeaderBytes]));
      }
      return;
    case Kind::close:
      return std::exchange(other->link, nullptr)
          ->on_end(Error::Code::peer_closed, "the peer closed the link");
    case Kind::open:
      break;
  }
}

// --- When to look

std::unique_ptr<Waitable> RankHub::waitable() {
  return std::make_unique<Poll>(shared_from_this());
}

void RankHub::on_ring(Rank from, std::uint64_t sent) {
  Other* const other = find(from);
  if (other == nullptr) return;
  other->told = std::max(other->told, sent);
  pace_.something_came(Clock::now());
}

bool RankHub::must_look() const {
  if (ringer_ == nullptr || !ringer_->all_ring() || port_->is_receiving()) return true;
  return std::ranges::any_of(others_,
                             [](const Other& other) { return other.told > other.received; });
}

void RankHub::prepare_wait() {
  if (!port_->fault().empty()) return arm(Duration::zero());
  if (must_look()) return arm(pace_.next(Clock::now()));
  arm(port_->is_sending() ? PollingPace::kForSent : Duration::zero());
}

// Sets the timer; zero stops it.
void RankHub::arm(Duration after) {
  const bool arms = after > Duration::zero();
  if (!std::exchange(is_armed_, arms) && !arms) return;
  itimerspec time{};
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(after);
  time.it_value.tv_sec = seconds.count();
  time.it_value.tv_nsec = (after - seconds).count();
  ::timerfd_settime(timer_.get(), 0, &time, nullptr);
}

}  // namespace triad::transport
