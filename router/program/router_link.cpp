#include "router/program/router_link.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <random>
#include <utility>

#include "router/link_frame.hpp"
#include "router/program/class_of_service.hpp"
#include "router/program/clock.hpp"
#include "router/program/long_router_link.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::router {

namespace {

transport::LinkOptions link_options(const RouterLink::Limits& limits) {
  transport::LinkOptions options;
  options.frame_bytes_max = limits.frame_bytes_max;
  options.tls = limits.tls;
  options.is_tls_required = limits.is_tls_required;
  options.datagrams = false;
  return options;
}

std::string place_of(const Neighbour& neighbour) {
  if (neighbour.rank) return "mpi rank " + std::to_string(*neighbour.rank);
  return transport::to_string(neighbour.url);
}

}  // namespace

RouterLink::RouterLink(transport::EventLoop& loop, const RouterIdentity& own,
                       std::vector<Neighbour> others, const Limits& limits, Log& log, Events events,
                       Dial dial)
    : loop_(loop),
      own_(own),
      others_(std::move(others)),
      limits_(limits),
      log_(log),
      events_(std::move(events)),
      dial_(std::move(dial)),
      connector_(loop),
      delays_(others_.front().retry_smallest, others_.front().retry_largest,
              std::random_device{}()),
      logged_(others_.size()) {}

void RouterLink::stop(std::string_view reason) {
  if (state_ == State::stopped) return;
  connector_.forget();
  if (timer_) loop_.cancel_timer(*timer_);
  if (link_) {
    if (!reason.empty() && can_send()) {
      send_message(wire::Refused{wire::ErrorCode::RTIinternalError, reason});
    }
    loop_.close(*link_);
  }
  link_.reset();
  state_ = State::stopped;
}

// --- The link comes up

void RouterLink::start() {
  if (others_.size() > 1) first_until_ = now() + others_.front().lost_after;
  connect();
}

bool RouterLink::waits_for_first() const {
  return now() < first_until_;
}

void RouterLink::connect() {
  state_ = State::connecting;
  if (other_end().rank) return finish_connecting(dial_(*other_end().rank, link_options(limits_)));
  connector_.connect(other_end().url, other_end().lost_after, link_options(limits_),
                     [this](transport::Result<std::unique_ptr<transport::Link>> link) {
                       finish_connecting(std::move(link));
                     });
}

void RouterLink::finish_connecting(transport::Result<std::unique_ptr<transport::Link>> link) {
  if (!link) return reconnect_after_loss(link.error().text);
  state_ = State::handshake;
  (*link)->limit_frames(wire::kHandshakeBytesMax, limits_.frame_bytes_max);
  link_ = loop_.add(std::move(*link), *this);
  wire::Buffer hello;
  wire::encode_record({}, hello_of(own_, limits_.as_peer), hello);
  loop_.send(*link_, hello);
  keepalive_.emplace(Keepalive::Times{other_end().keepalive, other_end().lost_after}, now());
  schedule_check();
}

void RouterLink::receive_frame(transport::LinkKey, transport::Bytes frame) {
  keepalive_->record_received(now());
  if (state_ == State::handshake) return receive_hello(frame);
  ++frames_received_;
  bytes_received_ += frame.size();
  receive_frame(frame);
}

void RouterLink::receive_hello(transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (record && record->header.message_kind() == wire::Kind::Refused) {
    const auto refused = wire::decode<wire::Refused>(record->payload);
    return reconnect_after_loss(refused ? "it answers that " + std::string(refused->text)
                                        : std::string("it refuses"));
  }
  const auto hello = record && record->header.message_kind() == wire::Kind::RouterHello
                         ? wire::decode<wire::RouterHello>(record->payload)
                         : std::nullopt;
  if (!hello)
    return reconnect_after_loss(
        "it is not a router of a mesh: it did not answer with a router's handshake");
  const std::array expected{other_end().name};
  if (const auto refusal = identity_refusal(own_, *hello, expected))
    return reconnect_after_loss("it " + *refusal);
  transport::Link& link = *loop_.find(*link_);
  link.limit_frames(limits_.frame_bytes_max, limits_.frame_bytes_max);
  link.limit_unreliable(limits_between_routers(limits_.best_effort_age));
  for (const std::string& trouble : enable_long_link(link, other_end().long_link)) {
    log_.warning("the link to router " + other_end().name + ": " + trouble);
  }
  state_ = State::up;
  frames_sent_ = bytes_sent_ = frames_received_ = bytes_received_ = 0;
  connected_ = "connected to router " + other_end().name + " at " + place_of(other_end()) +
               " (pid " + std::to_string(hello->process) + " on " + wire::host_text(hello->host) +
               ")";
  if (others_.size() == 1) confirm();
  events_.on_up();
}

void RouterLink::confirm() {
  if (std::exchange(is_good_, true)) return;
  tried_ = 0;
  first_until_ = {};
  if (others_.size() > 1) delays_.reset();
  log_.info(connected_);
}

// --- While it is up

// Returns false if the other end cannot read a message now. After the handshake it expects
// compressed data, and this end cannot compress before the answer has arrived.
bool RouterLink::can_send() const {
  return state_ == State::up || !other_end().long_link.compress_above;
}

// May be called before the router above has answered: it reads the message after the handshake.
template <class Message>
void RouterLink::send_message(const Message& message) {
  wire::Buffer record;
  wire::encode_record({}, message, record);
  send_frame(kRouterPrefix, record);
}

// A connection to the only router that receives a frame has lasted, so the next retry may come
// sooner.
void RouterLink::receive_frame(transport::Bytes frame) {
  if (others_.size() == 1) delays_.reset();
  if (const auto farewell = farewell_reason(frame)) return reconnect_after_loss(*farewell);
  try {
    if (const auto fault = events_.on_frame(frame)) reconnect_after_loss("it sent " + *fault);
  } catch (const std::bad_alloc&) {
    reconnect_after_loss("there is no memory for its record");
  } catch (const std::exception& exception) {
    reconnect_after_loss("its record could not be processed (" + std::string(exception.what()) +
                         "), which is a defect: please report it");
  }
}

void RouterLink::send_record(wire::Bytes prefix, wire::Bytes record) {
  if (state_ == State::up) send_frame(prefix, record);
}

void RouterLink::send_frame(wire::Bytes prefix, wire::Bytes record) {
  send_in_class(loop_, *link_, prefix, record);
  keepalive_->record_sent(now());
  ++frames_sent_;
  bytes_sent_ += prefix.size() + record.size();
}

std::size_t RouterLink::queued_bytes() const {
  const transport::Link* const link = link_ ? loop_.find(*link_) : nullptr;
  return link == nullptr ? 0 : link->queued_bytes();
}

wire::BestEffortLosses RouterLink::dropped() const {
  const transport::Link* const link = link_ ? loop_.find(*link_) : nullptr;
  return link == nullptr ? wire::BestEffortLosses() : wire::BestEffortLosses{link->losses(), 0, 0};
}

wire::RouterLinkInfo RouterLink::status(std::size_t clients, std::uint64_t records_kept) const {
  const bool up = is_up();
  const transport::Link* const link = up ? loop_.find(*link_) : nullptr;
  return {other_end().name,
          up,
          up ? std::string_view() : std::string_view(down_reason_),
          static_cast<std::uint32_t>(clients),
          frames_sent_,
          bytes_sent_,
          frames_received_,
          bytes_received_,
          records_kept,
          dropped(),
          link == nullptr ? wire::LongLinkInfo{} : long_link_info(*link)};
}

void RouterLink::schedule_check() {
  timer_ = loop_.add_timer(
      std::max<transport::Duration>(other_end().keepalive / 4, std::chrono::milliseconds(1)),
      [this] {
        timer_.reset();
        check_keepalive();
      });
}

void RouterLink::check_keepalive() {
  const std::chrono::milliseconds at = now();
  const transport::Link::IncompleteFrame begun = loop_.find(*link_)->incomplete_frame();
  keepalive_->record_progress(begun.number, begun.bytes, at);
  if (keepalive_->peer_is_lost(at)) {
    return reconnect_after_loss("no input from it for " + seconds_text(other_end().lost_after));
  }
  schedule_check();
  if (state_ == State::up && keepalive_->keepalive_is_due(at)) send_message(wire::RouterAlive{});
}

// --- The link goes

void RouterLink::process_closed_link(transport::LinkKey, const transport::Error& reason) {
  link_.reset();
  reconnect_after_loss(reason.text);
}

void RouterLink::reconnect_after_loss(const std::string& reason) {
  if (timer_) loop_.cancel_timer(*timer_);
  timer_.reset();
  if (link_) loop_.close(*link_);
  link_.reset();
  const std::string text = "no connection to router " + other_end().name + ": " + reason;
  // A repeated reason is logged once.
  if (std::exchange(is_good_, false) || text != logged_[at_]) log_.warning(text);
  logged_[at_] = text;
  down_reason_ = text;
  state_ = State::waiting;
  if (!waits_for_first()) at_ = (at_ + 1) % others_.size();
  const bool is_round_over = ++tried_ >= others_.size() || waits_for_first();
  if (is_round_over) tried_ = 0;
  // Sets the timer first, because the handler may find no memory.
  const transport::Duration delay = is_round_over ? delays_.next() : std::chrono::milliseconds(0);
  timer_ = loop_.add_timer(delay, [this] {
    timer_.reset();
    connect();
  });
  events_.on_down(down_reason_);
}

}  // namespace triad::router
