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

transport::LinkOptions link_options(std::size_t frame_bytes_max) {
  transport::LinkOptions options;
  options.frame_bytes_max = frame_bytes_max;
  options.datagrams = false;
  return options;
}

std::string place_of(const Neighbour& neighbour) {
  if (neighbour.rank) return "mpi rank " + std::to_string(*neighbour.rank);
  return transport::to_string(neighbour.url);
}

}  // namespace

RouterLink::RouterLink(transport::EventLoop& loop, const RouterIdentity& own,
                       const Neighbour& other, const Limits& limits, Log& log, Events events,
                       Dial dial)
    : loop_(loop),
      own_(own),
      other_end_(other),
      limits_(limits),
      log_(log),
      events_(std::move(events)),
      dial_(std::move(dial)),
      connector_(loop),
      delays_(other_end_.retry_smallest, other_end_.retry_largest, std::random_device{}()) {}

void RouterLink::stop(std::string_view reason) {
  if (state_ == State::stopped) return;
  connector_.forget();
  if (timer_) loop_.cancel_timer(*timer_);
  if (link_) {
    if (!reason.empty() && may_tell()) {
      tell(wire::Refused{wire::ErrorCode::RTIinternalError, reason});
    }
    loop_.close(*link_);
  }
  link_.reset();
  state_ = State::stopped;
}

// --- The link comes up

void RouterLink::connect() {
  state_ = State::connecting;
  if (dial_) return on_connected(dial_(link_options(limits_.frame_bytes_max)));
  connector_.connect(other_end_.url, other_end_.lost_after, link_options(limits_.frame_bytes_max),
                     [this](transport::Result<std::unique_ptr<transport::Link>> link) {
                       on_connected(std::move(link));
                     });
}

void RouterLink::on_connected(transport::Result<std::unique_ptr<transport::Link>> link) {
  if (!link) return on_down(link.error().text);
  state_ = State::handshake;
  (*link)->limit_frames(wire::kHandshakeBytesMax, limits_.frame_bytes_max);
  link_ = loop_.add(std::move(*link), *this);
  wire::Buffer hello;
  wire::encode_record({}, hello_of(own_), hello);
  loop_.send(*link_, hello);
  keepalive_.emplace(Keepalive::Times{other_end_.keepalive, other_end_.lost_after}, now());
  look_later();
}

void RouterLink::on_frame(transport::LinkKey, transport::Bytes frame) {
  keepalive_->received(now());
  if (state_ == State::handshake) return take_hello(frame);
  ++frames_received_;
  bytes_received_ += frame.size();
  take_frame(frame);
}

void RouterLink::take_hello(transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (record && record->header.message_kind() == wire::Kind::Refused) {
    const auto refused = wire::decode<wire::Refused>(record->payload);
    return on_down(refused ? "it answers that " + std::string(refused->text)
                           : std::string("it refuses"));
  }
  const auto hello = record && record->header.message_kind() == wire::Kind::RouterHello
                         ? wire::decode<wire::RouterHello>(record->payload)
                         : std::nullopt;
  if (!hello)
    return on_down("it is not a router of a mesh: it did not answer with a router's handshake");
  const std::array expected{other_end_.name};
  if (const auto why = why_refused(own_, *hello, expected)) return on_down("it " + *why);
  transport::Link& link = *loop_.find(*link_);
  link.limit_frames(limits_.frame_bytes_max, limits_.frame_bytes_max);
  link.limit_unreliable(limits_between_routers(limits_.best_effort_age));
  for (const std::string& trouble : begin_long_way(link, other_end_.long_link)) {
    log_.warning("the link to router " + other_end_.name + ": " + trouble);
  }
  state_ = State::up;
  frames_sent_ = bytes_sent_ = frames_received_ = bytes_received_ = 0;
  log_.info("connected to router " + other_end_.name + " at " + place_of(other_end_) + " (pid " +
            std::to_string(hello->process) + " on " + wire::host_text(hello->host) + ")");
  events_.on_up();
}

// --- While it is up

// Returns false if the other end cannot read a message now. After the handshake it expects
// compressed data, and this end cannot compress before the answer has arrived.
bool RouterLink::may_tell() const {
  return state_ == State::up || !other_end_.long_link.compress_above;
}

// May be called before the router above has answered: it reads the message after the handshake.
template <class Message>
void RouterLink::tell(const Message& message) {
  wire::Buffer record;
  wire::encode_record({}, message, record);
  send_frame(kRouterPrefix, record);
}

// A connection that receives a frame has lasted, so the next retry may come sooner.
void RouterLink::take_frame(transport::Bytes frame) {
  delays_.reset();
  if (const auto farewell = farewell_of(frame)) return on_down(*farewell);
  try {
    if (const auto fault = events_.on_frame(frame)) on_down("it sent " + *fault);
  } catch (const std::bad_alloc&) {
    on_down("there is no memory for its record");
  } catch (const std::exception& exception) {
    on_down("its record could not be processed (" + std::string(exception.what()) +
            "), which is a defect: please report it");
  }
}

void RouterLink::send(wire::Bytes prefix, wire::Bytes record) {
  if (state_ == State::up) send_frame(prefix, record);
}

void RouterLink::send_frame(wire::Bytes prefix, wire::Bytes record) {
  send_in_class(loop_, *link_, prefix, record);
  keepalive_->sent(now());
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
  return {other_end_.name,
          up,
          up ? std::string_view() : std::string_view(why_down_),
          static_cast<std::uint32_t>(clients),
          frames_sent_,
          bytes_sent_,
          frames_received_,
          bytes_received_,
          records_kept,
          dropped(),
          link == nullptr ? wire::LongLinkInfo{} : long_link_info(*link)};
}

void RouterLink::look_later() {
  timer_ = loop_.add_timer(
      std::max<transport::Duration>(other_end_.keepalive / 4, std::chrono::milliseconds(1)),
      [this] {
        timer_.reset();
        look();
      });
}

void RouterLink::look() {
  const std::chrono::milliseconds at = now();
  const transport::Link::BegunFrame begun = loop_.find(*link_)->begun_frame();
  keepalive_->receiving(begun.number, begun.bytes, at);
  if (keepalive_->peer_is_lost(at)) {
    return on_down("no input from it for " + seconds(other_end_.lost_after));
  }
  look_later();
  if (state_ == State::up && keepalive_->alive_is_due(at)) tell(wire::RouterAlive{});
}

// --- The link goes

void RouterLink::on_closed(transport::LinkKey, const transport::Error& reason) {
  link_.reset();
  on_down(reason.text);
}

void RouterLink::on_down(const std::string& reason) {
  if (timer_) loop_.cancel_timer(*timer_);
  timer_.reset();
  if (link_) loop_.close(*link_);
  link_.reset();
  const std::string why = "no connection to router " + other_end_.name + ": " + reason;
  // A repeated reason is logged once.
  if (state_ == State::up || why != why_down_) log_.warning(why);
  why_down_ = why;
  state_ = State::waiting;
  // Sets the timer first, because the handler may find no memory.
  timer_ = loop_.add_timer(delays_.next(), [this] {
    timer_.reset();
    connect();
  });
  events_.on_down(why_down_);
}

}  // namespace triad::router
