// What a router's program is told of its link to another router, whichever of the two has made it.
#pragma once

#include <functional>
#include <string_view>

#include "router/fault.hpp"
#include "wire/codec.hpp"

namespace triad::router {

// Called from the loop.
struct RouterLinkEvents {
  std::function<void()> on_up;
  // It is not up: it has ended, or could not be made.
  std::function<void(std::string_view reason)> on_down;
  // After the handshake. What is wrong with it, if something is.
  std::function<Fault(wire::Bytes frame)> on_frame;
};

}  // namespace triad::router
