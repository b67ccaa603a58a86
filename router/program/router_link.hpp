// The link to a router that this one connects to, the one nearer to the RTIG or a peer: connects,
// makes the handshake, notices when the other end is silent for too long, and connects again, with
// delays that grow and have some chance in them so that not all come back at once. Used by
// RouterServer; knows nothing of clients.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "router/keepalive.hpp"
#include "router/peer_patience.hpp"
#include "router/program/connector.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "router/program/router_link_events.hpp"
#include "router/retry_delays.hpp"
#include "transport/event_loop.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

class RouterLink : private transport::LinkHandler {
 public:
  using Events = RouterLinkEvents;
  // Makes a link at once.
  using Dial = std::function<std::unique_ptr<transport::Link>(const transport::LinkOptions&)>;

  // Loop and log outlive it. The limits are for what passes on it after the handshake. It
  // connects to the other one's URL, or by `dial`, if that is given.
  struct Limits {
    std::size_t frame_bytes_max = 0;
    std::optional<std::chrono::milliseconds> best_effort_age = {};
  };
  RouterLink(transport::EventLoop& loop, const RouterIdentity& own, const Neighbour& other,
             const Limits& limits, Log& log, Events events, Dial dial = {});
  ~RouterLink() override { stop({}); }
  RouterLink(const RouterLink&) = delete;
  RouterLink& operator=(const RouterLink&) = delete;

  // Once. From now on it is up as often as it can be.
  void start() { connect(); }
  // Tells the other end why, unless there is nothing to say.
  void stop(std::string_view reason);

  bool is_up() const { return state_ == State::up; }
  // Without effect while it is not up.
  void send(wire::Bytes prefix, wire::Bytes record);
  std::size_t queued_bytes() const;
  // None: it is not up.
  std::optional<LeftForPeer> left() const {
    if (!is_up()) return std::nullopt;
    return left_of(bytes_sent_, queued_bytes());
  }
  wire::BestEffortLosses dropped() const;
  // `clients`: whose records it carries.
  wire::RouterLinkInfo status(std::size_t clients,
                              std::uint64_t records_kept) const;  // views into this

 private:
  enum class State { waiting, connecting, handshake, up, stopped };

  void on_frame(transport::LinkKey link, transport::Bytes frame) override;
  void on_closed(transport::LinkKey link, const transport::Error& reason) override;

  void connect();
  void on_connected(transport::Result<std::unique_ptr<transport::Link>> link);
  void take_hello(transport::Bytes frame);
  void take_frame(transport::Bytes frame);
  void send_frame(wire::Bytes prefix, wire::Bytes record);
  bool may_tell() const;
  template <class Message>
  void tell(const Message& message);
  void look_later();
  void look();
  void on_down(const std::string& reason);

  transport::EventLoop& loop_;
  const RouterIdentity own_;
  const Neighbour other_end_;
  const Limits limits_;
  Log& log_;
  const Events events_;
  const Dial dial_;
  Connector connector_;
  RetryDelays delays_;
  State state_ = State::waiting;
  std::string why_down_ = "it is about to connect";
  std::optional<transport::LinkKey> link_;
  std::optional<transport::TimerKey> timer_;
  std::optional<Keepalive> keepalive_;
  std::uint64_t frames_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t frames_received_ = 0;
  std::uint64_t bytes_received_ = 0;
};

}  // namespace triad::router
