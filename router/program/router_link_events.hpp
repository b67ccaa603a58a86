// Events of a router's link to another router, whether that link was accepted or made here.
#pragma once

#include <functional>
#include <string_view>

#include "router/fault.hpp"
#include "wire/codec.hpp"

namespace triad::router {

// Called from the loop.
struct RouterLinkEvents {
  std::function<void()> on_up;
  // The link has ended, or the attempt to make it has failed.
  std::function<void(std::string_view reason)> on_down;
  // Handles a frame received after the handshake. Returns the fault of a wrong frame.
  std::function<Fault(wire::Bytes frame)> on_frame;
};

}  // namespace triad::router
