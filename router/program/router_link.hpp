// A link from this router to the router above or to a peer. Connects, makes the handshake, detects
// that the other end is silent for too long, and reconnects. There may be several routers above, of
// which it tries one after the other. The delays between rounds of attempts grow and are partly
// random, so that not all routers reconnect at once. Used by RouterServer. Does not know clients.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  // Makes a link to a rank without waiting.
  using Dial =
      std::function<std::unique_ptr<transport::Link>(mpi::Rank, const transport::LinkOptions&)>;

  // Limits of the link after the handshake.
  struct Limits {
    std::size_t frame_bytes_max = 0;
    std::optional<std::chrono::milliseconds> best_effort_age = {};
    // LinkOptions of the same names.
    std::shared_ptr<transport::TlsIdentity> tls = {};
    bool is_tls_required = false;
    bool as_peer = false;  // RouterHello::as_peer
  };
  // Connects to the first of `others` that is there, which are one at least: to its URL, or to its
  // rank by `dial`. The loop and the log must outlive it.
  RouterLink(transport::EventLoop& loop, const RouterIdentity& own, std::vector<Neighbour> others,
             const Limits& limits, Log& log, Events events, Dial dial = {});
  ~RouterLink() override { stop({}); }
  RouterLink(const RouterLink&) = delete;
  RouterLink& operator=(const RouterLink&) = delete;

  // Connects, and reconnects after each loss. Called once. The first router has some time to start,
  // before others are tried.
  void start();
  // Ends the link. Tells the other end the reason, unless it is empty.
  void stop(std::string_view reason);

  bool is_up() const { return state_ == State::up; }
  // Records that the present link leads to the RTIG. If it ends, all other routers are tried at
  // once. A link to the only router is good as soon as it is up.
  void confirm();
  // Returns true while only the first router is tried.
  bool waits_for_first() const;
  // Ends a link that is up, and tries the next router.
  void try_next(const std::string& reason) {
    if (is_up()) reconnect_after_loss(reason);
  }
  // Returns the router of the present or the next attempt.
  const Neighbour& other_end() const { return others_[at_]; }
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
  // Closes the link, logs the reason, and connects to the next router, after a delay if all have
  // been tried.
  void reconnect_after_loss(const std::string& reason);

  transport::EventLoop& loop_;
  const RouterIdentity own_;
  const std::vector<Neighbour> others_;
  const Limits limits_;
  Log& log_;
  const Events events_;
  const Dial dial_;
  Connector connector_;
  RetryDelays delays_;
  std::string connected_;            // line for the log
  std::vector<std::string> logged_;  // the last reason of each of others_
  std::size_t at_ = 0;               // index in others_
  std::size_t tried_ = 0;            // routers since the last round began
  bool is_good_ = false;
  std::chrono::milliseconds first_until_{0};  // only the first router is tried until then
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
