// Events of a link to another router, accepted or made here.
#pragma once

#include <functional>
#include <string_view>

#include "router/fault.hpp"
#include "wire/codec.hpp"

namespace triad::router {

// Called from the loop.
struct RouterLinkEvents {
  std::function<void()> on_up;
  // The link has ended, or an attempt to connect has failed.
  std::function<void(std::string_view reason)> on_down;
  // Handles a frame received after the handshake. Returns the fault if the frame is wrong.
  std::function<Fault(wire::Bytes frame)> on_frame;
};

}  // namespace triad::router
