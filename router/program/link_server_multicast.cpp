// The part of LinkServer that sends one datagram to several of its clients
// (transport/multicast/multicast.hpp). Finds out which clients receive it, and logs the others.
#include "router/program/clock.hpp"
#include "router/program/link_server.hpp"

namespace triad::router {

void LinkServer::watch_multicast() {
  if (options_.link.multicast == nullptr) return;
  if (!options_.link.datagrams) {
    log_.warning("multicast is set and has no effect: datagrams = no");
    return;
  }
  log_.info("best effort for several clients uses multicast to " +
            transport::to_string(options_.link.multicast->destination()) +
            ", for federates that receive it");
  loop_->add_periodic_timer(transport::Multicast::kTick, [this] {
    options_.link.multicast->tick(now());
    for (const auto& [id, session] : sessions_) {
      const CausedBy charged(*this, id.value);
      transport::DatagramChannel* const channel = session.link->capabilities().datagrams;
      while (const auto note = channel ? channel->next_note() : std::nullopt) {
        send_datagram_note(session.key, *note);
      }
      log_multicast_trouble(session);
    }
    if (const auto trouble = options_.link.multicast->take_warning()) log_.warning(*trouble);
  });
}

void LinkServer::log_multicast_trouble(const LinkSession& session) {
  transport::DatagramChannel* const channel = session.link->capabilities().datagrams;
  if (channel == nullptr) return;
  if (const auto trouble = channel->take_warning()) log_.info(*trouble);
}

}  // namespace triad::router
