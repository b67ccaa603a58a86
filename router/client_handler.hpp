// What takes part in whatever the clients of a program bring: the RTIG, or a router that passes it
// on towards the RTIG. A client is a federate's RTIA or a tool, with a link of its own to the
// program or behind another router; its LinkId does not tell.
#pragma once

#include <cstddef>
#include <string_view>

#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

class ClientHandler {
 public:
  virtual ~ClientHandler() = default;

  // `transport` is for people: "tcp 127.0.0.1:51234". `trusted`: it may ask for what an operator
  // asks for.
  virtual void on_client_up(LinkId client, std::string_view transport, bool trusted) = 0;
  // A complete record of its; valid during the call.
  virtual void on_client_record(LinkId client, wire::Bytes record) = 0;
  // Its link has ended. Not called for one that was disconnected from here.
  virtual void on_client_down(LinkId client, std::string_view reason) = 0;
  // So much waits for it in queues.
  virtual void on_client_backlog(LinkId client, std::size_t bytes) = 0;

  // What a router below answers to what it was told of the interest beyond its link.
  virtual void on_outside_taken(LinkId router, const wire::OutsideInterestTaken& taken) = 0;
};

}  // namespace triad::router
