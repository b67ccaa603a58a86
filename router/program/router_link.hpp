// A link from this router to the router above or to a peer. Connects, makes the handshake, detects
// that the other end is silent for too long, and reconnects. The delays between attempts grow and
// are partly random, so that not all routers reconnect at once. Used by RouterServer. Does not know
// clients.
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
  // Makes a link without waiting.
  using Dial = std::function<std::unique_ptr<transport::Link>(const transport::LinkOptions&)>;

  // Limits of the link after the handshake.
  struct Limits {
    std::size_t frame_bytes_max = 0;
    std::optional<std::chrono::milliseconds> best_effort_age = {};
    // LinkOptions of the same names.
    std::shared_ptr<transport::TlsIdentity> tls = {};
    bool is_tls_required = false;
  };
  // Connects to the URL of `other`, or by `dial` if that is given. The loop and the log must
  // outlive it.
  RouterLink(transport::EventLoop& loop, const RouterIdentity& own, const Neighbour& other,
             const Limits& limits, Log& log, Events events, Dial dial = {});
  ~RouterLink() override { stop({}); }
  RouterLink(const RouterLink&) = delete;
  RouterLink& operator=(const RouterLink&) = delete;

  // Connects, and reconnects after each loss. Called once.
  void start() { connect(); }
  // Ends the link. Tells the other end the reason, unless it is empty.
  void stop(std::string_view reason);

  bool is_up() const { return state_ == State::up; }
  // Sends one frame: `prefix`, which addresses the other router or its clients, and the record. No
  // effect while the link is not up.
  void send_record(wire::Bytes prefix, wire::Bytes record);
  std::size_t queued_bytes() const;
  // Returns the bytes sent to the other end and those that it has not taken yet; none if the link
  // is not up.
  std::optional<PeerOutput> peer_output() const {
    if (!is_up()) return std::nullopt;
    return make_peer_output(bytes_sent_, queued_bytes());
  }
  wire::BestEffortLosses dropped() const;
  // Returns the link's line in the router's status, with views into this object. `clients`: number
  // of clients that use the link. `records_kept`: records that were not forwarded by the link,
  // because no member beyond it needed them.
  wire::RouterLinkInfo status(std::size_t clients, std::uint64_t records_kept) const;

 private:
  enum class State { waiting, connecting, handshake, up, stopped };

  void receive_frame(transport::LinkKey link, transport::Bytes frame) override;
  void process_closed_link(transport::LinkKey link, const transport::Error& reason) override;

  // Begins an attempt to connect; finish_connecting() sends the handshake or retries later.
  void connect();
  void finish_connecting(transport::Result<std::unique_ptr<transport::Link>> link);
  void receive_hello(transport::Bytes frame);
  void receive_frame(transport::Bytes frame);
  void send_frame(wire::Bytes prefix, wire::Bytes record);  // also before the link is up
  // Returns false until the handshake, if the link may be compressed from then on.
  bool can_send() const;
  template <class Message>
  void send_message(const Message& message);
  void schedule_check();
  // Ends a link without input for too long; schedule_check() sets the timer for it.
  void check_keepalive();
  // Closes the link, logs the reason, and connects again after a delay.
  void reconnect_after_loss(const std::string& reason);

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
  std::string down_reason_ = "it is about to connect";
  std::optional<transport::LinkKey> link_;
  std::optional<transport::TimerKey> timer_;
  std::optional<Keepalive> keepalive_;
  std::uint64_t frames_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t frames_received_ = 0;
  std::uint64_t bytes_received_ = 0;
};

}  // namespace triad::router
